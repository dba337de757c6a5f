"""Menus: the exact set of actions that the one actor may do, as verbs with domains.

A menu holds ranges, never lists of actions. `admit` is the only judge of legality: a game applies an action
after `admit` has let it pass, so what is listed and what is accepted are the same thing.

Each domain knows two answers. `clearly_has` is yes or "look closer", shape included, and is all that a usual
action needs. `breach` says what is wrong with an argument that has the shape.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple, cast, final

from refengine.actions import LARGEST_AMOUNT, Action, Argument, Extension, Verb, are_words, has_shape
from refengine.cards import Card, Cards
from refengine.compiling import mypyc_attr
from refengine.errors import NO_CLAUSE, ClauseId, IllegalAction, InvariantBroken, RefusalCode, SessionOver
from refengine.seating import Actor, Seats
from refengine.values import Value


class Breach(NamedTuple):
    """What is wrong with an argument; without a clause of its own it breaks the one that allows the verb."""

    code: RefusalCode
    clause: ClauseId


class Nothing(Value):
    """The verb takes no argument."""

    __slots__ = ()
    __match_args__: Final = ()

    def clearly_has(self, argument: Argument) -> bool:
        """An argument is not looked at."""
        del argument
        return True

    def breach(self, argument: Argument) -> Breach | None:
        """Nothing is wrong with an argument that is not looked at."""
        del argument
        return None


class Ceiling(NamedTuple):
    """An upper limit, and the clause that a higher amount breaks."""

    high: int
    clause: ClauseId


@mypyc_attr(acyclic=True, free_list_len=1)
class Amounts(Value):
    """Whole chips from `low` to `high`, both included; `high` None where nothing bounds it.

    The clauses say what an amount below or above breaks. Where several clauses limit an amount, `ceilings`
    are those (none lower than `high`) that a refusal names before `above`.
    """

    __slots__ = ("above", "below", "ceilings", "high", "low")
    __match_args__: Final = ("low", "high", "below", "above", "ceilings")

    def __init__(
        self,
        low: int,
        high: int | None,
        below: ClauseId = NO_CLAUSE,
        above: ClauseId = NO_CLAUSE,
        ceilings: tuple[Ceiling, ...] = (),
    ) -> None:
        self.low: Final = low
        self.high: Final = high
        self.below: Final = below
        self.above: Final = above
        self.ceilings: Final = ceilings

    def clearly_has(self, argument: Argument) -> bool:
        """Whether `argument` is among these amounts; where nothing bounds them, `breach` has to tell."""
        high = self.high
        return type(argument) is int and high is not None and self.low <= argument <= high

    def breach(self, argument: Argument) -> Breach | None:
        """Why `argument` is not among these amounts; None if it is."""
        assert isinstance(argument, int)
        if argument < self.low:
            return Breach("bad_amount", self.below)
        for ceiling in self.ceilings:
            if argument > ceiling.high:
                return Breach("bad_amount", ceiling.clause)
        if argument > (LARGEST_AMOUNT if self.high is None else self.high):
            return Breach("bad_amount", self.above)
        return None


@mypyc_attr(acyclic=True, free_list_len=1)
class SomeOf(Value):
    """Between `fewest` and `most` different cards of `cards`; `clause` limits their number."""

    __slots__ = ("cards", "clause", "fewest", "most")
    __match_args__: Final = ("cards", "fewest", "most", "clause")

    def __init__(self, cards: Cards, fewest: int, most: int, clause: ClauseId = NO_CLAUSE) -> None:
        self.cards: Final = cards
        self.fewest: Final = fewest
        self.most: Final = most
        self.clause: Final = clause

    def clearly_has(self, argument: Argument) -> bool:
        """Whether `argument` is a choice of these cards."""
        if type(argument) is not tuple:
            return False
        cards = self.cards
        for card in argument:
            if card not in cards or type(card) is not str:
                return False
        number = len(argument)
        return self.fewest <= number <= self.most and len(set(argument)) == number

    def breach(self, argument: Argument) -> Breach | None:
        """Why `argument` is no choice of these cards; None if it is one."""
        assert isinstance(argument, tuple)
        if len(set(argument)) != len(argument) or not set(self.cards).issuperset(argument):
            return Breach("bad_cards", NO_CLAUSE)
        return None if self.fewest <= len(argument) <= self.most else Breach("bad_cards", self.clause)


@mypyc_attr(acyclic=True, free_list_len=1)
class OneOf(Value):
    """One card of `cards`. A card of `held` that is not among them breaks `clause` (``must_follow``)."""

    __slots__ = ("cards", "clause", "held")
    __match_args__: Final = ("cards", "held", "clause")

    def __init__(self, cards: Cards, held: Cards = (), clause: ClauseId = NO_CLAUSE) -> None:
        self.cards: Final = cards
        self.held: Final = held
        self.clause: Final = clause

    def clearly_has(self, argument: Argument) -> bool:
        """Whether `argument` is one of these cards."""
        return argument in self.cards and type(argument) is str

    def breach(self, argument: Argument) -> Breach | None:
        """Why `argument` is none of these cards; None if it is one."""
        if argument in self.cards:
            return None
        return Breach("must_follow", self.clause) if argument in self.held else Breach("bad_cards", NO_CLAUSE)


class OrderOfCards(Value):
    """Every one of `cards`, in any order; `clause` says which cards are shuffled."""

    __slots__ = ("cards", "clause")
    __match_args__: Final = ("cards", "clause")

    def __init__(self, cards: Cards, clause: ClauseId = NO_CLAUSE) -> None:
        self.cards: Final = cards
        self.clause: Final = clause

    def clearly_has(self, argument: Argument) -> bool:
        """Whether `argument` is an order of these cards."""
        if not are_words(argument):
            return False
        return len(argument) == len(self.cards) and set(argument).issuperset(self.cards)

    def breach(self, argument: Argument) -> Breach | None:
        """Why `argument` is no order of these cards; None if it is one."""
        assert isinstance(argument, tuple)
        same = len(argument) == len(self.cards) and set(argument).issuperset(self.cards)
        return None if same else Breach("bad_cards", self.clause)


class OrderOfSeats(Value):
    """Every one of `seats`, in any order."""

    __slots__ = ("seats",)
    __match_args__: Final = ("seats",)

    def __init__(self, seats: Seats) -> None:
        self.seats: Final = seats

    def clearly_has(self, argument: Argument) -> bool:
        """Never: it takes the number of seats at the table to see that an order is well formed."""
        del argument
        return False

    def breach(self, argument: Argument) -> Breach | None:
        """An order that is no permutation of the seats is malformed, which comes first."""
        del argument
        return None


class AgreedHands(Value):
    """One more hand or any number of them, agreed to by every one of `seats`."""

    __slots__ = ("clause", "seats")
    __match_args__: Final = ("seats", "clause")

    def __init__(self, seats: Seats, clause: ClauseId = NO_CLAUSE) -> None:
        self.seats: Final = seats
        self.clause: Final = clause

    def clearly_has(self, argument: Argument) -> bool:
        """Never: an agreement is rare, and has parts of its own to be looked at."""
        del argument
        return False

    def breach(self, argument: Argument) -> Breach | None:
        """Why `argument` is not what everyone agreed to; None if it is."""
        assert isinstance(argument, Extension)
        if not 1 <= argument.hands <= LARGEST_AMOUNT:
            return Breach("bad_amount", self.clause)
        agreed = sorted(argument.agreed) == list(self.seats)
        return None if agreed else Breach("consent_required", self.clause)


Domain = Nothing | Amounts | SomeOf | OneOf | OrderOfCards | OrderOfSeats | AgreedHands
NOTHING: Final = Nothing()


@mypyc_attr(acyclic=True, free_list_len=1)
class Offer(Value):
    """One verb of a menu with the arguments that it may take; `clause` is what allows it."""

    __slots__ = ("clause", "domain", "verb")
    __match_args__: Final = ("verb", "domain", "clause")

    def __init__(self, verb: Verb, domain: Domain = NOTHING, clause: ClauseId = NO_CLAUSE) -> None:
        self.verb: Final = verb
        self.domain: Final = domain
        self.clause: Final = clause


@cache
def bare(verb: Verb, clause: ClauseId) -> Offer:
    """The offer of a verb without an argument; there is one for each clause that allows it."""
    return Offer(verb, NOTHING, clause)


@lru_cache(maxsize=1024)
def exactly(verb: Verb, amount: int, limit: ClauseId, clause: ClauseId) -> Offer:
    """The offer of one amount, which `limit` fixes. The same few amounts come again and again."""
    return Offer(verb, Amounts(amount, amount, limit, limit), clause)


class Withheld(Value):
    """A verb that is not in the menu although one would expect it, and why."""

    __slots__ = ("clause", "code", "verb")
    __match_args__: Final = ("verb", "code", "clause")

    def __init__(self, verb: Verb, code: RefusalCode, clause: ClauseId) -> None:
        self.verb: Final = verb
        self.code: Final = code
        self.clause: Final = clause


@cache
def not_yet(verb: Verb, clause: ClauseId) -> Withheld:
    """A verb that is not available now; there is one for each clause that keeps it out."""
    return Withheld(verb, "not_available", clause)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Menu(Value):
    """What `actor` may do. Nobody (None) and no offers once the session is over."""

    __slots__ = ("actor", "offers", "withheld")
    __match_args__: Final = ("actor", "offers", "withheld")

    def __init__(
        self, actor: Actor | None, offers: tuple[Offer, ...], withheld: tuple[Withheld, ...] = ()
    ) -> None:
        self.actor: Final = actor
        self.offers: Final = offers
        self.withheld: Final = withheld

    def offer(self, verb: Verb) -> Offer | None:
        """The offer for `verb`, if there is one."""
        for offer in self.offers:
            if offer.verb == verb:
                return offer
        return None


SESSION_OVER: Final = Menu(None, ())


def admit(menu: Menu, action: Action, seats: int) -> Offer:
    """The offer of `menu` that admits `action`, at a table of `seats`.

    Raises `IllegalAction` with the first reason that applies, in this order: the action is malformed, the
    session is over, it is another's turn, the verb is not in the menu, the argument is outside its domain.
    """
    if action.actor is menu.actor:  # the same object, so an actor of the right kind too
        verb = action.verb
        for offer in menu.offers:
            if offer.verb == verb:
                if offer.domain is NOTHING or offer.domain.clearly_has(action.argument):
                    return offer
                break
    return _admit_after_all(menu, action, seats)


def _admit_after_all(menu: Menu, action: Action, seats: int) -> Offer:
    """As `admit`, for what is not clear at first sight: reason by reason, in their order."""
    if not has_shape(action, seats):
        raise IllegalAction("malformed", NO_CLAUSE, action, menu)
    if action.actor != menu.actor:
        if menu.actor is None:
            raise SessionOver("session_over", NO_CLAUSE, action, menu)
        raise IllegalAction("not_your_turn", NO_CLAUSE, action, menu)
    verb = action.verb
    for offer in menu.offers:
        if offer.verb == verb:
            breach = offer.domain.breach(action.argument)
            if breach is None:
                return offer
            raise IllegalAction(breach.code, breach.clause or offer.clause, action, menu)
    for withheld in menu.withheld:
        if withheld.verb == verb:
            raise IllegalAction(withheld.code, withheld.clause, action, menu)
    raise IllegalAction("not_available", NO_CLAUSE, action, menu)


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
