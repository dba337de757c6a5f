"""``conformance index``: write the index of a corpus, and its files in canonical form, or check them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from conformance.arguments import add_command
from conformance.corpus import Corpus, CorpusError, corpus_dir, corpus_to_write, load_corpus
from conformance.corpus.style import misformed, reformat
from conformance.index import INDEX_FILE, Index, build_index, index_text, read_index, stale_entries
from conformance.verdicts import CONFORMANT, FAILED, USAGE
from refengine.rulesets.catalogue import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The arguments of the command."""
    parser = add_command(
        commands,
        "index",
        "write the index of the corpus anew",
        "Write index.json and bring the files of the corpus into canonical form. The reference engine plays "
        "every case under every combination of options that it leaves open.",
        codes="0 written or up to date, 1 out of date or a case that never holds, 2 the corpus cannot be "
        "used",
        examples=(
            "conformance index --check",
            "conformance index --corpus my-corpus",
        ),
    )
    parser.add_argument("--corpus", metavar="DIR", type=Path, help="another corpus folder")
    parser.add_argument("--check", action="store_true", help="write nothing, say what would change")


def run(arguments: argparse.Namespace) -> int:
    """Write or check."""
    try:
        root = (arguments.corpus or corpus_dir()) if arguments.check else corpus_to_write(arguments.corpus)
        corpus = load_corpus(root)
        before = read_index(root)
    except CorpusError as error:
        print(f"the corpus cannot be used: {error}", file=sys.stderr)
        return USAGE
    index = build_index(corpus, GAMES, before)
    if arguments.check:
        wrong = [*_out_of_date(corpus, before, index), *_holding_nowhere(index)]
        print("\n".join(wrong) or f"{len(index.entries)} entries, all as the index says")
        return FAILED if wrong else CONFORMANT
    for path in reformat(root):
        print(f"formatted {path}")
    text = index_text(index)
    (root / INDEX_FILE).write_text(text, "utf-8")
    print(f"{len(index.entries)} entries, digest {index.digest}")
    wrong = _holding_nowhere(index)
    print("\n".join(wrong), end="\n" if wrong else "")
    return FAILED if wrong else CONFORMANT


def _out_of_date(corpus: Corpus, before: Index | None, now: Index) -> list[str]:
    wrong = [f"{path}: is not in canonical form" for path in misformed(corpus.root)]
    path = corpus.root / INDEX_FILE
    if before is None:
        return [*wrong, f"{path}: is missing"]
    stale = stale_entries(corpus, before)
    wrong += [f"{path}: {name} is not what the corpus says" for name in stale]
    wrong += [
        f"{path}: {name} needs or holds otherwise than the index says"
        for name, entry in now.entries.items()
        if name not in stale and entry != before.entries[name]
    ]
    if not wrong and path.read_text("utf-8") != index_text(now):
        wrong.append(f"{path}: is not as it would be written")
    return wrong


def _holding_nowhere(index: Index) -> list[str]:
    return [
        f"{entry.file}: {entry.id} holds under no options on the reference engine"
        for entry in index.entries.values()
        if not entry.holds
    ]
