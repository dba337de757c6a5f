//! Actions: which arguments every type takes, and whether a menu admits an action.

use serde_json::Value;

use crate::cards::is_card;
use crate::refusal::{rejected, Refusal};

/// Whose turn it can be.
#[derive(Clone, Copy, PartialEq)]
pub enum Actor {
    Table,
    Seat(i64),
}

impl Actor {
    fn read(value: &Value) -> Option<Actor> {
        match value {
            Value::String(text) if text == "table" => Some(Actor::Table),
            other => other.as_i64().map(Actor::Seat),
        }
    }
}

impl From<Actor> for Value {
    fn from(actor: Actor) -> Value {
        match actor {
            Actor::Table => "table".into(),
            Actor::Seat(seat) => seat.into(),
        }
    }
}

/// What an argument must be.
enum Kind {
    Whole,
    Card,
    Cards,
    Seats,
}

impl Kind {
    fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Whole, value) => value.is_i64(), // 2.0 is none
            (Kind::Card, Value::String(text)) => is_card(text),
            (Kind::Cards, Value::Array(items)) => items.iter().all(|item| Kind::Card.admits(item)),
            (Kind::Seats, Value::Array(items)) => items.iter().all(|item| Kind::Whole.admits(item)),
            _ => false,
        }
    }
}

/// The arguments of every type of action of every rule set; None for a type that there is not.
fn arguments(action: &str) -> Option<&'static [(&'static str, Kind)]> {
    Some(match action {
        "shuffle" | "draw_dealer" | "discard" => &[("cards", Kind::Cards)],
        "draw_seats" => &[("seats", Kind::Seats)],
        "extend" => &[("hands", Kind::Whole), ("agreed", Kind::Seats)],
        "exchange" => &[("keep", Kind::Card)],
        "take_trump" | "play" => &[("card", Kind::Card)],
        "blind" | "counter_blind" | "invite" | "integrate" | "cip" | "forfeit" | "open" | "bet"
        | "call" | "raise" => &[("amount", Kind::Whole)],
        "next_hand" | "divide_pot" | "end_session" | "fold" | "pass" | "check" | "parola"
        | "stand" | "think" | "decline" | "sit_out" | "announce" | "stay" | "mark_plus"
        | "write_off" => &[],
        _ => return None,
    })
}

/// The type of an action that `menu`, the menu of the actor `turn`, admits; else its refusal. The order of
/// the checks is the protocol's.
pub fn admit<'a>(
    menu: &[Value],
    turn: Option<Actor>,
    actor: &Value,
    action: &'a Value,
    seats: usize,
) -> Result<&'a str, Refusal> {
    let kind = action["type"].as_str().unwrap_or("");
    let (actor, wanted) = match (Actor::read(actor), arguments(kind)) {
        (Some(actor), Some(wanted)) => (actor, wanted),
        _ => return rejected("malformed", "no actor, or no type of action"),
    };
    if !wanted
        .iter()
        .all(|(name, kind)| kind.admits(&action[*name]))
        || !is_seating(action, seats)
    {
        return rejected("malformed", format!("these are no arguments of {kind}"));
    }
    if turn.is_none() {
        return rejected("session_over", "the session is over");
    }
    if turn != Some(actor) {
        return rejected("not_your_turn", "it is another's turn");
    }
    let patterns: Vec<_> = menu
        .iter()
        .filter(|pattern| pattern["type"] == kind)
        .collect();
    if patterns.is_empty() {
        // Two codes say more, where that is the reason: openers_required and raise_forbidden.
        return rejected("not_available", format!("{kind} is not legal now"));
    }
    for (name, _) in wanted {
        if !patterns
            .iter()
            .any(|pattern| admits(&pattern[*name], &action[*name]))
        {
            let code = match *name {
                "amount" | "hands" => "bad_amount",
                "agreed" => "consent_required",
                _ => "bad_cards",
            };
            return rejected(code, format!("{kind} with another {name}"));
        }
    }
    Ok(kind)
}

/// Whether the seats of a `draw_seats` are all there, once.
fn is_seating(action: &Value, seats: usize) -> bool {
    let all: Vec<Value> = (0..seats as i64).map(Value::from).collect();
    let order = items(&action["seats"]);
    action["type"] != "draw_seats" || order.len() == seats && are_different(order, &all)
}

/// Whether a pattern of a menu (a constant, a range, one of, from, or an order) admits a value.
fn admits(pattern: &Value, value: &Value) -> bool {
    let (low, high) = (pattern["min"].as_i64(), pattern["max"].as_i64());
    let within = |number| low.unwrap_or(0) <= number && number <= high.unwrap_or(i64::MAX);
    let chosen = items(value);
    if let Some(pool) = pattern["from"].as_array() {
        within(chosen.len() as i64) && are_different(chosen, pool)
    } else if let Some(pool) = pattern["order_of"].as_array() {
        chosen.len() == pool.len() && are_different(chosen, pool)
    } else if let Some(values) = pattern["one_of"].as_array() {
        values.contains(value)
    } else if low.is_some() {
        value.as_i64().map_or(false, within)
    } else {
        pattern == value
    }
}

fn are_different(items: &[Value], pool: &[Value]) -> bool {
    let repeated = |place: usize| items[..place].contains(&items[place]);
    items.iter().all(|item| pool.contains(item)) && !(0..items.len()).any(repeated)
}

/// The items of an array; none of anything else.
pub fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
