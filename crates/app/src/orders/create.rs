//! An order sent whole is created and completed at once.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId, RequestId};
use orderdock_domain::import::RowNote;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderCall, OrderContext, OrderKeys, OrderRequest, create_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_store::{KeptBody, OrderAnswer, OrderCommit, StoreResult, Turn};

use crate::bodies::compress;
use crate::failure::status_of;
use crate::requests::{KeptRows, RefusedRows, stored_request};
use crate::{Answer, App, Effort, Failure, FirstAnswer, OpContext, Outcome, Received};

/// The order, and the request that it came with.
const IDS: u32 = 2;
/// What is answered, whether the order is new or, in a dry run, only would be.
const CREATED: u16 = 200;

/// An order to create. `idempotency` is the right to answer the request's key, if it has one.
pub struct OrderCommand {
    pub request: OrderRequest,
    /// The real rules and the full answer, but nothing is written and no number drawn.
    pub dry_run: bool,
    pub received: Received,
    pub idempotency: Option<FirstAnswer>,
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
    request: OrderRequest,
    dry_run: bool,
    received: Received,
    compressed: KeptBody,
    idempotency: Option<FirstAnswer>,
    encode: EncodeOrder,
}

/// A plan that can be written.
struct DecidedOrder {
    /// As planned: without its number.
    order: Order,
    commit: Option<OrderCommit>,
    warnings: Arc<[Problem]>,
    reference: Arc<Reference>,
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
        let OrderCommand { request, dry_run, received, idempotency } = command;
        let compressed = if dry_run { KeptBody::default() } else { compress(&received.body) };
        let attempt =
            Arc::new(PendingOrder { ctx, request, dry_run, received, compressed, idempotency, encode });
        let decided = self.decide_order(&attempt).await;
        if let (Err(failure), false) = (&decided, dry_run)
            && failure.is_final()
        {
            let codes: Vec<_> = failure.problems.iter().map(|problem| problem.code).collect();
            let status = status_of(codes.iter().copied());
            let kept = KeptRows { notes: vec![RowNote::refused(codes)], ..KeptRows::default() };
            let rows = RefusedRows { kept, ..RefusedRows::default() };
            self.keep_refused(&attempt.ctx, &attempt.received, status, rows).await;
        }
        decided
    }

    async fn decide_order(&self, attempt: &Arc<PendingOrder>) -> Outcome<Answer> {
        let keys = Arc::new(attempt.request.keys());
        let (task, wanted) = (attempt.clone(), keys.clone());
        let in_turn = move |turn: &dyn Turn| {
            let context = turn.load_order_context(&task.ctx.organisations.read(), &wanted)?;
            let ids = if task.dry_run { IdBlock::imaginary() } else { turn.reserve_ids(IDS)? };
            let DecidedOrder { order, commit, warnings, reference } = match decide(&task, &context, ids) {
                Ok(decided) => decided,
                Err(failure) => return Ok(Err(failure)),
            };
            let written = commit.map(|commit| turn.create_order(&commit)).transpose()?;
            Ok(Ok(task.answer(&written.unwrap_or(order), &warnings, &reference)))
        };
        let rows = 2 + attempt.request.lines.len();
        let first = attempt.idempotency.as_ref();
        self.until_written(first, || self.try_order(attempt, &keys), rows, in_turn).await
    }

    async fn try_order(
        &self,
        attempt: &Arc<PendingOrder>,
        keys: &Arc<OrderKeys>,
    ) -> Outcome<StoreResult<Answer>> {
        let scope = attempt.ctx.organisations.read();
        let context = self.store.load_order_context(scope, keys.clone()).await?;
        let (task, ids) = (attempt.clone(), self.order_ids(attempt).await?);
        let effort = Effort::of_rows(attempt.request.lines.len());
        let DecidedOrder { order, commit, warnings, reference } =
            self.compute(effort, move || decide(&task, &context, ids)).await??;
        let Some(commit) = commit else { return Ok(Ok(attempt.answer(&order, &warnings, &reference))) };
        let written = self.store.create_order(commit).await;
        Ok(written.map(|order| attempt.answer(&order, &warnings, &reference)))
    }

    /// Ids of the order and its request, or imaginary ones where nothing will be written.
    async fn order_ids(&self, attempt: &PendingOrder) -> Outcome<IdBlock> {
        if attempt.dry_run { Ok(IdBlock::imaginary()) } else { Ok(self.take_ids(IDS).await?) }
    }
}

/// One plan with all that its commit writes.
fn decide(attempt: &Arc<PendingOrder>, context: &OrderContext, mut ids: IdBlock) -> Outcome<DecidedOrder> {
    let (order, request) = (ids.next::<OrderId>(), ids.next::<RequestId>());
    let (Some(order), Some(request)) = (order, request) else {
        return Err(Failure::fault("no ids for an order"));
    };
    let (ctx, now) = (&attempt.ctx, attempt.ctx.now);
    let call = OrderCall { now, order, request, permissions: ctx.permissions() };
    let plan = create_order(context, &attempt.request, &call);
    let write = plan.result?;
    let order = write.order.order.clone();
    let warnings: Arc<[Problem]> = plan.warnings.into();
    let reference = context.reference.clone();
    let commit = (!attempt.dry_run).then(|| {
        let body = attempt.compressed.clone();
        let request = stored_request(ctx, &attempt.received, request, body, CREATED);
        OrderCommit { write, request, answer: attempt.kept_answer(&warnings, &reference) }
    });
    Ok(DecidedOrder { order, commit, warnings, reference })
}

impl PendingOrder {
    fn answer(&self, order: &Order, warnings: &[Problem], reference: &Reference) -> Answer {
        let result = OrderResult { order, warnings, reference, dry_run: self.dry_run };
        Answer { status: CREATED, body: (self.encode)(&result) }
    }

    /// The number is drawn by the commit, so the answer under an idempotency key is made there.
    fn kept_answer(
        self: &Arc<Self>,
        warnings: &Arc<[Problem]>,
        reference: &Arc<Reference>,
    ) -> Option<OrderAnswer> {
        self.idempotency.as_ref()?;
        let (this, warnings, reference) = (self.clone(), warnings.clone(), reference.clone());
        Some(Arc::new(move |order| {
            let answer = this.answer(order, &warnings, &reference);
            this.idempotency.as_ref().map(|run| run.answer(&this.ctx, answer.status, &answer.body))
        }))
    }
}
