//! Cross-references in lists of master data: their targets, uses and filters.

use orderdock_domain::masterdata::kinds::RecordUsage;
use orderdock_store::{CrossReferenceFilter, StoreResult};

use crate::sql::column::{NULL, RowReader, integer, text};
use crate::sql::query::run;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

static FORGET_USES: Statement =
    Statement::new("DELETE FROM cross_reference_use WHERE cross_reference_id = ?1");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&FORGET_USES];

/// Expressions for the number of uses, the last use and the author of the record `t`.
pub const USAGE: &str = "(SELECT CAST(coalesce(sum(u.uses), 0) AS bigint) FROM cross_reference_use u \
       WHERE u.cross_reference_id = t.id), \
     (SELECT max(u.last_used_at) FROM cross_reference_use u WHERE u.cross_reference_id = t.id), \
     (SELECT h.actor FROM masterdata_change h WHERE h.root_id = t.id AND h.record_id = t.id AND h.version = 1)";

/// The target of the record `t`; the same expression as in its index.
const TARGET: &str = "coalesce(t.target_bpartner_id, t.target_location_id, t.target_contact_id, \
     t.target_product_id, t.target_uom_id, t.target_shipper_id, t.target_payment_term_id, t.target_warehouse_id)";

/// Returns the expression for a reference to a nested record: its external id or GLN if that is unique within its
/// partner, otherwise `int-` and its id.
pub fn nested_target(table: &str, has_gln: bool, column: &str) -> String {
    let (key, also) = if has_gln {
        ("coalesce(r.external_id, r.gln)", " OR o.gln = coalesce(r.external_id, r.gln)")
    } else {
        ("r.external_id", "")
    };
    format!(
        "(SELECT CASE WHEN {key} IS NULL OR EXISTS (SELECT 1 FROM {table} o \
           WHERE o.bpartner_id = r.bpartner_id AND o.id <> r.id AND (o.external_id = {key}{also})) \
         THEN 'int-' || r.id ELSE {key} END FROM {table} r WHERE r.id = t.{column})"
    )
}

/// Reads the values of [`USAGE`].
pub fn usage(row: &mut RowReader<'_>) -> StoreResult<RecordUsage> {
    Ok(RecordUsage { uses: row.read()?, last_used_at: row.read()?, created_by: row.read()? })
}

/// Returns the conditions of a filter; `?8` is the value and `?9` the target.
pub fn conditions(filter: &CrossReferenceFilter) -> impl Iterator<Item = String> {
    let kind = filter.kind.map(|kind| format!("t.kind = '{}'", kind.as_str()));
    let value = filter.value.as_ref().map(|_| "t.value = ?8".to_owned());
    let target = filter.target.map(|_| format!("{TARGET} = ?9"));
    kind.into_iter().chain(value).chain(target)
}

/// Returns the values of [`conditions`].
pub fn values(filter: &CrossReferenceFilter) -> [SqlValue<'_>; 2] {
    let value = filter.value.as_ref().map_or(NULL, |value| text(value.as_str()));
    [value, filter.target.map_or(NULL, integer)]
}

/// Deletes the counted uses of a removed record.
pub fn forget_uses(transaction: &dyn Transaction, id: i64) -> StoreResult<()> {
    run(transaction, &FORGET_USES, [integer(id)]).map(|_| ())
}
