//! An order sent whole is created and completed at once.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId, RequestId};
use orderdock_domain::import::RowNote;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderCall, OrderContext, OrderRequest, create_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_store::{KeptBody, OrderAnswer, OrderCommit, Turn};

use crate::bodies::compress;
use crate::failure::status_of;
use crate::requests::{KeptRows, RefusedRows, stored_request};
use crate::{Answer, App, CallCommand, Effort, Failure, OpContext, Outcome};

/// The order, and the request that it came with.
const IDS: u32 = 2;
/// What is answered, whether the order is new or, in a dry run, only would be.
const CREATED: u16 = 200;

/// An order to create.
pub struct OrderCommand {
    pub request: OrderRequest,
    /// The real rules and the full answer, but nothing is written and no number drawn.
    pub dry_run: bool,
    pub call: CallCommand,
}

/// What became of it, for the answer.
pub struct OrderResult<'a> {
    /// With its number; in a dry run without, and with an id that no record has.
    pub order: &'a Order,
    pub warnings: &'a [Problem],
    pub reference: &'a Reference,
    pub dry_run: bool,
}

/// Writes the answer's body. It runs while the order is committed, because an idempotency key keeps the answer,
/// and again for the caller: the same result must give the same bytes.
pub type EncodeOrder = Arc<dyn Fn(&OrderResult<'_>) -> Vec<u8> + Send + Sync>;

/// What stays the same from try to try.
struct PendingOrder {
    ctx: OpContext,
    command: OrderCommand,
    compressed: KeptBody,
    encode: EncodeOrder,
}

/// A plan that can be written.
struct DecidedOrder {
    /// As planned: without its number.
    order: Order,
    commit: Option<OrderCommit>,
    /// Makes the answer of the order as it is then.
    answer: Arc<dyn Fn(&Order) -> Answer + Send + Sync>,
}

impl App {
    /// Creates and completes an order in one transaction, or answers all that stands against it.
    pub async fn create_order(
        &self,
        ctx: OpContext,
        command: OrderCommand,
        encode: EncodeOrder,
    ) -> Outcome<Answer> {
        ctx.require(Scope::OrdersWrite, Phrase::CreateOrders)?;
        let dry_run = command.dry_run;
        let compressed = if dry_run { KeptBody::default() } else { compress(&command.call.received.body) };
        let pending = Arc::new(PendingOrder { ctx, command, compressed, encode });
        let decided = self.decide_order(&pending).await;
        if let (Err(failure), false) = (&decided, dry_run)
            && failure.is_final()
        {
            let codes: Vec<_> = failure.problems.iter().map(|problem| problem.code).collect();
            let status = status_of(codes.iter().copied());
            let kept = KeptRows { notes: vec![RowNote::refused(codes)], ..KeptRows::default() };
            let rows = RefusedRows { kept, ..RefusedRows::default() };
            self.keep_refused(&pending.ctx, &pending.command.call.received, status, rows).await;
        }
        decided
    }

    async fn decide_order(&self, pending: &Arc<PendingOrder>) -> Outcome<Answer> {
        let OrderCommand { request, dry_run, call } = &pending.command;
        let (keys, dry_run) = (Arc::new(request.keys()), *dry_run);
        let (task, wanted) = (pending.clone(), keys.clone());
        let in_turn = move |turn: &dyn Turn| {
            let context = turn.load_order_context(&task.ctx.organisations.read(), &wanted)?;
            let ids = if dry_run { IdBlock::imaginary() } else { turn.reserve_ids(IDS)? };
            let DecidedOrder { order, commit, answer } = match decide(&task, &context, ids) {
                Ok(decided) => decided,
                Err(failure) => return Ok(Err(failure)),
            };
            let written = commit.map(|commit| turn.create_order(&commit)).transpose()?;
            Ok(Ok(answer(&written.unwrap_or(order))))
        };
        let attempt = async || {
            let scope = pending.ctx.organisations.read();
            let context = self.store.load_order_context(scope, keys.clone()).await?;
            let ids = if dry_run { IdBlock::imaginary() } else { self.take_ids(IDS).await? };
            let (task, effort) = (pending.clone(), Effort::of_rows(request.lines.len()));
            let decided = self.compute(effort, move || decide(&task, &context, ids)).await??;
            let DecidedOrder { order, commit, answer } = decided;
            let Some(commit) = commit else { return Ok(Ok(answer(&order))) };
            Ok(self.store.create_order(commit).await.map(|order| answer(&order)))
        };
        let rows = 2 + request.lines.len();
        self.until_written(call.idempotency.as_ref(), attempt, rows, in_turn).await
    }
}

/// One plan with all that its commit writes.
fn decide(pending: &Arc<PendingOrder>, context: &OrderContext, mut ids: IdBlock) -> Outcome<DecidedOrder> {
    let (order, request) = (ids.next::<OrderId>(), ids.next::<RequestId>());
    let (Some(order), Some(request)) = (order, request) else {
        return Err(Failure::fault("no ids were reserved for an order"));
    };
    let PendingOrder { ctx, command, compressed, .. } = &**pending;
    let call = OrderCall { now: ctx.now, order, request, permissions: ctx.permissions() };
    let plan = create_order(context, &command.request, &call);
    let write = plan.result?;
    let order = write.order.order.clone();
    let (task, warnings, reference) = (pending.clone(), plan.warnings, context.reference.clone());
    let answer = Arc::new(move |order: &Order| {
        let (warnings, reference, dry_run) = (&*warnings, &*reference, task.command.dry_run);
        let result = OrderResult { order, warnings, reference, dry_run };
        Answer { status: CREATED, body: (task.encode)(&result) }
    });
    let commit = (!command.dry_run).then(|| {
        let call = &command.call;
        let request = stored_request(ctx, &call.received, request, compressed.clone(), CREATED);
        // the number is drawn by the commit, so the answer under an idempotency key is made there
        let (task, answer) = (pending.clone(), answer.clone());
        let kept = move |order: &Order| task.command.call.stored_answer(&task.ctx, &answer(order));
        let answer = call.idempotency.is_some().then(|| Arc::new(kept) as OrderAnswer);
        OrderCommit { write, request, answer }
    });
    Ok(DecidedOrder { order, commit, answer })
}
