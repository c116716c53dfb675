//! JSON that is returned as it is stored.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A stored JSON value.
#[derive(Clone, Copy, Debug)]
pub struct RawJson<'a>(pub &'a str);

impl Serialize for RawJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serde_json::from_str::<&RawValue>(self.0) {
            Ok(value) => value.serialize(serializer),
            Err(_) => serializer.serialize_str(self.0),
        }
    }
}
