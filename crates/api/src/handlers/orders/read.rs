//! Handlers that return sales orders and their history.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{HistoryItem, OrderChange};
use orderdock_domain::ids::OrderId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{Comment, CommentTarget, OrderQuery};
use serde::Serialize;
use utoipa::ToSchema;

use super::order_id;
use crate::handlers::comment::{CommentBody, CommentResponse, comment};
use crate::handlers::page::{MAX_PAGE_SIZE, history_cursor, history_query, limit};
use crate::http::error::ApiError;
use crate::http::extract::{QueryRequest, ReadRequest, WriteRequest};
use crate::request::filter::orders::{OrderFilters, read_order_filter};
use crate::request::query::{CallHeaders, HistoryParameters, PageParameters, Parameters};
use crate::response::{Id, OrderHeadResponse, OrderRelations, OrderResponse, TotalResponse};

/// A page of sales orders.
#[derive(Serialize, ToSchema)]
#[schema(as = OrderPageAnswer)]
pub struct OrderPageResponse<'a> {
    items: Vec<OrderHeadResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    total: TotalResponse,
}

/// List sales orders.
///
/// Filters are combined with AND. Orders are sorted by creation.
#[utoipa::path(get, path = "/api/sales/order", tag = "orders", operation_id = "listOrders",
    params(OrderFilters, PageParameters),
    responses((status = 200, description = "One page of results.", body = OrderPageResponse)))]
pub async fn list_orders(QueryRequest { api, caller, uri, .. }: QueryRequest) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(OrderFilters, PageParameters)>(&uri);
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok().map(OrderId));
    let (filter, descending) = read_order_filter(parameters, &caller, &reference)?;
    let query = OrderQuery { filter, descending, after, limit, counted: true };
    let page = api.services.orders.find_orders(&caller, query).await?;
    let response = OrderPageResponse {
        items: page.orders.iter().map(|order| OrderHeadResponse::of_head(order, &reference)).collect(),
        next: page.next.map(|next| next.to_string()),
        total: TotalResponse::from(page.total),
    };
    Ok(Json(response).into_response())
}

/// Read a sales order.
///
/// Returns the order with lines, taxes, price calculations, candidates and attachments.
#[utoipa::path(get, path = "/api/sales/order/{id}", tag = "orders", operation_id = "getOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order.")),
    responses((status = 200, description = "The sales order. Its `ETag` is the version.", body = OrderResponse,
            headers(("ETag" = String))),
        (status = 404, description = "Sales order not found.")))]
pub async fn get_order(
    Path(id): Path<String>,
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    let order = api.services.orders.order(&caller, order_id(&id)?).await?;
    let OrderRelations { candidates, attachments, reference } =
        OrderRelations::of(&api.services, &caller, &order).await?;
    let tag = format!("\"{}\"", order.version);
    let shape = OrderResponse::whole(&order, &candidates, &attachments, &reference, language);
    Ok(([(header::ETAG, tag)], Json(shape)).into_response())
}

/// A page of the history of a sales order.
#[derive(Serialize, ToSchema)]
#[schema(as = OrderHistoryAnswer)]
pub struct OrderHistoryResponse<'a> {
    items: Vec<OrderEntryResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// One event of a sales order.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderHistoryEntry)]
pub struct OrderEntryResponse<'a> {
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
    responses((status = 200, description = "One page of results.", body = OrderHistoryResponse),
        (status = 404, description = "Sales order not found.")))]
pub async fn get_order_history(
    Path(id): Path<String>,
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Response, ApiError> {
    let query = history_query(&uri)?;
    let page = api.services.orders.order_history(&caller, order_id(&id)?, query).await?;
    let items = page.items.iter().map(|item| match item {
        HistoryItem::Change(change) => changed(change),
        HistoryItem::Comment { comment, .. } => commented(comment),
    });
    let response = OrderHistoryResponse { items: items.collect(), next: page.next.map(history_cursor) };
    Ok(Json(response).into_response())
}

fn changed(change: &OrderChange) -> OrderEntryResponse<'_> {
    match change {
        OrderChange::Created { at, by, run, requests } => OrderEntryResponse {
            event: "created",
            at: *at,
            actor: by.as_deref(),
            run_id: run.map(|run| Id(run.0)),
            request_ids: Some(requests.iter().map(|request| Id(request.0)).collect()),
            ..OrderEntryResponse::default()
        },
        OrderChange::Voided(voided) => OrderEntryResponse {
            event: "voided",
            at: voided.at,
            actor: voided.by.as_deref(),
            reason: voided.reason.as_ref().map(AsRef::as_ref),
            ..OrderEntryResponse::default()
        },
    }
}

fn commented(comment: &Comment) -> OrderEntryResponse<'_> {
    OrderEntryResponse {
        event: "commented",
        at: comment.at,
        actor: Some(&comment.actor),
        comment: Some(comment.text.as_str()),
        ..OrderEntryResponse::default()
    }
}

/// Comment on a sales order.
///
/// Adds a comment to the history of the order. The comment cannot be edited.
#[utoipa::path(post, path = "/api/sales/order/{id}/comments", tag = "orders", operation_id = "commentOnOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order."), CallHeaders),
    request_body = CommentBody,
    responses((status = 201, description = "The comment.", body = CommentResponse),
        (status = 404, description = "Sales order not found.")))]
pub async fn comment_on_order(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    comment(CommentTarget::Order(order_id(&id)?), call).await
}
