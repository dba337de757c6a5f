// Cards: two characters, rank then suit.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** All cards from the lowest rank on, by rank ascending, then by suit. */
export function packFrom(lowest) {
  const ranks = [...RANKS].slice(RANKS.indexOf(lowest));
  return ranks.flatMap((rank) => [...SUITS].map((suit) => rank + suit));
}

const PLACE = new Map(packFrom("2").map((card, place) => [card, place]));

export function isCard(value) {
  return PLACE.has(value);
}

/** By rank descending, then by suit: how a hand is shown. */
export function sortedHand(cards) {
  const suit = (card) => SUITS.indexOf(card[1]);
  const rank = (card) => RANKS.indexOf(card[0]);
  return [...cards].sort((one, other) => rank(other) - rank(one) || suit(one) - suit(other));
}
