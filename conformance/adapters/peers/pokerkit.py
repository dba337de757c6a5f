"""PokerKit as an implementation of five-card draw: one hand of `brazilian-pingo` with the full pack.

PokerKit has no five-card draw by these rules, but its `State` can be composed into one: two streets, an ante
from everyone, no limit. What it has no notion of is imposed here, and nothing else:

- chance: it is told which card to deal; the shuffles, the first one and those in the draw, are kept here;
- the draw: it deals after all have discarded, here each seat is served in turn from the same pack; how
  many cards a seat may change is nothing that it can be told, so the limit is kept here;
- who speaks first after the draw: it always begins at the dealer's left, here at the last raiser or opener;
- mesa: who has checked may raise in PokerKit, here not against an opening bet that nobody has raised;
- whole chips: it documents that chips may be any numbers, so what is no whole number is refused here;
- the table's turns: `shuffle`, and `between` after the one hand (there is no second), where the session ends.

Everything else is its own answer: who may act, the amounts, the pots, the hands, the payments. Its least
raise, its view of folding and of checks all round are not touched.
"""

from __future__ import annotations

import warnings
from importlib.metadata import version
from typing import Final

from conformance.adapters.peers.pokerkit_hand import Hand
from conformance.adapters.protocol import PROTOCOL_VERSION, Json, NotSupported, Rejection

RULES: Final = "brazilian-pingo"
OPTIONS: Final[dict[str, Json]] = {
    "deck": ["full"],
    "ranking": ["standard"],
    "ties": ["split"],
    "straight_flushes": ["linear"],
    "stakes": ["table"],
    "four_card_draw": ["anyone"],
    "bet_max": [None],
    "bet_min": {"min": 1, "max": None},
    "pingo": {"min": 1, "max": None},
}
CAPABILITIES: Final[list[Json]] = [
    "play", "menu", "pot", "stacks", "actor", "phase", "last_hand", "seat_view",
]  # fmt: skip


def _can_be(name: str, value: Json) -> bool:
    """Whether an option can have this value by the protocol, so that the engine need not be asked."""
    known = OPTIONS[name]
    return value in known if isinstance(known, list) else type(value) is int and value > 0


class PokerKit:
    """The methods of the protocol."""

    def __init__(self) -> None:
        self._hands: dict[str, Hand] = {}
        warnings.filterwarnings("ignore", module="pokerkit")

    def hello(self, protocol: Json, **_: Json) -> dict[str, Json]:
        """What can be asked fairly."""
        if not isinstance(protocol, list) or PROTOCOL_VERSION not in protocol:
            raise NotSupported(f"only protocol {PROTOCOL_VERSION} is spoken")
        return {
            "protocol": PROTOCOL_VERSION,
            "name": "PokerKit",
            "version": version("pokerkit"),
            "language": "Python",
            "homepage": "https://github.com/uoftcprg/pokerkit",
            "rules": {RULES: {"seats": {"min": 2, "max": 10}, "options": OPTIONS}},
            "capabilities": CAPABILITIES,
        }

    def new(
        self,
        session: str,
        rules: str,
        seats: int,
        stacks: list[int],
        dealer: int,
        options: dict[str, int] | None = None,
        **_: Json,
    ) -> dict[str, Json]:
        """Begin a hand."""
        if rules != RULES:
            raise NotSupported(f"PokerKit is asked about {RULES} alone")
        chosen = options or {}
        seated = type(seats) is int and 2 <= seats <= 10 and len(stacks) == seats
        whole = all(type(chips) is int for chips in stacks)
        if not seated or not whole or type(dealer) is not int or not 0 <= dealer < seats:
            raise Rejection("bad_setup", None, "that is no table")
        for name, value in chosen.items():
            if name not in OPTIONS or not _can_be(name, value):
                raise Rejection("bad_setup", None, f"{name} cannot be {value!r}")
        self._hands[session] = Hand(stacks, dealer, chosen.get("pingo", 1), chosen.get("bet_min", 1))
        return self._hands[session].view(None)

    def act(self, session: str, actor: Json, action: dict[str, Json]) -> dict[str, Json]:
        """Carry out an action."""
        if action.get("type") == "next_hand" and self._hands[session].phase == "between":
            raise NotSupported("PokerKit plays one hand")
        self._hands[session].act(actor, action)
        return self._hands[session].view(None)

    def view(self, session: str, seat: int | None = None) -> dict[str, Json]:
        """Look at the hand."""
        return self._hands[session].view(seat)

    def end(self, session: str) -> dict[str, Json]:
        """Forget the hand."""
        del self._hands[session]
        return {}

    def bye(self) -> dict[str, Json]:
        """Nothing is left to do."""
        return {}
