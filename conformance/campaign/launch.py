"""From what was asked for to a campaign under way: its header, new or fitting what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from conformance.about import version
from conformance.adapters.protocol import Json
from conformance.campaign.control import Campaign, Crew, CrewLost, Watch
from conformance.campaign.findings import Desk
from conformance.campaign.journal import Journal, JournalError
from conformance.campaign.lines import FORMAT, Header, PlanLine
from conformance.campaign.player import Unusable
from conformance.claims import Claims, Settings
from conformance.corpus import Corpus
from conformance.lines import Claimed, Subject
from conformance.random_play.tables import Unplayable, ground_of
from conformance.verdicts import INCOMPLETE, USAGE
from conformance.wire import Hello, encode
from refengine.rulesets.catalogue import GAMES


class Asked(NamedTuple):
    """What was asked for: `sessions` of each of the rule sets (none: of all that can be played), the options
    of one house, and the folder for the stream."""

    spec: str
    rules: Sequence[str]
    seed: int
    sessions: int
    shard_size: int
    house: Settings
    folder: Path


class Refusal(Exception):
    """Nothing is played: why, and the exit code that this makes."""

    def __init__(self, reason: str, exit_code: int) -> None:
        super().__init__(reason)
        self.exit_code = exit_code


class Team(Crew, Protocol):
    """A crew that can say what it plays with."""

    def greet(self) -> Hello | Unusable:
        """What the implementation claims."""
        ...


class Launched(NamedTuple):
    """A campaign that has come to some end. `not_played`: rule sets that were left out, and why."""

    campaign: Campaign
    header: Header
    not_played: Mapping[str, str]


def launch(
    asked: Asked,
    corpus: Corpus,
    gather: Callable[[], AbstractContextManager[Team]],
    watch: Watch,
    *,
    resume: bool,
) -> Launched:
    """Play a campaign to some end; the workers are gathered for it. `Refusal` if it cannot even begin."""
    try:
        with closing(Journal(asked.folder, resume=resume)) as journal, gather() as team:
            header, not_played = _header(asked, corpus, _greeted(team))
            desk = Desk(asked.folder, asked.seed, corpus)
            campaign = Campaign(header, journal, desk, watch)
            _begin(campaign, header, journal)
            if campaign.end is None:
                campaign.run(team)
            return Launched(campaign, header, not_played)
    except JournalError as error:
        raise Refusal(str(error), USAGE) from error


def _greeted(team: Team) -> Hello:
    try:
        hello = team.greet()
    except CrewLost as lost:
        raise Refusal(str(lost), INCOMPLETE) from lost
    if isinstance(hello, Unusable):
        raise Refusal(f"the adapter cannot be used: {hello.reason}", hello.exit_code)
    return hello


def _header(asked: Asked, corpus: Corpus, hello: Hello) -> tuple[Header, dict[str, str]]:
    """The header with the rule sets that can be played; why not, for the others."""
    reasons: dict[str, str] = {}
    playable: list[str] = []
    for rules in asked.rules or GAMES:
        ground = ground_of(Claims(hello, asked.house), rules)
        if isinstance(ground, Unplayable):
            reasons[rules] = ground.reason
        else:
            playable.append(rules)
    if reasons and (asked.rules or not playable):
        told = "; ".join(f"{rules}: {reason}" for rules, reason in reasons.items())
        raise Refusal(f"there is nothing to play at random ({told})", INCOMPLETE)
    header = Header(
        format=FORMAT,
        kit=version(),
        corpus=corpus.digest,
        adapter=Subject(asked.spec, hello.name, hello.version, hello.language, hello.homepage),
        claims=Claimed(hello.capabilities, hello.rules),
        plan=PlanLine(asked.seed, asked.sessions, asked.shard_size, playable, {**asked.house}),
    )
    return header, reasons


def _begin(campaign: Campaign, header: Header, journal: Journal) -> None:
    """Write the header, or take up what is there if that has the same one."""
    lines = journal.lines()
    first = next(lines, None)
    if first is None:
        try:
            journal.write(header)
        except OSError as error:
            raise Refusal(f"{journal.path} cannot be written: {error.strerror}", INCOMPLETE) from error
        return
    others = list(_differences(msgspec.to_builtins(first), msgspec.to_builtins(header)))
    if others:
        raise JournalError(f"the campaign in {journal.path} is another one: {'; '.join(others)}")
    campaign.recall(lines)


def _differences(there: Json, here: Json, path: str = "") -> Iterator[str]:
    """What is not the same in two headers."""
    if isinstance(there, dict) and isinstance(here, dict):
        yield from chain.from_iterable(
            _differences(there.get(key), here.get(key), f"{path}.{key}" if path else key)
            for key in {**there, **here}
        )
    elif there != here:
        yield f"{path} is {encode(there).decode()} there, {encode(here).decode()} here"
