"""The files that a run writes: opened before anything is played, each given up by itself if it fails."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from conformance.lines import CaseLine, Footer, HandsLine, Header, Interrupted, RandomLine
from conformance.outputs import Named, Output, OutputError, check_distinct
from conformance.report.stream import ReportWriter
from conformance.trace import FileTrace
from conformance.verdicts import INCOMPLETE

if TYPE_CHECKING:
    from conformance.report.html.writer import PageWriter

UNWRITTEN: Final = "conformance_unwritten"
"""The attribute of a test report, and the key of what a worker says in the end, that tells what could not be
written."""
_NOT_BEGUN: Final = Interrupted("it was broken off", INCOMPLETE)


def page_writer(path: Path, name: str) -> PageWriter:
    """A writer of a page; what draws it is not imported by runs that want none."""
    from conformance.report.html.writer import PageWriter

    return PageWriter(path, name)


class JunitFile:
    """Where ``conformance run`` puts what pytest has written to `drawn_up`, a place that is no one's."""

    def __init__(self, path: Path, drawn_up: Path) -> None:
        self._file = Output(path)
        self._drawn_up = drawn_up

    def end(self) -> None:
        """Take it over."""
        try:
            data = self._drawn_up.read_bytes()
        except OSError as error:
            raise OutputError(self._file.path, error.strerror or str(error)) from error
        self._file.write(data)

    def close(self) -> None:
        """Let others have it. May be called twice."""
        self._file.close()


class Files:
    """Everything that a run writes as it goes and in the end. `pytest.UsageError` if it cannot be opened.

    `troubles`: what could not be written. The run goes on without, and does not count as finished.
    """

    def __init__(self, config: pytest.Config, spec: str, trace: FileTrace | None) -> None:
        self._trace = trace
        self._writers: list[ReportWriter | PageWriter] = []
        self._junit: JunitFile | None = None
        self._ended = False
        self.troubles: list[str] = []
        config.add_cleanup(self._close)
        report, page, junit = (_path(config, name) for name in ("report", "html", "junit"))
        try:
            if page is not None:  # before the report, whose last line says how all ended
                self._writers.append(page_writer(page, spec))
            if report is not None:
                self._writers.append(ReportWriter(report))
            if junit is not None:
                self._junit = JunitFile(junit, Path(str(config.getoption("xmlpath"))))
        except OutputError as error:
            raise pytest.UsageError(str(error)) from error

    def begin(self, header: Header) -> None:
        """Write the header; what turns out not to be writable before anything was played is a usage error."""
        for writer in self._writers:
            try:
                writer.begin(header)
            except OutputError as error:
                raise pytest.UsageError(str(error)) from error
        if self._trace is not None and self._trace.trouble:
            raise pytest.UsageError(self._trace.trouble)

    def expect(self, order: Sequence[str]) -> None:
        """The ids of all cases that there will be lines for."""
        for writer in self._writers:
            writer.expect(order)

    def add(self, line: CaseLine) -> None:
        """A verdict."""
        for writer in [*self._writers]:
            self._try(writer, partial(writer.add, line))

    def note(self, trouble: str) -> None:
        """Something else could not be written, by a worker perhaps."""
        if trouble and trouble not in self.troubles:
            self.troubles.append(trouble)

    def end_others(self) -> None:
        """End what has no last line of its own: how that went belongs into the last lines."""
        if self._trace is not None:
            self._trace.close()
            self.note(self._trace.trouble)
        if self._junit is not None:
            try:
                self._junit.end()
            except OutputError as error:
                self.note(str(error))

    def end(
        self, last: Callable[[], Footer | Interrupted], beside: Sequence[HandsLine | RandomLine] = ()
    ) -> None:
        """Write the last lines, the very last made anew for every file: that another one could not be written
        may have changed it."""
        self._ended = True
        for writer in [*self._writers]:
            self._try(writer, partial(writer.end, last(), beside))

    def _try(self, writer: ReportWriter | PageWriter, write: Callable[[], None]) -> None:
        try:
            write()
        except OutputError as error:
            self.note(str(error))
            self._writers.remove(writer)
            writer.close()

    def _close(self) -> None:
        """Nothing is left open, and nothing looks as if it had ended."""
        if not self._ended:
            self.end(lambda: _NOT_BEGUN)
        for writer in self._writers:
            writer.close()
        if self._junit is not None:
            self._junit.close()


def _path(config: pytest.Config, name: str) -> Path | None:
    given: str | None = config.getoption(f"conformance_{name}")
    return None if given is None else Path(given)


def check_files(config: pytest.Config) -> None:
    """`pytest.UsageError` if one file is named for two things, or the folder of found cases cannot be one."""
    named = {name: path for name in ("report", "html", "junit", "trace") if (path := _path(config, name))}
    known, found = _path(config, "known"), _path(config, "found")
    if config.getoption("conformance_junit") is None and config.getoption("xmlpath", None):
        named["junitxml"] = Path(str(config.getoption("xmlpath")))
    try:
        check_distinct(
            [Named(f"--{name}", path) for name, path in named.items()],
            [] if known is None else [Named("--known", known)],
        )
        _check_traces(named)
        if known is not None and config.getoption("conformance_known_update"):
            _check_place(known)
        if found is not None and config.getoption("conformance_random"):
            _check_folder(found)
    except OutputError as error:
        raise pytest.UsageError(str(error)) from error


def _check_traces(named: dict[str, Path]) -> None:
    """Each worker of pytest-xdist has a trace beside the one that is named."""
    trace = named.get("trace")
    for name, path in named.items():
        if trace is not None and re.fullmatch(rf"{re.escape(str(trace))}\.gw\d+", str(path)):
            raise OutputError(path, f"it is named twice, for a worker's --trace and for --{name}")


def _check_place(path: Path) -> None:
    """`OutputError` if what is there is no file, or may not be written, or has no folder to be in."""
    if path.exists() and not path.is_file():
        raise OutputError(path, "it is no file")
    place = path if path.exists() else path.parent
    if not place.exists():
        raise OutputError(path, f"there is no folder {place}")
    if not os.access(place, os.W_OK):
        raise OutputError(path, "that is not permitted")


def _check_folder(folder: Path) -> None:
    """`OutputError` if there could be no folder of that name that files can be written to."""
    there = next(_upwards(folder))
    if not there.is_dir():
        raise OutputError(folder, f"{there} is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(folder, "that is not permitted")


def _upwards(path: Path) -> Iterator[Path]:
    absolute = Path(os.path.abspath(path))
    return (place for place in (absolute, *absolute.parents) if os.path.lexists(place))
