"""OpenSpiel: three of its trick games, hearts, spades and oh hell.

They are none of this kit's rule sets, so they are held against what needs no text: cards, menus, views, and
that suit is followed and the highest card takes the trick. Imposed here, and nothing else:

- chance, which OpenSpiel leaves to whoever plays: the pack that the table has shuffled is dealt card by
  card through its chance nodes; in hearts the dealer's seat chooses among the directions in which cards are
  passed, in oh hell it is the dealer's, and as many tricks are played as the pack allows;
- words: a bid is a `bet` of so many, nil being 0; a card that is passed is a `discard` of one card.

Of its two calls the one that checks is used: `apply_action` is documented not to check, and indeed it lets
a revoke pass. The other one says with an error of its own that an action is not legal. Each seat's hand is
read from what OpenSpiel tells that seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, ClassVar, Final, NamedTuple

import pyspiel

from conformance.adapters.protocol import PROTOCOL_VERSION, Json, NotSupported, Rejection
from conformance.strict_json import JsonObject
from refengine.cards import FULL_PACK, in_hand_order, parse_card

ILLEGAL: Final = "illegal action"
"""What OpenSpiel says of an action that is not among the legal ones."""
HAND: Final = re.compile(r"(?:^ *[CDHS]:? (?:none|[2-9TJQKA]*) *\n){4}", re.MULTILINE)
"""A hand as it is told: four lines, each a suit and its ranks."""
BY_SUIT: Final = re.compile(r"([CDHS]):? ([2-9TJQKA]+)")
TRUMP: Final = re.compile(r"^Trump: ([CDHS])", re.MULTILINE)
SHUFFLE: Final[JsonObject] = {"type": "shuffle", "cards": {"order_of": list(FULL_PACK)}}


class Trick(NamedTuple):
    """A game: its name in OpenSpiel, who can play it, and its constant trump suit if it has one."""

    name: str
    seats: tuple[int, int]
    trump: str | None


GAMES: Final = {
    "x-hearts": Trick("hearts", (4, 4), None),
    "x-oh-hell": Trick("oh_hell", (3, 7), None),
    "x-spades": Trick("spades", (4, 4), "s"),
}


def _card(text: str) -> str | None:
    """The card in the protocol's form; both ``2C`` and ``C2`` are written."""
    both = (text[:1] + text[1:].lower(), text[1:] + text[:1].lower())
    return next((card for card in both if card in FULL_PACK), None)


