//! `GET /api/sales/order`, `GET /api/sales/order/{id}`, `GET /api/sales/order/{salesOrderId}/attachments` and
//! `POST /api/sales/order/{id}/void`.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{OpContext, OrderFilter, OrderQuery, SourceName, resolve_organisation};
use orderdock_domain::attachment::Attachment;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Param};
use serde::Serialize;
use utoipa::ToSchema;

use super::list_candidates::TotalShape;
use super::parameters::{CallHeaders, OrderList};
use crate::Api;
use crate::call::{self, Begun};
use crate::candidate_filter::day;
use crate::conversation::Conversation;
use crate::importing::written;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::{AttachmentShape, OrderHeadShape, OrderShape};

const KNOWN: [&str; 14] = [
    "q",
    "status",
    "org",
    "dataSource",
    "externalHeaderId",
    "poReference",
    "documentNo",
    "bpartner",
    "dateOrderedFrom",
    "dateOrderedTo",
    "runId",
    "sort",
    "limit",
    "after",
];
const USUAL_LIMIT: u32 = 50;
const MOST: u32 = 500;

/// A page of orders.
#[derive(Serialize, ToSchema)]
pub struct OrderPageAnswer<'a> {
    items: Vec<OrderHeadShape<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    total: TotalShape,
}

/// The files of an order.
#[derive(Serialize, ToSchema)]
pub struct AttachmentListAnswer<'a> {
    items: Vec<AttachmentShape<'a>>,
}

/// List orders.
///
/// Filters are joined by "and"; orders come in the order in which they were made.
#[utoipa::path(get, path = "/api/sales/order", tag = "orders", operation_id = "listOrders",
    params(OrderList), responses((status = 200, description = "A page.", body = OrderPageAnswer)))]
pub async fn list_orders(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let query = read(&uri, &caller, &reference)?;
    let page = api.app.find_orders(&caller, query).await?;
    let answer = OrderPageAnswer {
        items: page.orders.iter().map(|order| OrderHeadShape::of_head(order, &reference)).collect(),
        next: page.next.map(|next| next.to_string()),
        total: TotalShape::from(page.total),
    };
    Ok(Json(answer).into_response())
}

fn read(uri: &Uri, caller: &OpContext, reference: &Reference) -> Result<OrderQuery, Refusal> {
    let mut parameters = Parameters::read(uri, &KNOWN);
    let statuses = Param::one_of(OrderStatus::ALL.iter().map(|status| status.as_str()));
    let mut filter = OrderFilter {
        status: parameters.one("status", statuses, OrderStatus::parse),
        organisation: None,
        data_source: parameters.one("dataSource", Phrase::ExistingDataSource, |text| {
            SourceName(text.to_owned()).find(caller, reference).map(|source| source.id)
        }),
        external_header_id: parameters.text("externalHeaderId"),
        po_reference: parameters.text("poReference"),
        document_no: parameters.text("documentNo"),
        bpartner: parameters.text("bpartner"),
        date_ordered_from: parameters.one("dateOrderedFrom", Phrase::Day, day),
        date_ordered_to: parameters.one("dateOrderedTo", Phrase::Day, day),
        run: parameters.one("runId", Phrase::RunId, |text| text.parse().ok().map(RunId)),
        search: parameters.text("q"),
    };
    let descending = parameters.one("sort", Param::one_of(["createdAt", "-createdAt"]), |text| match text {
        "createdAt" => Some(false),
        "-createdAt" => Some(true),
        _ => None,
    });
    let limit = parameters.one("limit", Phrase::NumberBetween.of([1.into(), 500.into()]), |text| {
        text.parse().ok().filter(|limit| (1..=MOST).contains(limit))
    });
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok().map(OrderId));
    let organisation = parameters.text("org");
    parameters.finish()?;
    if let Some(code) = organisation {
        filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
    }
    let (descending, limit) = (descending.unwrap_or(false), limit.unwrap_or(USUAL_LIMIT));
    Ok(OrderQuery { filter, descending, after, limit })
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
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::read(&uri, &[]).finish()?;
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let Whole { candidates, attachments, reference } = whole(&api, &caller, &order).await?;
    let tag = format!("\"{}\"", order.version);
    let shape = OrderShape::whole(&order, &candidates, &attachments, &reference, conversation.language);
    Ok(([(header::ETAG, tag)], Json(shape)).into_response())
}

/// List the files of an order.
///
/// Its own, and those of the headers that its candidates came under.
#[utoipa::path(get, path = "/api/sales/order/{salesOrderId}/attachments", tag = "attachments",
    operation_id = "listOrderAttachments",
    params(("salesOrderId" = String, Path, description = "The order's id.")),
    responses((status = 200, description = "Its files.", body = AttachmentListAnswer),
        (status = 404, description = "There is no such order.", body = ProblemDocument)))]
pub async fn list_order_attachments(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::read(&uri, &[]).finish()?;
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let Whole { attachments, reference, .. } = whole(&api, &caller, &order).await?;
    let items = attachments.iter().map(|file| AttachmentShape::of(file, &reference)).collect();
    Ok(Json(AttachmentListAnswer { items }).into_response())
}

/// Void an order.
///
/// Its candidates come back put aside, with the reason; number and files stay.
#[utoipa::path(post, path = "/api/sales/order/{id}/void", tag = "orders", operation_id = "voidOrder",
    params(("id" = String, Path, description = "Its `salesOrderId`."), CallHeaders),
    responses((status = 200, description = "The order, voided.", body = OrderShape),
        (status = 404, description = "There is no such order.", body = ProblemDocument),
        (status = 409, description = "It is voided already.", body = ProblemDocument)))]
pub async fn void_order(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, _) = request.into_parts();
    Parameters::read(&parts.uri, &[]).finish()?;
    let id = order_id(&id)?;
    let received = call::without_body(&parts);
    let call = match call::begin(&api, &caller, &parts, received.clone()).await? {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(call) => call,
    };
    let (reference, language) = (api.app.reference().await?, conversation.language);
    let work = {
        let (api, caller) = (api.clone(), caller.clone());
        async move {
            let encode = |order: &Order| {
                // the shape holds nothing that JSON cannot write
                serde_json::to_vec(&OrderShape::of(order, &reference, language)).unwrap_or_default()
            };
            Ok(api.app.void_order(&caller, id, call, encode).await?)
        }
    };
    call::run(&api, &caller, received, work).await.map(written)
}

/// What is told with an order.
struct Whole {
    candidates: Vec<Candidate>,
    attachments: Vec<Attachment>,
    reference: Arc<Reference>,
}

async fn whole(api: &Api, caller: &OpContext, order: &Order) -> Result<Whole, Refusal> {
    let given = order.lines.iter().flat_map(|line| &line.allocations);
    let ids: Vec<CandidateId> = given.map(|given| given.candidate).collect();
    let candidates = api.app.candidates(caller, ids).await?.candidates;
    let attachments = api.app.attachments_of_order(caller, order, &candidates).await?;
    Ok(Whole { candidates, attachments, reference: api.app.reference().await? })
}

/// A path's order; a text that is no id names none.
pub fn order_id(text: &str) -> Result<OrderId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(OrderId).ok_or_else(|| Code::OrderNotFound.into())
}
