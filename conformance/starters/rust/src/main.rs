//! The wire: JSON-RPC 2.0, one message a line, on standard input and output.
//!
//! Only replies go to standard output; use `eprintln!` for everything else, and the kit shows it when
//! something fails.

mod actions;
mod cards;
mod refusal;
mod session;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde_json::{json, Value};

use actions::items;
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
                if params["rules"] != RULES {
                    return Err(Refusal::Unsupported(format!(
                        "{} is not played here",
                        params["rules"]
                    )));
                }
                let playing = Session::new(params)?;
                let view = playing.view(&Value::Null)?;
                self.sessions.insert(name.to_string(), playing);
                Ok(view)
            }
            "act" => {
                let playing = self.find(params)?;
                playing.act(&params["actor"], &params["action"])?;
                playing.view(&Value::Null)
            }
            "view" => self.find(params)?.view(&params["seat"]),
            "end" => {
                self.find(params)?;
                self.sessions.remove(name_of(params)?);
                Ok(json!({}))
            }
            "bye" => Ok(json!({})),
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
        let (id, params) = (&request["id"], &request["params"]);
        let method = match request["method"].as_str() {
            Some(method) => method,
            None => return failure(id, -32600, "not a request"),
        };
        if !params.is_object() && !params.is_null() {
            return failure(id, -32602, "params is an object");
        }
        let called = catch_unwind(AssertUnwindSafe(|| self.call(method, params)));
        match called.unwrap_or_else(|_| {
            Err(Refusal::Broke(
                "it panicked; see standard error".to_string(),
            ))
        }) {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(Refusal::Rejected { code, message }) => {
                let mut reply = failure(id, -32001, &message);
                reply["error"]["data"] = json!({ "code": code });
                reply
            }
            Err(Refusal::Unsupported(message)) => failure(id, -32601, &message),
            Err(Refusal::Broke(message)) => failure(id, -32603, &message),
        }
    }
}

fn hello(params: &Value) -> Result<Value, Refusal> {
    if !items(&params["protocol"]).contains(&json!(1)) {
        return Err(Refusal::Unsupported(
            "this adapter speaks protocol 1".to_string(),
        ));
    }
    Ok(json!({
        "protocol": 1,
        "name": "my-adapter",
        "version": "0.1.0",
        "language": "Rust",
        "rules": { RULES: claim() },
        // What is not claimed is not compared. Left to claim: "events", "rank", "carry".
        "capabilities": [
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
        ],
    }))
}

fn name_of(params: &Value) -> Result<&str, Refusal> {
    params["session"]
        .as_str()
        .ok_or_else(|| Refusal::Broke("no session is named".to_string()))
}

fn failure(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

fn main() -> io::Result<()> {
    let mut adapter = Adapter::default();
    let mut replies = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        // A line that is not UTF-8, or is nested deeper than 128 levels, is no JSON either.
        let request = serde_json::from_slice::<Value>(&line);
        let reply = match &request {
            Ok(request) => adapter.answer(request),
            Err(wrong) => failure(&Value::Null, -32700, &format!("not JSON: {wrong}")),
        };
        writeln!(replies, "{reply}")?;
        replies.flush()?;
        if request.map_or(false, |request| request["method"] == "bye") {
            break;
        }
    }
    Ok(())
}
