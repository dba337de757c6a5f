"""Making scripts: the reference engine plays along, only to complete the shuffles and to tell its clauses.

What a case expects is taken from the case alone. Where the reference refuses an action that the case does,
the script goes on without it as long as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.adapters.protocol import Json, Request
from conformance.convert import JsonObject, Malformed, action_from_json, setup_from_json
from conformance.corpus import (
    Case,
    CheckStep,
    DoStep,
    Entry,
    RankingCase,
    SeatViewStep,
    SetupCase,
    TryStep,
)
from conformance.games import RANK_OPTIONS, AnyGame, defaults_of, without_defaults
from conformance.script import (
    BEFORE_STEPS,
    Carried,
    Check,
    Flaw,
    Hides,
    Moment,
    Ranks,
    Refused,
    Script,
    Shows,
    Table,
    Told,
    Unchanged,
    Viewed,
)
from refengine.cards import in_written_order
from refengine.errors import ClauseId, IllegalAction, SetupError
from refengine.game import Step
from refengine.menus import AgreedHands, Amounts, Menu, OneOf, OrderOfCards, SomeOf
from refengine.options import OptionValue


class Incomplete(Exception):
    """A shuffle of which only the first cards are given, and nothing tells the others."""


def make_script(
    game: AnyGame, entry: Entry, settings: Mapping[str, OptionValue], *, seat_views: bool = True
) -> Script:
    """The script of an entry, played with these further options that it leaves open.

    Without `seat_views` nothing is asked about them.
    """
    match entry:
        case Case():
            return _Planner(game, entry, settings, seat_views).plan()
        case SetupCase():
            return _plan_setup(game, entry, settings)
        case RankingCase():
            return _plan_ranking(game, entry, settings)


def complete(action: JsonObject, menu: Menu) -> JsonObject:
    """The action, a shuffle with all its cards: the first ones as given, then the rest in written order."""
    top = action.get("top")
    if not isinstance(top, str) or "cards" in action:
        return action
    first = top.split()
    for offer in menu.offers:
        if offer.verb == "shuffle" and isinstance(offer.domain, OrderOfCards):
            rest = in_written_order(card for card in offer.domain.cards if card not in first)
            return {"type": "shuffle", "cards": [*first, *rest]}
    raise Incomplete("the reference engine sees no shuffle here, so the order cannot be completed")


def clauses_of_menu(menu: Menu) -> Iterator[ClauseId]:
    """Every clause that the menu rests on."""
    for offer in menu.offers:
        yield offer.clause
        match offer.domain:
            case Amounts(_, _, below, above):
                yield below
                yield above
            case SomeOf(_, _, _, clause) | OneOf(_, _, clause) | AgreedHands(_, clause):
                yield clause
            case _:
                pass
    for withheld in menu.withheld:
        yield withheld.clause


class _Planner:
    """Builds the script of one case."""

    def __init__(
        self, game: AnyGame, case: Case, settings: Mapping[str, OptionValue], seat_views: bool
    ) -> None:
        self._game = game
        self._case = case
        self._viewers: tuple[int | None, ...] = (None, *(range(case.setup.seats) if seat_views else ()))
        self._options = without_defaults(game, {**settings, **case.setup.options})
        self._calls: list[Request] = []
        self._checks: list[Check] = []
        self._cites: set[str] = set()
        self._flaw: Flaw | None = None
        self._now: Step[object] | None = None
        self._moment: Moment
        self._again = False
        """Whether the present state has outlived an attempt."""
        self._seen: dict[int | None, int] = {}
        """The requests that tell the present views, by viewer; the referee is None."""
        self._views: list[Viewed] = []
        """The views that this step brings; they are looked at after what it states."""

    def plan(self) -> Script:
        self._start()
        for place, step in enumerate(self._case.steps):
            try:
                self._step(place, step)
            except Incomplete as incomplete:
                self._flaw = Flaw(place, str(incomplete))
                break
            self._look()
        self._look()
        self._checks.append(Carried(len(self._case.steps) - 1, self._call("end", {})))
        self._cites.discard("")
        return Script(
            entry=self._case,
            options=self._options,
            calls=tuple(self._calls),
            checks=tuple(self._checks),
            flaw=self._flaw,
            cites=frozenset(self._cites),
        )

    def _call(self, method: str, params: dict[str, Json]) -> int:
        self._calls.append(Request(method, params))
        return len(self._calls) - 1

    def _start(self) -> None:
        setup = self._case.setup
        params: dict[str, Json] = {
            "rules": self._case.rules,
            "options": dict(self._options),
            "seats": setup.seats,
            "stacks": list(setup.stacks),
            "dealer": setup.dealer,
        }
        if setup.state is not None:
            params["state"] = setup.state
        at = self._call("new", params)
        self._moved(BEFORE_STEPS, at)
        try:
            self._reach(self._game.start(setup_from_json(params)))
        except SetupError as error:
            self._cites.add(error.clause)
        self._moment = Moment(Table(self._game, setup.seats, params), at, _told(self._now))
        self._bring(BEFORE_STEPS, None, at)
        self._look()

    def _reach(self, now: Step[object]) -> None:
        self._now = now
        self._cites.update(now.cites)
        self._cites.update(event.clause for event in now.events)

    def _moved(self, place: int, at: int) -> None:
        """Request `at` brings a new state; its reply is the referee's view."""
        self._checks.append(Carried(place, at))
        self._seen = {None: at}
        self._again = False

    def _bring(self, place: int, viewer: int | None, at: int) -> None:
        """Request `at` brings a view of the present state."""
        self._views.append(Viewed(place, at, viewer, self._moment, self._again))

    def _look(self) -> None:
        """Whatever else is stated, the views have to be in order."""
        self._checks += self._views
        self._views = []

    def _step(self, place: int, step: DoStep | TryStep | SeatViewStep | CheckStep) -> None:
        match step:
            case DoStep():
                self._do(place, step)
            case TryStep():
                self._try(place, step)
            case SeatViewStep(seat) if seat not in self._viewers:
                pass
            case SeatViewStep(seat, sees, hides):
                at = self._see(place, seat)
                if sees:
                    self._checks.append(Shows(place, at, "sees", sees))
                if hides:
                    self._checks.append(Hides(place, at, hides))
            case CheckStep(keys):
                self._checks.append(Shows(place, self._see(place, None), "check", keys))

    def _see(self, place: int, viewer: int | None) -> int:
        """The request that tells this view of the present state; asked only if none has told it yet."""
        if viewer not in self._seen:
            self._seen[viewer] = self._call("view", {"seat": viewer})
            self._checks.append(Carried(place, self._seen[viewer]))
            self._bring(place, viewer, self._seen[viewer])
        return self._seen[viewer]

    def _do(self, place: int, step: DoStep) -> None:
        if step.menu is not None:
            if self._now is not None:
                self._cites.update(clauses_of_menu(self._now.menu))
            self._checks.append(Shows(place, self._see(place, None), "menu", {"menu": [*step.menu]}))
        action = self._completed(step.action)
        at = self._call("act", {"actor": step.actor, "action": action})
        self._moved(place, at)
        if step.then is not None:
            self._checks.append(Shows(place, at, "then", step.then))
        if self._now is not None:
            try:
                self._reach(self._game.apply(self._now.state, action_from_json(step.actor, action)))
            except (IllegalAction, Malformed):
                self._now = None
        before = self._moment
        told = _told(self._now)
        self._moment = Moment(before.table, at, told, before, actor=step.actor, action=action)
        self._bring(place, None, at)

    def _completed(self, action: JsonObject) -> JsonObject:
        if self._now is not None:
            return complete(action, self._now.menu)
        if "top" in action and "cards" not in action:
            raise Incomplete("the reference engine refused an earlier action of this case")
        return action

    def _try(self, place: int, step: TryStep) -> None:
        before = tuple(self._see(place, viewer) for viewer in self._viewers)
        action = self._completed(step.action)
        at = self._call("act", {"actor": step.actor, "action": action})
        self._checks.append(Refused(place, at, step.code, step.clause))
        self._seen = {}
        self._again = True
        after = tuple(self._see(place, viewer) for viewer in self._viewers)
        self._checks.append(Unchanged(place, before, after))
        if self._now is not None:
            try:
                self._game.apply(self._now.state, action_from_json(step.actor, action))
            except IllegalAction as error:
                self._cites.add(error.clause)
            except Malformed:
                pass


