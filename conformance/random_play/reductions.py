"""Ways to make a session smaller: each tries plans that might do, the boldest first.

They know nothing of what is to be kept; the caller plays a plan and says whether it still differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from conformance.convert import JsonObject, action_to_json
from conformance.games import AnyGame
from conformance.random_play.false_starts import plainer, weight
from conformance.random_play.mending import Intent, Plan, plan_of
from conformance.random_play.moves import WEIGHTS
from conformance.random_play.packs import HAND
from conformance.random_play.reseating import rotated, without_seat
from conformance.random_play.sessions import Session, Turn
from refengine.actions import Action
from refengine.cards import FULL_PACK, Card, in_written_order
from refengine.menus import Amounts, Menu, Nothing, SomeOf

Measure = tuple[int, ...]
Reduction = Callable[[AnyGame, Session], Iterator[Plan]]

PLAIN_STACK: Final = 100
MANY: Final = 1000
"""Chips above this number are all the same to a reader."""
_SIMPLICITY: Final = {verb: place for place, verb in enumerate(WEIGHTS)}


def measure(session: Session) -> Measure:
    """How much there is to a session: what comes first counts most."""
    table = session.table
    return (
        len(session.turns) + len(session.false_starts),
        table.seats,
        len(table.options),
        int(table.state is not None),
        sum(stack != PLAIN_STACK for stack in table.stacks),
        len(set(table.stacks)),
        int(table.dealer not in (None, table.seats - 1)),
        sum(map(_weight, session.turns)) + sum(map(weight, session.false_starts)),
    )


def _weight(turn: Turn) -> int:
    """How much there is to an action: its type, cards that have to be named, chips."""
    order = shuffled(turn)
    if order:
        return top_of(order)
    cards = turn.action.get("cards")
    named = len(cards) if isinstance(cards, list) else 0
    amount = turn.action.get("amount")
    chips = min(amount, MANY) if isinstance(amount, int) else 0
    return named + chips + 4 * _place(turn.action) + int(turn.noted)


def _place(action: JsonObject) -> int:
    verb = action.get("type")
    return next((place for known, place in _SIMPLICITY.items() if known == verb), len(_SIMPLICITY))


def shuffled(turn: Turn) -> list[Card]:
    """The order that a shuffle brought about; empty where the turn is no legal shuffle."""
    cards = turn.action.get("cards")
    if turn.refusal is not None or turn.action.get("type") != "shuffle" or not isinstance(cards, list):
        return []
    return [Card(card) for card in cards if isinstance(card, str)]


def top_of(order: list[Card]) -> int:
    """How many cards of an order have to be named, the rest being as it is written."""
    top = max(len(order) - 1, 0)
    while top > 0 and FULL_PACK.index(order[top - 1]) < FULL_PACK.index(order[top]):
        top -= 1
    return top


# -- before the session


def fewer_false_starts(_: AnyGame, session: Session) -> Iterator[Plan]:
    """Without the false starts, or without one of them."""
    plan = plan_of(session)
    if plan.false_starts:
        yield plan._replace(false_starts=())
        for place in range(len(plan.false_starts)):
            rest = (*plan.false_starts[:place], *plan.false_starts[place + 1 :])
            yield plan._replace(false_starts=rest)


def plainer_false_starts(game: AnyGame, session: Session) -> Iterator[Plan]:
    """With false starts in which less is wrong, or less is said."""
    plan = plan_of(session)
    for place, one in enumerate(plan.false_starts):
        for other in plainer(game, one):
            new = (*plan.false_starts[:place], other, *plan.false_starts[place + 1 :])
            yield plan._replace(false_starts=new)


# -- turns


def without_attempts(_: AnyGame, session: Session) -> Iterator[Plan]:
    """Nothing is tried in vain but perhaps at the very end."""
    plan = plan_of(session)
    legal = [intent for intent in plan.intents[:-1] if not intent.forbidden]
    yield plan._replace(intents=(*legal, *plan.intents[-1:]))


def later_start(game: AnyGame, session: Session) -> Iterator[Plan]:
    """Without the first hands: the session begins with what they led to, as far as stacks can tell."""
    plan = plan_of(session)
    for place in reversed(range(len(session.turns))):
        turn = session.turns[place]
        if turn.refusal is None and turn.action.get("type") == "next_hand":
            ended = game.observe(session.before(place).state, None)
            dealer = game.observe(turn.after.state, None).dealer
            table = plan.table._replace(stacks=ended.stacks, dealer=dealer)
            yield Plan(table, plan.intents[place + 1 :])


def fewer_turns(_: AnyGame, session: Session) -> Iterator[Plan]:
    """Without some turns in a row, many before few, and the last ones before the first."""
    plan = plan_of(session)
    size = len(plan.intents) // 2
    while size:
        for start in range(len(plan.intents) - size, -1, -max(size // 2, 1)):
            yield plan._replace(intents=plan.intents[:start] + plan.intents[start + size :])
        size //= 2


def without_notes(_: AnyGame, session: Session) -> Iterator[Plan]:
    """Nobody says more than an action has to say."""
    plan = plan_of(session)
    if any(turn.noted for turn in session.turns):
        yield plan._replace(intents=tuple(map(_without_note, plan.intents)))


def _without_note(intent: Intent) -> Intent:
    return intent._replace(action={key: value for key, value in intent.action.items() if key != "note"})


def simpler_actions(_: AnyGame, session: Session) -> Iterator[Plan]:
    """In the place of an action another that was offered: a simpler one, or one that ends the hand."""
    plan = plan_of(session)
    for place, turn in enumerate(session.turns):
        if turn.refusal is None:
            for action in _others(session.before(place).menu, turn.action):
                intents = (*plan.intents[:place], Intent(turn.actor, action), *plan.intents[place + 1 :])
                yield plan._replace(intents=intents)


def _others(menu: Menu, action: JsonObject) -> Iterator[JsonObject]:
    for offer in menu.offers:
        own = offer.verb == action.get("type")
        if menu.actor is None:
            continue
        match offer.domain:
            case Nothing() if not own:
                yield action_to_json(Action(menu.actor, offer.verb))
            case Amounts(low) if not own or action.get("amount") != low:
                yield action_to_json(Action(menu.actor, offer.verb, low))
            case SomeOf(cards, fewest) if offer.verb == "discard":
                yield action_to_json(Action(menu.actor, offer.verb, cards[:fewest]))
            case _:
                pass


# -- the table


def fewer_seats(game: AnyGame, session: Session) -> Iterator[Plan]:
    """Without one of the seats."""
    if session.table.seats > game.fewest:
        for seat in reversed(range(session.table.seats)):
            yield without_seat(game, session, seat)


def fewer_options(_: AnyGame, session: Session) -> Iterator[Plan]:
    """With less agreed on."""
    plan = plan_of(session)
    options = plan.table.options
    if len(options) > 1:
        yield plan._replace(table=plan.table._replace(options={}))
    for name in options:
        others = {other: value for other, value in options.items() if other != name}
        yield plan._replace(table=plan.table._replace(options=others))


def plainer_chips(_: AnyGame, session: Session) -> Iterator[Plan]:
    """From the start, with round stacks."""
    plan = plan_of(session)
    table = plan.table
    if table.state is not None:
        yield plan._replace(table=table._replace(state=None))
    yield plan._replace(table=table._replace(stacks=(PLAIN_STACK,) * table.seats))
    for seat, stack in enumerate(table.stacks):
        for plain in (PLAIN_STACK, 10, 5):
            if stack != plain:
                stacks = (*table.stacks[:seat], plain, *table.stacks[seat + 1 :])
                yield plan._replace(table=table._replace(stacks=stacks))


def plainer_seating(game: AnyGame, session: Session) -> Iterator[Plan]:
    """With the last seat as the dealer."""
    table = session.table
    if table.dealer not in (None, table.seats - 1):
        yield rotated(game, session, table.seats - 1 - (table.dealer or 0))


# -- cards


def plainer_cards(_: AnyGame, session: Session) -> Iterator[Plan]:
    """With fewer cards laid, and hands of small cards."""
    plan = plan_of(session)
    for place, turn in enumerate(session.turns):
        for order in _plainer_orders(shuffled(turn), session.table.seats):
            intent = Intent(turn.actor, {**turn.action, "cards": [*order]})
            yield plan._replace(intents=(*plan.intents[:place], intent, *plan.intents[place + 1 :]))


def _plainer_orders(order: list[Card], seats: int) -> Iterator[list[Card]]:
    top = top_of(order)
    dealt = HAND * seats
    for kept in sorted({0, dealt, dealt + 1, dealt + 4, top // 2, top - 1}):
        if 0 <= kept < top:
            yield [*order[:kept], *in_written_order(order[kept:])]
    for seat in range(seats):
        yield _exchanged(order, range(seat, min(dealt, len(order)), seats), in_written_order(order[dealt:]))


def _exchanged(order: list[Card], places: Iterable[int], others: Iterable[Card]) -> list[Card]:
    """With `others` at these places, and what was there where they were."""
    new = list(order)
    for place, other in zip(places, others, strict=False):
        where = new.index(other)
        new[place], new[where] = other, new[place]
    return new


REDUCTIONS: Final[tuple[Reduction, ...]] = (
    fewer_false_starts,
    plainer_false_starts,
    without_attempts,
    without_notes,
    later_start,
    fewer_seats,
    fewer_turns,
    fewer_options,
    plainer_chips,
    plainer_seating,
    simpler_actions,
    plainer_cards,
)
"""All of them, in the order in which they are best tried."""
