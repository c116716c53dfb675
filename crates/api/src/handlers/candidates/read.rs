//! Handlers that return candidates by id or by the reference of the sender.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use orderdock_app::{Caller, Outcome, SourceName};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::Order;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{OrderFilter, OrderHead, OrderQuery};
use serde::Serialize;
use utoipa::ToSchema;

use super::{candidate_id, entity_tag};
use crate::Api;
use crate::handlers::requests::received;
use crate::http::error::ApiError;
use crate::http::extract::ReadRequest;
use crate::response::{
    AttachmentResponse, FixContext, Fixes, FullCandidate, OrderHeadResponse, ReceivedRequest, RelatedData,
};

/// Read a candidate.
///
/// Returns imported values, overrides and effective values, and suggested fixes for each problem based on the current
/// master data.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}", tag = "candidates", operation_id = "getCandidate",
    params(("id" = i64, Path, description = "Record id of the candidate.")),
    responses((status = 200, description = "The candidate. Its `ETag` is the version.", body = FullCandidate,
            headers(("ETag" = String))),
        (status = 404, description = "Candidate not found.")))]
pub async fn get_candidate(
    Path(id): Path<String>,
    ReadRequest { api, caller, language }: ReadRequest,
) -> Result<Response, ApiError> {
    let found = api.services.candidates.candidate(&caller, candidate_id(&id)?).await?;
    let missing = || Problem::not_found(ProblemCode::CandidateNotFound, &id);
    let candidate = found.candidates.first().ok_or_else(missing)?;
    let tag = entity_tag(candidate);
    let related_data = RelatedData::of(&api.services, &caller, &found.candidates).await?;
    let teller = FixContext { caller: &caller, of: Some((candidate, &found.related)), language };
    let fixes = Fixes::look(&api.services, teller).await?;
    let response = FullCandidate::of(candidate, &found.related, &related_data, language).with_fixes(fixes);
    Ok(([(header::ETAG, tag)], Json(response)).into_response())
}

/// Read the request of a candidate.
///
/// Returns the request as it was received. An access token can read its own requests. Users can also read requests with
/// rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
/// scope `admin` for all organisations.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}/request", tag = "candidates",
    operation_id = "getCandidateRequest", params(("id" = i64, Path, description = "Record id of the candidate.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "Candidate not found, or another sender sent its request.")))]
pub async fn get_candidate_request(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let id = candidate_id(&id)?;
    received(&api, async { Ok(api.services.requests.request_of_candidate(&caller, id).await?) }).await
}

/// Read an incoming order by its header id.
///
/// Returns all candidates of the incoming order, in all organisations of the caller, with their sales orders and
/// attachments. For a data source, this is the incoming order without an external system, otherwise the only one with
/// this id; if several external systems have it, the response is 409 `identity.ambiguous`. For an external system that has
/// the id in several data sources, it is 409 `candidate.ambiguous`.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}",
    tag = "candidates", operation_id = "getCandidatesByHeader",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string; otherwise the code of an external system."),
        ("externalHeaderId" = String, Path, description = "Header id or flat external id of the sender.")),
    responses((status = 200, description = "The candidates, sales orders and attachments.", body = ByReference),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "Several incoming orders have this id; the response names them.")))]
pub async fn get_candidates_by_header(
    Path((source, header)): Path<(String, String)>,
    call: ReadRequest,
) -> Result<Response, ApiError> {
    find(call, source, &header, None).await
}

/// Read a candidate by header and line id.
///
/// Searches all organisations of the caller. A line id `cancel` must be written as `%63ancel`, because the path that
/// ends in `cancel` cancels the incoming order.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}",
    tag = "candidates", operation_id = "getCandidatesByLine",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string; otherwise the code of an external system."),
        ("externalHeaderId" = String, Path, description = "Header id of the sender."),
        ("externalLineId" = String, Path, description = "Line id of the sender.")),
    responses((status = 200, description = "The candidates, sales orders and attachments.", body = ByReference),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "Several candidates have these ids; the response names their systems.")))]
