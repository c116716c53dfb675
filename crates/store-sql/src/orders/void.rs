//! Voiding an order: it keeps everything but its hold on the candidates.

use orderdock_domain::order::{OrderStatus, VoidOrder};
use orderdock_store::{Conflict, StoreError, StoreResult};

use crate::Transaction;
use crate::column::{Column, integer, run};
use crate::scope::OrganisationIds;
use crate::template::{Statement, statement};
use crate::{changes, history};

statement! {
    VOID = "UPDATE sales_order SET status = ?7, allocated = 0, version = version + 1, updated_at = ?4, \
     voided_by = ?5, void_reason = ?6 WHERE id = ?2 AND version = ?3 AND org_id {in 1 int8}"
}
statement! {
    END_ALLOCATIONS = "UPDATE allocation SET live = FALSE WHERE order_id = ?"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&VOID, &END_ALLOCATIONS];

/// Conflict if the order or one of its candidates is no longer what it was; the caller undoes what was written.
pub fn void(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    void: &VoidOrder,
) -> StoreResult<()> {
    let values = [
        organisations.write(),
        void.order.write(),
        integer(void.version),
        void.call.now.write(),
        void.call.actor.write(),
        void.reason.write(),
        OrderStatus::Voided.write(),
    ];
    if run(transaction, &VOID, values)? != 1 {
        return Err(StoreError::Conflict(Conflict::Order));
    }
    if run(transaction, &END_ALLOCATIONS, [void.order.write()])? != void.changes.len() {
        return Err(StoreError::Conflict(Conflict::Allocation));
    }
    history::insert(transaction, &void.ordered)?;
    changes::write_all(transaction, &void.changes, void.call.now)
}
