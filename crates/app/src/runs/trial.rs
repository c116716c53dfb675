//! What a run would do: its chunks are planned, and nothing is written.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, HoldReason, Releases, Status};
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::fit;
use orderdock_domain::ids::{CandidateId, IdBlock};
use orderdock_domain::masterdata::{CurrencyCode, Partner};
use orderdock_domain::number::{Decimal, add};
use orderdock_domain::order::{NewOrder, Order};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::{
    HeaderKey, OrdersPlan, ProcessingCall, RunCandidateResult, RunCounts, RunKind, RunOutcome, Taking,
    plan_orders,
};
use orderdock_domain::text::Code;
use orderdock_store::{ExcludedOrder, Gather, Gathered, LoadedChunk, RunScope};

use super::process::{Revalidated, revalidate};
use crate::runs::RunService;
use crate::{Caller, Effort, Failure, Outcome, RunTask};

/// Candidates that a dry run names of those that would become orders, and of those that would stay; and lines after
/// which it shows no further order. The figures are of all.
pub const DRY_RUN_SAMPLE: usize = 1_000;
/// Orders that a dry run names of those that result only with a release, for each reason.
pub const RELEASE_SAMPLE: usize = 20;
/// Chunks that a dry run loads and plans at the same time.
const PLANNED_AT_ONCE: usize = 2;

/// What a run would do.
#[derive(Clone, Debug, Default)]
pub struct PlannedRun {
    /// Without numbers; their ids are imaginary, and differ. The first ones.
    pub orders: Vec<NewOrder>,
    /// By candidate. The first [`DRY_RUN_SAMPLE`] that would become orders, and as many that would not.
    pub results: Vec<RunCandidateResult>,
    /// Of those in `results` that would not become orders.
    pub staying: HashMap<CandidateId, StayingCandidate>,
    /// Of all that was selected, and what was added to it.
    pub counts: RunCounts,
    /// How many of these were not selected themselves.
    pub added: u64,
    /// Incoming orders that are left out because a line of them is excluded: the first, and how many there are.
    pub excluded: Vec<ExcludedOrder>,
    pub excluded_orders: u64,
    /// Of all of these that would not become orders.
    pub stays: Stays,
    /// What they wait for, and would if it were not released; in the order of [`HoldReason::ALL`].
    pub holds: Vec<PlannedHold>,
    /// The first [`RELEASE_SAMPLE`] orders of each reason that result as they are only with its release, likewise.
    pub released: Vec<ReleasedOrder>,
    /// Of all orders, by currency.
    pub worth: Vec<OrdersWorth>,
}

/// Whose a candidate is that would not become an order, and what stands against it.
#[derive(Clone, PartialEq, Debug)]
pub struct StayingCandidate {
    /// The sender's; `None` if it only stands in for a flat id.
    pub header_id: Option<Code>,
    pub po_reference: Code,
    pub partner: Option<Partner>,
    /// As it was found when it was last looked at.
    pub problems: Vec<Problem>,
}

/// An order that results as it is only with a release.
#[derive(Clone, Debug)]
pub struct ReleasedOrder {
    pub reason: HoldReason,
    pub new: NewOrder,
    /// Which one of the run's orders it is; `None` as long as the reason is not released, or if that one is not shown.
    pub place: Option<usize>,
}

/// What orders of a currency come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrdersWorth {
    pub currency: CurrencyCode,
    /// Of its amounts.
    pub digits: u32,
    pub orders: u64,
    /// With taxes; `None` if it does not fit into a number.
    pub amount: Option<Decimal>,
}

/// What candidates wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedHold {
    pub reason: HoldReason,
    /// How many stay because of it; of a reason that is released, how many would stay if it were not.
    pub candidates: u64,
    /// Where it can be released.
    pub release: Option<PlannedRelease>,
}

