//! Voids orders. All data of an order is kept, except the allocations of its candidates.

use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::order::{OrderStatus, VoidOrder};
use orderdock_store::{Conflict, StoreError, StoreResult};

use crate::Transaction;
use crate::sql::column::{Column, integer};
use crate::sql::query::{decode_row, first, run};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{candidates::changes, candidates::history};

static VOID: Statement = Statement::new(
    r"
    UPDATE sales_order
    SET
        status = ?7,
        allocated = 0,
        version = version + 1,
        updated_at = ?4,
        voided_by = ?5,
        void_reason = ?6
    WHERE id = ?2 AND version = ?3 AND org_id {in ?1 int8}
    RETURNING org_id, data_source_id
    ",
);

static END_ALLOCATIONS: Statement = Statement::new("UPDATE allocation SET live = FALSE WHERE order_id = ?");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&VOID, &END_ALLOCATIONS];

/// Voids an order; `Conflict` if it or one of its candidates has changed, in which case the caller rolls back.
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
    let voided = first(transaction, "sales_order", &VOID, values, decode_row)?;
    let (organisation, data_source) = voided.ok_or(StoreError::Conflict(Conflict::Order))?;
    if run(transaction, &END_ALLOCATIONS, [void.order.write()])? != void.changes.len() {
        return Err(StoreError::Conflict(Conflict::Allocation));
    }
    let kind = EventKind::of(EventType::OrderVoided, data_source, void.version + 1);
    transaction.outbox().record(void.call.now, organisation, kind, void.order);
    history::insert(transaction, &void.ordered)?;
    changes::write_all(transaction, &void.changes, void.call.now)
}
