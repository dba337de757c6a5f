"""All that happened in a case, for its line in the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from conformance.about import version
from conformance.adapters.protocol import Answer, Broke, Json, Lost, Outcome, Rejected, Unsupported
from conformance.again import Terms
from conformance.convert import JsonObject, Malformed, action_from_json, setup_from_json
from conformance.corpus import (
    Case,
    CheckStep,
    Clause,
    Corpus,
    DoStep,
    Entry,
    RankingCase,
    SeatViewStep,
    SetupCase,
    Step,
    TryStep,
)
from conformance.games import AnyGame
from conformance.judge import Fault
from conformance.lines import (
    FORMAT,
    CardsLine,
    Claimed,
    ClauseLine,
    DifferenceLine,
    FaultLine,
    Header,
    Selection,
    StepLine,
    Subject,
)
from conformance.script import Carried, Hides, Refused, Script, Shows, Unchanged
from conformance.wire import Hello
from refengine.cards import Cards, in_hand_order
from refengine.errors import IllegalAction, SetupError
from refengine.events import Dealt
from refengine.game import Step as EngineStep
from refengine.seating import Seat


def setup_line(script: Script) -> JsonObject:
    """How the session of a case began."""
    match script.entry:
        case RankingCase(seats=seats):
            return {"seats": seats, "options": dict(script.options)}
        case Case() | SetupCase():
            return {key: value for key, value in script.calls[0].params.items() if key != "rules"}


def step_lines(game: AnyGame, script: Script, outcomes: Sequence[Outcome]) -> list[StepLine]:
    """Every step of a case with its reply, if one came."""
    if not isinstance(script.entry, Case):
        return [
            StepLine(
                what=call.method,
                action=_without_rules(call.params),
                expects={} if call.method == "end" else _of_reply(script.entry),
                reply=_reply(at, outcomes),
            )
            for at, call in enumerate(script.calls)
        ]
    cards = _cards_along(game, script, script.entry)
    replies, views = _replies(script), _views(script)
    lines = [StepLine(what="new", reply=_reply(0, outcomes), view=_view(0, outcomes), cards=next(cards))]
    for place, step in enumerate(script.entry.steps):
        at = replies.get(place, len(script.calls))
        sent = script.calls[at].params.get("action") if at in range(len(script.calls)) else None
        what, seat, expects = _in_short(step)
        lines.append(
            StepLine(
                what=what,
                seat=seat,
                action=sent if isinstance(sent, dict) else None,
                expects=expects,
                reply=_reply(at, outcomes),
                view=_view(views.get(place, at), outcomes),
                cards=next(cards),
            )
        )
    return lines


def _of_reply(entry: SetupCase | RankingCase) -> JsonObject:
    """What the reply to a set-up or a ranking has to be."""
    match entry:
        case SetupCase(accepted=accepted):
            return {} if accepted else {"code": "bad_setup"}
        case RankingCase(tiers=tiers):
            ranking: list[Json] = [
                {"category": tier.category, "hands": [[*hand] for hand in tier.hands]} for tier in tiers
            ]
            return {"ranking": ranking} if ranking else {"code": "bad_cards"}


def _in_short(step: Step) -> tuple[str, Json, JsonObject]:
    """What kind of step it is, whose, and what it expects."""
    match step:
        case DoStep(actor, _, menu, then):
            expects: JsonObject = {} if menu is None else {"menu": [*menu]}
            return "do", actor, expects if then is None else {**expects, "then": then}
        case TryStep(actor, _, code, clause):
            return "try", actor, {"code": code} if clause is None else {"code": code, "clause": clause}
        case SeatViewStep(seat, sees, hides):
            return "seat_view", seat, {"sees": sees, "hides": [*hides]}
        case CheckStep(keys):
            return "check", None, {"check": keys}


def fault_line(script: Script, fault: Fault, catalogue: Mapping[str, Clause], *, breach: bool) -> FaultLine:
    """The fault with the clauses that the case names for it."""
    names = script.entry.clauses
    if isinstance(script.entry, Case) and fault.step >= 0:
        step = script.entry.steps[fault.step]
        if isinstance(step, TryStep) and step.clause is not None:
            names = (step.clause,)
    return FaultLine(
        step=fault.step,
        kind=fault.kind,
        part=fault.part,
        clauses={name: catalogue[name].text for name in names},
        expected=fault.expected,
        got=fault.got,
        differences=[DifferenceLine(*difference) for difference in fault.differences],
        protocol=breach,
    )


def header_line(
    terms: Terms, hello: Hello, corpus: Corpus, selection: Selection, entries: Iterable[Entry]
) -> Header:
    """Who is judged, by what it says of itself, and by which part of which corpus."""
    told = hello.name, hello.version, hello.language, hello.homepage
    return Header(
        format=FORMAT,
        kit=version(),
        corpus=corpus.digest,
        adapter=Subject(terms.spec, *told, terms.timeout_factor),
        claims=Claimed(hello.capabilities, hello.rules),
        selection=selection,
        clauses=clause_lines(corpus, entries),
    )


def clause_lines(corpus: Corpus, entries: Iterable[Entry]) -> dict[str, ClauseLine]:
    """The clauses that the entries can be about: those of their rule sets, and those that several share."""
    asked = list(entries)
    rules = {entry.rules for entry in asked}
    claimed = {name for entry in asked for name in entry.clauses}
    return {
        clause.id: ClauseLine(clause.catalogue.rules, clause.kind, clause.text, clause.why_not or "")
        for clause in corpus.clauses.values()
        if clause.catalogue.rules in rules or clause.id in claimed
    }


def _without_rules(params: JsonObject) -> JsonObject:
    return {key: value for key, value in params.items() if key != "rules"}


def _replies(script: Script) -> dict[int, int]:
    """For every step the request whose reply tells what came of it."""
    replies: dict[int, int] = {}
    for check in script.checks:
        match check:
            case Refused(step, at) | Hides(step, at) | Shows(step, at, "sees" | "check"):
                replies[step] = at
            case Carried(step, at) if script.calls[at].method == "act":
                replies[step] = at
            case _:
                pass
    return replies


def _views(script: Script) -> dict[int, int]:
    """For every attempt the request that tells the referee's view after it."""
    return {check.step: check.after[0] for check in script.checks if isinstance(check, Unchanged)}


