//! What became of an order, by the sender's own reference.

use std::collections::BTreeSet;

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::{OpContext, Outcome, SourceName};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::Order;
use orderdock_store::{OrderFilter, OrderHead, OrderQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::{AttachmentShape, Beside, FullCandidate, OrderHeadShape};

/// The candidates, sales orders and attachments of an incoming order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ByReference<'a> {
    external_header_id: &'a str,
    /// Candidates with their problems, in order of receipt.
    candidates: Vec<FullCandidate<'a>>,
    /// Sales orders created from the candidates, including voided ones.
    orders: Vec<OrderHeadShape<'a>>,
    /// Attachments, in order of receipt.
    attachments: Vec<AttachmentShape<'a>>,
}

/// Answers all lines of a header, or one.
pub async fn find(
    Reading { api, caller, language }: Reading,
    source: String,
    header: &str,
    line: Option<&str>,
) -> Result<Response, Refusal> {
    let found = api.app.candidates_by_reference(&caller, &SourceName(source), header, line).await?;
    let (beside, of_header) = tokio::try_join!(
        Beside::of(&api.app, &caller, &found.candidates),
        of_header(&api, &caller, &found.candidates, line.is_none())
    )?;
    let others = others(&api, &caller, &of_header, &beside).await?;
    let (related, candidates) = (&found.related, found.candidates.iter());
    let reference = &related.reference;
    let heads = of_header.iter().map(|order| OrderHeadShape::of_head(order, reference));
    let others = others.iter().map(|order| OrderHeadShape::of_order(order, reference));
    let answer = ByReference {
        external_header_id: found.candidates.first().map_or(header, |one| one.identity.header_id.as_str()),
        candidates: candidates
            .map(|candidate| FullCandidate::of(candidate, related, &beside, language))
            .collect(),
        orders: heads.chain(others).collect(),
        attachments: beside
            .attachments
            .iter()
            .map(|attachment| AttachmentShape::of(attachment, reference))
            .collect(),
    };
    Ok(Json(answer).into_response())
}

/// Orders of one header that an answer lists.
const MOST_ORDERS: u32 = 500;

/// Those that keep the id of a whole header, voided ones included.
async fn of_header(
    api: &Api,
    caller: &OpContext,
    candidates: &[Candidate],
    whole_header: bool,
) -> Outcome<Vec<OrderHead>> {
    let named = candidates.iter().find(|candidate| whole_header && !candidate.identity.flat);
    let Some(candidate) = named else { return Ok(Vec::new()) };
    let filter = OrderFilter {
        data_source: Some(candidate.data_source),
        external_header_id: Some(candidate.identity.header_id.as_str().to_owned()),
        ..OrderFilter::default()
    };
    let query = OrderQuery { filter, descending: false, after: None, limit: MOST_ORDERS, counted: false };
    Ok(api.app.find_orders(caller, query).await?.orders)
}

/// The others that candidates are in: those with a flat id are in orders that keep none.
async fn others(
    api: &Api,
    caller: &OpContext,
    of_header: &[OrderHead],
    beside: &Beside,
) -> Outcome<Vec<Order>> {
    let known: BTreeSet<OrderId> = of_header.iter().map(|order| order.id).collect();
    let placed: BTreeSet<OrderId> = beside.orders.iter().map(|placed| placed.order).collect();
    let mut others = Vec::new();
    for id in placed.difference(&known) {
        others.push(api.app.order(caller, *id).await?);
    }
    Ok(others)
}
