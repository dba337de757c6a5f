"""The command: what its parts print and how they exit."""

import sys
from pathlib import Path

import pytest

from conformance.cli import main
from conformance.lines import Footer, decode_line

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
WRONG = """
from conformance.adapters.reference import Reference


class Wrong(Reference):
    def new(self, **params):
        return {**super().new(**params), "pot": 99}
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
