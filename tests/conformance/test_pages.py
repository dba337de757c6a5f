"""Pages written from the code are current, and say what the code says."""

from pathlib import Path
from typing import get_type_hints

import pytest

from conformance.corpus import load_corpus
from conformance.pages import policies
from conformance.pages.__main__ import PAGES

pytestmark = pytest.mark.plain

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    assert (CHECKOUT / name).read_text(encoding="utf-8") == PAGES[name](CHECKOUT)


def test_a_policy_of_another_text_is_told_apart_by_a_case_that_claims_it() -> None:
    invito = policies.TEXTS["italian-invito"]
    progressive = policies.TEXTS["italian-progressive"]
    row = next(row for row in policies.ROWS if row.title == "first to speak after the draw")
    case = policies.telling_case(load_corpus(None), progressive, row, invito)
    assert case is not None
    assert "PRO-20" in case.clauses


def test_every_policy_of_the_rules_has_a_row() -> None:
    rules = policies.rules_of(policies.TEXTS["brazilian-pingo"])
    records = {
        (part, name)
        for part in ("pot", "opening", "raising", "exchange", "betting")
        for name, kind in get_type_hints(type(getattr(rules, part)).__init__).items()
        if name != "return" and "ClauseId" not in str(kind)
    }
    assert len(records) > 10
    assert records <= {(row.part, row.name) for row in policies.ROWS}