/// What a release is about, all others being as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlannedRelease {
    /// It is released already.
    pub given: bool,
    /// Candidates that become orders only with it.
    pub candidates: u64,
    /// Orders that result only with it.
    pub orders: u64,
}

/// Why candidates would not become orders. Those that a validation would find in order are none of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stays {
    pub held: u64,
    pub error: u64,
    pub processed: u64,
    pub inactive: u64,
}

/// What a run would do with a chunk.
struct PlannedChunk {
    orders: Vec<NewOrder>,
    results: Vec<RunCandidateResult>,
    staying: HashMap<CandidateId, StayingCandidate>,
    counts: RunCounts,
    holds: TriedHolds,
}

/// What was tried of a reason to wait.
#[derive(Default)]
struct TriedHold {
    /// How many candidates it holds.
    held: u64,
    /// What its release adds to the orders.
    gained: RunCounts,
    /// The first of these orders.
    orders: Vec<NewOrder>,
}

type TriedHolds = HashMap<HoldReason, TriedHold>;

/// What is tried out with every chunk.
#[derive(Clone, Copy)]
struct Trial {
    kind: RunKind,
    release: Releases,
    now: Timestamp,
}

/// What a run would do, while its chunks are planned.
#[derive(Default)]
struct Preview {
    planned: PlannedRun,
    /// Of its orders.
    lines: usize,
    /// Of its results, those that would become orders, and the others.
    ordered: usize,
    staying: usize,
    holds: TriedHolds,
}

impl RunService {
    /// What a run would do with candidates: which orders would result, what would stay and why. Nothing is
    /// written and no number drawn.
    pub async fn plan_run(&self, ctx: &Caller, task: &RunTask, gather: Gather) -> Outcome<PlannedRun> {
        super::check_scope(ctx, task.kind())?;
        let scope = RunScope::of(&ctx.organisations);
        let Gathered { chunks, added, excluded, excluded_orders } = self.gather(&scope, gather).await?;
        let mut imaginary = IdBlock::imaginary();
        let trial = Trial { kind: task.kind(), release: task.release(), now: ctx.now };
        let plans = chunks.into_iter().map(|chunk| {
            let (store, scope) = (self.store.clone(), scope.clone());
            let ids = imaginary.split(u32::MAX);
            async move {
                let ids = ids.ok_or_else(|| Failure::fault("a dry run needed more ids than its limit"))?;
                let loaded = store.read(move |tx| tx.load_chunk(&scope, &chunk)).await?;
                self.workers.compute(Effort::Large, move || trial.chunk(&loaded, ids)).await
            }
        });
        let mut plans = stream::iter(plans).buffered(PLANNED_AT_ONCE);
        let planned = PlannedRun { added, excluded, excluded_orders, ..PlannedRun::default() };
        let mut preview = Preview { planned, ..Preview::default() };
        while let Some(chunk) = plans.next().await {
            preview.add(chunk?);
        }
        Ok(preview.into_planned(trial.release))
    }
}

impl Trial {
    fn chunk(self, loaded: &LoadedChunk, ids: IdBlock) -> PlannedChunk {
        if self.kind == RunKind::Revalidate {
            let call = CorrectionCall { actor: String::new(), now: self.now, run: None };
            let Revalidated { results, counts, .. } = revalidate(true, loaded, &call);
            let staying = staying(loaded, &results);
            return PlannedChunk { orders: Vec::new(), results, staying, counts, holds: TriedHolds::new() };
        }
        let plan = self.plan(loaded, &loaded.candidates, self.release, ids);
        let (counts, holds) = (RunCounts::of(&plan), self.holds(loaded, &plan));
        let staying = staying(loaded, &plan.results);
        PlannedChunk { orders: plan.writes.orders, results: plan.results, staying, counts, holds }
    }

    fn plan(
        self,
        loaded: &LoadedChunk,
        candidates: &[Candidate],
        release: Releases,
        ids: IdBlock,
    ) -> OrdersPlan {
        let taking = Taking { selected: true, release };
        let call = ProcessingCall { now: self.now, run: None, actor: String::new(), taking, ids };
        plan_orders(&loaded.context, candidates, call)
    }

