"""Numbers that cannot be true whatever the rules: seats that the table has not, chips from nowhere."""

from __future__ import annotations

from conformance.adapters.protocol import Json
from conformance.corpus.model import CaseSetup, CheckStep, DoStep, SeatViewStep, Step, TryStep
from conformance.corpus.node import Node
from conformance.strict_json import JsonObject

_ALWAYS_ON_CREDIT = frozenset({"ton"})
"""Rule sets in which a stack is a running balance."""
_BY_SEAT = ("stacks", "scores", "pluses", "tricks_taken")
_SEATS = ("seats_in",)
_ONE_SEAT = ("actor", "dealer", "opener", "five", "talon_holder")


def check_numbers(node: Node, step: Step, setup: CaseSetup, rules: str) -> None:
    """Refuse what no table of this size with these chips can show."""
    match step:
        case DoStep():
            _check_seat(node.at("actor"), setup)
            if step.then is not None:
                _check_view(node.at("then"), setup, rules)
        case SeatViewStep():
            _check_seat(node.at("seat_view"), setup)
            if step.sees:
                _check_view(node.at("sees"), setup, rules)
        case CheckStep():
            _check_view(node.at("check"), setup, rules)
        case TryStep():
            pass


def _check_seat(node: Node, setup: CaseSetup) -> None:
    if isinstance(node.value, int) and node.value >= setup.seats:
        node.contradict(f"there is no seat {node.value} at a table of {setup.seats}")


def _check_view(node: Node, setup: CaseSetup, rules: str) -> None:
    view = node.object()
    for key in view:
        member = node.at(key)
        if key in _BY_SEAT:
            _check_length(member, setup)
        elif key in _ONE_SEAT:
            _check_seat(member, setup)
        elif key in _SEATS:
            for seat in member.items():
                _check_seat(seat, setup)
    if isinstance(view.get("last_hand"), dict):
        _check_last_hand(node.at("last_hand"), setup, rules)
    if "result" in view:
        _check_result(node.at("result"), setup)
    if "trick" in view:
        _check_cards_once(node.at("trick"), [play.at("card") for play in node.at("trick").items()])
    _check_chips(node, view, setup, rules)


def _check_length(node: Node, setup: CaseSetup) -> None:
    if len(node.items()) != setup.seats:
        node.contradict(f"{len(node.items())} numbers for {setup.seats} seats")


def _total(setup: CaseSetup) -> int:
    bank: Json = 0 if setup.state is None else setup.state.get("bank", 0)
    assert isinstance(bank, int)
    return sum(setup.stacks) + bank


def _sum(value: Json) -> int:
    assert isinstance(value, list)
    return sum(item for item in value if isinstance(item, int))


def _on_credit(setup: CaseSetup, rules: str) -> bool:
    return rules in _ALWAYS_ON_CREDIT or setup.options.get("stakes") == "credit"


def _check_chips(node: Node, view: JsonObject, setup: CaseSetup, rules: str) -> None:
    total = _total(setup)
    if "stacks" in view and "pot" in view:
        pot = view["pot"]
        assert isinstance(pot, int)
        if _sum(view["stacks"]) + pot != total:
            node.contradict(
                f"the chips do not add up: stacks of {_sum(view['stacks'])} and a pot of {pot}, "
                f"but {total} were brought to the table"
            )
    if _on_credit(setup, rules):
        return
    if "stacks" in view:
        for stack in node.at("stacks").items():
            if stack.whole() < 0:
                stack.contradict("is below zero at a table where nobody plays on credit")
        if _sum(view["stacks"]) > total:
            node.at("stacks").contradict(f"more chips than the {total} that were brought to the table")
    for key in ("pot", "owes"):
        if key in view and node.at(key).whole() > total:
            node.at(key).contradict(f"is more than the {total} chips that were brought to the table")


def _check_last_hand(node: Node, setup: CaseSetup, rules: str) -> None:
    for name in ("payouts", "shown"):
        for seat in node.at(name).object():
            if int(seat) >= setup.seats:
                node.at(name).contradict(f"there is no seat {seat} at a table of {setup.seats}")
    for seat_node in node.at("mucked").items():
        _check_seat(seat_node, setup)
    paid = sum(amount for amount in node.at("payouts").object().values() if isinstance(amount, int))
    # A pool that is filled again gives chips several times.
    once = node.at("ended_by").value != "played"
    if once and not _on_credit(setup, rules) and paid > _total(setup):
        node.at("payouts").contradict(
            f"{paid} chips, more than the {_total(setup)} that were brought to the table"
        )
    shown = node.at("shown")
    cards = [card for seat in shown.object() for card in shown.at(seat).items()]
    _check_cards_once(shown, cards)


def _check_cards_once(node: Node, cards: list[Node]) -> None:
    seen: set[str] = set()
    for card in cards:
        name = card.text()
        if name in seen:
            node.contradict(f"{name} stands there twice")
        seen.add(name)


def _check_result(node: Node, setup: CaseSetup) -> None:
    _check_length(node.at("stacks"), setup)
    if _sum(node.at("stacks").value) != _total(setup):
        node.at("stacks").contradict(
            f"the chips do not add up: {_sum(node.at('stacks').value)}, but {_total(setup)} were brought"
        )
    for seat in node.at("winners").items():
        _check_seat(seat, setup)
    for transfer in node.at("transfers").items():
        _check_seat(transfer.at("from"), setup)
        _check_seat(transfer.at("to"), setup)
