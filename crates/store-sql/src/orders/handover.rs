//! Transfers of orders to receivers.

use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{HandoverOrder, HandoverReply, HandoverWrite};
use orderdock_store::{Conflict, StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, NULL, RowReader, integer};
use crate::sql::query::{decode_row, rows, run_one};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` organisations, `?2` ids.
static LOAD: Statement = Statement::new(
    r"
    SELECT
        id, version, org_id, data_source_id, status, document_no, void_reason, receiver,
        receiver_said_at, handed_over, receiver_number, receiver_words
    FROM sales_order
    WHERE id {in ?2 int8} AND {no_index org_id} {in ?1 int8}
    ORDER BY id
    ",
);

static RECORD_REPLY: Statement = Statement::new(
    r"
    UPDATE sales_order
    SET
        receiver = ?3,
        receiver_said_at = ?4,
        handed_over = ?5,
        receiver_number = ?6,
        receiver_words = ?7,
        version = version + 1,
        updated_at = ?8
    WHERE id = ?1 AND version = ?2
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&LOAD, &RECORD_REPLY];

pub fn load(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ids: &[OrderId],
) -> StoreResult<Vec<HandoverOrder>> {
    let ids = keys::numbers(ids.iter().map(|id| id.0));
    rows(transaction, "sales_order", &LOAD, [organisations.write(), ids], decode_row)
}

impl FromRow for HandoverOrder {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            data_source: row.read()?,
            status: row.read()?,
            document_no: row.read()?,
            void_reason: row.read()?,
            handover: row.read()?,
        })
    }
}

/// Writes transfers; `Conflict` if an order has changed, in which case the caller rolls back.
pub fn write(transaction: &dyn Transaction, handovers: &[HandoverWrite]) -> StoreResult<()> {
    let mut sorted: Vec<_> = handovers.iter().collect();
    // ordered by id, so that concurrent transfers of the same orders do not deadlock
    sorted.sort_by_key(|write| write.order.id);
    for HandoverWrite { order, handover, now } in sorted {
        let accepted = handover.is_accepted();
        let (number, reason) = match &handover.reply {
            HandoverReply::Accepted { number } => (number.write(), NULL),
            HandoverReply::Rejected { reason } => (NULL, reason.write()),
        };
        let values = [
            order.id.write(),
            integer(order.version),
            handover.receiver.write(),
            handover.at.write(),
            accepted.write(),
            number,
            reason,
            now.write(),
        ];
        run_one(transaction, &RECORD_REPLY, values, StoreError::Conflict(Conflict::Order))?;
        if accepted {
            let kind = EventKind::of(EventType::OrderHandedOver, order.data_source, order.version + 1);
            transaction.outbox().record(*now, order.organisation, kind, order.id);
        }
    }
    Ok(())
}
