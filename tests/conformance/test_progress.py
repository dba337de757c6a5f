"""On a terminal the command shows how far it is, also while a request hangs; elsewhere it shows nothing."""

from __future__ import annotations

import io
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.session.progress import Progress, wanted

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
HANGING = Path(__file__).parent / "hanging.py"


class Screen(io.StringIO):
    """A terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown_on_a_terminal(folder: Path, since: str, *words: str, looks: int) -> list[str]:
    """What a run whose adapter hangs shows on a terminal: so many states of the line."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    adapter = "stdio: " + shlex.join([sys.executable, str(HANGING), since, str(folder / "hangs")])
    kit = subprocess.Popen(
        [sys.executable, "-m", "conformance", "run", "--corpus", CORPUS, "--adapter", adapter, *words],
        cwd=folder,
        env={**environment, "TERM": "xterm", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while len(shown.split(b"\r")) < looks + 2 and select.select([ours], [], [], 30)[0]:
            shown += os.read(ours, 4096)
    finally:
        kit.send_signal(signal.SIGINT)
        kit.wait(30)
        os.close(ours)
    return shown.decode().split("\r")[1 : looks + 1]


def test_it_is_shown_that_the_adapter_is_started(mark: str, tmp_path: Path) -> None:
    shown = shown_on_a_terminal(tmp_path, "start", looks=8)
    assert shown[-1].startswith("the adapter is started, 0:0")


def test_the_line_goes_on_while_a_request_hangs(mark: str, tmp_path: Path) -> None:
    shown = shown_on_a_terminal(tmp_path, "PIN.0003", "--timeout-factor", "20", looks=12)
    last = [line.rstrip() for line in shown if "of 6 cases" in line]
    assert last[-1].startswith("0 of 6 cases, 0 failed, from PIN.0001 on, 0:0")
    assert len(set(last)) > 1


def test_nothing_is_left_on_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    progress = Progress(screen, lambda: "1 of 2")
    with progress.shown():
        progress.show()
    *_, cleared, end = screen.getvalue().split("\r")
    assert (cleared.strip(), end) == ("", "")
    assert "1 of 2, 0:00" in screen.getvalue()


def test_a_terminal_that_has_gone_is_no_reason_to_end() -> None:
    class Gone(Screen):
        def write(self, text: str, /) -> int:
            raise OSError(f"the terminal has gone before {text!r}")

    with Progress(Gone(), lambda: "1 of 2").shown():
        pass


@pytest.mark.parametrize(
    ("environment", "shows"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"CI": "true"}, False),
        ({"CI": ""}, True),
        ({"NO_COLOR": "1"}, True),
    ],
)
def test_it_is_shown_where_somebody_looks(environment: dict[str, str], shows: bool) -> None:
    assert wanted(Screen(), environment) == shows
    assert not wanted(io.StringIO(), environment)


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from conformance.cli import main

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run = ["run", "--adapter", "reference", "--corpus", CORPUS]
    assert main([*run, "-q"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(run) == 0
    assert "6 of 6 cases" in capsys.readouterr().err
