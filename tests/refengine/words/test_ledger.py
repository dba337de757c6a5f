"""Side pots, odd chips and debts, each against numbers worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from refengine.ledger import (
    Chips,
    Layer,
    divide,
    gather,
    layers,
    pay,
    post,
    put_in,
    settle_debts,
    take_back,
    unmatched,
)
from refengine.seating import Seat, Seats


def seats(*numbers: int) -> Seats:
    return tuple(map(Seat, numbers))


def test_chips_put_in_leave_the_stack_and_count_as_a_bet() -> None:
    assert put_in(Chips((10, 10), 3, (0, 1)), Seat(0), 4) == Chips((6, 10), 3, (4, 1))


def test_chips_posted_lie_on_the_table_before_the_betting() -> None:
    assert post(Chips((10, 10), 3, (0, 0)), Seat(1), 4) == Chips((10, 6), 7, (0, 0))


def test_chips_taken_back_return_to_the_stack() -> None:
    assert take_back(Chips((6, 10), 3, (4, 1)), Seat(0), 3) == Chips((9, 10), 3, (1, 1))


def test_the_pot_holds_everything_on_the_table() -> None:
    assert Chips((0, 0, 0), 3, (4, 1, 9)).pot == 17


def test_gathered_chips_are_no_bets_any_more() -> None:
    assert gather(Chips((1, 2), 3, (4, 5))) == Chips((1, 2), 12, (0, 0))


def test_payouts_come_from_what_was_gathered() -> None:
    assert pay(Chips((1, 2), 12, (0, 0)), ((Seat(1), 7), (Seat(0), 5))) == Chips((6, 9), 0, (0, 0))


def test_three_stacks_make_a_main_pot_and_two_side_pots() -> None:
    cut = layers(Chips((0, 0, 0, 50), 4, (10, 25, 40, 40)), seats(0, 1, 2, 3))
    assert cut == (
        Layer(44, seats(0, 1, 2, 3)),
        Layer(45, seats(1, 2, 3)),
        Layer(30, seats(2, 3)),
    )


def test_what_folded_seats_put_in_fills_the_layers_that_it_reaches() -> None:
    cut = layers(Chips((0, 0, 0, 0), 0, (10, 15, 40, 40)), seats(0, 2, 3))
    assert cut == (Layer(40, seats(0, 2, 3)), Layer(65, seats(2, 3)))


def test_a_seat_all_in_for_its_ante_contests_what_lay_there_before_the_betting() -> None:
    cut = layers(Chips((0, 5, 5), 3, (0, 10, 10)), seats(0, 1, 2))
    assert cut == (Layer(3, seats(0, 1, 2)), Layer(20, seats(1, 2)))


def test_chips_of_a_folded_seat_beyond_every_contender_are_not_lost() -> None:
    cut = layers(Chips((0, 0, 0), 1, (20, 5, 8)), seats(1, 2))
    assert cut == (Layer(16, seats(1, 2)), Layer(18, seats(2)))


def test_the_unmatched_part_is_what_nobody_else_put_in() -> None:
    assert unmatched((5, 30, 12)) == (1, 18)


def test_a_bet_that_somebody_matched_has_no_unmatched_part() -> None:
    assert unmatched((30, 5, 30)) == (0, 0)


def test_odd_chips_go_one_each_to_the_first_in_turn() -> None:
    assert divide(11, seats(2, 3, 0)) == ((2, 4), (3, 4), (0, 3))


def test_debts_are_settled_from_debtors_to_creditors() -> None:
    assert settle_debts((-7, 10, -3, 0)) == ((0, 1, 7), (2, 1, 3))


balances = st.lists(st.integers(-50, 50), min_size=1, max_size=9).map(lambda row: (*row, -sum(row)))


@given(balances)
def test_settling_brings_every_balance_to_zero(row: tuple[int, ...]) -> None:
    after = list(row)
    for payer, payee, amount in settle_debts(row):
        assert amount > 0
        after[payer] += amount
        after[payee] -= amount
    assert not any(after)


@given(balances)
def test_settling_takes_fewer_payments_than_there_are_seats(row: tuple[int, ...]) -> None:
    assert len(settle_debts(row)) < len(row)


@given(
    st.integers(0, 30),
    st.lists(st.integers(0, 40), min_size=2, max_size=6),
    st.data(),
)
def test_layers_hold_every_chip_of_the_pot(base: int, bets: list[int], data: st.DataObject) -> None:
    live = data.draw(st.sets(st.sampled_from(range(len(bets))), min_size=1))
    chips = Chips((0,) * len(bets), base, tuple(bets))
    cut = layers(chips, seats(*sorted(live)))
    assert sum(layer.amount for layer in cut) == chips.pot
    assert cut[0].seats == tuple(sorted(live))
