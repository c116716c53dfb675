//! Handler that records confirmations of transferred sales orders.

use std::sync::Arc;

use axum::response::Response;
use jiff::Timestamp;
use orderdock_app::{EncodedResponse, HandoverResult, MAX_HANDED_OVER};
use orderdock_domain::cast;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{Handover, HandoverOutcome, HandoverReply};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::{Code, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::body::BULK_BYTES;
use crate::http::error::ApiError;
use crate::http::extract::WriteRequest;
use crate::http::written::encoded;
use crate::request::candidate_request::RecordId;
use crate::request::json::{ListOf, Members, Reader, ValueFault, members};
use crate::request::located::read_whole;
use crate::request::query::CallHeaders;
use crate::response::{HandoverResponse, Item, SalesOrderId};

const MAX_ERRORS: usize = 100;

/// Results of the replies.
#[derive(Serialize, ToSchema)]
#[schema(as = HandedOverAnswer)]
pub struct HandedOverResponse<'a> {
    orders: Vec<HandedOverOrder<'a>>,
}

/// Result of the reply for one order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOverOrder<'a> {
    sales_order_id: SalesOrderId,
    /// Result: `noted` (recorded), `unchanged` (already recorded) or `rejected` (not recorded).
    outcome: &'static str,
    /// Recorded state of the transfer. Absent if the reply was not recorded (outcome `rejected`).
    #[serde(skip_serializing_if = "Option::is_none")]
    handed_over: Option<HandoverResponse<'a>>,
    /// Reasons why the reply was not recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<Item<'a>>,
}

/// Confirm the transfer of sales orders.
///
/// Records that a receiver confirms the transfer of an order (`number` is the order number in the receiver's system) or
/// rejects it (`refused` is the reason). Repeating the request changes nothing. Each order has its own result; a reply
/// that cannot be recorded does not affect the others. A reply cannot be recorded if the order is voided, or if its
/// transfer was already confirmed by another receiver.
#[utoipa::path(post, path = "/api/sales/order/handed-over", tag = "orders", operation_id = "handOverOrders",
    params(CallHeaders), request_body = HandedOverBody,
    responses((status = 200, description = "All replies are recorded.", body = HandedOverResponse),
        (status = 207, description = "Some replies could not be recorded.", body = HandedOverResponse),
        (status = 404, description = "None of the orders was found.", body = HandedOverResponse),
        (status = 409, description = "None of the replies could be recorded.", body = HandedOverResponse),
        (status = 413, description = "More than 1,000 orders.")))]
pub async fn hand_over_orders(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body_up_to(BULK_BYTES).await?;
    let language = call.language;
    call.once(|api, caller, call| async move {
        let replies = read(&call.received.body, caller.now)?;
        let encode = Arc::new(move |done: &[HandoverResult]| respond(done, language));
        Ok(api.services.orders.hand_over(&caller, replies, call, encode).await?)
    })
    .await
}

members! {
    HandedOverBody("HandedOverBody", Strict) "Replies of a receiver to transferred orders." {
        orders: "orders" ListOf<HandedOverOrderMembers<'t>, 1, 1000>, required, "Replies, at most 1,000.";
    }
}

members! {
    HandedOverOrderMembers("HandedOverData", Strict) "Reply of a receiver for one order." {
        sales_order_id: "salesOrderId" RecordId, required;
        receiver: "receiver" Code, required,
            "Name of the receiver, for example `ERP`. It must be the same for all replies to an order.";
        number: "number" Code, "Number of the order in the receiver's system. Only in a confirmation.";
        at: "at" Timestamp, "Time of the confirmation or rejection. Default: now.";
        refused: "refused" Text, "Reason for a rejection. Without it, the transfer is confirmed.";
    }
}

fn read(sent: &[u8], now: Timestamp) -> Result<Vec<(OrderId, Handover)>, ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = HandedOverBody::open(reader, node)?;
        let orders = reader.objects(members.orders, |reader, members| read_order(reader, members, now));
        let orders = orders.unwrap_or_default();
        let count = orders.len();
        if count == 0 {
            reader.missing(members.orders);
        }
        if count > MAX_HANDED_OVER {
            let limit = cast::<i64>(MAX_HANDED_OVER);
            reader.fault(members.orders, ValueFault::new(ProblemCode::OrdersTooMany).with("limit", limit));
        }
        orders.into_iter().collect()
    })
}

fn read_order(
    reader: &mut Reader,
    members: &HandedOverOrderMembers<'_>,
    now: Timestamp,
) -> Option<(OrderId, Handover)> {
    if members.number.is_given() && members.refused.is_given() {
        reader.conflict(members.number, members.refused);
    }
    let id = reader.required(members.sales_order_id);
    let receiver = reader.required(members.receiver);
    let (number, reason) = (reader.read(members.number), reader.read(members.refused));
    let at = reader.read(members.at).unwrap_or(now);
    let reply = match reason {
        Some(reason) => HandoverReply::Rejected { reason },
        None => HandoverReply::Accepted { number },
    };
    Some((OrderId(id?), Handover { receiver: receiver?, at, reply }))
}

fn respond(done: &[HandoverResult], language: Language) -> EncodedResponse {
    let rejected: Vec<u16> = done.iter().filter_map(gravity).collect();
    let status = match rejected.len() {
        0 => 200,
        some if some < done.len() => 207,
        _ if rejected.iter().all(|status| *status == 404) => 404,
        _ => 409,
    };
    let orders = done.iter().map(|one| HandedOverOrder::of(one, language)).collect();
    EncodedResponse { status, body: encoded(&HandedOverResponse { orders }) }
}

fn gravity(one: &HandoverResult) -> Option<u16> {
    match &one.outcome {
        HandoverOutcome::Rejected(problem) => Some(problem.code.status()),
        HandoverOutcome::Noted | HandoverOutcome::Unchanged => None,
    }
}

impl<'a> HandedOverOrder<'a> {
    fn of(done: &'a HandoverResult, language: Language) -> Self {
        let (outcome, errors) = match &done.outcome {
            HandoverOutcome::Noted => ("noted", Vec::new()),
            HandoverOutcome::Unchanged => ("unchanged", Vec::new()),
            HandoverOutcome::Rejected(problem) => ("rejected", vec![Item::of(problem, language)]),
        };
        let handed_over = errors.is_empty().then(|| HandoverResponse::from(&done.handover));
        Self { sales_order_id: SalesOrderId(done.order), outcome, handed_over, errors }
    }
}
