"""The state machine of a session of draw poker.

A session is a chain of phases. A phase is entered once its predecessor is left; on entering it either waits
for an actor (it answers with a menu, and notes the turn in the play) or is left at once with a signal. An
action is held against the menu (`admit`), applied by the phase that waits, and answered by the phase in the
same way: the next menu, or a signal. Signals are followed through `NEXT` until some phase waits again, so one
action can end a betting round, lead through a draw in which nobody is asked and a showdown, and stop in
``between``.

There is one chain for all texts. What a text does not have (an invitation, a blind, a reshuffle, quotas) is
a policy that says so, and its phase is left the moment it is entered. ``antes`` and ``showdown`` never wait:
they are automatic, and show only in what they cause. Hands begin in ``integrate``, where alone a pot left by
a parola asks for quotas, and end in ``between``; the session ends in ``over``, which is never left.

The signals: ``done`` leads on along the chain; ``won`` and ``left`` end the hand, with the pot taken or left
on the table; ``next``, ``again`` and ``ended`` are the table's words in between; ``broke`` ends the session
because fewer than two seats could be dealt in.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, assert_never

from refengine.actions import Action
from refengine.admission import ANY_BALANCE, check_table, given_dealer
from refengine.draw import begin, betting, blind, carry, exchange, showdown, speaking
from refengine.draw.absence import explained
from refengine.draw.observe import observe
from refengine.draw.policies import AgreedLength, DealerDrawn, Ladder
from refengine.draw.rules import DrawRules
from refengine.draw.state import (
    NOTHING_CARRIED,
    PLAIN,
    UNOPENED,
    BlindTurn,
    Button,
    CounterTurn,
    FacingCip,
    Hand,
    Joining,
    Layout,
    Outcome,
    Over,
    Phase,
    Plain,
    Play,
    Recycling,
    Round,
    Serving,
    Session,
    Signal,
    Speaking,
    State,
    Thinking,
)
from refengine.errors import ClauseId, IllegalAction, InvariantBroken, SetupError
from refengine.game import Observation, Setup, Step
from refengine.ledger import Chips
from refengine.menus import SESSION_OVER, Menu, admit
from refengine.options import OptionSpec, OptionValue, settle
from refengine.seating import Seat

NEXT: Final[dict[Phase, dict[Signal, Phase]]] = {
    "seating": {"done": "dealing_draw"},
    "dealing_draw": {"done": "integrate", "broke": "over"},
    "integrate": {"done": "antes"},
    "antes": {"done": "invite"},
    "invite": {"done": "shuffle"},
    "shuffle": {"done": "blind"},
    "blind": {"done": "opening"},
    "opening": {"done": "reshuffle", "won": "between", "left": "between"},
    "reshuffle": {"done": "draw"},
    "draw": {"done": "betting"},
    "betting": {"done": "showdown", "won": "between", "left": "between"},
    "showdown": {"won": "between"},
    "between": {"next": "integrate", "again": "between", "ended": "over", "broke": "over"},
}

ENTER: Final[dict[Phase, Callable[[Play], Outcome]]] = {
    "seating": begin.enter_seating,
    "dealing_draw": begin.enter_dealing_draw,
    "integrate": begin.enter_integrate,
    "antes": begin.enter_antes,
    "invite": begin.enter_invite,
    "shuffle": begin.enter_shuffle,
    "blind": blind.enter_blind,
    "opening": speaking.enter_opening,
    "reshuffle": exchange.enter_reshuffle,
    "draw": exchange.enter_draw,
    "betting": speaking.enter_betting,
    "showdown": showdown.enter_showdown,
    "between": carry.enter_between,
    "over": carry.enter_over,
}

SEATS: Final = ClauseId("DRW-20")
MOST_SEATS: Final = {"stripped": 9, "full": 10}
"""The most seats by the option `deck` (DRW-20)."""

PLAIN_ACT: Final[dict[Phase, Callable[[Play, Action], Outcome]]] = {
    "seating": begin.act_seating,
    "dealing_draw": begin.act_dealing_draw,
    "invite": begin.act_invite,
    "shuffle": begin.act_shuffle,
    "reshuffle": exchange.act_reshuffle,
    "between": carry.act_between,
}


SeldomTurn = Recycling | BlindTurn | CounterTurn | FacingCip | Thinking | Joining | Over


def act_seldom(play: Play, turn: SeldomTurn, action: Action) -> Outcome:
    """Apply an admitted action in a turn that few steps are."""
    match turn:
        case Recycling():
            return exchange.act_recycling(play, turn, action)
        case BlindTurn():
            return blind.act_blind(play, turn, action)
        case CounterTurn():
            return blind.act_counter(play, turn, action)
        case FacingCip():
            return speaking.act_cip(play, turn, action)
        case Thinking():
            return betting.act_round(play, turn.round, action)
        case Joining():
            return begin.act_integrate(play, turn, action)
        case Over():
            raise InvariantBroken("an action after the end")
        case _:
            assert_never(turn)


def settle_phase(play: Play, outcome: Outcome) -> Step[State]:
    """Follow signals until a phase waits, and make the next state of the play."""
    while type(outcome) is not Menu:
        play.phase = entered = NEXT[play.phase][outcome]
        outcome = ENTER[entered](play)
        if entered == "blind":
            begin.tell_deal(play, type(outcome) is Menu)
    state = State(play.rules, play.session, play.chips, play.hand, play.phase, play.turn, outcome)
    return Step(state, play.events, outcome, tuple(play.cites))


class DrawText(NamedTuple):
    """One source text: its options, and its rules once options and number of seats are settled."""

    name: str
    options: tuple[OptionSpec, ...]
    rules: Callable[[Mapping[str, OptionValue], int], DrawRules]


class DrawGame:
    """Five-card draw by one text, as a `Game`."""

    def __init__(self, text: DrawText) -> None:
        self._text = text

    @property
    def name(self) -> str:
        """The rule set's id."""
        return self._text.name

    @property
    def fewest(self) -> int:
        """The fewest seats."""
        return 2

    @property
    def most(self) -> int:
        """The most seats, with the full pack."""
        return 10

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """The house options of the text."""
        return self._text.options

    def start(self, setup: Setup) -> Step[State]:
        """Begin a session; `SetupError` if seats, stacks, dealer or options are not admitted."""
        options = settle(self.options, setup.options)
        on_credit = options["stakes"] == "credit"
        check_table(setup, 2, MOST_SEATS[str(options["deck"])], ANY_BALANCE if on_credit else 0)
        if setup.state is not None:
            raise SetupError("a session of draw poker cannot begin from a state")
        state = first_state(setup, self._text.rules(options, setup.seats))
        play = Play(state, [])
        for spec in self.options:
            if spec.name in setup.options or spec.name in ("deck", "stakes"):
                play.cites.append(spec.clause)
        play.cites.append(SEATS)
        return settle_phase(play, begin.enter_seating(play))

    def menu(self, state: State) -> Menu:
        """What the one actor may do now."""
        return state.menu

    def apply(self, state: State, action: Action) -> Step[State]:
        """The step that `action` leads to; `IllegalAction` if the menu does not admit it."""
        try:
            offer = admit(state.menu, action, len(state.chips.stacks))
        except IllegalAction as refusal:
            raise explained(refusal, state) from None
        play, turn = Play(state, [offer.clause]), state.turn
        # To miss with `isinstance` costs three times as much, a pattern more.
        if type(turn) is Round:
            outcome = betting.act_round(play, turn, action)
        elif type(turn) is Speaking:
            outcome = speaking.act_speaking(play, turn, action)
        elif type(turn) is Plain:
            outcome = PLAIN_ACT[state.phase](play, action)
        elif type(turn) is Serving:
            outcome = exchange.act_draw(play, turn, action)
        else:
            outcome = act_seldom(play, turn, action)
        return settle_phase(play, outcome)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """What `seat`, or the referee (None), may know."""
        return observe(state, seat)


def first_state(setup: Setup, rules: DrawRules) -> State:
    """The state before anything has happened."""
    drawn = isinstance(rules.table.first_dealer, DealerDrawn)
    due = Seat(0) if drawn else given_dealer(setup)
    openers = rules.opening.openers
    length = rules.table.length
    session = Session(
        Button(None, due),
        1,
        openers.ranks[0] if isinstance(openers, Ladder) else "",
        NOTHING_CARRIED,
        None,
        length.hands if isinstance(length, AgreedLength) else 0,
        setup.stacks,
    )
    hand = Hand((), (), Layout(((),) * setup.seats, (), (), ()), UNOPENED, False)
    chips = Chips(setup.stacks, 0, (0,) * setup.seats)
    return State(rules, session, chips, hand, "seating", PLAIN, SESSION_OVER)
