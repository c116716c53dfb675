//! `GET /api/sales/order`, `GET /api/sales/order/{id}` and `GET /api/sales/order/{salesOrderId}/attachments`.

use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use orderdock_app::{App, OpContext, resolve_organisation};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{HandoverFilter, Order, OrderStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param, ProblemCode};
use orderdock_store::{OrderFilter, OrderQuery};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::list_candidates::TotalShape;
use super::page::{MOST, limit};
use crate::http::call::{Asking, Reading};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::candidate_filter::{choice, data_source, day};
use crate::read::query::{OrderFilters, PageParameters, Parameters};
use crate::shape::{AttachmentShape, OrderHeadShape, OrderShape};

/// A page of orders.
#[derive(Serialize, ToSchema)]
pub struct OrderPageAnswer<'a> {
    items: Vec<OrderHeadShape<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    total: TotalShape,
}

/// List orders.
///
/// Filters are joined by "and"; orders come in the order in which they were made.
#[utoipa::path(get, path = "/api/sales/order", tag = "orders", operation_id = "listOrders",
    params(OrderFilters, PageParameters), responses((status = 200, description = "A page.", body = OrderPageAnswer)))]
pub async fn list_orders(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let mut parameters = Parameters::of::<(OrderFilters, PageParameters)>(&uri);
    let limit = limit(&mut parameters, MOST);
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok().map(OrderId));
    let (filter, descending) = read_filter(parameters, &caller, &reference)?;
    let query = OrderQuery { filter, descending, after, limit, counted: true };
    let page = api.app.find_orders(&caller, query).await?;
    let answer = OrderPageAnswer {
        items: page.orders.iter().map(|order| OrderHeadShape::of_head(order, &reference)).collect(),
        next: page.next.map(|next| next.to_string()),
        total: TotalShape::from(page.total),
    };
    Ok(Json(answer).into_response())
}

/// Which orders a list has, and whether the newest come first.
pub fn read_filter(
    mut parameters: Parameters,
    caller: &OpContext,
    reference: &Reference,
) -> Result<(OrderFilter, bool), Refusal> {
    let statuses = choice(OrderStatus::ALL, OrderStatus::as_str);
    let handovers = choice(HandoverFilter::ALL, HandoverFilter::as_str);
    let mut filter = OrderFilter {
        status: parameters.one("status", statuses, OrderStatus::parse),
        organisation: None,
        data_source: data_source(&mut parameters, caller, reference),
        external_header_id: parameters.text("externalHeaderId"),
        po_reference: parameters.text("poReference"),
        document_no: parameters.text("documentNo"),
        bpartner: parameters.text("bpartner"),
        date_ordered_from: parameters.one("dateOrderedFrom", Phrase::Day, day),
        date_ordered_to: parameters.one("dateOrderedTo", Phrase::Day, day),
        handed_over: parameters.one("handedOver", handovers, HandoverFilter::parse),
        run: parameters.one("runId", Phrase::RunId, |text| text.parse().ok().map(RunId)),
        search: parameters.text("q"),
    };
    let descending = parameters.one("sort", Param::one_of(["createdAt", "-createdAt"]), |text| match text {
        "createdAt" => Some(false),
        "-createdAt" => Some(true),
        _ => None,
    });
    let organisation = parameters.text("org");
    parameters.finish()?;
    if let Some(code) = organisation {
        filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
    }
    Ok((filter, descending.unwrap_or(false)))
}

/// Read an order.
///
/// With lines, taxes, how each price came about, candidates and files.
#[utoipa::path(get, path = "/api/sales/order/{id}", tag = "orders", operation_id = "getOrder",
    params(("id" = String, Path, description = "Its `salesOrderId`.")),
    responses((status = 200, description = "The order; its `ETag` is the version.", body = OrderShape,
            headers(("ETag" = String))),
        (status = 404, description = "There is no such order.", body = ProblemDocument)))]
pub async fn get_order(
    Path(id): Path<String>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let ToldWithOrder { candidates, attachments, reference } = whole(&api.app, &caller, &order).await?;
    let tag = format!("\"{}\"", order.version);
    let shape = OrderShape::whole(&order, &candidates, &attachments, &reference, language);
    Ok(([(header::ETAG, tag)], Json(shape)).into_response())
}

/// List the files of an order.
///
/// Its own, and those of the headers that its candidates came under.
#[utoipa::path(get, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "listOrderAttachments",
    params(("salesOrderId" = String, Path, description = "The order's id.")),
    responses((status = 200, description = "Its files.", body = [AttachmentShape]),
        (status = 404, description = "There is no such order.", body = ProblemDocument)))]
pub async fn list_order_attachments(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let ToldWithOrder { attachments, reference, .. } = whole(&api.app, &caller, &order).await?;
    let files: Vec<_> = attachments.iter().map(|file| AttachmentShape::of(file, &reference)).collect();
    Ok(Json(files).into_response())
}

/// An order as reading it answers.
pub async fn written(
    app: &App,
    caller: &OpContext,
    order: &Order,
    language: Language,
) -> Result<serde_json::Result<Box<RawValue>>, Refusal> {
    let ToldWithOrder { candidates, attachments, reference } = whole(app, caller, order).await?;
    Ok(to_raw_value(&OrderShape::whole(order, &candidates, &attachments, &reference, language)))
}

/// What an answer shows with an order.
struct ToldWithOrder {
    candidates: Vec<Candidate>,
    attachments: Vec<Attachment>,
    reference: Arc<Reference>,
}

async fn whole(app: &App, caller: &OpContext, order: &Order) -> Result<ToldWithOrder, Refusal> {
    let given = order.lines.iter().flat_map(|line| &line.allocations);
    let ids: Vec<CandidateId> = given.map(|given| given.candidate).collect();
    let candidates = app.candidates(caller, ids).await?.candidates;
    let attachments = app.attachments_of_order(caller, order, &candidates).await?;
    Ok(ToldWithOrder { candidates, attachments, reference: app.reference().await? })
}

/// A path's order; a text that is no id names none.
pub fn order_id(text: &str) -> Result<OrderId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(OrderId).ok_or_else(|| ProblemCode::OrderNotFound.into())
}
