"""What has changed from one report to another: new failures, fixed ones, then what is covered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from conformance.lines import CaseLine
from conformance.report.at_random import change_lines, random_changes
from conformance.report.reading import Stream
from conformance.report.summary import counted, tier_in_words
from conformance.verdicts import CONFORMANT, FAILED, INCOMPLETE, NOT_PLAYED, Figures, figures_by_rules
from conformance.wording import WIDTH, cut


class OtherCorpus(ValueError):
    """The reports are about different corpora."""


class Pair(NamedTuple):
    """A case in both reports; None where one does not have it."""

    old: CaseLine | None
    new: CaseLine | None

    @property
    def line(self) -> CaseLine:
        """The newer of its lines."""
        line = self.new or self.old
        assert line is not None
        return line


class Changes(NamedTuple):
    """Cases by what became of them.

    `failing`: they fail and did not; `fixed`: they pass and failed; `otherwise`: they fail in another way
    than before; `lost`: they are not played any more; `gained`: they were not played and pass now. `still`:
    so many fail as before.
    """

    failing: list[Pair]
    fixed: list[Pair]
    otherwise: list[Pair]
    lost: list[Pair]
    gained: list[Pair]
    still: int


def compare(old: Stream, new: Stream, *, common: bool = False) -> Changes:
    """All changes; with `common` among the cases that both have, which may then be of different corpora.
    `OtherCorpus` if they are and must not be."""
    if not common and old.header and new.header and old.header.corpus != new.header.corpus:
        raise OtherCorpus(
            f"{old.name} is about the corpus {old.header.corpus}, {new.name} about {new.header.corpus}; "
            "--common compares the cases that are in both"
        )
    changes = Changes([], [], [], [], [], 0)
    still = 0
    for pair in _pairs(old, new):
        if common and (pair.old is None or pair.new is None):
            continue
        still += _sort_in(changes, pair)
    return changes._replace(still=still)


def _pairs(old: Stream, new: Stream) -> Iterator[Pair]:
    """In the order of the new report, what only the old one has last."""
    before = {line.id: line for line in old.lines}
    after = {line.id for line in new.lines}
    yield from (Pair(before.get(line.id), line) for line in new.lines)
    yield from (Pair(line, None) for line in old.lines if line.id not in after)


def _sort_in(changes: Changes, pair: Pair) -> bool:
    """Puts a pair where it belongs; whether it fails as it did before."""
    was, now = _state(pair.old), _state(pair.new)
    if now == "failed":
        if was != "failed":
            changes.failing.append(pair)
        elif _fault_of(pair.old) != _fault_of(pair.new):
            changes.otherwise.append(pair)
        else:
            return True
    elif now == "passed" and was == "failed":
        changes.fixed.append(pair)
    elif now == "passed" and was == "not played":
        changes.gained.append(pair)
    elif now == "not played" and was != now:
        changes.lost.append(pair)
    return False


def _state(line: CaseLine | None) -> str:
    if line is None or line.status in NOT_PLAYED:
        return "not played"
    return "failed" if line.fault is not None else "passed"


def _fault_of(line: CaseLine | None) -> object:
    """What makes two failures of a case the same one; words may differ."""
    assert line is not None
    assert line.fault is not None
    fault = line.fault
    keys = [(difference.how, difference.key) for difference in fault.differences]
    return line.status, fault.step, fault.kind, fault.part, keys


_SECTIONS: Final = (
    ("failing", "new failures"),
    ("fixed", "fixed"),
    ("lost", "not played any more"),
    ("gained", "played now, and passed"),
    ("otherwise", "failing in another way"),
)


def diff_lines(old: Stream, new: Stream, changes: Changes) -> Iterator[str]:
    """All of it in words."""
    for stream in (old, new):
        if not stream.finished:
            yield cut(f"{stream.name} IS INCOMPLETE: {stream.why_unfinished}", WIDTH)
        tier = None if stream.header is None else stream.header.selection.tier
        if tier is not None:
            yield cut(f"{stream.name} is about {tier_in_words(tier)}", WIDTH)
    sections: Mapping[str, Sequence[Pair]] = {
        name: pairs for name, pairs in changes._asdict().items() if isinstance(pairs, list)
    }
    for name, title in _SECTIONS:
        if sections[name]:
            yield f"{title}: {len(sections[name])}"
            yield from (cut(f"  {_told(pair, name)}", WIDTH) for pair in sections[name])
    yield from _figures(old, new)
    yield from change_lines(random_changes(old.random, new.random))
    if not any(sections.values()):
        yield "no case has changed"
    if changes.still:
        yield f"{changes.still} fail as before"


def _told(pair: Pair, section: str) -> str:
    line = pair.line
    level = "ruling, failed by the protocol" if _counts_after_all(line) else line.about.level
    told = f"{line.id}  {level}, {' '.join(line.about.clauses)}: {line.about.title}"
    if section == "lost":
        return f"{told} ({pair.new.reason if pair.new else 'it is not in the report'})"
    if section in ("failing", "otherwise") and line.status != "failed":
        return f"{told} ({line.status.replace('_', ' ')})"
    return told


def _counts_after_all(line: CaseLine) -> bool:
    return line.about.level == "ruling" and line.is_of_protocol


def _figures(old: Stream, new: Stream) -> Iterator[str]:
    """The three figures of every rule set of which one has changed."""
    before = figures_by_rules(counted(old.lines))
    after = figures_by_rules(counted(new.lines))
    for rules in {**after, **before}:
        was, now = before.get(rules), after.get(rules)
        if was != now:
            yield f"{rules}: {_in_words(was)}, now {_in_words(now)}"


def _in_words(figures: Figures | None) -> str:
    if figures is None:
        return "nothing"
    return f"must and option {figures.firm}, rulings {figures.rulings}, coverage {figures.coverage}"


def diff_code(old: Stream, new: Stream, changes: Changes) -> int:
    """What a comparison ends with."""
    if not (old.finished and new.finished):
        return INCOMPLETE
    random = random_changes(old.random, new.random)
    return FAILED if changes.failing or random.failing else CONFORMANT
