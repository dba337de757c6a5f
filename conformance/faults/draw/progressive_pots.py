"""What the second Italian text alone says about parola pots, done wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conformance.faults.draw.texts import PRO
from conformance.faults.fault import Fault
from conformance.faults.tools import Swap, swapped, with_changed, without
from refengine.actions import Action
from refengine.draw import begin, carry, machine, settling, speaking
from refengine.draw.begin import everyone
from refengine.draw.state import Carry, Joining, Outcome, Play, State
from refengine.errors import NO_CLAUSE
from refengine.game import HandResult
from refengine.ledger import divide, pay, post
from refengine.menus import NOTHING, Amounts, Menu, Offer
from refengine.seating import Seat

C: Final = NO_CLAUSE
Enter = Callable[[Play], Outcome]
CarryOf = Callable[..., Carry]


# -- quotas
def _quotas(change: Callable[[Play, Seat, int], int]) -> Swap:
    """Other quotas than those that a parola leaves."""

    def wrong(right: CarryOf, play: Play, policy: object) -> Carry:
        found = right(play, policy)
        quotas = tuple((seat, change(play, seat, quota)) for seat, quota in found.quotas)
        return found._replace(quotas=quotas)

    return Swap(speaking, "carry_of", wrong)


def _all_sit_out(right: CarryOf, play: Play, policy: object) -> Carry:
    found = right(play, policy)
    out = tuple(seat for seat, quota in found.quotas if quota > 0)
    return found._replace(quotas=(), sitting_out=tuple(sorted({*found.sitting_out, *out})))


def _whole_bet(play: Play, _: Seat, __: int) -> int:
    return play.chips.bets[play.hand.live[0]]


def _share_of_the_pot(play: Play, _: Seat, __: int) -> int:
    return play.chips.pot // len(play.hand.live)


def _with_the_ante(_: Play, __: Seat, quota: int) -> int:
    return quota + 1 if quota else 0


Ask = Callable[[Play, Joining], Outcome]


def _pays_what_it_likes(state: State, menu: Menu) -> Menu:
    def moved(offer: Offer) -> Offer:
        assert isinstance(offer.domain, Amounts)
        return offer._replace(domain=offer.domain._replace(low=1))

    return with_changed(menu, "integrate", moved) if state.phase == "integrate" else menu


def _integrate(change: Callable[[Enter, Play], Outcome]) -> Swap:
    return Swap(machine.ENTER, "integrate", change)


def _from_seat_zero(right: Enter, play: Play) -> Outcome:
    with swapped(Swap(begin, "clockwise_after", lambda _, __, seats: tuple(sorted(seats)))):
        return right(play)


def _from_the_next_dealer(right: Enter, play: Play) -> Outcome:
    with swapped(Swap(begin, "clockwise_after", lambda turn, seat, seats: turn(seat + 1, seats))):
        return right(play)


def _short_are_asked(right: Enter, play: Play) -> Outcome:
    with swapped(Swap(Play, "payable", lambda _, __, ___, cost: cost)):
        return right(play)


def _credit_does_not_help(right: Enter, play: Play) -> Outcome:
    with swapped(Swap(Play, "payable", lambda _, p, seat, cost: min(cost, p.chips.stacks[seat]))):
        return right(play)


def _sat_out_once(right: Enter, play: Play) -> Outcome:
    session = play.session
    play.session = session._replace(carry=session.carry._replace(sitting_out=()))
    return right(play)


def _broke_by_quota(right: Callable[..., Outcome], play: Play, now: Joining, action: Action) -> Outcome:
    """A seat that pays its last chip as quota is not dealt in."""
    seat = now.queue[0]
    if action.verb != "integrate" or play.chips.stacks[seat] > begin.quota_of(play, seat) or play.on_credit:
        return right(play, now, action)
    play.chips = post(play.chips, seat, begin.quota_of(play, seat))
    return begin.ask_quota(play, Joining(now.queue[1:], now.part))


def _antes_first(right: Enter, play: Play) -> Outcome:
    """The next dealer's ante is posted before the quotas are asked for."""
    outcome = right(play)
    if not isinstance(outcome, str):
        dealer = Seat(play.session.button.due % len(play.chips.stacks))
        paid = play.payable(dealer, play.rules.pot.antes.amount)
        play.chips = post(play.chips, dealer, paid)
    return outcome


def _sits_out_for_good(right: Callable[[Play, HandResult], None], play: Play, result: HandResult) -> None:
    out = play.session.carry.sitting_out
    right(play, result)
    play.session = play.session._replace(carry=play.session.carry._replace(sitting_out=out))


