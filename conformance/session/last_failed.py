"""What failed the last time, for ``conformance run --last-failed``: a file for every implementation.

It is a convenience: whatever is wrong with the file costs a warning, never a run.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from conformance.outputs import OutputError, write_output

FOLDER: Final = ".conformance_cache"
_LONGEST: Final = 40


class Memory:
    """The ids of the entries of a corpus that an implementation failed. `warnings`: what went wrong with it.

    Several runs may use it at a time: the file is always whole, and the last one to end writes it.
    """

    def __init__(self, spec: str, corpus: str | None, folder: Path | None = None) -> None:
        """`corpus` None: the bundled one; `folder` None: that of the working folder."""
        where = None if corpus is None else str(Path(corpus).resolve())
        digest = hashlib.sha256(json.dumps([spec, where]).encode()).hexdigest()[:12]
        words = re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-")[-_LONGEST:].strip("-")
        self.path: Final = (folder or Path.cwd() / FOLDER) / f"{words or 'adapter'}-{digest}.json"
        self.warnings: list[str] = []

    def failed(self) -> list[str]:
        """What failed the last time; nothing if that is not known."""
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except (OSError, ValueError, RecursionError) as error:
            self.warnings.append(f"what failed the last time is not known: {self.path}: {error}")
            return []
        if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
            self.warnings.append(f"what failed the last time is not known: {self.path} holds no list of ids")
            return []
        return found

    def update(self, judged: Iterable[str], failed: Iterable[str]) -> None:
        """Remember what has failed now; of what was not judged, what was known before."""
        known = set(self.failed()) - set(judged) | set(failed)
        try:
            self.path.parent.mkdir(exist_ok=True)
            write_output(self.path, json.dumps(sorted(known)) + "\n")
            ignore = self.path.parent / ".gitignore"
            if not ignore.exists():
                write_output(ignore, "*\n")
        except OSError as error:
            self.warnings.append(f"what failed is not remembered: {self.path.parent}: {error.strerror}")
        except OutputError as error:
            self.warnings.append(f"what failed is not remembered: {error}")
