//! What lists of candidates are sorted by.

use orderdock_domain::ids::CandidateId;
use orderdock_store::{CandidateSort, Position, StoreResult};

use crate::SqlValue;
use crate::column::SqlType;
use crate::column::{Column, RowReader, text};

/// How a sort is written.
pub struct SortSql {
    /// Of `candidate c`.
    pub key: &'static str,
    /// The same of `candidate l`.
    pub leader_key: &'static str,
    /// Tables beside the candidate's.
    pub beside: &'static str,
    /// How the whole list is read in its order.
    pub walked: &'static str,
    /// The same of one status, where that is kept beside what the list is sorted by.
    pub beside_state: &'static str,
}

impl SortSql {
    pub fn new(sort: CandidateSort) -> Self {
        let by = |key, leader_key, walked| Self {
            key,
            leader_key,
            beside: "",
            walked,
            beside_state: "{state candidate} c",
        };
        match sort {
            CandidateSort::CreatedAt => by("''", "''", "candidate c {use_primary_key}"),
            CandidateSort::DateRequired => by(
                "{day c.date_required}",
                "{day l.date_required}",
                "candidate c {use_index candidate_date_required}",
            ),
            CandidateSort::PoReference => by(
                "c.po_reference_key",
                "l.po_reference_key",
                "candidate c {use_index candidate_po_reference_key}",
            ),
            CandidateSort::Status => by("c.status", "l.status", "candidate c {use_index candidate_status}"),
            CandidateSort::Qty => by("c.qty_key", "l.qty_key", "candidate c {use_index candidate_qty}"),
            CandidateSort::Price => by(
                "coalesce(c.price_key, '')",
                "coalesce(l.price_key, '')",
                "candidate c {use_index candidate_price}",
            ),
            CandidateSort::Bpartner => Self {
                beside: " {join} bpartner p ON p.id = c.bpartner_id",
                beside_state: "bpartner p {join} {state candidate} c ON c.bpartner_id = p.id",
                ..by(
                    "p.code_key",
                    "(SELECT o.code_key FROM bpartner o WHERE o.id = l.bpartner_id)",
                    "bpartner p {use_index bpartner_code_key} {join} candidate c {use_index candidate_bpartner} \
                     ON c.bpartner_id = p.id",
                )
            },
        }
    }
}

/// A position, from what it is sorted by and its id.
pub fn position(row: &mut RowReader<'_>) -> StoreResult<Position> {
    let SortKey(key) = row.read()?;
    Ok(Position { key, id: row.read()? })
}

/// What a list is sorted by, as it stands in a cursor: the same text, whatever an engine has it as.
struct SortKey(String);

impl Column for SortKey {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Some(Self(match value {
            SqlValue::Date(day) => day.to_string(),
            value => value.as_text()?.to_owned(),
        }))
    }

    fn write(&self) -> SqlValue<'_> {
        text(&self.0)
    }
}

/// What lists are sorted by.
pub fn place(position: &Position) -> (&str, CandidateId) {
    (&position.key, position.id)
}
