"""The player notices whatever is not as a case says, and tells its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from conformance.adapters.protocol import Json
from conformance.corpus import Case, CheckStep, DoStep, SeatViewStep, Step, Tier, TryStep, load_corpus
from conformance.player import play
from conformance.selfcheck import check_entry, main
from refengine.errors import InvariantBroken
from refengine.game import Setup
from refengine.game import Step as EngineStep
from refengine.rulesets.catalogue import GAMES

PLAYABLE = Path(__file__).parent / "corpus" / "playable"
CORPUS = load_corpus(PLAYABLE)
CASES = {case.id: case for case in CORPUS.cases}
GAME = GAMES["brazilian-pingo"]
SHUFFLE = DoStep("table", {"type": "shuffle", "top": "Ah Kd 9c"}, None, None)
FOLD: dict[str, Json] = {"type": "fold"}
BET_OF_NOTHING: dict[str, Json] = {"type": "bet", "amount": 0}


def with_steps(*steps: Step) -> Case:
    return msgspec.structs.replace(CASES["PIN.0004"], steps=steps)


def differences(*steps: Step) -> list[tuple[str, str]]:
    return [(found.pointer, found.what) for found in play(GAME, with_steps(*steps)).differences]


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_true_case_has_no_differences(name: str) -> None:
    assert play(GAME, CASES[name]).differences == ()


WRONG: dict[str, tuple[Step, str, str]] = {
    "a view": (CheckStep({"pot": 4}), "/check/pot", "pot differs"),
    "a key that is not there": (CheckStep({"trump": "h"}), "/check/trump", "trump is absent"),
    "what a legal action leads to": (
        DoStep(0, FOLD, None, {"actor": 2}),
        "/then/actor",
        "actor differs",
    ),
    "a menu": (
        DoStep(0, FOLD, [{"type": "fold"}], None),
        "/menu",
        "menu lacks the first and has the second beyond",
    ),
    "a shuffle where nothing is shuffled": (SHUFFLE, "/do", "the action"),
    "an attempt to shuffle where nothing is": (
        TryStep(0, {"type": "shuffle", "top": "Ah"}, "not_available", None),
        "/try",
        "the attempt",
    ),
    "an action that should be legal": (DoStep(1, FOLD, None, None), "/do", "the action"),
    "an attempt that is legal": (TryStep(0, FOLD, "not_available", None), "/code", "the attempt"),
    "an attempt refused for another reason": (
        TryStep(1, FOLD, "not_available", None),
        "/code",
        "the attempt",
    ),
    "an attempt refused under another clause": (
        TryStep(0, BET_OF_NOTHING, "bad_amount", "PIN-1"),
        "/clause",
        "the clause of the refusal",
    ),
    "what a seat sees": (SeatViewStep(0, {"hand": []}, ()), "/sees/hand", "hand differs"),
    "what a seat should not see": (SeatViewStep(0, {}, ("hand",)), "/hides", "hand"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told_with_its_place(what: str) -> None:
    step, pointer, told = WRONG[what]
    assert differences(SHUFFLE, step) == [(f"/cases/3/steps/1{pointer}", told)]


def test_after_an_illegal_action_nothing_more_is_compared() -> None:
    assert differences(SHUFFLE, DoStep(1, FOLD, None, None), CheckStep({"pot": 99})) == [
        ("/cases/3/steps/1/do", "the action")
    ]


def test_an_attempt_that_is_legal_is_not_carried_out() -> None:
    attempt = TryStep(0, FOLD, "not_available", None)
    assert differences(SHUFFLE, attempt, CheckStep({"actor": 0})) == [
        ("/cases/3/steps/1/code", "the attempt")
    ]


def test_a_set_up_that_is_refused_is_told() -> None:
    case = msgspec.structs.replace(
        CASES["PIN.0001"], setup=msgspec.structs.replace(CASES["PIN.0001"].setup, stacks=(1,))
    )
    assert [found.what for found in play(GAME, case).differences] == ["the set-up"]


def test_shuffles_are_completed_in_written_order() -> None:
    played = play(GAME, with_steps(SHUFFLE))
    (action,) = played.actions
    assert action is not None
    cards = action["cards"]
    assert isinstance(cards, list)
    assert cards[:6] == ["Ah", "Kd", "9c", "7c", "7d", "7h"]
    assert len(set(map(str, cards))) == 32


def test_the_pack_follows_the_options() -> None:
    (action,) = play(GAME, with_steps(SHUFFLE), {"deck": "full"}).actions
    assert action is not None
    assert isinstance(action["cards"], list)
    assert len(action["cards"]) == 52


def test_the_clauses_of_refusals_and_stated_menus_are_cited() -> None:
    assert "PIN-4" in play(GAME, CASES["PIN.0002"]).cites
    assert "PIN-4" in play(GAME, CASES["PIN.0003"]).cites


RANKING = CORPUS.rankings[0]
FLUSH, FULL_HOUSE = RANKING.tiers


@pytest.mark.parametrize(
    ("tiers", "found"),
    [
        ((FLUSH, FULL_HOUSE), []),
        ((FULL_HOUSE, FLUSH), [("/strongest_first/1", "the strength")]),
        ((FLUSH, FLUSH), [("/strongest_first/1", "the strength")]),
        ((Tier("pair", FLUSH.hands),), [("/strongest_first/0/category", "the category")]),
        (
            (Tier("flush", (*FLUSH.hands, ("7c", "8c", "9c", "Tc", "Kc"))),),
            [("/strongest_first/0/hands", "the strengths")],
        ),
    ],
    ids=["true", "upside down", "equal", "misnamed", "not equal"],
)
def test_tiers_stand_in_their_order(tiers: tuple[Tier, ...], found: list[tuple[str, str]]) -> None:
    played = play(GAME, msgspec.structs.replace(RANKING, tiers=tiers))
    assert [(one.pointer.removeprefix(RANKING.pointer), one.what) for one in played.differences] == found


@pytest.mark.parametrize(
    ("hand", "told"),
    [(("7h", "8h"), []), (("7h", "8h", "9h", "Th", "2h"), []), (FLUSH.hands[0], ["the hand"])],
)
def test_hands_that_are_refused(hand: tuple[str, ...], told: list[str]) -> None:
    played = play(GAME, msgspec.structs.replace(RANKING, tiers=(), refused=(hand,)))
    assert [one.what for one in played.differences] == told


def test_an_engine_that_breaks_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(setup: Setup) -> EngineStep[object]:
        raise InvariantBroken(f"no {setup.seats} seats today")

    monkeypatch.setattr(GAME, "start", start)
    (found,) = check_entry(CASES["PIN.0001"], CORPUS, GAME).differences
    assert found.what == "the engine"
    assert str(found.got).startswith("InvariantBroken: no 3 seats today (test_player.py:")


def test_the_self_check_is_silent_about_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--corpus", str(PLAYABLE)]) == 0
    assert capsys.readouterr().out == "6 checked, 0 differ\n"


def test_the_self_check_shows_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(shutil.copytree(PLAYABLE, tmp_path / "corpus"))
    path = root / "brazilian-pingo" / "all.json"
    path.write_text(path.read_text("utf-8").replace('"payouts": {"2": 3}', '"payouts": {"2": 4}'), "utf-8")
    assert main(["--corpus", str(root), "--case", "PIN.0004"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("PIN.0004  the last one in takes the pot of the second hand too\n")
    assert "all.json#/cases/3/steps/2/then/last_hand/payouts/2" in shown
    assert "stated 4" in shown
    assert shown.endswith("1 checked, 1 differ\n")


def test_the_self_check_needs_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--corpus", str(tmp_path)]) == 2
    assert "is no corpus" in capsys.readouterr().err


def test_the_self_check_of_nothing_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--corpus", str(PLAYABLE), "--case", "XYZ.*"]) == 1
    assert capsys.readouterr().out == "0 checked, 0 differ\n"
