"""``conformance new-adapter``: begin an adapter in another language."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.starters import STARTERS, StarterError, find_starter, write_project
from conformance.verdicts import CONFORMANT, USAGE


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "new-adapter",
        "begin an adapter in another language",
        "Write a project that speaks the protocol and plays the beginning of one game. It runs at once; "
        "'conformance doctor' says what to write next.",
        codes="0 written, 2 usage or input error",
        examples=(
            "conformance new-adapter --list",
            "conformance new-adapter rust my-adapter",
        ),
    )
    parser.add_argument("language", nargs="?", metavar="LANGUAGE", help="--list shows those there are")
    parser.add_argument("folder", nargs="?", metavar="DIR", type=Path, help="a new or empty folder")
    parser.add_argument("--list", action="store_true", help="list the languages, and what each needs")


def run(arguments: argparse.Namespace) -> int:
    """Write the project, or list the languages."""
    if arguments.list:
        for starter in STARTERS:
            print(f"{starter.folder:12}{starter.needs}")
        return CONFORMANT
    if arguments.folder is None:
        print("name a language and a folder; --list shows the languages", file=sys.stderr)
        return USAGE
    try:
        starter = find_starter(arguments.language)
        written = write_project(starter, arguments.folder)
    except StarterError as error:
        print(error, file=sys.stderr)
        return USAGE
    spec = shlex.quote(f"stdio: {starter.command}")
    print(f"{arguments.folder}: {len(written)} files. It needs {starter.needs}. Next:")
    for command in (
        f"cd {shlex.quote(str(arguments.folder))}",
        starter.build,
        f"conformance doctor --adapter {spec}",
        f"conformance run --adapter {spec}",
    ):
        if command:
            print(f"  {command}")
    return CONFORMANT
