//! Sort keys of lists of candidates.

use orderdock_domain::ids::CandidateId;
use orderdock_store::{CandidatePosition, CandidateSort, StoreResult};

use crate::SqlValue;
use crate::sql::column::SqlType;
use crate::sql::column::{Column, RowReader, text};

/// SQL of a sort order.
pub struct SortSql {
    /// Sort key of `candidate c`.
    pub key: &'static str,
    /// Sort key of `candidate l`.
    pub leader_key: &'static str,
    /// Sort key of `candidate c`, outer-joined with `joined_tables`; NULL without a joined record.
    pub outer_key: &'static str,
    /// Tables joined to the candidate's.
    pub joined_tables: &'static str,
    /// Source for reading the whole list in order.
    pub walked: &'static str,
    /// Source for one status, if the sort key is stored with the status.
    pub status_source: &'static str,
    /// Whether this is the order of candidates with an unresolved buyer: by id.
    pub lacks_partner: bool,
}

impl SortSql {
    pub fn new(sort: CandidateSort) -> Self {
        let by = |key, leader_key, walked| Self {
            key,
            outer_key: key,
            leader_key,
            joined_tables: "",
            walked,
            status_source: "{state candidate} c",
            lacks_partner: false,
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
                outer_key: "coalesce(p.code_key, '')",
                joined_tables: " LEFT JOIN bpartner p ON p.id = c.bpartner_id",
                status_source: "bpartner p {join} {state candidate} c ON c.bpartner_id = p.id",
                ..by(
                    "p.code_key",
                    "coalesce((SELECT o.code_key FROM bpartner o WHERE o.id = l.bpartner_id), '')",
                    "bpartner p {use_index bpartner_code_key} {join} candidate c {use_index candidate_bpartner} \
                     ON c.bpartner_id = p.id",
                )
            },
        }
    }
}

/// Order of candidates with an unresolved buyer in a list sorted by partner: by id, before all partners.
pub static WITHOUT_PARTNER: SortSql = SortSql {
    key: "''",
    outer_key: "''",
    leader_key: "''",
    joined_tables: "",
    walked: "candidate c {use_index candidate_bpartner}",
    status_source: "{state candidate} c",
    lacks_partner: true,
};

/// Decodes a position from its sort key and id.
pub fn position(row: &mut RowReader<'_>) -> StoreResult<CandidatePosition> {
    let SortKey(key) = row.read()?;
    Ok(CandidatePosition { key, id: row.read()? })
}

/// The sort key in a cursor, which is the same text on every engine.
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

/// Returns sort key and id of a position.
pub fn key_and_id(position: &CandidatePosition) -> (&str, CandidateId) {
    (&position.key, position.id)
}
