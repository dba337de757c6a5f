"""Actions: who does what, with which argument.

About thirty verbs serve all games, and each takes one kind of argument (`ARGUMENT_KIND`). `check_shape`
refuses what no rule set could admit; whether an action is legal is the menu's question.
"""

from typing import Final, Literal, NamedTuple, TypeGuard

from refengine.cards import FULL_PACK, Card, Cards, is_card
from refengine.compiling import mypyc_attr
from refengine.seating import TABLE, Actor, Seats
from refengine.values import Value

Verb = Literal[
    "announce",
    "bet",
    "blind",
    "call",
    "check",
    "cip",
    "counter_blind",
    "decline",
    "discard",
    "divide_pot",
    "draw_dealer",
    "draw_seats",
    "end_session",
    "exchange",
    "extend",
    "fold",
    "forfeit",
    "integrate",
    "invite",
    "mark_plus",
    "next_hand",
    "open",
    "parola",
    "pass",
    "play",
    "raise",
    "shuffle",
    "sit_out",
    "stand",
    "stay",
    "take_trump",
    "think",
    "write_off",
]

ArgumentKind = Literal["nothing", "amount", "cards", "card", "seats", "extension"]

LARGEST_AMOUNT: Final = 2**53 - 1
"""Amounts stay below 2^53, so that every language can carry them."""


class Extension(NamedTuple):
    """The argument of `extend`: how many more hands, and the seats that agreed."""

    hands: int
    agreed: Seats


Argument = None | int | Card | Cards | Seats | Extension
"""None for verbs without an argument; an amount in chips; one card; several cards or seats in order."""

ARGUMENT_KIND: Final[dict[Verb, ArgumentKind]] = {
    "announce": "nothing",
    "bet": "amount",
    "blind": "amount",
    "call": "amount",
    "check": "nothing",
    "cip": "amount",
    "counter_blind": "amount",
    "decline": "nothing",
    "discard": "cards",
    "divide_pot": "nothing",
    "draw_dealer": "cards",
    "draw_seats": "seats",
    "end_session": "nothing",
    "exchange": "card",
    "extend": "extension",
    "fold": "nothing",
    "forfeit": "amount",
    "integrate": "amount",
    "invite": "amount",
    "mark_plus": "nothing",
    "next_hand": "nothing",
    "open": "amount",
    "parola": "nothing",
    "pass": "nothing",
    "play": "card",
    "raise": "amount",
    "shuffle": "cards",
    "sit_out": "nothing",
    "stand": "nothing",
    "stay": "nothing",
    "take_trump": "card",
    "think": "nothing",
    "write_off": "nothing",
}


@mypyc_attr(acyclic=True, free_list_len=1)
class Action(Value):
    """One action of one actor. `amount` arguments are the chips that move from the seat to the pot."""

    __slots__ = ("actor", "argument", "verb")
    __match_args__: Final = ("actor", "verb", "argument")

    def __init__(self, actor: Actor, verb: Verb, argument: Argument = None) -> None:
        self.actor: Final = actor
        self.verb: Final = verb
        self.argument: Final = argument


def _is_whole(value: object) -> bool:
    return type(value) is int


_CARD_NAMES: Final[frozenset[str]] = frozenset(FULL_PACK)


def are_words(argument: Argument) -> TypeGuard[tuple[str, ...]]:
    """Whether `argument` is a tuple of strings, cards or not."""
    if type(argument) is not tuple:
        return False
    for word in argument:  # noqa: SIM110 - asked of every shuffle, and a generator costs more
        if type(word) is not str:
            return False
    return True


def _is_tuple_of_cards(argument: Argument) -> bool:
    return are_words(argument) and _CARD_NAMES.issuperset(argument)


def _is_tuple_of_whole(value: object) -> bool:
    return type(value) is tuple and all(map(_is_whole, value))


def _is_order_of_seats(value: Argument, seats: int) -> bool:
    return (
        isinstance(value, tuple)
        and _is_tuple_of_whole(value)
        and set(value) == set(range(seats))
        and len(value) == seats
    )


def has_shape(action: Action, seats: int) -> bool:
    """Whether actor, verb and argument are of the kinds that the verb takes (else: ``malformed``).

    A bool, a float or a string is no amount; a negative whole number is one, though never a legal one. An
    order of seats must name each of the table's `seats` once.
    """
    if action.actor != TABLE and type(action.actor) is not int:
        return False
    kind = ARGUMENT_KIND.get(action.verb)
    if kind == "nothing":
        return True
    argument = action.argument
    if kind == "amount":
        return type(argument) is int
    if kind == "cards":
        return _is_tuple_of_cards(argument)
    return _has_rare_shape(kind, argument, seats)


def _has_rare_shape(kind: ArgumentKind | None, argument: Argument, seats: int) -> bool:
    match kind:
        case "card":
            return is_card(argument)
        case "seats":
            return _is_order_of_seats(argument, seats)
        case "extension":
            return (
                isinstance(argument, Extension)
                and _is_whole(argument.hands)
                and _is_tuple_of_whole(argument.agreed)
            )
        case _:
            return False
