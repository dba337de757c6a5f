"""House options as tables: every option of every rule set, with the clause that leaves the choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from conformance.corpus import Clause
from conformance.games import PORTABLE, AnyGame, values_of
from conformance.wire import encode
from refengine.options import Choice, OptionSpec, OptionValue, Whole, WholeOrNone
from refengine.rulesets.catalogue import GAMES


def shared_table(clauses: Mapping[str, Clause]) -> str:
    """The five options that every game of draw poker has, with the default of each."""
    having = [game for game in GAMES.values() if _shared(game)]
    rows = []
    for name in PORTABLE:
        specs = [spec for game in having for spec in game.options if spec.name == name]
        values = ", ".join(sorted(_code(value) for value in values_of(specs[0])))
        defaults = [_code(spec.default) for spec in specs]
        rows.append((f"`{name}`", values, *defaults, _clause(clauses[specs[0].clause])))
    return _table(("option", "values", *(f"default in `{game.name}`" for game in having), "clause"), rows)


def own_table(game: AnyGame, clauses: Mapping[str, Clause]) -> str:
    """The options that a rule set has beside those. A clause is told once."""
    told: set[str] = set()
    rows = []
    for spec in game.options:
        if spec not in _shared(game):
            clause = f"{spec.clause}, as above" if spec.clause in told else _clause(clauses[spec.clause])
            rows.append((f"`{spec.name}`", _code(spec.default), _others(spec), clause))
            told.add(spec.clause)
    return _table(("option", "default", "or", "clause"), rows)


def parts(clauses: Mapping[str, Clause]) -> dict[str, str]:
    """All tables by the name of their place in the page."""
    own = {f"options of {name}": own_table(game, clauses) for name, game in GAMES.items()}
    return {"shared options": shared_table(clauses), **own}


def _shared(game: AnyGame) -> Sequence[OptionSpec]:
    """Those of the five that a game has; all or none."""
    return [spec for spec in game.options if spec.name in PORTABLE]


def _others(spec: OptionSpec) -> str:
    match spec.range:
        case Choice():
            return ", ".join(map(_code, values_of(spec)[1:]))
        case Whole(low) | WholeOrNone(low):
            return f"a whole number from {low} on"


def _code(value: OptionValue) -> str:
    return f"`{value if isinstance(value, str) else encode(value).decode()}`"


def _clause(clause: Clause) -> str:
    return f"**{clause.id}** ({clause.kind}) {clause.text}".replace("|", "\\|")


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def lines() -> Iterator[str]:
        yield f"| {' | '.join(heading)} |"
        yield f"|{' --- |' * len(heading)}"
        for row in rows:
            yield f"| {' | '.join(row)} |"

    return "\n".join(lines())
