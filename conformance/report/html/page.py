"""Putting pages together: one for whole reports, one for a single case."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec.structs import replace

from conformance.again import replay_again, terms_of
from conformance.lines import CaseLine, Header
from conformance.report.html.cases import CasePage, case_page
from conformance.report.html.cleaning import brief, finalize, in_code
from conformance.report.html.matrix import matrix
from conformance.report.html.overview import Overview, case_anchor, label_of, overview
from conformance.report.html.words import card_in_words, in_short, middle_in_words, seats_in_words
from conformance.report.reading import Stream
from refengine.cards import is_card

MOST_STREAMS: Final = len(ascii_lowercase)
ROOM: Final = 4_600_000
"""Bytes of a page about one report. Failed cases are drawn as long as there is room; each further report
adds a third as much."""
_TEMPLATES: Final = Path(__file__).parent / "templates"


class Inline(NamedTuple):
    """A style sheet or script that stands in the page, with the digest by which browsers know it."""

    content: Markup
    hash: str


def report_page(streams: Sequence[Stream], room: int = ROOM) -> str:
    """The page about one report, or several beside each other; at most `MOST_STREAMS`."""
    keyed = dict(zip(ascii_lowercase, streams, strict=False))
    overviews = [
        overview(stream, key, label)
        for (key, stream), label in zip(keyed.items(), _labels(streams), strict=True)
    ]
    failed = {key: list(_failed(stream, key)) for key, stream in keyed.items()}
    undrawn = {key: [_render("brief_case", case.brief()) for case in some] for key, some in failed.items()}
    names = [part.identity.label for part in overviews]

    def page_with(replays: Mapping[str, list[Markup]]) -> str:
        return (
            _environment()
            .get_template("report.html.jinja")
            .render(
                title=f"Rules conformance: {', '.join(names)}",
                style=_inline("report.css"),
                script=_inline("report.js"),
                overviews=overviews,
                matrix=matrix(keyed),
                corpora=len({stream.header.corpus for stream in streams if stream.header}),
                replays=replays,
            )
        )

    allowed = room + room // 3 * (len(streams) - 1)
    left = allowed - len(page_with(undrawn).encode())
    return page_with(_drawn(failed, overviews, undrawn, left))


def _labels(streams: Sequence[Stream]) -> list[str]:
    """A label for each, with the name of the file where others have the same."""
    labels = [label_of(stream) for stream in streams]
    return [
        f"{label} ({brief(stream.name, 30)})" if labels.count(label) > 1 else label
        for label, stream in zip(labels, streams, strict=True)
    ]


class _Failed(NamedTuple):
    """A failed case that may be drawn."""

    header: Header
    line: CaseLine
    anchor: str
    again: str = ""
    """The line that shows it again, where no run of the corpus would find it."""

    def brief(self) -> CasePage:
        """Without its steps."""
        line = replace(self.line, course=replace(self.line.course, steps=[]))
        return self._page(line)

    def full(self) -> CasePage:
        """With all that happened."""
        return self._page(self.line)

    def _page(self, line: CaseLine) -> CasePage:
        page = case_page(self.header, line, self.anchor)
        return page._replace(again="", replay=self.again) if self.again else page


def _failed(stream: Stream, key: str) -> Iterator[_Failed]:
    findings = [line.finding for line in stream.random if line.finding is not None]
    again = {one.case.id: one.again for one in findings if one.case is not None}
    for place, line in enumerate(stream.drawn):
        if line.fault is not None and stream.header is not None:
            found = again.get(line.id, "") if place >= len(stream.lines) else ""
            yield _Failed(stream.header, line, case_anchor(key, line, place), found)


def _drawn(
    failed: Mapping[str, list[_Failed]],
    overviews: Sequence[Overview],
    undrawn: Mapping[str, list[Markup]],
    room: int,
) -> dict[str, list[Markup]]:
    """The failed cases, drawn in full as long as there is room: of every clause one, then another."""
    drawn = {key: [*some] for key, some in undrawn.items()}
    turns: list[tuple[int, str, int]] = []
    for part in overviews:
        key = part.identity.key
        places = {case.anchor: place for place, case in enumerate(failed[key])}
        for group in part.failures:
            turns += [(turn, key, places[case.anchor]) for turn, case in enumerate(group.cases)]
    for _, key, place in sorted(turns):
        if room <= 0:
            break
        full = _render("full_case", failed[key][place].full())
        room -= len(full.encode()) - len(drawn[key][place].encode())
        if room > 0:
            drawn[key][place] = full
    return drawn


def replay_page(header: Header, line: CaseLine, name: str | None = None) -> str:
    """The page about a single case, which may have passed; the line has to tell its steps. `name` is what
    the case was asked for by, if not its id."""
    page = case_page(header, line, case_anchor("a", line, 0))
    if name is not None and name != line.id:  # a case that no run of the corpus would find
        page = page._replace(again="", replay=replay_again(terms_of(header), name))
    return (
        _environment()
        .get_template("replay.html.jinja")
        .render(
            title=f"{line.id}: {line.about.title}",
            style=_inline("report.css"),
            script=_inline("report.js"),
            page=page,
            label=label_of(Stream("", header, (), None)),
            corpus=header.corpus,
            kit=header.kit,
        )
    )


def _render(macro: str, page: CasePage) -> Markup:
    module = _environment().get_template("case.html.jinja").module
    written: Markup = getattr(module, macro)(page)
    return written


@cache
def _environment() -> Environment:
    """Escapes everything that is not markup already, after `finalize` has made it harmless."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES, encoding="utf-8"),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["card"] = is_card
    environment.filters.update(
        in_code=in_code,
        card_in_words=card_in_words,
        in_short=in_short,
        middle_in_words=middle_in_words,
        seats_in_words=seats_in_words,
    )
    return environment


@cache
def _inline(name: str) -> Inline:
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Inline(Markup(text), f"sha256-{digest}")
