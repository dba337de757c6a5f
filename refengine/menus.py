"""Menus: the exact set of actions that the one actor may do, as verbs with domains.

A menu holds ranges, never lists of actions. `admit` is the only judge of legality: a game applies an action
after `admit` has let it pass, so what is listed and what is accepted are the same thing.
"""

from functools import cache
from typing import Final, NamedTuple, assert_never, cast

from refengine.actions import LARGEST_AMOUNT, Action, Argument, Extension, Verb, has_shape
from refengine.cards import Card, Cards
from refengine.errors import NO_CLAUSE, ClauseId, IllegalAction, InvariantBroken, RefusalCode, SessionOver
from refengine.seating import Actor, Seats


class Nothing(NamedTuple):
    """The verb takes no argument."""


class Ceiling(NamedTuple):
    """An upper limit, and the clause that a higher amount breaks."""

    high: int
    clause: ClauseId


class Amounts(NamedTuple):
    """Whole chips from `low` to `high`, both included; `high` None where nothing bounds it.

    The clauses say what an amount below or above breaks. Where several clauses limit an amount, `ceilings`
    are those (none lower than `high`) that a refusal names before `above`.
    """

    low: int
    high: int | None
    below: ClauseId = NO_CLAUSE
    above: ClauseId = NO_CLAUSE
    ceilings: tuple[Ceiling, ...] = ()


class SomeOf(NamedTuple):
    """Between `fewest` and `most` different cards of `cards`; `clause` limits their number."""

    cards: Cards
    fewest: int
    most: int
    clause: ClauseId = NO_CLAUSE


class OneOf(NamedTuple):
    """One card of `cards`. A card of `held` that is not among them breaks `clause` (``must_follow``)."""

    cards: Cards
    held: Cards = ()
    clause: ClauseId = NO_CLAUSE


class OrderOfCards(NamedTuple):
    """Every one of `cards`, in any order; `clause` says which cards are shuffled."""

    cards: Cards
    clause: ClauseId = NO_CLAUSE


class OrderOfSeats(NamedTuple):
    """Every one of `seats`, in any order."""

    seats: Seats


class AgreedHands(NamedTuple):
    """One more hand or any number of them, agreed to by every one of `seats`."""

    seats: Seats
    clause: ClauseId = NO_CLAUSE


Domain = Nothing | Amounts | SomeOf | OneOf | OrderOfCards | OrderOfSeats | AgreedHands
NOTHING: Final = Nothing()


class Offer(NamedTuple):
    """One verb of a menu with the arguments that it may take; `clause` is what allows it."""

    verb: Verb
    domain: Domain = NOTHING
    clause: ClauseId = NO_CLAUSE


@cache
def bare(verb: Verb, clause: ClauseId) -> Offer:
    """The offer of a verb without an argument; there is one for each clause that allows it."""
    return Offer(verb, NOTHING, clause)


class Withheld(NamedTuple):
    """A verb that is not in the menu although one would expect it, and why."""

    verb: Verb
    code: RefusalCode
    clause: ClauseId


class Menu(NamedTuple):
    """What `actor` may do. Nobody (None) and no offers once the session is over."""

    actor: Actor | None
    offers: tuple[Offer, ...]
    withheld: tuple[Withheld, ...] = ()

    def offer(self, verb: Verb) -> Offer | None:
        """The offer for `verb`, if there is one."""
        for offer in self.offers:
            if offer.verb == verb:
                return offer
        return None


SESSION_OVER: Final = Menu(None, ())


class Breach(NamedTuple):
    """What is wrong with an argument; without a clause of its own it breaks the one that allows the verb."""

    code: RefusalCode
    clause: ClauseId


def breach_of(domain: Domain, argument: Argument) -> Breach | None:
    """What keeps `argument` out of `domain`; None if it is admitted. The argument has the verb's shape."""
    match domain:
        case Nothing():
            return None
        case Amounts(low, high, below, above, ceilings):
            assert isinstance(argument, int)
            if argument < low:
                return Breach("bad_amount", below)
            for ceiling in ceilings:
                if argument > ceiling.high:
                    return Breach("bad_amount", ceiling.clause)
            if argument > (LARGEST_AMOUNT if high is None else high):
                return Breach("bad_amount", above)
            return None
        case SomeOf(cards, fewest, most, clause):
            assert isinstance(argument, tuple)
            if len(set(argument)) != len(argument) or not set(argument) <= set(cards):
                return Breach("bad_cards", NO_CLAUSE)
            return None if fewest <= len(argument) <= most else Breach("bad_cards", clause)
        case OneOf(cards, held, clause):
            if argument in cards:
                return None
            return Breach("must_follow", clause) if argument in held else Breach("bad_cards", NO_CLAUSE)
        case OrderOfCards(cards, clause):
            assert isinstance(argument, tuple)
            same = len(argument) == len(cards) and set(argument) == set(cards)
            return None if same else Breach("bad_cards", clause)
        case OrderOfSeats():
            return None  # an order that is no permutation of the seats is malformed, which comes first
        case AgreedHands(seats, clause):
            assert isinstance(argument, Extension)
            if not 1 <= argument.hands <= LARGEST_AMOUNT:
                return Breach("bad_amount", clause)
            agreed = sorted(argument.agreed) == list(seats)
            return None if agreed else Breach("consent_required", clause)
        case _:
            assert_never(domain)


def admit(menu: Menu, action: Action, seats: int) -> Offer:
    """The offer of `menu` that admits `action`, at a table of `seats`.

    Raises `IllegalAction` with the first reason that applies, in this order: the action is malformed, the
    session is over, it is another's turn, the verb is not in the menu, the argument is outside its domain.
    """
    if not has_shape(action, seats):
        raise IllegalAction("malformed", NO_CLAUSE, action, menu)
    if menu.actor is None:
        raise SessionOver("session_over", NO_CLAUSE, action, menu)
    if action.actor != menu.actor:
        raise IllegalAction("not_your_turn", NO_CLAUSE, action, menu)
    offer = menu.offer(action.verb)
    if offer is None:
        for withheld in menu.withheld:
            if withheld.verb == action.verb:
                raise IllegalAction(withheld.code, withheld.clause, action, menu)
        raise IllegalAction("not_available", NO_CLAUSE, action, menu)
    if offer.domain is NOTHING:
        return offer
    breach = breach_of(offer.domain, action.argument)
    if breach is not None:
        raise IllegalAction(breach.code, breach.clause or offer.clause, action, menu)
    return offer


def amount_of(action: Action) -> int:
    """The amount of an admitted action whose verb takes one."""
    if not isinstance(action.argument, int):
        raise InvariantBroken(f"{action.verb} carries no amount")
    return action.argument


def card_of(action: Action) -> Card:
    """The card of an admitted action whose verb takes one."""
    if not isinstance(action.argument, str):
        raise InvariantBroken(f"{action.verb} carries no card")
    return action.argument


def cards_of(action: Action) -> Cards:
    """The cards, in order, of an admitted action whose verb takes several."""
    if not isinstance(action.argument, tuple):
        raise InvariantBroken(f"{action.verb} carries no cards")
    return cast(Cards, action.argument)  # `has_shape` has looked at every one of them
