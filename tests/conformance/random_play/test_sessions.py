"""Random sessions are what they say: legal moves, refused attempts, and enough of what is rare."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.adapters.reference import Reference
from conformance.claims import Claims
from conformance.convert import action_from_json
from conformance.random_play.attempts import Attempt
from conformance.random_play.choices import Recorder, Replayed
from conformance.random_play.mending import carry_out, plan_of
from conformance.random_play.reductions import measure, without_notes
from conformance.random_play.sessions import Session, draw_session, session_seed, tried
from conformance.random_play.strategies import sessions
from conformance.random_play.tables import Ground, ground_of
from conformance.wire import read_hello
from refengine.errors import IllegalAction
from refengine.rulesets.catalogue import GAMES

CLAIMS = Claims(read_hello(Reference().hello([1])))
RULES = sorted(GAMES)


def ground(rules: str) -> Ground:
    found = ground_of(CLAIMS, rules)
    assert isinstance(found, Ground)
    return found


def drawn(rules: str, number: int) -> Session:
    return draw_session(session_seed(7, rules, number), ground(rules))


@st.composite
def any_session(draw: st.DrawFn) -> Session:
    return draw(sessions(ground(draw(st.sampled_from(RULES)))))


@settings(max_examples=40, deadline=None)
@given(any_session())
def test_every_turn_is_what_the_engine_makes_of_it(session: Session) -> None:
    game = GAMES[session.table.rules]
    for place, turn in enumerate(session.turns):
        now = session.before(place)
        outcome = tried(game, now, Attempt(turn.actor, turn.action))
        assert outcome == (turn.after if turn.refusal is None else turn.refusal)
        assert turn.refusal is None or turn.after is now


@settings(max_examples=20, deadline=None)
@given(any_session())
def test_the_plan_of_a_session_leads_to_it(session: Session) -> None:
    assert carry_out(GAMES[session.table.rules], plan_of(session)) == session


@settings(max_examples=20, deadline=None)
@given(any_session())
def test_a_session_is_told_without_the_states_of_the_engine(session: Session) -> None:
    assert len(repr(session)) < 600 + 120 * len(session.turns)


@pytest.mark.parametrize("rules", RULES)
def test_a_session_is_drawn_again_from_its_seed_and_from_the_record_of_its_choices(rules: str) -> None:
    recorder = Recorder(session_seed(7, rules, 3))
    session = draw_session(recorder, ground(rules))
    assert session == drawn(rules, 3)
    assert session == draw_session(Replayed(recorder.chosen), ground(rules))
    assert session != drawn(rules, 4)


def test_the_simplest_choices_make_a_session_without_attempts() -> None:
    session = draw_session(Replayed([]), ground("italian-invito"))
    assert session.turns
    assert all(turn.refusal is None for turn in session.turns)


def test_without_carrying_a_session_has_one_hand() -> None:
    single = ground("brazilian-pingo")._replace(carries=False)
    for number in range(40):
        session = draw_session(session_seed(7, "brazilian-pingo", number), single)
        done = [turn.action["type"] for turn in session.turns if turn.refusal is None]
        assert "next_hand" not in done


ALWAYS = {"malformed", "session_over", "not_your_turn", "not_available", "bad_cards"}
CODES = {
    "italian-invito": {"bad_amount", "openers_required", "raise_forbidden"},
    "italian-progressive": {"bad_amount", "openers_required", "raise_forbidden"},
    "brazilian-pingo": {"bad_amount", "raise_forbidden"},
    "red-dog": {"bad_amount"},
    "ton": {"must_follow"},
}


@pytest.mark.parametrize("rules", RULES)
def test_everything_that_can_be_refused_is_tried(rules: str) -> None:
    codes = {
        turn.refusal.code
        for number in range(400)
        for turn in drawn(rules, number).turns
        if turn.refusal is not None
    }
    assert codes >= ALWAYS | CODES[rules]


@pytest.mark.parametrize("rules", RULES)
def test_legal_actions_but_no_shuffles_have_notes_at_times(rules: str) -> None:
    sessions_drawn = [drawn(rules, number) for number in range(100)]
    noted = [[turn for turn in session.turns if turn.noted] for session in sessions_drawn]
    assert 10 <= sum(map(bool, noted)) <= 40
    assert max(map(len, noted)) == 1
    assert all(turn.refusal is None and turn.action["type"] != "shuffle" for some in noted for turn in some)
    assert len({turn.action["type"] for some in noted for turn in some}) > 3


@pytest.mark.parametrize("rules", RULES)
def test_a_note_changes_nothing_in_a_session(rules: str) -> None:
    session = next(one for one in (drawn(rules, number) for number in range(100)) if _noted(one))
    (plan,) = without_notes(GAMES[rules], session)
    bare = carry_out(GAMES[rules], plan)
    assert not _noted(bare)
    assert [turn.after for turn in bare.turns] == [turn.after for turn in session.turns]
    assert measure(bare) < measure(session)


def _noted(session: Session) -> bool:
    return any(turn.noted for turn in session.turns)


RECYCLED = {"italian-invito": "DRW-24", "italian-progressive": "DRW-24", "brazilian-pingo": "PIN-13"}


@pytest.mark.parametrize("rules", sorted(RECYCLED))
def test_what_is_rare_in_play_is_not_rare_here(rules: str) -> None:
    """Ties, side pots, recycled discards, straight flushes: all of them once in a hundred sessions."""
    cited: Counter[str] = Counter()
    for number in range(300):
        cited.update({clause for turn in drawn(rules, number).turns for clause in turn.after.cites})
    rare = ("DRW-11", "DRW-15", "DRW-19", "DRW-10", "DRW-12", RECYCLED[rules])
    assert min(cited[clause] for clause in rare) >= 3, {clause: cited[clause] for clause in rare}


@pytest.mark.parametrize("rules", RULES)
def test_what_is_tried_in_vain_was_not_in_the_menu(rules: str) -> None:
    game = GAMES[rules]
    for turn in drawn(rules, 11).turns:
        if turn.refusal is not None and turn.refusal.code != "malformed":
            with pytest.raises(IllegalAction):
                game.apply(turn.after.state, action_from_json(turn.actor, turn.action))
