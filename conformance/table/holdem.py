"""What holds wherever hold'em is played, asked of the sessions that an engine has played.

No text of this kit is about hold'em, so nothing is taken from one: who has no chips left is not asked, a bet
is answered by everyone who can, the last seat left takes the pot at once, five cards lie open where hands are
compared, each layer of the pot goes to the best of those who paid into it, and who sits left of the dealer
speaks first once cards lie open. Everything is worked out from the actions, the stacks and the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.convert import JsonObject
from conformance.random_play.courses import Done
from conformance.random_play.invariants import Broken
from conformance.random_play.probing import cards_in
from conformance.random_play.tables import Table
from refengine.table_scorer import ids_of, scorer_for

ON_CREDIT: Final = frozenset({"x-limit-holdem"})
"""Rule sets in which nobody runs out of chips."""
BOARD: Final = 5

ASKED: Final = "who has no chips left is not asked"
ANSWERED: Final = "a bet is answered by everyone who can"
TAKEN: Final = "the last seat left takes the pot at once"
OPEN: Final = "five cards lie open where hands are compared"
PAID: Final = "each layer of the pot goes to the best hand that paid into it"
LEADS: Final = "the first seat left of the dealer speaks first once cards lie open"
HEADS_UP: Final = "heads-up, the first to speak before the board is the last after it"

NAMES: Final = (ASKED, ANSWERED, TAKEN, OPEN, PAID, LEADS, HEADS_UP)
"""Every property, in the order in which they are looked at."""


class Turn(NamedTuple):
    """An action with the referee's views before and after it."""

    actor: int
    action: JsonObject
    before: JsonObject
    after: JsonObject


class Hand(NamedTuple):
    """One hand. `start`: the stacks before the blinds; `dealt`: the referee's view after the deal; `ended`:
    whether it was played to its end."""

    on_credit: bool
    start: tuple[float, ...]
    dealt: JsonObject
    cards: tuple[tuple[str, ...], ...]
    turns: tuple[Turn, ...]
    ended: bool


def broken_in(table: Table, history: Sequence[Done]) -> Iterator[Broken]:
    """What does not hold in a session."""
    for hand in hands_of(table, history):
        for name, check in _CHECKS.items():
            if (detail := check(hand)) is not None:
                yield Broken(name, detail)


def hands_of(table: Table, history: Sequence[Done]) -> Iterator[Hand]:
    """The hands of a session, one for each shuffle."""
    starts = [place for place, done in enumerate(history) if done.attempt.action.get("type") == "shuffle"]
    for place, after in pairwise([*starts, len(history)]):
        deal = history[place]
        start = _stacks(history[place - 1].sight.referee) if place else table.stacks
        turns = [
            Turn(done.attempt.actor, done.attempt.action, before.sight.referee, done.sight.referee)
            for before, done in pairwise(history[place:after])
            if isinstance(done.attempt.actor, int)
        ]
        last = turns[-1].after if turns else deal.sight.referee
        yield Hand(
            on_credit=table.rules in ON_CREDIT,
            start=start,
            dealt=deal.sight.referee,
            cards=tuple(tuple(cards_in(view.get("hand"))) for view in deal.sight.seats),
            turns=tuple(turns),
            ended=last.get("phase") in ("between", "over"),
        )


def _stacks(view: JsonObject) -> tuple[float, ...]:
    """Whole numbers, if the engine keeps to them."""
    stacks = view.get("stacks")
    told = stacks if isinstance(stacks, list) else []
    return tuple(chips if isinstance(chips, int | float) else 0 for chips in told)


def _board(view: JsonObject) -> tuple[str, ...]:
    return tuple(cards_in(view.get("board")))


def _folded(turns: Sequence[Turn]) -> set[int]:
    return {turn.actor for turn in turns if turn.action.get("type") == "fold"}


def _live(hand: Hand, turns: Sequence[Turn]) -> list[int]:
    """The seats that were dealt in and have not folded."""
    gone = _folded(turns)
    return [seat for seat, chips in enumerate(hand.start) if (chips or hand.on_credit) and seat not in gone]


def put_in(hand: Hand, turns: Sequence[Turn]) -> list[float]:
    """What every seat has put into the pot: its blind and the amounts of its actions."""
    if hand.turns or not hand.ended:
        put = [own - left for own, left in zip(hand.start, _stacks(hand.dealt), strict=True)]
    else:
        put = [0.0] * len(hand.start)  # it was over at once: nobody can tell
    for turn in turns:
        amount = turn.action.get("amount")
        put[turn.actor] += amount if isinstance(amount, int) else 0
    return put


# -- the checks: each tells what is wrong, or None


def _asked(hand: Hand) -> str | None:
    for turn in () if hand.on_credit else hand.turns:
        if _stacks(turn.before)[turn.actor] <= 0:
            listed = turn.before.get("menu")
            return f"seat {turn.actor} is all-in and may choose from {_verbs(listed)}"
    return None


def _verbs(menu: Json) -> str:
    listed = menu if isinstance(menu, list) else []
    return ", ".join(str(pattern.get("type")) for pattern in listed if isinstance(pattern, dict))


