"""The table as it is drawn: what an implementation told of it, and the cards that the reference engine knows.

A picture is made of panels, one a seat, and of what lies in the middle. Equal panels of a case are drawn once
and used again, so nothing that changes with every step is part of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from conformance.adapters.protocol import Json
from conformance.compare import Difference
from conformance.convert import JsonObject
from conformance.lines import CardsLine
from conformance.report.html.layout import Spot, spots
from conformance.report.html.told import UNKNOWN, Told, as_cards

TALON: Final = 4
"""Cards of a talon, those included that have been turned up."""
_NOTHING_LIES: Final = frozenset({"dealing_draw", "shuffle", "between", "over"})
"""Phases in which there is no talon on the table."""

Cover = Literal["hand", "unseen", "shown", "told", "backs", "none"]
"""Who sees the cards before a seat.

`hand`: the seat; `unseen`: not even the seat, yet; `shown`: everybody; `told`: the seat, by what the
implementation told it; `backs`: nobody here; `none`: there are none.
"""


class Chips(NamedTuple):
    """A number of chips in letters, and how many discs are drawn for it."""

    text: str
    discs: int


class Held(NamedTuple):
    """The cards before a seat."""

    cover: Cover
    cards: tuple[str, ...]


class Panel(NamedTuple):
    """A seat. `role` is ``in``, ``out`` or empty; of the `notes` the first stands beside the name, the
    second beside the chips."""

    seat: int
    at: Spot
    dealer: bool
    role: str
    chips: Chips
    held: Held
    notes: tuple[str, str]


class Fact(NamedTuple):
    """A few words in the middle; `wrong`: the case says otherwise."""

    text: str
    wrong: bool


class Row(NamedTuple):
    """Cards in the middle, each with what stands below it; an empty card is face down."""

    label: str
    cards: tuple[tuple[str, str], ...]
    wrong: bool


class Middle(NamedTuple):
    """What lies in the middle, from top to bottom."""

    facts: tuple[Fact, ...]
    pot_label: str
    pot: Chips
    pot_wrong: bool
    rows: tuple[Row, ...]


class Deed(NamedTuple):
    """What was done in a few letters, and by which seat; None: by the table. `tried`: it is to be refused."""

    seat: int | None
    text: str
    tried: bool


class Picture(NamedTuple):
    """A table. `actor`: the panel whose turn it is; `wrong`: panels about which the case says otherwise;
    `known`: whether the cards in hand are known; `deed`: what led to it, if anybody did anything; `fresh`:
    whether it was told then, or is the last one that was."""

    panels: tuple[Panel, ...]
    middle: Middle
    actor: int | None
    wrong: tuple[int, ...]
    known: bool
    deed: Deed | None
    fresh: bool = True


class Look(NamedTuple):
    """The eyes of a seat, which has been told that it holds `hand`."""

    seat: int
    hand: Json


class Scene(NamedTuple):
    """What is known at one moment. `look` None: the table is drawn with all cards."""

    seats: int
    view: JsonObject
    cards: CardsLine | None
    differences: Sequence[Difference]
    look: Look | None
    deed: Deed | None


def draw(scene: Scene) -> Picture:
    """The picture of a scene with one to ten seats."""
    told = Told(scene.view)
    wrong = Wrong(scene.differences)
    panels = tuple(_panel(scene, told, seat, at) for seat, at in enumerate(spots(scene.seats)))
    actor = told.seat("actor")
    return Picture(
        panels=panels,
        middle=_middle(told, wrong),
        actor=actor if actor in range(scene.seats) else None,
        wrong=tuple(seat for seat in range(scene.seats) if seat in wrong.seats),
        known=scene.cards is not None,
        deed=scene.deed,
    )


class Wrong:
    """Where the differences lie: `keys` of the view, and `seats` that they are about."""

    def __init__(self, differences: Sequence[Difference]) -> None:
        self.keys = {difference.key.partition(".")[0] for difference in differences}
        self.seats = {seat for difference in differences for seat in _seats_of(difference)}

    def touches(self, *keys: str) -> bool:
        """Whether one of these keys differs."""
        return not self.keys.isdisjoint(keys)


_LISTS_BY_SEAT: Final = frozenset({"stacks", "scores", "pluses", "tricks_taken"})


def _seats_of(difference: Difference) -> Iterator[int]:
    """The seats of which the case says otherwise, as far as one can tell."""
    key, expected, got = difference.key, difference.expected, difference.got
    if key in _LISTS_BY_SEAT and isinstance(expected, list) and isinstance(got, list):
        yield from (seat for seat, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b)
    elif key == "seats_in" and isinstance(expected, list) and isinstance(got, list):
        yield from (seat for seat in range(10) if (seat in expected) != (seat in got))
    elif key in ("dealer", "actor") and type(got) is int:
        yield got
    elif key.startswith(("last_hand.payouts.", "last_hand.shown.")) and key.rpartition(".")[2].isdigit():
        yield int(key.rpartition(".")[2][:2])


# -- seats


def _panel(scene: Scene, told: Told, seat: int, at: Spot) -> Panel:
    seats_in = told.seats("seats_in")
    stack = told.at_seat("stacks", seat)
    role = "" if not seats_in else "in" if seat in seats_in else "out"
    held = _held(scene, told, seat)
    return Panel(
        seat=seat,
        at=at,
        dealer=told.seat("dealer") == seat,
        role=role,
        chips=chips(stack),
        held=held,
        notes=(_beside_name(told, seat, role), _beside_chips(told, seat)),
    )


def chips(number: Json) -> Chips:
    """A number of chips, or whatever stands in its place."""
    if type(number) is not int:
        return Chips(UNKNOWN if number is None else Told.worded(number, 8), 0)
    return Chips(Told.worded(number, 8), min(6, number.bit_length()) if number > 0 else 0)


def _held(scene: Scene, told: Told, seat: int) -> Held:
    by_engine = scene.cards or CardsLine()
    hand, unseen = by_engine.hands.get(str(seat), []), by_engine.unseen.get(str(seat), [])
    if shown := as_cards(_result(told).by_seat("shown").get(seat)):
        return Held("shown", shown)
    if scene.look is not None and scene.look.seat == seat:
        cards = as_cards(scene.look.hand)
        return Held("told", cards) if cards else Held("backs" if unseen else "none", tuple(unseen))
    if scene.look is not None:
        return Held("backs" if hand or unseen else "none", tuple(hand or unseen))
    if hand:
        return Held("hand", tuple(hand))
    return Held("unseen" if unseen else "none", tuple(unseen))


def _result(told: Told) -> Told:
    """The last hand, if no other has begun."""
    return told.inner("last_hand") if told.get("seats_in") == [] else Told({})


def _beside_name(told: Told, seat: int, role: str) -> str:
    result = _result(told)
    if seat in (result.seats("mucked") or ()):
        return "mucked"
    if role == "out":
        return "out"
    taken = told.at_seat("tricks_taken", seat)
    if taken is not None and role == "in":
        return f"{Told.worded(taken, 3)} taken"
    owes = told.get("owes")
    return f"owes {Told.worded(owes, 6)}" if told.seat("actor") == seat and owes not in (None, 0) else ""


def _beside_chips(told: Told, seat: int) -> str:
    paid = _result(told).by_seat("payouts").get(seat)
    words = [] if paid is None else [f"won {Told.worded(paid, 6)}"]
    score, pluses = told.at_seat("scores", seat), told.at_seat("pluses", seat)
    if score is not None:
        words.append(f"{Told.worded(score, 4)} {'pt' if score == 1 else 'pts'}")
    if pluses is not None and pluses != 0:
        words.append(f"{Told.worded(pluses, 4)} plus")
    return " ".join(words)


# -- the middle


def _middle(told: Told, wrong: Wrong) -> Middle:
    return Middle(
        facts=tuple(_facts(told, wrong)),
        pot_label="bank" if told.has("scores") else "pot",
        pot=chips(told.get("pot")),
        pot_wrong=wrong.touches("pot"),
        rows=tuple(row for row in (_turned(told, wrong), _trick(told, wrong)) if row.cards),
    )


def _facts(told: Told, wrong: Wrong) -> Iterator[Fact]:
    number = told.word("hand_number", 5)
    phase = told.word("phase").replace("_", " ")
    yield Fact(f"hand {number}: {phase}", wrong.touches("phase", "hand_number"))
    if told.get("actor") == "table":
        yield Fact("the table acts", wrong.touches("actor"))
    if told.has("opening_rank"):
        yield Fact(f"opens from {told.word('opening_rank', 3)}", wrong.touches("opening_rank"))
    if told.has("opener"):
        yield Fact(f"opener: seat {told.word('opener', 4)}", wrong.touches("opener"))
    if told.get("carried") is True:
        yield Fact("pot carried over", wrong.touches("carried"))
    if told.has("trump"):
        suit = told.word("trump", 8)
        yield Fact(f"trump: {SUITS.get(suit, suit)}", wrong.touches("trump"))
    if told.has("five"):
        yield Fact(f"na 5: seat {told.word('five', 4)}", wrong.touches("five"))
    if told.has("talon_holder"):
        yield Fact(f"talon: seat {told.word('talon_holder', 4)}", wrong.touches("talon_holder"))
    if _result(told).has("ended_by"):
        ended = _result(told).word("ended_by").replace("_", " ")
        yield Fact(f"ended by: {ended}", wrong.touches("last_hand"))


SUITS: Final[Mapping[str, str]] = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def _turned(told: Told, wrong: Wrong) -> Row:
    """Cards that everybody sees: those turned, the trump card, the talon."""
    if told.has("turned"):
        return Row("turned", tuple((card, "") for card in told.cards("turned")), wrong.touches("turned"))
    cards: list[tuple[str, str]] = []
    if told.has("turned_up"):
        cards.append((Told.worded(told.get("turned_up"), 3), "trump"))
    if told.has("talon") and not told.has("talon_holder") and told.get("phase") not in _NOTHING_LIES:
        talon = told.cards("talon")
        cards += [(card, "talon") for card in talon]
        cards += [("", "talon")] * (TALON - len(talon))
    return Row("", tuple(cards), wrong.touches("talon", "turned_up"))


def _trick(told: Told, wrong: Wrong) -> Row:
    """The trick that is being played, else the last one."""
    played = told.played("trick")
    if played or not told.has("last_trick"):
        cards = tuple((card, f"seat {seat}") for seat, card in played)
        return Row("trick", cards, wrong.touches("trick"))
    last = told.inner("last_trick")
    cards = tuple((card, f"seat {seat}") for seat, card in last.played("cards"))
    return Row(f"last trick: seat {last.word('taken_by', 4)}", cards, wrong.touches("last_trick"))
