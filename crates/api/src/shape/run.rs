//! Runs and what they did, as they stand in answers.

use std::collections::HashMap;

use jiff::Timestamp;
use orderdock_app::{OrdersWorth, PlannedHold, PlannedRelease, PlannedRun, StayingCandidate, Stays};
use orderdock_domain::candidate::{Hold, Releases, Status};
use orderdock_domain::ids::OrderId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::processing::{RunCounts, RunOutcome, SplitMember};
use orderdock_domain::text::Code;
use orderdock_store::{ExcludedOrder, RunRecord, RunResult, RunResultOutcome};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Exact, Id, Item, OrderHeadShape, OrderShape, PartnerBlockShape, SalesOrderId};

/// A run of the process `C_OLCand process to C_OrderLines`, or one that validates candidates again or edits them.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub struct RunShape<'a> {
    pub id: Id,
    /// `process`, `revalidate`, `edit` or `undo`.
    pub kind: &'static str,
    /// The run that it undoes.
    pub undoes: Option<Id>,
    /// The run that undoes it, unless that was cut short.
    pub undone_by: Option<Id>,
    /// `schedule`, `call` or `command`.
    pub trigger: &'static str,
    /// `queued`, `running`, `done`, `stopped` or `failed`.
    pub state: &'static str,
    /// Someone asked it to stop.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub stop_requested: bool,
    /// The token's name, `cli` or `scheduler`.
    pub actor: &'a str,
    /// Rules that did not count: `release`, `sibling.error`, `sibling.rejected`, `header.incomplete`, `partial`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub release: Vec<&'static str>,
    pub queued_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// Candidates that it is to look at; lines of their headers that come in meanwhile are looked at, too.
    pub total: u64,
    pub counts: RunCountsShape,
}

/// The figures of a run; `selected` is the sum of `processed`, `stayed` and `failed`.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = RunCounts)]
pub struct RunCountsShape {
    /// Candidates that were looked at.
    pub selected: u64,
    /// How many candidates were not selected themselves, but added because they belong to the same incoming orders.
    pub added: u64,
    /// Candidates that are in an order now; of an edit, those that it changed; of an undoing, those that came back.
    pub processed: u64,
    /// Orders that it made; of an undoing, those that it voided.
    pub orders: u64,
    /// Candidates that wait, were not for this run, or that an edit left as they were.
    pub stayed: u64,
    /// Candidates that cannot become an order, or could not be edited; of an undoing, those that it left as they were.
    pub failed: u64,
}

impl RunCountsShape {
    fn of(counts: RunCounts, added: u64) -> Self {
        let RunCounts { selected, processed, orders, stayed, failed } = counts;
        Self { selected, added, processed, orders, stayed, failed }
    }
}

impl<'a> From<&'a RunRecord> for RunShape<'a> {
    fn from(record: &'a RunRecord) -> Self {
        let run = &record.run;
        Self {
            id: Id(run.id.0),
            kind: run.kind.as_str(),
            undoes: run.undoes.map(|id| Id(id.0)),
            undone_by: record.undone_by.map(|id| Id(id.0)),
            trigger: run.trigger.as_str(),
            state: run.state.as_str(),
            stop_requested: record.stop_requested && run.finished_at.is_none(),
            actor: &run.actor,
            release: released(run.release),
            queued_at: run.queued_at,
            started_at: run.started_at,
            finished_at: run.finished_at,
            total: run.total,
            counts: RunCountsShape::of(run.counts, run.added),
        }
    }
}

/// What a run did with a candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = RunResult)]
pub struct RunResultShape<'a> {
    pub candidate_id: Id,
    /// `ordered`, `held` (nothing is wrong with it, it waits), `failed` or `passed` (it was not for this run); of an
    /// edit `changed`, `unchanged` or `failed`; of an undoing `changed` (it came back) or `failed` (it was left).
    pub outcome: &'static str,
    pub order: Option<ResultOrder<'a>>,
    /// Why it waits.
    #[schema(example = "header.incomplete")]
    pub hold: Option<&'static str>,
    /// The same in words.
    pub hold_message: Option<String>,
    /// Why it cannot become an order, or be edited so; pointers are relative to the candidate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub problems: Vec<Item<'a>>,
    /// What it was before, if it was not for this run.
    pub status: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Item<'a>>,
    /// In a dry run, of one that would not become an order: the sender's header, unless it only stands in for a flat id.
    pub external_header_id: Option<&'a str>,
    /// The same, whose it is and by which reference.
    pub po_reference: Option<&'a str>,
    pub bpartner: Option<PartnerBlockShape<'a>>,
}

