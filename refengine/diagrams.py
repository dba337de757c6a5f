"""Phase diagrams from the tables that drive the state machines, so that pictures cannot tell stories."""

from collections.abc import Iterable


def phase_diagram(moves: Iterable[tuple[tuple[str, str], str]]) -> str:
    """A Mermaid state diagram of ((phase, signal), next phase) entries, in the order of the table.

    The phase ``start`` is drawn as the entry point, ``over`` as the one that leads out.
    """
    lines = ["stateDiagram-v2"]
    for (phase, signal), following in moves:
        source = "[*]" if phase == "start" else phase
        lines.append(f"    {source} --> {following}: {signal}")
    lines.append("    over --> [*]")
    return "\n".join(lines)
