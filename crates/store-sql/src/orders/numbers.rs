//! Document numbers: drawn without gaps by the transaction that writes the orders.

use orderdock_domain::cast;
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_store::{StoreError, StoreResult};

use crate::Transaction;
use crate::sql::column::{Column, integer};
use crate::sql::query::value;
use crate::sql::template::Statement;

/// `?3` how many numbers to draw. Returns the last one.
static DRAW: Statement = Statement::new(
    r"
    INSERT INTO document_counter (org_id, document_type_id, value)
    VALUES (?1, ?2, ?3)
    ON CONFLICT (org_id, document_type_id) DO UPDATE SET
        value = document_counter.value + excluded.value
    RETURNING value
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DRAW];

/// Draws `count` numbers and returns the first. The counter stays locked until the commit, so this is called as late as
/// possible.
pub fn draw(
    transaction: &dyn Transaction,
    organisation: OrganisationId,
    document_type: DocumentTypeId,
    count: usize,
) -> StoreResult<i64> {
    let count = cast::<i64>(count);
    let values = [organisation.write(), document_type.write(), integer(count)];
    let last: Option<i64> = value(transaction, "document_counter", &DRAW, values)?;
    let last = last.ok_or_else(|| StoreError::Statement("a counter without a value".to_owned()))?;
    Ok(last - count + 1)
}
