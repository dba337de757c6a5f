"""What kind of difference it is, and which clauses it may be about.

The reference cites every clause that a transition rests on, a dozen at a showdown. Named first are those of
what differs itself: of the refusal, of the offer that is missing, of the payment that went astray. The others
follow by how rarely they are cited in random play, since what a common clause says has been seen to be right
in many other places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from conformance.adapters.protocol import Json
from conformance.breaches import BREACHES
from conformance.compare import Difference
from conformance.corpus.views import SEAT_VIEW_KEYS
from conformance.games import AnyGame
from conformance.random_play.lockstep import START, Found, after, is_leak, refusal_at
from conformance.random_play.sessions import Session, draw_session, session_seed
from conformance.random_play.tables import Ground
from refengine.errors import NO_CLAUSE, ClauseId
from refengine.events import Mucked, Shown, TrickTaken, Turned
from refengine.game import Step
from refengine.menus import AgreedHands, Amounts, Menu, Offer, OneOf, SomeOf
from refengine.rulesets.catalogue import GAMES

SETTING_UP: Final = "setup"
"""Stands for the phase of what differs before the session has begun."""
_SAMPLE: Final = 150
"""Sessions of the reference alone that tell how common a citation is."""
_RANK_OF_KEY: Final = {key: place for place, key in enumerate(("menu", "actor", "phase", *SEAT_VIEW_KEYS))}
_IN_THE_OPEN: Final = (Shown, Mucked, Turned, TrickTaken)


class Kind(NamedTuple):
    """Differences of one kind are probably one fault.

    `phase` is where the session stands, by the reference; `clause` the first one cited, empty if none is;
    `what` the fault with the key of the view that tells it, as in ``differs: pot``. Hidden cards and menus
    are one kind in whatever key of its own an implementation tells them.
    """

    rules: str
    phase: str
    clause: str
    what: str

    def __str__(self) -> str:
        under = f" ({self.clause})" if self.clause else ""
        return f"{self.rules}, {self.phase}: {self.what}{under}"


class Manifestation(NamedTuple):
    """A kind without its clause: what stays the same while a session is made smaller."""

    phase: str
    what: str


def manifestation(game: AnyGame, session: Session, found: Found) -> Manifestation:
    """Where and how a difference shows."""
    if found.spot.turn < START:
        return Manifestation(SETTING_UP, _what(found))
    menu = found.differences and _first_key(found.differences) == "menu"
    now = (
        after(session, found.spot.turn)
        if menu or found.spot.turn == START
        else session.before(found.spot.turn)
    )
    return Manifestation(game.observe(now.state, None).phase, _what(found))


def kind_of(game: AnyGame, session: Session, found: Found, clauses: Sequence[str]) -> Kind:
    """The kind of a difference; `clauses` as from `clauses_of`."""
    phase, what = manifestation(game, session, found)
    return Kind(game.name, phase, clauses[0] if clauses else "", what)


def _what(found: Found) -> str:
    if is_leak(found):
        return "tells what is hidden"
    if found.differences:
        return f"{found.fault}: {_first_key(found.differences)}"
    match found.got:
        case {"kind": str(kind)}:
            return f"{found.fault}: {kind}"
        case {"code": str(code)} if found.fault in ("refused", "wrong_code"):
            return f"{found.fault}: {code}"
        case _:
            return found.fault


def _first_key(differences: Iterable[Difference]) -> str:
    """The most telling of the keys that differ."""
    keys = {difference.key.partition(".")[0] for difference in differences}
    return min(keys, key=lambda key: (_RANK_OF_KEY.get(key, len(_RANK_OF_KEY)), key))


# -- clauses


def beyond_rules(session: Session, found: Found) -> bool:
    """Whether no reading of the rules could excuse the difference: no usable answer came, a refused action
    changed something, hidden cards are told, a value is of another kind, or it is not about a rule but about
    whose turn it is or what an action is: one with an argument too many is still one."""
    if found.fault in BREACHES or is_leak(found) or any(map(_is_of_other_kind, found.differences)):
        return True
    if found.spot.turn > START and found.fault == "refused" and session.turns[found.spot.turn].noted:
        return True
    refusal = refusal_at(session, found.spot.turn)
    return refusal is not None and refusal.clause is None


def _is_of_other_kind(difference: Difference) -> bool:
    """Whether there are numbers or texts where none belong, or others than should be: 4.0 or true for 4."""
    return difference.how == "no_menu" or (
        difference.how == "differs" and _differ_in_kind(difference.expected, difference.got)
    )


def _differ_in_kind(expected: Json, got: Json) -> bool:
    """Null is of every kind: for most keys it may stand for nothing."""
    if expected is None or got is None:
        return False
    if isinstance(expected, list) and isinstance(got, list):
        return any(map(_differ_in_kind, expected, got))
    return type(expected) is not type(got) and "table" not in (expected, got)


class Evidence:
    """How often each clause was cited where the implementation agreed: it speaks for the clause."""

    def __init__(self) -> None:
        self.agreed: Counter[str] = Counter()

    def add(self, session: Session, found: Found | None) -> None:
        """The turns of a session that was played, up to its first difference."""
        end = len(session.turns) if found is None else found.spot.turn
        for turn in session.turns[: max(end, 0)]:
            if turn.refusal is None:
                self.agreed.update(set(_cited(turn.after)))


def clauses_of(
    game: AnyGame, session: Session, found: Found, evidence: Evidence | None = None
) -> tuple[str, ...]:
    """The clauses that a difference may be about, the likeliest first; none if it is beyond all rules."""
    if beyond_rules(session, found):
        return ()
    refusal = refusal_at(session, found.spot.turn)
    if found.spot.turn < START and refusal is not None:
        return () if refusal.clause is None else (refusal.clause,)
    common = citations(game.name)
    agreed: Counter[str] = Counter() if evidence is None else evidence.agreed
    now = after(session, found.spot.turn)
    cited = sorted(dict.fromkeys(_cited(now)), key=lambda clause: (agreed[clause], common[clause]))
    named = [*_direct(session, found), *cited]
    return tuple(dict.fromkeys(str(clause) for clause in named if clause != NO_CLAUSE))


def _cited(now: Step[object]) -> tuple[ClauseId, ...]:
    return (*now.cites, *(event.clause for event in now.events))


@cache
def citations(rules: str) -> Counter[str]:
    """How often each clause is cited in random play by the reference alone."""
    game = GAMES[rules]
    seats = tuple(range(game.fewest, game.most + 1))
    ground = Ground(game, seats, {spec.name: (spec.default,) for spec in game.options}, frozenset(), True)
    common: Counter[str] = Counter()
    for index in range(_SAMPLE):
        session = draw_session(session_seed(0, rules, index), ground)
        for now in (session.first, *(turn.after for turn in session.turns if turn.refusal is None)):
            common.update(set(_cited(now)))
    return common


def _direct(session: Session, found: Found) -> Iterator[str]:
    """The clauses of what differs itself."""
    now = after(session, found.spot.turn)
    if found.spot.turn != START:
        turn = session.turns[found.spot.turn]
        if turn.refusal is not None and turn.refusal.clause is not None:
            yield turn.refusal.clause
        elif turn.refusal is None and found.fault == "refused":
            for offer in session.before(found.spot.turn).menu.offers:
                if offer.verb == turn.action.get("type"):
                    yield from _of_offer(offer)
    for difference in found.differences:
        if difference.key == "menu" and difference.how == "menu":
            yield from _of_menu(now.menu, difference.expected, difference.got)
    keys = {difference.key.partition(".")[0] for difference in found.differences}
    if keys & {"turned", "last_trick", "tricks_taken"} or _only_shown(found.differences):
        yield from (event.clause for event in now.events if isinstance(event, _IN_THE_OPEN))


def _only_shown(differences: Sequence[Difference]) -> bool:
    """Whether only the hands shown and mucked differ, and no chips."""
    keys = {difference.key for difference in differences}
    return any(key.startswith(("last_hand.shown", "last_hand.mucked")) for key in keys) and not any(
        key.startswith(("stacks", "pot", "last_hand.payouts")) for key in keys
    )


def _of_menu(menu: Menu, missing: Json, extra: Json) -> Iterator[str]:
    """What keeps patterns in a menu or out of it; `missing` are those it should have, `extra` not."""
    for patterns, lacks in ((missing, True), (extra, False)):
        for pattern in patterns if isinstance(patterns, list) else []:
            if not isinstance(pattern, dict):
                continue
            verb = pattern.get("type")
            for offer in menu.offers:
                if offer.verb == verb:
                    yield from _of_bound(offer, pattern.get("amount"), lacks)
            for withheld in menu.withheld:
                if withheld.verb == verb:
                    yield withheld.clause


def _of_bound(offer: Offer, amount: Json, lacks: bool) -> Iterator[str]:
    """Of an offer of amounts the clause first whose bound is not kept; `lacks`: some amounts are missing."""
    if isinstance(offer.domain, Amounts) and isinstance(amount, int | dict):
        span = amount if isinstance(amount, dict) else {"min": amount, "max": amount}
        low, high = span.get("min"), span.get("max")
        whole = (low, high) == (offer.domain.low, offer.domain.high) and lacks
        if not whole and isinstance(low, int) and low <= offer.domain.low:
            yield offer.domain.below
        elif not whole:
            yield offer.domain.above
    yield from _of_offer(offer)


def _of_offer(offer: Offer) -> Iterator[str]:
    """All clauses of an offer; where it limits cards, that first."""
    match offer.domain:
        case SomeOf(_, _, _, clause) | OneOf(_, _, clause) | AgreedHands(_, clause):
            yield clause
        case _:
            pass
    yield offer.clause
    if isinstance(offer.domain, Amounts):
        yield from (offer.domain.below, offer.domain.above)
