//! Endpoint 1: an order sent whole is created and completed at once.

use std::sync::{Arc, Mutex};

use orderdock_domain::access::Scope;
use orderdock_domain::ids::{IdBlock, OrderId, RequestId};
use orderdock_domain::import::RowNote;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderCall, OrderContext, OrderKeys, OrderRequest, create_order};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_store::{OrderCommit, StoreError};

use crate::failure::status_of;
use crate::metrics::count;
use crate::requests::{KeptRows, RefusedRows, compress, stored_request};
use crate::{Answer, App, Effort, Failure, OpContext, Outcome, Received, Run};

/// Plans that are made outside the writer's turn before one is made inside it.
const TRIES: usize = 3;
/// The order, and the request that it came with.
const IDS: u32 = 2;
/// Endpoint 1 answers so, whether the order is new or, in a dry run, only would be.
const CREATED: u16 = 200;

/// An order to create. `idempotency` is the right to answer the request's key, if it has one.
pub struct OrderCommand {
    pub request: OrderRequest,
    /// The real rules and the full answer, but nothing is written and no number drawn.
    pub dry_run: bool,
    pub received: Received,
    pub idempotency: Option<Run>,
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
struct Attempt {
    ctx: OpContext,
    request: OrderRequest,
    dry_run: bool,
    received: Received,
    compressed: Vec<u8>,
    idempotency: Option<Run>,
    encode: EncodeOrder,
}

/// A plan that can be written.
struct Decided {
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
        let compressed = if dry_run { Vec::new() } else { compress(&received.body) };
        let attempt = Arc::new(Attempt { ctx, request, dry_run, received, compressed, idempotency, encode });
        let decided = self.decide_order(&attempt).await;
        if let (Err(failure), false) = (&decided, dry_run)
            && failure.retry_after.is_none()
        {
            let codes: Vec<_> = failure.problems.iter().map(|problem| problem.code).collect();
            let status = status_of(codes.iter().copied());
            let kept = KeptRows { notes: vec![RowNote::refused(codes)], ..KeptRows::default() };
            let rows = RefusedRows { kept, ..RefusedRows::default() };
            self.keep_refused(&attempt.ctx, &attempt.received, status, rows).await;
        }
        decided
    }

    async fn decide_order(&self, attempt: &Arc<Attempt>) -> Outcome<Answer> {
        let keys = Arc::new(attempt.request.keys());
        let scope = attempt.ctx.organisations.read();
        let effort = Effort::of_rows(attempt.request.lines.len());
        for _ in 0..TRIES {
            let context = self.store.load_order_context(scope.clone(), keys.clone()).await?;
            let (task, ids) = (attempt.clone(), self.order_ids(attempt).await?);
            let Decided { order, commit, warnings, reference } =
                self.compute(effort, move || decide(&task, &context, ids)).await??;
            let Some(commit) = commit else { return Ok(attempt.answer(&order, &warnings, &reference)) };
            match self.store.create_order(commit).await {
                Ok(order) => return Ok(attempt.answer(&order, &warnings, &reference)),
                Err(StoreError::Conflict(_)) => count(&self.metrics.plan_conflicts, 1),
                Err(error) => return Err(error.into()),
            }
        }
        self.decide_order_in_turn(attempt, keys).await
    }

    /// The planner is pure, so it may run where nothing can overtake it.
    async fn decide_order_in_turn(&self, attempt: &Arc<Attempt>, keys: Arc<OrderKeys>) -> Outcome<Answer> {
        count(&self.metrics.plans_in_turn, 1);
        let ids = self.order_ids(attempt).await?;
        let slot: Arc<Mutex<Option<Outcome<Decided>>>> = Arc::default();
        let (task, result) = (attempt.clone(), slot.clone());
        let plan = Box::new(move |context: OrderContext| {
            let mut decided = decide(&task, &context, ids);
            let commit = decided.as_mut().ok().and_then(|decided| decided.commit.take());
            if let Ok(mut slot) = result.lock() {
                *slot = Some(decided);
            }
            commit
        });
        let written = self.store.create_order_in_turn(attempt.ctx.organisations.read(), keys, plan).await?;
        let decided = slot.lock().ok().and_then(|mut slot| slot.take());
        let Decided { order, warnings, reference, .. } =
            decided.unwrap_or_else(|| Err(Failure::fault("an order was not planned")))?;
        Ok(attempt.answer(&written.unwrap_or(order), &warnings, &reference))
    }

    /// Ids of the order and its request, or imaginary ones where nothing will be written.
    async fn order_ids(&self, attempt: &Attempt) -> Outcome<IdBlock> {
        if attempt.dry_run { Ok(IdBlock::imaginary()) } else { Ok(self.take_ids(IDS).await?) }
    }
}

/// One plan with all that its commit writes.
fn decide(attempt: &Arc<Attempt>, context: &OrderContext, mut ids: IdBlock) -> Outcome<Decided> {
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
    Ok(Decided { order, commit, warnings, reference })
}

impl Attempt {
    fn answer(&self, order: &Order, warnings: &[Problem], reference: &Reference) -> Answer {
        let result = OrderResult { order, warnings, reference, dry_run: self.dry_run };
        Answer { status: CREATED, body: (self.encode)(&result) }
    }

    /// The number is drawn in the writer's turn, so the answer under an idempotency key is made there.
    fn kept_answer(
        self: &Arc<Self>,
        warnings: &Arc<[Problem]>,
        reference: &Arc<Reference>,
    ) -> Option<orderdock_store::OrderAnswer> {
        self.idempotency.as_ref()?;
        let (this, warnings, reference) = (self.clone(), warnings.clone(), reference.clone());
        Some(Box::new(move |order| {
            let answer = this.answer(order, &warnings, &reference);
            this.idempotency.as_ref().map(|run| run.answer(&this.ctx, answer.status, &answer.body))
        }))
    }
}
