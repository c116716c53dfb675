//! Values in the lines of a content: their kinds and text forms.

use crate::candidate::{DateOrInstant, OrderDocType, PaymentRule};
use crate::identifier::IdentifierString;
use crate::masterdata::ProductType;
use crate::number::{Decimal, canonical};
use crate::text::{Code, Name, Text, on_one_line};

/// Kind of a member's value. It determines whether the value is compared, displayed or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Text,
    Number,
    Boolean,
    Date,
    /// Text as it was sent: displayed, not compared.
    Sent,
    /// Resolved value: compared, not displayed.
    Resolved,
    /// An object as JSON.
    Json,
    /// JSON object as it was sent: displayed, not compared.
    SentJson,
    /// Mark of a part whose record was found by a value other than its own keys; neither compared nor displayed.
    Mapped,
}

impl MemberKind {
    const LETTERS: [(Self, char); 9] = [
        (Self::Text, 's'),
        (Self::Number, 'n'),
        (Self::Boolean, 'b'),
        (Self::Date, 'd'),
        (Self::Sent, 'S'),
        (Self::Resolved, 'r'),
        (Self::Json, 'j'),
        (Self::SentJson, 'J'),
        (Self::Mapped, 'm'),
    ];

    pub(super) fn letter(self) -> char {
        Self::LETTERS.iter().find(|(kind, _)| *kind == self).map_or('s', |(_, letter)| *letter)
    }

    pub(super) fn parse(letter: &str) -> Option<Self> {
        Self::LETTERS.iter().find(|(_, known)| letter.chars().eq([*known])).map(|(kind, _)| *kind)
    }

    /// Returns whether the value is compared to decide if a repeated row is unchanged.
    pub fn is_compared(self) -> bool {
        !matches!(self, Self::Sent | Self::SentJson | Self::Mapped)
    }

    /// Returns whether the value is displayed as part of the sent row.
    pub fn is_shown(self) -> bool {
        !matches!(self, Self::Resolved | Self::Mapped)
    }
}

/// A value that can be written to a row's content.
pub(super) trait MemberValue {
    const KIND: MemberKind;

    fn write(&self, out: &mut String);

    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

impl MemberValue for Code {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

impl MemberValue for Name {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

impl MemberValue for Text {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(&on_one_line(self.as_str()));
    }
}

impl MemberValue for Decimal {
    const KIND: MemberKind = MemberKind::Number;

    fn write(&self, out: &mut String) {
        out.push_str(&canonical(self));
    }
}

impl MemberValue for i64 {
    const KIND: MemberKind = MemberKind::Number;

    fn write(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

impl MemberValue for bool {
    const KIND: MemberKind = MemberKind::Boolean;

    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl MemberValue for IdentifierString {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}

/// Writes a date. Instants were converted to dates before, because that requires the organisation's time zone.
impl MemberValue for DateOrInstant {
    const KIND: MemberKind = MemberKind::Date;

    fn write(&self, out: &mut String) {
        if let Some(date) = self.date() {
            out.push_str(&date.to_string());
        }
    }
}

impl MemberValue for ProductType {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

impl MemberValue for PaymentRule {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

impl MemberValue for OrderDocType {
    const KIND: MemberKind = MemberKind::Text;

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}
