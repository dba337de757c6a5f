"""What the visit found, in lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from conformance.doctor.visit import Failed, Passed
from conformance.visible import visible_line
from conformance.wording import cut, said

WIDTH: Final = 100
MOST_SAID: Final = 12
"""Lines of standard error that are shown."""
LINE: Final = 1500
"""Characters of a message that are shown."""


def lines_of(found: Passed | Failed) -> Iterator[str]:
    """One line on a stage that passed, a short text on one that failed."""
    return map(visible_line, _lines_of(found))


def _lines_of(found: Passed | Failed) -> Iterator[str]:
    if isinstance(found, Passed):
        note = f": {found.note}" if found.note else ""
        yield from textwrap.wrap(f"  ok    {found.title}{note}", WIDTH, subsequent_indent=" " * 10)
        return
    trouble = found.trouble
    yield f"  FAIL  {found.title}"
    yield from textwrap.wrap(
        trouble.what, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False
    )
    yield ""
    yield from _message("It was sent:", found.sent)
    yield from _message("It answered:", found.got or "nothing")
    yield from _message("It should be like this:", trouble.right)
    if trouble.stderr.strip():
        yield "On standard error it said:"
        yield from (f"    {cut(line, LINE)}" for line in said(trouble.stderr, MOST_SAID))
    yield ""
    yield from textwrap.wrap(f"Next: {trouble.step}", WIDTH, subsequent_indent=" " * 6)
    if found.rest:
        yield ""
        yield from textwrap.wrap(
            f"Not looked at yet: {'; '.join(found.rest)}.", WIDTH, subsequent_indent=" " * 4
        )


def _message(heading: str, line: str) -> Iterator[str]:
    """A message in one line, so that it can be copied."""
    if line:
        yield heading
        yield f"    {line}" if len(line) <= LINE else f"    {line[:LINE]} ... ({len(line)} characters)"
