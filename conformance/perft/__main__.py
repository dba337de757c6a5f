"""Counts the published deals anew: ``python -m conformance.perft``. With ``--check`` it writes nothing and
says which files would change."""

from __future__ import annotations

import sys

from conformance.corpus import corpus_dir, corpus_to_write
from conformance.perft.counting import begin, count
from conformance.perft.deals import deals_path, deals_text, read_deals
from refengine.rulesets.catalogue import GAMES


def main(*, check: bool) -> int:
    """Write or check; the exit code is 1 if something would change."""
    root = corpus_dir() if check else corpus_to_write(None)
    stale = False
    for rules, game in GAMES.items():
        path = deals_path(root, rules)
        deals = [
            deal._replace(counts=tuple(count(game, begin(game, deal), deal.depth)))
            for deal in read_deals(path)
        ]
        text = deals_text(rules, deals)
        if text != path.read_text("utf-8"):
            stale = True
            print(f"{path} {'is out of date' if check else 'written'}")
            if not check:
                path.write_text(text, "utf-8")
    return int(stale and check)


if __name__ == "__main__":
    raise SystemExit(main(check="--check" in sys.argv[1:]))
