"""Hold the compiled engine against the plain one: scores of all hands, and random sessions step by step.

Run as a program with the folder that holds the plain `refengine`. The installed one has to be compiled. Both
score the same packs and play the same sessions, each in a process of its own, and tell every step in a
line; the first difference ends the comparison.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from random import Random

import refengine.draw.machine as engine
from refengine.actions import Action, Argument
from refengine.cards import RANKS
from refengine.categories import ORDERS
from refengine.errors import IllegalAction
from refengine.game import Game, Setup
from refengine.menus import AgreedHands, Amounts, Domain, Menu, OneOf, OrderOfCards, OrderOfSeats, SomeOf
from refengine.options import Choice, OptionValue
from refengine.rulesets.catalogue import GAMES
from refengine.seating import Seat
from refengine.table_scorer import scorer_for

SESSIONS = 40
"""Sessions of each rule set."""
STEPS = 150
"""The most steps of a session."""


def argument(domain: Domain, chance: Random) -> Argument:
    """Some argument of the domain."""
    match domain:
        case Amounts(low, high):
            return chance.randint(low, low + 5 if high is None else high)
        case OrderOfCards(cards):
            return tuple(chance.sample(cards, len(cards)))
        case OrderOfSeats(seats):
            return tuple(chance.sample(seats, len(seats)))
        case SomeOf(cards, fewest, most):
            return tuple(chance.sample(cards, chance.randint(fewest, most)))
        case OneOf(cards):
            return chance.choice(cards)
        case _:
            return None


def choose(menu: Menu, chance: Random) -> Action:
    """An action that the menu admits; what needs consent is not chosen."""
    assert menu.actor is not None
    offers = [offer for offer in menu.offers if not isinstance(offer.domain, AgreedHands)]
    offer = chance.choice(offers)
    return Action(menu.actor, offer.verb, argument(offer.domain, chance))


def some_options(game: Game[object], chance: Random) -> dict[str, OptionValue]:
    """Another choice for some options that are a matter of choice."""
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if isinstance(option.range, Choice) and chance.random() < 0.3:
            chosen[option.name] = chance.choice(option.range.values)
    return chosen


def some_setup(game: Game[object], chance: Random) -> Setup:
    """Between the fewest seats and six, with short and long stacks."""
    seats = chance.randint(game.fewest, min(game.most, 6))
    options = some_options(game, chance)
    drawn = options.get("first_dealer") == "drawn"
    stacks = tuple([chance.randint(1, 200) for _ in range(seats)])
    return Setup(seats, stacks, None if drawn else Seat(chance.randrange(seats)), options)


def session(game: Game[object], seed: int) -> Iterator[str]:
    """Every step of one session, and a refusal at each, as text."""
    chance = Random(seed)
    setup = some_setup(game, chance)
    try:
        step = game.start(setup)
    except Exception as error:
        yield f"{game.name} {seed} {type(error).__name__} {error}"
        return
    for _ in range(STEPS):
        seats = (None, *map(Seat, range(setup.seats)))
        yield f"{game.name} {seed} {step!r} {[game.observe(step.state, seat) for seat in seats]!r}"
        if step.menu.actor is None:
            return
        action = choose(step.menu, chance)
        wrong = action._replace(verb=chance.choice(["raise", "call", "bet", "shuffle", "play", "blind"]))
        for tried in (wrong, action._replace(actor=Seat(setup.seats))):
            try:
                game.apply(step.state, tried)
            except IllegalAction as refusal:
                yield f"{game.name} {seed} {refusal.code} {refusal.clause} {refusal}"
        step = game.apply(step.state, action)


def all_scores() -> Iterator[str]:
    """The scores of every hand of every pack under both orders, and how many have each."""
    for order in ORDERS:
        for lowest in RANKS[:8]:
            scorer = scorer_for(lowest, order)
            scores = sha256(scorer.scores_of_pack().tobytes()).hexdigest()
            yield f"{lowest} {order} {scores} {scorer.counts_of_pack()}"


def all_told() -> Iterator[str]:
    """The kind of engine first, then every score and every step of every session."""
    yield "plain" if str(engine.__file__).endswith(".py") else "compiled"
    yield from all_scores()
    for name in sorted(GAMES):
        for seed in range(SESSIONS):
            yield from session(GAMES[name], seed)


def told_by(folder: Path | None) -> Iterator[str]:
    """What the engine in `folder` tells, or the installed one."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = "" if folder is None else str(folder)
    command = [sys.executable, "-P", __file__, "--tell"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        yield from process.stdout
    if process.returncode:
        raise SystemExit(f"the engine of {folder or 'the installation'} ended with {process.returncode}")


def main(arguments: list[str]) -> int:
    """0 if both tell the same, but for what they are."""
    if arguments == ["--tell"]:
        sys.stdout.writelines(line + "\n" for line in all_told())
        return 0
    compiled, plain = told_by(None), told_by(Path(arguments[0]))
    kinds = next(compiled).strip(), next(plain).strip()
    if kinds != ("compiled", "plain"):
        print(f"the installed engine is {kinds[0]}, that of {arguments[0]} is {kinds[1]}")
        return 1
    steps = 0
    for one, other in zip_longest(compiled, plain, fillvalue="no more\n"):
        if one != other:
            print(f"compiled: {one}plain:    {other}", end="")
            return 1
        steps += 1
    print(f"{steps} scores of packs, steps and refusals, all the same")
    return 0 if steps > SESSIONS * len(GAMES) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
