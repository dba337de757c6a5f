"""The showdown: who shows, who mucks, and what each hand that was shown takes from which pot."""

from typing import Final

from refengine.cards import Cards, in_hand_order
from refengine.draw.settling import won
from refengine.draw.speaking import lead_seat, may_be_low_straight
from refengine.draw.state import Outcome, Play
from refengine.errors import ClauseId
from refengine.events import Event, Mucked, Paid, Shown
from refengine.game import HandResult
from refengine.ledger import Layer, award, divide, layers
from refengine.ranking import best_scored, categories_of, scores_of, winners
from refengine.seating import Seat, Seats, clockwise_after, clockwise_from

SIDE_POTS: Final = ClauseId("DRW-9")
TIES: Final = ClauseId("DRW-11")
CATEGORIES: Final = ClauseId("DRW-17")
TIED_BY_RANK: Final = ClauseId("DRW-18")
STRAIGHT_FLUSHES: Final = ClauseId("DRW-19")
LOW_ACE: Final = ClauseId("DRW-21")
SUITS_DECIDE: Final = ClauseId("DRW-22")


def enter_showdown(play: Play) -> Outcome:
    """Show in order, then pay every layer of the pot to the best of the hands shown."""
    rules, hands, cites = play.rules.betting, play.hand.layout.hands, play.cites
    cut = layers(play.chips, play.hand.live)
    shown: list[Seat] = []
    faces: list[tuple[Seat, Cards]] = []
    cites += rules.shown_after_silence if play.last_bettor is None else rules.shown_after_bets
    score_hands(play)
    mucked: list[Seat] = []
    events: list[Event] = []
    for seat in showing_order(play):
        if not shown or would_share(play, cut, shown, seat):
            clause, cards = rules.shows[0], in_hand_order(hands[seat])
            shown.append(seat)
            faces.append((seat, cards))
            events.append(Shown(seat, cards, clause))
        else:
            clause = rules.shows[-1]
            mucked.append(seat)
            events.append(Mucked(seat, clause))
        cites.append(clause)
    play.events += tuple(events)
    payouts = pay_out(play, cut, tuple(shown))
    won(play, HandResult("showdown", payouts, tuple(sorted(faces)), tuple(sorted(mucked))))
    return "won"


def score_hands(play: Play) -> None:
    """Score the hands still in, and cite what their comparison rests on.

    Suits may decide between hands of one category; an ace may stand low in a hand without a pair.
    """
    ranking, live, cites = play.rules.pack.ranking, play.hand.live, play.cites
    hands = [play.hand.layout.hands[seat] for seat in live]
    scores = scores_of(hands, ranking)
    play.scores = dict(zip(live, scores, strict=True))
    cites.append(CATEGORIES)
    categories = set(categories_of(scores, ranking))
    if len(categories) < len(live):
        cites.append(TIED_BY_RANK)
        if ranking.ties == "suits":
            cites.append(SUITS_DECIDE)
    if "straight_flush" in categories:
        cites.append(STRAIGHT_FLUSHES)
    for hand in hands:
        if may_be_low_straight(hand):
            cites.append(LOW_ACE)
            break


def showing_order(play: Play) -> Seats:
    """The last to bet or raise after the draw first; without a bet, who was due to speak first."""
    if play.last_bettor is not None:
        return clockwise_from(play.last_bettor, play.hand.live)
    _, turn_from = lead_seat(play)
    return clockwise_from(turn_from, play.hand.live)


def best_of(play: Play, seats: list[Seat]) -> tuple[Seat, ...]:
    """Those of `seats` whose hands win or share among them."""
    if len(seats) == 1:
        return (seats[0],)
    best = best_scored([play.scores[seat] for seat in seats], play.rules.pack.ranking)
    if best is None:
        best = winners([play.hand.layout.hands[seat] for seat in seats], play.rules.pack.ranking)
    return tuple([seats[place] for place in best])


def would_share(play: Play, cut: tuple[Layer, ...], shown: list[Seat], seat: Seat) -> bool:
    """Whether `seat` would win or share any layer against the hands shown so far."""
    for layer in cut:
        if seat in layer.seats:
            rivals = [other for other in shown if other in layer.seats]
            if seat in best_of(play, [*rivals, seat]):
                return True
    return False


def pay_out(play: Play, cut: tuple[Layer, ...], shown: Seats) -> tuple[tuple[Seat, int], ...]:
    """Each layer to the best hands shown that contest it, odd chips from the left of the dealer."""
    totals: dict[Seat, int] = {}
    play.cites.append(SIDE_POTS)
    for layer in cut:
        best = best_of(play, [seat for seat in shown if seat in layer.seats])
        if len(best) == 1:
            totals[best[0]] = totals.get(best[0], 0) + layer.amount
            continue
        play.cites.append(TIES)
        for seat, share in divide(layer.amount, clockwise_after(play.dealer, tuple(sorted(best)))):
            totals[seat] = totals.get(seat, 0) + share
    payouts = tuple([(seat, totals[seat]) for seat in sorted(totals) if totals[seat] > 0])
    play.chips = award(play.chips, payouts)
    for seat, amount in payouts:
        play.tell(Paid(seat, amount, play.rules.betting.best))
    return payouts
