//! One session: here your own engine takes over. What is written is the beginning of brazilian-pingo, up to
//! the first turn: the pingos, the shuffle, the deal.

use serde_json::{json, Value};

use crate::actions::{admit, items, Actor};
use crate::cards::{pack_from, sorted_hand, Card};
use crate::refusal::{rejected, Refusal};

pub const RULES: &str = "brazilian-pingo";
const SEATS: std::ops::RangeInclusive<i64> = 2..=9;

/// What `hello` says of the rule set: an option that is not named could be played with any value.
pub fn claim() -> Value {
    json!({
        "seats": {"min": SEATS.start(), "max": SEATS.end()},
        "options": {
            "pingo": {"min": 1, "max": null},
            "bet_min": [1],
            "bet_max": [null],
            "four_card_draw": ["anyone"],
            "stakes": ["table"],
            "deck": ["stripped"],
            "ranking": ["flush_over_full"],
            "ties": ["split"],
            "straight_flushes": ["linear"],
        },
    })
}

/// What the rules know of an option, as in a claim; from a numeric one null is left out.
fn known(option: &str) -> Option<Value> {
    Some(match option {
        "pingo" | "bet_min" | "bet_max" => json!({"min": 1, "max": null}),
        "four_card_draw" => json!(["anyone", "first", "nobody"]),
        "stakes" => json!(["table", "credit"]),
        "deck" => json!(["stripped", "full"]),
        "ranking" => json!(["standard", "flush_over_full"]),
        "ties" => json!(["suits", "split"]),
        "straight_flushes" => json!(["linear", "circular"]),
        _ => return None,
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Shuffle,
    Opening,
}

pub struct Session {
    phase: Phase,
    actor: Actor,
    dealer: usize,
    pot: i64,
    stacks: Vec<i64>,
    pack: Vec<Card>,
    hands: Vec<Vec<Card>>,
}

impl Session {
    /// Begins a session from the parameters of `new`.
    pub fn new(params: &Value) -> Result<Session, Refusal> {
        check_options(&params["options"])?;
        let (stacks, dealer) = read_table(params)?;
        let pingo = params["options"]["pingo"].as_i64().unwrap_or(1);
        if stacks.iter().any(|stack| *stack <= pingo) {
            return not_written("seats that are short of chips (DRW-12, DRW-13)");
        }
        let seats = stacks.len();
        Ok(Session {
            phase: Phase::Shuffle,
            actor: Actor::Table,
            dealer,
            pot: seats as i64 * pingo, // PIN-1
            stacks: stacks.iter().map(|stack| stack - pingo).collect(),
            pack: pack_from(usize::min(7, 11 - seats)), // DRW-16
            hands: vec![Vec::new(); seats],
        })
    }

    /// Exactly what the actor may do.
    fn menu(&self) -> Vec<Value> {
        match self.actor {
            Actor::Table => {
                vec![json!({"type": "shuffle", "cards": {"order_of": self.pack}})]
            }
            Actor::Seat(seat) => {
                let most = self.stacks[seat as usize];
                vec![
                    json!({"type": "fold"}), // PIN-3
                    json!({"type": "check"}),
                    json!({"type": "bet", "amount": {"min": 1, "max": most}}), // PIN-4, DRW-6
                ]
            }
        }
    }

    /// Carries out an action, or refuses it and changes nothing.
    pub fn act(&mut self, actor: &Value, action: &Value) -> Result<(), Refusal> {
        match admit(
            &self.menu(),
            Some(self.actor),
            actor,
            action,
            self.stacks.len(),
        )? {
            "shuffle" => {
                self.deal(items(&action["cards"]).iter().filter_map(Value::as_str));
                Ok(())
            }
            other => not_written(&format!(
                "what comes of {other} in the phase {}",
                self.phase_name()
            )),
        }
    }

    /// Five cards each, one at a time, from the dealer's left (DRW-4).
    fn deal<'a>(&mut self, cards: impl Iterator<Item = &'a str>) {
        let seats = self.stacks.len();
        let first = (self.dealer + 1) % seats;
        for (place, card) in cards.take(5 * seats).enumerate() {
            self.hands[(first + place) % seats].push(card.to_string());
        }
        self.phase = Phase::Opening;
        self.actor = Actor::Seat(first as i64); // PIN-2
    }

    /// What a seat may know, or the referee (null).
    pub fn view(&self, viewer: &Value) -> Result<Value, Refusal> {
        let seats = self.stacks.len() as i64;
        let seat = match (viewer, viewer.as_i64()) {
            (Value::Null, _) => None,
            (_, Some(seat)) if (0..seats).contains(&seat) => Some(seat),
            _ => return Err(Refusal::Broke(format!("there is no seat {viewer}"))),
        };
        let mut view = json!({
            "phase": self.phase_name(),
            "actor": Value::from(self.actor),
            "dealer": self.dealer,
            "hand_number": 1,
            "pot": self.pot,
            "stacks": self.stacks,
            "seats_in": (0..seats).collect::<Vec<_>>(),
            "owes": 0,
            "last_hand": null,
            "over": false,
            "opener": null,
            "carried": false,
        });
        if seat.map_or(true, |seat| self.actor == Actor::Seat(seat)) {
            view["menu"] = self.menu().into();
        }
        if let Some(seat) = seat {
            view["hand"] = sorted_hand(&self.hands[seat as usize]).into();
        }
        Ok(view)
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Shuffle => "shuffle",
            Phase::Opening => "opening",
        }
    }
}

/// What the rules do not know is forbidden; what they know and `hello` does not claim is unsupported.
fn check_options(options: &Value) -> Result<(), Refusal> {
    let claim = claim();
    for (name, value) in options.as_object().into_iter().flatten() {
        match known(name) {
            None => return rejected("bad_setup", format!("there is no option {name}")),
            Some(_) if holds(&claim["options"][name], value) => {}
            Some(values) if holds(&values, value) => {
                return Err(Refusal::Unsupported(format!(
                    "{name} cannot be {value} here"
                )));
            }
            Some(_) => return rejected("bad_setup", format!("{name} cannot be {value}")),
        }
    }
    Ok(())
}

fn holds(values: &Value, value: &Value) -> bool {
    match values {
        Value::Array(values) => values.contains(value),
        span => value.as_i64() >= span["min"].as_i64(),
    }
}

/// The stacks and the first dealer.
fn read_table(params: &Value) -> Result<(Vec<i64>, usize), Refusal> {
    let seats = params["seats"].as_i64();
    if !seats.map_or(false, |seats| SEATS.contains(&seats)) {
        let given = &params["seats"];
        return rejected("bad_setup", format!("{given} seats cannot play"));
    }
    let given = items(&params["stacks"]);
    let stacks: Vec<i64> = given
        .iter()
        .filter_map(Value::as_i64)
        .filter(|stack| *stack >= 0)
        .collect();
    if stacks.len() != given.len() || Some(stacks.len() as i64) != seats {
        return rejected(
            "bad_setup",
            "one stack for every seat, of 0 or more whole chips",
        );
    }
    match params["dealer"].as_i64().map(usize::try_from) {
        Some(Ok(dealer)) if dealer < stacks.len() => Ok((stacks, dealer)),
        _ => rejected("bad_setup", "the first dealer is a seat"),
    }
}

fn not_written<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::Broke(format!("not written yet: {what}")))
}
