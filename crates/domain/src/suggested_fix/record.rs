//! Master data record of a suggested fix, with the members that the user must enter.

use crate::number::Decimal;

/// Proposed record: its members in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProposedRecord {
    pub members: Vec<(&'static str, RecordValue)>,
    /// JSON Pointers of members that the user must enter, relative to the record.
    pub fill: Vec<&'static str>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordValue {
    Text(String),
    Number(Decimal),
    Flag(bool),
    /// Nested record, the only element of its list.
    Nested(ProposedRecord),
}

impl ProposedRecord {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<RecordValue>) -> Self {
        self.members.push((name, value.into()));
        self
    }

    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(member, _)| *member == name)
    }

    /// Removes a member.
    #[must_use]
    pub fn dropped(mut self, name: &str) -> Self {
        self.members.retain(|(member, _)| *member != name);
        self
    }

    /// Adds a member that the user must enter.
    #[must_use]
    pub fn without(mut self, pointer: &'static str) -> Self {
        self.fill.push(pointer);
        self
    }
}

impl From<&str> for RecordValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<jiff::civil::Date> for RecordValue {
    fn from(day: jiff::civil::Date) -> Self {
        Self::Text(day.to_string())
    }
}

impl From<Decimal> for RecordValue {
    fn from(number: Decimal) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for RecordValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<ProposedRecord> for RecordValue {
    fn from(record: ProposedRecord) -> Self {
        Self::Nested(record)
    }
}