def _told(now: Step[object] | None) -> Told | None:
    return None if now is None else Told(now.events, now.menu.actor)


def _plan_setup(game: AnyGame, entry: SetupCase, settings: Mapping[str, OptionValue]) -> Script:
    """One ``new``, and an ``end`` where the session is to begin."""
    given = entry.setup.get("options")
    options: dict[str, Json] = {**settings, **given} if isinstance(given, dict) else {**settings}
    sent = without_defaults(game, options)
    params: dict[str, Json] = {"rules": entry.rules, **entry.setup, "options": {**sent}}
    calls = [Request("new", params)]
    checks: list[Check] = [Refused(BEFORE_STEPS, 0, "bad_setup", None)]
    start, cites = _started(game, params)
    if entry.accepted:
        calls.append(Request("end", {}))
        seats = params.get("seats")
        table = Table(game, seats if type(seats) is int else 0, params)
        moment = Moment(table, 0, _told(start))
        checks = [
            Carried(BEFORE_STEPS, 0),
            Viewed(BEFORE_STEPS, 0, None, moment, again=False),
            Carried(BEFORE_STEPS, 1),
        ]
    return Script(entry, sent, tuple(calls), tuple(checks), None, cites)


def _started(game: AnyGame, params: Mapping[str, Json]) -> tuple[Step[object] | None, frozenset[str]]:
    """How a session begins, if it can, and the clauses that decide it."""
    try:
        start = game.start(setup_from_json(params))
    except SetupError as error:
        return None, frozenset({str(error.clause)} - {""})
    return start, frozenset({*start.cites, *(event.clause for event in start.events)} - {""})


def _plan_ranking(game: AnyGame, entry: RankingCase, settings: Mapping[str, OptionValue]) -> Script:
    """All hands of the tiers in one request; each hand that has to be refused in one of its own."""
    settled = {**defaults_of(game), **settings, **entry.options}
    options: dict[str, Json] = {name: settled[name] for name in RANK_OPTIONS if name in settled}
    hands = [hand for tier in entry.tiers for hand in tier.hands]
    batches = [hands] if hands else [[hand] for hand in entry.refused]
    calls = tuple(
        Request(
            "rank",
            {
                "rules": entry.rules,
                "options": options,
                "seats": entry.seats,
                "hands": [[*hand] for hand in batch],
            },
        )
        for batch in batches
    )
    checks: tuple[Check, ...] = (Carried(BEFORE_STEPS, 0), Ranks(BEFORE_STEPS, 0, entry.tiers))
    if not hands:
        checks = tuple(Refused(BEFORE_STEPS, at, "bad_cards", None) for at in range(len(calls)))
    return Script(entry, without_defaults(game, settled), calls, checks, None, frozenset())
