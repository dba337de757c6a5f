"""What the pytest plugin does where benchmarks are asked for: which of them, and with what environment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import pytest

from conformance.adapters.protocol import Adapter, AdapterError, SpecError
from conformance.adapters.registry import find_adapter
from conformance.benchmarks.adapters import Entrant, contests, entrant
from conformance.benchmarks.contests import version_of
from conformance.benchmarks.environment import environment
from conformance.benchmarks.tables import TABLES
from conformance.benchmarks.workloads import WORKLOADS
from conformance.runner import AdapterUnusable
from conformance.verdicts import ADAPTER_UNUSABLE

_HERE: Final = Path(__file__).parent
_OWN: Final = _HERE / "test_adapters.py"
_KNOWN: Final = (_HERE / "test_scorers.py", _HERE / "test_tables.py")


class Benchmarks:
    """With adapters named, those alone are measured; else everything that is known and installed."""

    def __init__(self, config: pytest.Config, specs: Sequence[str]) -> None:
        self._entrants = _entrants(config, dict.fromkeys(specs))

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        left_out = _KNOWN if self._entrants else (_OWN,)
        return True if collection_path in left_out else None

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if {"conformance_workload", "conformance_contestant"} <= set(metafunc.fixturenames):
            params = [
                pytest.param(workload, contestant, id=f"{workload.title}-{contestant.name}")
                for workload in contests(self._entrants)
                for contestant in workload.contestants
            ]
            metafunc.parametrize(("conformance_workload", "conformance_contestant"), params)

    @pytest.hookimpl(optionalhook=True)
    def pytest_benchmark_update_machine_info(self, machine_info: dict[str, object]) -> None:
        machine_info["conformance"] = {**environment(), "measured": self._measured()}

    def _measured(self) -> dict[str, str]:
        """The versions of what takes part."""
        if self._entrants:
            return {one.spec: f"{one.hello.name} {one.hello.version}" for one in self._entrants}
        scorers = [one for workload in WORKLOADS.values() for one in workload.contestants]
        players = [one for workload in TABLES.values() for one in workload.contestants]
        versions = {one.distribution: version_of(one) for one in scorers}
        versions |= {one.distribution: version_of(one) for one in players}
        return {name: version for name, version in versions.items() if version is not None}


def _entrants(config: pytest.Config, specs: Iterable[str]) -> list[Entrant]:
    try:
        return [entrant(spec, _adapter(config, spec)) for spec in specs]
    except SpecError as error:
        raise pytest.UsageError(error.text()) from error
    except (AdapterError, AdapterUnusable) as error:
        pytest.exit(error.text(), ADAPTER_UNUSABLE)


def _adapter(config: pytest.Config, spec: str) -> Adapter:
    """The project's own, if it has a hook for that."""
    own: Adapter | None = config.hook.pytest_conformance_adapter(config=config, spec=spec)
    return find_adapter(spec) if own is None else own
