"""An interrupted worker does not put together what nobody sees."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from conformance.session import ShortFarewell

pytest_plugins = ["pytester"]

CORPUS = Path(__file__).parents[1] / "corpus" / "playable"

PROBE = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_keyboard_interrupt(excinfo):
    kind = "worker" if WORKER else "controller"
    open(f"{FOLDER}/{kind}", "w").write(str(len(excinfo.traceback)))

def pytest_configure(config):
    global WORKER, FOLDER
    WORKER, FOLDER = hasattr(config, "workerinput"), config.rootpath

def pytest_runtest_call(item):
    raise KeyboardInterrupt
"""


def test_only_the_last_call_is_left_of_an_interrupt() -> None:
    def deep(calls: int) -> None:
        if not calls:
            raise KeyboardInterrupt
        deep(calls - 1)

    with pytest.raises(KeyboardInterrupt) as caught:
        deep(20)
    assert len(caught.traceback) > 20
    ShortFarewell().pytest_keyboard_interrupt(caught)
    gc.unfreeze()
    assert len(caught.traceback) == 1
    assert "KeyboardInterrupt" in str(caught.getrepr(funcargs=True))


def test_workers_keep_it_short(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xdist")
    pytester.makepyfile(probe=PROBE)
    monkeypatch.setenv("PYTHONPATH", str(pytester.path), prepend=":")
    words = ("-p", "probe", "-p", "no:cacheprovider", "-n", "1", "--max-worker-restart=0")
    corpus = ("--pyargs", "conformance.suite", f"--conformance-corpus={CORPUS}")
    adapter = ("--conformance-adapter=reference", f"--rootdir={pytester.path}")
    pytester.runpytest_subprocess(*words, *corpus, *adapter)
    assert (pytester.path / "worker").read_text() == "1"
