"""All engines that are right and unlike the reference."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import count, groupby
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json, Rejection
from conformance.convert import JsonObject
from conformance.faults.different import claims, menus
from conformance.faults.different.rephrased import Rephrased
from refengine.cards import FULL_PACK


class Unlike(NamedTuple):
    """An engine that is right: `id` names it, `says` how it differs, `make` builds it."""

    id: str
    says: str
    make: Callable[[], object]


# -- views
def _with_more() -> object:
    """Some of the further keys differ from viewer to viewer, and one whenever somebody looks."""
    served = count()

    def more(view: JsonObject) -> JsonObject:
        viewer = "a seat" if "hand" in view else "the referee"
        return {**view, "you": viewer, "served": next(served), "debug": {"states": [1, 2]}}

    return Rephrased(view=more)


def _keys_backwards(view: JsonObject) -> JsonObject:
    return dict(reversed(view.items()))


def _lists_backwards(view: JsonObject) -> JsonObject:
    """The seats of lists without an order stand the other way round."""
    changed = dict(view)
    if isinstance(last := view.get("last_hand"), dict) and isinstance(mucked := last.get("mucked"), list):
        changed["last_hand"] = {**last, "mucked": mucked[::-1]}
    if isinstance(result := view.get("result"), dict) and isinstance(winners := result.get("winners"), list):
        changed["result"] = {**result, "winners": winners[::-1]}
    return changed


def _settled_through_seat_zero(view: JsonObject) -> JsonObject:
    """All payments go through seat 0, whose own ones vanish."""
    result = view.get("result")
    if not isinstance(result, dict) or not isinstance(transfers := result.get("transfers"), list):
        return view
    through: list[Json] = []
    for one in transfers:
        assert isinstance(one, dict)
        if one["from"] != 0:
            through.append({**one, "to": 0})
        if one["to"] != 0:
            through.append({**one, "from": 0})
    return {**view, "result": {**result, "transfers": through}}


def _hidden_as_null(view: JsonObject) -> JsonObject:
    """A menu that a seat may not see is told as null."""
    return view if "menu" in view else {**view, "menu": None}


def _payments_backwards(view: JsonObject) -> JsonObject:
    """Antes and payments are told in the opposite order of seats."""
    events = view.get("events")
    if not isinstance(events, list):
        return view
    told: list[Json] = []
    for kind, run in groupby(events, lambda event: event.get("type") if isinstance(event, dict) else None):
        of_kind = [*run]
        told += of_kind[::-1] if kind in ("ante", "paid", "uncalled") else of_kind
    return {**view, "events": told}


def _dealt_one_by_one(view: JsonObject) -> JsonObject:
    """Every card that is dealt is told by itself."""
    told: list[Json] = []
    events = view.get("events")
    for event in events if isinstance(events, list) else []:
        count = event.get("count") if isinstance(event, dict) and event.get("type") == "dealt" else None
        if not isinstance(event, dict) or not isinstance(count, int):
            told.append(event)
        elif isinstance(cards := event.get("cards"), list):
            told += [{**event, "count": 1, "cards": [card]} for card in cards]
        else:
            told += [{**event, "count": 1} for _ in range(count)]
    return {**view, "events": told}


def _on_the_side(view: JsonObject) -> JsonObject:
    """What a viewer knows anyway, and the whole pack in written order, in keys of its own."""
    pack: Json = [*map(str, FULL_PACK)]
    last = view.get("last_hand")
    return {
        **view,
        "pack": pack,
        "mine": view.get("hand"),
        "history": [last] if isinstance(last, dict) else [],
        "said": [event for event in _list(view.get("events")) if isinstance(event, dict)],
    }


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _without_events(view: JsonObject) -> JsonObject:
    return {key: value for key, value in view.items() if key != "events"}


def _standard_only(view: JsonObject) -> JsonObject:
    """Only what the smallest engine tells."""
    return {key: view[key] for key in ("actor", "over") if key in view}


# -- refusals
def _terse(rejection: Rejection) -> Rejection:
    return Rejection(rejection.code)


def _wordy(rejection: Rejection) -> Rejection:
    return Rejection(
        rejection.code, rejection.clause, f"Unfortunately this is not possible: {rejection}. " * 20
    )


def _other_part(rejection: Rejection) -> Rejection:
    """The clause is named without the mark of a ruling, or with it."""
    clause = rejection.clause
    other = None if clause is None else clause[:-1] if clause.endswith("r") else f"{clause}r"
    return Rejection(rejection.code, other, str(rejection))


def _without_code(rejection: Rejection) -> Rejection:
    return Rejection("no", None, str(rejection))


class Slow(Rephrased):
    """Takes its time."""

    def act(self, session: str, actor: Json = None, action: Json = None) -> JsonObject:
        time.sleep(0.0002)
        return super().act(session, actor, action)


def _all_of(changes: Sequence[claims.Claims]) -> claims.Claims:
    """One change of the claims after the other."""
    return lambda hello: reduce(lambda so_far, change: change(so_far), changes, hello)


def _with_claims(*changes: claims.Claims) -> Callable[[], object]:
    return partial(Rephrased, claims=_all_of(changes))


def _with_view(view: Callable[[JsonObject], JsonObject], *changes: claims.Claims) -> Callable[[], object]:
    return partial(Rephrased, view=view, claims=_all_of(changes))


def _with_refusal(refusal: Callable[[Rejection], Rejection], *changes: claims.Claims) -> Callable[[], object]:
    return partial(Rephrased, refusal=refusal, claims=_all_of(changes))


def _more_claimed(hello: JsonObject) -> JsonObject:
    return {**hello, "homepage": "https://example.org/cards", "author": "somebody", "build": 7}


DRAW_ONLY: Final = ("italian-invito", "italian-progressive", "brazilian-pingo")
FULL: Final = {"deck": ["full"], "ranking": ["standard"], "ties": ["split"], "straight_flushes": ["linear"]}

UNLIKE: Final[tuple[Unlike, ...]] = (
    Unlike("menus-backwards", "Menus are in the opposite order.", _with_view(menus.backwards)),
    Unlike(
        "amounts-one-by-one",
        "Ranges of amounts are listed one by one.",
        _with_view(menus.in_menu(menus.one_by_one)),
    ),
    Unlike(
        "amounts-in-halves",
        "Ranges of amounts are two that overlap.",
        _with_view(menus.in_menu(menus.in_halves)),
    ),
    Unlike(
        "single-ranges",
        "A single amount is a range of one.",
        _with_view(menus.in_menu(menus.with_single_ranges)),
    ),
    Unlike(
        "single-choices",
        "A single amount is a choice of one.",
        _with_view(menus.in_menu(menus.with_single_choices)),
    ),
    Unlike(
        "cards-one-by-one",
        "Choices of a card are listed one by one.",
        _with_view(menus.in_menu(menus.card_by_card)),
    ),
    Unlike(
        "cards-backwards",
        "Cards in menus are in another order.",
        _with_view(menus.in_menu(menus.in_other_order)),
    ),
    Unlike(
        "discards-by-number",
        "Discards are listed by the number of cards.",
        _with_view(menus.in_menu(menus.number_by_number)),
    ),
    Unlike(
        "patterns-twice", "Every pattern stands in the menu twice.", _with_view(menus.in_menu(menus.twice))
    ),
    Unlike("more-keys", "Views have further keys.", _with_more),
    Unlike(
        "known-cards-on-the-side",
        "Views repeat in further keys what their viewer knows, and the pack.",
        _with_view(_on_the_side),
    ),
    Unlike(
        "payments-backwards",
        "Antes and payments are told in another order.",
        _with_view(_payments_backwards),
    ),
    Unlike("dealt-one-by-one", "Every card dealt is told by itself.", _with_view(_dealt_one_by_one)),
    Unlike("more-claims", "The claims have further members.", _with_claims(_more_claimed)),
    Unlike("keys-backwards", "The keys of views are in another order.", _with_view(_keys_backwards)),
    Unlike(
        "seats-backwards",
        "Seats are listed in another order where none is asked for.",
        _with_view(_lists_backwards),
    ),
    Unlike("hidden-as-null", "A hidden menu is told as null.", _with_view(_hidden_as_null)),
    Unlike(
        "settled-through-one-seat",
        "Debts are settled through one seat.",
        _with_view(_settled_through_seat_zero),
    ),
    Unlike("terse-refusals", "Refusals have a code and nothing else.", _with_refusal(_terse)),
    Unlike("wordy-refusals", "Refusals have long messages.", _with_refusal(_wordy)),
    Unlike("clauses-otherwise", "Refusals name the other part of their clause.", _with_refusal(_other_part)),
    Unlike(
        "codes-of-its-own",
        "Refusals have codes of its own, and none is claimed.",
        _with_refusal(_without_code, claims.all_but("codes")),
    ),
    Unlike("slow", "Every action takes a little while.", Slow),
    Unlike(
        "one-session-at-a-time",
        "Only one session is played at a time.",
        _with_claims(claims.one_session_at_a_time),
    ),
    Unlike(
        "no-events",
        "Events are neither claimed nor told.",
        _with_view(_without_events, claims.all_but("events")),
    ),
    Unlike("no-seat-views", "Seats cannot look.", _with_claims(claims.all_but("seat_view"))),
    Unlike("no-details", "Further keys are not claimed.", _with_claims(claims.all_but("details"))),
    Unlike("no-menus", "Menus are not claimed.", _with_claims(claims.all_but("menu"))),
    Unlike("single-hands", "Only one hand a session is played.", _with_claims(claims.all_but("carry"))),
    Unlike("no-ranking", "Hands are not ranked outside a session.", _with_claims(claims.all_but("rank"))),
    Unlike(
        "evaluator", "Hands are ranked and nothing is played.", _with_claims(claims.only_capabilities("rank"))
    ),
    Unlike(
        "plays-and-tells-nothing",
        "Nothing is claimed but to play.",
        _with_view(_standard_only, claims.only_capabilities("play")),
    ),
    Unlike("one-game", "One rule set is played.", _with_claims(claims.only_rules("ton"))),
    Unlike("draw-games", "Only the draw texts are played.", _with_claims(claims.only_rules(*DRAW_ONLY))),
    Unlike(
        "full-pack-house",
        "Only 52 cards are played, with the ranking of the casinos.",
        _with_claims(claims.only_options(FULL)),
    ),
    Unlike("credit-house", "All is on credit.", _with_claims(claims.only_options({"stakes": ["credit"]}))),
    Unlike("cash-house", "Nothing is on credit.", _with_claims(claims.only_options({"stakes": ["table"]}))),
    Unlike(
        "one-chip-house",
        "Antes are always one chip, and nothing else can be agreed.",
        _with_claims(claims.only_options({"ante": [1], "pingo": [1], "bet_max": [None], "hands": [None]})),
    ),
    Unlike("small-tables", "At most four seats are played.", _with_claims(claims.only_seats(2, 4))),
    Unlike("any-options", "Options are not named in the claims.", _with_claims(claims.any_options)),
    Unlike("any-seats", "Numbers of seats are not named in the claims.", _with_claims(claims.any_seats)),
)
"""Right in another way, each in one only."""


def unlike() -> dict[str, Unlike]:
    """Every engine of these by its id."""
    return {one.id: one for one in UNLIKE}
