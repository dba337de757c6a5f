"""How a hand ends: chips that nobody matched go back, the pot is won or left, and the session carries on."""

from typing import Final

from refengine.draw.policies import Ladder
from refengine.draw.state import NOTHING_CARRIED, Carry, Hand, Layout, Outcome, Play, nowhere
from refengine.errors import ClauseId
from refengine.events import Paid, Uncalled
from refengine.game import EndedBy, HandResult
from refengine.ledger import award, gather, take_back, unmatched
from refengine.seating import Seat

UNMATCHED: Final = ClauseId("DRW-10")
LAST_ONE: Final = ClauseId("DRW-14")


def return_unmatched(play: Play) -> None:
    """The part of a bet, blind or cip stake that nobody matched goes back to its maker."""
    seat, amount = unmatched(play.chips.bets)
    if amount > 0:
        play.chips = take_back(play.chips, seat, amount)
        play.events += (Uncalled(seat, amount, UNMATCHED),)
        play.cites.append(UNMATCHED)


def fold_hand(play: Play, seat: Seat) -> Outcome | None:
    """`seat` is out. If one seat is left it takes the pot at once, showing nothing."""
    hand = play.hand
    place = hand.live.index(seat)
    live = hand.live[:place] + hand.live[place + 1 :]
    if len(live) == 1:
        return last_one_takes(play, live[0])
    layout = hand.layout
    hands = [*layout.hands]
    folded = layout.folded + hands[seat]
    hands[seat] = ()
    laid = Layout(tuple(hands), layout.stub, layout.discards, folded)
    play.hand = Hand(hand.dealt_in, live, laid, hand.lead, hand.carried)
    return None


def last_one_takes(play: Play, seat: Seat) -> Outcome:
    """All others have folded."""
    return_unmatched(play)
    pot = play.chips.pot
    payouts = ((seat, pot),)
    play.chips = award(play.chips, payouts)
    play.events += (Paid(seat, pot, LAST_ONE),)
    play.cites.append(LAST_ONE)
    if play.phase == "betting":
        play.cites.append(play.rules.betting.best)
    won(play, HandResult("folds", payouts, (), ()))
    return "won"


def won(play: Play, result: HandResult) -> None:
    """The pot has been won: the opening requirement falls back and nobody sits out any more."""
    session = play.session
    rank = session.rank
    openers = play.rules.opening.openers
    if type(openers) is Ladder:
        if rank != openers.ranks[0]:
            play.cites.append(openers.falls)
        rank = openers.ranks[0]
    play.session = session.after(rank, NOTHING_CARRIED, result)
    clear_table(play)


def left(play: Play, ended_by: EndedBy, rank: str, carry: Carry) -> None:
    """The pot stays on the table for the next hand, which opens with `rank`."""
    play.chips = gather(play.chips)
    result = HandResult(ended_by, (), (), ())
    play.session = play.session.after(rank, carry, result)
    clear_table(play)


def clear_table(play: Play) -> None:
    """All cards are gathered; who led the hand is remembered."""
    play.hand = Hand((), (), nowhere(len(play.chips.stacks)), play.hand.lead, False)
