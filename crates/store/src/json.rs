//! JSON is the format in which every backend stores data without columns of its own: problems, row notes, run tasks
//! and the parts of an order that must not change with master data. Each type derives its representation with serde.

use std::fmt::Write as _;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{StoreError, StoreResult};

/// Returns the JSON of a value whose map keys, if any, are strings.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // only map keys that are not strings can fail
    serde_json::to_string(value).unwrap_or_default()
}

/// Decodes the output of [`to_json`], of this or an older version. `place` names the column in the error.
pub fn from_json<T: DeserializeOwned>(place: &'static str, json: &str) -> StoreResult<T> {
    // older versions stored line breaks in a string unescaped
    let read = serde_json::from_str(json)
        .or_else(|error| serde_json::from_str(&without_control(json)).map_err(|_| error));
    read.map_err(|error| StoreError::Inconsistent { place, fault: error.to_string() })
}

fn without_control(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + 8);
    for character in json.chars() {
        if character < ' ' {
            // writing to a string cannot fail
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
}