    /// What waits is planned once more for each reason, with its release and without.
    fn holds(self, loaded: &LoadedChunk, plan: &OrdersPlan) -> TriedHolds {
        let mut holds = TriedHolds::new();
        for reason in HoldReason::ALL.iter().copied().filter(|reason| !reason.is_releasable()) {
            holds.insert(reason, TriedHold { held: held_for(plan, reason), ..TriedHold::default() });
        }
        let waiting = waiting_headers(loaded, plan);
        if waiting.is_empty() {
            return holds;
        }
        let planned = |release| self.plan(loaded, &waiting, release, IdBlock::imaginary());
        let as_asked = planned(self.release);
        for reason in HoldReason::RELEASABLE {
            let given = self.release.contains(reason);
            if !given && held_for(&as_asked, reason) == 0 {
                continue;
            }
            let other = planned(if given { self.release.without(reason) } else { self.release.with(reason) });
            let (with, without) = if given { (&as_asked, &other) } else { (&other, &as_asked) };
            let gained = RunCounts::of(with).less(RunCounts::of(without));
            let orders = only_with(with, without);
            holds.insert(reason, TriedHold { held: held_for(without, reason), gained, orders });
        }
        holds
    }
}

/// The first that would not become orders.
fn staying(loaded: &LoadedChunk, results: &[RunCandidateResult]) -> HashMap<CandidateId, StayingCandidate> {
    let stays = results.iter().filter(|result| !is_ordered(result)).take(DRY_RUN_SAMPLE);
    let ids: HashSet<_> = stays.map(|result| result.candidate).collect();
    let candidates = loaded.candidates.iter().filter(|candidate| ids.contains(&candidate.id));
    let partners = &loaded.context.related.partners;
    let told = candidates.map(|candidate| {
        let identity = &candidate.identity;
        let told = StayingCandidate {
            header_id: (!identity.flat).then(|| identity.header_id.clone()),
            po_reference: candidate.po_reference.clone(),
            partner: partners.get(&candidate.buyer.partner).cloned(),
            problems: candidate.problems.clone(),
        };
        (candidate.id, told)
    });
    told.collect()
}

fn is_ordered(result: &RunCandidateResult) -> bool {
    matches!(result.outcome, RunOutcome::Ordered { .. })
}

/// The first orders that are not the same without a release.
fn only_with(with: &OrdersPlan, without: &OrdersPlan) -> Vec<NewOrder> {
    let same: HashSet<_> = without.writes.orders.iter().map(taken).collect();
    let others = with.writes.orders.iter().filter(|new| !same.contains(&taken(new)));
    others.take(RELEASE_SAMPLE).cloned().collect()
}

fn taken(new: &NewOrder) -> Vec<CandidateId> {
    new.claims.iter().map(|claim| claim.candidate).collect()
}

fn held_for(plan: &OrdersPlan, reason: HoldReason) -> u64 {
    let held = plan.results.iter().filter(|result| match &result.outcome {
        RunOutcome::Held(hold) => hold.reason() == reason,
        _ => false,
    });
    fit::<u64>(held.count())
}

/// The candidates of headers of which some wait, or go only because they were released.
fn waiting_headers(loaded: &LoadedChunk, plan: &OrdersPlan) -> Vec<Candidate> {
    let held = plan.results.iter().filter(|result| match &result.outcome {
        RunOutcome::Held(hold) => hold.reason().is_releasable(),
        _ => false,
    });
    let lines = plan.writes.orders.iter().flat_map(|new| &new.order.lines);
    let released = lines.flat_map(|line| &line.allocations).filter(|given| !given.released.is_empty());
    let ids: HashSet<_> =
        held.map(|result| result.candidate).chain(released.map(|given| given.candidate)).collect();
    let of_these = loaded.candidates.iter().filter(|candidate| ids.contains(&candidate.id));
    let headers: HashSet<_> = of_these.map(HeaderKey::of).collect();
    let members = loaded.candidates.iter().filter(|candidate| headers.contains(&HeaderKey::of(candidate)));
    members.cloned().collect()
}

