"""One session: here your own engine takes over.

What is written is the beginning of brazilian-pingo, up to the first turn: the pingos, the shuffle, the deal.
"""

from typing import Any

from actions import admit, is_whole
from cards import pack_from, sorted_hand
from refusals import Rejected, Unsupported

Json = Any
RULES = "brazilian-pingo"

# What hello says of the rule set: an option that is not named could be played with any value.
CLAIM: dict[str, Json] = {
    "seats": {"min": 2, "max": 9},
    "options": {
        "pingo": {"min": 1, "max": None},
        "bet_min": [1],
        "bet_max": [None],
        "four_card_draw": ["anyone"],
        "stakes": ["table"],
        "deck": ["stripped"],
        "ranking": ["flush_over_full"],
        "ties": ["split"],
        "straight_flushes": ["linear"],
    },
}

# What the rules know; from a numeric option null is left out.
OPTIONS: dict[str, Json] = {
    "pingo": {"min": 1, "max": None},
    "bet_min": {"min": 1, "max": None},
    "bet_max": {"min": 1, "max": None},
    "four_card_draw": ["anyone", "first", "nobody"],
    "stakes": ["table", "credit"],
    "deck": ["stripped", "full"],
    "ranking": ["standard", "flush_over_full"],
    "ties": ["suits", "split"],
    "straight_flushes": ["linear", "circular"],
}


class Session:
    def __init__(self, options: Json, seats: Json, stacks: Json, dealer: Json, **_: Json) -> None:
        check_options(options)
        check_table(seats, stacks, dealer)
        pingo: int = options.get("pingo", 1)
        if min(stacks) <= pingo:
            raise NotImplementedError("not written yet: seats that are short of chips (DRW-12, DRW-13)")
        self.seats: int = seats
        self.dealer: int = dealer
        self.stacks: list[int] = [stack - pingo for stack in stacks]  # PIN-1
        self.pot = seats * pingo
        self.pack = pack_from(str(min(7, 11 - seats)))  # DRW-16
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.phase = "shuffle"
        self.actor: int | str | None = "table"

    def menu(self) -> list[Json]:
        """Exactly what the actor may do."""
        if not isinstance(self.actor, int):
            return [{"type": "shuffle", "cards": {"order_of": self.pack}}]
        return [
            {"type": "fold"},  # PIN-3
            {"type": "check"},
            {"type": "bet", "amount": {"min": 1, "max": self.stacks[self.actor]}},  # PIN-4, DRW-6
        ]

    def act(self, actor: Json, action: Json) -> None:
        """Carry out an action, or raise and change nothing."""
        admit(self.menu(), self.actor, actor, action, self.seats)
        match action["type"]:
            case "shuffle":
                self.deal(action["cards"])
            case verb:
                raise NotImplementedError(f"not written yet: what comes of {verb} in the phase {self.phase}")

    def deal(self, cards: list[str]) -> None:
        """Five cards each, one at a time, from the dealer's left (DRW-4)."""
        first = (self.dealer + 1) % self.seats
        for place, card in enumerate(cards[: 5 * self.seats]):
            self.hands[(first + place) % self.seats].append(card)
        self.phase = "opening"
        self.actor = first  # PIN-2

    def view(self, viewer: Json) -> Json:
        """What a seat may know, or the referee (None)."""
        if viewer is not None and not is_seat(viewer, self.seats):
            raise ValueError(f"there is no seat {viewer!r}")
        view = {
            "phase": self.phase,
            "actor": self.actor,
            "dealer": self.dealer,
            "hand_number": 1,
            "pot": self.pot,
            "stacks": self.stacks,
            "seats_in": list(range(self.seats)),
            "owes": 0,
            "last_hand": None,
            "over": False,
            "opener": None,
            "carried": False,
        }
        if viewer is None or viewer == self.actor:
            view["menu"] = self.menu()
        if viewer is not None:
            view["hand"] = sorted_hand(self.hands[viewer])
        return view


def check_options(options: Json) -> None:
    """What the rules do not know is forbidden; what they know and hello does not claim is unsupported."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise Rejected("bad_setup", f"there is no option {name}")
        if holds(CLAIM["options"][name], value):
            continue
        if holds(OPTIONS[name], value):
            raise Unsupported(f"{name} cannot be {value!r} here")
        raise Rejected("bad_setup", f"{name} cannot be {value!r}")


def holds(values: Json, value: Json) -> bool:
    if isinstance(values, list):
        return any(type(one) is type(value) and one == value for one in values)
    return is_whole(value) and bool(values["min"] <= value)


def check_table(seats: Json, stacks: Json, dealer: Json) -> None:
    fewest, most = CLAIM["seats"]["min"], CLAIM["seats"]["max"]
    if not is_whole(seats) or not fewest <= seats <= most:
        raise Rejected("bad_setup", f"{seats!r} seats cannot play")
    is_list = isinstance(stacks, list) and len(stacks) == seats
    if not is_list or not all(is_whole(stack) and stack >= 0 for stack in stacks):
        raise Rejected("bad_setup", "one stack for every seat, of 0 or more whole chips")
    if not is_seat(dealer, seats):
        raise Rejected("bad_setup", "the first dealer is a seat")


def is_seat(value: Json, seats: int) -> bool:
    return is_whole(value) and 0 <= value < seats
