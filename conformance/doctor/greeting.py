"""The first stages: the implementation starts, answers ``hello``, and claims what can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.adapters.protocol import Answer, Json, Outcome
from conformance.convert import JsonObject
from conformance.doctor.patient import Patient
from conformance.doctor.table import Table, find_table
from conformance.doctor.trouble import Trouble
from conformance.games import AnyGame, is_admitted
from conformance.runner import HELLO
from conformance.wire import CAPABILITIES, BadLine, Interval, encode, encode_outcome, read_hello
from refengine.options import Choice, WholeOrNone
from refengine.rulesets.catalogue import GAMES

EXAMPLE: Final[JsonObject] = {
    "protocol": 1,
    "name": "my-engine",
    "version": "0.1",
    "rules": {"italian-invito": {"seats": {"min": 2, "max": 6}, "options": {"stakes": ["table"]}}},
    "capabilities": ["play", "actor", "phase", "pot", "stacks"],
}
"""A reply to ``hello`` that claims little."""
RIGHT: Final = encode_outcome(1, Answer(EXAMPLE)).decode().rstrip("\n")


class Greeting:
    """The first words. `table` and `ranking` are where it is tried afterwards, None if not claimed."""

    def __init__(self, patient: Patient, rules: str | None) -> None:
        self._patient = patient
        self._rules = rules
        self._reply: Outcome | Trouble = Answer(None)
        self.table: Table | None = None
        self.ranking: Table | None = None

    def starts(self) -> str:
        """It stays when it is started. What else is wrong with its first reply is the next stage's."""
        try:
            self._reply = self._patient.ask(HELLO)[0]
        except Trouble as trouble:
            trouble.right = RIGHT
            if trouble.lost == "start":
                raise
            self._reply = trouble
        return ""

    def answers(self) -> str:
        """It answers ``hello``, and the answer can be read."""
        try:
            if isinstance(self._reply, Trouble):
                raise self._reply
            hello = read_hello(self._patient.result(self._reply))
        except Trouble as trouble:
            trouble.right = RIGHT
            raise
        except BadLine as bad:
            raise self._patient.trouble(bad.detail, "Answer hello like this.", right=RIGHT) from bad
        self._patient.hello = hello
        return " ".join(filter(None, (hello.name, hello.version, hello.language and f"in {hello.language}")))

    def claims(self) -> str:
        """What it claims is known to the rules, and there is something to try."""
        hello = self._patient.hello
        unknown = sorted(set(hello.capabilities) - set(CAPABILITIES))
        if unknown:
            raise self._trouble(
                f"hello claims unknown capabilities: {', '.join(unknown)}",
                f"The capabilities are: {', '.join(CAPABILITIES)}.",
            )
        for name in sorted(hello.rules.keys() & GAMES.keys()):
            _check_options(self._patient, name)
        if not {"play", "rank"} & set(hello.capabilities):
            raise self._trouble(
                "hello claims neither 'play' nor 'rank'",
                "Put 'play' into 'capabilities' if it plays sessions, 'rank' if it ranks hands.",
            )
        if self._patient.claims("play"):
            self.table = self._table(list(GAMES))
        if self._patient.claims("rank"):
            self.ranking = self._table([name for name, game in GAMES.items() if _ranks(game)])
        tried = {table.rules: None for table in (self.table, self.ranking) if table is not None}
        return f"{', '.join(tried)}; {', '.join(hello.capabilities)}"

    def _table(self, known: Sequence[str]) -> Table:
        """A table of the rule set that was asked for, else of the first that is claimed."""
        hello = self._patient.hello
        wanted = [self._rules] if self._rules in known else known
        rules = next((name for name in hello.rules if name in wanted), None)
        if rules is None:
            raise self._trouble(
                f"under 'rules', hello does not name {' or '.join(map(str, wanted))}",
                "Use the id of a rule set as a key under 'rules'.",
            )
        table = find_table(hello, rules)
        if table is None:
            raise self._trouble(
                f"no table of {rules} fits what hello claims",
                f"Look at 'seats' and 'options' of {rules}: the rules admit none of their combinations.",
            )
        return table

    def _trouble(self, what: str, step: str) -> Trouble:
        return self._patient.trouble(what, step, right=RIGHT)


def _ranks(game: AnyGame) -> bool:
    """Whether hands rank in a game."""
    return any(spec.name == "ranking" for spec in game.options)


def _check_options(patient: Patient, rules: str) -> None:
    """Options and values that the rules do not know are most likely mistyped."""
    game: AnyGame = GAMES[rules]
    names = [spec.name for spec in game.options]
    for name, claim in patient.hello.rules[rules].options.items():
        if name not in names:
            raise patient.trouble(
                f"hello names an option {name!r} of {rules}, which has none of that name",
                f"The options of {rules} are: {', '.join(names)}.",
                right=RIGHT,
            )
        values: list[Json] = [claim.min] if isinstance(claim, Interval) else [*claim]
        for value in values:
            if not is_admitted(game, name, value):
                raise patient.trouble(
                    f"hello claims {name}={value!r} for {rules}, a value that the rules do not admit",
                    f"Claim the values of {name} that it can play: {_values(game, name)}.",
                    right=RIGHT,
                )


def _values(game: AnyGame, name: str) -> str:
    spec = next(spec for spec in game.options if spec.name == name)
    if isinstance(spec.range, Choice):
        return ", ".join(encode(value).decode() for value in spec.range.values)
    none = "null or " if isinstance(spec.range, WholeOrNone) else ""
    return f"{none}a whole number of at least {spec.range.low}"
