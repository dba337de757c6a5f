"""Reading the files of cases."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

from conformance.corpus.actions import (
    MOST_SEATS,
    read_action,
    read_actor,
    read_any_actor,
    read_menu,
    read_seat,
)
from conformance.corpus.arithmetic import check_numbers
from conformance.corpus.model import (
    Case,
    CaseSetup,
    CheckStep,
    DoStep,
    Level,
    OptionValue,
    Origin,
    SeatViewStep,
    Step,
    TryStep,
)
from conformance.corpus.node import Node, shown
from conformance.corpus.views import SEAT_VIEW_KEYS, VIEW_KEYS, read_hidden, read_keys
from conformance.strict_json import JsonObject
from refengine.errors import RefusalCode

FORMAT: Final = 1
RULES: Final = re.compile("[a-z]+(-[a-z]+)*")
CASE_ID: Final = re.compile(r"[A-Z]{3}\.[0-9]{4}")
CLAUSE_ID: Final = re.compile("[A-Z]{3}-[1-9][0-9]?r?")
FLAG: Final = re.compile("[a-z]+(-[a-z]+)*")
OPTION: Final = re.compile("[a-z]+(_[a-z]+)*")
LEVELS: Final[dict[str, Level]] = {level: level for level in get_args(Level)}
ORIGINS: Final[dict[str, Origin]] = {origin: origin for origin in get_args(Origin)}
CODES: Final[tuple[str, ...]] = get_args(RefusalCode)
SETUP_KEYS: Final = ("seats", "stacks", "dealer", "options", "state")


def read_format(node: Node) -> None:
    """The number of the format that this reader knows."""
    if node.whole() != FORMAT:
        node.fail(f"is a format that this version does not know (it knows {FORMAT})")


def read_clauses(node: Node, fewest: int = 1) -> tuple[str, ...]:
    """Ids of clauses."""
    node.items(fewest)
    return tuple(item.text(CLAUSE_ID, "id of a clause") for item in node.different("a clause"))


def merged(defaults: Node, own: Node | None) -> dict[str, Node]:
    """The set-up's parts by key: a case's own where it has them, options one by one."""
    parts = {key: defaults.at(key) for key in defaults.object()}
    if own is not None:
        parts |= {key: own.at(key) for key in own.object()}
    return parts


def merged_options(defaults: Node, own: Node | None) -> dict[str, Node]:
    """The options one by one: a case's own where it has them."""
    options: dict[str, Node] = {}
    for setup in (defaults, own):
        if setup is not None and "options" in setup.object():
            given = setup.at("options")
            options |= {name: given.at(name) for name in given.object()}
    return options


def read_option(node: Node) -> OptionValue:
    """A plain value; whether the option may have it is the engine's question."""
    if isinstance(node.value, (dict, list, float)):
        node.fail("should be null, a boolean, a whole number or a string")
    return node.value


def read_options(options: dict[str, Node]) -> dict[str, OptionValue]:
    """Options that are named as options are."""
    for name, node in options.items():
        if OPTION.fullmatch(name) is None:
            node.fail(f"{shown(name)} is no name of an option")
    return {name: read_option(node) for name, node in options.items()}


def _read_state(node: Node) -> JsonObject | None:
    if node.value is None:
        return None
    members = node.members((), ("scores", "pluses", "bank"))
    for name, member in members.items():
        if name == "bank":
            member.whole(0)
        else:
            for item in member.items(2, MOST_SEATS):
                item.whole(0 if name == "pluses" else None)
    return node.object()


def check_setup_shape(node: Node) -> None:
    """What defaults, and a case's own set-up, may hold."""
    members = node.members((), SETUP_KEYS)
    for key, member in members.items():
        match key:
            case "seats":
                member.whole(2, MOST_SEATS)
            case "stacks":
                for item in member.items(2, MOST_SEATS):
                    item.whole()
            case "dealer":
                if member.value is not None:
                    read_seat(member)
            case "options":
                read_options({name: member.at(name) for name in member.object()})
            case _:
                _read_state(member)


def read_setup(defaults: Node, own: Node | None, case: Node) -> CaseSetup:
    """The set-up of a case with the defaults of its file; everything in it fits together."""
    parts = merged(defaults, own)
    for key in ("seats", "stacks", "dealer"):
        if key not in parts:
            case.contradict(f"has no {key!r}, nor have the defaults of its file")
    seats = parts["seats"].whole(2, MOST_SEATS)
    stacks = tuple(item.whole() for item in parts["stacks"].items())
    if len(stacks) != seats:
        parts["stacks"].contradict(f"{len(stacks)} stacks for {seats} seats")
    dealer = parts["dealer"].value
    if dealer is not None:
        dealer = parts["dealer"].whole()
        if dealer >= seats:
            parts["dealer"].contradict(f"there is no seat {dealer} at a table of {seats}")
    state = _read_state(parts["state"]) if "state" in parts else None
    return CaseSetup(seats, stacks, dealer, read_options(merged_options(defaults, own)), state)


