"""The Brazilian text done wrong, from the draw on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PIN, is_speaking, policy
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, without
from refengine.actions import Action
from refengine.draw import exchange, machine, showdown, speaking
from refengine.draw.policies import NoReshuffle, OneMoreForFirst, OpenerAlways, PotStays, UpTo
from refengine.draw.rules import DrawRules
from refengine.draw.state import Opened, Outcome, Play, Serving, Speaking, State
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.ledger import Layer
from refengine.menus import NOTHING, Menu, Offer, SomeOf, cards_of
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]


# -- the reshuffle
def _without_folded_hands(right: Enter, play: Play) -> Outcome:
    hand = play.hand
    play.hand = hand._replace(layout=hand.layout._replace(folded=()))
    return right(play)


def _only_after_folds(right: Enter, play: Play) -> Outcome:
    return right(play) if play.hand.layout.folded else "done"


RESHUFFLE: Final = (
    PIN.ruled(
        "no-reshuffle",
        "PIN-10",
        "cards",
        "The draw is served from the stub as it is.",
        policy("exchange", reshuffle=NoReshuffle()),
    ),
    PIN.swapped(
        "folded-hands-stay-out",
        "PIN-10",
        "cards",
        "Only the stub is shuffled before the draw, without the folded hands.",
        Swap(machine.ENTER, "reshuffle", _without_folded_hands),
    ),
    PIN.swapped(
        "reshuffle-only-after-folds",
        "PIN-10",
        "cards",
        "If nobody has folded there is no shuffle before the draw.",
        Swap(machine.ENTER, "reshuffle", _only_after_folds),
    ),
)


# -- the draw
def _sizes(change: Callable[[UpTo | OneMoreForFirst], UpTo | OneMoreForFirst]) -> Callable[..., DrawRules]:
    def changed(rules: DrawRules) -> DrawRules:
        return policy("exchange", size=change(rules.exchange.size))(rules)

    return changed


def _three_for_anyone(size: UpTo | OneMoreForFirst) -> UpTo | OneMoreForFirst:
    return UpTo(3, C) if isinstance(size, UpTo) else size


def _four_for_nobody(size: UpTo | OneMoreForFirst) -> UpTo | OneMoreForFirst:
    return UpTo(4, C) if size == UpTo(3, size.clause) else size


def _four_for_all(size: UpTo | OneMoreForFirst) -> UpTo | OneMoreForFirst:
    return UpTo(4, C) if isinstance(size, OneMoreForFirst) else size


def _first_is(first: Callable[[Play], Seat]) -> Swap:
    """Whom `four_card_draw: first` lets change four."""

    def wrong(_: Enter, play: Play) -> Outcome:
        return exchange.ask(play, Serving(clockwise_after(play.dealer, play.hand.live), first(play)))

    return Swap(machine.ENTER, "draw", wrong)


def _opener(play: Play) -> Seat:
    lead = play.hand.lead
    return lead.opener if isinstance(lead, Opened) else play.dealer


def _from_the_opener(_: Enter, play: Play) -> Outcome:
    order = clockwise_from(_opener(play), play.hand.live)
    return exchange.ask(play, Serving(order, order[0]))


ActDraw = Callable[[Play, Serving, Action], Outcome]


def _served_from_own_discards(right: ActDraw, play: Play, now: Serving, action: Action) -> Outcome:
    """The discards are laid on the stub before the new cards come."""
    layout = play.hand.layout
    laid = cards_of(action)
    play.hand = play.hand._replace(layout=layout._replace(stub=laid + layout.stub))
    return right(play, now, action)


def _served_unseen(right: Callable[..., Outcome], play: Play, now: Serving) -> Outcome:
    """New cards come before the discards are laid down: a seat may throw a card that it has drawn."""
    outcome = right(play, now)
    if isinstance(outcome, str) or not isinstance(play.turn, Serving):
        return outcome
    seat = play.turn.queue[0]
    (offer,) = outcome.offers
    new = play.hand.layout.stub[:1]
    assert isinstance(offer.domain, SomeOf)
    domain = offer.domain._replace(cards=(*offer.domain.cards, *new))
    return Menu(seat, (offer._replace(domain=domain),))


def _all_shuffled_for_the_next(right: ActDraw, play: Play, now: Serving, action: Action) -> Outcome:
    layout = play.hand.layout
    if len(cards_of(action)) > len(layout.stub):
        together = layout._replace(stub=(), discards=layout.stub + layout.discards)
        play.hand = play.hand._replace(layout=together)
    return right(play, now, action)


DRAW: Final = (
    PIN.ruled(
        "three-cards-for-anyone",
        "PIN-11",
        "amount",
        "Nobody may change four cards where anyone may.",
        _sizes(_three_for_anyone),
    ),
    PIN.ruled(
        "four-cards-where-nobody-may",
        "PIN-11",
        "amount",
        "Everybody may change four cards where nobody may.",
        _sizes(_four_for_nobody),
    ),
    PIN.ruled(
        "four-cards-for-all-where-the-first-may",
        "PIN-11",
        "amount",
        "Everybody may change four cards where only the first seat may.",
        _sizes(_four_for_all),
    ),
    PIN.ruled(
        "five-cards", "PIN-11", "amount", "A seat may change all five cards.", _sizes(lambda _: UpTo(5, C))
    ),
    PIN.swapped(
        "four-cards-for-the-dealt-first",
        "PIN-11",
        "amount",
        "Where the first may change four, a first seat that has folded keeps the right to itself.",
        _first_is(lambda play: clockwise_after(play.dealer, play.hand.dealt_in)[0]),
    ),
    PIN.swapped(
        "four-cards-for-the-opener",
        "PIN-11",
        "amount",
        "Where the first may change four, the opener may.",
        _first_is(_opener),
    ),
    PIN.swapped(
        "draw-begins-with-the-opener",
        "PIN-11",
        "order",
        "The draw begins with the opener.",
        Swap(machine.ENTER, "draw", _from_the_opener),
    ),
    PIN.swapped(
        "discards-laid-on-the-stub",
        "PIN-12",
        "cards",
        "The discards are laid on the stub, and come back as the new cards.",
        Swap(exchange, "act_draw", _served_from_own_discards),
    ),
    PIN.swapped(
        "new-cards-before-the-discards",
        "PIN-12",
        "cards",
        "A seat sees a new card before it says what it changes.",
        Swap(exchange, "ask", _served_unseen),
    ),
    PIN.swapped(
        "rest-goes-to-the-next-seat",
        "PIN-13r",
        "cards",
        "If the pack does not suffice for a seat its rest is shuffled with the discards first.",
        Swap(exchange, "act_draw", _all_shuffled_for_the_next),
    ),
)


# -- the second round
def _leads(leader: Callable[[Play], Seat | None]) -> Swap:
    """Another seat leads after the draw, if there is one."""

    def wrong(right: Callable[[Play], tuple[Seat, int]], play: Play) -> tuple[Seat, int]:
        seat = leader(play)
        return right(play) if seat is None or play.phase != "betting" else (seat, seat)

    return Swap(speaking, "lead_seat", wrong)


def _left_of_dealer(play: Play) -> Seat:
    return clockwise_after(play.dealer, play.hand.live)[0]


def _left_of_dealer_if_all_in(play: Play) -> Seat | None:
    lead = play.hand.lead
    all_in = isinstance(lead, Opened) and not play.has_chips(lead.last)
    return _left_of_dealer(play) if all_in else None


FOLD: Final = Offer("fold", NOTHING)
StartRound = Callable[[Play, Seat, Seats, ClauseId], Outcome]
Bet = Callable[[Play, Seats, Seat, int], Outcome]


def _mesa_binds(right: Bet, play: Play, silent: Seats, seat: Seat, amount: int) -> Outcome:
    def start(begin: StartRound, p: Play, s: Seat, _: Seats, clause: ClauseId) -> Outcome:
        return begin(p, s, silent, clause)

    with swapped(Swap(speaking, "start_round", start)):
        return right(play, silent, seat, amount)


def _first_speaker(state: State) -> bool:
    return is_speaking(state, "betting") and isinstance(state.turn, Speaking) and not state.turn.silent


def _later_speaker(state: State) -> bool:
    return is_speaking(state, "betting") and not _first_speaker(state)


SECOND_ROUND: Final = (
    PIN.ruled(
        "opener-speaks-first-after-the-draw",
        "PIN-14",
        "order",
        "After the draw the opener speaks first, whoever raised last.",
        policy("betting", first=OpenerAlways(C, C)),
    ),
    PIN.swapped(
        "left-of-dealer-speaks-first-after-the-draw",
        "PIN-14",
        "order",
        "After the draw the seat left of the dealer speaks first.",
        _leads(_left_of_dealer),
    ),
    PIN.swapped(
        "left-of-dealer-speaks-for-the-all-in",
        "PIN-14r",
        "order",
        "If the last raiser is all-in the seat left of the dealer speaks first.",
        _leads(_left_of_dealer_if_all_in),
    ),
    PIN.menus(
        "no-second-check",
        "PIN-15",
        "menu",
        "After a check the following seats cannot check.",
        lambda state, menu: without(menu, "check") if _later_speaker(state) else menu,
    ),
    PIN.menus(
        "no-raise-after-the-draw",
        "PIN-15",
        "menu",
        "A bet after the draw cannot be raised.",
        lambda state, menu: without(menu, "raise") if state.phase == "betting" else menu,
    ),
    PIN.menus(
        "first-speaker-may-fold",
        "PIN-15r",
        "menu",
        "The first to speak after the draw may fold.",
        lambda state, menu: menu._replace(offers=(*menu.offers, FOLD)) if _first_speaker(state) else menu,
    ),
    PIN.menus(
        "no-fold-before-a-bet-after-the-draw",
        "PIN-15r",
        "menu",
        "After the draw nobody may fold before there is a bet.",
        lambda state, menu: without(menu, "fold") if _later_speaker(state) else menu,
    ),
    PIN.swapped(
        "mesa-binds-after-the-draw",
        "PIN-15r",
        "menu",
        "Who checked after the draw may not raise a bet.",
        Swap(speaking, "bet", _mesa_binds),
    ),
    PIN.ruled(
        "checks-leave-the-pot",
        "PIN-16",
        "settlement",
        "When all check after the draw the pot stays on the table.",
        policy("betting", silence=PotStays("no_bet", C, C, C)),
    ),
)


# -- the showdown
Cut = tuple[Layer, ...]


def _from_left_of_dealer(_: object, play: Play) -> Seats:
    return clockwise_after(play.dealer, play.hand.live)


def _bettor_last(right: Callable[[Play], Seats], play: Play) -> Seats:
    order = right(play)
    return order if play.last_bettor is None else (*order[1:], order[0])


def _always(*_: object) -> bool:
    return True


def _beaten_once(right: Callable[..., bool], play: Play, cut: Cut, shown: list[Seat], seat: Seat) -> bool:
    """A hand that only ties with the best is mucked."""
    if not right(play, cut, shown, seat):
        return False
    best = showdown.best_of(play, [*shown, seat])
    return best == (seat,) or seat not in best


def _main_pot_only(_: object, play: Play, __: Cut, shown: list[Seat], seat: Seat) -> bool:
    return seat in showdown.best_of(play, [*shown, seat])


def _lead_of_the_first_round(right: Callable[[Play], Seats], play: Play) -> Seats:
    return right(play) if play.last_bettor is not None else _from_left_of_dealer(None, play)


SHOWDOWN: Final = (
    PIN.swapped(
        "left-of-dealer-shows-first",
        "PIN-17",
        "order",
        "At the showdown the seat left of the dealer shows first.",
        Swap(showdown, "showing_order", _from_left_of_dealer),
    ),
    PIN.swapped(
        "bettor-shows-last",
        "PIN-17",
        "order",
        "At the showdown the last to bet or raise shows last.",
        Swap(showdown, "showing_order", _bettor_last),
    ),
    PIN.swapped(
        "everybody-shows",
        "PIN-17",
        "views",
        "At the showdown every hand is shown.",
        Swap(showdown, "would_share", _always),
    ),
    PIN.swapped(
        "ties-are-mucked",
        "PIN-17",
        "settlement",
        "A hand that is only as good as the best one shown is mucked, and takes nothing.",
        Swap(showdown, "would_share", _beaten_once),
    ),
    PIN.swapped(
        "side-pot-hands-are-mucked",
        "PIN-17",
        "settlement",
        "A hand that could only win a side pot is mucked.",
        Swap(showdown, "would_share", _main_pot_only),
    ),
    PIN.swapped(
        "left-of-dealer-shows-first-without-a-bet",
        "PIN-17",
        "order",
        "When all check after the draw the seat left of the dealer shows first.",
        Swap(showdown, "showing_order", _lead_of_the_first_round),
    ),
)
FAULTS: Final[tuple[Fault, ...]] = (*RESHUFFLE, *DRAW, *SECOND_ROUND, *SHOWDOWN)
