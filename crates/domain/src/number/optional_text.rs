//! Serialisation of optional decimals as text or null, for `#[serde(with = "number::optional_text")]`; see
//! [`super::text`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Decimal, canonical, exact};

pub fn serialize<S: Serializer>(number: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
    number.as_ref().map(canonical).serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| exact(&text)).transpose().map_err(serde::de::Error::custom)
}