class Session:
    """A deal."""

    def __init__(self, game: Trick, seats: int, dealer: int) -> None:
        self._game = game
        self._seats = seats
        self._dealer = dealer
        players = {"players": seats} if game.seats[0] != game.seats[1] else {}
        self._state: Any = pyspiel.load_game(game.name, players).new_initial_state()
        self._dealt = False

    # -- chance
    def shuffle(self, cards: Sequence[str]) -> None:
        """Deal, in the order of the pack."""
        order = list(cards)
        while self._state.is_chance_node():
            outcomes = {self._state.action_to_string(one): one for one in self._state.legal_actions()}
            dealt = {_card(text): action for text, action in outcomes.items()}
            if None in dealt:
                self._state.apply_action_with_legality_check(self._lot(list(outcomes.values())))
            else:
                self._state.apply_action_with_legality_check(dealt[order.pop(0)])
        self._dealt = True

    def _lot(self, outcomes: Sequence[int]) -> int:
        """What is no card: in hearts the direction, in oh hell the number of tricks and then the dealer."""
        if self._game.name == "hearts":
            passed = outcomes[1:]  # the first is that no cards are passed
            return passed[self._dealer % len(passed)]
        return outcomes[self._dealer] if self._state.history() else outcomes[-1]

    # -- where the deal stands
    @property
    def over(self) -> bool:
        return bool(self._state.is_terminal())

    @property
    def actor(self) -> Json:
        if self.over:
            return None
        return int(self._state.current_player()) if self._dealt else "table"

    @property
    def phase(self) -> str:
        if not self._dealt or self.over:
            return "over" if self.over else "shuffle"
        if any(_card(text) is None for text in self._legal()):
            return "bidding"
        taken = len(self._state.history()) - len(FULL_PACK) - 1
        return "passing" if self._game.name == "hearts" and taken < 3 * self._seats else "play"

    def _legal(self) -> dict[str, int]:
        """What OpenSpiel lists, by its words."""
        return {self._state.action_to_string(action): action for action in self._state.legal_actions()}

    def menu(self) -> list[Json]:
        """What OpenSpiel lists, after the end too."""
        if not self._dealt:
            return [SHUFFLE]
        return list(self._patterns())

    def _patterns(self) -> Iterator[Json]:
        cards: list[Json] = []
        for text in self._legal():
            card = _card(text)
            if card is None:
                yield {"type": "bet", "amount": _bid(text)}
            else:
                cards.append(card)
        if cards and self.phase == "passing":
            yield {"type": "discard", "cards": {"from": cards, "min": 1, "max": 1}}
        elif cards:
            yield {"type": "play", "card": {"one_of": cards}}

    # -- actions
    def act(self, actor: Json, action: JsonObject) -> None:
        """Hand an action on, or take the table's."""
        if self.over:
            raise Rejection("session_over")
        if actor != self.actor or isinstance(actor, bool):
            raise Rejection("not_your_turn")
        verb, cards = action.get("type"), action.get("cards")
        if not self._dealt:
            order = [str(card) for card in cards] if isinstance(cards, list) else []
            if verb != "shuffle" or sorted(order) != sorted(FULL_PACK):
                raise Rejection("bad_cards")
            self.shuffle(order)
            return
        words = {"bidding": "bet", "passing": "discard", "play": "play"}
        if verb != words[self.phase]:
            raise Rejection("not_available")
        given = action.get("amount") if verb == "bet" else action.get("card")
        if verb == "discard":
            given = cards[0] if isinstance(cards, list) and len(cards) == 1 else None
        self._apply(self._number(given))

    def _number(self, given: Json) -> int:
        """OpenSpiel's number of a card or bid, legal or not."""
        for number in range(self._state.num_distinct_actions()):
            text = self._state.action_to_string(number)
            if given == (_bid(text) if _card(text) is None else _card(text)):
                return number
        raise Rejection("bad_cards", None, f"OpenSpiel has no word for {given!r}")

    def _apply(self, number: int) -> None:
        try:
            self._state.apply_action_with_legality_check(number)
        except pyspiel.SpielError as error:
            if ILLEGAL in str(error):
                raise Rejection("not_available", None, str(error).splitlines()[0]) from error
            raise

    # -- views
    def view(self, seat: int | None) -> JsonObject:
        """The referee's view, or a seat's."""
        phase, actor = self.phase, self.actor
        trump = TRUMP.search(str(self._state))
        view: JsonObject = {
            "phase": phase,
            "actor": actor,
            "dealer": self._dealer,
            "hand_number": 1,
            "trump": trump[1].lower() if trump else self._game.trump,
            "last_trick": []
            if phase == "play"
            else None,  # who leads first can tell of one card; not claimed
            "over": phase == "over",
        }
        if seat is None or seat == actor:
            view["menu"] = self.menu()
        if seat is not None:
            view["hand"] = list(self._hand(seat)) if self._dealt and not self.over else []
        return view

    def _hand(self, seat: int) -> Sequence[str]:
        full = self._state.get_game().get_type().provides_information_state_string
        text = (self._state.information_state_string if full else self._state.observation_string)(seat)
        told_hand = HAND.search(text)
        if told_hand is None:
            raise ValueError(f"no hand is told in {text!r}")
        cards = [rank + suit.lower() for suit, ranks in BY_SUIT.findall(told_hand[0]) for rank in ranks]
        return in_hand_order(map(parse_card, cards))


def _bid(text: str) -> int | None:
    return 0 if text == "Nil" else int(text) if text.isdecimal() else None


class OpenSpiel:
    """The methods of the protocol."""

    homepage: ClassVar[str] = "https://github.com/google-deepmind/open_spiel"

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}

    def hello(self, protocol: Json, **_: Json) -> JsonObject:
        """What can be asked fairly."""
        if not isinstance(protocol, list) or PROTOCOL_VERSION not in protocol:
            raise NotSupported(f"only protocol {PROTOCOL_VERSION} is spoken")
        rules: JsonObject = {
            name: {"seats": {"min": game.seats[0], "max": game.seats[1]}} for name, game in GAMES.items()
        }
        return {
            "protocol": PROTOCOL_VERSION,
            "name": "OpenSpiel",
            "version": version("open_spiel"),
            "language": "C++",
            "homepage": self.homepage,
            "rules": rules,
            "capabilities": ["play", "menu", "actor", "phase", "details", "seat_view"],
        }

    def new(self, session: str, rules: str, seats: Json, dealer: Json, **_: Json) -> JsonObject:
        """Begin a deal; chips play no part."""
        game = GAMES.get(rules)
        if game is None:
            raise NotSupported(f"OpenSpiel is asked about {', '.join(GAMES)}")
        if type(seats) is not int or not game.seats[0] <= seats <= game.seats[1]:
            raise NotSupported(f"{rules} is not played by {seats!r}")
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise Rejection("bad_setup", None, "the dealer is none of the seats")
        self._sessions[session] = Session(game, seats, dealer)
        return self._sessions[session].view(None)

    def act(self, session: str, actor: Json, action: JsonObject) -> JsonObject:
        """Carry out an action."""
        self._sessions[session].act(actor, action)
        return self._sessions[session].view(None)

    def view(self, session: str, seat: int | None = None) -> JsonObject:
        """Look at the deal."""
        return self._sessions[session].view(seat)

    def end(self, session: str) -> JsonObject:
        """Forget the deal."""
        del self._sessions[session]
        return {}

    def bye(self) -> JsonObject:
        """Nothing is left to do."""
        return {}
