//! Writes external references of imports: ids of records in external systems.

use std::collections::BTreeSet;

use orderdock_domain::import::ReferenceChanges;
use orderdock_domain::masterdata::ExternalReference;
use orderdock_domain::text::duplicate_key;
use orderdock_store::StoreResult;

use crate::sql::column::{Column, integer, text};
use crate::sql::query::{RowWriter, run_one};
use crate::sql::tables::EXTERNAL_REFERENCE;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, conflict};

static INSERT: Statement = Statement::insert(&EXTERNAL_REFERENCE);

static DELETE: Statement = Statement::new(
    r"
    DELETE FROM external_reference
    WHERE external_id = ?1
      AND external_system_id = ?2
      AND kind = ?3
      AND org_id = ?4
      AND bpartner_id = ?5
      AND record_id = ?6
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &DELETE];

/// Deletes and inserts references; `Conflict` if a deleted one is missing or an inserted one exists.
pub fn write(transaction: &dyn Transaction, changes: &ReferenceChanges) -> StoreResult<()> {
    for reference in in_key_order(&changes.deleted) {
        let path = reference.kind.kind().path();
        run_one(transaction, &DELETE, row(reference, &path), conflict(EXTERNAL_REFERENCE.name))?;
    }
    if changes.inserted.is_empty() {
        return Ok(());
    }
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    for reference in in_key_order(&changes.inserted) {
        let path = reference.kind.kind().path();
        rows.write(row(reference, &path))?;
    }
    rows.close()
}

/// Orders references by unique key, so that no two imports deadlock.
fn in_key_order(references: &[ExternalReference]) -> Vec<&ExternalReference> {
    let mut ordered: Vec<_> = references.iter().collect();
    ordered.sort_by_key(|one| (&one.id, one.system, one.kind, one.organisation, one.partner));
    ordered
}

fn row<'r>(reference: &'r ExternalReference, path: &'r str) -> [SqlValue<'r>; 6] {
    let ExternalReference { record, organisation, partner, system, id, .. } = reference;
    let partner = partner.map_or(0, |partner| partner.0);
    [id.write(), system.write(), text(path), organisation.write(), integer(partner), integer(*record)]
}

/// Appends the record id to the search key of a location or contact without a unique key. `from_end` is the number of
/// columns from the key to the end of the row.
pub fn separate_key(without_unique_key: &BTreeSet<i64>, id: i64, row: &mut [SqlValue<'_>], from_end: usize) {
    let place = row.len().checked_sub(from_end).filter(|_| without_unique_key.contains(&id));
    if let Some(SqlValue::Text(key)) = place.and_then(|place| row.get_mut(place)) {
        *key = duplicate_key(key, id).into();
    }
}
