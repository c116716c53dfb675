//! Comparison of a candidate before and after a correction, including derived members.

use super::HistoryEntry;
use crate::candidate::{Candidate, Field};

/// Returns the members that a correction sets. Includes price and currency if their effective value changes as a result.
pub fn changed_members(before: &Candidate, after: &Candidate, entry: Option<&HistoryEntry>) -> Vec<Field> {
    let mut members: Vec<_> =
        entry.into_iter().flat_map(|entry| &entry.changes).map(|change| change.field).collect();
    let derived = [
        (Field::Price, before.price_in_effect() != after.price_in_effect()),
        (Field::CurrencyCode, before.currency != after.currency),
    ];
    for (member, changes) in derived {
        if changes && !members.contains(&member) {
            members.push(member);
        }
    }
    members
}
