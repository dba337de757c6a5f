"""Actions: which arguments every type takes, and whether a menu admits an action."""

from collections.abc import Callable, Collection
from typing import Any

from cards import is_card
from refusals import Rejected

Json = Any
Check = Callable[[Json], bool]


def is_whole(value: Json) -> bool:
    return type(value) is int  # True is no number, and 2.0 is written with a fraction


def list_of(is_item: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(is_item, value))


NOTHING: dict[str, Check] = {}
AMOUNT: dict[str, Check] = {"amount": is_whole}
CARD: dict[str, Check] = {"card": is_card}
CARDS: dict[str, Check] = {"cards": list_of(is_card)}

# Every type of action of every rule set, with what its arguments must be.
ARGUMENTS: dict[str, dict[str, Check]] = {
    "shuffle": CARDS,
    "draw_dealer": CARDS,
    "draw_seats": {"seats": list_of(is_whole)},
    "extend": {"hands": is_whole, "agreed": list_of(is_whole)},
    **dict.fromkeys(("next_hand", "divide_pot", "end_session", "fold", "pass", "check"), NOTHING),
    **dict.fromkeys(("parola", "stand", "think", "decline", "sit_out", "announce", "stay"), NOTHING),
    **dict.fromkeys(("mark_plus", "write_off"), NOTHING),
    **dict.fromkeys(("blind", "counter_blind", "invite", "integrate", "cip", "forfeit"), AMOUNT),
    **dict.fromkeys(("open", "bet", "call", "raise"), AMOUNT),
    "discard": CARDS,
    "exchange": {"keep": is_card},
    "take_trump": CARD,
    "play": CARD,
}
WRONG = {"amount": "bad_amount", "hands": "bad_amount", "agreed": "consent_required"}


def admit(menu: list[Json], turn: Json, actor: Json, action: Json, seats: int) -> None:
    """Raise the refusal of an action that `menu`, the menu of the actor `turn`, does not admit.

    The order of the checks is the protocol's.
    """
    if not is_well_formed(actor, action, seats):
        raise Rejected("malformed")
    if turn is None:
        raise Rejected("session_over")
    if actor != turn:
        raise Rejected("not_your_turn")
    patterns = [pattern for pattern in menu if pattern["type"] == action["type"]]
    if not patterns:
        # Two codes say more, where that is the reason: openers_required and raise_forbidden.
        raise Rejected("not_available")
    for name in ARGUMENTS[action["type"]]:
        if not any(admits(pattern[name], action[name]) for pattern in patterns):
            raise Rejected(WRONG.get(name, "bad_cards"))


def is_well_formed(actor: Json, action: Json, seats: int) -> bool:
    if actor != "table" and not is_whole(actor):
        return False
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        return False
    checks = ARGUMENTS.get(action["type"])
    if checks is None or not all(check(action.get(name)) for name, check in checks.items()):
        return False
    return action["type"] != "draw_seats" or sorted(action["seats"]) == list(range(seats))


def admits(pattern: Json, value: Json) -> bool:
    """Whether a pattern of a menu (a constant, a range, one of, from, or an order) admits a value."""
    match pattern:
        case {"from": pool, "min": fewest, "max": most}:
            return bool(fewest <= len(value) <= most) and are_different(value, pool)
        case {"min": low, "max": high}:
            return bool(low <= value and (high is None or value <= high))
        case {"one_of": values}:
            return value in values
        case {"order_of": items}:
            return len(value) == len(items) and are_different(value, items)
        case _:
            return bool(pattern == value)


def are_different(items: Collection[Json], pool: Collection[Json]) -> bool:
    return len(set(items)) == len(items) and set(items) <= set(pool)
