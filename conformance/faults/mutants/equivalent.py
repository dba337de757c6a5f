"""Mutants that no case can find, since nobody who goes by the rules could tell them from the engine, and why.

All sites have been looked through once. What is not listed here and survives is to be looked at: it is a
missing case, or a reason that is missing here.
"""

from __future__ import annotations

from typing import Final

from conformance.faults.mutants.sites import Site

Place = tuple[str, str]
"""A function, without ``refengine.``, and the code before the change for which a reason holds whatever
becomes of it, or ``before -> after`` where it holds for that change only; empty: for all of the function."""

CITES: Final[tuple[Place, ...]] = (
    ("draw.amounts.wager", "stack < low"),
    ("draw.betting.answers", "raising.answer if play.phase == 'opening' else raising.later"),
    ("draw.betting.answers", "play.phase == 'opening'"),
    ("draw.betting.round_menu", "raising.answer if play.phase == 'opening' else raising.later"),
    ("draw.betting.round_menu", "play.phase == 'opening'"),
    ("draw.blind.barred_after", "both if len(posters) > 1 else first"),
    ("draw.blind.barred_after", "len(posters) > 1"),
    ("draw.blind.barred_after", "1"),
    ("draw.exchange.most_cards", "most <= there_are -> most < there_are"),
    ("menus.Amounts.breach", "argument > ceiling.high -> argument <= ceiling.high"),
    ("draw.showdown.enter_showdown", "0 -> -1"),
    ("draw.showdown.enter_showdown", "1 -> 0"),
    ("draw.showdown.enter_showdown", "1 -> 2"),
    (
        "draw.showdown.score_hands",
        "if may_be_low_straight(hand): cites.append(LOW_ACE) break -> "
        "if not may_be_low_straight(hand): cites.append(LOW_ACE) break",
    ),
    ("draw.speaking.cip_menu", "words.dues if cost > 0 else words.answer"),
    ("draw.speaking.cip_menu", "cost > 0"),
    ("draw.speaking.cip_menu", "0"),
    ("draw.speaking.leave", ""),
    ("draw.speaking.may_be_low_straight", ""),
    ("red_dog.machine._enter", "clauses.DIVIDE_POOL if signal == 'ended' else clauses.WITHOUT_CHIPS"),
    ("red_dog.machine._enter", "signal == 'ended'"),
)
ORDERS: Final[tuple[Place, ...]] = (
    ("draw.begin.act_integrate", "sorted((*carry.sitting_out, seat))"),
    ("draw.begin.enter_integrate", "sorted(out)"),
    ("draw.betting.answers", "return (FOLD, exactly('call', paid, SHORT_CALL, SHORT_CALL))"),
    ("draw.carry.enter_over", "sorted(seats)"),
    ("draw.showdown.enter_showdown", "sorted(faces)"),
    ("draw.showdown.enter_showdown", "sorted(mucked)"),
    ("draw.showdown.pay_out", "sorted(totals)"),
    (
        "ranking._circle_winners",
        "sorted((place for kind in winning for place in _strongest(shown[kind], hands, ranking)))",
    ),
    ("red_dog.betting.finish", "sorted(deal.shown)"),
    ("red_dog.betting.finish", "sorted(deal.won)"),
    ("ton.beginning.account_at_start", "sorted(set(setup.state) - set(_KEYS))"),
)
SHORTCUTS: Final[tuple[Place, ...]] = (
    (
        "draw.amounts.wager",
        "chips.any_empty and (not another_can_answer(play, seat)) -> not another_can_answer(play, seat)",
    ),
    ("draw.betting.answers", "cost > play.chips.stacks[seat] -> cost >= play.chips.stacks[seat]"),
    ("draw.betting.ask", "any_empty and play.no_more_betting(now.level) -> play.no_more_betting(now.level)"),
    (
        "draw.betting.ask",
        "now if seat == queue[0] else now._replace(queue=queue[queue.index(seat):]) -> "
        "now._replace(queue=queue[queue.index(seat):])",
    ),
    ("draw.showdown.best_of", "1 -> 0"),
    ("draw.showdown.pay_out", "1 -> 0"),
    ("draw.showdown.enter_showdown", "not shown or would_share(play, cut, shown, seat)"),
    ("draw.state.Play.payable", "cost <= stack -> cost < stack"),
    (
        "draw.begin.post_antes",
        "amount <= min(play.chips.stacks) -> amount < min(play.chips.stacks)",
    ),
    ("draw.state.Play.no_more_betting", "not chips.any_empty or self.on_credit -> self.on_credit"),
    ("draw.state.Play.with_chips", "not self.chips.any_empty or self.on_credit -> self.on_credit"),
    (
        "ranking.best_scored",
        "ranking.straight_flushes == 'circular' and _in_a_circle(best, ranking) -> "
        "_in_a_circle(best, ranking)",
    ),
    ("ledger.layers", "1 -> 0"),
    ("ledger.unmatched", "bet > second -> bet >= second"),
    ("ledger.unmatched", "most > second -> most >= second"),
    ("menus.OneOf.clearly_has", "type(argument) is str -> type(argument) is not str"),
    (
        "menus.SomeOf.clearly_has",
        "if type(argument) is not tuple: return False -> if not type(argument) is not tuple: return False",
    ),
    ("ton.following.may_follow", "not allowed and trump -> not allowed"),
    (
        "ton.tricks._lead",
        "_LAST_LEAD[hand] if len(hand) == 1 else (Offer('play', OneOf(hand), _LEAD),) -> "
        "(Offer('play', OneOf(hand), _LEAD),)",
    ),
    ("ton.tricks._lead", "1 -> 0"),
    ("ton.tricks.play", "1 -> 0"),
)
ALL_ALIKE: Final[tuple[Place, ...]] = (
    ("draw.settling.fold_hand", "0 -> -1"),
    ("draw.showdown.best_of", "0 -> -1"),
    ("draw.showdown.pay_out", "0 -> -1"),
    ("draw.speaking.carry_of", "0"),
    ("ledger.unmatched", "0"),
    ("draw.machine.first_state", "0"),
    ("ton.following._strengths", "0 -> 1"),
    ("ton.following._strengths", "0 -> -1"),
    ("ton.observe._details", "0"),
)
NEVER_REACHED: Final[tuple[Place, ...]] = (
    ("draw.begin.enter_integrate", "0 -> -1"),
    ("draw.blind.barred_after", "0 -> 1"),
    ("draw.blind.enter_blind", "0 -> -1"),
    ("draw.carry.enter_over", "play.chips.base > 0"),
    ("draw.carry.enter_over", "0 -> -1"),
    (
        "draw.carry.enter_over",
        "play.session.carry.sayers or seats_due(play) or everyone(play) -> "
        "play.session.carry.sayers or seats_due(play)",
    ),
    (
        "draw.carry.seats_due",
        "seat not in carry.sitting_out and play.payable(seat, bounds.get(seat, 0)) == bounds.get(seat, 0) -> "
        "seat not in carry.sitting_out",
    ),
    (
        "draw.betting.act_raise",
        "play.phase == 'opening' and type(lead) is Opened -> type(lead) is Opened",
    ),
    ("draw.house.lowest_rank", "2 -> 1"),
    ("draw.showdown.pay_out", "totals[seat] > 0 -> totals[seat] >= 0"),
    ("draw.speaking.ask", "0 -> -1"),
    ("draw.speaking.enter_betting", "0"),
    (
        "red_dog.betting._winners",
        "RANK_VALUE[card[0]] > RANK_VALUE[turned[0]] -> RANK_VALUE[card[0]] >= RANK_VALUE[turned[0]]",
    ),
    ("ton.following.best_of", "strength > most -> strength >= most"),
)

