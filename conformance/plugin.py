"""The pytest plugin: options, and nothing else unless an adapter is named."""

from __future__ import annotations

from pathlib import Path

import pytest

SUITE = "conformance.suite"
BENCHMARKS = "conformance.benchmarks"
ONE_ADAPTER = "one implementation is judged at a time: give --conformance-adapter once"
NO_ADAPTER = (
    "conformance.suite needs an implementation to judge: --conformance-adapter SPEC, "
    "such as 'stdio: COMMAND ...' or 'module:callable'"
)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    from conformance import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance", "rules conformance of a card game (pytest-cardrules)")
    add = group.addoption
    add(
        "--conformance-adapter",
        action="append",
        default=[],
        dest="conformance_adapters",
        metavar="SPEC",
        help="the implementation to judge, or several to measure; nothing happens without",
    )
    add("--conformance-corpus", metavar="DIR", help="another corpus than the bundled one")
    for name, metavar, text in (
        ("rules", "ID", "only this rule set"),
        ("clause", "GLOB", "only cases about clauses of that name"),
        ("case", "GLOB", "only cases of that name"),
        ("option", "NAME=VALUE", "fix a house option"),
    ):
        add(f"--conformance-{name}", action="append", default=[], metavar=metavar, help=f"{text}; repeatable")
    add(
        "--conformance-level",
        action="append",
        default=[],
        choices=("must", "option", "ruling"),
        help="only cases of this level; repeatable",
    )
    add(
        "--conformance-tier",
        default="",
        metavar="NAME",
        help="only this tier of the corpus; smoke: as few entries as find every fault known to the kit",
    )
    add(
        "--conformance-strict-rulings",
        action="store_true",
        help="a failed ruling counts like any other failure",
    )
    add("--conformance-known", metavar="FILE", help="a list of failures that are known (TOML)")
    add(
        "--conformance-known-update",
        action="store_true",
        help="bring that list up to date with this run, in which it does not count",
    )
    add("--conformance-report", metavar="FILE", help="write a line of JSON for every case")
    add("--conformance-html", metavar="FILE", help="write a page that shows the verdicts, case by case")
    add("--conformance-only", metavar="ID,...", help="only these entries, if any is among the others chosen")
    add("--conformance-junit", metavar="FILE", help="put there what --junitxml writes elsewhere")
    add(
        "--conformance-random",
        type=int,
        default=0,
        metavar="N",
        help="then play N random sessions of every rule set beside the reference engine",
    )
    add("--conformance-seed", type=int, default=1, metavar="S", help="the seed of random play: %(default)s")
    add(
        "--conformance-found",
        default="conformance-found",
        metavar="DIR",
        help="where cases go that random play has found: %(default)s",
    )
    add(
        "--conformance-all-hands",
        action="store_true",
        help="then rank every hand of the packs that are claimed, too: about a minute for 52 cards",
    )
    add(
        "--conformance-shard",
        metavar="I/N",
        help="only the I-th of N parts of the cases and random sessions, from 1",
    )
    add("--conformance-trace", metavar="FILE", help="keep every line that is exchanged with the adapter")
    add(
        "--conformance-timeout-factor",
        type=float,
        default=1.0,
        metavar="X",
        help="multiply the time limits: 10 s for the first reply, 5 s for the others",
    )


def pytest_configure(config: pytest.Config) -> None:
    specs: list[str] = config.getoption("conformance_adapters")
    config.option.conformance_adapter = specs[-1] if specs else None
    aims = [_aim(arg, config.getoption("pyargs", False)) for arg in config.args]
    if BENCHMARKS in aims:
        from conformance.benchmarks.session import Benchmarks

        config.pluginmanager.register(Benchmarks(config, specs), "conformance-benchmarks")
    if specs and set(aims) != {BENCHMARKS}:
        from conformance.session import register

        if len(specs) > 1:
            raise pytest.UsageError(ONE_ADAPTER)
        register(config)
    elif SUITE in aims and not specs:
        raise pytest.UsageError(NO_ADAPTER)


def _aim(arg: str, pyargs: bool) -> str:
    """Which of the kit's own packages an argument means, by name or by path; else nothing."""
    named = arg.partition("::")[0]
    for package in (SUITE, BENCHMARKS):
        folder = Path(__file__).parent / package.rpartition(".")[2]
        if (pyargs and f"{named}.".startswith(f"{package}.")) or Path(named).resolve().is_relative_to(folder):
            return package
    return ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("conformance_adapter") and any(
        isinstance(item, pytest.Function) and item.module.__name__.startswith(SUITE) for item in items
    ):
        raise pytest.UsageError(NO_ADAPTER)
