// The kinds of refusal. Any other error means that this program broke.

/** The rules forbid it, and nothing has changed. `code` is one of the protocol's words. */
export class Rejected extends Error {
  constructor(code, message = code, clause = undefined) {
    super(message);
    this.code = code;
    this.clause = clause;
  }
}

/** A method, a rule set, an option's value or a number of seats that `hello` does not claim. */
export class Unsupported extends Error {}
