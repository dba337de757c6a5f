"""``conformance serve``: an in-process implementation behind standard input and output, or HTTP."""

from __future__ import annotations

import argparse
import sys

from conformance.adapters.protocol import AdapterError, SpecError
from conformance.adapters.registry import find_in_process
from conformance.arguments import add_command, whole
from conformance.http_server import serve_http
from conformance.serve import serve_standard_streams
from conformance.verdicts import ADAPTER_UNUSABLE, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "serve",
        "put an implementation written in Python behind standard input and output",
        "Answer the adapter protocol on standard input and output, until 'bye', or over HTTP, until "
        "interrupted.",
        codes="0 served to the end, 2 usage error, 10 adapter unusable",
        examples=(
            "conformance serve",
            "conformance serve my_adapter:Adapter",
            "conformance serve pokerkit --http 8080",
        ),
    )
    parser.add_argument(
        "spec",
        nargs="?",
        default="reference",
        metavar="SPEC",
        help="a bundled name or module:callable (default: %(default)s)",
    )
    parser.add_argument(
        "--http",
        type=whole(0),
        metavar="PORT",
        help="listen on this port of this machine instead, for http:// adapters (0: any free port)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the end of input."""
    try:
        connection = find_in_process(arguments.spec).connect()
    except AdapterError as error:
        print(error.text(), file=sys.stderr)
        return USAGE if isinstance(error, SpecError) else ADAPTER_UNUSABLE
    if arguments.http is None:
        return serve_standard_streams(connection)
    try:
        return serve_http(connection, arguments.http)
    except (OSError, OverflowError) as error:
        print(f"port {arguments.http} cannot be listened on: {error}", file=sys.stderr)
        return USAGE