pub async fn get_candidates_by_line(
    Path((source, header, line)): Path<(String, String, String)>,
    call: ReadRequest,
) -> Result<Response, ApiError> {
    find(call, source, &header, Some(&line)).await
}

/// The candidates, sales orders and attachments of an incoming order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ByReference<'a> {
    external_header_id: &'a str,
    /// Candidates with their problems, in order of receipt.
    candidates: Vec<FullCandidate<'a>>,
    /// Sales orders created from the candidates, including voided ones.
    orders: Vec<OrderHeadResponse<'a>>,
    /// Attachments, in order of receipt.
    attachments: Vec<AttachmentResponse<'a>>,
}

/// Returns one line, or all lines of an incoming order.
pub async fn find(
    ReadRequest { api, caller, language }: ReadRequest,
    source: String,
    header: &str,
    line: Option<&str>,
) -> Result<Response, ApiError> {
    let found =
        api.services.candidates.candidates_by_reference(&caller, &SourceName(source), header, line).await?;
    let (related_data, of_header) = tokio::try_join!(
        RelatedData::of(&api.services, &caller, &found.candidates),
        of_header(&api, &caller, &found.candidates, line.is_none())
    )?;
    let others = others(&api, &caller, &of_header, &related_data).await?;
    let (related, candidates) = (&found.related, found.candidates.iter());
    let reference = &related.reference;
    let heads = of_header.iter().map(|order| OrderHeadResponse::of_head(order, reference));
    let others = others.iter().map(|order| OrderHeadResponse::of_order(order, reference));
    let response = ByReference {
        external_header_id: found.candidates.first().map_or(header, |one| one.identity.header_id.as_str()),
        candidates: candidates
            .map(|candidate| FullCandidate::of(candidate, related, &related_data, language))
            .collect(),
        orders: heads.chain(others).collect(),
        attachments: related_data
            .attachments
            .iter()
            .map(|attachment| AttachmentResponse::of(attachment, reference))
            .collect(),
    };
    Ok(Json(response).into_response())
}

/// Maximum number of orders in a response.
const MAX_ORDERS: u32 = 500;

/// Returns the orders of a whole incoming order, including voided ones.
async fn of_header(
    api: &Api,
    caller: &Caller,
    candidates: &[Candidate],
    whole_header: bool,
) -> Outcome<Vec<OrderHead>> {
    let named: Vec<_> = candidates.iter().filter(|one| whole_header && !one.identity.flat).collect();
    let sources: BTreeMap<_, _> =
        named.iter().map(|one| (one.data_source, &one.identity.header_id)).collect();
    // organisations can have equal header ids, each with its own system
    let owners: BTreeSet<_> = named.iter().map(|one| (one.organisation, one.external_system)).collect();
    let mut orders = Vec::new();
    for (source, header) in sources {
        let filter = OrderFilter {
            data_source: Some(source),
            external_header_id: Some(header.as_str().to_owned()),
            ..OrderFilter::default()
        };
        let query = OrderQuery { filter, descending: false, after: None, limit: MAX_ORDERS, counted: false };
        let found = api.services.orders.find_orders(caller, query).await?.orders;
        let is_named = |order: &OrderHead| {
            owners.contains(&(order.header.organisation.id, order.header.external_system))
        };
        orders.extend(found.into_iter().filter(is_named));
    }
    Ok(orders)
}

/// Returns the remaining orders of the candidates: those without a header id, because their candidates have a flat id.
async fn others(
    api: &Api,
    caller: &Caller,
    of_header: &[OrderHead],
    related_data: &RelatedData,
) -> Outcome<Vec<Order>> {
    let known: BTreeSet<OrderId> = of_header.iter().map(|order| order.id).collect();
    let placed: BTreeSet<OrderId> = related_data.orders.iter().map(|placed| placed.order).collect();
    let mut others = Vec::new();
    for id in placed.difference(&known) {
        others.push(api.services.orders.order(caller, *id).await?);
    }
    Ok(others)
}
