"""Lines to paste that bring a verdict once more: whatever was given that it depends on is in them."""

from __future__ import annotations

import shlex
from typing import NamedTuple

from conformance.convert import JsonObject
from conformance.lines import Header
from conformance.wording import options_in_words


class Terms(NamedTuple):
    """What a verdict depends on beside the case: who is asked (`spec`), by which house `options`, from which
    corpus (`folder`; None: the bundled one), in what time, and whether a ruling counts.

    A list of known failures is none of it: what is told was not on it.
    """

    spec: str
    options: JsonObject
    folder: str | None = None
    timeout_factor: float = 1.0
    strict_rulings: bool = False


def terms_of(header: Header) -> Terms:
    """The terms of the run that a report is of."""
    adapter, selection = header.adapter, header.selection
    return Terms(
        adapter.spec,
        selection.options,
        selection.folder,
        adapter.timeout_factor,
        selection.strict_rulings,
    )


def run_again(terms: Terms, case: str) -> str:
    """The command that judges a case like the run before."""
    words = ["conformance", "run", "--adapter", terms.spec, "--case", case, *_given(terms)]
    return shlex.join([*words, "--strict-rulings"] if terms.strict_rulings else words)


def replay_again(terms: Terms, case: str) -> str:
    """The command that shows a case, or the file of a case, step by step."""
    return shlex.join(["conformance", "replay", case, "--adapter", terms.spec, *_given(terms)])


def _given(terms: Terms) -> list[str]:
    words = []
    if terms.folder is not None:
        words += ["--corpus", terms.folder]
    for option in options_in_words(terms.options):
        words += ["--option", option]
    if terms.timeout_factor != 1:
        words += ["--timeout-factor", f"{terms.timeout_factor:g}"]
    return words