/// Where a candidate has gone.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ResultOrder<'a> {
    pub sales_order_id: SalesOrderId,
    pub document_no: Option<&'a str>,
    /// In a dry run: which one of `orders`, from 0; left out if the order is none of those shown.
    pub index: Option<usize>,
    pub line: i64,
    /// Where a header became several orders: the member that sets this one apart from the one before.
    pub split_by: Option<&'static str>,
}

impl<'a> RunResultShape<'a> {
    pub fn of(result: &'a RunResult, language: Language) -> Self {
        let empty = Self::empty(result.candidate.0, &result.warnings, language);
        match &result.outcome {
            RunResultOutcome::Ordered { order, document_no, line, split_by } => Self {
                outcome: "ordered",
                order: Some(ResultOrder {
                    sales_order_id: SalesOrderId(*order),
                    document_no: Some(document_no.as_str()),
                    index: None,
                    line: *line,
                    split_by: split_by.map(SplitMember::as_str),
                }),
                ..empty
            },
            RunResultOutcome::Held(hold) => empty.held(hold, language),
            RunResultOutcome::Failed(problems) => empty.failed(problems, language),
            RunResultOutcome::Passed(status) => Self { status: Some(status.as_str()), ..empty },
            RunResultOutcome::Changed => Self { outcome: "changed", ..empty },
            RunResultOutcome::Unchanged => Self { outcome: "unchanged", ..empty },
        }
    }

    fn empty(candidate: i64, warnings: &'a [Problem], language: Language) -> Self {
        Self {
            candidate_id: Id(candidate),
            outcome: "passed",
            warnings: items(warnings, language),
            ..Self::default()
        }
    }

    /// With what is known of a candidate that would stay; one that was in error before says so here.
    fn of_staying(self, staying: &'a StayingCandidate, language: Language) -> Self {
        let own = if self.status == Some(Status::Error.as_str()) { staying.problems.as_slice() } else { &[] };
        let problems = if self.problems.is_empty() { items(own, language) } else { self.problems };
        let partner = staying.partner.as_ref();
        Self {
            problems,
            external_header_id: staying.header_id.as_ref().map(Code::as_str),
            po_reference: Some(staying.po_reference.as_str()),
            bpartner: partner.map(|one| PartnerBlockShape {
                bpartner: one.into(),
                location: None,
                contact: None,
            }),
            ..self
        }
    }

    fn held(self, hold: &Hold, language: Language) -> Self {
        let (hold, message) = (hold.reason().as_str(), hold.message(language));
        Self { outcome: "held", hold: Some(hold), hold_message: Some(message), ..self }
    }

    fn failed(self, problems: &'a [Problem], language: Language) -> Self {
        Self { outcome: "failed", problems: items(problems, language), ..self }
    }
}

fn items(problems: &[Problem], language: Language) -> Vec<Item<'_>> {
    problems.iter().map(|problem| Item::of(problem, language)).collect()
}

/// What a run would do.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedRun)]
pub struct PlannedRunShape<'a> {
    /// Of all that was selected, and what was added to it.
    pub counts: RunCountsShape,
    /// Incoming orders that are left out whole because `exclude` names a line of them: the first 1,000.
    pub excluded: Vec<ExcludedOrderShape<'a>>,
    /// How many incoming orders are left out because of `exclude`.
    pub excluded_orders: u64,
    /// Of all that was selected.
    pub stays: StaysShape,
    /// What candidates wait for, or would wait for if it were not released.
    pub holds: Vec<PlannedHoldShape>,
    /// The orders that would result, without ids and numbers: the first ones, until they have 1,000 lines.
    pub orders: Vec<OrderShape<'a>>,
    /// Orders that result as they are only with a release, given or not: the first 20 of each reason, likewise.
    pub released: Vec<ReleasedOrderShape<'a>>,
    /// What all orders that would result come to, by currency.
    pub worth: Vec<WorthShape<'a>>,
    /// By candidate: the first 1,000 that would become orders, and the first 1,000 that would not.
    pub results: Vec<RunResultShape<'a>>,
}

/// An incoming order that is left out because a line of it is excluded.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExcludedOrder)]
pub struct ExcludedOrderShape<'a> {
    /// The first of its lines that the filter matches.
    pub candidate_id: Id,
    /// Left out for rows with a flat external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_header_id: Option<&'a str>,
    pub po_reference: &'a str,
    /// How many of its lines the filter matches.
    pub lines: u64,
}

impl<'a> From<&'a ExcludedOrder> for ExcludedOrderShape<'a> {
    fn from(order: &'a ExcludedOrder) -> Self {
        Self {
            candidate_id: Id(order.candidate.0),
            external_header_id: order.header_id.as_ref().map(Code::as_str),
            po_reference: order.po_reference.as_str(),
            lines: order.lines,
        }
    }
}

