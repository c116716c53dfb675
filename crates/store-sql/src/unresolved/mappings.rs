//! Mappings of missing records: targets, lines, and the storage traits.

use orderdock_domain::access::WriteScope;
use orderdock_domain::candidate::{MissingRecordId, ReferenceKind};
use orderdock_domain::ids::{CandidateId, CrossReferenceId, PartnerId, RunId};
use orderdock_store::{
    ChangeAuthor, MappingReader, MappingTarget, MappingWriter, RememberedValue, RunWork, StoreResult,
    TakenValue, from_json,
};

use crate::masterdata::remembered;
use crate::sql::column::{FromRow, RowReader, integer, owned};
use crate::sql::keys;
use crate::sql::query::{decode_row, first, rows};
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;

/// Returns owner, whether the record is active, label, partner and unit of the record `?1`; one statement per kind.
static PARTNER: Statement = Statement::new(
    "SELECT org_id, active, code, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM bpartner WHERE id = ?1",
);
static LOCATION: Statement = Statement::new(
    r"
    SELECT
        org_id, active, coalesce(external_id, gln, name, address1, city, country), bpartner_id,
        CAST(NULL AS bigint)
    FROM bpartner_location
    WHERE id = ?1
    ",
);
static CONTACT: Statement = Statement::new(
    "SELECT org_id, active, name, bpartner_id, CAST(NULL AS bigint) FROM bpartner_contact WHERE id = ?1",
);
static PRODUCT: Statement =
    Statement::new("SELECT org_id, active, code, CAST(NULL AS bigint), uom_id FROM product WHERE id = ?1");
static UNIT: Statement = Statement::new(
    r"
    SELECT CAST(0 AS bigint), active, code, CAST(NULL AS bigint), CAST(NULL AS bigint)
    FROM uom
    WHERE id = ?1
    ",
);
static SHIPPER: Statement = Statement::new(
    "SELECT org_id, active, code, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM shipper WHERE id = ?1",
);
static PAYMENT_TERM: Statement = Statement::new(
    "SELECT org_id, active, code, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM payment_term WHERE id = ?1",
);
static WAREHOUSE: Statement = Statement::new(
    "SELECT org_id, active, code, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM warehouse WHERE id = ?1",
);
static PRICING_SYSTEM: Statement = Statement::new(
    "SELECT org_id, active, code, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM pricing_system WHERE id = ?1",
);
static DOCUMENT_TYPE: Statement = Statement::new(
    "SELECT org_id, active, name, CAST(NULL AS bigint), CAST(NULL AS bigint) FROM document_type WHERE id = ?1",
);

/// `?1` organisations, `?2` missing record, `?3` candidates, `?4` whether only these candidates are considered.
static BUYERS: Statement = Statement::new(
    r"
    SELECT DISTINCT c.bpartner_id
    FROM missing_record_line l
    {join} {row candidate} c ON c.id = l.candidate_id
    WHERE l.missing_record_id = ?2
      AND {no_index c.org_id} {in ?1 int8}
      AND ({param ?4 int8} = 0 OR {no_index l.candidate_id} {in ?3 int8})
    LIMIT 2
    ",
);

static UNFINISHED: Statement =
    Statement::new("SELECT task FROM run WHERE finished_at IS NULL AND kind = 'map' AND task IS NOT NULL");

/// `?1` candidates, `?2` missing records.
static LINES_OF: Statement = Statement::new(
    r"
    SELECT DISTINCT l.candidate_id
    FROM {array ?1 int8}
    {join} missing_record_line l {use_index missing_record_line_candidate} ON l.candidate_id = k.value
    WHERE {no_index l.missing_record_id} {in ?2 text}
    ORDER BY l.candidate_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &PARTNER,
    &LOCATION,
    &CONTACT,
    &PRODUCT,
    &UNIT,
    &SHIPPER,
    &PAYMENT_TERM,
    &WAREHOUSE,
    &PRICING_SYSTEM,
    &DOCUMENT_TYPE,
    &BUYERS,
    &UNFINISHED,
    &LINES_OF,
];

impl MappingReader for StoreTransaction<'_> {
    fn mapping_target(&self, kind: ReferenceKind, id: i64) -> StoreResult<Option<MappingTarget>> {
        let sql = match kind {
            ReferenceKind::Partner | ReferenceKind::SalesPartner => &PARTNER,
            ReferenceKind::Location => &LOCATION,
            ReferenceKind::Contact => &CONTACT,
            ReferenceKind::Product => &PRODUCT,
            ReferenceKind::Unit => &UNIT,
            ReferenceKind::Shipper => &SHIPPER,
            ReferenceKind::PaymentTerm => &PAYMENT_TERM,
            ReferenceKind::Warehouse => &WAREHOUSE,
            ReferenceKind::PricingSystem => &PRICING_SYSTEM,
            ReferenceKind::DocumentType => &DOCUMENT_TYPE,
        };
        first(self.transaction, "cross_reference", sql, [integer(id)], decode_row)
    }

    fn buyers_of_missing(
        &self,
        scope: &WriteScope,
        id: MissingRecordId,
        lines: &[CandidateId],
    ) -> StoreResult<Vec<Option<PartnerId>>> {
        let organisations = self.writable(scope)?;
        let wanted = keys::numbers(lines.iter().map(|line| line.0));
        let values =
            [organisations.write(), owned(id.to_string()), wanted, integer(i64::from(!lines.is_empty()))];
        rows(self.transaction, "missing_record_line", &BUYERS, values, decode_row)
    }

    fn lines_being_mapped(&self, candidates: &[CandidateId]) -> StoreResult<Vec<CandidateId>> {
        let tasks: Vec<String> = rows(self.transaction, "run", &UNFINISHED, [], decode_row)?;
        let mut missing = Vec::new();
        for task in tasks {
            let work: RunWork = from_json("run.task", &task)?;
            missing.extend(work.mapping.map(|mapping| mapping.missing.to_string()));
        }
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let candidates = keys::numbers(candidates.iter().map(|id| id.0));
        let missing = keys::texts(missing.iter().map(String::as_str));
        rows(self.transaction, "missing_record_line", &LINES_OF, [candidates, missing], decode_row)
    }
}

impl MappingWriter for StoreTransaction<'_> {
    fn remember_value(
        &self,
        value: &RememberedValue,
        by: &ChangeAuthor,
    ) -> StoreResult<Result<CrossReferenceId, TakenValue>> {
        remembered::remember(self.transaction, value, by)
    }

    fn forget_value(&self, run: RunId, by: &ChangeAuthor) -> StoreResult<bool> {
        remembered::forget(self.transaction, run, by)
    }
}

impl FromRow for MappingTarget {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            active: row.read()?,
            label: row.read()?,
            partner: row.read()?,
            unit: row.read()?,
        })
    }
}
