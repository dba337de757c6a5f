"""Counting positions: published counts, what a menu is reduced to, where a wrong engine is found out."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from conformance.adapters.protocol import Json
from conformance.cli import main
from conformance.corpus import corpus_dir
from conformance.perft.counting import begin, count, divide, moves_of
from conformance.perft.deals import Deal, PerftError, deals_path, deals_text, read_deals
from conformance.perft.edges import moves
from conformance.verdicts import ADAPTER_UNUSABLE, CONFORMANT, FAILED, INCOMPLETE, USAGE
from refengine.rulesets.catalogue import GAMES

PUBLISHED = {rules: read_deals(deals_path(corpus_dir(), rules)) for rules in GAMES}


def deal(seats: int, stacks: list[Json], **options: Json) -> Deal:
    """The last seat deals."""
    setup: dict[str, Json] = {"seats": seats, "stacks": stacks, "dealer": seats - 1, "options": {**options}}
    return Deal("by hand", setup, (), 1, (1, 1))


# -- menus reduced to their edges


@pytest.mark.parametrize(
    ("menu", "expected"),
    [
        ([{"type": "bet", "amount": {"min": 2, "max": 9}}, {"type": "check"}], ["bet 2", "bet 9", "check"]),
        ([{"type": "bet", "amount": {"min": 2, "max": 5}}, {"type": "bet", "amount": 6}], ["bet 2", "bet 6"]),
        ([{"type": "bet", "amount": {"min": 2, "max": None}}], ["bet 2"]),
        ([{"type": "bet", "amount": {"min": 4, "max": 4}}], ["bet 4"]),
        ([{"type": "bet", "amount": {"min": 5, "max": 4}}], []),
        ([{"type": "bet", "amount": {"one_of": [7, 3, 5]}}], ["bet 3", "bet 7"]),
        ([{"type": "play", "card": {"one_of": ["9c", "As", "9s"]}}], ["play As", "play 9c", "play 9s"]),
        ([{"type": "play", "card": "9c"}], ["play 9c"]),
        (
            [{"type": "discard", "cards": {"from": ["7h", "Ac", "9s"], "min": 0, "max": 2}}],
            ["discard", "discard Ac", "discard Ac 9s"],
        ),
        ([{"type": "discard", "cards": {"from": ["7h", "Ac"], "min": 1, "max": 1}}], ["discard Ac"]),
        ([{"type": "shuffle", "cards": {"order_of": ["As", "7d", "7c"]}}], ["shuffle 7c 7d As"]),
        (
            [{"type": "draw_dealer", "cards": {"from": ["2c", "2d", "2h", "3c", "3d"], "min": 3, "max": 3}}],
            ["draw_dealer 2c 3c 2d"],
        ),
        ([{"type": "draw_seats", "seats": {"order_of": [2, 0, 1]}}], ["draw_seats 0 1 2"]),
        (
            [{"type": "extend", "hands": {"min": 1, "max": None}, "agreed": {"order_of": [1, 0]}}],
            ["extend 1 0 1"],
        ),
        ([], []),
    ],
)
def test_a_menu_is_reduced_to_its_edges(menu: Json, expected: list[str]) -> None:
    assert [words(move.action) for move in moves(0, menu)] == expected


def words(action: dict[str, Json]) -> str:
    flat = [item for value in action.values() for item in (value if isinstance(value, list) else [value])]
    return " ".join(map(str, flat))


# -- counts


@pytest.mark.parametrize("rules", GAMES)
def test_the_published_counts_are_those_of_the_reference(rules: str) -> None:
    for one in PUBLISHED[rules]:
        assert tuple(count(GAMES[rules], begin(GAMES[rules], one), one.depth)) == one.counts, one.title


def test_a_tree_counted_by_hand_has_that_count() -> None:
    """One chip each after the pingo. The first folds, checks or bets it. After the fold the hand is over: go
    on or stop. After the check the second folds, checks or bets; after the bet it folds or calls. Then: one
    shuffle if it goes on after the first fold; on or stop after check and fold, check and check, bet and
    fold; fold or call after check and bet; the shuffle before the draw after bet and call."""
    game = GAMES["brazilian-pingo"]
    small = deal(2, [2, 2])
    dealt = small._replace(line=(moves_of(begin(game, small))[0],))
    assert count(game, begin(game, dealt), 3) == [1, 3, 7, 10]


def test_a_session_that_is_over_has_no_further_sequences() -> None:
    """One chip each, and whatever the first seat does with it is lost against a deuce; so the second can win
    or lose its own, but then there are not two seats with chips any more."""
    game = GAMES["red-dog"]
    small = deal(2, [2, 2], first_dealer="given")
    shuffle = moves_of(begin(game, small))[0]
    over = small._replace(line=(shuffle._replace(action={"type": "shuffle", "cards": _turned_high()}),))
    assert count(game, begin(game, over), 3) == [1, 2, 4, 0]


def _turned_high() -> Json:
    """The first seat holds only deuces to fours, and an ace is turned."""
    low = ["2c", "Kd", "2d", "Kh", "2h", "Ks", "2s", "Qd", "3c", "Qh", "As"]
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in low]
    return [*low, *rest]


@pytest.mark.parametrize("rules", GAMES)
def test_the_parts_of_a_divided_count_add_up(rules: str) -> None:
    one = PUBLISHED[rules][0]
    parts = divide(GAMES[rules], begin(GAMES[rules], one), 4)
    assert len(parts) == one.counts[1]
    assert sum(part.sequences for part in parts) == one.counts[4]


@pytest.mark.parametrize("rules", GAMES)
def test_the_files_are_written_as_the_corpus_is(rules: str) -> None:
    assert deals_text(rules, PUBLISHED[rules]) == deals_path(corpus_dir(), rules).read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"format": 1, "rules": "ton"}', "lacks the member 'deals'"),
        ('{"format": 1, "rules": "red-dog", "deals": []}', "is not what the file is called"),
        ('{"format": 1, "rules": "ton", "deals": [{"title": "x"}]}', "lacks the member 'setup'"),
        ("[1", "is not JSON"),
    ],
)
def test_a_file_that_holds_no_deals_says_what_is_wrong(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "ton.json").write_text(text, "utf-8")
    with pytest.raises(PerftError, match=reason):
        read_deals(tmp_path / "ton.json")


# -- the command


def test_the_command_prints_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "red-dog", "--deal", "1", "--divide"]) == CONFORMANT
    printed = capsys.readouterr().out.split()
    assert {str(number) for number in PUBLISHED["red-dog"][0].counts} <= set(printed)
    assert "published:" not in printed


def test_a_count_that_is_not_as_published_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = PUBLISHED["red-dog"][0]
    wrong = one._replace(counts=(*one.counts[:-1], 123456))
    (tmp_path / "perft").mkdir()
    deals_path(tmp_path, "red-dog").write_text(deals_text("red-dog", [wrong]), "utf-8")
    assert main(["perft", "red-dog", "--corpus", str(tmp_path)]) == FAILED
    assert "published: 123456" in capsys.readouterr().out
    assert main(["perft", "red-dog", "--corpus", str(tmp_path), "--depth", "3"]) == CONFORMANT


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["ton", "--deal", "77"], USAGE, "has deals 1 to"),
        (["ton", "--depth", "999"], USAGE, "the depth is 1 to"),
        (["ton", "--adapter", "nobody"], USAGE, "there is no adapter 'nobody'"),
        (["ton", "--adapter", "no.such.module:Adapter"], ADAPTER_UNUSABLE, "there is no module"),
        (["ton", "--adapter", "stdio: true"], ADAPTER_UNUSABLE, "its reply to hello"),
    ],
)
def test_what_cannot_be_counted_says_why(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert main(["perft", *arguments]) == code
    assert said in capsys.readouterr().err


# -- an implementation beside the reference


IMPLEMENTATIONS = '''
import os
from conformance.adapters.protocol import Rejection
from conformance.adapters.reference import Reference


class Poor(Reference):
    """Into a pool of five only a single chip can be bet."""

    def act(self, session, **params):
        view = super().act(session, **params)
        for pattern in view["menu"]:
            if pattern["type"] == "bet" and view["pot"] == 5:
                pattern["amount"] = 1
        return view


class Refuses(Reference):
    """Offers a bet of 3 and refuses it."""

    def act(self, session, actor, action):
        if action.get("amount") == 3:
            raise Rejection("bad_amount", "DOG-6", "too much")
        return super().act(session, actor=actor, action=action)


class Dies(Reference):
    """Ends when two chips are bet."""

    def act(self, session, actor, action):
        if action.get("amount") == 2:
            os._exit(7)
        return super().act(session, actor=actor, action=action)


class Another(Reference):
    """Lets a wrong seat begin."""

    def act(self, session, **params):
        view = super().act(session, **params)
        return {**view, "actor": 2} if view["phase"] == "betting" and view["pot"] == 3 else view


class Silent(Reference):
    """Says neither whose turn it is nor anything but the menu."""

    def new(self, session, **params):
        return {"menu": super().new(session, **params)["menu"]}

    def act(self, session, **params):
        return {"menu": super().act(session, **params)["menu"]}


class Smaller(Reference):
    """Plays for two only."""

    def new(self, session, seats, **params):
        if seats > 2:
            from conformance.adapters.protocol import NotSupported
            raise NotSupported("only two seats")
        return super().new(session, seats=seats, **params)


class Bare(Reference):
    """Has no menus."""

    def hello(self, **params):
        return {**super().hello(**params), "capabilities": ["play", "pot"]}
'''


@pytest.fixture
def implementations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with implementations, in the working folder."""
    (tmp_path / "perft_implementations.py").write_text(IMPLEMENTATIONS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return "perft_implementations"


def beside(spec: str, *arguments: str) -> int:
    return main(["perft", "red-dog", "--adapter", spec, *arguments])


def piped(spec: str) -> str:
    return f"stdio: {shlex.join([sys.executable, '-m', 'conformance', 'serve', spec])}"


def test_the_reference_counts_as_itself_over_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert beside(piped("reference"), "--deal", "2", "--depth", "6") == CONFORMANT
    for line in capsys.readouterr().out.splitlines()[3:]:
        _, ours, theirs = line.split()
        assert ours == theirs


def test_what_is_not_told_is_not_compared(implementations: str) -> None:
    assert beside(f"{implementations}:Silent", "--deal", "2") == CONFORMANT


POOR = """\
  The first position that differs, after:
      1  table: shuffle Ah 2c Kd 9h 3d Qc 3s 4h ... (52 cards)
      2  seat 0: forfeit 1
      3  seat 1: bet 1
    reference  seat 2 may bet 1 to 3, forfeit 1
    adapter    seat 2 may bet 1, forfeit 1
"""


@pytest.mark.parametrize("wrap", [str, piped], ids=["in process", "over a pipe"])
def test_a_wrong_engine_is_led_to_the_first_position_that_differs(
    implementations: str, capsys: pytest.CaptureFixture[str], wrap: type[str]
) -> None:
    assert beside(wrap(f"{implementations}:Poor"), "--deal", "2") == FAILED
    assert POOR in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "fault", "deal", "reference", "adapter"),
    [
        ("brazilian-pingo", "pin-five-cards", "1", "discard 0 to 4 of", "discard 0 to 5 of"),
        ("brazilian-pingo", "pin-mesa-may-raise", "3", "seat 1 may fold, call 2", "raise 4 to 6"),
    ],
)
@pytest.mark.plain
def test_an_engine_with_one_rule_wrong_is_led_there_over_a_pipe(
    capsys: pytest.CaptureFixture[str], rules: str, fault: str, deal: str, reference: str, adapter: str
) -> None:
    spec = piped(f"conformance.faults:{fault}")
    assert main(["perft", rules, "--adapter", spec, "--deal", deal]) == FAILED
    *_, right, wrong = capsys.readouterr().out.splitlines()
    assert right.startswith("    reference  ")
    assert reference in right
    assert adapter not in right
    assert wrong.startswith("    adapter    ")
    assert adapter in wrong


