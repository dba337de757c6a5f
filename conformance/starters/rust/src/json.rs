//! JSON, as much as the protocol needs: one value, a strict reader and a writer. A crate such as serde_json
//! does the same; this module is here so that the skeleton builds without a registry.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Whole(i64),
    /// A number written with a fraction or an exponent, or too large for a whole one.
    Fraction(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

pub const NULL: Value = Value::Null;

impl Value {
    /// The members of an object; none of anything else.
    pub fn members(&self) -> &[(String, Value)] {
        match self {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The member of an object; null if there is none, as in a request that leaves it out.
    pub fn get(&self, key: &str) -> &Value {
        let found = self.members().iter().find(|(name, _)| name == key);
        found.map_or(&NULL, |(_, value)| value)
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn whole(&self) -> Option<i64> {
        match self {
            Value::Whole(number) => Some(*number),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Value]> {
        match self {
            Value::List(items) => Some(items),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Whole(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Bool(flag)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Value {
        Value::List(items.into_iter().map(Into::into).collect())
    }
}

/// An object: `object([("pot", 3.into())])`.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(
        members
            .into_iter()
            .map(|(key, value)| (key.to_string(), value))
            .collect(),
    )
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => out.write_str("null"),
            Value::Bool(flag) => write!(out, "{flag}"),
            Value::Whole(number) => write!(out, "{number}"),
            Value::Fraction(number) => write!(out, "{number:?}"),
            Value::Text(text) => write_text(out, text),
            Value::List(items) => {
                out.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place == 0 { "" } else { "," })?;
                }
                out.write_str("]")
            }
            Value::Object(members) => {
                out.write_str("{")?;
                for (place, (key, value)) in members.iter().enumerate() {
                    out.write_str(if place == 0 { "" } else { "," })?;
                    write_text(out, key)?;
                    write!(out, ":{value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            control if control < ' ' => write!(out, "\\u{:04x}", control as u32)?,
            other => write!(out, "{other}")?,
        }
    }
    out.write_str("\"")
}

/// The value that a text holds, or what is wrong with it and at which byte.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.skip_blanks();
    if reader.at == text.len() {
        Ok(value)
    } else {
        reader.wrong("something follows the value")
    }
}

const DEEPEST: usize = 64;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("byte {}: {what}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        self.skip_blanks();
        match self.peek() {
            _ if depth > DEEPEST => self.wrong("nested too deeply"),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Value::Null),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ => self.wrong("no value"),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.take("]") {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            if self.take("]") {
                return Ok(Value::List(items));
            }
            if !self.take(",") {
                return self.wrong("neither , nor ]");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.take("}") {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_blanks();
            let key = self.string()?;
            self.skip_blanks();
            if !self.take(":") {
                return self.wrong("no : after a key");
            }
            members.push((key, self.value(depth + 1)?));
            self.skip_blanks();
            if self.take("}") {
                return Ok(Value::Object(members));
            }
            if !self.take(",") {
                return self.wrong("neither , nor }");
            }
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        while matches!(
            self.peek(),
            Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')
        ) {
            self.at += 1;
        }
        let written = &self.text[start..self.at];
        let digits = written.strip_prefix('-').unwrap_or(written);
        let plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() {
            return self.wrong("a number does not begin with 0");
        }
        if let (true, Ok(number)) = (plain, written.parse()) {
            return Ok(Value::Whole(number));
        }
        match written.parse() {
            Ok(number) if !written.ends_with('.') && !digits.starts_with('.') => {
                Ok(Value::Fraction(number))
            }
            _ => self.wrong("no number"),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.take("\"") {
            return self.wrong("no string");
        }
        let mut text = String::new();
        loop {
            let character = self.text[self.at..].chars().next();
            self.at += character.map_or(0, char::len_utf8);
            match character {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(control) if control < ' ' => {
                    return self.wrong("a control character in a string")
                }
                Some(other) => text.push(other),
                None => return self.wrong("a string without its end"),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let kind = self.peek();
        self.at += 1;
        Ok(match kind {
            Some(plain @ (b'"' | b'\\' | b'/')) => plain as char,
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return self.wrong("no escape"),
        })
    }

    fn unicode(&mut self) -> Result<char, String> {
        let high = self.hex()?;
        let code = match high {
            0xd800..=0xdbff if self.take("\\u") => {
                let low = self.hex()?;
                0x10000
                    + ((high - 0xd800) << 10)
                    + low.checked_sub(0xdc00).ok_or("half a surrogate pair")?
            }
            code => code,
        };
        char::from_u32(code).ok_or_else(|| "half a surrogate pair".to_string())
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        self.at += digits.len();
        u32::from_str_radix(digits, 16)
            .or_else(|_| self.wrong("four hexadecimal digits are wanted"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        let text = r#"{"a":[1,-2,2.5,true,null],"b":"é\"\\\u0001","c":{}}"#;
        assert_eq!(parse(text).unwrap().to_string(), text);
        assert_eq!(
            parse(r#" "\ud83c\udca1" "#).unwrap(),
            Value::from("\u{1f0a1}")
        );
        assert_eq!(parse("2.0").unwrap(), Value::Fraction(2.0));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "01",
            "1.",
            "--1",
            "nul",
            "\"\n\"",
            "\"\\ud800\"",
            "1 2",
            "{\"a\"}",
            "\"\\x\"",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"[".repeat(10_000)).is_err());
    }
}
