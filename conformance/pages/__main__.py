"""Write the generated pages, or with ``--check`` say which are not current."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from conformance.corpus import load_corpus
from conformance.pages import options, policies

ROOT: Final = Path(__file__).parents[2]
"""The checkout that this module stands in."""


def _readme(root: Path) -> str:
    parts = {"policies": policies.policy_table()}
    for name, rules in policies.TEXTS.items():
        parts[f"phases of {name}"] = f"```mermaid\n{policies.diagram(rules)}\n```"
    return _filled(root / "refengine/draw/README.md", parts)


def _filled(path: Path, parts: Mapping[str, str]) -> str:
    """A page written by hand, with each part in the place that is marked with its name."""
    text = path.read_text(encoding="utf-8")
    for name, content in parts.items():
        head, mark, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        if not mark or not end:
            raise SystemExit(f"{path}: there is no place for {name}")
        text = head + mark + content + "\n" + end + tail
    return text


PAGES: Final[Mapping[str, Callable[[Path], str]]] = {
    "refengine/draw/README.md": _readme,
    "docs/differences.md": lambda _: policies.differences_page(load_corpus(None)),
    "docs/house-options.md": lambda root: _filled(
        root / "docs/house-options.md", options.parts(load_corpus(None).clauses)
    ),
}


def main(arguments: list[str]) -> int:
    """Exit code 1 if ``--check`` finds a page that is not current."""
    stale = []
    for name, page in PAGES.items():
        path, content = ROOT / name, page(ROOT)
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            stale.append(name)
            if "--check" not in arguments:
                path.write_text(content, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'not current' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
