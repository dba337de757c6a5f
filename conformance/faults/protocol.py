"""Engines that play by the rules and answer wrongly: to what is not legal, and to whoever looks.

These faults break the protocol and no clause of a text; there is one of each kind for every rule set that
can show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.faults.answers import (
    After,
    Excuse,
    Impatient,
    Leaky,
    Lenient,
    Strict,
    any_card_held,
    as_it_is,
    bool_is_number,
    clamped,
    cut_off,
    fined,
    held_only,
    member,
    nothing_further,
    odd_is_absent,
    one_if_missing,
    ten_is_t,
    text_is_number,
    told_as,
    unknown_is_pass,
    verb_before_turn,
    whoever_says_it,
    without_sign,
)
from conformance.faults.fault import Fault
from conformance.faults.maker import Maker
from conformance.faults.tools import Altered
from refengine.actions import Action
from refengine.errors import NO_CLAUSE, IllegalAction, RefusalCode
from refengine.game import Game, Observation
from refengine.menus import Amounts, Menu, Offer, bare
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat

PREFIXES: Final = {
    "brazilian-pingo": "pin",
    "italian-invito": "inv",
    "italian-progressive": "pro",
    "red-dog": "dog",
    "ton": "ton",
}
PROTOCOL: Final = ""
"""Stands in the place of a clause."""


# -- views
def _neighbours_hand(game: Game[object]) -> Callable[[object, Seat | None, Observation], Observation]:
    def change(state: object, seat: Seat | None, view: Observation) -> Observation:
        if seat is None:
            return view
        left = game.observe(state, Seat((seat + 1) % len(view.stacks)))
        return view._replace(hand=left.hand)

    return change


def _menu_for_all(game: Game[object]) -> Callable[[object, Seat | None, Observation], Observation]:
    return lambda state, _, view: view._replace(menu=game.menu(state))


def _hand_unsorted(_: object, __: object, view: Observation) -> Observation:
    return view if view.hand is None else view._replace(hand=view.hand[::-1])


def _menu_at_the_end(_: object, __: object, view: Observation) -> Observation:
    return view._replace(actor=Seat(0)) if view.result is not None else view


def _next_hand_at_the_end(_: object, seat: Seat | None, view: Observation) -> Observation:
    if view.result is None or seat is not None or view.menu is None:
        return view
    return view._replace(menu=view.menu._replace(offers=(bare("next_hand", NO_CLAUSE),)))


def _listed_beyond(_: object, __: object, view: Observation) -> Observation:
    """Ranges in menus end a chip too high; what is accepted does not change."""

    def beyond(offer: Offer) -> Offer:
        span = offer.domain
        if not isinstance(span, Amounts) or span.high is None or span.low == span.high:
            return offer
        return offer._replace(domain=span._replace(high=span.high + 1))

    if view.menu is None:
        return view
    return view._replace(menu=view.menu._replace(offers=tuple(map(beyond, view.menu.offers))))


def _chips_on_the_table_only(_: object, __: object, view: Observation) -> Observation:
    return view._replace(pot=max(0, view.pot - 1)) if view.pot else view


class Kinds(NamedTuple):
    """The rule sets that can show a fault."""

    amounts: tuple[str, ...] = ("pin", "inv", "pro", "dog")
    several_cards: tuple[str, ...] = ("pin", "inv", "pro", "ton")
    one_card: tuple[str, ...] = ("ton",)
    draw: tuple[str, ...] = ("pin", "inv", "pro")
    silent: tuple[str, ...] = ("pin", "inv", "pro", "ton")
    all: tuple[str, ...] = ("pin", "inv", "pro", "dog", "ton")


SETS: Final = Kinds()


Shown = Iterator[tuple[tuple[str, ...], Fault]]
"""Faults, each with the prefixes of the rule sets that can show it."""


def _wrapped(
    maker: Maker[object], name: str, says: str, make: Callable[[Game[object]], Altered[object]]
) -> Fault:
    return maker.altered(name, PROTOCOL, "refusal", says, make)


def _effects(maker: Maker[object]) -> Shown:
    """Refusals that do something, and actions that should have been refused or accepted."""
    wrapped = partial(_wrapped, maker)
    yield (
        SETS.all,
        wrapped("refusal-costs-a-chip", "A refusal costs seat 0 a chip.", lambda g: Leaky(g, fined)),
    )
    yield (
        SETS.silent,
        wrapped(
            "refusal-loses-the-turn",
            "An actor whose action is refused folds, passes or declines by that.",
            lambda game: Impatient(game, as_it_is),
        ),
    )
    yield SETS.all, wrapped("accepts-after-the-end", "After the end actions are accepted.", After)
    yield (
        SETS.amounts,
        wrapped("refuses-what-it-lists", "Of a range of amounts only the ends are accepted.", Strict),
    )


def _precedence(maker: Maker[object]) -> Shown:
    """Which reason comes first."""

    def excused(name: str, says: str, code: Callable[[IllegalAction], RefusalCode]) -> Fault:
        return _wrapped(maker, name, says, lambda game: Excuse(game, code))

    yield (
        SETS.all,
        excused(
            "end-is-no-turn",
            "After the end an action is refused because of whose turn it is.",
            told_as(session_over="not_your_turn"),
        ),
    )
    yield (
        SETS.all,
        excused(
            "turn-is-not-looked-at",
            "What is said out of turn is refused as not available.",
            told_as(not_your_turn="not_available"),
        ),
    )
    yield (
        SETS.all,
        excused(
            "verb-before-turn",
            "Whether an action is available is looked at before whose turn it is.",
            verb_before_turn,
        ),
    )


CODES: Final[tuple[tuple[tuple[str, ...], str, str, dict[str, RefusalCode]], ...]] = (
    (
        SETS.amounts,
        "amounts-are-not-available",
        "A wrong amount is refused as not available.",
        {"bad_amount": "not_available"},
    ),
    (SETS.all, "cards-are-malformed", "Wrong cards are refused as malformed.", {"bad_cards": "malformed"}),
    (
        ("inv", "pro"),
        "openers-are-not-told",
        "An opening without openers is refused as not available.",
        {"openers_required": "not_available"},
    ),
    (
        SETS.draw,
        "forbidden-raise-is-not-told",
        "A raise that a clause forbids is refused as not available.",
        {"raise_forbidden": "not_available"},
    ),
    (
        ("ton",),
        "following-is-not-told",
        "A card that does not follow is refused as a wrong card.",
        {"must_follow": "bad_cards"},
    ),
    (
        ("pro",),
        "consent-is-not-told",
        "An extension without consent is refused as a wrong amount.",
        {"consent_required": "bad_amount"},
    ),
)
"""Codes told for others."""


def _codes(maker: Maker[object]) -> Shown:
    for shown_by, name, says, codes in CODES:
        yield shown_by, _wrapped(maker, name, says, partial(Excuse, code=told_as(**codes)))


def _leniencies(maker: Maker[object]) -> Shown:
    """Actions that are taken for others."""

    def lenient(name: str, says: str, form: Callable[[Menu, Action], Action]) -> Fault:
        return _wrapped(maker, name, says, lambda game: Lenient(game, form))

    yield (
        SETS.all,
        lenient("anyone-may-act", "Whoever says it, an action counts for the actor.", whoever_says_it),
    )
    yield SETS.amounts, lenient("amounts-are-clamped", "A wrong amount is moved into its range.", clamped)
    yield SETS.amounts, lenient("amounts-without-sign", "The sign of an amount is overlooked.", without_sign)
    yield (
        SETS.several_cards,
        lenient(
            "cards-not-held-are-overlooked",
            "Cards that are not held, or named twice, are overlooked.",
            held_only,
        ),
    )
    yield (
        SETS.one_card,
        lenient(
            "another-card-is-played",
            "Instead of a card that may not be played another one is.",
            any_card_held,
        ),
    )


def _hearing(maker: Maker[object]) -> Shown:
    def heard(name: str, says: str, hears: Callable[[Json], Json]) -> Fault:
        fault = maker.fault(name, PROTOCOL, "refusal", says, lambda: maker.game)
        return fault._replace(hears=hears)

    yield SETS.amounts, heard("true-is-one", "True is taken for the number one.", member(bool_is_number))
    yield SETS.amounts, heard("text-is-a-number", "A number in quotes is a number.", member(text_is_number))
    yield SETS.all, heard("fractions-are-cut-off", "A number with a fraction is cut off.", member(cut_off))
    yield (
        SETS.amounts,
        heard("missing-amount-is-one", "A missing amount is taken for one chip.", one_if_missing),
    )
    yield (
        SETS.all,
        heard("cards-are-guessed", "`10h` and `TH` are taken for the ten of hearts.", member(ten_is_t)),
    )
    yield (
        SETS.all,
        heard(
            "unknown-is-not-available",
            "An unknown type of action is refused as not available.",
            unknown_is_pass,
        ),
    )
    yield (
        SETS.all,
        heard(
            "further-arguments-refused",
            "An action with an argument beyond those of its type is refused as malformed.",
            nothing_further,
        ),
    )
    yield (
        SETS.all,
        heard(
            "odd-actors-are-out-of-turn",
            "An actor that is neither a whole number nor `table` is refused as not having the turn.",
            odd_is_absent,
        ),
    )


def _views(maker: Maker[object]) -> Shown:
    game = maker.game
    yield (
        SETS.amounts,
        maker.views(
            "lists-what-it-refuses", PROTOCOL, "Menus list an amount that is refused.", _listed_beyond
        ),
    )
    for name, says, change in (
        (
            "sees-the-left-neighbours-hand",
            "A seat sees the hand of the seat to its left.",
            _neighbours_hand(game),
        ),
        ("menu-for-all", "Every seat sees the menu of the actor.", _menu_for_all(game)),
        ("hand-unsorted", "A hand is written from its lowest card up.", _hand_unsorted),
        ("actor-at-the-end", "After the end seat 0 is told as the actor.", _menu_at_the_end),
        ("menu-at-the-end", "After the end `next_hand` is still listed.", _next_hand_at_the_end),
        ("pot-a-chip-short", "The pot is told a chip too small.", _chips_on_the_table_only),
    ):
        yield SETS.all, maker.views(name, PROTOCOL, says, change)


def _all() -> Iterator[Fault]:
    for rules, prefix in PREFIXES.items():
        maker = Maker(prefix, GAMES[rules])
        for part in (_effects, _precedence, _codes, _leniencies, _hearing, _views):
            for shown_by, fault in part(maker):
                if prefix in shown_by:
                    yield fault


FAULTS: Final[tuple[Fault, ...]] = tuple(_all())
