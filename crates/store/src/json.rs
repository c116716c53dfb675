//! The JSON representation of stored data without columns of its own: problems, row notes, run tasks and the parts of
//! an order that do not follow changes of master data. All backends store it. Each type derives it with serde.

use std::fmt::Write as _;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{StoreError, StoreResult};

/// Encodes a value, whose map keys must be strings.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // serialisation fails only for map keys that are not strings
    serde_json::to_string(value).unwrap_or_default()
}

/// Decodes the output of [`to_json`] of this or an older version. `place` is the name of the column for errors.
pub fn from_json<T: DeserializeOwned>(place: &'static str, json: &str) -> StoreResult<T> {
    // older versions did not escape line breaks in strings
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
