//! Ids from one sequence for records of every kind.

use orderdock_store::{StoreError, StoreResult};

use crate::Transaction;
use crate::sql::column::integer;
use crate::sql::query::value;
use crate::sql::template::Statement;

static RESERVE: Statement = Statement::new(
    r"
    UPDATE counter
    SET value = value + ?1
    WHERE name = 'id'
    RETURNING value - ?1
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&RESERVE];

/// Reserves `count` ids of the sequence and returns the first.
pub(crate) fn reserve_ids(transaction: &dyn Transaction, count: u32) -> StoreResult<i64> {
    value::<i64>(transaction, "counter", &RESERVE, [integer(i64::from(count))])?
        .ok_or_else(|| StoreError::Inconsistent { place: "counter", fault: "no row `id`".to_owned() })
}
