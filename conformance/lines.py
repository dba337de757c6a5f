"""The lines of a report: a header, one line for each case, and a footer without which it is incomplete.
Where every hand of a pack was asked for, there is a line for each pack before the last one.

A line holds nothing that depends on how many processes took part or how long they took, so that two runs
over the same corpus and the same implementation leave the same report; only the seconds that random play took
are their own. The published form is
``fixtures/schema/report.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from msgspec import Struct

from conformance.corpus import Level, Origin
from conformance.corpus.model import Kind as ClauseKind
from conformance.judge import FaultKind
from conformance.remarks import Remark
from conformance.verdicts import Status
from conformance.wire import RulesClaim

if TYPE_CHECKING:
    from conformance.adapters.protocol import Json
    from conformance.convert import JsonObject
else:  # msgspec cannot follow a type that names itself
    Json = Any
    JsonObject = dict[str, Any]

FORMAT: Final = 1
Kind = Literal["case", "setup", "ranking"]
RandomStatus = Literal["agrees", "differs", "unsteady", "not_played"]
"""What came of random play: `unsteady` is a difference that does not come again."""


class Subject(Struct, frozen=True):
    """The implementation that was judged, as its spec and its ``hello`` name it; the time limits were
    multiplied by `timeout_factor`."""

    spec: str
    name: str
    version: str
    language: str | None
    homepage: str | None
    timeout_factor: float = 1.0


class Claimed(Struct, frozen=True):
    """What the implementation claims."""

    capabilities: list[str]
    rules: dict[str, RulesClaim]


class PartLine(Struct, frozen=True):
    """The `number`-th of `of` parts of a run. `random`: so many random sessions of each rule set are played
    in all parts together, from `seed`."""

    number: int
    of: int
    random: int
    seed: int


class TierLine(Struct, frozen=True):
    """A tier of the corpus: so many `entries` `of` all that the corpus has."""

    name: str
    entries: int
    of: int


class Selection(Struct, frozen=True):
    """Which part of the corpus was asked for; `options` are those of the house. `folder`: where the corpus
    is, if it is not the bundled one. `part` None: all of that. `tier` None: all of the corpus."""

    rules: list[str]
    clauses: list[str]
    cases: list[str]
    levels: list[str]
    options: JsonObject
    strict_rulings: bool
    folder: str | None = None
    part: PartLine | None = None
    tier: TierLine | None = None


class ClauseLine(Struct, frozen=True, omit_defaults=True):
    """A clause in our words. `why_not`: why no case can test it, else empty."""

    rules: str
    kind: ClauseKind
    text: str
    why_not: str = ""


class Header(Struct, frozen=True, tag="header", tag_field="type"):
    """The first line. `corpus` is the digest of the corpus, `clauses` are those of the rule sets that were
    asked for, by id."""

    format: int
    kit: str
    corpus: str
    adapter: Subject
    claims: Claimed
    selection: Selection
    clauses: dict[str, ClauseLine] = {}


class DifferenceLine(Struct, frozen=True):
    """What is wrong with one key of a view; see `conformance.compare.Difference`."""

    how: str
    key: str
    expected: Json
    got: Json


class FaultLine(Struct, frozen=True, omit_defaults=True):
    """The first thing that is wrong; see `conformance.judge.Fault`.

    `step` counts the steps from 0; -1 is the set-up. `clauses`: what it offends, as far as the case says, in
    words by id. `protocol`: it is no difference about the rules, so that no level excuses it.
    """

    step: int
    kind: FaultKind
    part: str
    clauses: dict[str, str]
    expected: Json = None
    got: Json = None
    differences: list[DifferenceLine] = []
    protocol: bool = False


class CardsLine(Struct, frozen=True, omit_defaults=True):
    """What lies before the seats, by seat, told by the reference engine. `hands`: cards that their seats may
    look at; `unseen`: those that their seats may not look at yet."""

    hands: dict[str, list[str]] = {}
    unseen: dict[str, list[str]] = {}


class StepLine(Struct, frozen=True, omit_defaults=True):
    """A step with what came of it.

    `what` is ``do``, ``try``, ``seat_view``, ``check``, ``new`` or ``rank``; `seat` who acts or looks;
    `expects` what the case says of it; `reply` what the implementation did; `view` the view that it told
    then, after an attempt the referee's; `cards` None where the reference engine does not follow.
    """

    what: str
    seat: Json = None
    action: JsonObject | None = None
    expects: JsonObject = {}
    reply: JsonObject | None = None
    view: JsonObject | None = None
    cards: CardsLine | None = None


class Place(Struct, frozen=True, omit_defaults=True):
    """What the case is: where it belongs and what it claims to show."""

    kind: Kind
    rules: str
    title: str
    level: Level
    clauses: list[str]
    origin: Origin = "authored"
    flags: list[str] = []


class Course(Struct, frozen=True, omit_defaults=True):
    """How a case was played. `settings`: the options that it leaves open, where they were not the defaults.
    Of a case that did not pass, `setup` and `steps` tell all that happened."""

    settings: JsonObject = {}
    setup: JsonObject = {}
    steps: list[StepLine] = []


class CaseLine(Struct, frozen=True, tag="case", tag_field="type", omit_defaults=True):
    """The verdict on one case. `reason`: why it was not played."""

    id: str
    about: Place
    status: Status
    reason: str = ""
    known: bool = False
    course: Course = Course()
    fault: FaultLine | None = None

    @property
    def is_of_protocol(self) -> bool:
        """Whether it failed, and by no difference about the rules."""
        return self.fault is not None and self.fault.protocol

    @property
    def is_excused(self) -> bool:
        """Whether a failure does not count unless rulings are strict."""
        return self.about.level == "ruling" and not self.is_of_protocol


class PackLine(Struct, frozen=True):
    """What hands were ranked under: the parameters of ``rank``, and the pack in a word that tells it from all
    others."""

    name: str
    rules: str
    seats: int
    options: JsonObject


class OddLine(Struct, frozen=True):
    """A hand that is not ranked or named as it should be: the clause that says so, and how it shows."""

    clause: str
    detail: str


class HandsLine(Struct, frozen=True, tag="hands", tag_field="type", omit_defaults=True):
    """Every hand of a pack: `hands` were ranked, of so many `kinds` that do not tie. `wrong` counts by
    clause, `first` is the first of those. `lost`: why not all were ranked, else empty."""

    pack: PackLine
    hands: int
    kinds: int
    wrong: dict[str, int] = {}
    first: OddLine | None = None
    lost: str = ""


class PlayedLine(Struct, frozen=True):
    """So many random sessions, up to the first difference if there is one: their actions that were carried
    out, the attempts and set-ups that had to be refused, and the seconds that it took."""

    sessions: int
    steps: int
    refusals: int
    seconds: float


class FindingLine(Struct, frozen=True, omit_defaults=True):
    """What random play has found in the session of that number. `counts`: the run fails for it; `kind`: what
    differs, and where; `told`: in words; `case`: the verdict on the case that shows it, which is written to
    `file` and which `again` plays once more. There is none if the difference did not come again."""

    session: int
    counts: bool
    kind: str
    told: list[str]
    file: str = ""
    again: str = ""
    case: CaseLine | None = None


class RandomLine(Struct, frozen=True, tag="random", tag_field="type", omit_defaults=True):
    """Random play of a rule set. `reason`: why nothing was played."""

    rules: str
    seed: int
    status: RandomStatus
    played: PlayedLine = PlayedLine(0, 0, 0, 0.0)
    finding: FindingLine | None = None
    reason: str = ""


class FiguresLine(Struct, frozen=True):
    """The three figures of a rule set, each so many of so many; see `conformance.verdicts.Figures`."""

    firm: tuple[int, int]
    rulings: tuple[int, int]
    coverage: tuple[int, int]


class Footer(Struct, frozen=True, tag="footer", tag_field="type", omit_defaults=True):
    """The last line, written only if every case has its line. `statuses`: how many of each. `tier`: the
    figures are of this tier alone; empty: of the corpus. `remarks`: what there is to say beside the cases.
    `random`: how many rule sets came out how in random play."""

    exit_code: int
    figures: dict[str, FiguresLine]
    statuses: dict[str, int]
    tier: str = ""
    remarks: list[Remark] = []
    random: dict[str, int] = {}


class Interrupted(Struct, frozen=True, tag="interrupted", tag_field="type", omit_defaults=True):
    """Stands where the footer would: the run did not finish, and why."""

    reason: str
    exit_code: int
    remarks: list[Remark] = []


Line = Header | CaseLine | HandsLine | RandomLine | Footer | Interrupted

_DECODER: Final = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    """The line with its end."""
    return msgspec.json.encode(line) + b"\n"


def decode_line(text: bytes | str) -> Line:
    """The line that a text holds; `msgspec.DecodeError` or `msgspec.ValidationError` if it holds none."""
    return _DECODER.decode(text)
