//! Creation of an order that is sent whole; it is completed at once.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId, RequestId};
use orderdock_domain::import::RowNote;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderCall, OrderContext, OrderKeys, OrderRequest, create_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_store::{
    EncodeOrderResponse, OrderCommit, ReadTransaction, StoreResult, StoredBody, WriteTransaction,
};

use crate::bodies::compress;
use crate::failure::status_of;
use crate::orders::OrderService;
use crate::planned_write::{Completed, PlannedWrite, PreparedWrite};
use crate::requests::{LoggedRows, RejectedRows, stored_request};
use crate::{CallCommand, Caller, Effort, EncodedResponse, Failure, IdempotencyGuard, Outcome};

/// Ids of the order and of its request.
const IDS: u32 = 2;
/// Status of the response, also of a dry run.
const CREATED: u16 = 200;

/// An order to create.
pub struct OrderCommand {
    pub request: OrderRequest,
    /// Applies all rules and returns the full response, but writes nothing and draws no document number.
    pub dry_run: bool,
    pub call: CallCommand,
}

/// Result of a creation, for encoding the response.
pub struct OrderResult<'a> {
    /// The order with its number; in a dry run without, and with an imaginary id.
    pub order: &'a Order,
    pub warnings: &'a [Problem],
    pub reference: &'a Reference,
    pub dry_run: bool,
}

/// Encodes the response body. It runs while the order is committed, because the idempotency key stores the response,
/// and again for the caller. Equal results must give equal bytes.
pub type EncodeOrder = Arc<dyn Fn(&OrderResult<'_>) -> Vec<u8> + Send + Sync>;

/// An order to create, with the compressed body of its request.
struct PendingOrder {
    caller: Caller,
    command: OrderCommand,
    compressed: StoredBody,
    encode: EncodeOrder,
}

/// The creation of an order.
struct OrderCreation {
    /// Shared with the functions that encode the response.
    pending: Arc<PendingOrder>,
    keys: OrderKeys,
}

/// A decided order and its response.
struct DecidedOrder {
    /// The order as planned, without its document number.
    order: Order,
    /// Encodes the response of the written order, because only the commit assigns the document number.
    encode_response: Arc<dyn Fn(&Order) -> EncodedResponse + Send + Sync>,
}

impl OrderService {
    /// Creates and completes an order in one transaction. Fails with all problems of the request.
    pub async fn create_order(
        &self,
        caller: Caller,
        command: OrderCommand,
        encode: EncodeOrder,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::OrdersWrite, Phrase::CreateOrders)?;
        let dry_run = command.dry_run;
        let compressed = if dry_run { StoredBody::default() } else { compress(&command.call.received.body) };
        let keys = command.request.keys();
        let pending = Arc::new(PendingOrder { caller, command, compressed, encode });
        let write = Arc::new(OrderCreation { pending: Arc::clone(&pending), keys });
        let decided = self.writes.run(&write).await.map(|Completed { response: decided, written }| {
            let DecidedOrder { order, encode_response } = decided;
            encode_response(&written.unwrap_or(order))
        });
        if let (Err(failure), false) = (&decided, dry_run)
            && failure.is_final()
        {
            let codes: Vec<_> = failure.problems.iter().map(|problem| problem.code).collect();
            let status = status_of(codes.iter().copied());
            let rows = LoggedRows { notes: vec![RowNote::rejected(codes)], ..LoggedRows::default() };
            let rows = RejectedRows { logged_rows: rows, ..RejectedRows::default() };
            self.requests
                .log_rejected_request(&pending.caller, &pending.command.call.received, status, rows)
                .await;
        }
        decided
    }
}

impl PlannedWrite for OrderCreation {
    type Context = OrderContext;
    type Commit = OrderCommit;
    type Response = DecidedOrder;
    type Written = Order;

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<OrderContext> {
        tx.load_order_context(&self.pending.caller.organisations.read(), &self.keys)
    }

    fn id_count(&self, _: &OrderContext) -> u32 {
        if self.pending.command.dry_run { 0 } else { IDS }
    }

    fn effort(&self, _: &OrderContext) -> Effort {
        Effort::of_rows(self.pending.command.request.lines.len())
    }

    fn plan(&self, context: OrderContext, ids: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let mut ids = if self.pending.command.dry_run { IdBlock::imaginary() } else { ids };
        let (order, request) = (ids.next::<OrderId>(), ids.next::<RequestId>());
        let (Some(order), Some(request)) = (order, request) else {
            return Err(Failure::fault("no ids were reserved for an order"));
        };
        let PendingOrder { caller, command, compressed, .. } = &*self.pending;
        let call = OrderCall { now: caller.now, order, request, permissions: caller.permissions() };
        let plan = create_order(&context, &command.request, &call);
        let write = plan.result?;
        let order = write.order.order.clone();
        let (task, warnings, reference) = (self.pending.clone(), plan.warnings, context.reference);
        let encode_response = Arc::new(move |order: &Order| {
            let (warnings, reference, dry_run) = (&*warnings, &*reference, task.command.dry_run);
            let result = OrderResult { order, warnings, reference, dry_run };
            EncodedResponse { status: CREATED, body: (task.encode)(&result) }
        });
        let commit = (!command.dry_run).then(|| {
            let call = &command.call;
            let request = stored_request(caller, &call.received, request, compressed.clone(), CREATED);
            // the commit draws the number, so the response for the idempotency key is encoded there
            let (task, encode) = (self.pending.clone(), encode_response.clone());
            let stored_response =
                move |order: &Order| task.command.call.stored_response(&task.caller, &encode(order));
            let response =
                call.idempotency.is_some().then(|| Arc::new(stored_response) as EncodeOrderResponse);
            OrderCommit { write, request, response }
        });
        Ok(PreparedWrite { commit, response: DecidedOrder { order, encode_response } })
    }

    fn row_count(&self, commit: &OrderCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &OrderCommit) -> StoreResult<Order> {
        tx.create_order(commit)
    }

    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        self.pending.command.call.idempotency.as_ref()
    }
}
