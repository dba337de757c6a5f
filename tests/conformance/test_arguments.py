"""What is said to a command line that cannot be meant: one line, exit code 2, the nearest name."""

from pathlib import Path

import pytest

from conformance.arguments import whole
from conformance.cli import COMMANDS, main

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
RUN = ["run", "--adapter", "reference", "--corpus", CORPUS]


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said, which is one line, to arguments that are a usage error."""
    try:
        code: object = main(arguments)
    except SystemExit as stopped:
        code = stopped.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["-n", "x"], "-n: 'x' is no whole number from 0 on, nor 'auto'"),
        (["-n", "-3"], "-n: '-3' is no whole number"),
        (["--timeout-factor", "nan"], "'nan' is no number above 0"),
        (["--timeout-factor", "0"], "'0' is no number above 0"),
        (["--timeout-factor", "-1"], "'-1' is no number above 0"),
        (["--timeout-factor", "inf"], "'inf' is no number above 0"),
        (["--timeout-factor", "x"], "'x' is no number above 0"),
        (["--seed", "x"], "--seed: 'x' is no whole number"),
        (["--random", "-1"], "--random: '-1' is no whole number from 0 on"),
        (["--level", "mst"], "there is no level 'mst'; the nearest is must"),
        (
            ["--rules", "brasilian-pingo"],
            "there is no rule set 'brasilian-pingo'; the nearest is brazilian-pingo",
        ),
        (["--case", "PIN.O001"], "no case is called 'PIN.O001'; the nearest is PIN.S001"),
        (["--case", "zzz"], "no case is called 'zzz'; 'conformance list' shows all"),
        (["--clause", "ZZZ-*"], "no clause is called 'ZZZ-*'; 'conformance list clauses' shows all"),
        (["--option", "antes=1"], "no rule set has an option 'antes'; the nearest is ante"),
        (
            ["--adapter", "refrence"],
            "there is no adapter 'refrence'; the nearest is reference. Bundled are: ",
        ),
        (["--known-update"], "--known-update needs the list: --known"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
    ],
    ids=" ".join,
)
def test_run_says_in_a_line_what_cannot_be_meant(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused([*RUN, *given], capsys)


@pytest.mark.parametrize(
    "given", [["--known", "missing.toml"], ["--known-update"], ["--report", "no/such/x"]]
)
def test_run_speaks_of_its_own_options_and_not_of_those_of_pytest(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused([*RUN, *given], capsys)
    assert "pytest" not in said
    assert "--conformance" not in said
    assert "ERROR" not in said


@pytest.mark.parametrize(
    "command",
    [
        ["run", "--adapter"],
        ["run", "--random", "1", "--invariants-only", "--adapter"],
        ["serve"],
        ["doctor", "--adapter"],
        ["replay", "PIN.0001", "--adapter"],
        ["perft", "red-dog", "--adapter"],
        ["campaign", "--sessions", "1", "--adapter"],
    ],
    ids=lambda command: command[0],
)
def test_an_adapter_that_nobody_has_is_a_usage_error_everywhere(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused([*command, "pokerkitt"], capsys)
    assert "there is no adapter 'pokerkitt'; the nearest is pokerkit. Bundled are: deuces, eval7, " in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table", "--peers", "treyz"], "there is no peer 'treyz'; the nearest is treys; there are "),
        (["table", "--sessions", "0"], "'0' is no whole number from 1 on"),
        (["bench", "nonsense"], "there is no workload 'nonsense'; there are "),
        (["bench", "native", "--rounds", "0"], "'0' is no whole number from 1 on"),
        (["perft", "hearts"], "there is no rule set 'hearts'; there are "),
        (["perft", "ton", "--depth", "0"], "'0' is no whole number from 1 on"),
        (["doctor", "--adapter", "reference", "--rules", "reddog"], "the nearest is red-dog"),
        (["rn"], "there is no command 'rn'; the nearest is run"),
        (["explain", "dgo-1"], "there is no clause 'dgo-1'; the nearest is DOG-1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_command_says_in_a_line_what_cannot_be_meant(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(arguments, capsys)


@pytest.mark.parametrize("spec", ["stdo: node x.js", "a b", "module:", ":call"])
def test_a_spec_of_no_form_is_a_usage_error(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert spec in refused(["doctor", "--adapter", spec], capsys)


@pytest.mark.parametrize("spec", ["stdio: node x.js", "http://127.0.0.1:1/"])
def test_serve_takes_only_what_runs_in_a_process(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "does not run in this process" in refused(["serve", spec], capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["list", "--clause", "ZZZ-*"],
        ["list", "clauses", "--clause", "ZZZ-*"],
        ["list", "--case", "PIN.9999"],
        ["list", "--rules", "pingo"],
        ["list", "rules", "--rules", "pingo"],
        ["list", "--level", "option", "--case", "PIN.0001"],
    ],
    ids=" ".join,
)
def test_a_list_of_nothing_is_a_usage_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    refused([*arguments, "--corpus", CORPUS], capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_examples_and_exit_codes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [command, "diff"] if command == "report" else [command]
    with pytest.raises(SystemExit) as stopped:
        main([*arguments, "--help"])
    told = capsys.readouterr().out
    assert stopped.value.code == 0
    assert f"for example:\n  conformance {command}" in told
    assert "Exit codes: 0 " in told


def test_a_whole_number_from_1_on_is_read_as_it_stands() -> None:
    assert whole(1)("12") == 12
