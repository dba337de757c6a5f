// One session: here your own engine takes over. What is written is the beginning of brazilian-pingo, up to
// the first turn: the pingos, the shuffle, the deal.

import { admit } from "./actions.js";
import { packFrom, sortedHand } from "./cards.js";
import { Rejected, Unsupported } from "./refusals.js";

export const RULES = "brazilian-pingo";

/** What `hello` says of the rule set: an option that is not named could be played with any value. */
export const CLAIM = {
  seats: { min: 2, max: 9 },
  options: {
    pingo: { min: 1, max: null },
    bet_min: [1],
    bet_max: [null],
    four_card_draw: ["anyone"],
    stakes: ["table"],
    deck: ["stripped"],
    ranking: ["flush_over_full"],
    ties: ["split"],
    straight_flushes: ["linear"],
  },
};

/** What the rules know; from a numeric option null is left out. */
const OPTIONS = {
  pingo: { min: 1, max: null },
  bet_min: { min: 1, max: null },
  bet_max: { min: 1, max: null },
  four_card_draw: ["anyone", "first", "nobody"],
  stakes: ["table", "credit"],
  deck: ["stripped", "full"],
  ranking: ["standard", "flush_over_full"],
  ties: ["suits", "split"],
  straight_flushes: ["linear", "circular"],
};

export class Session {
  constructor({ options = {}, seats, stacks, dealer }) {
    checkOptions(options);
    checkTable(seats, stacks, dealer);
    const pingo = options.pingo ?? 1;
    if (stacks.some((stack) => stack <= pingo)) {
      throw notWritten("seats that are short of chips (DRW-12, DRW-13)");
    }
    this.seats = [...Array(seats).keys()];
    this.dealer = dealer;
    this.stacks = stacks.map((stack) => stack - pingo); // PIN-1
    this.pot = seats * pingo;
    this.pack = packFrom(String(Math.min(7, 11 - seats))); // DRW-16
    this.hands = this.seats.map(() => []);
    this.phase = "shuffle";
    this.actor = "table";
  }

  /** Exactly what the actor may do. */
  menu() {
    if (this.phase === "shuffle") return [{ type: "shuffle", cards: { order_of: this.pack } }];
    return [
      { type: "fold" }, // PIN-3
      { type: "check" },
      { type: "bet", amount: { min: 1, max: this.stacks[this.actor] } }, // PIN-4, DRW-6
    ];
  }

  /** Carries out an action, or throws and changes nothing. */
  act(actor, action) {
    admit(this.menu(), this.actor, actor, action, this.seats.length);
    switch (action.type) {
      case "shuffle":
        return this.deal(action.cards);
      default:
        throw notWritten(`what comes of ${action.type} in the phase ${this.phase}`);
    }
  }

  /** Five cards each, one at a time, from the dealer's left (DRW-4). */
  deal(cards) {
    const first = (this.dealer + 1) % this.seats.length;
    cards.slice(0, 5 * this.seats.length).forEach((card, place) => {
      this.hands[(first + place) % this.seats.length].push(card);
    });
    this.phase = "opening";
    this.actor = first; // PIN-2
  }

  /** What a seat may know, or the referee (null). */
  view(viewer) {
    if (viewer !== null && !this.seats.includes(viewer)) throw new Error(`there is no seat ${viewer}`);
    const view = {
      phase: this.phase,
      actor: this.actor,
      dealer: this.dealer,
      hand_number: 1,
      pot: this.pot,
      stacks: this.stacks,
      seats_in: this.seats,
      owes: 0,
      last_hand: null,
      over: false,
      opener: null,
      carried: false,
    };
    if (viewer === null || viewer === this.actor) view.menu = this.menu();
    if (viewer !== null) view.hand = sortedHand(this.hands[viewer]);
    return view;
  }
}

/** What the rules do not know is forbidden; what they know and `hello` does not claim is unsupported. */
function checkOptions(options) {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw new Rejected("bad_setup", `there is no option ${name}`);
    if (holds(CLAIM.options[name], value)) continue;
    if (holds(OPTIONS[name], value)) throw new Unsupported(`${name} cannot be ${value} here`);
    throw new Rejected("bad_setup", `${name} cannot be ${value}`);
  }
}

function holds(values, value) {
  return Array.isArray(values) ? values.includes(value) : Number.isInteger(value) && values.min <= value;
}

function checkTable(seats, stacks, dealer) {
  const isSeat = (value) => Number.isInteger(value) && value >= 0 && value < seats;
  const isStack = (value) => Number.isInteger(value) && value >= 0;
  if (!Number.isInteger(seats) || seats < CLAIM.seats.min || seats > CLAIM.seats.max) {
    throw new Rejected("bad_setup", `${seats} seats cannot play`);
  }
  if (!Array.isArray(stacks) || stacks.length !== seats || !stacks.every(isStack)) {
    throw new Rejected("bad_setup", "one stack for every seat, of 0 or more whole chips");
  }
  if (!isSeat(dealer)) throw new Rejected("bad_setup", "the first dealer is a seat");
}

function notWritten(what) {
  return new Error(`not written yet: ${what}`);
}
