//! Serialisation of optional records in an [`Arc`], for `#[serde(with = "optional_shared")]`.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[expect(clippy::ref_option, reason = "serde passes a reference to the member")]
pub fn serialize<T: Serialize, S: Serializer>(
    record: &Option<Arc<T>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    record.as_deref().serialize(serializer)
}

pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Arc<T>>, D::Error> {
    Ok(Option::deserialize(deserializer)?.map(Arc::new))
}
