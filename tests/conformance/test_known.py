"""The list of known failures is right in both directions, or it is told where not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from conformance.known import (
    Known,
    KnownError,
    KnownFailures,
    known_text,
    load_known,
    signature,
    update_known,
    updated,
)
from conformance.lines import CaseLine, DifferenceLine, FaultLine, Place
from conformance.verdicts import Status

IDS = ["PIN.0012", "PIN.0013", "PIN.R001"]
NO_DATE = "entry 1: 'until' should be a date, as in until = 2027-01-31"
TODAY = date(2026, 6, 1)
ABOUT = Place("case", "brazilian-pingo", "a title", "must", ["PIN-1"])
POT = FaultLine(3, "differs", "then", {}, differences=[DifferenceLine("differs", "pot", 4, 3)])
ENTRY = """\
[[known]]
id = "PIN.0012"
status = "failed"
at = "step 4: differs in then (pot)"
reason = "the pot is told late"
"""


def line(status: Status = "failed", fault: FaultLine | None = POT, name: str = "PIN.0012") -> CaseLine:
    return CaseLine(name, ABOUT, status, fault=fault)


def lost(status: Status, step: int) -> CaseLine:
    return line(status, FaultLine(step, "lost", "", {}))


def load(tmp_path: Path, text: str) -> dict[str, Known]:
    path = tmp_path / "known.toml"
    path.write_text(text, "utf-8")
    return load_known(path, IDS)


def listed(tmp_path: Path, more: str = "") -> KnownFailures:
    return KnownFailures(load(tmp_path, ENTRY + more), TODAY)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(KnownError) as caught:
        load(tmp_path, text)
    return caught.value.reason


def test_a_failure_as_listed_is_known(tmp_path: Path) -> None:
    assert listed(tmp_path).knows(line())
    assert listed(tmp_path).stale([line()]) == []


def test_a_failure_that_is_not_listed_is_not_known(tmp_path: Path) -> None:
    other = line(name="PIN.0013")
    assert not listed(tmp_path).knows(other)
    assert listed(tmp_path).stale([other]) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (line("passed", None), "passes, though it is listed as failing; take it off the list"),
        (line("not_covered", None), "is listed as failing, but was not played: "),
        (lost("crash", 4), "fails otherwise: crash, crash; listed is failed, step 4: differs in then (pot)"),
        (
            line(fault=FaultLine(1, "wrong_code", "", {}, "bad_amount", "malformed")),
            "fails otherwise: failed, step 2: wrong_code (malformed); "
            "listed is failed, step 4: differs in then (pot)",
        ),
    ],
    ids=["passes", "not played", "crashes", "fails elsewhere"],
)
def test_what_is_not_as_listed_is_stale_and_not_known(tmp_path: Path, now: CaseLine, told: str) -> None:
    (stale,) = listed(tmp_path).stale([now])
    assert (stale.id, stale.reason) == ("PIN.0012", told)
    assert not listed(tmp_path).knows(now)


def test_cases_that_were_not_part_of_the_run_are_left_alone(tmp_path: Path) -> None:
    assert listed(tmp_path).stale([]) == []


@pytest.mark.parametrize(("until", "known"), [("2026-06-01", True), ("2026-05-31", False)])
def test_until_is_the_last_day(tmp_path: Path, until: str, known: bool) -> None:
    failures = listed(tmp_path, f"until = {until}\n")
    assert failures.knows(line()) == known
    assert bool(failures.stale([line()])) == (not known)


@pytest.mark.parametrize("status", ["crash", "hang"])
def test_crashes_and_hangs_can_be_listed_whatever_the_step(tmp_path: Path, status: Status) -> None:
    text = ENTRY.replace('"failed"', f'"{status}"').replace("step 4: differs in then (pot)", status)
    failures = KnownFailures(load(tmp_path, text), TODAY)
    assert failures.knows(lost(status, 3))
    assert failures.knows(lost(status, 5))
    assert not failures.knows(line())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            ENTRY.replace("PIN.0012", "PIN.0112"),
            "entry 1: there is no case PIN.0112; the nearest is PIN.0012",
        ),
        (ENTRY.replace("PIN.0012", "x"), "entry 1: there is no case x"),
        (ENTRY.replace("the pot is told late", " "), "entry 1 (PIN.0012) needs a 'reason'"),
        (ENTRY.replace('reason = "the pot is told late"', ""), "entry 1 (PIN.0012) needs a 'reason'"),
        (ENTRY + ENTRY, "entry 2: PIN.0012 is listed twice"),
        (ENTRY + "why = 1\n", "entry 1 has the unknown key 'why'"),
        (ENTRY + 'until = "2026-01-01"\n', NO_DATE),
        (
            ENTRY + "until = 2026-01-01T00:00:00\n",
            NO_DATE,
        ),
        ("knwon = []", "holds 'knwon'; it should hold tables [[known]] only"),
        ("known = 1", "'known' should be a list of tables, [[known]]"),
        ("known = [1]", "entry 1 is no table"),
    ],
)
def test_a_list_that_is_wrong_is_refused(tmp_path: Path, text: str, told: str) -> None:
    assert refusal(tmp_path, text) == told


@pytest.mark.parametrize("status", ["passed", "unsupported", "sulks"])
def test_only_ways_to_fail_can_be_listed(tmp_path: Path, status: str) -> None:
    assert "is no way to fail" in refusal(tmp_path, ENTRY.replace('"failed"', f'"{status}"'))


def test_what_is_no_toml_or_no_file_is_refused(tmp_path: Path) -> None:
    assert "is not TOML" in refusal(tmp_path, "[[known]")
    with pytest.raises(KnownError, match="cannot be read"):
        load_known(tmp_path / "none.toml", IDS)


def test_signatures_of_other_faults() -> None:
    assert signature(line(fault=FaultLine(-1, "refused", "", {}))) == "set-up: refused"
    assert signature(line(fault=FaultLine(6, "wrong_clause", "", {}, "PIN-1", "PIN-2"))) == (
        "step 7: wrong_clause (PIN-2)"
    )


@pytest.mark.parametrize("strict", [False, True])
def test_an_update_lists_a_ruling_only_where_rulings_are_strict(strict: bool) -> None:
    ruling = replace(line(), about=replace(ABOUT, level="ruling"))
    now = updated({}, [ruling], strict_rulings=strict)
    assert list(now) == ([ruling.id] if strict else [])


def test_an_update_lists_a_ruling_that_fails_by_the_protocol() -> None:
    ruling = replace(line("broke", replace(POT, protocol=True)), about=replace(ABOUT, level="ruling"))
    assert list(updated({}, [ruling])) == [ruling.id]


def test_an_update_keeps_a_ruling_that_is_listed() -> None:
    ruling = replace(line(), about=replace(ABOUT, level="ruling"))
    before = {ruling.id: Known(ruling.id, "failed", "elsewhere", "we play it so")}
    assert updated(before, [ruling])[ruling.id].reason == "we play it so"


def test_an_update_keeps_reasons_and_drops_what_passes(tmp_path: Path) -> None:
    known = load(tmp_path, ENTRY + "until = 2026-07-01\n" + ENTRY.replace("0012", "0013"))
    moved = line(fault=FaultLine(4, "accepted", "", {}))
    now = updated(known, [moved, line("passed", None, "PIN.0013"), line(name="PIN.R001")])
    assert now == {
        "PIN.0012": Known("PIN.0012", "failed", "step 5: accepted", "the pot is told late", date(2026, 7, 1)),
        "PIN.R001": Known("PIN.R001", "failed", "step 4: differs in then (pot)", ""),
    }


def test_an_update_leaves_what_was_not_played_in_this_run(tmp_path: Path) -> None:
    known = load(tmp_path, ENTRY)
    assert updated(known, []) == known


def test_a_new_entry_needs_a_reason_before_the_list_can_be_used(tmp_path: Path) -> None:
    assert refusal(tmp_path, known_text(updated({}, [line()]))) == "entry 1 (PIN.0012) needs a 'reason'"


def test_a_list_is_begun_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    assert update_known(path, [line(), line(name="PIN.0013")], IDS) == ["PIN.0012", "PIN.0013"]
    path.write_text("# ours\n" + path.read_text("utf-8").replace('reason = ""', 'reason = "why"', 1), "utf-8")
    assert update_known(path, [line()], IDS) == ["PIN.0013"]
    assert update_known(path, [line("passed", None, "PIN.0013")], IDS) == []
    assert load_known(path, IDS) == {"PIN.0012": Known("PIN.0012", "failed", signature(line()), "why")}
    assert path.read_text("utf-8").startswith("# ours\n\n[[known]]\n")


def test_an_update_drops_what_left_the_corpus(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text(ENTRY, "utf-8")
    update_known(path, [], ["PIN.0013"])
    assert path.read_text("utf-8") == ""


@pytest.mark.parametrize(
    "text", ["[[known]", ENTRY.replace("id", "name"), ENTRY.replace('"failed"', '"passed"')]
)
def test_a_list_that_is_wrong_is_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(KnownError):
        update_known(path, [line()], IDS)
    assert path.read_text("utf-8") == text


def test_the_comments_at_the_top_are_kept(tmp_path: Path) -> None:
    text = "# failures of engine X\n# ask the maintainers\n\n" + ENTRY + "# lost\n"
    written = known_text(load(tmp_path, text), text)
    assert written == "# failures of engine X\n# ask the maintainers\n\n" + ENTRY


def test_a_list_without_entries_is_empty() -> None:
    assert known_text({}) == ""


TEXT = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)


@given(at=TEXT, reason=TEXT, until=st.none() | st.dates())
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, at: str, reason: str, until: date | None
) -> None:
    known = {"PIN.0012": Known("PIN.0012", "hang", at, reason, until)}
    path = tmp_path_factory.mktemp("known") / "known.toml"
    path.write_text(known_text(known), "utf-8")
    assert load_known(path, IDS) == known
