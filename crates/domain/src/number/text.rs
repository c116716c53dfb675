//! Serialisation of decimals as text, for `#[serde(with = "number::text")]`. As JSON numbers, they could be parsed as
//! floating-point numbers.

use serde::{Deserialize, Deserializer, Serializer};

use super::{Decimal, canonical, exact};

pub fn serialize<S: Serializer>(number: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&canonical(number))
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    let text = String::deserialize(deserializer)?;
    exact(&text).map_err(serde::de::Error::custom)
}