def _answered(hand: Hand) -> str | None:
    for place, turn in enumerate(hand.turns):
        next_street = len(_board(turn.after)) > len(_board(turn.before))
        done = hand.ended and place == len(hand.turns) - 1
        turns = hand.turns[: place + 1]
        live = _live(hand, turns)
        if len(live) < 2 or not (next_street or done):
            continue
        put = put_in(hand, turns)
        most = max(put[seat] for seat in live)
        for seat in live:
            left = hand.start[seat] - put[seat]
            if put[seat] < most and (left > 0 or hand.on_credit):
                return (
                    f"seat {seat} has put in {put[seat]} of {most} and has {left} left, and the betting is "
                    f"over after {_said(turn)}"
                )
    return None


def _said(turn: Turn) -> str:
    amount = turn.action.get("amount")
    return f"{turn.action.get('type')}{'' if amount is None else f' {amount}'} by seat {turn.actor}"


def _taken(hand: Hand) -> str | None:
    for place, turn in enumerate(hand.turns):
        live = _live(hand, hand.turns[: place + 1])
        if len(live) == 1 and turn.after.get("phase") not in ("between", "over"):
            return f"only seat {live[0]} is left, and seat {turn.after.get('actor')!r} is to act"
    return None


def _open(hand: Hand) -> str | None:
    if not hand.ended or not hand.turns or len(_live(hand, hand.turns)) < 2:
        return None
    board = _board(hand.turns[-1].after)
    return None if len(board) == BOARD else f"the hand is over with {len(board)} cards open"


def _leads(hand: Hand) -> str | None:
    """Asked of the first turn after each card that comes open; of two seats `_heads_up` asks more."""
    seats = len(hand.start)
    if len(_live(hand, ())) == 2:
        return None
    for before, turn in pairwise(hand.turns):
        dealer = turn.before.get("dealer")
        if len(_board(before.after)) == len(_board(before.before)) or type(dealer) is not int:
            continue
        live = _live(hand, hand.turns[: hand.turns.index(turn)])
        stacks = _stacks(turn.before)
        able = [seat for seat in live if stacks[seat] > 0 or hand.on_credit]
        order = sorted(able, key=lambda seat: (seat - dealer - 1) % seats)
        if order and turn.actor != order[0]:
            return f"with dealer {dealer}, seat {turn.actor} speaks first and not seat {order[0]}"
    return None


def _heads_up(hand: Hand) -> str | None:
    if len(_live(hand, ())) != 2 or not hand.turns:
        return None
    first = hand.turns[0].actor
    for turn in hand.turns:
        if _board(turn.before):
            again = turn.actor == first and min(_stacks(turn.before)) > 0
            return f"seat {first} speaks first before the board and after it" if again else None
    return None


def _paid(hand: Hand) -> str | None:
    live = _live(hand, hand.turns)
    last = hand.turns[-1].after if hand.turns else hand.dealt
    if not hand.ended or not hand.turns or (len(live) > 1 and len(_board(last)) != BOARD):
        return None
    put, end = put_in(hand, hand.turns), _stacks(last)
    got = [after - own + paid for after, own, paid in zip(end, hand.start, put, strict=True)]
    least, most = shares(hand, live, put)
    if all(low <= own <= high for low, own, high in zip(least, got, most, strict=True)):
        return None
    hands = "; ".join(f"seat {seat} {' '.join(hand.cards[seat])}" for seat in live)
    return f"put in {put}, paid out {got}, due at least {least}: {hands}; board {' '.join(_board(last))}"


def shares(hand: Hand, live: Sequence[int], put: Sequence[float]) -> tuple[list[float], list[float]]:
    """The least and the most that each seat can be paid, depending on who gets odd chips."""
    least: list[float] = [0] * len(put)
    most: list[float] = [0] * len(put)
    last = hand.turns[-1].after if hand.turns else hand.dealt
    levels = sorted({put[seat] for seat in live})
    below: float = 0
    for level in levels:
        top = max(put) if level == levels[-1] else level  # what a folded seat put in beyond is in the last
        pot = sum(min(paid, top) - min(paid, below) for paid in put)
        rivals = [seat for seat in live if put[seat] >= level]
        winners = _best(rivals, hand, _board(last)) if len(rivals) > 1 else rivals
        share, odd = divmod(pot, len(winners))
        for seat in winners:
            least[seat] += share
            most[seat] += share + odd
        below = level
    return least, most


def _best(seats: Sequence[int], hand: Hand, board: Sequence[str]) -> list[int]:
    scores = {seat: best_of_seven((*hand.cards[seat], *board)) for seat in seats}
    return [seat for seat in seats if scores[seat] == max(scores.values())]


def best_of_seven(cards: Sequence[str]) -> int:
    """The score of the best five of these cards."""
    scorer = scorer_for("2", "standard")
    return max(scorer.scores(b"".join(map(bytes, combinations(ids_of(cards), BOARD)))))


_CHECKS: Final = dict(zip(NAMES, (_asked, _answered, _taken, _open, _paid, _leads, _heads_up), strict=True))
