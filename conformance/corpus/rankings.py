"""Reading the files of ranked hands."""

from __future__ import annotations

import re
from typing import Final, get_args

from conformance.corpus.actions import CARD, MOST_SEATS
from conformance.corpus.cases import (
    LEVELS,
    RULES,
    merged,
    merged_options,
    read_clauses,
    read_format,
    read_options,
)
from conformance.corpus.model import RankingCase, Tier
from conformance.corpus.node import Node
from refengine.cards import RANKS
from refengine.ranking import Category

RANKING_ID: Final = re.compile(r"[A-Z]{3}\.R[0-9]{3}")
CATEGORIES: Final[tuple[str, ...]] = get_args(Category)
HAND: Final = re.compile(f"{CARD.pattern}( {CARD.pattern}){{4}}")
ANY_CARDS: Final = re.compile(rf"({CARD.pattern}( {CARD.pattern})*)?")


def _cards(node: Node) -> tuple[str, ...]:
    """Five different cards, parted by blanks."""
    cards = tuple(node.text(HAND, "hand of five cards parted by single blanks").split())
    if len(set(cards)) < len(cards):
        node.contradict("a card stands there twice")
    return cards


def _tier(node: Node) -> Tier:
    members = node.members(("category", "hands"))
    category = members["category"].one_of(CATEGORIES, "category of hands")
    return Tier(category, tuple(_cards(hand) for hand in members["hands"].items(1)))


def _read_ranking(node: Node, rules: str, defaults: Node) -> RankingCase:
    members = node.members(
        ("id", "title", "clauses", "level"), ("setup", "notes", "strongest_first", "hands", "code")
    )
    own = members.get("setup")
    if own is not None:
        _check(own)
    parts = merged(defaults, own)
    if "seats" not in parts:
        node.contradict("has no 'seats', nor have the defaults of its file")
    if "notes" in members:
        members["notes"].text()
    ranked = "strongest_first" in members
    if ranked == ("code" in members) or ("code" in members) != ("hands" in members):
        node.fail("should have either 'strongest_first', or 'hands' with a 'code'")
    if not ranked:
        members["code"].one_of(("bad_cards",), "code of refused hands")
    return RankingCase(
        id=members["id"].text(RANKING_ID, "id of a ranking"),
        title=members["title"].text(),
        rules=rules,
        clauses=read_clauses(members["clauses"]),
        level=LEVELS[members["level"].one_of(LEVELS, "level")],
        seats=parts["seats"].whole(2, MOST_SEATS),
        options=read_options(merged_options(defaults, own)),
        tiers=tuple(_tier(item) for item in members["strongest_first"].items(1)) if ranked else (),
        refused=() if ranked else tuple(_refused(hand) for hand in members["hands"].items(1)),
        path=node.path,
        pointer=node.pointer,
    )


def _refused(node: Node) -> tuple[str, ...]:
    """Cards of any number, repeated perhaps: the hand is to be refused."""
    if node.value == "":
        return ()
    return tuple(node.text(ANY_CARDS, "row of cards parted by single blanks").split())


def _check(node: Node) -> None:
    members = node.members((), ("seats", "options"))
    if "seats" in members:
        members["seats"].whole(2, MOST_SEATS)
    if "options" in members:
        options = members["options"]
        read_options({name: options.at(name) for name in options.object()})


def read_ranking_file(file: Node) -> list[RankingCase]:
    """`fixtures/ranking/<topic>.json`. `pack` and `counts` tell people how many hands are called what."""
    members = file.members(("format", "rules", "defaults", "rankings"), ("pack", "counts"))
    read_format(members["format"])
    rules = members["rules"].text(RULES, "id of a rule set")
    _check(members["defaults"])
    if "pack" in members:
        pack = members["pack"].members(("lowest", "cards"))
        pack["lowest"].one_of(tuple(RANKS), "rank")
        pack["cards"].whole(24, 52)
    if "counts" in members:
        for count in members["counts"].members(CATEGORIES).values():
            count.whole(1)
    return [_read_ranking(item, rules, members["defaults"]) for item in members["rankings"].items(1)]
