//! Dry runs: the chunks of a run are planned, and nothing is written.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, HoldReason, Releases, Status};
use orderdock_domain::cast;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{CandidateId, IdBlock};
use orderdock_domain::masterdata::{CurrencyCode, Partner};
use orderdock_domain::number::{Decimal, add};
use orderdock_domain::order::{NewOrder, Order};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::{
    EligibilityOptions, HeaderKey, OrdersPlan, ProcessingCall, RunCandidateResult, RunCounts, RunKind,
    RunOutcome, plan_orders,
};
use orderdock_domain::text::Code;
use orderdock_store::{ExcludedOrder, Gathered, LoadedChunk, RunScope, RunTarget};

use super::process::{Revalidated, revalidate};
use crate::runs::RunService;
use crate::{Caller, Effort, Failure, Outcome, RunTask};

/// Maximum number of listed candidates that would become orders, and of listed candidates that would not. No further
/// order is listed after this number of lines. The counts cover all.
pub const DRY_RUN_SAMPLE: usize = 1_000;
/// Number of listed orders per reason that result only with its release.
pub const RELEASE_SAMPLE: usize = 20;
/// Number of chunks that are loaded and planned concurrently.
const PLANNED_AT_ONCE: usize = 2;

/// Result of a dry run.
#[derive(Clone, Debug, Default)]
pub struct PlannedRun {
    /// The first orders, without numbers and with distinct imaginary ids.
    pub orders: Vec<NewOrder>,
    /// Results by candidate: the first [`DRY_RUN_SAMPLE`] that would become orders, and as many that would not.
    pub results: Vec<RunCandidateResult>,
    /// Candidates in `results` that would not become orders.
    pub staying: HashMap<CandidateId, UnprocessedCandidate>,
    /// Counts of all selected and added candidates.
    pub counts: RunCounts,
    /// Number of candidates that were added to the selection.
    pub added: u64,
    /// The first incoming orders that are omitted because a line of them is excluded, and the number of all.
    pub excluded: Vec<ExcludedOrder>,
    pub excluded_orders: u64,
    /// Counts of all candidates that would not become orders.
    pub stays: UnprocessedCounts,
    /// Holds of candidates, including those that are released; in the order of [`HoldReason::ALL`].
    pub holds: Vec<PlannedHold>,
    /// Orders that result in this form only with a release: the first [`RELEASE_SAMPLE`] per reason, in the order of
    /// [`HoldReason::ALL`].
    pub released: Vec<ReleasedOrder>,
    /// Total value of all orders, by currency.
    pub worth: Vec<OrdersValue>,
}

/// A candidate that would not become an order, with its partner and problems.
#[derive(Clone, PartialEq, Debug)]
pub struct UnprocessedCandidate {
    /// Header id of the sender; `None` if it was derived from a flat id.
    pub header_id: Option<Code>,
    pub po_reference: Code,
    pub partner: Option<Partner>,
    /// Problems found by the last validation.
    pub problems: Vec<Problem>,
}

/// An order that results in this form only with a release.
#[derive(Clone, Debug)]
pub struct ReleasedOrder {
    pub reason: HoldReason,
    pub new: NewOrder,
    /// Index of the order in the dry run; `None` if the reason is not released or the order is not listed.
    pub place: Option<usize>,
}

/// Total value of the orders of a currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrdersValue {
    pub currency: CurrencyCode,
    /// Decimal digits of amounts in the currency.
    pub digits: u32,
    pub orders: u64,
    /// Total with taxes; `None` on overflow.
    pub amount: Option<Decimal>,
}

/// Hold of candidates for one reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedHold {
    pub reason: HoldReason,
    /// Number of candidates on hold that would have no problem with the release of the reason. For a released reason,
    /// the number that would be on hold without the release.
    pub candidates: u64,
    /// Effect of a release; `None` if the reason cannot be released.
    pub release: Option<PlannedRelease>,
}

