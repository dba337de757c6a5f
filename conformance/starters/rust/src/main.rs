//! The wire: JSON-RPC 2.0, one message a line, on standard input and output.
//!
//! Only replies go to standard output; use `eprintln!` for everything else, and the kit shows it when
//! something fails.

mod actions;
mod cards;
mod json;
mod refusal;
mod session;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use json::{object, Value, NULL};
use refusal::Refusal;
use session::{claim, Session, RULES};

#[derive(Default)]
struct Adapter {
    sessions: HashMap<String, Session>,
}

impl Adapter {
    /// The result of a method.
    fn call(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        match method {
            "hello" => hello(params),
            "new" => {
                let name = name_of(params)?;
                if self.sessions.contains_key(name) {
                    return Err(Refusal::Broke(format!("there is a session {name} already")));
                }
                if params.get("rules").text() != Some(RULES) {
                    return Err(Refusal::Unsupported(format!(
                        "{} is not played here",
                        params.get("rules")
                    )));
                }
                let playing = Session::new(params)?;
                let view = playing.view(&NULL)?;
                self.sessions.insert(name.to_string(), playing);
                Ok(view)
            }
            "act" => {
                let playing = self.find(params)?;
                playing.act(params.get("actor"), params.get("action"))?;
                playing.view(&NULL)
            }
            "view" => self.find(params)?.view(params.get("seat")),
            "end" => {
                self.find(params)?;
                self.sessions.remove(name_of(params)?);
                Ok(object([]))
            }
            "bye" => Ok(object([])),
            _ => Err(Refusal::Unsupported(format!("there is no method {method}"))),
        }
    }

    fn find(&mut self, params: &Value) -> Result<&mut Session, Refusal> {
        let name = name_of(params)?;
        self.sessions
            .get_mut(name)
            .ok_or_else(|| Refusal::Broke(format!("there is no session {name}")))
    }

    /// The reply to a request. Whatever goes wrong becomes one of three kinds of error, never a crash.
    fn answer(&mut self, request: &Value) -> Value {
        let (id, params) = (request.get("id"), request.get("params"));
        let method = match request.get("method").text() {
            Some(method) => method,
            None => return failure(id, -32600, "not a request", NULL),
        };
        if !matches!(params, Value::Object(_) | Value::Null) {
            return failure(id, -32602, "params is an object", NULL);
        }
        let called = catch_unwind(AssertUnwindSafe(|| self.call(method, params)));
        match called.unwrap_or_else(|_| {
            Err(Refusal::Broke(
                "it panicked; see standard error".to_string(),
            ))
        }) {
            Ok(result) => object([
                ("jsonrpc", "2.0".into()),
                ("id", id.clone()),
                ("result", result),
            ]),
            Err(Refusal::Rejected { code, message }) => {
                failure(id, -32001, &message, object([("code", code.into())]))
            }
            Err(Refusal::Unsupported(message)) => failure(id, -32601, &message, NULL),
            Err(Refusal::Broke(message)) => failure(id, -32603, &message, NULL),
        }
    }
}

fn hello(params: &Value) -> Result<Value, Refusal> {
    if !params
        .get("protocol")
        .list()
        .unwrap_or(&[])
        .contains(&Value::Whole(1))
    {
        return Err(Refusal::Unsupported(
            "this adapter speaks protocol 1".to_string(),
        ));
    }
    // What is not claimed is not compared. Left to claim: "events", "rank", "carry".
    let capabilities = [
        "play",
        "menu",
        "codes",
        "pot",
        "stacks",
        "actor",
        "phase",
        "last_hand",
        "details",
        "seat_view",
    ];
    Ok(object([
        ("protocol", 1.into()),
        ("name", "my-adapter".into()),
        ("version", "0.1.0".into()),
        ("language", "Rust".into()),
        ("rules", object([(RULES, claim())])),
        ("capabilities", capabilities.to_vec().into()),
    ]))
}

fn name_of(params: &Value) -> Result<&str, Refusal> {
    params
        .get("session")
        .text()
        .ok_or_else(|| Refusal::Broke("no session is named".to_string()))
}

/// An error as a reply; `data` null: none.
fn failure(id: &Value, code: i64, message: &str, data: Value) -> Value {
    let (code, message) = (("code", code.into()), ("message", message.into()));
    let error = match data {
        Value::Null => object([code, message]),
        data => object([code, message, ("data", data)]),
    };
    object([
        ("jsonrpc", "2.0".into()),
        ("id", id.clone()),
        ("error", error),
    ])
}

fn main() -> io::Result<()> {
    let mut adapter = Adapter::default();
    let mut replies = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let request = json::parse(&text);
        let reply = match &request {
            Ok(request) => adapter.answer(request),
            Err(wrong) => failure(&NULL, -32700, &format!("not JSON: {wrong}"), NULL),
        };
        writeln!(replies, "{reply}")?;
        replies.flush()?;
        if request.map_or(false, |request| request.get("method").text() == Some("bye")) {
            break;
        }
    }
    Ok(())
}
