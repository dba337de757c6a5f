"""From an adapter spec to the adapter that it names.

A spec is a bundled name, ``module:callable``, ``stdio: COMMAND ...`` or an ``http://`` address; it means the
same everywhere. Names come from the table here and from the entry point group ``conformance.adapters``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import reduce
from importlib import import_module, metadata
from typing import Final, Literal

from conformance.adapters.inprocess import InProcessAdapter
from conformance.adapters.limits import DEFAULT_LIMITS, Limits
from conformance.adapters.protocol import Adapter, AdapterError, SpecError
from conformance.adapters.stdio import StdioAdapter, words_of
from conformance.nearest import nearest
from conformance.trace import NO_TRACE, Trace

ENTRY_POINTS: Final = "conformance.adapters"
BUNDLED: Final = {
    "reference": "conformance.adapters.reference:Reference",
    "deuces": "conformance.adapters.peers.deuces:Deuces",
    "eval7": "conformance.adapters.peers.eval7:Eval7",
    "openspiel": "conformance.adapters.peers.openspiel:OpenSpiel",
    "openspiel-poker": "conformance.adapters.peers.openspiel_poker:OpenSpielPoker",
    "phevaluator": "conformance.adapters.peers.phevaluator:PhEvaluator",
    "pkrbot": "conformance.adapters.peers.pkrbot:PkrBot",
    "pokerfast": "conformance.adapters.peers.pokerfast:PokerFast",
    "pokerfast-eval": "conformance.adapters.peers.pokerfast_eval:PokerFastEvaluator",
    "pokerkit": "conformance.adapters.peers.pokerkit:PokerKit",
    "pokerkit-eval": "conformance.adapters.peers.pokerkit_eval:PokerKitEvaluator",
    "rlcard": "conformance.adapters.peers.rlcard:RLCard",
    "texasholdem": "conformance.adapters.peers.texasholdem:TexasHoldem",
    "texasholdem-eval": "conformance.adapters.peers.texasholdem_eval:TexasHoldemEvaluator",
    "treys": "conformance.adapters.peers.treys:Treys",
}
"""What the kit itself brings, as ``module:callable``."""


def bundled_names() -> list[str]:
    """Every name that a spec can consist of."""
    return sorted({*BUNDLED, *(point.name for point in metadata.entry_points(group=ENTRY_POINTS))})


def find_adapter(spec: str, limits: Limits = DEFAULT_LIMITS, trace: Trace = NO_TRACE) -> Adapter:
    """The adapter that `spec` names; `SpecError` if it names none, `AdapterError` if it cannot be had.

    Limits hold only where there is a wire; in this process the trace has the lines that would go over one.
    """
    match _kind_of(spec):
        case "stdio":
            return StdioAdapter(spec, limits, trace)
        case "http":
            return _find_http(spec, limits, trace)
        case "in process":
            return find_in_process(spec, trace)


def _kind_of(spec: str) -> Literal["stdio", "http", "in process"]:
    kind, colon, rest = spec.partition(":")
    if kind == "stdio" and colon:
        return "stdio"
    return "http" if kind in ("http", "https") and rest.startswith("//") else "in process"


def check_spec(spec: str) -> None:
    """`SpecError` if `spec` names nothing here; nothing is imported or started for that."""
    match _kind_of(spec):
        case "stdio":
            words_of(spec)
        case "in process" if spec not in bundled_names():
            _parts_of(spec)
        case _:
            pass


def _find_http(spec: str, limits: Limits, trace: Trace) -> Adapter:
    """Needs httpx, which not everybody has."""
    try:
        from conformance.adapters.http import HttpAdapter
    except ModuleNotFoundError as error:
        if error.name != "httpx":
            raise
        raise AdapterError(
            "adapters over HTTP need httpx", "Install it: pip install 'pytest-cardrules[http]'."
        ) from error
    return HttpAdapter(spec, limits, trace)


def find_in_process(spec: str, trace: Trace = NO_TRACE) -> InProcessAdapter:
    """The in-process adapter that `spec` names; the errors are those of `find_adapter`."""
    if _kind_of(spec) != "in process":
        raise SpecError(
            f"{spec!r} does not run in this process", "Only a bundled name or 'module:callable' does."
        )
    if spec in BUNDLED:
        return InProcessAdapter(spec, _load(BUNDLED[spec]), trace)
    for point in metadata.entry_points(group=ENTRY_POINTS, name=spec):
        return InProcessAdapter(spec, _load(point.value), trace)
    return InProcessAdapter(spec, _load(spec), trace)


def _parts_of(spec: str) -> tuple[str, str]:
    """The module and the callable in it that a spec names, which is no bundled name."""
    module, colon, name = spec.partition(":")
    if not colon:
        names = bundled_names()
        raise SpecError(
            f"there is no adapter {spec!r}{nearest(spec, names)}",
            f"Bundled are: {', '.join(names)}. Your own: 'stdio: COMMAND ...', http://... or "
            "module:callable.",
        )
    if not name or " " in name or not all(part.isidentifier() for part in module.split(".")):
        raise SpecError(
            f"{spec!r} is not of the form module:callable",
            "Other forms are 'stdio: COMMAND ...', http://HOST:PORT/ and a bundled name.",
        )
    return module, name


def _load(path: str) -> Callable[[], object]:
    """What ``module:callable`` names; modules in the working folder are found too."""
    module, name = _parts_of(path)
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: object = reduce(getattr, name.split("."), import_module(module))
    except ModuleNotFoundError as error:
        near = nearest(module, ("stdio", "http"))
        raise AdapterError(
            f"there is no module {error.name!r}", f"It was sought for {path!r}{near}."
        ) from error
    except AttributeError as error:
        raise AdapterError(f"{path!r} cannot be had: {error}") from error
    except Exception as error:
        raise AdapterError(f"importing {module!r} failed: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise AdapterError(f"{path!r} cannot be called", "It should return an object with the methods.")
    return found
