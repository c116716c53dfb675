//! Identifier strings (specification 2.6).

use serde::{Deserialize, Serialize};

use crate::text::Code;

/// Reference to a record in the notation of senders: `int-`, `ext-`, `val-` or a bare record id.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Code", into = "String")]
pub enum IdentifierString {
    /// Without prefix: the id of the record.
    Id(i64),
    /// `int-`: the internal name of a data source, otherwise the record id.
    Internal(Code),
    /// `ext-`: the external id.
    External(Code),
    /// `val-`: the search key.
    Value(Code),
}

/// Reason why a text is not an identifier string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IdentifierFault {
    /// Nothing follows the prefix.
    #[error("nothing follows the prefix of the identifier")]
    Empty,
    /// Without prefix, only an integer greater than 0 is valid.
    #[error("an identifier without prefix is a record id")]
    NotAnId,
}

impl IdentifierString {
    /// Parses an identifier string. Prefixes are case-insensitive; spaces in the value are kept.
    pub fn parse(code: &Code) -> Result<Self, IdentifierFault> {
        let text = code.as_str();
        let begins = |prefix: &str| text.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
        let kind = if begins("int-") {
            Self::Internal
        } else if begins("ext-") {
            Self::External
        } else if begins("val-") {
            Self::Value
        } else {
            let id = text.parse().ok().filter(|id| *id > 0);
            return id.map(Self::Id).ok_or(IdentifierFault::NotAnId);
        };
        let rest = Code::parse(text.get(4..).unwrap_or_default());
        rest.ok().flatten().map(kind).ok_or(IdentifierFault::Empty)
    }
}

impl TryFrom<Code> for IdentifierString {
    type Error = IdentifierFault;

    fn try_from(code: Code) -> Result<Self, IdentifierFault> {
        Self::parse(&code)
    }
}

impl From<IdentifierString> for String {
    fn from(identifier: IdentifierString) -> Self {
        identifier.to_string()
    }
}

impl std::fmt::Display for IdentifierString {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Internal(code) => write!(f, "int-{code}"),
            Self::External(code) => write!(f, "ext-{code}"),
            Self::Value(code) => write!(f, "val-{code}"),
        }
    }
}
