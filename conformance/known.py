"""Known failures: a list that an implementation's authors keep, and that has to be right in both directions.

A failure that is listed as it happens is known. Everything else is told: a listed case that passes or is not
played any more, one that fails otherwise than listed, one whose time is up, an entry for no case at all.

    [[known]]
    id = "PIN.0012"
    status = "failed"
    at = "step 4: differs in then (pot)"
    reason = "bets that are not decided yet are left out of the pot"
    until = 2027-01-31
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from conformance.lines import CaseLine, FaultLine
from conformance.nearest import nearest
from conformance.outputs import OutputError, write_output
from conformance.verdicts import NOT_PLAYED, STATUSES

_REQUIRED: Final = ("id", "status", "at", "reason")
_FAILING: Final = tuple(status for status in STATUSES if status != "passed" and status not in NOT_PLAYED)


class KnownError(ValueError):
    """The file cannot be used: `reason` says what is wrong with it."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Known(Struct, frozen=True):
    """One listed failure. `at` is the `signature` that the verdict has to have; `until`, if given, the last
    day on which it is put up with."""

    id: str
    status: str
    at: str
    reason: str
    until: date | None = None


class Stale(NamedTuple):
    """What is not as listed."""

    id: str
    reason: str

    def __str__(self) -> str:
        return f"{self.id}: {self.reason}"


def signature(line: CaseLine) -> str:
    """Where and how a case failed: the same as long as it is the same failure. Steps are counted from 1.

    A crash or a hang may come at any step, so their signature does not tell the step.
    """
    if line.fault is None or line.fault.kind == "lost":
        return line.status
    return _where(line.fault)


def _where(fault: FaultLine) -> str:
    place = "set-up" if fault.step < 0 else f"step {fault.step + 1}"
    part = f" in {fault.part}" if fault.part else ""
    keys = sorted({difference.key for difference in fault.differences})
    got = [str(fault.got)] if fault.kind in ("wrong_code", "wrong_clause") else []
    details = ", ".join([*keys, *got])
    return f"{place}: {fault.kind}{part}" + (f" ({details})" if details else "")


class KnownFailures:
    """The list, held against verdicts one by one. `today` decides which entries have run out."""

    def __init__(self, entries: Mapping[str, Known], today: date) -> None:
        self._entries = entries
        self._today = today

    def knows(self, line: CaseLine) -> bool:
        """Whether the case failed exactly as listed, and in time."""
        entry = self._entries.get(line.id)
        return entry is not None and self._complaint(entry, line) is None

    def stale(self, lines: Iterable[CaseLine]) -> list[Stale]:
        """What the list says that is not so, for the cases of this run; others are left alone."""
        found = []
        for line in lines:
            entry = self._entries.get(line.id)
            complaint = None if entry is None else self._complaint(entry, line)
            if complaint is not None:
                found.append(Stale(line.id, complaint))
        return found

    def _complaint(self, entry: Known, line: CaseLine) -> str | None:
        if line.status == "passed":
            return "passes, though it is listed as failing; take it off the list"
        if line.status in NOT_PLAYED:
            return f"is listed as failing, but was not played: {line.reason}"
        now = signature(line)
        if (line.status, now) != (entry.status, entry.at):
            return f"fails otherwise: {line.status}, {now}; listed is {entry.status}, {entry.at}"
        if entry.until is not None and self._today > entry.until:
            return f"still fails; it was to be put up with until {entry.until.isoformat()} only"
        return None


def load_known(path: Path, ids: Iterable[str]) -> dict[str, Known]:
    """The entries of the file by the id of their case; `KnownError` if anything is wrong with it.

    `ids` are those of the corpus: an entry for none of them is an error that names the nearest.
    """
    known: dict[str, Known] = {}
    corpus = list(ids)
    for number, entry in enumerate(_read_entries(path), start=1):
        if not entry.reason.strip():
            raise KnownError(path, f"entry {number} ({entry.id}) needs a 'reason'")
        if entry.id not in corpus:
            near = nearest(entry.id, corpus)
            raise KnownError(path, f"entry {number}: there is no case {entry.id}{near}")
        if entry.id in known:
            raise KnownError(path, f"entry {number}: {entry.id} is listed twice")
        known[entry.id] = entry
    return known


