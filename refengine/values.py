"""The base of the values that steps make anew or read again and again.

What is seldom made is a NamedTuple. What is made or read in every hand is a class written out by hand: a
`Value` names its parts in ``__slots__`` and ``__match_args__`` and sets them in ``__init__`` as `Final`. So
a type checker keeps them frozen everywhere, and the compiled engine at run time as well. What a NamedTuple
has beyond its parts, it has from here, except that it is no tuple: it has no length and no items.
"""

from typing import Self

from refengine.compiling import mypyc_attr


@mypyc_attr(acyclic=True)
class Value:
    """Equal to another of its class with equal parts; a subclass takes its parts by position and by name."""

    __slots__ = ()

    def _names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = getattr(self, "__match_args__", ())
        return names

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self._names()])

    def _replace(self, **changes: object) -> Self:
        """The same but for the parts named, as of a NamedTuple. `TypeError` for a part that it has not."""
        names = self._names()
        for name in changes:
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no {name}")
        kind: object = type(self)
        assert callable(kind)  # the parts of a subclass are its own, and no type tells of them here
        changed: Self = kind(*[changes.get(name, getattr(self, name)) for name in names])
        return changed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and type(self) is type(other) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        parts = zip(self._names(), self._parts(), strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={part!r}' for name, part in parts])})"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), self._parts()
