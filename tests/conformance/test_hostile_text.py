"""Nothing that an implementation says reaches a terminal, a page or a file as it is."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conformance.cli import main
from conformance.visible import LONGEST, visible, visible_line

CORPUS = str(Path(__file__).parent / "corpus" / "playable")
HOSTILE = r'''
import os
import sys

from conformance.adapters.protocol import Rejection
from conformance.adapters.reference import Reference

EVIL = "\x1b]0;title\x07\x1b[2J\x9b31m\x7f\u202edrow\x00\rpassed\nall passed\u2028<script>&amp;"


class Hostile(Reference):
    """Plays right but for its words."""

    def hello(self, **params):
        hello = super().hello(**params)
        return {**hello, "name": EVIL, "version": EVIL, "language": EVIL, "homepage": EVIL}


class Breaks(Hostile):
    def act(self, **params):
        print(EVIL, file=sys.stderr, flush=True)
        raise RuntimeError(EVIL)


class Refuses(Hostile):
    def act(self, **params):
        raise Rejection("bad_amount", EVIL, EVIL)


class Shows(Hostile):
    def view(self, *params, **more):
        return {**super().view(*params, **more), "phase": EVIL, "pot": EVIL, EVIL: EVIL}

    def new(self, **params):
        return {**super().new(**params), "phase": EVIL, "pot": EVIL, EVIL: EVIL, "menu": [{"type": EVIL}]}


class Dies(Hostile):
    def act(self, **params):
        print(EVIL, file=sys.stderr, flush=True)
        os._exit(3)


class Mute(Hostile):
    def hello(self, **params):
        print(EVIL, file=sys.stderr, flush=True)
        os._exit(3)


class Denies(Hostile):
    def hello(self, **params):
        raise RuntimeError(EVIL)


class Noisy(Hostile):
    def hello(self, **params):
        os.write(4, EVIL.encode("utf-8", "replace") + b"\n")
        return super().hello(**params)
'''
WAYS = ("Hostile", "Breaks", "Refuses", "Shows", "Dies", "Mute", "Denies")
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The spec of one of the implementations, behind a pipe."""
    (tmp_path / "hostile.py").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    return lambda name: f"stdio: {shlex.quote(sys.executable)} -m conformance serve hostile:{name}"


def assert_harmless(text: str) -> None:
    """Nothing but what can be seen, and line ends."""
    assert [letter for letter in text if not (letter.isprintable() or letter == "\n")] == []


@pytest.mark.parametrize("name", WAYS)
def test_a_run_shows_it_written_out(spec: Callable[[str], str], capsys: Capture, name: str) -> None:
    files = ["--junit", "junit.xml", "--html", "page.html", "--report", "report.jsonl"]
    code = main(["run", "--adapter", spec(name), "--corpus", CORPUS, *files])
    out, err = capsys.readouterr()
    assert code == {"Hostile": 0, "Mute": 10, "Denies": 10}.get(name, 1)
    assert_harmless(out + err)
    assert "\nall passed" not in out + err  # a line of its own would pass for the kit's
    assert ("\\u001b" in out + err) == (name != "Hostile")
    junit = Path("junit.xml").read_text("utf-8")
    assert_harmless("".join(ElementTree.fromstring(junit).itertext()))
    assert_harmless(junit)
    page = Path("page.html").read_text("utf-8")
    assert_harmless(page)
    assert "<script>&amp;amp;" not in page
    assert_harmless(Path("report.jsonl").read_text("utf-8").replace("\x7f", "").translate(UNESCAPED))


UNESCAPED = dict.fromkeys(map(ord, "\x9b\u202e\u2028"))
"""What JSON leaves as it is; a report is for programs."""


@pytest.mark.parametrize("name", WAYS)
def test_the_doctor_shows_it_written_out(spec: Callable[[str], str], capsys: Capture, name: str) -> None:
    main(["doctor", "--adapter", spec(name), "--rules", "brazilian-pingo"])
    out, err = capsys.readouterr()
    assert "\\u001b" in out + err
    assert_harmless(out + err)


@pytest.mark.parametrize("name", WAYS)
def test_a_replay_shows_it_written_out(spec: Callable[[str], str], capsys: Capture, name: str) -> None:
    main(["replay", "PIN.0002", "--adapter", spec(name), "--corpus", CORPUS])
    out, err = capsys.readouterr()
    assert_harmless(out + err)


@pytest.mark.parametrize("name", WAYS)
def test_random_play_shows_it_written_out(spec: Callable[[str], str], capsys: Capture, name: str) -> None:
    words = ["--random", "2", "--invariants-only", "--rules", "brazilian-pingo"]
    main(["run", "--adapter", spec(name), *words])
    out, err = capsys.readouterr()
    assert_harmless(out + err)


def test_what_is_made_of_its_report_shows_it_written_out(spec: Callable[[str], str], capsys: Capture) -> None:
    for name in ("Mute", "Breaks"):
        main(["run", "--adapter", spec(name), "--corpus", CORPUS, "--report", f"{name}.jsonl"])
    capsys.readouterr()
    assert main(["report", "html", "Mute.jsonl", "-o", "page.html"]) == 12
    assert main(["report", "diff", "Breaks.jsonl", "Mute.jsonl"]) in (2, 12)
    main(["report", "merge", "Mute.jsonl", "-o", "merged.jsonl"])
    out, err = capsys.readouterr()
    assert "Mute.jsonl did not finish: it failed to start 3 times" in err
    assert "merged.jsonl is incomplete: Mute.jsonl: it failed to start 3 times" in err
    assert_harmless(out + err)


def test_line_ends_stay_only_where_they_are_wanted() -> None:
    assert visible("one\ntwo\x1b") == "one\ntwo\\u001b"
    assert visible_line("one\ntwo\x1b") == "one\\ntwo\\u001b"


def test_a_line_has_a_bound() -> None:
    assert len(visible_line("x" * 10 * LONGEST)) < LONGEST + 40
