//! Result of a dry run of an undo in responses.

use orderdock_app::{PlannedUndo, SkippedGroup, UndoCounts};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::order::OrderToVoid;
use orderdock_domain::problem::{Language, Problem};
use serde::Serialize;
use utoipa::ToSchema;

use super::edit::{EditedCandidateResponse, RejectedCandidateResponse};
use super::{Id, Item, SalesOrderId};

/// Planned result of undoing a run.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedUndo)]
pub struct PlannedUndoResponse<'a> {
    pub counts: UndoCountsResponse,
    /// The first five candidates whose values or status would be restored.
    pub sample: Vec<EditedCandidateResponse<'a>>,
    /// The first five orders that would be voided.
    pub orders: Vec<OrderToVoidResponse<'a>>,
    /// Candidates that would be skipped, grouped by reason. The most frequent reason is first.
    pub left: Vec<LeftGroupResponse<'a>>,
}

/// Counts of an undo. `selected` is the sum of `restored` and `left`.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = UndoCounts)]
pub struct UndoCountsResponse {
    /// Number of candidates that the run changed or processed and that still exist.
    pub selected: u64,
    /// Number of candidates that would be removed from orders or restored to their previous state.
    pub restored: u64,
    /// Number of orders that would be voided.
    pub orders: u64,
    /// Number of candidates that would be skipped.
    pub left: u64,
}

/// An order that would be voided.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderToVoid)]
pub struct OrderToVoidResponse<'a> {
    pub sales_order_id: SalesOrderId,
    pub document_no: &'a str,
    /// Number of candidates in the order.
    pub candidates: usize,
}

/// Candidates that would be skipped for the same kind of reason.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = LeftGroup)]
pub struct LeftGroupResponse<'a> {
    /// Problem code of the reason.
    #[schema(example = "undo.changed")]
    pub code: &'static str,
    pub candidates: u64,
    /// The first five, each with its reason.
    pub sample: Vec<RejectedCandidateResponse<'a>>,
}

impl<'a> PlannedUndoResponse<'a> {
    pub fn of(planned: &'a PlannedUndo, language: Language) -> Self {
        let UndoCounts { selected, restored, orders, left } = planned.counts;
        Self {
            counts: UndoCountsResponse { selected, restored, orders, left },
            sample: planned.restored.iter().map(|one| EditedCandidateResponse::of(one, language)).collect(),
            orders: planned.orders.iter().map(OrderToVoidResponse::of).collect(),
            left: planned.left.iter().map(|group| LeftGroupResponse::of(group, language)).collect(),
        }
    }
}

impl<'a> OrderToVoidResponse<'a> {
    fn of(order: &'a OrderToVoid) -> Self {
        Self {
            sales_order_id: SalesOrderId(order.id),
            document_no: order.document_no.as_ref().map_or("", |number| number.as_str()),
            candidates: order.candidates.len(),
        }
    }
}

impl<'a> LeftGroupResponse<'a> {
    fn of(group: &'a SkippedGroup, language: Language) -> Self {
        let shown = |(candidate, problem): &'a (CandidateId, Problem)| RejectedCandidateResponse {
            candidate_id: Id(candidate.0),
            problems: vec![Item::of(problem, language)],
        };
        Self {
            code: group.code.as_str(),
            candidates: group.candidates,
            sample: group.sample.iter().map(shown).collect(),
        }
    }
}
