//! `GET /api/sales/order/{id}/history`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{HistoryItem, OrderChange};
use orderdock_store::Comment;
use serde::Serialize;
use utoipa::ToSchema;

use super::order_id;
use crate::handlers::history_page::{cursor, history_query};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::HistoryParameters;
use crate::response::Id;

/// A page of the history of a sales order.
#[derive(Serialize, ToSchema)]
pub struct OrderHistoryAnswer<'a> {
    items: Vec<OrderEntryShape<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// One event of a sales order.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderHistoryEntry)]
pub struct OrderEntryShape<'a> {
    /// `created`, `voided` or `commented`.
    event: &'static str,
    at: Timestamp,
    /// Name of the access token or user, `cli` or `scheduler`. For an order created by a run: the actor who started
    /// the run.
    actor: Option<&'a str>,
    /// Run that created the order.
    run_id: Option<Id>,
    /// Requests that contained the order or its candidates.
    request_ids: Option<Vec<Id>>,
    /// Reason for voiding the order, if one was given.
    reason: Option<&'a str>,
    /// Text of the comment.
    comment: Option<&'a str>,
}

/// Read the history of a sales order.
///
/// Returns creation, voiding and comments, oldest first unless `sort` is `-at`.
#[utoipa::path(get, path = "/api/sales/order/{id}/history", tag = "orders", operation_id = "getOrderHistory",
    params(("id" = String, Path, description = "The `salesOrderId` of the order."), HistoryParameters),
    responses((status = 200, description = "One page of results.", body = OrderHistoryAnswer),
        (status = 404, description = "Sales order not found.")))]
pub async fn get_order_history(
    Path(id): Path<String>,
    Asking { api, caller, uri, .. }: Asking,
) -> Result<Response, Refusal> {
    let query = history_query(&uri)?;
    let page = api.app.order_history(&caller, order_id(&id)?, query).await?;
    let items = page.items.iter().map(|item| match item {
        HistoryItem::Change(change) => changed(change),
        HistoryItem::Comment { comment, .. } => commented(comment),
    });
    let answer = OrderHistoryAnswer { items: items.collect(), next: page.next.map(cursor) };
    Ok(Json(answer).into_response())
}

fn changed(change: &OrderChange) -> OrderEntryShape<'_> {
    match change {
        OrderChange::Created { at, by, run, requests } => OrderEntryShape {
            event: "created",
            at: *at,
            actor: by.as_deref(),
            run_id: run.map(|run| Id(run.0)),
            request_ids: Some(requests.iter().map(|request| Id(request.0)).collect()),
            ..OrderEntryShape::default()
        },
        OrderChange::Voided(voided) => OrderEntryShape {
            event: "voided",
            at: voided.at,
            actor: voided.by.as_deref(),
            reason: voided.reason.as_ref().map(AsRef::as_ref),
            ..OrderEntryShape::default()
        },
    }
}

fn commented(comment: &Comment) -> OrderEntryShape<'_> {
    OrderEntryShape {
        event: "commented",
        at: comment.at,
        actor: Some(&comment.actor),
        comment: Some(comment.text.as_str()),
        ..OrderEntryShape::default()
    }
}
