"""Every hand of every pack that is claimed, in a pytest run: a test for each pack, after the corpus.

A pack of 52 cards takes a minute, so nobody is asked who has not asked for it. What decides the order of
hands are rulings; how they count is the same as for the corpus.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from functools import cache
from typing import Final

import pytest

from conformance.adapters.protocol import PROTOCOL_VERSION, Adapter
from conformance.adapters.reference import Reference
from conformance.all_hands import Pack, Progress, Sweep, packs_of, sweep
from conformance.claims import Claims
from conformance.lines import HandsLine, OddLine, PackLine, decode_line, encode_line
from conformance.report.summary import hands_in_words
from conformance.runner import AdapterUnusable, Runner
from conformance.session.judging import UNUSABLE
from conformance.session.request import Asked
from conformance.wire import read_hello

HANDS: Final = "conformance_hands_line"
"""The attribute of a test report that holds the line of a pack."""
_LINE_KEY: Final = pytest.StashKey[HandsLine]()
_TEST: Final = re.compile(r"(?:^|/)test_hands\.py::test_every_hand\[([^\]]+)\]$")


def pack_of(nodeid: str) -> str | None:
    """The pack that a test is about; None for other tests."""
    found = _TEST.search(nodeid)
    return found[1] if found else None


def hands_line_of(report: pytest.TestReport) -> HandsLine | None:
    """What a test has found out about its pack, if it is about one and has."""
    text: str | None = getattr(report, HANDS, None)
    if text is None:
        return None
    line = decode_line(text)
    assert isinstance(line, HandsLine)
    return line


@cache
def _all_packs(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The names of all packs that rule sets have; none given: of all rule sets."""
    everything = Claims(read_hello(Reference().hello([PROTOCOL_VERSION])))
    return tuple(pack.name for pack in packs_of(everything, rules))


class EveryHand:
    """Ranks packs: active wherever tests run, on workers of pytest-xdist too. `progress` is told how far a
    pack is."""

    def __init__(self, asked: Asked, adapter: Adapter) -> None:
        self._asked = asked
        self._adapter = adapter
        self._packs: Mapping[str, Pack] | None = None
        self._unusable: AdapterUnusable | None = None
        self.progress: Progress = lambda _done, _all: None

    @pytest.fixture
    def conformance_hands(self) -> EveryHand:
        """The packs of this run."""
        return self

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "conformance_pack" in metafunc.fixturenames:
            names = _all_packs(tuple(self._asked.choice.rules))
            metafunc.parametrize("conformance_pack", names, ids=names)

    def check(self, name: str, request: pytest.FixtureRequest) -> None:
        """Rank every hand of a pack and end its test as the result asks for."""
        if self._unusable is not None:
            pytest.skip("not ranked: the adapter is unusable")
        try:
            pack = self._claimed().get(name)
            if pack is None:
                pytest.skip("not ranked: the pack is not claimed")
            line = _line_of(sweep(self._adapter, pack, self.progress))
        except AdapterUnusable as unusable:
            self._unusable = unusable
            pytest.skip("not ranked: the adapter is unusable")
        request.node.stash[_LINE_KEY] = line
        text = "\n".join(hands_in_words(line))
        if line.lost or (line.wrong and self._asked.verdicts.strict_rulings):
            pytest.fail(text, pytrace=False)
        if line.wrong:
            pytest.xfail(text)

    def _claimed(self) -> Mapping[str, Pack]:
        if self._packs is None:
            runner = Runner(self._adapter)
            try:
                claims = Claims(runner.hello(), self._asked.house)
            finally:
                runner.close()
            self._packs = {pack.name: pack for pack in packs_of(claims, self._asked.choice.rules)}
        return self._packs

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the line, or why there is none, with the report of the test."""
        report = yield
        if call.when == "call" and pack_of(item.nodeid) is not None:
            if _LINE_KEY in item.stash:
                setattr(report, HANDS, encode_line(item.stash[_LINE_KEY]).decode())
            elif self._unusable is not None:
                setattr(report, UNUSABLE, self._unusable.text())
                item.session.shouldstop = self._unusable.reason
        return report


def _line_of(found: Sweep) -> HandsLine:
    pack = found.pack
    return HandsLine(
        pack=PackLine(pack.name, pack.rules, pack.seats, {**pack.options}),
        hands=found.hands,
        kinds=found.kinds,
        wrong=found.wrong,
        first=None if found.first is None else OddLine(*found.first),
        lost=found.lost,
    )
