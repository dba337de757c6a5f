"""The draw texts side by side: every policy by text, and the cases that tell two texts apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, get_type_hints

from conformance.corpus import Case, Corpus
from conformance.player import play
from refengine.draw.machine import NEXT, DrawGame, DrawText
from refengine.draw.policies import NoBlind, NoInvitation, NoReshuffle, PotStaysForQuotas, SeatsDrawn
from refengine.draw.rules import DrawRules
from refengine.draw.state import Phase
from refengine.errors import ClauseId
from refengine.options import Settled, settle
from refengine.rulesets import brazilian_pingo, italian_invito, italian_progressive
from refengine.values import Value

TEXTS: Final[Mapping[str, DrawText]] = {
    module.GAME.name: DrawText(module.GAME.name, module.OPTIONS, module.rules)
    for module in (italian_invito, italian_progressive, brazilian_pingo)
}
SHORT: Final = {"italian-invito": "INV", "italian-progressive": "PRO", "brazilian-pingo": "PIN"}
SEATS: Final = 4


class Row(NamedTuple):
    """One policy: what it governs, and where it stands in the rules of a text."""

    title: str
    part: str
    name: str


ROWS: Final = (
    Row("length of the session", "table", "length"),
    Row("ranking of hands", "pack", "ranking"),
    Row("antes", "pot", "antes"),
    Row("invitation", "pot", "invitation"),
    Row("blind play", "pot", "blind"),
    Row("who may open", "opening", "openers"),
    Row("words before the opening", "opening", "words"),
    Row("amount of the opening", "opening", "size"),
    Row("nobody opens", "opening", "silence"),
    Row("size of a raise", "raising", "size"),
    Row("thinking", "raising", "thinking"),
    Row("before the draw", "exchange", "reshuffle"),
    Row("size of the draw", "exchange", "size"),
    Row("first to speak after the draw", "betting", "first"),
    Row("words before a bet", "betting", "words"),
    Row("amount of a bet", "betting", "size"),
    Row("nobody bets", "betting", "silence"),
)


def rules_of(text: DrawText) -> DrawRules:
    """The rules of a text with its defaults, four seats."""
    return text.rules(settle(text.options, {}), SEATS)


def policy(rules: DrawRules, row: Row) -> tuple[object, ...]:
    """The record that stands in `row`."""
    found: tuple[object, ...] = getattr(getattr(rules, row.part), row.name)
    return found


def clauses_in(value: object) -> list[str]:
    """The clause ids that a record holds, nested ones included, in order and once."""
    found: list[str] = []
    if isinstance(value, str) and re.fullmatch(r"[A-Z]{3}-\d+r?", value):
        found.append(value)
    elif isinstance(value, tuple | Value):
        for part in _parts(value):
            found.extend(one for one in clauses_in(part) if one not in found)
    return found


def words_of(record: object) -> str:
    """What a record says, without its clauses: its name and its values."""
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(record).__name__).lower()
    values = [
        f"{field} {_value(value)}"
        for field, value in _fields(record)
        if not clauses_in(value) or _names(value)
    ]
    return name + (f" ({', '.join(values)})" if values else "")


def _value(value: object) -> str:
    if _names(value):
        return words_of(value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value is None else str(value)


def _fields(record: object) -> Iterator[tuple[str, object]]:
    hints = {**get_type_hints(type(record)), **get_type_hints(type(record).__init__)}
    for field in _names(record):
        if hints[field] is not ClauseId:
            yield field, getattr(record, field)


def _names(record: object) -> tuple[str, ...]:
    """The names of a record's parts; a plain tuple has none."""
    names: tuple[str, ...] = getattr(record, "_fields", getattr(record, "__match_args__", ()))
    return names


def _parts(record: object) -> Iterator[object]:
    names = _names(record)
    if isinstance(record, tuple) and not names:
        yield from record
    for name in names:
        yield getattr(record, name)


