"""How a session of Red Dog runs.

A session is one state machine. It is always in one of five phases, and in each but the last exactly one
actor has to act: the table, for everything that is chance or common agreement, or a seat.

* ``dealing_draw``: the table gives each seat a card for the first deal, again for those that tie. Skipped
  where the first dealer is given.
* ``shuffle``: a deal has begun. Who is dealt in and who deals is settled; the table brings the pack.
* ``betting``: one turn for each seat of the deal, from the left of the dealer to the dealer. A bet is
  decided at once by the next card of the pack, which the shuffle has fixed, so a turn is one action.
* ``between``: the deal is over. The table begins another one or ends the session.
* ``over``: the pool has been shared out; nobody acts.

Money moves without being asked in three places: all seats put an ante into the pool when the session
begins; they do so again before each deal, if that is agreed; and they do so whenever a winner has emptied
the pool, in the middle of that winner's action. After the first antes, after the antes of a later deal and
after each deal the machine counts the seats that have chips. Fewer than two end the session on the spot.

An action goes through ``apply``. The menu in the state judges it. The handler of the phase moves chips and
cards, and either asks the next seat of the same phase or leaves the phase with a signal; ``PHASES`` says
which phase a signal leads to, and ``_enter`` makes that phase's record and menu. Chips, events and cited
clauses gather in a ``Course`` on the way, which ends as a ``Step``; nothing of the old state changes.
"""

from typing import Final, Literal

from refengine.actions import Action, Verb
from refengine.admission import check_table, given_dealer
from refengine.cards import FULL_PACK, Cards, in_hand_order
from refengine.errors import NO_CLAUSE, ClauseId, IllegalAction, InvariantBroken, SetupError
from refengine.events import Cut, Dealt, Paid, Shown
from refengine.game import Observation, SessionResult, Setup, Step
from refengine.ledger import divide
from refengine.lots import Lots, lots_menu, outcome_of
from refengine.menus import SESSION_OVER, Menu, Offer, OrderOfCards, admit, amount_of, bare, cards_of
from refengine.options import OptionSpec, settle
from refengine.red_dog import betting, clauses
from refengine.red_dog.course import Course
from refengine.red_dog.observe import observe
from refengine.red_dog.rules import Antes, FirstDealer, Text, agree
from refengine.red_dog.state import (
    NO_CARDS,
    Betting,
    Between,
    Deal,
    DealingDraw,
    NoDeal,
    NoHandYet,
    Over,
    RedDogState,
    Shuffling,
    fresh_deal,
)
from refengine.seating import TABLE, Seat, Seats, all_seats, clockwise_after, clockwise_from

PhaseName = Literal["start", "dealing_draw", "shuffle", "betting", "between", "over"]
Signal = Literal["dealer_unknown", "dealer_known", "dealt", "all_had_turn", "next_deal", "too_few", "ended"]

PHASES: Final[dict[tuple[PhaseName, Signal], PhaseName]] = {
    ("start", "dealer_unknown"): "dealing_draw",
    ("start", "dealer_known"): "shuffle",
    ("start", "too_few"): "over",
    ("dealing_draw", "dealer_known"): "shuffle",
    ("shuffle", "dealt"): "betting",
    ("betting", "all_had_turn"): "between",
    ("betting", "too_few"): "over",
    ("between", "next_deal"): "shuffle",
    ("between", "too_few"): "over",
    ("between", "ended"): "over",
}

_BELONGS_TO: Final[dict[Verb, ClauseId]] = {
    "draw_dealer": clauses.HIGHEST_CARD_DEALS,
    "next_hand": clauses.BETWEEN_DEALS,
    "end_session": clauses.BETWEEN_DEALS,
}
"""The clause that gives a verb its place, and so denies it any other."""

_BETWEEN_MENU: Final = Menu(
    TABLE,
    (
        bare("next_hand", clauses.BETWEEN_DEALS),
        bare("end_session", clauses.BETWEEN_DEALS),
    ),
)