/// An order that results as it is only with a release.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = ReleasedOrder)]
pub struct ReleasedOrderShape<'a> {
    /// What some of its candidates wait for.
    #[schema(example = "header.incomplete")]
    pub hold: &'static str,
    /// Which one of `orders` it is, from 0; left out if the reason is not released, or the order is none of those shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    pub order: OrderHeadShape<'a>,
}

/// What the orders of a currency come to.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Worth)]
pub struct WorthShape<'a> {
    pub currency_code: &'a str,
    pub orders: u64,
    /// Σ of their totals; left out if that has too many digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Exact>,
}

/// Why candidates would stay. Those that validating again finds in order are in none of these, so that the sum may be
/// less than `stayed` and `failed` of the counts.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedStays)]
pub struct StaysShape {
    /// Something else must happen before.
    pub held: u64,
    /// In error, or found to be.
    pub error: u64,
    /// In an order already.
    pub processed: u64,
    /// Put aside.
    pub inactive: u64,
}

/// A reason to wait.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedHold)]
pub struct PlannedHoldShape {
    #[schema(example = "header.incomplete")]
    pub hold: &'static str,
    /// How many candidates stay because of it, each counted for one reason; where it is released, how many would stay if
    /// it were not.
    pub candidates: u64,
    /// What its release is about; left out where it cannot be released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<PlannedReleaseShape>,
}

/// What the release of a reason is about, all others being as the call names them.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedRelease)]
pub struct PlannedReleaseShape {
    /// The call names it.
    pub given: bool,
    /// Candidates that become orders only with it.
    pub candidates: u64,
    /// Orders that result only with it.
    pub orders: u64,
}

impl From<PlannedHold> for PlannedHoldShape {
    fn from(held: PlannedHold) -> Self {
        let release = held.release.map(|PlannedRelease { given, candidates, orders }| PlannedReleaseShape {
            given,
            candidates,
            orders,
        });
        Self { hold: held.reason.as_str(), candidates: held.candidates, release }
    }
}

/// The words of what was released.
pub fn released(releases: Releases) -> Vec<&'static str> {
    releases.words().collect()
}

impl<'a> PlannedRunShape<'a> {
    pub fn of(planned: &'a PlannedRun, reference: &'a Reference, language: Language) -> Self {
        let Stays { held, error, processed, inactive } = planned.stays;
        let places: HashMap<OrderId, usize> =
            planned.orders.iter().enumerate().map(|(index, new)| (new.order.id, index)).collect();
        let results = planned.results.iter().map(|result| {
            let empty = RunResultShape::empty(result.candidate.0, &result.warnings, language);
            let shape = match &result.outcome {
                RunOutcome::Ordered { order, line, split_by } => RunResultShape {
                    outcome: "ordered",
                    order: Some(ResultOrder {
                        sales_order_id: SalesOrderId(*order),
                        document_no: None,
                        index: places.get(order).copied(),
                        line: *line,
                        split_by: split_by.map(SplitMember::as_str),
                    }),
                    ..empty
                },
                RunOutcome::Held(hold) => empty.held(hold, language),
                RunOutcome::Failed(problems) => empty.failed(problems, language),
                RunOutcome::Passed(status) => RunResultShape { status: Some(status.as_str()), ..empty },
                RunOutcome::Changed(_) => RunResultShape { outcome: "changed", ..empty },
                RunOutcome::Unchanged => RunResultShape { outcome: "unchanged", ..empty },
            };
            match planned.staying.get(&result.candidate) {
                Some(staying) => shape.of_staying(staying, language),
                None => shape,
            }
        });
        Self {
            counts: RunCountsShape::of(planned.counts, planned.added),
            excluded: planned.excluded.iter().map(Into::into).collect(),
            excluded_orders: planned.excluded_orders,
            stays: StaysShape { held, error, processed, inactive },
            holds: planned.holds.iter().copied().map(Into::into).collect(),
            orders: planned
                .orders
                .iter()
                .map(|new| OrderShape::of(&new.order, reference, language))
                .collect(),
            released: planned
                .released
                .iter()
                .map(|one| ReleasedOrderShape {
                    hold: one.reason.as_str(),
                    index: one.place,
                    order: OrderHeadShape::of_order(&one.new.order, reference),
                })
                .collect(),
            worth: planned.worth.iter().map(Into::into).collect(),
            results: results.collect(),
        }
    }
}

impl<'a> From<&'a OrdersWorth> for WorthShape<'a> {
    fn from(worth: &'a OrdersWorth) -> Self {
        let amount = worth.amount.map(|amount| Exact::money(amount, worth.digits));
        Self { currency_code: worth.currency.as_str(), orders: worth.orders, amount }
    }
}
