"""How a session of Ton runs.

A session is one state machine. In every phase but the last exactly one actor has to act: the table, for
everything that is chance or common agreement, or a seat. A session begins with the stakes and, where the
first dealer is not given, with ``dealing_draw``. Then deals follow one another:

* ``shuffle``: the table brings the pack. Hands, talon and the rest of the pack are fixed with it.
* ``announce``: all seats are asked in turn whether they undertake to take five tricks without a trump. The
  first that does ends the phase; if nobody does, the dealer shows the trump and has six cards.
* ``trump_from_stock``: a seat left of the dealer that holds no trump may look one out of the rest.
* ``exchange``: the right to the talon goes round; each refusal turns one of its four cards up.
* ``dealer_discard``: the dealer comes down to five cards.
* ``stay``: seats that are not obliged to play say whether they do.
* ``tricks``: five tricks, one action a card. Every trick is a point, and the fifteenth point of a seat ends
  the session in the middle of the deal. A seat that plays alone gets its five tricks without a card.
* ``no_trick``: seats that played and took nothing choose a plus or five points off; what an announcer that
  failed has to mark is marked before.
* ``between``: the table begins another deal or ends the session.

After an announcement the table's agreement decides on the way: to ``exchange`` as always, with the dealer's
sixth card unshown, or straight to ``tricks`` with the cards as dealt.

An action goes through ``apply``. The menu in the state judges it. The function in ``ACTS`` moves cards and
money, and either answers with the menu of whoever is asked next in the same phase, or leaves the phase with a
signal. ``PHASES`` says which phase a signal leads to, and the function in ``ENTRIES`` begins that phase: it
asks somebody, or, when there is nobody to ask, leaves with a signal in its turn, so that one action may run
through several phases. The deal that is left, the phase that asks, money, scores, events and cited clauses
gather in a ``Course`` on the way, which ends as a ``Step``; nothing of the old state changes. Playing a card,
the most frequent action, does without a course as long as the deal goes on.
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from refengine.actions import Action
from refengine.admission import ANY_BALANCE, check_table, given_dealer
from refengine.errors import IllegalAction, InvariantBroken
from refengine.events import Shown
from refengine.game import Observation, Setup, Step
from refengine.lots import Lots, lots_menu, outcome_of
from refengine.menus import Menu, admit, cards_of
from refengine.options import OptionSpec, settle
from refengine.seating import Seat, next_left
from refengine.ton import clauses, dealing, exchange, reckoning, staying, tricks
from refengine.ton.absence import explained
from refengine.ton.beginning import account_at_start
from refengine.ton.course import Course
from refengine.ton.observe import NAMES, observe
from refengine.ton.rules import PACK, FirstDealer, Text, agree
from refengine.ton.state import (
    Announcing,
    Between,
    Deal,
    DealerDiscarding,
    DealingDraw,
    Exchanging,
    Outcome,
    Over,
    Phase,
    PhaseName,
    Shuffling,
    Signal,
    Staying,
    TonState,
    Tricks,
    TrumpFromStock,
    WithoutTrick,
    fresh_deal,
)

PHASES: Final[dict[tuple[PhaseName, Signal], PhaseName]] = {
    ("start", "dealer_unknown"): "dealing_draw",
    ("start", "dealer_known"): "shuffle",
    ("dealing_draw", "dealer_known"): "shuffle",
    ("shuffle", "dealt"): "announce",
    ("announce", "trump_shown"): "trump_from_stock",
    ("announce", "five_with_exchange"): "exchange",
    ("announce", "five_as_dealt"): "tricks",
    ("trump_from_stock", "no_right"): "exchange",
    ("trump_from_stock", "declined"): "exchange",
    ("trump_from_stock", "taken"): "dealer_discard",
    ("exchange", "settled"): "dealer_discard",
    ("dealer_discard", "discarded"): "stay",
    ("stay", "settled"): "tricks",
    ("tricks", "played_out"): "no_trick",
    ("tricks", "fifteen"): "over",
    ("no_trick", "settled"): "between",
    ("between", "next_deal"): "shuffle",
    ("between", "ended"): "over",
}

ENTRIES: Final[dict[PhaseName, Callable[[Course, Deal], Outcome]]] = {
    "shuffle": dealing.enter_shuffle,
    "announce": dealing.enter_announce,
    "trump_from_stock": exchange.enter_trump_from_stock,
    "exchange": exchange.enter_exchange,
    "dealer_discard": exchange.enter_dealer_discard,
    "stay": staying.enter_stay,
    "tricks": tricks.enter_tricks,
    "no_trick": reckoning.enter_no_trick,
    "between": reckoning.enter_between,
    "over": reckoning.enter_over,
}
"""How each phase of a deal begins. ``dealing_draw`` comes before any deal and is begun by `Ton.start`."""

P = TypeVar("P", bound=Phase)
Act = Callable[[Course, Phase, Action], Outcome]


def _in(phase: type[P], act: Callable[[Course, P, Action], Outcome]) -> Act:
    """What is looked up by the name of `phase` is called with no other one."""
    del phase
    return cast(Act, act)


def _act_dealing_draw(course: Course, turn: DealingDraw, action: Action) -> Outcome:
    """One card face up to each of the seats that draw: the highest deals, or those that tie draw again."""
    lots, cards = turn.lots, cards_of(action)
    drawn = zip(lots.seats, cards, strict=True)
    course.events = tuple([Shown(seat, (card,), clauses.SESSION) for seat, card in drawn])
    course.cites.append(clauses.SESSION)
    dealer = outcome_of(lots, cards, PACK)
    if isinstance(dealer, Lots):
        return _ask_lots(course, dealer)
    course.deal = fresh_deal(dealer, course.seats)
    return "dealer_known"


def _ask_lots(course: Course, lots: Lots) -> Outcome:
    course.phase = DealingDraw(lots)
    return lots_menu(lots, clauses.SESSION)


def _act_between(course: Course, turn: Between, action: Action) -> Outcome:
    """The table goes on with the next dealer, or ends the session."""
    deal = turn.deal
    if action.verb == "end_session":
        course.deal = deal
        return "ended"
    course.next_deal()
    course.cites += _NEXT_DEAL
    course.deal = fresh_deal(next_left(deal.dealer, course.seats), course.seats)
    return "next_deal"


def _act_over(_: Course, __: Over, ___: Action) -> Outcome:
    raise InvariantBroken("a session that is over admits no action")


_NEXT_DEAL: Final = (clauses.SESSION, clauses.DEALER_MOVES_LEFT)

ACTS: Final[dict[PhaseName, Act]] = {
    "dealing_draw": _in(DealingDraw, _act_dealing_draw),
    "shuffle": _in(Shuffling, dealing.act_shuffle),
    "announce": _in(Announcing, dealing.act_announce),
    "trump_from_stock": _in(TrumpFromStock, exchange.act_trump_from_stock),
    "exchange": _in(Exchanging, exchange.act_exchange),
    "dealer_discard": _in(DealerDiscarding, exchange.act_dealer_discard),
    "stay": _in(Staying, staying.act_stay),
    "tricks": _in(Tricks, tricks.act_last_play),
    "no_trick": _in(WithoutTrick, reckoning.act_no_trick),
    "between": _in(Between, _act_between),
    "over": _in(Over, _act_over),
}
"""What an admitted action does in each phase; but for ``tricks``, where it is asked for last plays only."""


class Ton:
    """Ton as one text has it."""

    def __init__(self, text: Text) -> None:
        self.name: Final = text.name
        self.fewest: Final = text.fewest
        self.most: Final = text.most
        self.options: Final[tuple[OptionSpec, ...]] = text.options

    def start(self, setup: Setup) -> Step[TonState]:
        """The stakes are paid, and the dealer is drawn or deals; `SetupError` if nobody can sit down."""
        check_table(setup, self.fewest, self.most, ANY_BALANCE)
        agreement = agree(settle(self.options, setup.options))
        course = Course(*account_at_start(setup, agreement), (), clauses.SESSION)
        for spec in self.options:
            if spec.name in setup.options:
                course.cites.append(spec.clause)
        dealer = given_dealer(setup) if agreement.first_dealer is FirstDealer.GIVEN else None
        if setup.state is None:
            course.stakes(agreement.stake, clauses.SESSION)
        if dealer is None:
            return _settle(course, "start", _ask_lots(course, Lots(course.seats, PACK)))
        course.deal = fresh_deal(dealer, course.seats)
        return _settle(course, "start", "dealer_known")

    def menu(self, state: TonState) -> Menu:
        """What the one actor may do."""
        return state.menu

    def apply(self, state: TonState, action: Action) -> Step[TonState]:
        """The step that `action` leads to; `IllegalAction` if the menu does not admit it."""
        try:
            offer = admit(state.menu, action, len(state.scores))
        except IllegalAction as refusal:
            raise explained(refusal, state) from None
        phase = state.phase
        if type(phase) is Tricks:
            step = tricks.play(state, phase, action)
            if step is not None:
                return step
        name = NAMES[type(phase)]
        course = Course(state.account, state.scores, state.trick, offer.clause)
        return _settle(course, name, ACTS[name](course, phase, action))

    def observe(self, state: TonState, seat: Seat | None) -> Observation:
        """What `seat` may know, or the referee (None)."""
        return observe(state, seat)


def _settle(course: Course, phase: PhaseName, outcome: Outcome) -> Step[TonState]:
    """Follow signals until somebody is asked, or nobody any more."""
    while type(outcome) is not Menu:
        phase = PHASES[phase, outcome]
        outcome = ENTRIES[phase](course, course.deal)
    state = TonState(course.account, course.scores, course.phase, (), outcome)
    return Step(state, course.events, outcome, tuple(course.cites))
