//! `GET /api/sales/order/candidates`.

use axum::response::Response;
use orderdock_store::{CandidateSort, Position};
use serde::Serialize;
use utoipa::ToSchema;

use super::read_query;
use crate::handlers::page::MOST;
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::http::written::{encoded, json};
use crate::request::candidate_window::cursor;
use crate::request::filter::candidates::CandidateFilters;
use crate::request::query::{CandidateList, Parameters};
use crate::response::{Beside, FullCandidate, TotalShape};

/// A page of candidates.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
pub struct CandidatePageAnswer<'a> {
    items: Vec<FullCandidate<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    next: Option<String>,
    /// Cursor for the previous page, to be sent as `before`. Absent on the first page.
    previous: Option<String>,
    total: TotalShape,
}

/// List candidates.
///
/// Returns the matching candidates, page by page. Filters are combined with AND.
#[utoipa::path(get, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "listCandidates",
    params(CandidateFilters, CandidateList),
    responses((status = 200, description = "One page of results.", body = CandidatePageAnswer)))]
pub async fn list_candidates(Asking { api, caller, language, uri }: Asking) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let parameters = Parameters::of::<(CandidateFilters, CandidateList)>(&uri);
    let query = read_query(parameters, CandidateSort::ALL, MOST, &caller, &reference)?;
    let (sort, descending) = (query.sort, query.descending);
    let page = api.app.find_candidates(&caller, query).await?;
    let beside = Beside::of(&api.app, &caller, &page.candidates).await?;
    let (related, candidates) = (&page.related, page.candidates.iter());
    let cursor = |at: &Option<Position>| at.as_ref().map(|at| cursor(sort, descending, at));
    let answer = CandidatePageAnswer {
        items: candidates.map(|candidate| FullCandidate::of(candidate, related, &beside, language)).collect(),
        next: cursor(&page.next),
        previous: cursor(&page.previous),
        total: page.total.into(),
    };
    Ok(json(200, encoded(&answer).into()))
}
