"""How the work of the engine is counted."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import refengine

ROOT = str(Path(refengine.__file__).parent)


@contextmanager
def calls_counted() -> Iterator[Counter[str]]:
    """Calls of the engine's own functions by name, constructors of tuples with names as ``__new__``."""
    counted: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            if code.co_filename.startswith(ROOT):
                counted[code.co_qualname] += 1
            elif "_cls" in frame.f_locals and code.co_filename.startswith("<string>"):
                counted["__new__"] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield counted
    finally:
        sys.setprofile(before)
