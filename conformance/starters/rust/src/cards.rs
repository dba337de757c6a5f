//! Cards: two characters, rank then suit.

const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "cdhs";

pub type Card = String;

/// All cards from the lowest rank on, by rank ascending, then by suit.
pub fn pack_from(lowest: usize) -> Vec<Card> {
    let ranks = RANKS.chars().skip(lowest - 2);
    ranks
        .flat_map(|rank| SUITS.chars().map(move |suit| format!("{rank}{suit}")))
        .collect()
}

pub fn is_card(text: &str) -> bool {
    match text.chars().collect::<Vec<_>>()[..] {
        [rank, suit] => RANKS.contains(rank) && SUITS.contains(suit),
        _ => false,
    }
}

/// By rank descending, then by suit: how a hand is shown.
pub fn sorted_hand(cards: &[Card]) -> Vec<Card> {
    let mut hand = cards.to_vec();
    hand.sort_by_key(|card| {
        (
            std::cmp::Reverse(RANKS.find(&card[..1])),
            SUITS.find(&card[1..]),
        )
    });
    hand
}