def _read_entries(path: Path) -> list[Known]:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise KnownError(path, f"cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise KnownError(path, f"is not TOML: {error}") from error
    for key in content:
        if key != "known":
            raise KnownError(path, f"holds {key!r}; it should hold tables [[known]] only")
    tables = content.get("known", [])
    if not isinstance(tables, list):
        raise KnownError(path, "'known' should be a list of tables, [[known]]")
    return [_read_entry(path, number, table) for number, table in enumerate(tables, start=1)]


def _read_entry(path: Path, number: int, table: object) -> Known:
    if not isinstance(table, dict):
        raise KnownError(path, f"entry {number} is no table")
    for key in table:
        if key not in (*_REQUIRED, "until"):
            raise KnownError(path, f"entry {number} has the unknown key {key!r}")
    values: dict[str, str] = {}
    for key in _REQUIRED:
        value = table.get(key)
        if not isinstance(value, str) or not (value.strip() or key == "reason"):
            raise KnownError(path, f"entry {number} ({table.get('id', 'no id')}) needs a {key!r}")
        values[key] = value
    if values["status"] not in _FAILING:
        raise KnownError(
            path, f"entry {number}: {values['status']!r} is no way to fail; known are {', '.join(_FAILING)}"
        )
    until = table.get("until")
    if until is not None and (not isinstance(until, date) or isinstance(until, datetime)):
        raise KnownError(path, f"entry {number}: 'until' should be a date, as in until = 2027-01-31")
    return Known(values["id"], values["status"], values["at"], values["reason"], until)


def updated(
    known: Mapping[str, Known], lines: Iterable[CaseLine], *, strict_rulings: bool = False
) -> dict[str, Known]:
    """The list as it should be after a run: what passed goes, what fails otherwise or newly is noted.

    New entries have no reason. One has to be written before the list can be used. A ruling that fails needs
    no entry, and gets none, unless it fails by a fault of protocol or rulings are strict; one that has an
    entry keeps it.
    """
    now = dict(known)
    for line in lines:
        if line.status == "passed" or line.status in NOT_PLAYED:
            now.pop(line.id, None)
        elif line.id in known or not line.is_excused or strict_rulings:
            old = known.get(line.id)
            now[line.id] = Known(
                line.id,
                line.status,
                signature(line),
                "" if old is None else old.reason,
                None if old is None else old.until,
            )
    return dict(sorted(now.items()))


def update_known(
    path: Path, lines: Iterable[CaseLine], ids: Iterable[str], *, strict_rulings: bool = False
) -> list[str]:
    """Bring the file up to date with a run, or begin it; returns the ids that still need a reason.

    Entries for what is not in the corpus go. `KnownError` if the file is there and wrong in any other way.
    """
    text = path.read_text("utf-8") if path.exists() else ""
    corpus = set(ids)
    before = {entry.id: entry for entry in _read_entries(path) if entry.id in corpus} if text else {}
    now = updated(before, lines, strict_rulings=strict_rulings)
    try:
        write_output(path, known_text(now, text))
    except OutputError as error:
        raise KnownError(path, f"cannot be written: {error.reason}") from error
    return [entry.id for entry in now.values() if not entry.reason.strip()]


def known_text(known: Mapping[str, Known], before: str = "") -> str:
    """The file that holds these entries; of the text `before` it keeps the comments at the top."""
    head = []
    for line in before.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        head.append(line)
    parts = ["\n".join(head).strip()] if any(head) else []
    parts += [_entry_text(entry) for entry in known.values()]
    return "\n\n".join(parts) + "\n" if parts else ""


def _entry_text(entry: Known) -> str:
    lines = ["[[known]]", *(f"{key} = {_quoted(getattr(entry, key))}" for key in _REQUIRED)]
    if entry.until is not None:
        lines.append(f"until = {entry.until.isoformat()}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A TOML basic string: as in JSON, but that the delete character has to be escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
