//! Members of a row as lines of its content: what kind each is, and how its value is written.

use crate::candidate::{OrderDocType, PaymentRule, SentDay};
use crate::identifier::IdentifierString;
use crate::masterdata::ProductType;
use crate::number::{Decimal, canonical};
use crate::text::{Code, Name, Text, on_one_line};

/// What kind of value a member holds, and what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Text,
    Number,
    Boolean,
    Date,
    /// Text as it was sent: shown, not compared.
    Sent,
    /// What it stands for: compared, not shown.
    Resolved,
    /// An object as JSON.
    Json,
    /// The same as it was sent: shown, not compared.
    SentJson,
}

impl MemberKind {
    const LETTERS: [(Self, char); 8] = [
        (Self::Text, 's'),
        (Self::Number, 'n'),
        (Self::Boolean, 'b'),
        (Self::Date, 'd'),
        (Self::Sent, 'S'),
        (Self::Resolved, 'r'),
        (Self::Json, 'j'),
        (Self::SentJson, 'J'),
    ];

    pub(super) fn letter(self) -> char {
        Self::LETTERS.iter().find(|(kind, _)| *kind == self).map_or('s', |(_, letter)| *letter)
    }

    pub(super) fn parse(letter: &str) -> Option<Self> {
        Self::LETTERS.iter().find(|(_, known)| letter.chars().eq([*known])).map(|(kind, _)| *kind)
    }

    /// Whether it decides if a repeated row is the same.
    pub fn is_compared(self) -> bool {
        !matches!(self, Self::Sent | Self::SentJson)
    }

    /// Whether it is part of what the sender wrote.
    pub fn is_shown(self) -> bool {
        self != Self::Resolved
    }
}

/// A value as it stands in a row's content.
pub(super) trait MemberValue {
    const KIND: MemberKind;

    fn write(&self, out: &mut String);

    fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

macro_rules! member_values {
    ($($type:ty, $kind:ident, |$value:ident| $text:expr;)*) => {$(
        impl MemberValue for $type {
            const KIND: MemberKind = MemberKind::$kind;

            fn write(&self, out: &mut String) {
                let $value = self;
                out.push_str(&$text);
            }
        }
    )*};
}

member_values! {
    Code, Text, |value| value.as_str();
    Name, Text, |value| value.as_str();
    Text, Text, |value| on_one_line(value.as_str());
    Decimal, Number, |value| canonical(value);
    i64, Number, |value| value.to_string();
    bool, Boolean, |value| if *value { "true" } else { "false" };
    IdentifierString, Text, |value| value.to_string();
    // an instant is a day by now, for the organisation is known
    SentDay, Date, |value| value.date().map(|date| date.to_string()).unwrap_or_default();
    ProductType, Text, |value| value.as_str();
    PaymentRule, Text, |value| value.as_str();
    OrderDocType, Text, |value| value.as_str();
}
