//! Planner of a run: assigns every candidate to an order, or records why it is not processed.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::candidate_validator::{CandidateValidator, Failed, PricedCandidate};
use super::order_builder::{DraftFault, OrderBuilder, OrderDraft};
use super::{
    Eligibility, HeaderKey, OrdersPlan, ProcessingCall, ProcessingContext, RunCandidateResult, RunOutcome,
    SplitMember, eligibility,
};
use crate::candidate::{Candidate, CandidateChange, CandidateEvent, CandidateState, Hold, Status};
use crate::correction::CorrectionCall;
use crate::ids::OrderId;
use crate::import::Expectation;
use crate::order::{CandidateClaim, prices_by_product};
use crate::problem::{Problem, ProblemCode};

/// Plans a chunk of a run with whole incoming orders.
///
/// Every candidate has one result: a line of one order, or the reason why it has none. The plan is deterministic and does
/// not depend on the order of the candidates.
pub fn plan_orders(
    context: &ProcessingContext,
    candidates: &[Candidate],
    call: ProcessingCall,
) -> OrdersPlan {
    let prices = prices_by_product(&context.product_prices);
    let validator = CandidateValidator { context, prices: &prices };
    let mut planner = OrdersPlanner {
        validator,
        drafter: OrderBuilder::new(validator),
        by: CorrectionCall { actor: call.actor.clone(), now: call.now, run: call.run },
        call,
        unchanged: HashSet::new(),
        plan: OrdersPlan::default(),
    };
    planner
        .unchanged
        .extend(validator.reference().expectations(candidates.iter().map(|one| one.organisation)));
    for header in by_header(candidates) {
        planner.header(&header);
    }
    planner.finish()
}

/// Groups candidates by incoming order, sorted by the first candidate; within a group by id, without duplicates.
fn by_header(candidates: &[Candidate]) -> Vec<Vec<&Candidate>> {
    let mut sorted: Vec<&Candidate> = candidates.iter().collect();
    sorted.sort_unstable_by_key(|candidate| candidate.id);
    sorted.dedup_by_key(|candidate| candidate.id);
    let mut headers: Vec<Vec<&Candidate>> = Vec::new();
    let mut indexes = HashMap::new();
    for candidate in sorted {
        let index = *indexes.entry(HeaderKey::of(candidate)).or_insert_with(|| {
            headers.push(Vec::new());
            headers.len() - 1
        });
        headers[index].push(candidate);
    }
    headers
}

struct OrdersPlanner<'a> {
    validator: CandidateValidator<'a>,
    drafter: OrderBuilder<'a>,
    call: ProcessingCall,
    by: CorrectionCall,
    unchanged: HashSet<Expectation>,
    plan: OrdersPlan,
}

