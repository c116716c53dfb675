//! `POST /api/sales/order/handed-over`.

use orderdock_domain::fit;
use std::sync::Arc;

use axum::response::Response;
use jiff::Timestamp;
use orderdock_app::{Answer, HandedOver, MOST_HANDED_OVER};
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{Handover, HandoverOutcome, HandoverReply};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::{Code, Text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::body::BULK_BYTES;
use crate::http::call::Writing;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::encoded;
use crate::read::candidate_request::RecordId;
use crate::read::json::{ListOf, Members, Reader, ValueFault, members};
use crate::read::located::read_whole;
use crate::read::query::CallHeaders;
use crate::shape::{HandoverShape, Item, SalesOrderId};

const MOST_ERRORS: usize = 100;

/// Results of the confirmations.
#[derive(Serialize, ToSchema)]
pub struct HandedOverAnswer<'a> {
    orders: Vec<HandedOverOrder<'a>>,
}

/// Result of the confirmation of one order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandedOverOrder<'a> {
    sales_order_id: SalesOrderId,
    /// Result: `noted`, `unchanged` (recorded before) or `rejected`.
    outcome: &'static str,
    /// Recorded hand-over. Absent if the confirmation was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    handed_over: Option<HandoverShape<'a>>,
    /// Reasons for the rejection.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<Item<'a>>,
}

/// Confirm the hand-over of sales orders.
///
/// Records that a receiver has accepted an order (`number` is its number there) or has refused it (`refused` is the
/// reason). Repeating the request changes nothing. An order has one receiver: confirmations by another receiver or of
/// a voided order are rejected. Each order has its own result; a rejected one does not affect the others.
#[utoipa::path(post, path = "/api/sales/order/handed-over", tag = "orders", operation_id = "handOverOrders",
    params(CallHeaders), request_body = HandedOverMembers,
    responses((status = 200, description = "All confirmations are recorded.", body = HandedOverAnswer),
        (status = 207, description = "Some confirmations were rejected.", body = HandedOverAnswer),
        (status = 404, description = "None of the orders was found.", body = HandedOverAnswer),
        (status = 409, description = "All confirmations were rejected.", body = HandedOverAnswer),
        (status = 413, description = "More than 1,000 orders.", body = ProblemDocument)))]
pub async fn hand_over_orders(call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body_up_to(BULK_BYTES).await?;
    let language = call.language;
    call.once(|api, caller, call| async move {
        let heard = read(&call.received.body, caller.now)?;
        let encode = Arc::new(move |done: &[HandedOver]| answer(done, language));
        Ok(api.app.hand_over(&caller, heard, call, encode).await?)
    })
    .await
}

members! {
    HandedOverMembers("HandedOverBody", Strict) "Confirmations of a receiver." {
        orders: "orders" ListOf<HandedOverOrderMembers<'t>, 1, 1000>, required, "Confirmations, at most 1,000.";
    }
}

members! {
    HandedOverOrderMembers("HandedOverData", Strict) "Confirmation of one order." {
        sales_order_id: "salesOrderId" RecordId, required;
        receiver: "receiver" Code, required, "Name of the receiver, for example `ERP`. It must not change.";
        number: "number" Code, "Number of the order at the receiver.";
        at: "at" Timestamp, "Time of receipt. Default: now.";
        refused: "refused" Text, "Reason of a receiver that refuses the order.";
    }
}

fn read(sent: &[u8], now: Timestamp) -> Result<Vec<(OrderId, Handover)>, Refusal> {
    read_whole(sent, MOST_ERRORS, |reader, node| {
        let members = HandedOverMembers::open(reader, node)?;
        let orders = reader.objects(members.orders, |reader, members| read_order(reader, members, now));
        let orders = orders.unwrap_or_default();
        let count = orders.len();
        if count == 0 {
            reader.missing(members.orders);
        }
        if count > MOST_HANDED_OVER {
            let limit = fit::<i64>(MOST_HANDED_OVER);
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
    let (number, words) = (reader.read(members.number), reader.read(members.refused));
    let at = reader.read(members.at).unwrap_or(now);
    let said = match words {
        Some(words) => HandoverReply::Refused { words },
        None => HandoverReply::Taken { number },
    };
    Some((OrderId(id?), Handover { receiver: receiver?, at, said }))
}

fn answer(done: &[HandedOver], language: Language) -> Answer {
    let rejected: Vec<u16> = done.iter().filter_map(gravity).collect();
    let status = match rejected.len() {
        0 => 200,
        some if some < done.len() => 207,
        _ if rejected.iter().all(|status| *status == 404) => 404,
        _ => 409,
    };
    let orders = done.iter().map(|one| HandedOverOrder::of(one, language)).collect();
    Answer { status, body: encoded(&HandedOverAnswer { orders }) }
}

fn gravity(one: &HandedOver) -> Option<u16> {
    match &one.outcome {
        HandoverOutcome::Rejected(problem) => Some(problem.code.status()),
        HandoverOutcome::Noted | HandoverOutcome::Unchanged => None,
    }
}

impl<'a> HandedOverOrder<'a> {
    fn of(done: &'a HandedOver, language: Language) -> Self {
        let (outcome, errors) = match &done.outcome {
            HandoverOutcome::Noted => ("noted", Vec::new()),
            HandoverOutcome::Unchanged => ("unchanged", Vec::new()),
            HandoverOutcome::Rejected(problem) => ("rejected", vec![Item::of(problem, language)]),
        };
        let handed_over = errors.is_empty().then(|| HandoverShape::from(&done.said));
        Self { sales_order_id: SalesOrderId(done.order), outcome, handed_over, errors }
    }
}
