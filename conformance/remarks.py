"""What there is to say of an implementation beside the verdicts on cases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from conformance.adapters.protocol import Answer, Broke, Ending, Lost, Rejected, Unsupported
from conformance.wire import shorten
from conformance.wording import LEFT_OUT, cut, said

About = Literal["hello", "rank", "sessions", "bye", "exit", "children"]


class Remark(Struct, frozen=True, order=True):
    """`text` is what there is to say `about` a part of the protocol. If it `counts`, the implementation
    claims what it does not have or mixes its sessions up, and the run has failed."""

    about: About
    text: str
    counts: bool = False


def of_ending(ending: Ending) -> Iterator[Remark]:
    """What is wrong about how a connection ended that was to end in order."""
    match ending.farewell:
        case None | Answer(dict()):
            pass
        case Answer():
            yield Remark("bye", "the reply to bye is no object")
        case Rejected() | Unsupported() | Broke():
            yield Remark("bye", "bye was answered with an error")
        case Lost(kind, detail, errors):
            happened = detail or kind.replace("_", " ")
            words = [cut(line) for line in said(errors, 1) if line != LEFT_OUT]
            yield Remark("bye", "; ".join([f"bye was not answered: {happened}", *words]))
    if ending.farewell is not None and not isinstance(ending.farewell, Lost):
        if ending.extra.strip():
            line = ending.extra.strip().splitlines()[0]
            yield Remark("bye", f"a line came after the reply to bye: {shorten(line)}")
        if ending.signal is not None:
            yield Remark("exit", f"it did not exit after bye, and was ended by signal {ending.signal}")
        elif ending.exit_code:
            yield Remark("exit", f"after bye it exited with code {ending.exit_code} instead of 0")
    if ending.left_children:
        yield Remark("children", "it left processes behind that it had started")
