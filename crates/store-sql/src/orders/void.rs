//! Voiding an order: it keeps everything but its hold on the candidates.

use jiff::Timestamp;
use orderdock_domain::order::VoidOrder;
use orderdock_store::{StoreError, StoreResult};

use crate::Session;
use crate::column::{Column, integer, run, text};
use crate::history;
use crate::scope::OrganisationIds;

const VOID: &str = "UPDATE sales_order SET status = 'voided', allocated = 0, version = version + 1, updated_at = ?4, \
     voided_by = ?5, void_reason = ?6 WHERE id = ?2 AND version = ?3 AND status = 'completed' AND org_id IN (SELECT value FROM json_each(?1))";
const END_ALLOCATIONS: &str = "UPDATE allocation SET live = 0 WHERE order_id = ?";
const PUT_ASIDE: &str = "UPDATE candidate SET status = 'inactive', hold = ?2, version = version + 1, updated_at = ?3 \
     WHERE id = ?1 AND status = 'processed'";

/// Conflict if the order or one of its candidates is no longer what it was; the caller undoes what was written.
pub fn void(
    session: &dyn Session,
    organisations: &OrganisationIds,
    void: &VoidOrder,
    actor: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let values = [
        organisations.write(),
        void.order.write(),
        integer(void.version),
        now.write(),
        text(actor),
        void.reason.write(),
    ];
    if run(session, VOID, values)? != 1 {
        return Err(StoreError::Conflict("sales_order"));
    }
    history::keep_ordered(session, void.order)?;
    if run(session, END_ALLOCATIONS, [void.order.write()])? != void.candidates.len() {
        return Err(StoreError::Conflict("allocation"));
    }
    for candidate in &void.candidates {
        if run(session, PUT_ASIDE, [candidate.write(), void.hold.write(), now.write()])? != 1 {
            return Err(StoreError::Conflict("candidate"));
        }
        history::note_voided(session, *candidate, void.order, actor, now)?;
    }
    Ok(())
}
