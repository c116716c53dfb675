//! External references of records in lists of master data.

use orderdock_domain::masterdata::kinds::{Cell, GivenValue, Kind, RecordWrite};
use orderdock_domain::text::duplicate_key;
use orderdock_store::{StoreError, StoreResult};

use super::tables::KindTable;
use crate::sql::column::{integer, text};
use crate::sql::query::run;
use crate::sql::tables::EXTERNAL_REFERENCE;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

/// Expression for the references of the record `t` as pairs of system id and external id.
pub const STORED: &str = "(SELECT {json_rows r.external_system_id || '', r.external_id by r.external_system_id, r.external_id} \
     FROM external_reference r WHERE r.record_id = t.id)";

/// Expression for the references of the record `t` as pairs of system code and external id.
pub const SHOWN: &str = "(SELECT {json_rows s.code, r.external_id by s.code, r.external_id} \
     FROM external_reference r JOIN external_system s ON s.id = r.external_system_id WHERE r.record_id = t.id)";

/// `?1` records.
static DELETE: Statement = Statement::new("DELETE FROM external_reference WHERE record_id {in ?1 int8}");
static INSERT: Statement = Statement::insert(&EXTERNAL_REFERENCE);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DELETE, &INSERT];

/// Returns source and condition for the records with one of the references `?1`: owner, system, id.
pub fn records_found(kind: &Kind) -> (String, String) {
    let source = "{tuples ?1 int8 int8 text} {join} external_reference r \
         ON r.external_id = {tuple 2} AND r.external_system_id = {tuple 1} AND r.org_id = {tuple 0}";
    (format!("{source} AND r.kind = '{}' {{join}} ", kind.path()), " ON t.id = r.record_id".to_owned())
}

/// Converts pairs of system code and external id.
pub fn value(pairs: Vec<Vec<String>>) -> Option<GivenValue> {
    let pairs = pairs.into_iter().map(|pair| <[String; 2]>::try_from(pair).ok().map(<(_, _)>::from));
    pairs.collect::<Option<_>>().map(GivenValue::ExternalReferences)
}

/// Deletes the references of records.
pub fn delete(transaction: &dyn Transaction, records: impl Iterator<Item = i64>) -> StoreResult<()> {
    let mut records = records.peekable();
    if records.peek().is_none() {
        return Ok(());
    }
    run(transaction, &DELETE, [keys::numbers(records)]).map(|_| ())
}

/// Inserts the references of a record that has none, given as pairs of system id and external id.
pub fn insert(
    transaction: &dyn Transaction,
    kind: &Kind,
    write: &RecordWrite,
    references: &[Vec<String>],
) -> StoreResult<()> {
    if references.is_empty() {
        return Ok(());
    }
    let (path, owner) = (kind.path(), write.owner(kind.owner_cell()));
    let partner = if kind.nested { write.root() } else { 0 };
    for reference in references {
        if let [system, id] = reference.as_slice() {
            // the cell contains system ids as text
            let system = system.parse().map_err(|_| StoreError::Inconsistent {
                place: EXTERNAL_REFERENCE.name,
                fault: format!("system {system}"),
            })?;
            let values: [SqlValue<'_>; 6] =
                [text(id), integer(system), text(&path), integer(owner), integer(partner), integer(write.id)];
            run(transaction, &INSERT, values)?;
        }
    }
    Ok(())
}

/// Appends the record id to the first search key of a location or contact with references, whose addresses and names
/// need not be unique.
pub fn separate_key(kind: &Kind, write: &RecordWrite, columns: &mut [SqlValue<'_>]) {
    let has_references = write.cells.iter().any(|cell| matches!(cell, Cell::List(rows) if !rows.is_empty()));
    if !kind.nested || !kind.has_external_references() || !has_references {
        return;
    }
    let Some((key, _)) = kind.derived.first() else { return };
    let names = KindTable::of(kind).columns(kind).into_iter().zip(super::tables::lists(kind));
    let key = KindTable::of(kind).column(kind, key);
    let place = names.filter(|(_, list)| !list).position(|(column, _)| column == key);
    if let Some(SqlValue::Text(value)) = place.and_then(|place| columns.get_mut(place)) {
        *value = duplicate_key(value, write.id).into();
    }
}