impl Preview {
    fn add(&mut self, mut chunk: PlannedChunk) {
        self.planned.counts = self.planned.counts.plus(chunk.counts);
        for (reason, tried) in chunk.holds {
            let hold = self.holds.entry(reason).or_default();
            hold.held += tried.held;
            hold.gained = hold.gained.plus(tried.gained);
            hold.orders.extend(tried.orders);
            hold.orders.truncate(RELEASE_SAMPLE);
        }
        for result in chunk.results {
            self.planned.stays.note(&result.outcome);
            let shown = if is_ordered(&result) { &mut self.ordered } else { &mut self.staying };
            if *shown < DRY_RUN_SAMPLE {
                *shown += 1;
                let id = result.candidate;
                self.planned.staying.extend(chunk.staying.remove(&id).map(|told| (id, told)));
                self.planned.results.push(result);
            }
        }
        for new in chunk.orders {
            self.weigh(&new.order);
            if self.lines < DRY_RUN_SAMPLE {
                self.lines += new.order.lines.len();
                self.planned.orders.push(new);
            }
        }
    }

    fn weigh(&mut self, order: &Order) {
        let (currency, digits) = (&order.header.currency, order.header.currency_digits);
        let all = &mut self.planned.worth;
        if !all.iter().any(|worth| worth.currency == *currency) {
            let amount = Some(Decimal::ZERO);
            all.push(OrdersWorth { currency: currency.clone(), digits, orders: 0, amount });
        }
        if let Some(worth) = all.iter_mut().find(|worth| worth.currency == *currency) {
            worth.orders += 1;
            worth.amount = worth.amount.and_then(|amount| add(amount, order.grand_total));
        }
    }

    fn into_planned(mut self, release: Releases) -> PlannedRun {
        self.planned.holds = self.holds(release);
        self.planned.released = self.released();
        self.planned.results.sort_unstable_by_key(|result| result.candidate);
        self.planned
    }

    fn released(&mut self) -> Vec<ReleasedOrder> {
        let orders = self.planned.orders.iter().enumerate();
        let places: HashMap<_, _> = orders.map(|(place, new)| (taken(new), place)).collect();
        let mut released = Vec::new();
        for reason in HoldReason::RELEASABLE {
            let tried = self.holds.remove(&reason).unwrap_or_default();
            released.extend(tried.orders.into_iter().map(|new| {
                let place = places.get(&taken(&new)).copied();
                ReleasedOrder { reason, new, place }
            }));
        }
        released
    }

    fn holds(&self, release: Releases) -> Vec<PlannedHold> {
        let held = HoldReason::ALL.iter().filter_map(|reason| Some((*reason, self.holds.get(reason)?)));
        let held = held.filter(|(_, tried)| tried.held > 0);
        let shown = held.map(|(reason, TriedHold { held, gained, .. })| PlannedHold {
            reason,
            candidates: *held,
            release: reason.is_releasable().then_some(PlannedRelease {
                given: release.contains(reason),
                candidates: gained.processed,
                orders: gained.orders,
            }),
        });
        shown.collect()
    }
}

impl Stays {
    fn note(&mut self, outcome: &RunOutcome) {
        let count = match outcome {
            RunOutcome::Held(_) => &mut self.held,
            RunOutcome::Failed(_) | RunOutcome::Passed(Status::Error) => &mut self.error,
            RunOutcome::Passed(Status::Processed) => &mut self.processed,
            RunOutcome::Passed(Status::Inactive) => &mut self.inactive,
            _ => return,
        };
        *count += 1;
    }
}