def _reply(at: int, outcomes: Sequence[Outcome]) -> JsonObject | None:
    """What the implementation did, its view left out."""
    if at >= len(outcomes):
        return None
    match outcomes[at]:
        case Answer(result):
            plain = not isinstance(result, dict) or "phase" not in result
            return {"answer": result} if plain else {"answer": "a view"}
        case Rejected(code, clause, message):
            return {"rejected": {"code": code, "clause": clause, "message": message}}
        case Unsupported(message):
            return {"unsupported": message}
        case Broke(code, message):
            return {"broke": {"code": code, "message": message}}
        case Lost(kind, detail):
            return {"lost": {"kind": kind, "detail": detail}}


def _view(at: int, outcomes: Sequence[Outcome]) -> JsonObject | None:
    outcome = outcomes[at] if at < len(outcomes) else None
    if isinstance(outcome, Answer) and isinstance(outcome.result, dict):
        return outcome.result
    return None


def _cards_along(game: AnyGame, script: Script, case: Case) -> Iterator[CardsLine | None]:
    """The cards after the set-up and after every step, by the reference engine; without end."""
    acts = _replies(script)
    dealt: dict[Seat, Cards] = {}
    try:
        now = game.start(setup_from_json(script.calls[0].params))
        yield _cards(game, now, case.setup.seats, dealt)
        for place, step in enumerate(case.steps):
            if isinstance(step, DoStep):
                action = script.calls[acts[place]].params["action"]
                now = game.apply(now.state, action_from_json(step.actor, action))
            yield _cards(game, now, case.setup.seats, dealt)
    except (SetupError, IllegalAction, Malformed, KeyError):
        pass  # the reference does not follow the case any further, or the script breaks off here
    yield from repeat(None)


def _cards(game: AnyGame, now: EngineStep[object], seats: int, dealt: dict[Seat, Cards]) -> CardsLine:
    """What lies before the seats. `dealt`: cards not looked at yet, kept up to date."""
    for event in now.events:
        if isinstance(event, Dealt):
            dealt[event.seat] = event.cards
    hands = {seat: game.observe(now.state, seat).hand or () for seat in map(Seat, range(seats))}
    seats_in = game.observe(now.state, None).seats_in
    for seat in [seat for seat in dealt if hands[seat] or seat not in seats_in]:
        del dealt[seat]
    return CardsLine(
        hands={str(seat): list(hand) for seat, hand in hands.items() if hand},
        unseen={str(seat): list(in_hand_order(hand)) for seat, hand in sorted(dealt.items())},
    )
