"""Whatever is wrong with a corpus is refused with file and pointer, and nothing is written anywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import conformance
from conformance.adapters.protocol import Json
from conformance.corpus import CorpusError, DoStep, corpus_dir, corpus_to_write, load_corpus

Content = dict[str, Json]
Edit = Callable[[Content], object]
Break = Callable[[str, Edit], Path]
FORMS = "tiny-game/forms.json"


def refusal(folder: Path) -> CorpusError:
    with pytest.raises(CorpusError) as caught:
        load_corpus(folder)
    return caught.value


def step(content: Content, number: int) -> Content:
    return cast("Content", cast("list[Json]", case(content, 0)["steps"])[number])


def case(content: Content, number: int) -> Content:
    return cast("Content", cast("list[Json]", content["cases"])[number])


def within(value: Content, key: str) -> Content:
    return cast("Content", value[key])


def test_defaults_are_merged_key_by_key(corpus: Path) -> None:
    setup = load_corpus(corpus).cases[0].setup
    assert (setup.seats, setup.stacks, setup.dealer) == (3, (20, 20, 20), None)
    assert setup.options == {"least_bet": None, "stakes": "table"}


def test_what_is_left_out_has_its_default(corpus: Path) -> None:
    plain = load_corpus(corpus).cases[1]
    assert (plain.origin, plain.flags, plain.notes, plain.seed) == ("authored", (), None, None)
    assert plain.steps == (DoStep(0, {"type": "check"}, None, None),)


def test_the_options_of_a_set_up_are_merged_one_by_one(corpus: Path) -> None:
    first, second = load_corpus(corpus).setups
    assert first.setup["options"] == {"least_bet": 1}
    assert second.setup["options"] == {"least_bet": 2}


CONTRADICTIONS: dict[str, tuple[Edit, str, str]] = {
    "chips from nowhere": (
        lambda content: within(step(content, 4), "then").update(stacks=[18, 20, 20]),
        "/cases/0/steps/4/then",
        "the chips do not add up: stacks of 58 and a pot of 3, but 60 were brought to the table",
    ),
    "more chips than there are": (
        lambda content: within(step(content, 4), "then").update(pot=61, stacks=[0, 0, -1]),
        "/cases/0/steps/4/then/stacks/2",
        "is below zero at a table where nobody plays on credit",
    ),
    "a pot larger than all chips": (
        lambda content: step(content, 3).update(then={"pot": 61}),
        "/cases/0/steps/3/then/pot",
        "is more than the 60 chips that were brought to the table",
    ),
    "a result of other chips": (
        lambda content: within(within(step(content, 12), "check"), "result").update(stacks=[1, 1, 1]),
        "/cases/0/steps/12/check/result/stacks",
        "the chips do not add up: 3, but 60 were brought",
    ),
    "a payout of more than all chips": (
        lambda content: within(within(step(content, 12), "check"), "last_hand").update(payouts={"0": 61}),
        "/cases/0/steps/12/check/last_hand/payouts",
        "61 chips, more than the 60 that were brought to the table",
    ),
    "a seat that the table has not": (
        lambda content: step(content, 4).update(actor=3),
        "/cases/0/steps/4/actor",
        "there is no seat 3 at a table of 3",
    ),
    "stacks for other seats": (
        lambda content: within(content, "defaults").update(stacks=[20, 20]),
        "/defaults/stacks",
        "2 stacks for 3 seats",
    ),
    "a card twice on top of the pack": (
        lambda content: step(content, 2).update(do={"type": "shuffle", "top": "7c 8d 7c"}),
        "/cases/0/steps/2/do/top",
        "7c stands there twice",
    ),
    "a card shown by two seats": (
        lambda content: within(within(step(content, 12), "check"), "last_hand").update(
            shown={"0": ["Ah", "Kc"], "1": ["Kc"]}
        ),
        "/cases/0/steps/12/check/last_hand/shown",
        "Kc stands there twice",
    ),
    "a hand in disorder": (
        lambda content: within(step(content, 11), "sees").update(hand=["Kc", "Ah"]),
        "/cases/0/steps/11/sees/hand",
        "should be in the order of hands: rank descending, then suit c d h s",
    ),
    "an unknown clause": (
        lambda content: case(content, 1).update(clauses=["TNY-9"]),
        "/cases/1/clauses/0",
        "there is no clause TNY-9 in the catalogues",
    ),
    "a refusal under an unknown clause": (
        lambda content: step(content, 5).update(clause="TNY-8"),
        "/cases/0/steps/5/clause",
        "there is no clause TNY-8 in the catalogues",
    ),
    "an id that stands twice": (
        lambda content: case(content, 1).update(id="TNY.0001"),
        "/cases/1",
        "TNY.0001 stands already at",
    ),
    "an id of another rule set": (
        lambda content: case(content, 1).update(id="XYZ.0001"),
        "/cases/1",
        "XYZ.0001 does not have the prefix TNY",
    ),
    "a rule set of another folder": (
        lambda content: content.update(rules="other-game"),
        "/rules",
        "'other-game' is not what the folder is called",
    ),
    "an impossible card": (
        lambda content: within(step(content, 11), "sees").update(hand=["Ah", "1c"]),
        "/cases/0/steps/11/sees/hand/1",
        '"1c" is no card',
    ),
    "a span upside down": (
        lambda content: step(content, 4).update(menu=[{"type": "bet", "amount": {"min": 3, "max": 2}}]),
        "/cases/0/steps/4/menu/0/amount/max",
        "is below the minimum, 3",
    ),
    "a choice of more cards than there are": (
        lambda content: step(content, 9).update(
            menu=[{"type": "discard", "cards": {"from": ["7c"], "min": 0, "max": 2}}]
        ),
        "/cases/0/steps/9/menu/0/cards",
        "asks for 0 to 2 of 1 cards",
    ),
    "a stack larger than all chips": (
        lambda content: step(content, 3).update(then={"stacks": [61, 0, 0]}),
        "/cases/0/steps/3/then/stacks",
        "more chips than the 60 that were brought to the table",
    ),
    "a payout to a seat that the table has not": (
        lambda content: within(within(step(content, 12), "check"), "last_hand").update(payouts={"3": 7}),
        "/cases/0/steps/12/check/last_hand/payouts",
        "there is no seat 3 at a table of 3",
    ),
    "a seat that pays itself": (
        lambda content: within(within(step(content, 12), "check"), "result").update(
            transfers=[{"from": 1, "to": 1, "amount": 2}]
        ),
        "/cases/0/steps/12/check/result/transfers/0",
        "a seat pays itself",
    ),
    "seats in disorder": (
        lambda content: within(step(content, 4), "then").update(seats_in=[1, 0]),
        "/cases/0/steps/4/then/seats_in",
        "should name the seats in ascending order",
    ),
    "a dealer that the table has not": (
        lambda content: within(content, "defaults").update(dealer=3),
        "/defaults/dealer",
        "there is no seat 3 at a table of 3",
    ),
    "a key both seen and hidden": (
        lambda content: step(content, 11).update(hides=["hand"]),
        "/cases/0/steps/11/hides",
        "'hand' is both seen and hidden",
    ),
    "no dealer at all": (
        lambda content: within(content, "defaults").pop("dealer"),
        "/cases/1",
        "has no 'dealer', nor have the defaults of its file",
    ),
    "scores of other seats": (
        lambda content: within(step(content, 14), "check").update(scores=[1, 2]),
        "/cases/0/steps/14/check/scores",
        "2 numbers for 3 seats",
    ),
    "a format of the future": (
        lambda content: content.update(format=2),
        "/format",
        "is a format that this version does not know (it knows 1)",
    ),
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_what_cannot_be_true_is_refused_at_its_place(broken: Break, what: str) -> None:
    edit, pointer, reason = CONTRADICTIONS[what]
    error = refusal(broken(FORMS, edit))
    assert (error.path.name, error.pointer) == ("forms.json", pointer)
    assert reason in error.reason


OTHER_FILES: dict[str, tuple[str, Edit, str, str]] = {
    "a clause with another prefix": (
        "clauses/tiny-game.json",
        lambda content: content.update(prefix="ABC"),
        "/clauses/0/id",
        "TNY-1 does not have the prefix of this catalogue, ABC",
    ),
    "a catalogue of another name": (
        "clauses/tiny-game.json",
        lambda content: content.update(rules="other-game"),
        "/rules",
        "'other-game' is not what the file is called",
    ),
    "set-ups of another rule set": (
        "setups/tiny-game.json",
        lambda content: content.update(rules="other-game"),
        "/rules",
        "'other-game' is not what the file is called",
    ),
    "a ranking of an unknown rule set": (
        "ranking/order.json",
        lambda content: content.update(rules="other-game"),
        "/rules",
        "no catalogue tells of a rule set 'other-game'",
    ),
    "a hand that holds a card twice": (
        "ranking/order.json",
        lambda content: cast("Content", cast("list[Json]", content["rankings"])[0]).update(
            strongest_first=[{"category": "pair", "hands": ["2c 2c 3h 4s 6c"]}]
        ),
        "/rankings/0/strongest_first/0/hands/0",
        "a card stands there twice",
    ),
}


@pytest.mark.parametrize("what", OTHER_FILES)
def test_the_other_files_are_held_against_each_other(broken: Break, what: str) -> None:
    name, edit, pointer, reason = OTHER_FILES[what]
    error = refusal(broken(name, edit))
    assert (error.path.name, error.pointer, error.reason) == (Path(name).name, pointer, reason)


def test_on_credit_a_stack_may_be_below_zero(broken: Break) -> None:
    def edit(content: Content) -> None:
        within(within(content, "defaults"), "options")["stakes"] = "credit"
        within(step(content, 4), "then").update(stacks=[-3, 20, 40])

    assert load_corpus(broken(FORMS, edit)).cases[0].id == "TNY.0001"


def test_a_clause_of_another_rule_set_cannot_be_claimed(corpus: Path, broken: Break) -> None:
    other = (corpus / "clauses/tiny-game.json").read_text("utf-8").replace("TNY", "OTH")
    (corpus / "clauses/other-game.json").write_text(other.replace("tiny-game", "other-game"), "utf-8")
    error = refusal(broken(FORMS, lambda content: case(content, 1).update(clauses=["OTH-1"])))
    assert (error.pointer, error.reason) == ("/cases/1/clauses/0", "OTH-1 is a clause of other-game")


def test_the_common_clauses_can_be_claimed_by_all(corpus: Path, broken: Break) -> None:
    common = (corpus / "clauses/tiny-game.json").read_text("utf-8").replace("TNY", "DRW")
    (corpus / "clauses/draw-poker.json").write_text(common.replace("tiny-game", "draw-poker"), "utf-8")
    folder = broken(FORMS, lambda content: case(content, 1).update(clauses=["DRW-1"]))
    assert load_corpus(folder).cases[1].clauses == ("DRW-1",)


def test_a_clause_that_stands_twice_is_refused(broken: Break) -> None:
    def edit(content: Content) -> None:
        clauses = cast("list[Json]", content["clauses"])
        clauses.append(clauses[0])

    error = refusal(broken("clauses/tiny-game.json", edit))
    assert (error.pointer, error.reason[:19]) == ("/clauses/3", "TNY-1 stands alread")


@pytest.mark.parametrize("name", ["notes.txt", "tiny-game/notes.txt", "no-such-game/a.json", "clauses/a.jsn"])
def test_files_that_do_not_belong_there_are_refused(corpus: Path, name: str) -> None:
    path = corpus / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}", "utf-8")
    assert refusal(corpus).path in (path, path.parent)


def test_a_folder_that_is_no_corpus_is_refused(tmp_path: Path) -> None:
    assert "is no corpus" in refusal(tmp_path).reason
    assert "is no corpus" in refusal(tmp_path / "nowhere").reason


def test_an_unreadable_file_is_refused_by_name(corpus: Path) -> None:
    (corpus / FORMS).write_bytes(b'{"format": 1, "format": 1}')
    error = refusal(corpus)
    assert (error.path, error.pointer) == (corpus / FORMS, "/format")


def test_loading_writes_nothing(corpus: Path) -> None:
    def snapshot() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in corpus.rglob("*")}

    before = snapshot()
    load_corpus(corpus)
    assert snapshot() == before


def test_the_digest_does_not_depend_on_titles_or_notes(corpus: Path, broken: Break) -> None:
    before = load_corpus(corpus).digest
    folder = broken(FORMS, lambda content: case(content, 0).update(title="another", notes="another"))
    assert load_corpus(folder).digest == before


@pytest.mark.parametrize(
    "edit",
    [
        lambda content: step(content, 4).update(then={"pot": 4}),
        lambda content: case(content, 0).update(clauses=["TNY-1r"]),
        lambda content: within(content, "defaults").update(dealer=1),
    ],
    ids=["expectation", "claim", "default"],
)
def test_the_digest_changes_with_what_is_asserted_or_claimed(corpus: Path, broken: Break, edit: Edit) -> None:
    before = load_corpus(corpus).digest
    assert load_corpus(broken(FORMS, edit)).digest != before


def test_the_package_data_comes_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "__file__", str(tmp_path / "conformance" / "__init__.py"))
    with pytest.raises(CorpusError, match="the installation is broken"):
        corpus_dir()
    (tmp_path / "fixtures").mkdir()
    assert corpus_dir() == tmp_path / "fixtures"
    assert corpus_to_write(None) == tmp_path / "fixtures"
    (tmp_path / "conformance" / "_corpus").mkdir(parents=True)
    assert corpus_dir() == tmp_path / "conformance" / "_corpus"
    assert corpus_to_write(tmp_path) == tmp_path
    with pytest.raises(CorpusError, match="part of an installed package"):
        corpus_to_write(None)


def test_the_bundled_corpus_is_read_by_default() -> None:
    assert load_corpus().root == corpus_dir()


LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    "edit",
    [
        lambda content: step(content, 4).update(then={LONG: 1}),
        lambda content: step(content, 4).update(actor=LONG),
        lambda content: content.update({LONG: 1}),
        lambda content: case(content, 0).update(level=LONG),
        lambda content: case(content, 0).update(clauses=[LONG]),
        lambda content: within(content, "defaults").update(options={LONG.upper(): 1}),
    ],
    ids=["key", "actor", "member", "level", "clause", "option"],
)
def test_a_refusal_stays_short_whatever_the_names_are(broken: Break, edit: Edit) -> None:
    assert len(str(refusal(broken(FORMS, edit)))) < 1_000
