//! Document numbers and order settings of organisations.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::ids::{DocumentTypeId, OrganisationId};
use crate::text::Code;

/// Format of document numbers: a prefix and a zero-padded number, for example `SO-{n:06}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberPattern {
    prefix: String,
    digits: usize,
}

impl NumberPattern {
    /// Maximum length of a prefix in characters, so that a document number is always a valid [`Code`].
    pub const MAX_PREFIX_LENGTH: usize = 40;

    /// Parses a setting; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let (prefix, number) = text.strip_suffix('}')?.split_once("{n")?;
        let digits = match number.strip_prefix(":0") {
            Some(digits) => digits.parse().ok().filter(|digits| (1..=18).contains(digits))?,
            None if number.is_empty() => 1,
            None => return None,
        };
        let plain = !prefix.contains(['{', '}']) && !prefix.starts_with(char::is_whitespace);
        let clean = prefix.is_empty() || Code::parse(prefix).is_ok_and(|prefix| prefix.is_some());
        let fits = prefix.chars().count() <= Self::MAX_PREFIX_LENGTH;
        (plain && clean && fits).then(|| Self { prefix: prefix.to_owned(), digits })
    }

    /// Returns the document number for a number from 1 on.
    pub fn write(&self, number: i64) -> String {
        format!("{}{number:0digits$}", self.prefix, digits = self.digits)
    }
}

impl Default for NumberPattern {
    /// Returns the pattern `{n:06}`.
    fn default() -> Self {
        Self { prefix: String::new(), digits: 6 }
    }
}

impl std::fmt::Display for NumberPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{{n:0{}}}", self.prefix, self.digits)
    }
}

/// Order settings of all organisations. Defaults apply to organisations without settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrderSettings {
    pub organisations: HashMap<OrganisationId, OrganisationOrders>,
}

/// Order settings of one organisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrganisationOrders {
    /// Whether candidates with equal product, unit, price, discount and date share a line.
    pub merge_lines: bool,
    pub number_patterns: HashMap<DocumentTypeId, NumberPattern>,
    /// Creation time from which orders are transferred to a receiver; `None` if they are not transferred.
    pub hand_over_since: Option<Timestamp>,
}

impl OrderSettings {
    pub fn merge_lines(&self, organisation: OrganisationId) -> bool {
        self.organisations.get(&organisation).is_some_and(|settings| settings.merge_lines)
    }

    /// Returns whether an order with this creation time must be transferred.
    pub fn is_handed_over(&self, organisation: OrganisationId, created_at: Timestamp) -> bool {
        let since = self.organisations.get(&organisation).and_then(|settings| settings.hand_over_since);
        since.is_some_and(|since| since <= created_at)
    }

    pub fn number_pattern(
        &self,
        organisation: OrganisationId,
        document_type: DocumentTypeId,
    ) -> NumberPattern {
        let settings = self.organisations.get(&organisation);
        settings
            .and_then(|settings| settings.number_patterns.get(&document_type))
            .cloned()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_number_follows_its_pattern() {
        let table = [
            ("{n:06}", 1, "000001"),
            ("SO-{n:06}", 42, "SO-000042"),
            ("AB {n:03}", 1234, "AB 1234"),
            ("{n}", 7, "7"),
        ];
        for (pattern, number, written) in table {
            assert_eq!(NumberPattern::parse(pattern).unwrap().write(number), written);
        }
        assert_eq!(NumberPattern::default().write(12), "000012");
        assert_eq!(NumberPattern::parse("X{n:04}").unwrap().to_string(), "X{n:04}");
    }

    #[test]
    fn invalid_number_pattern_is_rejected() {
        let long = format!("{}{{n:06}}", "x".repeat(NumberPattern::MAX_PREFIX_LENGTH + 1));
        let faults =
            ["", "SO-", "{n:06}x", "{n:6}", "{n:00}", "{n:019}", "{x}{n:06}", " {n:06}", "a\u{7}{n:06}"];
        for text in faults.into_iter().chain([long.as_str()]) {
            assert_eq!(NumberPattern::parse(text), None, "{text:?}");
        }
    }
}