/// Effect of the release of one reason while all other releases are unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlannedRelease {
    /// Whether the reason is released already.
    pub given: bool,
    /// Candidates that become orders only with it.
    pub candidates: u64,
    /// Orders that result only with it.
    pub orders: u64,
    /// Candidates on hold that fail with it. [`PlannedHold::candidates`] does not include them.
    pub failed: u64,
}

/// Counts of candidates that would not become orders, by cause. Candidates that a validation would pass are not
/// counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnprocessedCounts {
    pub held: u64,
    pub error: u64,
    pub processed: u64,
    pub inactive: u64,
}

/// Plan of one chunk.
struct PlannedChunk {
    orders: Vec<NewOrder>,
    results: Vec<RunCandidateResult>,
    staying: HashMap<CandidateId, UnprocessedCandidate>,
    counts: RunCounts,
    holds: HoldTrials,
}

/// Plan for one hold reason, with its release and without.
#[derive(Default)]
struct HoldTrial {
    /// Number of candidates on hold that do not fail with the release.
    held: u64,
    /// Number of candidates on hold that fail with the release.
    failed: u64,
    /// Counts that its release adds to the orders.
    gained: RunCounts,
    /// The first of these orders.
    orders: Vec<NewOrder>,
}

type HoldTrials = HashMap<HoldReason, HoldTrial>;

/// Parameters of a dry run.
#[derive(Clone, Copy)]
struct Trial {
    kind: RunKind,
    release: Releases,
    now: Timestamp,
}

/// State of a dry run: the chunks planned so far.
#[derive(Default)]
struct Preview {
    planned: PlannedRun,
    /// Number of lines of the listed orders.
    lines: usize,
    /// Number of listed results that would become orders, and of the others.
    ordered: usize,
    staying: usize,
    holds: HoldTrials,
}

impl RunService {
    /// Returns the orders that would result from candidates, and the candidates that would not become orders with the
    /// cause. Writes nothing and draws no document number.
    pub async fn plan_run(&self, caller: &Caller, task: &RunTask, gather: RunTarget) -> Outcome<PlannedRun> {
        super::check_scope(caller, task.kind())?;
        let scope = RunScope::of(&caller.organisations);
        let Gathered { chunks, added, excluded, excluded_orders } = self.gather(&scope, gather).await?;
        let mut imaginary = IdBlock::imaginary();
        let trial = Trial { kind: task.kind(), release: task.release(), now: caller.now };
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
            return PlannedChunk { orders: Vec::new(), results, staying, counts, holds: HoldTrials::new() };
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
        let eligibility_options = EligibilityOptions { selected: true, release };
        let call =
            ProcessingCall { now: self.now, run: None, actor: String::new(), eligibility_options, ids };
        plan_orders(&loaded.context, candidates, call)
    }

    /// Plans candidates on hold twice for each reason, with its release and without.
    fn holds(self, loaded: &LoadedChunk, plan: &OrdersPlan) -> HoldTrials {
        let mut holds = HoldTrials::new();
        for reason in HoldReason::ALL.iter().copied().filter(|reason| !reason.is_releasable()) {
            let held = cast::<u64>(held_for(plan, reason).count());
            holds.insert(reason, HoldTrial { held, ..HoldTrial::default() });
        }
        let waiting = waiting_headers(loaded, plan);
        if waiting.is_empty() {
            return holds;
        }
        let planned = |release| self.plan(loaded, &waiting, release, IdBlock::imaginary());
        let as_asked = planned(self.release);
        for reason in HoldReason::RELEASABLE {
            let given = self.release.contains(reason);
            if !given && held_for(&as_asked, reason).next().is_none() {
                continue;
            }
            let other = planned(if given { self.release.without(reason) } else { self.release.with(reason) });
            let (with, without) = if given { (&as_asked, &other) } else { (&other, &as_asked) };
            let gained = RunCounts::of(with).less(RunCounts::of(without));
            let orders = only_with(with, without);
            let failing = failing(with);
            let (failed, held): (Vec<_>, Vec<_>) =
                held_for(without, reason).partition(|candidate| failing.contains(candidate));
            let (held, failed) = (cast::<u64>(held.len()), cast::<u64>(failed.len()));
            holds.insert(reason, HoldTrial { held, failed, gained, orders });
        }
        holds
    }
}

