//! One session: here your own engine takes over. What is written is the beginning of brazilian-pingo, up to
//! the first turn: the pingos, the shuffle, the deal.

use crate::actions::{admit, Actor};
use crate::cards::{pack_from, sorted_hand, Card};
use crate::json::{object, Value, NULL};
use crate::refusal::{rejected, Refusal};

pub const RULES: &str = "brazilian-pingo";
const SEATS: std::ops::RangeInclusive<i64> = 2..=9;

/// What `hello` says of the rule set: an option that is not named could be played with any value.
pub fn claim() -> Value {
    let only = |value: Value| Value::List(vec![value]);
    object([
        (
            "seats",
            object([
                ("min", (*SEATS.start()).into()),
                ("max", (*SEATS.end()).into()),
            ]),
        ),
        (
            "options",
            object([
                ("pingo", object([("min", 1.into()), ("max", NULL)])),
                ("bet_min", only(1.into())),
                ("bet_max", only(NULL)),
                ("four_card_draw", only("anyone".into())),
                ("stakes", only("table".into())),
                ("deck", only("stripped".into())),
                ("ranking", only("flush_over_full".into())),
                ("ties", only("split".into())),
                ("straight_flushes", only("linear".into())),
            ]),
        ),
    ])
}

/// What the rules know of an option, as in a claim; from a numeric one null is left out.
fn known(option: &str) -> Option<Value> {
    Some(match option {
        "pingo" | "bet_min" | "bet_max" => object([("min", 1.into()), ("max", NULL)]),
        "four_card_draw" => vec!["anyone", "first", "nobody"].into(),
        "stakes" => vec!["table", "credit"].into(),
        "deck" => vec!["stripped", "full"].into(),
        "ranking" => vec!["standard", "flush_over_full"].into(),
        "ties" => vec!["suits", "split"].into(),
        "straight_flushes" => vec!["linear", "circular"].into(),
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
        check_options(params.get("options"))?;
        let (stacks, dealer) = read_table(params)?;
        let pingo = params.get("options").get("pingo").whole().unwrap_or(1);
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
                let order = object([("order_of", cards_to_json(&self.pack))]);
                vec![object([("type", "shuffle".into()), ("cards", order)])]
            }
            Actor::Seat(seat) => {
                let amount = object([
                    ("min", 1.into()),
                    ("max", self.stacks[seat as usize].into()),
                ]);
                vec![
                    object([("type", "fold".into())]), // PIN-3
                    object([("type", "check".into())]),
                    object([("type", "bet".into()), ("amount", amount)]), // PIN-4, DRW-6
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
                let order = action.get("cards").list().unwrap_or(&[]);
                self.deal(order.iter().filter_map(Value::text));
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
        let seat = match viewer {
            Value::Null => None,
            Value::Whole(seat) if (0..seats).contains(seat) => Some(*seat),
            other => return Err(Refusal::Broke(format!("there is no seat {other}"))),
        };
        let mut members = vec![
            ("phase", self.phase_name().into()),
            ("actor", self.actor.into()),
            ("dealer", (self.dealer as i64).into()),
            ("hand_number", 1.into()),
            ("pot", self.pot.into()),
            ("stacks", self.stacks.clone().into()),
            ("seats_in", (0..seats).collect::<Vec<_>>().into()),
            ("owes", 0.into()),
            ("last_hand", NULL),
            ("over", false.into()),
            ("opener", NULL),
            ("carried", false.into()),
        ];
        if seat.map_or(true, |seat| self.actor == Actor::Seat(seat)) {
            members.push(("menu", self.menu().into()));
        }
        if let Some(seat) = seat {
            members.push((
                "hand",
                cards_to_json(&sorted_hand(&self.hands[seat as usize])),
            ));
        }
        Ok(Value::Object(
            members
                .into_iter()
                .map(|(key, value)| (key.to_string(), value))
                .collect(),
        ))
    }

    fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Shuffle => "shuffle",
            Phase::Opening => "opening",
        }
    }
}

fn cards_to_json(cards: &[Card]) -> Value {
    cards.iter().map(String::as_str).collect::<Vec<_>>().into()
}

/// What the rules do not know is forbidden; what they know and `hello` does not claim is unsupported.
fn check_options(options: &Value) -> Result<(), Refusal> {
    let claim = claim();
    for (name, value) in options.members() {
        match known(name) {
            None => return rejected("bad_setup", format!("there is no option {name}")),
            Some(_) if holds(claim.get("options").get(name), value) => {}
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
        Value::List(values) => values.contains(value),
        span => value.whole() >= span.get("min").whole(),
    }
}

/// The stacks and the first dealer.
fn read_table(params: &Value) -> Result<(Vec<i64>, usize), Refusal> {
    let seats = params.get("seats");
    if !seats.whole().map_or(false, |seats| SEATS.contains(&seats)) {
        return rejected("bad_setup", format!("{seats} seats cannot play"));
    }
    let given = params.get("stacks").list().unwrap_or(&[]);
    let stacks: Vec<i64> = given
        .iter()
        .filter_map(Value::whole)
        .filter(|stack| *stack >= 0)
        .collect();
    if stacks.len() != given.len() || Some(stacks.len() as i64) != seats.whole() {
        return rejected(
            "bad_setup",
            "one stack for every seat, of 0 or more whole chips",
        );
    }
    match params.get("dealer").whole().map(usize::try_from) {
        Some(Ok(dealer)) if dealer < stacks.len() => Ok((stacks, dealer)),
        _ => rejected("bad_setup", "the first dealer is a seat"),
    }
}

fn not_written<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::Broke(format!("not written yet: {what}")))
}
