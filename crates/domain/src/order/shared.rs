//! Serialisation of records in an [`Arc`], for `#[serde(with = "shared")]`.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<T: Serialize, S: Serializer>(record: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    record.as_ref().serialize(serializer)
}

pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Arc<T>, D::Error> {
    T::deserialize(deserializer).map(Arc::new)
}