/// Returns the first candidates that would not become orders.
fn staying(
    loaded: &LoadedChunk,
    results: &[RunCandidateResult],
) -> HashMap<CandidateId, UnprocessedCandidate> {
    let stays = results.iter().filter(|result| !is_ordered(result)).take(DRY_RUN_SAMPLE);
    let ids: HashSet<_> = stays.map(|result| result.candidate).collect();
    let candidates = loaded.candidates.iter().filter(|candidate| ids.contains(&candidate.id));
    let partners = &loaded.context.related.partners;
    let staying = candidates.map(|candidate| {
        let identity = &candidate.identity;
        let unprocessed = UnprocessedCandidate {
            header_id: (!identity.flat).then(|| identity.header_id.clone()),
            po_reference: candidate.po_reference.clone(),
            partner: candidate.buyer.and_then(|buyer| partners.get(&buyer.partner)).cloned(),
            problems: candidate.problems.clone(),
        };
        (candidate.id, unprocessed)
    });
    staying.collect()
}

fn is_ordered(result: &RunCandidateResult) -> bool {
    matches!(result.outcome, RunOutcome::Ordered { .. })
}

/// Returns the first orders that differ without a release.
fn only_with(with: &OrdersPlan, without: &OrdersPlan) -> Vec<NewOrder> {
    let same: HashSet<_> = without.writes.orders.iter().map(taken).collect();
    let others = with.writes.orders.iter().filter(|new| !same.contains(&taken(new)));
    others.take(RELEASE_SAMPLE).cloned().collect()
}

fn taken(new: &NewOrder) -> Vec<CandidateId> {
    new.claims.iter().map(|claim| claim.candidate).collect()
}

/// Returns the candidates that are on hold for a reason.
fn held_for(plan: &OrdersPlan, reason: HoldReason) -> impl Iterator<Item = CandidateId> {
    let held = plan.results.iter().filter(move |result| match &result.outcome {
        RunOutcome::Held(hold) => hold.reason() == reason,
        _ => false,
    });
    held.map(|result| result.candidate)
}

/// Returns the candidates in which the planner found problems.
fn failing(plan: &OrdersPlan) -> HashSet<CandidateId> {
    let failed = plan.results.iter().filter(|result| matches!(result.outcome, RunOutcome::Failed(_)));
    failed.map(|result| result.candidate).collect()
}

/// Returns the candidates of incoming orders with a line on hold, or with a line ordered only because of a release.
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
            hold.failed += tried.failed;
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
                self.planned.staying.extend(chunk.staying.remove(&id).map(|unprocessed| (id, unprocessed)));
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
            all.push(OrdersValue { currency: currency.clone(), digits, orders: 0, amount });
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
        let indexes: HashMap<_, _> = orders.map(|(place, new)| (taken(new), place)).collect();
        let mut released = Vec::new();
        for reason in HoldReason::RELEASABLE {
            let tried = self.holds.remove(&reason).unwrap_or_default();
            released.extend(tried.orders.into_iter().map(|new| {
                let place = indexes.get(&taken(&new)).copied();
                ReleasedOrder { reason, new, place }
            }));
        }
        released
    }

    fn holds(&self, release: Releases) -> Vec<PlannedHold> {
        let held = HoldReason::ALL.iter().filter_map(|reason| Some((*reason, self.holds.get(reason)?)));
        let held = held.filter(|(_, tried)| tried.held + tried.failed > 0);
        let shown = held.map(|(reason, HoldTrial { held, failed, gained, .. })| PlannedHold {
            reason,
            candidates: *held,
            release: reason.is_releasable().then_some(PlannedRelease {
                given: release.contains(reason),
                candidates: gained.processed,
                orders: gained.orders,
                failed: *failed,
            }),
        });
        shown.collect()
    }
}

impl UnprocessedCounts {
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
