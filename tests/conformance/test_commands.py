"""The command: what its parts print and how they exit."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.lines import Footer, Header, Interrupted, decode_line

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
WRONG = """
from conformance.adapters.reference import Reference


class Wrong(Reference):
    def new(self, **params):
        return {**super().new(**params), "pot": 99}


class Lenient(Reference):
    def act(self, session, actor, action):
        view = super().act(session=session, actor=actor, action=action)
        return {**view, "dealer": 2} if action.get("type") == "next_hand" else view
"""

CRASHING = """
import os

from conformance.adapters.reference import Reference


class Crashing(Reference):
    def act(self, **params):
        os._exit(3)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a wrong implementation in it, and nothing set for pytest."""
    (tmp_path / "wrong_game.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    return tmp_path


def test_run_tells_figures_and_failures_and_nothing_of_pytest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS, "--report", "r.jsonl"])
    out, err = capsys.readouterr()
    assert code == 1
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == "PIN.0001  every seat posts a pingo"
    assert "again: conformance run --adapter wrong_game:Wrong --case PIN.0001" in out
    assert lines[-1] == "not conformant (1 must or option case failed)"
    assert "pytest" not in out
    assert "====" not in out
    last = decode_line((folder / "r.jsonl").read_bytes().splitlines()[-1])
    assert isinstance(last, Footer)


def test_run_tells_known_failures_in_a_line_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "known.toml").write_text(
        '[[known]]\nid = "PIN.0001"\nstatus = "failed"\nat = "step 1: differs in check (pot)"\nreason = "?"\n'
    )
    chosen = ["--corpus", CORPUS, "--case", "PIN.0001", "--known", "known.toml"]
    code = main(["run", "--adapter", "wrong_game:Wrong", *chosen])
    out = capsys.readouterr().out
    assert code == 0
    assert "failed as listed among the known failures:\n  PIN.0001  every seat posts a pingo\n" in out
    assert "again:" not in out


def test_run_passes_its_options_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--rules", "brazilian-pingo", "--clause", "PIN-4", "--level", "option", "--case", "PIN.000[23]"]
    house = ["--option", "ties=suits", "--strict-rulings", "--timeout-factor", "2"]
    code = main(
        ["run", "--adapter", "reference", "--corpus", CORPUS, *chosen, *house, "--junit", "junit.xml"]
    )
    assert code == 0
    assert "2/2" in capsys.readouterr().out
    assert (folder / "junit.xml").is_file()


def test_run_without_an_adapter_judges_the_reference_and_says_how_to_name_ones_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--corpus", CORPUS]) == 0
    out = capsys.readouterr().out
    assert "conformant in all that was played" in out
    assert "conformance run --adapter 'stdio: COMMAND ...'" in out.splitlines()[-2]


def test_on_a_terminal_one_line_tells_how_far_the_run_is(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.delenv("CI", raising=False)
    assert main(["run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS]) == 1
    told = capsys.readouterr().err
    assert "\r6 of 6 cases, 1 failed" in told
    assert "\n" not in told
    assert told.split("\r")[-2].strip() == ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--rules", "bridge"], 2),
        (["--option", "x"], 2),
        (["--adapter", "no-such-name"], 2),
        (["--adapter", "wrong_game:Missing"], 10),
        (["--adapter", "stdio: ./no-such-command"], 10),
    ],
)
def test_run_tells_apart_what_is_wrong_before_it_begins(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int
) -> None:
    assert main(["run", "--adapter", "reference", "--corpus", CORPUS, *arguments]) == code
    assert capsys.readouterr().err.strip()


def test_last_failed_plays_only_what_failed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS]
    assert main(arguments) == 1
    capsys.readouterr()
    assert main([*arguments, "--last-failed"]) == 1
    assert "0/1" in capsys.readouterr().out


def test_an_error_in_the_kit_is_told_as_that_and_is_no_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a slip of the kit")

    monkeypatch.setattr("conformance.exam.judge", fail)
    code = main(["run", "--adapter", "reference", "--corpus", CORPUS, "--report", "r.jsonl"])
    out = capsys.readouterr().out
    assert code == 12
    assert "errors in the kit, not in the implementation; please report them:" in out
    assert "RuntimeError: a slip of the kit (test_commands.py:" in out
    assert out.splitlines()[-1] == "incomplete: no verdict on the implementation"
    last = decode_line((folder / "r.jsonl").read_bytes().splitlines()[-1])
    assert isinstance(last, Interrupted)
    assert "no verdict" in last.reason


def test_an_error_in_the_kit_before_the_first_case_is_told_too(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise TypeError("an early slip of the kit")

    monkeypatch.setattr("conformance.session.accounting.keep_apart", fail)
    assert main(["run", "--adapter", "reference", "--corpus", CORPUS]) == 12
    told = capsys.readouterr().err
    assert "TypeError: an early slip of the kit" in told
    assert "an error in the kit, not in the implementation" in told


def test_ten_losses_in_a_row_end_a_run_which_nobody_has_interrupted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "crashing.py").write_text(CRASHING)
    spec = f"stdio: {shlex.quote(sys.executable)} -m conformance serve crashing:Crashing"
    code = main(["run", "--adapter", spec, "--case", "DOG.005*", "--case", "DOG.006*"])
    out = capsys.readouterr().out
    assert code == 10
    assert (
        "10 cases in a row were lost to hangs or crashes, the last one so: crash, exit code 3. Every" in out
    )
    assert "interrupted" not in out
    assert out.splitlines()[-1].startswith("the adapter cannot be used")


def repeated(out: str) -> list[str]:
    """The arguments of the first command to paste in an output."""
    line = next(line for line in out.splitlines() if line.startswith("  again: conformance "))
    return shlex.split(line)[2:]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], 0),
        (["--strict-rulings"], 1),
        (["--strict-rulings", "--timeout-factor", "2.5", "--option", "ties=suits"], 1),
    ],
    ids=["nothing", "strict", "everything"],
)
def test_the_line_to_paste_brings_the_verdict_again_with_all_that_was_given(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str], code: int
) -> None:
    """The corpus lies in a folder with a blank in its name, and what fails is a ruling."""
    shutil.copytree(CORPUS, "my corpus")
    first = ["run", "--adapter", "wrong_game:Lenient", "--corpus", "my corpus", *given, "--report", "r.jsonl"]
    assert main(first) == code
    told = capsys.readouterr().out
    words = repeated(told)
    assert words[words.index("--case") + 1] == told.split()[0]
    assert main([*words, "--report", "again.jsonl"]) == code
    before, after = Path("r.jsonl"), Path("again.jsonl")
    assert header_of(before).adapter == header_of(after).adapter
    assert header_of(before).selection.options == header_of(after).selection.options


def header_of(path: Path) -> Header:
    first = decode_line(path.read_bytes().splitlines()[0])
    assert isinstance(first, Header)
    return first


def test_replay_tells_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "PIN.0002", "--corpus", CORPUS]) == 0
    out = capsys.readouterr().out
    assert "seat 0 tries: bet 5 (to be refused: bad_amount under PIN-4)" in out
    assert "may fold, check, bet 1 to 4" in out
    assert "hands  seat 0: Ah" in out
    assert out.splitlines()[-1] == "passed"


def test_replay_shows_what_an_implementation_makes_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "PIN.0001", "--corpus", CORPUS, "--adapter", "wrong_game:Wrong"]) == 1
    assert "pot: expected 3" in capsys.readouterr().out


@pytest.mark.parametrize("entry", ["PIN.S001", "PIN.R001"])
def test_replay_tells_setups_and_rankings_too(entry: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", entry, "--corpus", CORPUS]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "passed"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["PIN.9999"], 2),
        (["PIN.0001", "PIN.0002"], 2),
        (["PIN.0001", "--adapter", "no-such-name"], 2),
        (["PIN.0001", "--adapter", "no_such_module:x"], 10),
        (["PIN.0001", "--corpus", "nowhere"], 2),
    ],
)
def test_replay_says_why_it_cannot(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int
) -> None:
    assert main(["replay", "--corpus", CORPUS, *arguments]) == code
    assert capsys.readouterr().err.strip()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["PIN-0001"], "there is no case and no file 'PIN-0001'; the nearest is PIN.0001"),
        (["missing.json"], "there is no file missing.json"),
        (["no/such"], "there is no file no/such"),
        (["text.txt"], "text.txt is neither a file of cases nor a report: text.txt: is not JSON"),
        (["list.json"], "list.json is neither a file of cases nor a report: "),
        (["several.json"], "several.json has 4 cases; name one behind it: PIN.0001, "),
        (["several.json", "PIN.0009"], "several.json has no case 'PIN.0009'; the nearest is PIN."),
        (["r.jsonl", "PIN.0002"], "r.jsonl does not tell the steps of PIN.0002: it passed"),
        (["r.jsonl", "--adapter", "reference"], "r.jsonl is a report, which tells what came already"),
        (["torn.jsonl"], "torn.jsonl:1: no line of a report"),
    ],
)
def test_replay_says_what_is_wrong_with_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    (folder / "text.txt").write_text("no cases")
    (folder / "list.json").write_text("[]")
    (folder / "torn.jsonl").write_text("no report\n")
    shutil.copy(Path(CORPUS) / "brazilian-pingo" / "all.json", "several.json")
    main(["run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS, "--report", "r.jsonl"])
    capsys.readouterr()
    assert main(["replay", *given, "--corpus", CORPUS]) in (2, 12)
    assert said in capsys.readouterr().err


def test_replay_shows_a_case_of_a_file_of_several(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(Path(CORPUS) / "brazilian-pingo" / "all.json", "several.json")
    assert main(["replay", "several.json", "PIN.0002", "--corpus", CORPUS]) == 0
    assert capsys.readouterr().out.startswith("PIN.0002  ")


def test_replay_shows_a_failed_case_of_a_report_without_playing_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["run", "--adapter", "wrong_game:Wrong", "--corpus", CORPUS, "--report", "r.jsonl"])
    (folder / "wrong_game.py").unlink()
    capsys.readouterr()
    assert main(["replay", "r.jsonl", "PIN.0001", "--corpus", CORPUS]) == 1
    assert "pot: expected 3" in capsys.readouterr().out
    assert main(["replay", "r.jsonl", "--corpus", CORPUS, "--html", "hand.html"]) == 1
    assert "conformance run --adapter wrong_game:Wrong --case PIN.0001" in (folder / "hand.html").read_text()


def test_the_commands_are_listed_without_importing_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "run" in out
    assert "serve" in out


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["run", "--no-such-option"]])
def test_a_command_line_that_cannot_be_meant_is_a_usage_error(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def test_serve_says_why_it_cannot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "no_such_module:x"]) == 10
    assert "no_such_module" in capsys.readouterr().err
