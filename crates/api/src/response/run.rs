//! Runs and their results in responses.

use std::collections::HashMap;

use jiff::Timestamp;
use orderdock_app::{
    OrdersValue, PlannedHold, PlannedRelease, PlannedRun, UnprocessedCandidate, UnprocessedCounts,
};
use orderdock_domain::candidate::{Hold, Releases, Status};
use orderdock_domain::ids::OrderId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::processing::{RunCounts, RunOutcome, SplitMember};
use orderdock_domain::text::Code;
use orderdock_store::{ExcludedOrder, RunRecord, RunResult, RunResultOutcome};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Exact, Id, Item, OrderHeadResponse, OrderResponse, PartnerBlockResponse, SalesOrderId};

/// A run: of the process `C_OLCand process to C_OrderLines`, or one that re-validates or edits candidates, undoes
/// another run or maps unresolved references.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub struct RunResponse<'a> {
    pub id: Id,
    /// Kind of run: `process`, `revalidate`, `edit`, `undo` or `map`.
    pub kind: &'static str,
    /// Id of the run that this run undoes. Absent unless `kind` is `undo`.
    pub undoes: Option<Id>,
    /// Id of the run that undoes this run. Absent if there is none or it was interrupted.
    pub undone_by: Option<Id>,
    /// Trigger of the run: `schedule`, `call` (an API request) or `command` (the command line).
    pub trigger: &'static str,
    /// State of the run: `queued`, `running`, `done`, `stopped` or `failed`.
    pub state: &'static str,
    /// True if the run has been requested to stop and has not ended yet. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub stop_requested: bool,
    /// Name of the access token or user that started the run, or `cli` or `scheduler`.
    pub actor: &'a str,
    /// Released hold reasons: `release`, `sibling.error`, `sibling.rejected`, `header.incomplete`; `partial` for single lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub release: Vec<&'static str>,
    pub queued_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// Number of candidates to process. Lines of the same incoming orders that arrive during the run are processed as
    /// well.
    pub total: u64,
    pub counts: RunCountsResponse,
}

/// Counts of a run. `selected` is the sum of `processed`, `stayed` and `failed`.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = RunCounts)]
pub struct RunCountsResponse {
    /// Number of candidates that the run examined.
    pub selected: u64,
    /// Number of candidates that were not selected themselves, but added because they belong to the same incoming
    /// orders.
    pub added: u64,
    /// Number of candidates that are now in an order. For an edit: changed candidates. For an undo: restored
    /// candidates.
    pub processed: u64,
    /// Number of orders that were created. For an undo: orders that were voided.
    pub orders: u64,
    /// Number of candidates that are on hold, were not eligible for the run, or were not changed by an edit.
    pub stayed: u64,
    /// Number of candidates that cannot become an order line or could not be edited. For an undo: skipped candidates.
    pub failed: u64,
}

impl RunCountsResponse {
    fn of(counts: RunCounts, added: u64) -> Self {
        let RunCounts { selected, processed, orders, skipped, failed } = counts;
        Self { selected, added, processed, orders, stayed: skipped, failed }
    }
}

impl<'a> From<&'a RunRecord> for RunResponse<'a> {
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
            counts: RunCountsResponse::of(run.counts, run.added),
        }
    }
}

/// Result of a run for one candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = RunResult)]
pub struct RunResultResponse<'a> {
    pub candidate_id: Id,
    /// `ordered`, `held` (on hold, without a problem), `failed` or `passed` (not eligible for the run). For an edit:
    /// `changed`, `unchanged` or `failed`. For an undo: `changed` (restored) or `failed` (skipped).
    pub outcome: &'static str,
    pub order: Option<ResultOrder<'a>>,
    /// Reason why the candidate is on hold.
    #[schema(example = "header.incomplete")]
    pub hold: Option<&'static str>,
    /// Description of `hold`, in the requested language.
    pub hold_message: Option<String>,
    /// Problems that prevent the candidate from becoming an order line or from being edited. Pointers are relative to
    /// the candidate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub problems: Vec<Item<'a>>,
    /// Status of the candidate before the run, if the outcome is `passed`.
    pub status: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<Item<'a>>,
    /// External header id of the sender. Only in a dry run, for a candidate that would not become an order line.
    /// Absent if the sender used a flat id.
    pub external_header_id: Option<&'a str>,
    /// Customer's order reference. Like `bpartner`, only in a dry run, for a candidate that would not become an order
    /// line.
    pub po_reference: Option<&'a str>,
    pub bpartner: Option<PartnerBlockResponse<'a>>,
}

