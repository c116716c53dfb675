//! Ensures that concurrent imports create only one location per partner and GLN.

use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::Location;
use orderdock_store::StoreResult;

use crate::sql::query::{decode_row, rows, run};
use crate::sql::template::Statement;
use crate::{Transaction, conflict, sql::keys};

/// `?1` ids of partners; their rows stay locked until the transaction ends.
static LOCK_PARTNERS: Statement =
    Statement::new("UPDATE bpartner SET version = version WHERE id {in ?1 int8}");

/// `?1` ids of new locations.
static DOUBLED: Statement = Statement::new(
    r"
    SELECT count(*)
    FROM {array ?1 int8}
    {join} bpartner_location l ON l.id = k.value
    {join} bpartner_location o ON o.gln = l.gln AND o.id <> l.id
    WHERE {no_index o.bpartner_id} = l.bpartner_id
      AND {no_index o.org_id} = l.org_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&LOCK_PARTNERS, &DOUBLED];

fn with_gln(writes: &ImportWrites) -> Vec<&Location> {
    writes.locations.created.iter().filter(|location| location.gln.is_some()).collect()
}

/// Blocks other imports that create a location with a GLN for the same partners.
pub fn lock(transaction: &dyn Transaction, writes: &ImportWrites) -> StoreResult<()> {
    let locations = with_gln(writes);
    if locations.is_empty() {
        return Ok(());
    }
    let partners = keys::numbers(locations.iter().map(|location| location.partner.0));
    run(transaction, &LOCK_PARTNERS, [partners]).map(|_| ())
}

/// Returns `Conflict` if another import has created a location with the same GLN for one of the partners since the
/// plan was loaded.
pub fn check(transaction: &dyn Transaction, writes: &ImportWrites) -> StoreResult<()> {
    let locations = with_gln(writes);
    if locations.is_empty() {
        return Ok(());
    }
    let ids = keys::numbers(locations.iter().map(|location| location.id.0));
    let doubled: Vec<i64> = rows(transaction, "bpartner_location", &DOUBLED, [ids], decode_row)?;
    if doubled == [0] { Ok(()) } else { Err(conflict("bpartner_location")) }
}