def policy_table() -> str:
    """A Markdown table: a row a policy, a column a text."""
    lines = [
        "| policy | " + " | ".join(SHORT[name] for name in TEXTS) + " |",
        "| --- |" + " --- |" * len(TEXTS),
    ]
    for row in ROWS:
        cells = []
        for text in TEXTS.values():
            record = policy(rules_of(text), row)
            clauses = ", ".join(clauses_in(record))
            cells.append(words_of(record) + (f": {clauses}" if clauses else ""))
        lines.append(f"| {row.title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


# -- which phases a text has
def phases_of(rules: DrawRules) -> set[str]:
    """The phases that can wait or act in a text, whatever its options."""
    absent: set[str] = set()
    if isinstance(rules.pot.invitation, NoInvitation):
        absent.add("invite")
    if isinstance(rules.pot.blind, NoBlind):
        absent.add("blind")
    if isinstance(rules.exchange.reshuffle, NoReshuffle):
        absent.add("reshuffle")
    if not isinstance(rules.betting.silence, PotStaysForQuotas):
        absent.add("integrate")
    return {*NEXT} - absent | {"over"}


def diagram(text: DrawText) -> str:
    """The phases of one text as a Mermaid diagram; phases that it does not have are passed over."""
    drawn = {"seating": "drawn"} if any(spec.name == "seating" for spec in text.options) else {}
    rules = text.rules(settle(text.options, drawn), SEATS)
    kept = phases_of(rules)
    if not isinstance(rules.table.seating, SeatsDrawn):
        kept -= {"seating", "dealing_draw"}
    lines = ["stateDiagram-v2", f"    [*] --> {_reached('seating', kept)}"]
    for phase, ways in NEXT.items():
        if phase in kept:
            lines += [f"    {phase} --> {_reached(after, kept)}: {signal}" for signal, after in ways.items()]
    return "\n".join([*lines, "    over --> [*]"])


def _reached(phase: Phase, kept: set[str]) -> Phase:
    while phase not in kept:
        phase = NEXT[phase]["done"]
    return phase


# -- cases that tell texts apart
def differ(one: object, other: object) -> bool:
    """Whether two records say different things, whatever clauses they rest on."""
    return words_of(one) != words_of(other)


def with_policy(text: DrawText, row: Row, other: DrawText) -> DrawGame:
    """`text` with one policy of `other`: wrong by its own text in exactly that point."""

    def rules(options: Settled, seats: int) -> DrawRules:
        mine = text.rules(options, seats)
        foreign = policy(other.rules(settle(other.options, {}), seats), row)
        part = getattr(mine, row.part)._replace(**{row.name: foreign})
        return mine._replace(**{row.part: part})

    return DrawGame(DrawText(text.name, text.options, rules))


def telling_case(corpus: Corpus, text: DrawText, row: Row, other: DrawText) -> Case | None:
    """A case of `text` that fails on the hybrid: one that claims the policy's clauses and is `must` first."""
    wrong = with_policy(text, row, other)
    claimed = set(clauses_in(policy(rules_of(text), row)))
    mine = [case for case in corpus.cases if case.rules == text.name and case.origin != "recorded"]
    mine.sort(
        key=lambda case: (not claimed & set(case.clauses), case.level != "must", len(case.steps), case.id)
    )
    return next((case for case in mine if _fails(wrong, case)), None)


def _fails(game: DrawGame, case: Case) -> bool:
    try:
        return bool(play(game, case).differences)
    except Exception:  # a policy of one text may not fit another at all, which tells them apart too
        return True


def differences_page(corpus: Corpus) -> str:
    """A Markdown page: where the texts differ, with the clause of each and a case for each pair."""
    lines = [
        "# Where the three draw texts differ",
        "",
        "A row for each policy on which two of the texts differ. Behind the words of each text stand its",
        "clauses, and cases of its corpus that fail on an engine which plays this one point by the other",
        "text. Where nothing tells two texts apart, the other text's policy comes to the same with default",
        "options, or needs a second policy to matter. The page is written by `python -m conformance.pages`.",
        "",
        "| policy | text | what it says | clauses | told apart from |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in ROWS:
        for name, text in TEXTS.items():
            record = policy(rules_of(text), row)
            told = [
                f"{SHORT[against]} by {_id(telling_case(corpus, text, row, other))}"
                for against, other in TEXTS.items()
                if against != name and differ(record, policy(rules_of(other), row))
            ]
            if told:
                clauses = ", ".join(clauses_in(record)) or "by silence"
                lines.append(
                    f"| {row.title} | {SHORT[name]} | {words_of(record)} | {clauses} | {'; '.join(told)} |"
                )
    return "\n".join(lines) + "\n"


def _id(case: Case | None) -> str:
    return "nothing, taken alone" if case is None else f"`{case.id}`"