/// Sales order of a candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ResultOrder<'a> {
    pub sales_order_id: SalesOrderId,
    pub document_no: Option<&'a str>,
    /// In a dry run: index of the order in `orders`, starting at 0. Absent if the order is not included there.
    pub index: Option<usize>,
    pub line: i64,
    /// Field whose value differs from the previous order, if one incoming order became several sales orders.
    pub split_by: Option<&'static str>,
}

impl<'a> RunResultResponse<'a> {
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

    /// Adds details of a skipped candidate, including a previous error.
    fn of_staying(self, staying: &'a UnprocessedCandidate, language: Language) -> Self {
        let own = if self.status == Some(Status::Error.as_str()) { staying.problems.as_slice() } else { &[] };
        let problems = if self.problems.is_empty() { items(own, language) } else { self.problems };
        let partner = staying.partner.as_ref();
        Self {
            problems,
            external_header_id: staying.header_id.as_ref().map(Code::as_str),
            po_reference: Some(staying.po_reference.as_str()),
            bpartner: partner.map(|one| PartnerBlockResponse {
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

/// Planned result of a run.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedRun)]
pub struct PlannedRunResponse<'a> {
    /// Counts of all selected and added candidates.
    pub counts: RunCountsResponse,
    /// Incoming orders that are skipped completely because `exclude` contains one of their lines. Limited to the first
    /// 1,000.
    pub excluded: Vec<ExcludedOrderResponse<'a>>,
    /// Number of incoming orders that are skipped because of `exclude`.
    pub excluded_orders: u64,
    /// Number of selected candidates that would not become order lines, by reason.
    pub stays: StaysResponse,
    /// Reasons for which candidates are on hold, or would be without a release.
    pub holds: Vec<PlannedHoldResponse>,
    /// Orders that would be created, without ids and document numbers. Once the listed orders contain 1,000 lines,
    /// further orders are omitted.
    pub orders: Vec<OrderResponse<'a>>,
    /// Orders that depend on a release, whether or not the request contains it. They have no ids or document numbers.
    /// Limited to the first 20 for each reason.
    pub released: Vec<ReleasedOrderResponse<'a>>,
    /// Total value of all orders that would be created, by currency.
    pub worth: Vec<WorthResponse<'a>>,
    /// Results by candidate: the first 1,000 that would become order lines and the first 1,000 that would not.
    pub results: Vec<RunResultResponse<'a>>,
}

/// An incoming order that is skipped because `exclude` contains one of its lines.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExcludedOrder)]
pub struct ExcludedOrderResponse<'a> {
    /// Id of its first line that matches the filter.
    pub candidate_id: Id,
    /// External header id. Absent for rows with a flat external id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_header_id: Option<&'a str>,
    pub po_reference: &'a str,
    /// Number of its lines that match the filter.
    pub lines: u64,
}

impl<'a> From<&'a ExcludedOrder> for ExcludedOrderResponse<'a> {
    fn from(order: &'a ExcludedOrder) -> Self {
        Self {
            candidate_id: Id(order.candidate.0),
            external_header_id: order.header_id.as_ref().map(Code::as_str),
            po_reference: order.po_reference.as_str(),
            lines: order.lines,
        }
    }
}

/// An order that would not be created, or would have fewer lines, without a release.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = ReleasedOrder)]
pub struct ReleasedOrderResponse<'a> {
    /// Reason why some of its candidates are on hold.
    #[schema(example = "header.incomplete")]
    pub hold: &'static str,
    /// Index of the order in `orders`, starting at 0. Absent if the reason is not released or the order is not
    /// included there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    pub order: OrderHeadResponse<'a>,
}

/// Total value of the orders in one currency.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Worth)]
pub struct WorthResponse<'a> {
    pub currency_code: &'a str,
    pub orders: u64,
    /// Sum of the order totals. Absent if the sum has too many digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Exact>,
}

