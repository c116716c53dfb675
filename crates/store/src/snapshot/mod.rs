//! Records as JSON: the form in which every backend stores the parts of an order that must not change with master data.
//!
//! Members are named like the fields. Absent values and flags that are not set are left out, exact numbers are
//! canonical text. Stored snapshots must stay readable: a renamed field keeps its old name here.

mod master_data;
mod order;
mod values;

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

pub use values::{promised, promised_text};

/// Initial capacity in bytes; sufficient for most snapshots.
const USUAL_SIZE: usize = 1_024;

/// The text is not a snapshot of the expected type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a snapshot of this kind")]
pub struct SnapshotFault;

/// A value that can be stored as JSON.
pub trait Snapshot: Sized {
    fn write(&self, json: &mut String);

    /// `None` if no version of Orderdock wrote this.
    fn read(value: &Value) -> Option<Self>;

    /// Whether the value is written as a member of a record.
    fn present(&self) -> bool {
        true
    }

    /// Value of a member that is not there; `None` if it is required.
    fn absent() -> Option<Self> {
        None
    }
}

pub fn encode_snapshot<T: Snapshot>(record: &T) -> String {
    let mut json = String::with_capacity(USUAL_SIZE);
    record.write(&mut json);
    json
}

pub fn decode_snapshot<T: Snapshot>(json: &str) -> Result<T, SnapshotFault> {
    // older versions stored the line breaks of a text unescaped
    let value = serde_json::from_str(json).or_else(|_| serde_json::from_str(&without_control(json)));
    T::read(&value.map_err(|_| SnapshotFault)?).ok_or(SnapshotFault)
}

fn without_control(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + 8);
    json.chars().for_each(|character| escape_control(character, &mut escaped));
    escaped
}

fn write_text(text: &str, json: &mut String) {
    json.push('"');
    if text.bytes().any(|byte| matches!(byte, b'"' | b'\\' | ..b' ')) {
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                json.push('\\');
            }
            escape_control(character, json);
        }
    } else {
        json.push_str(text);
    }
    json.push('"');
}

fn escape_control(character: char, json: &mut String) {
    if character < ' ' {
        // writing to a text cannot fail
        let _ = write!(json, "\\u{:04x}", u32::from(character));
    } else {
        json.push(character);
    }
}

/// Writes a JSON object member by member; members that are not present are left out.
struct ObjectWriter<'j> {
    json: &'j mut String,
}

impl<'j> ObjectWriter<'j> {
    fn begin(json: &'j mut String) -> Self {
        json.push('{');
        Self { json }
    }

    fn member<T: Snapshot>(&mut self, name: &str, value: &T) {
        if value.present() {
            self.name(name);
            value.write(self.json);
        }
    }

    /// Writes a member even if it has no value: as null.
    fn nullable<T: Snapshot>(&mut self, name: &str, value: Option<&T>) {
        self.name(name);
        match value {
            Some(value) => value.write(self.json),
            None => self.json.push_str("null"),
        }
    }

    fn name(&mut self, name: &str) {
        self.json.push_str(if self.json.ends_with('{') { "\"" } else { ",\"" });
        self.json.push_str(name);
        self.json.push_str("\":");
    }

    fn end(self) {
        self.json.push('}');
    }
}

/// Reads the members of a JSON object.
struct ObjectReader<'v> {
    members: &'v Map<String, Value>,
}

impl<'v> ObjectReader<'v> {
    /// `None` if the value is not an object.
    fn of(value: &'v Value) -> Option<Self> {
        value.as_object().map(|members| Self { members })
    }

    /// Returns the value of a member; [`Snapshot::absent`] if there is no such member.
    fn member<T: Snapshot>(&self, name: &str) -> Option<T> {
        self.get(name).map_or_else(T::absent, T::read)
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.members.get(name)
    }
}

impl<T: Snapshot> Snapshot for Option<T> {
    fn write(&self, json: &mut String) {
        match self {
            Some(value) => value.write(json),
            None => json.push_str("null"),
        }
    }

    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Some)
    }

    fn present(&self) -> bool {
        self.is_some()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Snapshot> Snapshot for Arc<T> {
    fn write(&self, json: &mut String) {
        T::write(self, json);
    }

    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Self::new)
    }
}

impl<T: Snapshot> Snapshot for Vec<T> {
    fn write(&self, json: &mut String) {
        json.push('[');
        for (place, item) in self.iter().enumerate() {
            if place > 0 {
                json.push(',');
            }
            item.write(json);
        }
        json.push(']');
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::read).collect()
    }

    fn present(&self) -> bool {
        !self.is_empty()
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}
