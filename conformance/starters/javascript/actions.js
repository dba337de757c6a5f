// Actions: which arguments every type takes, and whether a menu admits an action.

import { isCard } from "./cards.js";
import { Rejected } from "./refusals.js";

const whole = Number.isInteger;
const list = (isItem) => (value) => Array.isArray(value) && value.every(isItem);

const AMOUNT = { amount: whole };
const CARD = { card: isCard };
const CARDS = { cards: list(isCard) };

/** Every type of action of every rule set, with what its arguments must be. */
const ARGUMENTS = {
  shuffle: CARDS,
  draw_dealer: CARDS,
  discard: CARDS,
  draw_seats: { seats: list(whole) },
  extend: { hands: whole, agreed: list(whole) },
  exchange: { keep: isCard },
  take_trump: CARD,
  play: CARD,
};
for (const type of (
  "blind counter_blind invite integrate cip forfeit open bet call raise"
).split(" ")) {
  ARGUMENTS[type] = AMOUNT;
}
for (const type of (
  "next_hand divide_pot end_session fold pass check parola stand think decline sit_out " +
  "announce stay mark_plus write_off"
).split(" ")) {
  ARGUMENTS[type] = {};
}

const WRONG = { amount: "bad_amount", hands: "bad_amount", agreed: "consent_required" };

/** Throws the refusal of an action that `menu`, the menu of the actor `turn`, does not admit. The order of
 * the checks is the protocol's. */
export function admit(menu, turn, actor, action, seats) {
  if (!isWellFormed(actor, action, seats)) throw new Rejected("malformed");
  if (turn === null) throw new Rejected("session_over");
  if (actor !== turn) throw new Rejected("not_your_turn");
  const patterns = menu.filter((pattern) => pattern.type === action.type);
  // Two codes say more, where that is the reason: "openers_required" and "raise_forbidden".
  if (patterns.length === 0) throw new Rejected("not_available");
  for (const name of Object.keys(ARGUMENTS[action.type])) {
    if (!patterns.some((pattern) => admits(pattern[name], action[name]))) {
      throw new Rejected(WRONG[name] ?? "bad_cards");
    }
  }
}

function isWellFormed(actor, action, seats) {
  if (actor !== "table" && !whole(actor)) return false;
  if (typeof action?.type !== "string" || !Object.hasOwn(ARGUMENTS, action.type)) return false;
  const isArgument = ([name, check]) => check(action[name]);
  if (!Object.entries(ARGUMENTS[action.type]).every(isArgument)) return false;
  if (action.type !== "draw_seats") return true;
  return admits({ order_of: [...Array(seats).keys()] }, action.seats);
}

/** Whether a pattern of a menu (a constant, a range, one of, from, or an order) admits a value. */
function admits(pattern, value) {
  if (pattern.min !== undefined && pattern.from === undefined) {
    return pattern.min <= value && (pattern.max === null || value <= pattern.max);
  }
  if (pattern.one_of) return pattern.one_of.includes(value);
  if (pattern.order_of) return value.length === pattern.order_of.length && areDifferent(value, pattern.order_of);
  if (pattern.from) {
    return pattern.min <= value.length && value.length <= pattern.max && areDifferent(value, pattern.from);
  }
  return pattern === value;
}

function areDifferent(items, pool) {
  return new Set(items).size === items.length && items.every((item) => pool.includes(item));
}
