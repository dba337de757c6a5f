"""Tiers: choices of entries with a name of their own, kept in ``tiers.json`` beside the corpus.

``smoke`` is written by ``conformance prove``: as few entries as find every engine that is wrong on purpose.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from conformance.corpus import CorpusError
from conformance.corpus.cases import read_format
from conformance.corpus.node import Node
from conformance.strict_json import JsonError, read_json

FILE: Final = "tiers.json"
SMOKE: Final = "smoke"


def read_tiers(root: Path) -> dict[str, list[str]]:
    """The ids of every tier of the corpus at `root`, by its name; none where it has no such file.
    `CorpusError` where the file is something else."""
    path = root / FILE
    if not path.is_file():
        return {}
    try:
        members = Node(read_json(path), path).members(("format", "tiers"))
    except JsonError as error:
        raise CorpusError(error.path, error.pointer, error.reason) from error
    read_format(members["format"])
    tiers = members["tiers"]
    return {name: [entry.text() for entry in tiers.at(name).items(1)] for name in tiers.object()}
