//! The kinds of refusal.

pub enum Refusal {
    /// The rules forbid it, and nothing has changed. The code is one of the protocol's words.
    Rejected { code: &'static str, message: String },
    /// A method, a rule set, an option's value or a number of seats that `hello` does not claim.
    Unsupported(String),
    /// This program broke, or is not finished.
    Broke(String),
}

pub fn rejected<T>(code: &'static str, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Rejected {
        code,
        message: message.into(),
    })
}
