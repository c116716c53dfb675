//! Languages of messages.

/// Language of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    #[default]
    English,
    German,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Returns the language tag, as in `Accept-Language`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Returns the number with the decimal separator of the language.
    pub fn decimal(self, plain: String) -> String {
        match self {
            Self::English => plain,
            Self::German => plain.replace('.', ","),
        }
    }

    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag() == tag)
    }
}
