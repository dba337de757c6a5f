"""Making a mutant: the code of one function replaced, and put back."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from types import CodeType, FunctionType

from conformance.faults.mutants.operators import Change
from conformance.faults.mutants.sites import Function, Place, Site, changes_in, functions_of, tree_of
from conformance.faults.tools import NotPlain


def mutated(site: Site) -> CodeType:
    """The code of the site's function with its change; `LookupError` if there is no such site any more."""
    tree = tree_of(import_module(site.module))
    function = dict(functions_of(tree))[site.function]
    for number, (place, change) in enumerate(changes_in(function)):
        if number == site.number:
            _exchange(function, place, change)
            code = compile(ast.fix_missing_locations(tree), f"<{site.id}>", "exec")
            return _code_of(code, site.function)
    raise LookupError(f"{site.function} has no change {site.number}")


def _exchange(function: Function, place: Place, change: Change) -> None:
    """Put the changed node where the node was."""
    holder: ast.AST = function
    *way, (field, position) = place.path
    for name, at in way:
        value = getattr(holder, name)
        holder = value[at] if isinstance(value, list) else value
    value = getattr(holder, field)
    if isinstance(value, list):
        value[position] = change.node
    else:
        setattr(holder, field, change.node)


def _code_of(code: CodeType, qualified: str) -> CodeType:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_qualname == qualified:
                return part
            if qualified.startswith(f"{part.co_qualname}."):
                return _code_of(part, qualified)
    raise LookupError(f"no code of {qualified}")


def function_of(site: Site) -> FunctionType:
    """The function that callers call, without what decorates it."""
    found: object = import_module(site.module)
    for name in site.function.split("."):
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__wrapped__", found)
    if not isinstance(found, FunctionType):
        raise NotPlain(f"{site.module}.{site.function} is not written in Python")
    return found


@contextmanager
def mutant(site: Site) -> Iterator[None]:
    """The engine is the mutant within the context."""
    function, code = function_of(site), mutated(site)
    right = function.__code__
    forget()
    try:
        function.__code__ = code
        yield
    finally:
        function.__code__ = right
        forget()


def forget() -> None:
    """Empty every cache of the engine: what a mutant has put there must not outlive it."""
    for cached in _caches():
        cached.cache_clear()


def _caches() -> list[_lru_cache_wrapper[object]]:
    modules = [module for name, module in sys.modules.items() if name.startswith("refengine.")]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper)
    ]