def _read_step(node: Node) -> Step:
    kinds = [kind for kind in ("do", "try", "seat_view", "check") if kind in node.object()]
    if len(kinds) != 1:
        node.fail("should have exactly one of the members 'do', 'try', 'seat_view', 'check'")
    match kinds[0]:
        case "do":
            return _read_do(node)
        case "try":
            return _read_try(node)
        case "seat_view":
            return _read_seat_view(node)
        case _:
            return CheckStep(read_keys(node.members(("check",))["check"], VIEW_KEYS))


def _read_do(node: Node) -> DoStep:
    members = node.members(("actor", "do"), ("menu", "then"))
    return DoStep(
        actor=read_actor(members["actor"]),
        action=read_action(members["do"], attempt=False),
        menu=read_menu(members["menu"]) if "menu" in members else None,
        then=read_keys(members["then"], VIEW_KEYS) if "then" in members else None,
    )


def _read_try(node: Node) -> TryStep:
    members = node.members(("actor", "try", "code"), ("clause",))
    code = members["code"].one_of(CODES, "code of a refusal")
    clause = members["clause"].text(CLAUSE_ID, "id of a clause") if "clause" in members else None
    if code == "malformed":
        return TryStep(members["actor"].value, members["try"].object(), code, clause)
    actor = read_any_actor(members["actor"])
    return TryStep(actor, read_action(members["try"], attempt=True), code, clause)


def _read_seat_view(node: Node) -> SeatViewStep:
    members = node.members(("seat_view",), ("sees", "hides"))
    if len(members) == 1:
        node.fail("should have a member 'sees' or 'hides'")
    sees = read_keys(members["sees"], SEAT_VIEW_KEYS) if "sees" in members else {}
    hides = read_hidden(members["hides"], SEAT_VIEW_KEYS) if "hides" in members else ()
    for key in hides:
        if key in sees:
            members["hides"].contradict(f"{key!r} is both seen and hidden")
    return SeatViewStep(read_seat(members["seat_view"]), sees, hides)


def read_seed(members: dict[str, Node], case: Node) -> int | str | None:
    found = "origin" in members and members["origin"].value == "found"
    if found != ("seed" in members):
        case.fail("a case with the origin 'found', and no other, should have the seed that found it")
    if not found:
        return None
    seed = members["seed"]
    return seed.text() if isinstance(seed.value, str) else seed.whole()


_OPTIONAL: Final = ("setup", "notes", "origin", "seed", "flags")


def read_case(node: Node, rules: str, defaults: Node) -> Case:
    """One case of a file."""
    members = node.members(("id", "title", "clauses", "level", "steps"), _OPTIONAL)
    own = members.get("setup")
    if own is not None:
        check_setup_shape(own)
    setup = read_setup(defaults, own, node)
    steps: list[Step] = []
    for item in members["steps"].items(1):
        steps.append(_read_step(item))
        check_numbers(item, steps[-1], setup, rules)
    flags = members["flags"].different("a flag") if "flags" in members else ()
    return Case(
        id=members["id"].text(CASE_ID, "id of a case"),
        title=members["title"].text(),
        rules=rules,
        clauses=read_clauses(members["clauses"]),
        level=LEVELS[members["level"].one_of(LEVELS, "level")],
        origin=ORIGINS[members["origin"].one_of(ORIGINS, "origin") if "origin" in members else "authored"],
        flags=tuple(flag.text(FLAG, "flag") for flag in flags),
        notes=members["notes"].text() if "notes" in members else None,
        seed=read_seed(members, node),
        setup=setup,
        steps=tuple(steps),
        path=node.path,
        pointer=node.pointer,
    )


def read_case_file(file: Node) -> list[Case]:
    """The cases of `fixtures/<rule set>/<topic>.json`."""
    members = file.members(("format", "rules", "defaults", "cases"))
    read_format(members["format"])
    rules = members["rules"].text(RULES, "id of a rule set")
    if rules != Path(file.path).parent.name:
        members["rules"].contradict(f"{rules!r} is not what the folder is called")
    check_setup_shape(members["defaults"])
    return [read_case(item, rules, members["defaults"]) for item in members["cases"].items(1)]
