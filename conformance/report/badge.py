"""The three figures as a badge: the JSON that badge services read, and a picture of its own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from conformance.convert import JsonObject
from conformance.lines import Footer
from conformance.report.reading import Stream
from conformance.report.summary import counted
from conformance.verdicts import CONFORMANT, KNOWN_STALE, failures, figures

LABEL: Final = "card rules"

_COLOURS: Final = {
    "brightgreen": "#3c8412",
    "yellow": "#7d6608",
    "orange": "#a85a00",
    "red": "#c23b2e",
    "lightgrey": "#666666",
}
"""Of the picture; dark enough for white letters."""
_NARROW, _WIDE = frozenset("fijltI.,:;|!/()[]' "), frozenset("mwMWQO@%")
_NARROW_WIDTH, _USUAL_WIDTH, _WIDE_WIDTH = 4.2, 6.9, 10.0
"""Pixels of a letter of 11 pixels in height, roughly; the text is fitted into what they add up to."""
_PADDING: Final = 6


class Badge(NamedTuple):
    """`colour` is a word that badge services know."""

    label: str
    message: str
    colour: str


def badge_of(stream: Stream, rules: Collection[str] = (), label: str = LABEL) -> Badge:
    """The badge of a report, or of some of its rule sets; one that did not finish has no figures."""
    if not stream.finished or stream.end is None:
        return Badge(label, "incomplete", "lightgrey")
    cases = [case for case in counted(stream.lines) if not rules or case.rules in rules]
    found = figures(cases)
    if not found.coverage.part:
        return Badge(label, "nothing played", "lightgrey")
    told = f"{found.firm} must and option, {found.rulings} rulings, {found.coverage} covered"
    if isinstance(stream.end, Footer) and stream.end.tier:
        told = f"tier {stream.end.tier} only: {told}"
    strict = stream.header is not None and stream.header.selection.strict_rulings
    failed = failures(cases)
    if failed.counting or (strict and failed.rulings):
        return Badge(label, told, "red")
    if not rules and stream.end.exit_code not in (CONFORMANT, KNOWN_STALE):
        return Badge(label, told, "red")
    doubtful = failed.known or (not rules and stream.end.exit_code == KNOWN_STALE)
    if doubtful:
        return Badge(label, told, "orange")
    return Badge(label, told, "yellow" if failed.rulings or not found.firm.whole else "brightgreen")


def badge_json(badge: Badge) -> JsonObject:
    """What a badge service reads from an address."""
    return {"schemaVersion": 1, "label": badge.label, "message": badge.message, "color": badge.colour}


def badge_svg(badge: Badge) -> str:
    """The picture: it needs nothing from anywhere."""
    left, right = (_width(text) + 2 * _PADDING for text in (badge.label, badge.message))
    title = f"{badge.label}: {badge.message}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f"aria-label={quoteattr(title)}><title>{escape(title)}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{_COLOURS[badge.colour]}"/></g>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f"{_text(badge.label, _PADDING)}{_text(badge.message, left + _PADDING)}</g></svg>\n"
    )


def _text(text: str, x: int) -> str:
    return f'<text x="{x}" y="14" textLength="{_width(text)}">{escape(text)}</text>'


def _width(text: str) -> int:
    widths = [
        _NARROW_WIDTH if letter in _NARROW else _WIDE_WIDTH if letter in _WIDE else _USUAL_WIDTH
        for letter in text
    ]
    return round(sum(widths))
