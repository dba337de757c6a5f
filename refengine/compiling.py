"""What only the compiler reads: how the values that every step makes are kept in memory.

`mypyc_attr` is mypyc's own word for it, and in plain Python a decorator that changes nothing. Of the values
of the engine none can hold itself, since its parts are there before it is: so they need not be watched by the
garbage collector (``acyclic``), and the place of the last one that went can be taken by the next
(``free_list_len``).
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr

__all__ = ["mypyc_attr"]

T = TypeVar("T")


def _as_it_is(**_: object) -> Callable[[T], T]:
    return lambda kind: kind


# What stands under TYPE_CHECKING is not there when the engine runs, and an `else` beside it is not compiled.
setattr(sys.modules[__name__], "mypyc_attr", _as_it_is)  # noqa: B010 - no assignment that a type checker sees
