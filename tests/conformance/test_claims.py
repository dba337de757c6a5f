"""An implementation is asked only what it claims, with the options that it can play."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from conformance.adapters.protocol import Json
from conformance.claims import Claims, NotPlayed, Playable, Settings, fit, needs_of
from conformance.corpus import Case, CaseSetup, DoStep, Entry, RankingCase, SetupCase
from conformance.house import HouseError, read_house
from conformance.wire import CAPABILITIES, Hello, Interval, RulesClaim, SeatSpan
from refengine.options import OptionValue
from refengine.rulesets.catalogue import GAMES

PINGO = GAMES["brazilian-pingo"]
Options = dict[str, list[OptionValue] | Interval]


def claims(
    options: Options | None = None,
    seats: SeatSpan | None = None,
    capabilities: tuple[str, ...] = CAPABILITIES,
    house: Settings | None = None,
) -> Claims:
    rules = {"brazilian-pingo": RulesClaim(seats, options or {})}
    return Claims(Hello(1, "x", "1", rules, list(capabilities)), house)


def case(seats: int = 4, rules: str = "brazilian-pingo", *verbs: str, **options: OptionValue) -> Case:
    return Case(
        id="PIN.0001",
        title="t",
        rules=rules,
        clauses=(),
        level="must",
        origin="authored",
        flags=(),
        notes=None,
        seed=None,
        setup=CaseSetup(seats, (9,) * seats, 0, options, None),
        steps=tuple(DoStep("table", {"type": verb}, None, None) for verb in verbs),
        path=Path("x"),
        pointer="",
    )


def setup_case(**setup: Json) -> SetupCase:
    return SetupCase("PIN.S001", "t", "brazilian-pingo", (), "must", setup, False, Path("x"), "")


def found(
    claims: Claims, entry: Entry, needs: tuple[str, ...] = (), only: Mapping[str, OptionValue] | None = None
) -> Playable | NotPlayed:
    """What comes of an entry that holds where the options are as in `only`."""

    def holds(settings: Settings) -> bool:
        return all(settings[name] == value for name, value in (only or {}).items())

    return fit(claims, PINGO, entry, needs, holds)


def test_an_implementation_that_claims_everything_plays_with_the_defaults() -> None:
    fitted = found(claims(), case())
    assert fitted == Playable(
        {
            "stakes": "table",
            "deck": "stripped",
            "ranking": "flush_over_full",
            "ties": "split",
            "straight_flushes": "linear",
        }
    )


def test_another_rule_set_is_unsupported() -> None:
    assert found(claims(), case(rules="ton")) == NotPlayed("unsupported", "does not play ton")


@pytest.mark.parametrize(("seats", "fits"), [(3, False), (4, True), (6, True), (7, False)])
def test_other_numbers_of_seats_are_unsupported(seats: int, fits: bool) -> None:
    assert isinstance(found(claims(seats=SeatSpan(4, 6)), case(seats)), Playable) == fits


def test_a_fixed_option_that_is_not_claimed_is_unsupported() -> None:
    assert found(claims({"ties": ["split"]}), case(ties="suits")) == NotPlayed(
        "unsupported", 'does not play ties="suits"'
    )
    assert isinstance(found(claims({"ties": ["suits"]}), case(ties="suits")), Playable)


def test_what_the_house_has_fixed_is_not_laid_to_the_implementation() -> None:
    house = claims(house={"ties": "split"})
    assert found(house, case(ties="suits")) == NotPlayed(
        "unsupported", 'the house does not play ties="suits"'
    )


def test_the_default_of_an_option_that_is_not_among_the_five_has_to_be_claimed() -> None:
    assert isinstance(found(claims({"four_card_draw": ["nobody"]}), case()), NotPlayed)
    assert isinstance(found(claims({"four_card_draw": ["nobody"]}), case(four_card_draw="nobody")), Playable)


@pytest.mark.parametrize(
    ("claim", "value", "fits"),
    [
        (Interval(2, 5), 2, True),
        (Interval(2, 5), 6, False),
        (Interval(2, 5), 1, False),
        (Interval(2), 10**6, True),
        (Interval(2, 5), None, True),
        ([None, 4], 4, True),
        ([4], None, False),
    ],
)
def test_numbers_are_claimed_by_lists_or_intervals_with_null_where_it_is_the_default(
    claim: Interval | list[OptionValue], value: OptionValue, fits: bool
) -> None:
    assert isinstance(found(claims({"bet_max": claim}), case(bet_max=value)), Playable) == fits


def test_the_first_combination_that_can_be_played_and_holds_is_taken() -> None:
    full = claims({"deck": ["full"]})
    fitted = found(full, case(), only={"ranking": "standard"})
    assert isinstance(fitted, Playable)
    assert fitted.settings["deck"] == "full"
    assert fitted.settings["ranking"] == "standard"
    assert fitted.settings["stakes"] == "table"


def test_a_case_that_holds_under_nothing_it_can_play_is_not_covered() -> None:
    fitted = found(claims({"deck": ["full"]}), case(), only={"deck": "stripped"})
    assert isinstance(fitted, NotPlayed)
    assert fitted.status == "not_covered"


def test_what_a_case_fixes_is_left_as_it_is() -> None:
    fitted = found(claims({"deck": ["full"]}), case(deck="full"))
    assert isinstance(fitted, Playable)
    assert "deck" not in fitted.settings


def test_a_case_without_what_it_needs_is_not_covered() -> None:
    few = claims(capabilities=("play", "pot"))
    assert isinstance(found(few, case(), ("pot",)), Playable)
    assert found(few, case(), ("pot", "menu", "stacks")) == NotPlayed(
        "not_covered", "does not claim menu, stacks"
    )


def test_without_play_nothing_else_is_said_to_be_lacking() -> None:
    assert found(claims(capabilities=("rank",)), case(), ("menu",)) == NotPlayed(
        "not_covered", "does not claim play"
    )


def test_a_second_hand_needs_carry_and_ranked_hands_need_rank() -> None:
    assert needs_of(case(4, "ton", "shuffle", "next_hand")) == {"play", "carry"}
    assert needs_of(case(4, "ton", "shuffle")) == {"play"}
    assert needs_of(setup_case()) == {"play"}
    ranked = RankingCase("PIN.R001", "t", "brazilian-pingo", (), "must", 4, {}, (), (), Path("x"), "")
    assert needs_of(ranked) == {"rank"}


def test_an_evaluator_need_not_play_the_options_that_do_not_matter_to_ranking() -> None:
    ranked = RankingCase("PIN.R001", "t", "brazilian-pingo", (), "must", 4, {}, (), (), Path("x"), "")
    assert isinstance(found(claims({"pingo": [7]}, capabilities=("rank",)), ranked), Playable)
    assert isinstance(found(claims({"ties": []}, capabilities=("rank",)), ranked), NotPlayed)


def test_what_the_rules_forbid_is_asked_of_everyone() -> None:
    narrow = claims({"deck": ["full"], "bet_min": [1]}, SeatSpan(2, 4))
    forbidden: list[dict[str, Json]] = [
        {"seats": 11},
        {"seats": "2"},
        {"options": {"deck": "half"}},
        {"options": {"x": 1}},
    ]
    for setup in forbidden:
        assert isinstance(found(narrow, setup_case(**setup)), Playable)
    possible: list[dict[str, Json]] = [{"seats": 5}, {"seats": 2, "options": {"bet_min": 2}}]
    for setup in possible:
        assert isinstance(found(narrow, setup_case(**setup)), NotPlayed)


def test_a_house_option_narrows_what_is_claimed() -> None:
    house = claims(house={"ties": "suits"})
    fitted = found(house, case())
    assert isinstance(fitted, Playable)
    assert fitted.settings["ties"] == "suits"
    assert isinstance(found(house, case(ties="split")), NotPlayed)
    assert isinstance(found(claims({"ties": ["split"]}, house={"ties": "suits"}), case()), NotPlayed)


def test_a_house_option_that_is_not_among_the_five_is_played_where_the_case_holds() -> None:
    house = claims(house={"four_card_draw": "nobody"})
    fitted = found(house, case())
    assert isinstance(fitted, Playable)
    assert fitted.settings["four_card_draw"] == "nobody"
    assert isinstance(found(house, case(), only={"four_card_draw": "anyone"}), NotPlayed)


def test_house_options_are_read_as_json_or_as_words() -> None:
    assert read_house(["ante=3", "bet_max=null", "immediate_raise=true", "ties=suits", 'deck="full"']) == {
        "ante": 3,
        "bet_max": None,
        "immediate_raise": True,
        "ties": "suits",
        "deck": "full",
    }


@pytest.mark.parametrize("text", ["ties", "no_such=1", "ties=hearts", "ante=1.5", "ante=[1]", "ante=0", "=1"])
def test_house_options_that_no_rule_set_has_are_refused(text: str) -> None:
    with pytest.raises(HouseError):
        read_house([text])