class RedDog:
    """Red Dog as one text has it."""

    def __init__(self, text: Text) -> None:
        self.name: Final = text.name
        self.fewest: Final = text.fewest
        self.most: Final = text.most
        self.options: Final[tuple[OptionSpec, ...]] = text.options

    def start(self, setup: Setup) -> Step[RedDogState]:
        """The first antes are paid, and the dealer is drawn or deals; `SetupError` if nobody can sit down."""
        check_table(setup, self.fewest, self.most, lowest_stack=0)
        if setup.state is not None:
            raise SetupError("a session of this game cannot begin in mid-game")
        agreement = agree(settle(self.options, setup.options), setup.seats)
        course = Course(agreement, setup.stacks, 0, 1, NoHandYet())
        dealer = given_dealer(setup) if agreement.first_dealer is FirstDealer.GIVEN else None
        course.antes(clauses.ANTE)
        course.cite(
            clauses.ANTE,
            clauses.ANTE_WHEN,
            *(spec.clause for spec in self.options if spec.name in setup.options),
        )
        if _too_few(course):
            return _enter(course, "start", "too_few", NoDeal())
        if dealer is None:
            return _enter(course, "start", "dealer_unknown", NoDeal())
        return _enter(course, "start", "dealer_known", _deal_from(course, dealer))

    def menu(self, state: RedDogState) -> Menu:
        """What the one actor may do."""
        return state.menu

    def apply(self, state: RedDogState, action: Action) -> Step[RedDogState]:
        """The step that `action` leads to; `IllegalAction` if the menu does not admit it."""
        try:
            offer = admit(state.menu, action, len(state.stacks))
        except IllegalAction as refusal:
            raise _explained(refusal) from None
        course = Course(state.agreement, state.stacks, state.pool, state.deals, state.last)
        course.cite(offer.clause)
        match state.phase:
            case DealingDraw(lots):
                return _draw(course, lots, cards_of(action))
            case Shuffling(deal):
                return _enter(course, "shuffle", "dealt", _dealt(course, deal, cards_of(action)))
            case Betting() as turn:
                return _turn(course, turn, action)
            case Between(deal):
                return _between(course, deal, action)
            case _:
                raise InvariantBroken("a session that is over admits no action")

    def observe(self, state: RedDogState, seat: Seat | None) -> Observation:
        """What `seat` may know, or the referee (None)."""
        return observe(state, seat)


def _enter(course: Course, phase: PhaseName, signal: Signal, deal: Deal | NoDeal) -> Step[RedDogState]:
    """The phase that `signal` leads to from `phase`; `deal` is what it goes on with."""
    match PHASES[phase, signal], deal:
        case "dealing_draw", NoDeal():
            return _ask_lots(
                course, Lots(all_seats(len(course.stacks)), FULL_PACK), clauses.HIGHEST_CARD_DEALS
            )
        case "shuffle", Deal() as begun:
            shuffle = Offer("shuffle", OrderOfCards(FULL_PACK), clauses.DEAL)
            return course.step(Shuffling(begun), Menu(TABLE, (shuffle,)))
        case "betting", Deal() as dealt:
            return _ask(course, dealt, clockwise_after(dealt.dealer, dealt.dealt_in))
        case "between", Deal() as finished:
            course.cite(clauses.BETWEEN_DEALS)
            return course.step(Between(finished), _BETWEEN_MENU)
        case "over", last:
            return _over(course, last, clauses.DIVIDE_POOL if signal == "ended" else clauses.WITHOUT_CHIPS)
        case _:
            raise InvariantBroken(f"{signal} cannot leave {phase} with {deal!r}")


def _explained(refusal: IllegalAction) -> IllegalAction:
    """The same refusal, with the clause that keeps the verb out of the menu where there is one."""
    if refusal.reason != "not_available":
        return refusal
    clause = _BELONGS_TO.get(refusal.action.verb, NO_CLAUSE)
    return IllegalAction(refusal.reason, clause, refusal.action, refusal.allowed)


def _too_few(course: Course) -> bool:
    """Whether fewer than two seats have chips, which ends the session."""
    return len(course.seats_with_chips()) < 2


def _deal_from(course: Course, seat: Seat) -> Deal:
    """The deal that begins with `seat` as dealer, or with the next one to its left that can deal."""
    dealt_in = course.seats_with_chips()
    if len(dealt_in) < len(course.stacks):
        course.cite(clauses.WITHOUT_CHIPS)
    return fresh_deal(clockwise_from(seat, dealt_in)[0], dealt_in)


