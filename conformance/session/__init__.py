"""What the plugin registers once an adapter is named."""

from __future__ import annotations

import gc
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

import pytest

from conformance.adapters.limits import DEFAULT_LIMITS
from conformance.adapters.protocol import Adapter, AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.outputs import OutputError
from conformance.runner import Runner
from conformance.selection import WHOLE
from conformance.session.accounting import Accounting
from conformance.session.files import UNWRITTEN, Files, check_files
from conformance.session.groups import scope_of
from conformance.session.hands_runs import EveryHand
from conformance.session.judging import SUITE_MODULE, Judging
from conformance.session.request import Asked, read_request
from conformance.trace import NO_TRACE, FileTrace, Trace
from conformance.verdicts import ADAPTER_UNUSABLE

RANDOM_MODULE: Final = SUITE_MODULE.with_name("test_random.py")
HANDS_MODULE: Final = SUITE_MODULE.with_name("test_hands.py")
COMMAND: Final = "conformance_command"
"""Tells a worker of pytest-xdist the arguments that pytest was given."""
GROUPED: Final = "conformance_grouped"
"""Tells a worker of pytest-xdist that all tests of a group come to it."""


class Node(Protocol):
    """What is needed here of a worker as the controller of pytest-xdist sees it."""

    config: pytest.Config
    workerinput: dict[str, object]


def register(config: pytest.Config) -> None:
    """Judging where tests run, accounting where they are counted: with pytest-xdist not in one process."""
    asked = read_request(config)
    worker: dict[str, object] | None = getattr(config, "workerinput", None)
    if worker is None:
        check_files(config)
    trace = _trace(config, worker)
    own, adapter = _adapter(config, asked.terms.spec, NO_TRACE if trace is None else trace)
    if own:
        asked = asked._replace(pytest=_command(config, worker))
    runner = Runner(adapter)
    grouped = worker is None or bool(worker.get(GROUPED))
    config.pluginmanager.register(Judging(asked, runner, grouped=grouped), "conformance-judging")
    _register_random_play(config, asked, adapter, counting=worker is None)
    _register_every_hand(config, asked, adapter)
    if worker is None:
        files = Files(config, asked.terms.spec, trace)
        config.pluginmanager.register(Accounting(config, asked, runner, files), "conformance-accounting")
        if config.pluginmanager.has_plugin("xdist"):
            config.pluginmanager.register(Distribution(), "conformance-distribution")
        return
    config.pluginmanager.register(ShortFarewell(), "conformance-farewell")
    if trace is not None:
        config.pluginmanager.register(WorkerTrace(trace), "conformance-trace")


def _register_random_play(config: pytest.Config, asked: Asked, adapter: Adapter, *, counting: bool) -> None:
    """Random play, if any was asked for: only then is Hypothesis imported."""
    if not config.getoption("conformance_random"):
        config.pluginmanager.register(LeftOut(RANDOM_MODULE), "conformance-random")
        return
    from conformance.session.random_results import RandomResults
    from conformance.session.random_runs import RandomPlay, read_random_request

    request = read_random_request(config)
    config.pluginmanager.register(RandomPlay(asked, adapter, request), "conformance-random")
    if counting:
        config.pluginmanager.register(RandomResults(request.seed), "conformance-random-results")


def _register_every_hand(config: pytest.Config, asked: Asked, adapter: Adapter) -> None:
    """Every hand of the packs that are claimed, if that was asked for."""
    if not config.getoption("conformance_all_hands"):
        config.pluginmanager.register(LeftOut(HANDS_MODULE), "conformance-hands")
        return
    if asked.choice.part != WHOLE:
        raise pytest.UsageError("--conformance-shard parts the cases and random play, not every hand")
    config.pluginmanager.register(EveryHand(asked, adapter), "conformance-hands")


class LeftOut:
    """Leaves out the tests of a module of the suite."""

    def __init__(self, module: Path) -> None:
        self._module = module

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path == self._module else None


def _command(config: pytest.Config, worker: Mapping[str, object] | None) -> list[str]:
    """How this run of pytest was started; a worker is told by its controller."""
    words = config.invocation_params.args if worker is None else worker.get(COMMAND)
    return ["pytest", *map(str, words)] if isinstance(words, tuple | list) else []


def _adapter(config: pytest.Config, spec: str, trace: Trace) -> tuple[bool, Adapter]:
    """The project's own adapter, and that it is its own, if it has a hook for that; else what the spec names
    to the kit."""
    factor: float = config.getoption("conformance_timeout_factor")
    if not 0 < factor < math.inf:
        raise pytest.UsageError(f"the time limits cannot be multiplied by {factor:g}")
    try:
        own: Adapter | None = config.hook.pytest_conformance_adapter(config=config, spec=spec)
        if own is not None:
            return True, own
        return False, find_adapter(spec, DEFAULT_LIMITS.scaled(factor), trace)
    except SpecError as error:
        raise pytest.UsageError(error.text()) from error
    except AdapterError as error:
        pytest.exit(error.text(), ADAPTER_UNUSABLE)


def _trace(config: pytest.Config, worker: Mapping[str, object] | None) -> FileTrace | None:
    """The file that ``--conformance-trace`` names; every worker writes one of its own beside it."""
    path: str | None = config.getoption("conformance_trace")
    if path is None:
        return None
    name = path if worker is None else f"{path}.{worker['workerid']}"
    try:
        trace = FileTrace(Path(name))
    except OutputError as error:
        raise pytest.UsageError(str(error)) from error
    config.add_cleanup(trace.close)
    return trace


class ShortFarewell:
    """Lets a worker of pytest-xdist that is interrupted end at once. What pytest would show of it, with the
    source of every call that was under way, nobody sees, and what is in memory goes with the process: to put
    the one together and to look through the other for garbage takes seconds."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        excinfo.traceback = excinfo.traceback[-1:]
        gc.freeze()


class WorkerTrace:
    """Lets the controller of pytest-xdist know in the end if a worker's trace is not whole."""

    def __init__(self, trace: FileTrace) -> None:
        self._trace = trace

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._trace.close()
        session.config.workeroutput[UNWRITTEN] = self._trace.trouble  # type: ignore[attr-defined]  # xdist's


class Distribution:
    """Sends a whole group of cases to one worker of pytest-xdist, unless another order is asked for."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> object:
        if config.getoption("dist") != "load":
            return None
        from xdist.scheduler import LoadScopeScheduling

        scheduler = LoadScopeScheduling(config, log)
        scheduler._split_scope = scope_of  # the method that its subclasses are meant to replace
        return scheduler

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Node) -> None:
        node.workerinput[COMMAND] = [*map(str, node.config.invocation_params.args)]
        node.workerinput[GROUPED] = node.config.getoption("dist") == "load"
