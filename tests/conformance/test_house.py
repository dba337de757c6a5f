"""House options as the command line gives them."""

import pytest

from conformance.house import HouseError, read_house


def test_a_value_is_json_or_else_a_word() -> None:
    given = ["ties=split", "ante=5", "must_head=true", "bet_max=null"]
    assert read_house(given) == {"ties": "split", "ante": 5, "must_head": True, "bet_max": None}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("ties", "not of the form NAME=VALUE"),
        ("tie=split", "no rule set has an option 'tie'; the nearest is ties"),
        ("zzz=1", "no rule set has an option 'zzz'$"),
        ("ties=halves", "option ties cannot be 'halves', but suits or split"),
        ("cards=6", "option cards cannot be '6', but 4 or 5"),
        ("ante=0", "option ante cannot be '0', but a whole number from 1 on"),
        ("bet_max=0", "option bet_max cannot be '0', but null or a whole number from 1 on"),
        ("ante=1.5", "'1.5' is no value of an option"),
    ],
)
def test_what_no_rule_set_admits_is_refused_with_what_would_do(given: str, said: str) -> None:
    with pytest.raises(HouseError, match=said):
        read_house([given])
