//! Custom properties of a row.

use std::hash::{Hash, Hasher};

/// Custom properties of a row: a JSON object without white space between its values, otherwise as it was sent.
#[derive(Clone, Debug)]
pub struct ExtendedProps {
    json: Box<str>,
    /// The form by which rows are compared, where it is another one.
    compared: Option<Box<str>>,
}

impl ExtendedProps {
    /// Maximum length in characters.
    pub const LIMIT: usize = 16_384;

    /// Properties as they were sent, with the form by which rows are compared: sorted members, numbers by value, plain
    /// spaces.
    pub fn new(json: String, compared: String) -> Self {
        let compared = (compared != json).then(|| compared.into());
        Self { json: json.into(), compared }
    }

    /// Properties from the store; `None` if the text is empty.
    pub fn stored(json: &str) -> Option<Self> {
        (!json.is_empty()).then(|| Self { json: json.into(), compared: None })
    }

    /// The JSON object.
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// The form by which rows are compared, where it differs from the JSON object.
    pub fn compared(&self) -> Option<&str> {
        self.compared.as_deref()
    }
}

/// The form by which rows are compared follows from the object, and is not stored with it.
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