QUOTAS: Final = (
    PRO.swapped(
        "no-quotas",
        "PRO-25",
        "carry",
        "Who had folded takes part in a parola pot without paying a quota.",
        _quotas(lambda *_: 0),
    ),
    PRO.swapped(
        "folded-seats-sit-out",
        "PRO-25",
        "carry",
        "Who had folded has no part in a parola pot and cannot pay for one.",
        Swap(speaking, "carry_of", _all_sit_out),
    ),
    PRO.swapped(
        "quota-of-the-whole-bet",
        "PRO-25r",
        "amount",
        "A quota does not take off what the folded seat had put in.",
        _quotas(_whole_bet),
    ),
    PRO.swapped(
        "quota-of-a-share",
        "PRO-25r",
        "amount",
        "A quota is an equal share of the pot.",
        _quotas(_share_of_the_pot),
    ),
    PRO.swapped(
        "quota-with-a-chip-on-top",
        "PRO-25r",
        "amount",
        "A quota is one chip more than what was missing.",
        _quotas(_with_the_ante),
    ),
    PRO.menus("quota-in-part", "PRO-25r", "amount", "A quota may be paid in part.", _pays_what_it_likes),
    PRO.menus(
        "quota-is-due",
        "PRO-25r",
        "menu",
        "A seat that can pay its quota cannot sit out.",
        lambda state, menu: without(menu, "sit_out") if state.phase == "integrate" else menu,
    ),
    PRO.swapped(
        "quotas-from-seat-zero",
        "PRO-25r",
        "order",
        "Quotas are asked for by seat number.",
        _integrate(_from_seat_zero),
    ),
    PRO.swapped(
        "quotas-from-the-next-dealer",
        "PRO-25r",
        "order",
        "Quotas are asked for from the left of the next dealer.",
        _integrate(_from_the_next_dealer),
    ),
    PRO.swapped(
        "short-seats-pay-quotas",
        "PRO-25r",
        "carry",
        "A seat that has less than its quota is asked for it all the same.",
        _integrate(_short_are_asked),
    ),
    PRO.swapped(
        "quotas-not-on-credit",
        "PRO-25r",
        "carry",
        "On credit a seat whose stack is smaller than its quota sits out.",
        _integrate(_credit_does_not_help),
    ),
    PRO.swapped(
        "sits-out-one-hand",
        "PRO-25r",
        "carry",
        "Who sat out is dealt in again for the next hand, though nobody has won the pot.",
        _integrate(_sat_out_once),
    ),
    PRO.swapped(
        "sits-out-for-good",
        "PRO-25r",
        "carry",
        "Who sat out is not dealt in again after the pot was won.",
        Swap(settling, "won", _sits_out_for_good),
        Swap(machine.ENTER["showdown"].__globals__, "won", _sits_out_for_good),
    ),
    PRO.swapped(
        "last-chip-as-quota-is-lost",
        "PRO-25r",
        "carry",
        "A seat that pays its last chip as quota is not dealt in.",
        Swap(begin, "act_integrate", _broke_by_quota),
    ),
    PRO.swapped(
        "ante-before-the-quotas",
        "PRO-25r",
        "order",
        "The ante is posted before quotas are asked for.",
        _integrate(_antes_first),
    ),
)


# -- dividing a parola pot
def _between(change: Callable[[State, Menu], Menu]) -> Callable[[State, Menu], Menu]:
    def changed(state: State, menu: Menu) -> Menu:
        return change(state, menu) if state.phase == "between" else menu

    return changed


DIVIDE: Final = Offer("divide_pot", NOTHING)


def _any_pot(right: Callable[[Play], tuple[Offer, ...]], play: Play) -> tuple[Offer, ...]:
    return right(play) or ((DIVIDE,) if play.chips.base > 0 else ())


def _any_pot_divided(right: Callable[[Play], None], play: Play) -> None:
    if not play.session.carry.sayers:
        session = play.session
        play.session = session._replace(carry=session.carry._replace(sayers=everyone(play)))
    right(play)


def _odd_chips_too(right: Callable[[Play], None], play: Play) -> None:
    sayers, before = play.session.carry.sayers, play.chips
    right(play)
    shares = divide(before.base, sayers)
    play.chips = pay(before, shares)


def _among_all(right: Callable[[Play], None], play: Play) -> None:
    session = play.session
    play.session = session._replace(carry=session.carry._replace(sayers=everyone(play)))
    right(play)


def _keeping(**kept: bool) -> Callable[..., None]:
    """What a parola leaves is kept after its pot has been divided."""

    def wrong(right: Callable[[Play], None], play: Play) -> None:
        before = play.session
        right(play)
        if kept.get("rank"):
            play.session = play.session._replace(rank=before.rank)
        if kept.get("quotas"):
            play.session = play.session._replace(carry=before.carry._replace(sayers=()))

    return wrong


def _then_the_next(right: Callable[[Play, Action], Outcome], play: Play, action: Action) -> Outcome:
    outcome = right(play, action)
    return "next" if action.verb == "divide_pot" else outcome


def _division(wrong: Callable[..., None]) -> Swap:
    return Swap(carry, "divide_among_sayers", wrong)


DIVISION: Final = (
    PRO.menus(
        "parola-pot-stays-whole",
        "PRO-27",
        "menu",
        "A parola pot cannot be divided.",
        _between(lambda _, menu: without(menu, "divide_pot")),
    ),
    PRO.swapped(
        "any-pot-left-may-be-divided",
        "PRO-27",
        "menu",
        "A pot that nobody opened may be divided like one after a parola.",
        Swap(carry, "division", _any_pot),
        _division(_any_pot_divided),
    ),
    PRO.swapped(
        "division-begins-the-next-hand",
        "PRO-27",
        "order",
        "When a parola pot has been divided the next hand begins at once.",
        Swap(machine.PLAIN_ACT, "between", _then_the_next),
    ),
    PRO.swapped(
        "division-with-odd-chips",
        "PRO-27r",
        "settlement",
        "When a parola pot is divided the odd chips go to the seats too.",
        _division(_odd_chips_too),
    ),
    PRO.swapped(
        "division-among-all",
        "PRO-27r",
        "settlement",
        "A parola pot is divided among all seats, not those that said parola.",
        _division(_among_all),
    ),
    PRO.swapped(
        "kings-after-a-division",
        "PRO-27r",
        "carry",
        "After a parola pot has been divided kings are still needed to open.",
        _division(_keeping(rank=True)),
    ),
    PRO.swapped(
        "quotas-after-a-division",
        "PRO-27r",
        "carry",
        "After a parola pot has been divided the folded seats still owe their quotas.",
        _division(_keeping(quotas=True)),
    ),
)


FAULTS: Final[tuple[Fault, ...]] = (*QUOTAS, *DIVISION)