def test_the_counts_of_a_wrong_engine_are_shown_by_first_action(
    implementations: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert beside(f"{implementations}:Poor", "--deal", "2") == FAILED
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["3", "18", "16", "2", "of", "the", "positions", "before", "differ"] in lines
    assert ["6", "4", "seat", "0:", "forfeit", "1"] in lines


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Refuses", "the last act is refused: bad_amount DOG-6 (too much)"),
        ("Another", "seat 2 may bet 1 to 3, forfeit 1"),
    ],
)
def test_what_an_engine_does_instead_is_told(
    implementations: str, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    assert beside(f"{implementations}:{name}", "--deal", "2") == FAILED
    assert f"    adapter    {said}" in capsys.readouterr().out


def test_an_engine_that_dies_is_told_with_the_position(
    implementations: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert beside(piped(f"{implementations}:Dies")) == FAILED
    printed = capsys.readouterr().out
    assert "seat 0: bet 2\n    reference" in printed
    assert "the last act gets no reply: crash, exit code 7" in printed
    assert "deal 2" not in printed


def test_deals_that_are_not_claimed_are_left_out(
    implementations: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert beside(f"{implementations}:Smaller") == CONFORMANT
    told = capsys.readouterr().out
    assert told.count("not claimed by the adapter: only two seats") == 3
    assert told.count("reference      adapter") == 1


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [("Smaller", ["--deal", "2"], "only two seats"), ("Bare", [], "does not claim 'menu'")],
)
def test_where_nothing_is_claimed_nothing_can_be_counted(
    implementations: str,
    capsys: pytest.CaptureFixture[str],
    name: str,
    arguments: list[str],
    said: str,
) -> None:
    assert beside(f"{implementations}:{name}", *arguments) == INCOMPLETE
    told = capsys.readouterr()
    assert said in told.out + told.err