/// Number of candidates that would not become order lines, by reason. Candidates that pass re-validation are not
/// included, so the sum can be less than `stayed` plus `failed` in `counts`.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedStays)]
pub struct StaysResponse {
    /// Number of candidates on hold.
    pub held: u64,
    /// Number of candidates in error, before the run or after validation.
    pub error: u64,
    /// Number of candidates that are already in an order.
    pub processed: u64,
    /// Number of excluded candidates.
    pub inactive: u64,
}

/// A reason for which candidates are on hold.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedHold)]
pub struct PlannedHoldResponse {
    #[schema(example = "header.incomplete")]
    pub hold: &'static str,
    /// Number of candidates on hold for this reason, without those that `release.failed` counts. Each candidate is
    /// counted for one reason. If the request releases the reason: the number that would be on hold without it.
    pub candidates: u64,
    /// Effect of releasing the reason. Absent if it cannot be released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<PlannedReleaseResponse>,
}

/// Effect of releasing a reason, with all other releases as in the request.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedRelease)]
pub struct PlannedReleaseResponse {
    /// Whether the request contains this release.
    pub given: bool,
    /// Number of candidates that become order lines only with this release.
    pub candidates: u64,
    /// Number of orders that are created only with this release.
    pub orders: u64,
    /// Number of candidates on hold for this reason that have a problem: with this release they fail.
    pub failed: u64,
}

impl From<PlannedHold> for PlannedHoldResponse {
    fn from(held: PlannedHold) -> Self {
        let release = held.release.map(|PlannedRelease { given, candidates, orders, failed }| {
            PlannedReleaseResponse { given, candidates, orders, failed }
        });
        Self { hold: held.reason.as_str(), candidates: held.candidates, release }
    }
}

/// Returns the names of the releases.
pub fn released(releases: Releases) -> Vec<&'static str> {
    releases.words().collect()
}

impl<'a> PlannedRunResponse<'a> {
    pub fn of(planned: &'a PlannedRun, reference: &'a Reference, language: Language) -> Self {
        let UnprocessedCounts { held, error, processed, inactive } = planned.stays;
        let indexes: HashMap<OrderId, usize> =
            planned.orders.iter().enumerate().map(|(index, new)| (new.order.id, index)).collect();
        let results = planned.results.iter().map(|result| {
            let empty = RunResultResponse::empty(result.candidate.0, &result.warnings, language);
            let shape = match &result.outcome {
                RunOutcome::Ordered { order, line, split_by } => RunResultResponse {
                    outcome: "ordered",
                    order: Some(ResultOrder {
                        sales_order_id: SalesOrderId(*order),
                        document_no: None,
                        index: indexes.get(order).copied(),
                        line: *line,
                        split_by: split_by.map(SplitMember::as_str),
                    }),
                    ..empty
                },
                RunOutcome::Held(hold) => empty.held(hold, language),
                RunOutcome::Failed(problems) => empty.failed(problems, language),
                RunOutcome::Passed(status) => RunResultResponse { status: Some(status.as_str()), ..empty },
                RunOutcome::Changed(_) => RunResultResponse { outcome: "changed", ..empty },
                RunOutcome::Unchanged => RunResultResponse { outcome: "unchanged", ..empty },
            };
            match planned.staying.get(&result.candidate) {
                Some(staying) => shape.of_staying(staying, language),
                None => shape,
            }
        });
        Self {
            counts: RunCountsResponse::of(planned.counts, planned.added),
            excluded: planned.excluded.iter().map(Into::into).collect(),
            excluded_orders: planned.excluded_orders,
            stays: StaysResponse { held, error, processed, inactive },
            holds: planned.holds.iter().copied().map(Into::into).collect(),
            orders: planned
                .orders
                .iter()
                .map(|new| OrderResponse::of(&new.order, reference, language))
                .collect(),
            released: planned
                .released
                .iter()
                .map(|one| ReleasedOrderResponse {
                    hold: one.reason.as_str(),
                    index: one.place,
                    order: OrderHeadResponse::of_order(&one.new.order, reference),
                })
                .collect(),
            worth: planned.worth.iter().map(Into::into).collect(),
            results: results.collect(),
        }
    }
}

impl<'a> From<&'a OrdersValue> for WorthResponse<'a> {
    fn from(worth: &'a OrdersValue) -> Self {
        let amount = worth.amount.map(|amount| Exact::money(amount, worth.digits));
        Self { currency_code: worth.currency.as_str(), orders: worth.orders, amount }
    }
}
