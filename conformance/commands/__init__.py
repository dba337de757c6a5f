"""The parts of the command: each has `add_parser(subparsers)` and `run(args)`, which returns an exit code."""