def _ask_lots(course: Course, lots: Lots, clause: ClauseId) -> Step[RedDogState]:
    course.cite(clause)
    return course.step(DealingDraw(lots), lots_menu(lots, clause))


def _draw(course: Course, lots: Lots, cards: Cards) -> Step[RedDogState]:
    """One card face up to each of the seats that draw: the highest deals, or those that tie draw again."""
    for seat, card in zip(lots.seats, cards, strict=True):
        course.tell(Shown(seat, (card,), clauses.HIGHEST_CARD_DEALS))
    course.cite(clauses.ACE_HIGH)
    highest = outcome_of(lots, cards, FULL_PACK)
    if isinstance(highest, Lots):
        return _ask_lots(course, highest, clauses.DRAW_AGAIN)
    if course.stacks[highest] == 0:
        course.cite(clauses.DRAW_AGAIN)
    return _enter(course, "dealing_draw", "dealer_known", _deal_from(course, highest))


def _dealt(course: Course, deal: Deal, pack: Cards) -> Deal:
    """The hands of `deal`, one card at a time from the left of the dealer, from the top of `pack`."""
    order = clockwise_after(deal.dealer, deal.dealt_in)
    used = len(order) * course.agreement.hand_size
    hands = [NO_CARDS] * len(course.stacks)
    course.tell(Cut(_right_of(deal), clauses.DEAL))
    for place, seat in enumerate(order):
        hands[seat] = in_hand_order(pack[place : used : len(order)])
        course.tell(Dealt(seat, hands[seat], (seat,), clauses.DEAL))
    course.cite(clauses.CLOCKWISE)
    return Deal(deal.dealer, deal.dealt_in, tuple(hands), pack[used:], (), (), ())


def _right_of(deal: Deal) -> Seat:
    """The seat of the deal at the dealer's right, who cuts."""
    return clockwise_after(deal.dealer, deal.dealt_in)[-2]


def _turn(course: Course, turn: Betting, action: Action) -> Step[RedDogState]:
    decide = betting.bet if action.verb == "bet" else betting.forfeit
    return _ask(course, decide(course, turn, amount_of(action)), turn.waiting[1:])


def _ask(course: Course, deal: Deal, waiting: Seats) -> Step[RedDogState]:
    """The next turn of `deal`, or its end."""
    turn = betting.next_turn(course, deal, waiting)
    if not isinstance(turn, betting.AllHadTurn):
        return course.step(*turn)
    betting.finish(course, deal)
    return _enter(course, "betting", "too_few" if _too_few(course) else "all_had_turn", deal)


def _between(course: Course, deal: Deal, action: Action) -> Step[RedDogState]:
    if action.verb == "end_session":
        return _enter(course, "between", "ended", deal)
    course.cite(clauses.ANTE_WHEN)
    if course.agreement.antes is Antes.EVERY_DEAL:
        course.antes(clauses.ANTE_WHEN)
    if _too_few(course):
        return _enter(course, "between", "too_few", deal)
    course.deals += 1
    course.cite(clauses.DEAL_PASSES, clauses.DEALER_MOVES_LEFT)
    return _enter(course, "between", "next_deal", _deal_from(course, Seat(deal.dealer + 1)))


def _over(course: Course, deal: Deal | NoDeal, clause: ClauseId) -> Step[RedDogState]:
    """The pool is shared out under `clause`, odd chips from the last dealer's left, and most chips win."""
    everyone = all_seats(len(course.stacks))
    entitled = course.seats_with_chips() or everyone
    last_dealer = deal.dealer if isinstance(deal, Deal) else everyone[-1]
    course.cite(clause)
    for seat, share in divide(course.pool, clockwise_after(last_dealer, entitled)):
        if share > 0:
            course.to_pool(seat, -share)
            course.tell(Paid(seat, share, clause))
    most = max(course.stacks)
    winners = tuple(seat for seat in everyone if course.stacks[seat] == most)
    course.cite(clauses.MOST_CHIPS_WIN)
    return course.step(Over(deal, SessionResult(tuple(course.stacks), winners, ())), SESSION_OVER)
