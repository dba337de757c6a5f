"""Reading a whole corpus folder, strictly: one fault anywhere and there is no corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

import conformance
from conformance.corpus.cases import read_case_file
from conformance.corpus.catalogue import COMMON, read_catalogue
from conformance.corpus.digest import corpus_digest
from conformance.corpus.model import Case, Catalogue, Clause, Corpus, Place, RankingCase, SetupCase
from conformance.corpus.node import CorpusError, Node
from conformance.corpus.rankings import read_ranking_file
from conformance.corpus.setups import read_setup_file
from conformance.strict_json import JsonError, read_json

Entry = Case | SetupCase | RankingCase
T = TypeVar("T")

PACKAGED: Final = "_corpus"
"""The folder of the package's data that holds the corpus in a wheel."""
READ_FOLDERS: Final = frozenset({"clauses", "ranking", "setups"})
"""Folders that are no rule set and belong to the corpus."""
FOLDERS_BESIDE: Final = frozenset({"perft", "schema", "transcripts"})
"""Folders that lie beside the corpus and are not read as part of it."""
OWN_FOLDERS: Final = READ_FOLDERS | FOLDERS_BESIDE
"""Folders that are no rule set."""
OWN_FILES: Final = frozenset({"index.json", "MUTATION.json", "RANDOM.json", "README.md", "tiers.json"})
"""Files beside the folders; none of them is read as part of the corpus."""


def corpus_dir() -> Path:
    """The bundled corpus: the package's data, or in a checkout the folder `fixtures` beside the package."""
    package = Path(conformance.__file__).parent
    for folder in (package / PACKAGED, package.parent / "fixtures"):
        if folder.is_dir():
            return folder
    raise CorpusError(package / PACKAGED, "", "the bundled corpus is missing; the installation is broken")


def corpus_to_write(given: Path | None) -> Path:
    """The folder named, else the checkout's; `CorpusError` where only an installed package has one."""
    root = corpus_dir() if given is None else given
    if given is None and root.name == PACKAGED:
        raise CorpusError(root, "", "is part of an installed package; name a folder with --corpus")
    return root


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.suffix != ".json" or not path.is_file():
            raise CorpusError(path, "", "does not belong here: a folder of the corpus holds JSON files only")
        found.append(path)
    return found


def _read(path: Path, reader: Callable[[Node], T]) -> T:
    try:
        return reader(Node(read_json(path), path))
    except CorpusError:
        raise
    except JsonError as error:
        raise CorpusError(error.path, error.pointer, error.reason) from error


def load_corpus(folder: Path | None = None) -> Corpus:
    """The corpus in `folder`, else the bundled one; `CorpusError` at the first thing that is wrong."""
    root = corpus_dir() if folder is None else folder
    try:
        return _load(root)
    except OSError as error:
        raise CorpusError(Path(error.filename or root), "", f"cannot be read: {error.strerror}") from error


def _load(root: Path) -> Corpus:
    if not (root / "clauses").is_dir():
        raise CorpusError(root, "", "is no corpus: it has no folder 'clauses'")
    files = {name: _files(root / name) if (root / name).is_dir() else [] for name in READ_FOLDERS}
    catalogues: list[Catalogue] = []
    clauses: dict[str, Clause] = {}
    for path in files["clauses"]:
        catalogue, own = _read(path, read_catalogue)
        catalogues.append(catalogue)
        for clause in own:
            _once(clauses, clause.id, clause)
    playable = {catalogue.rules: catalogue for catalogue in catalogues if catalogue.rules != COMMON}
    case_files = [path for folder in _rule_folders(root, playable) for path in _files(folder)]
    cases = [case for path in case_files for case in _read(path, read_case_file)]
    setups = [entry for path in files["setups"] for entry in _read(path, read_setup_file)]
    rankings = [entry for path in files["ranking"] for entry in _read(path, read_ranking_file)]
    _check_entries((*cases, *setups, *rankings), playable, clauses)
    return Corpus(
        root=root,
        files=(*files["clauses"], *case_files, *files["ranking"], *files["setups"]),
        cases=tuple(cases),
        setups=tuple(setups),
        rankings=tuple(rankings),
        clauses=clauses,
        catalogues=tuple(catalogues),
        digest=corpus_digest((*cases, *setups, *rankings), clauses.values()),
    )


def _rule_folders(root: Path, playable: dict[str, Catalogue]) -> list[Path]:
    folders: list[Path] = []
    for path in sorted(root.iterdir()):
        if path.name in OWN_FILES and path.is_file():
            continue
        if not path.is_dir():
            raise CorpusError(path, "", "does not belong here")
        if path.name in OWN_FOLDERS:
            continue
        if path.name not in playable:
            raise CorpusError(path, "", f"no catalogue in 'clauses' tells of a rule set {path.name!r}")
        folders.append(path)
    return folders


def _once(seen: dict[str, Clause], name: str, clause: Clause) -> None:
    if name in seen:
        raise CorpusError(
            clause.place.path, clause.place.pointer, f"{name} stands already at {seen[name].place}"
        )
    seen[name] = clause


def _check_entries(
    entries: Iterable[Entry], playable: dict[str, Catalogue], clauses: dict[str, Clause]
) -> None:
    """Ids are the rule set's own and stand once; what is claimed exists and concerns the rule set."""
    seen: dict[str, Place] = {}
    for entry in entries:
        if entry.rules not in playable:
            raise CorpusError(entry.path, "/rules", f"no catalogue tells of a rule set {entry.rules!r}")
        prefix = playable[entry.rules].prefix
        if not entry.id.startswith(f"{prefix}."):
            raise CorpusError(entry.path, entry.pointer, f"{entry.id} does not have the prefix {prefix}")
        if entry.id in seen:
            raise CorpusError(entry.path, entry.pointer, f"{entry.id} stands already at {seen[entry.id]}")
        seen[entry.id] = entry.place
        for place, name in enumerate(entry.clauses):
            _check_clause(name, f"{entry.pointer}/clauses/{place}", entry, clauses)
        if isinstance(entry, Case):
            for place, step in enumerate(entry.steps):
                clause = getattr(step, "clause", None)
                if clause is not None:
                    _check_clause(clause, f"{entry.pointer}/steps/{place}/clause", entry, clauses)


def _check_clause(name: str, pointer: str, entry: Entry, clauses: dict[str, Clause]) -> None:
    clause = clauses.get(name)
    if clause is None:
        raise CorpusError(entry.path, pointer, f"there is no clause {name} in the catalogues")
    if clause.catalogue.rules not in (entry.rules, COMMON):
        raise CorpusError(entry.path, pointer, f"{name} is a clause of {clause.catalogue.rules}")
