//! Custom properties of a row.

use std::hash::{Hash, Hasher};

/// Custom properties of a row: the JSON object as sent, without white space between its values.
#[derive(Clone, Debug)]
pub struct ExtendedProps {
    json: Box<str>,
    /// Normalised form for comparing rows; `None` if it equals `json`.
    compared: Option<Box<str>>,
}

impl ExtendedProps {
    /// Maximum length in characters.
    pub const LIMIT: usize = 16_384;

    /// Creates properties from the JSON as sent and its normalised form: members sorted, numbers by value, no white
    /// space.
    pub fn new(json: String, compared: String) -> Self {
        let compared = (compared != json).then(|| compared.into());
        Self { json: json.into(), compared }
    }

    /// Reads stored properties; `None` if the text is empty.
    pub fn stored(json: &str) -> Option<Self> {
        (!json.is_empty()).then(|| Self { json: json.into(), compared: None })
    }

    /// Returns the JSON object.
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// Returns the normalised form if it differs from the JSON object.
    pub fn compared(&self) -> Option<&str> {
        self.compared.as_deref()
    }
}

/// The normalised form is derived from the object and not stored, so it is ignored.
impl PartialEq for ExtendedProps {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}

impl Eq for ExtendedProps {}

impl Hash for ExtendedProps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.json.hash(state);
    }
}
