"""The lines to paste that play a case of a report once more."""

from __future__ import annotations

import shlex

from conformance.lines import Header
from conformance.wording import options_in_words


def run_again(header: Header, case: str) -> str:
    """The command that judges one case like the run that the header is of."""
    words = ["conformance", "run", "--adapter", header.adapter.spec, "--case", case]
    return shlex.join([*words, *_fixed(header)])


def replay_again(header: Header, case: str) -> str:
    """The command that shows one case step by step."""
    words = ["conformance", "replay", case, "--adapter", header.adapter.spec]
    return shlex.join([*words, *_fixed(header)])


def _fixed(header: Header) -> list[str]:
    words = []
    if header.selection.folder is not None:
        words += ["--corpus", header.selection.folder]
    for option in options_in_words(header.selection.options):
        words += ["--option", option]
    return words