EQUIVALENT: Final[dict[str, tuple[Place, ...]]] = {
    "only another clause is cited": CITES,
    "only an order changes that means nothing": ORDERS,
    "a shortcut to what the code after it finds too": SHORTCUTS,
    "any of the values would do, they are all alike or not looked at": ALL_ALIKE,
    "what would tell them apart cannot come about": NEVER_REACHED,
    "of the seats that have put in most one is always still in, so nothing lies above all of them": (
        ("ledger.layers", "cut[-1].amount + beyond"),
        ("ledger.layers", "cut[-1] = cut[-1]._replace(amount=cut[-1].amount + beyond)"),
    ),
    "keys of hands are numbers in the same order": (
        ("ranking.strength", "0"),
        ("ranking.strength", "15"),
        ("ranking.strength", "5 -> 6"),
        ("ranking._suit_place", "_SUITS_UPWARDS.index(card[1]) + 1"),
        (
            "ranking._suit_place",
            "max((_SUITS_UPWARDS.index(card[1]) + 1 for card in hand if RANK_VALUE[card[0]] == value), "
            "default=0)",
        ),
    ),
    "payments of nothing for a plus are told by an event that is not compared": (
        ("ton.course.Course.to_bank", "amount > 0 -> amount >= 0"),
        ("ton.course.Course.to_bank", "0 -> -1"),
    ),
    "payments of nothing, or to oneself, come to the same": (
        ("ton.reckoning._owed_for_pluses", "seat != winner and owed[seat] > 0"),
        ("ton.reckoning._owed_for_pluses", "owed[seat] > 0 -> owed[seat] >= 0"),
        ("ton.reckoning._owed_for_pluses", "0 -> -1"),
    ),
    "the rules do not say what is drawn from when the pack is used up by ties": (
        ("lots.outcome_of", "rest if len(rest) >= len(tied) else pack -> rest"),
    ),
    "tells what an adapter claims, on which no case rests": (
        ("draw.machine.DrawGame.fewest", ""),
        ("draw.machine.DrawGame.most", ""),
    ),
    "a value of such a kind is malformed as a message, before it is an action of the engine": (
        ("menus.SomeOf.clearly_has", "False -> True"),
        (
            "menus.SomeOf.clearly_has",
            "card not in cards or type(card) is not str -> card not in cards",
        ),
    ),
    "has run before the mutant is made": (("draw.machine.DrawGame.__init__", ""),),
    "the engine does not call it, only the kit does": (("menus.Menu.offer", ""),),
}
"""Reasons with the places for which they hold."""


def reason_of(site: Site) -> str:
    """Why the mutant is equivalent; empty if nobody has said that it is."""
    function = f"{site.module.removeprefix('refengine.')}.{site.function}"
    codes = ("", site.before, f"{site.before} -> {site.after}")
    for reason, places in EQUIVALENT.items():
        if any((function, code) in places for code in codes):
            return reason
    return ""
