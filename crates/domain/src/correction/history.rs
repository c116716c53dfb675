//! What happened to a candidate, and by whom.

use jiff::Timestamp;

use crate::candidate::{Field, Releases, Status, words};
use crate::ids::{CandidateId, OrderId, RunId};
use crate::problem::Problem;
use crate::text::{Code, from_one_line, on_one_line};

words! {
    /// Its import is not among them: candidate and request tell of it.
    HistoryEvent {
        Corrected "corrected"
        PutAside "putAside"
        TakenBack "takenBack"
        Cancelled "cancelled"
        Validated "validated"
        Ordered "ordered"
        OrderVoided "orderVoided"
    }
}

/// One change of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryEntry {
    pub candidate: CandidateId,
    /// The candidate's from then on.
    pub version: i64,
    pub at: Timestamp,
    pub actor: String,
    pub event: HistoryEvent,
    pub status_before: Status,
    pub status: Status,
    pub changes: Vec<FieldChange>,
    /// What stood against the candidate from then on.
    pub problems: Vec<Problem>,
    pub order: Option<OrderId>,
    pub document_no: Option<Code>,
    pub run: Option<RunId>,
    /// Why it would have stayed, had the actor not released it.
    pub released: Releases,
}

/// Values as people read them: records by their code at that time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldChange {
    pub field: Field,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl FieldChange {
    /// One to a line: member, `=` and the old value or `-`, the same of the new one; tabs between.
    pub fn encode(changes: &[Self]) -> String {
        let word = |value: Option<&String>| {
            value.map_or_else(|| "-".to_owned(), |value| format!("={}", on_one_line(value)))
        };
        let line = |one: &Self| {
            format!("{}\t{}\t{}\n", one.field.as_str(), word(one.old.as_ref()), word(one.new.as_ref()))
        };
        changes.iter().map(line).collect()
    }

    /// Reads what [`Self::encode`] writes.
    pub fn decode(lines: &str) -> Option<Vec<Self>> {
        let value = |word: &str| match word.split_at_checked(1)? {
            ("=", value) => Some(Some(from_one_line(value).into_owned())),
            ("-", "") => Some(None),
            _ => None,
        };
        let one = |line: &str| {
            let [field, old, new] = line.splitn(3, '\t').collect::<Vec<_>>().try_into().ok()?;
            Some(Self { field: Field::parse(field)?, old: value(old)?, new: value(new)? })
        };
        lines.lines().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_stored_one_to_a_line() {
        let change = |old: Option<&str>, new: Option<&str>| FieldChange {
            field: Field::Description,
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        };
        let changes = [change(None, Some("a = b\tc\n- d")), change(Some("x\r\ny\tz"), None)];
        let text = FieldChange::encode(&changes);
        assert_eq!(text.lines().count(), changes.len());
        assert_eq!(FieldChange::decode(&text).as_deref(), Some(&changes[..]));
    }
}
