//! `GET /api/sales/order/{id}/history`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_store::{Comment, OrderHistory};
use serde::Serialize;
use utoipa::ToSchema;

use super::order_id;
use crate::http::call::Reading;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::shape::Id;

/// What happened to an order, oldest first.
#[derive(Serialize, ToSchema)]
pub struct OrderHistoryAnswer<'a> {
    items: Vec<OrderEntryShape<'a>>,
}

/// One event.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderHistoryEntry)]
pub struct OrderEntryShape<'a> {
    /// `created`, `voided` or `commented`.
    event: &'static str,
    at: Timestamp,
    /// Who: the name of the token or user, `cli` or `scheduler`; of a run's order, who started the run.
    actor: Option<&'a str>,
    /// The run that made it.
    run_id: Option<Id>,
    /// The requests that it or its candidates came with.
    request_ids: Option<Vec<Id>>,
    /// Why it was voided, if that was said.
    reason: Option<&'a str>,
    /// What was said about it.
    comment: Option<&'a str>,
}

/// Read the history of an order.
///
/// Who made it, when and of what; who voided it, when and why; and what was said about it.
#[utoipa::path(get, path = "/api/sales/order/{id}/history", tag = "orders", operation_id = "getOrderHistory",
    params(("id" = String, Path, description = "Its `salesOrderId`.")),
    responses((status = 200, description = "The events, oldest first.", body = OrderHistoryAnswer),
        (status = 404, description = "There is no such order.", body = ProblemDocument)))]
pub async fn get_order_history(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let history = api.app.order_history(&caller, order_id(&id)?).await?;
    let events = std::iter::once(created(&history)).chain(voided(&history));
    let mut items: Vec<_> = events.chain(history.comments.iter().map(commented)).collect();
    items.sort_by_key(|item| item.at);
    Ok(Json(OrderHistoryAnswer { items }).into_response())
}

fn created(history: &OrderHistory) -> OrderEntryShape<'_> {
    OrderEntryShape {
        event: "created",
        at: history.created_at,
        actor: history.created_by.as_deref(),
        run_id: history.run.map(|run| Id(run.0)),
        request_ids: Some(history.requests.iter().map(|request| Id(request.0)).collect()),
        ..OrderEntryShape::default()
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

fn voided(history: &OrderHistory) -> Option<OrderEntryShape<'_>> {
    history.voided.as_ref().map(|voided| OrderEntryShape {
        event: "voided",
        at: voided.at,
        actor: voided.by.as_deref(),
        reason: voided.reason.as_ref().map(AsRef::as_ref),
        ..OrderEntryShape::default()
    })
}