impl<'a> OrdersPlanner<'a> {
    /// Plans an incoming order as a whole. If a candidate fails, the others are held because of it, unless the data source
    /// allows partial incoming orders or the caller released this hold reason.
    fn header(&mut self, candidates: &[&'a Candidate]) {
        let (priced, mut failed) = self.examine(candidates);
        let mut drafts = self.drafts(priced, &mut failed);
        if self.leaves_lines_out(candidates) {
            drafts.iter_mut().for_each(OrderDraft::record_partial);
        }
        failed.sort_unstable_by_key(|failed| failed.candidate.id);
        let culprit = failed.first().and_then(|failed| {
            let code = failed.problems.first().map_or(ProblemCode::ServerFault, |problem| problem.code);
            let source = self.validator.reference().data_source(failed.candidate.data_source);
            let whole = !source.is_some_and(|source| source.partial_headers);
            whole.then_some(Hold::SiblingError { candidate: failed.candidate.id, code })
        });
        match culprit {
            None => self.accept(drafts),
            Some(hold) if self.call.eligibility_options.release.contains(hold.reason()) => {
                for draft in &mut drafts {
                    draft.record_release(hold.reason());
                }
                self.accept(drafts);
            }
            Some(hold) => {
                for member in drafts.into_iter().flat_map(|draft| draft.members) {
                    self.hold(member.candidate, hold.clone(), member.warnings);
                }
            }
        }
        for failed in failed {
            self.fail(failed);
        }
    }

    /// Returns whether ready lines of the incoming order are not among the candidates, and the caller allowed this.
    fn leaves_lines_out(&self, candidates: &[&'a Candidate]) -> bool {
        let state =
            candidates.first().and_then(|one| self.validator.context.headers.get(&HeaderKey::of(one)));
        let given = candidates.iter().filter(|candidate| candidate.status == Status::New).count();
        self.call.eligibility_options.release.partial && state.is_some_and(|state| given < state.ready)
    }

    /// Validates and prices eligible candidates, and records the results of the others.
    fn examine(&mut self, candidates: &[&'a Candidate]) -> (Vec<PricedCandidate<'a>>, Vec<Failed<'a>>) {
        let key = candidates.first().map(|first| HeaderKey::of(first));
        let state = key.and_then(|key| self.validator.context.headers.get(&key));
        let (mut priced, mut failed) = (Vec::with_capacity(candidates.len()), Vec::new());
        for candidate in candidates {
            let reference = self.validator.reference();
            match eligibility(candidate, state, reference, self.call.eligibility_options, self.call.now) {
                Eligibility::Eligible(released) => match self.validator.examine(candidate, released) {
                    Ok(member) => priced.push(member),
                    Err(problems) => failed.push(problems),
                },
                Eligibility::Held(hold, until) => {
                    self.plan.due = earlier(self.plan.due, until);
                    self.hold(candidate, hold, Vec::new());
                }
                Eligibility::Ignored(status) => {
                    self.result(candidate, RunOutcome::Passed(status), Vec::new());
                }
            }
        }
        (priced, failed)
    }

    /// Builds one draft per split key, sorted by the smallest candidate id. Candidates that cannot share a line or an order
    /// are moved to `failed`, and the draft is built from the others.
    fn drafts(
        &mut self,
        mut priced: Vec<PricedCandidate<'a>>,
        failed: &mut Vec<Failed<'a>>,
    ) -> Vec<OrderDraft<'a>> {
        priced.sort_unstable_by(|left, right| {
            let sent =
                |member: &PricedCandidate<'_>| (member.candidate.line.is_none(), member.candidate.line);
            let ids = left.candidate.id.cmp(&right.candidate.id);
            left.key.cmp(&right.key).then_with(|| sent(left).cmp(&sent(right))).then(ids)
        });
        let mut drafts = Vec::new();
        for mut members in split(priced) {
            while !members.is_empty() {
                match self.drafter.draft(&members) {
                    Ok(body) => {
                        drafts.push(OrderDraft { members, body });
                        break;
                    }
                    Err(fault) => members = without(members, &fault, failed),
                }
            }
        }
        drafts.sort_unstable_by_key(|draft| draft.members.iter().map(|member| member.candidate.id).min());
        drafts
    }

    fn accept(&mut self, drafts: Vec<OrderDraft<'a>>) {
        let mut before = None;
        for draft in drafts {
            let Some(id) = self.call.ids.next::<OrderId>() else {
                self.plan.ids_short += 1;
                continue;
            };
            let key = draft.members.first().map(|first| first.key.clone());
            let split_by = before.zip(key.as_ref()).and_then(|(before, key)| key.difference(&before));
            before = key;
            self.order(id, draft, split_by);
        }
    }

    fn order(&mut self, id: OrderId, draft: OrderDraft<'a>, split_by: Option<SplitMember>) {
        self.expect(&draft);
        let OrderDraft { mut members, body } = draft;
        let claims = members.iter_mut().map(|member| self.claim(member)).collect();
        let mut requests: Vec<_> = members.iter().map(|member| member.candidate.request).collect();
        requests.sort_unstable();
        requests.dedup();
        let mut warnings: HashMap<_, _> =
            members.into_iter().map(|member| (member.candidate.id, member.warnings)).collect();
        for line in &body.lines {
            for given in &line.allocations {
                let outcome = RunOutcome::Ordered { order: id, line: line.line, split_by };
                let warnings = warnings.remove(&given.candidate).unwrap_or_default();
                self.plan.results.push(RunCandidateResult { candidate: given.candidate, outcome, warnings });
            }
        }
        let (came_with, settings) = ((requests, self.call.run), &self.validator.context.settings);
        self.plan.writes.orders.push(body.made(id, came_with, claims, settings, self.call.now));
    }

    /// Claims a candidate for an order. If its list price has changed, adds the change of the price.
    fn claim(&mut self, member: &mut PricedCandidate<'a>) -> CandidateClaim {
        let claim = CandidateClaim::of(member.candidate);
        let Some((price, problem)) = member.changed_price() else { return claim };
        let change = CandidateChange::repriced(member.candidate, price, problem.clone(), &self.by);
        self.plan.writes.repriced.push(change);
        member.warnings.push(problem);
        CandidateClaim { version: claim.version + 1, ..claim }
    }

    /// Adds the partners and products of an order to the records that must be unchanged at the commit.
    fn expect(&mut self, draft: &OrderDraft<'a>) {
        let header = &draft.body.header;
        let others = [&header.bill, &header.drop_ship, &header.hand_over];
        for party in others.into_iter().flatten().chain([&header.buyer]) {
            self.unchanged.extend(party.expectations());
        }
        let products = draft.members.iter().map(|member| member.line.product);
        self.unchanged.extend(products.map(Expectation::from));
    }

    fn hold(&mut self, candidate: &Candidate, hold: Hold, warnings: Vec<Problem>) {
        if candidate.hold.as_ref() != Some(&hold) {
            let found = CandidateState { hold: Some(hold.clone()), ..CandidateState::plain(Status::New) };
            self.change(candidate, CandidateEvent::Held, found);
        }
        self.result(candidate, RunOutcome::Held(hold), warnings);
    }

    fn fail(&mut self, failed: Failed<'a>) {
        let found =
            CandidateState { problems: failed.problems.clone(), ..CandidateState::plain(Status::Error) };
        self.change(failed.candidate, CandidateEvent::Failed, found);
        self.result(failed.candidate, RunOutcome::Failed(failed.problems), failed.warnings);
    }

    fn change(&mut self, candidate: &Candidate, event: CandidateEvent, found: CandidateState) {
        let change = CandidateChange::of(candidate, event, found, None, &self.by);
        self.plan.writes.changes.extend(change);
    }

    fn result(&mut self, candidate: &Candidate, outcome: RunOutcome, warnings: Vec<Problem>) {
        self.plan.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
    }

    fn finish(mut self) -> OrdersPlan {
        self.plan.results.sort_unstable_by_key(|result| result.candidate);
        self.plan.writes.changes.sort_unstable_by_key(|change| change.claim.candidate);
        self.plan.writes.unchanged.extend(self.unchanged);
        self.plan.writes.unchanged.sort_unstable();
        self.plan
    }
}

/// Splits sorted candidates into groups of equal split key.
fn split(sorted: Vec<PricedCandidate<'_>>) -> Vec<Vec<PricedCandidate<'_>>> {
    let mut orders: Vec<Vec<PricedCandidate<'_>>> = Vec::new();
    for member in sorted {
        match orders.last_mut().filter(|order| order.last().is_some_and(|last| last.key == member.key)) {
            Some(order) => order.push(member),
            None => orders.push(vec![member]),
        }
    }
    orders
}

/// Moves the candidates at fault to `failed` and returns the others.
fn without<'a>(
    members: Vec<PricedCandidate<'a>>,
    fault: &DraftFault,
    failed: &mut Vec<Failed<'a>>,
) -> Vec<PricedCandidate<'a>> {
    let (at_fault, rest): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|member| fault.candidates.contains(&member.candidate.id));
    failed.extend(at_fault.into_iter().map(|member| Failed {
        candidate: member.candidate,
        problems: fault.problems.clone(),
        warnings: member.warnings,
    }));
    rest
}

fn earlier(left: Option<Timestamp>, right: Option<Timestamp>) -> Option<Timestamp> {
    [left, right].into_iter().flatten().min()
}
