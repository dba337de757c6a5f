"""Every hand of a pack asked of an implementation that ranks hands, and held against the table of scores.

The corpus asks about the borders between kinds of hands; here nothing is left out. An implementation's keys
may be any numbers: what counts is that all hands of one kind have one key, that a stronger kind has a greater
key, and that each hand has the name of its category. Millions of hands go out in batches; no more is kept
than the key of each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, islice, pairwise, product
from typing import Final, NamedTuple

from conformance.adapters.protocol import Adapter, Answer, Json, Lost, Outcome, Request
from conformance.adapters.reference import DRAW_TEXTS
from conformance.claims import Claims, Settings
from conformance.games import RANK_OPTIONS, AnyGame, values_of
from conformance.runner import Runner
from refengine.cards import Cards, in_hand_order, pack_from
from refengine.options import settle
from refengine.ranking import Ranking, category, strength
from refengine.rulesets.catalogue import GAMES
from refengine.table_scorer import scorer_for

PER_REQUEST: Final = 1000
"""Hands in one request: the reply stays far below what a line may have, and a slow evaluator is in time."""
AT_ONCE: Final = 16
"""Requests that are sent together."""

ORDER: Final = "DRW-17"
TIES: Final = "DRW-18"
LOW_ACE: Final = "DRW-21"
TIES_BY_SUIT: Final = "DRW-22"
"""The clauses that decide how hands rank, all of them rulings."""

Hand = Cards
Progress = Callable[[int, int], None]
"""Told how many hands have been asked, of how many."""


class Pack(NamedTuple):
    """What hands are ranked under: the parameters of ``rank`` and what the reference makes of them."""

    rules: str
    seats: int
    options: Settings
    ranking: Ranking

    @property
    def name(self) -> str:
        """The pack in a word, such as ``52-standard-split``."""
        return f"{len(pack_from(self.ranking.lowest))}-{self.ranking.order}-{self.ranking.ties}"

    @property
    def title(self) -> str:
        """The pack in words."""
        cards = len(pack_from(self.ranking.lowest))
        return f"{cards} cards, {self.ranking.order}, ties {self.ranking.ties}"

    def request(self, hands: Sequence[Sequence[str]]) -> Request:
        """The hands, to be ranked."""
        written: list[Json] = [list(hand) for hand in hands]
        params: dict[str, Json] = {
            "rules": self.rules,
            "options": {**self.options},
            "seats": self.seats,
            "hands": written,
        }
        return Request("rank", params)


class Odd(NamedTuple):
    """A hand that is not ranked or named as it should be: which clause says so, and how it shows."""

    clause: str
    detail: str


class Sweep(NamedTuple):
    """What came of a pack. `wrong` counts hands by clause; `first` is the first of them. `lost`: why not all
    hands were ranked, else empty."""

    pack: Pack
    hands: int
    kinds: int
    wrong: dict[str, int]
    first: Odd | None
    lost: str


def packs_of(claims: Claims, among: Collection[str] = ()) -> Iterator[Pack]:
    """The packs and rankings that are claimed, each once, whichever rule set brings it first; only those of
    the rule sets `among`, if there are any."""
    seen: set[Ranking] = set()
    for rules in DRAW_TEXTS:
        game: AnyGame = GAMES[rules]
        if "rank" not in claims.capabilities or not claims.plays(rules) or (among and rules not in among):
            continue
        values = [
            [value for value in _values(game, name) if claims.can_have(game, name, value)]
            for name in RANK_OPTIONS
        ]
        seats = [number for number in range(game.fewest, 10) if claims.seats_gap(game, number) is None]
        for chosen, number in product(product(*values), reversed(seats)):
            options = dict(zip(RANK_OPTIONS, chosen, strict=True))
            ranking = DRAW_TEXTS[rules](settle(game.options, options), number).pack.ranking
            ranking = ranking._replace(straight_flushes="linear")  # the circle is not in the keys
            if ranking not in seen:
                seen.add(ranking)
                yield Pack(rules, number, options, ranking)


def _values(game: AnyGame, name: str) -> Sequence[str]:
    spec = next(spec for spec in game.options if spec.name == name)
    return [str(value) for value in values_of(spec)]


def one_of_each(pack: Pack) -> list[Hand]:
    """For each kind of hand the first of the pack, in the order of the pack."""
    found: dict[int, Hand] = {}
    for hand, kind in _judged(pack):
        found.setdefault(kind, hand)
    return list(found.values())


def sweep(adapter: Adapter, pack: Pack, progress: Progress, hands: Sequence[Hand] | None = None) -> Sweep:
    """All hands of a pack, or only some."""
    tally = _Tally(pack)
    runner = Runner(adapter)
    asked = iter(combinations(pack_from(pack.ranking.lowest), 5)) if hands is None else iter(hands)
    total = _number_of_hands(pack) if hands is None else len(hands)
    try:
        while batch := list(islice(asked, PER_REQUEST * AT_ONCE)):
            parts = [batch[at : at + PER_REQUEST] for at in range(0, len(batch), PER_REQUEST)]
            (outcomes,) = runner.ask([[pack.request(part) for part in parts]])
            for part, outcome in zip(parts, outcomes, strict=False):
                if (trouble := tally.take(part, outcome)) is not None:
                    return tally.result(trouble + _the_hand(runner, pack, part, outcome))
            progress(tally.hands, total)
    finally:
        runner.close()
    return tally.result("")


def _the_hand(runner: Runner, pack: Pack, part: Sequence[Hand], outcome: Outcome) -> str:
    """At which hand of a request an implementation is lost or breaks, in words, if one can be found alone."""
    if isinstance(outcome, Answer):
        return ""  # the reply itself was told to be wrong
    while len(part) > 1:
        half = len(part) // 2
        ((one,),) = runner.ask([[pack.request(part[:half])]])
        part = part[half:] if isinstance(one, Answer) else part[:half]
    ((alone,),) = runner.ask([[pack.request(part)]])
    return "" if isinstance(alone, Answer) else f"; first at {_written(part[0])}"


def _number_of_hands(pack: Pack) -> int:
    cards = len(pack_from(pack.ranking.lowest))
    return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120


def _judged(pack: Pack) -> Iterator[tuple[Hand, int]]:
    """Every hand of the pack with its strength; equal for hands that tie."""
    hands = combinations(pack_from(pack.ranking.lowest), 5)
    kind = _kind_by(pack.ranking)
    return ((hand, kind(hand)) for hand in hands)


def _kind_by(ranking: Ranking) -> Callable[[Hand], int]:
    """The strength of a hand: by the table, but where suits decide by the definition."""
    if ranking.ties == "suits":
        return lambda hand: strength(hand, ranking)
    return scorer_for(ranking.lowest, ranking.order).score_hand


class _Tally:
    """The key of each kind of hand so far, and what did not fit."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._kind = _kind_by(pack.ranking)
        self._keys: dict[int, tuple[int, Hand]] = {}
        self._wrong: dict[str, int] = {}
        self._first: Odd | None = None
        self.hands = 0

    def take(self, hands: Sequence[Hand], outcome: Outcome) -> str | None:
        """Look at one reply; says what is wrong if it is none."""
        if not isinstance(outcome, Answer) or not isinstance(outcome.result, dict):
            return _unranked(outcome)
        keys, categories = outcome.result.get("keys"), outcome.result.get("categories")
        for told in (keys, categories):
            if not isinstance(told, list) or len(told) != len(hands):
                return f"{len(hands)} hands were asked, and not as many keys or categories came"
        assert isinstance(keys, list)
        assert isinstance(categories, list)
        for hand, key, name in zip(hands, keys, categories, strict=True):
            if type(key) is not int:
                return f"the key of {_written(hand)} is no whole number: {key!r}"
            self._look_at(hand, key, name)
        self.hands += len(hands)
        return None

    def _look_at(self, hand: Hand, key: int, name: Json) -> None:
        kind = self._kind(hand)
        if kind not in self._keys:
            self._keys[kind] = (key, hand)
        elif self._keys[kind][0] != key:
            other = self._keys[kind][1]
            clause = TIES if self._pack.ranking.ties == "split" else TIES_BY_SUIT
            self._note(clause, f"{_written(hand)} does not tie with {_written(other)}")
        if name != (right := self._name(hand, kind)):
            clause = LOW_ACE if _low_ace(hand, self._pack.ranking) else ORDER
            self._note(clause, f"{_written(hand)} is called {name!r} and not {right!r}")

    def _name(self, hand: Hand, kind: int) -> str:
        ranking = self._pack.ranking
        if ranking.ties == "suits":
            return category(hand, ranking)
        return scorer_for(ranking.lowest, ranking.order).category(kind)

    def _note(self, clause: str, detail: str) -> None:
        self._wrong[clause] = self._wrong.get(clause, 0) + 1
        self._first = self._first or Odd(clause, detail)

    def result(self, lost: str) -> Sweep:
        """The order of the kinds is looked at last."""
        for (_, (below, weak)), (_, (above, strong)) in pairwise(sorted(self._keys.items())):
            if above <= below:
                told = "ties with" if above == below else "loses to"
                low = any(_low_ace(hand, self._pack.ranking) for hand in (weak, strong))
                clause = LOW_ACE if low else ORDER
                self._note(clause, f"{_written(strong)} {told} {_written(weak)}, which it should beat")
        return Sweep(self._pack, self.hands, len(self._keys), self._wrong, self._first, lost)


def _unranked(outcome: Outcome) -> str:
    if isinstance(outcome, Lost):
        return f"no answer: {outcome.kind}, {outcome.detail}"
    return f"hands of the pack are not ranked: {type(outcome).__name__.lower()} {outcome}"


def _low_ace(hand: Hand, ranking: Ranking) -> bool:
    """Whether it is a straight with the ace below."""
    low = pack_from(ranking.lowest)[:16:4]
    return {card[0] for card in hand} == {"A", *(card[0] for card in low)}


def _written(hand: Hand) -> str:
    return " ".join(in_hand_order(hand))
