//! `GET /api/requests`.

use axum::Json;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::RequestId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::RequestQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::page::{MOST, after, cut, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{Parameters, RequestList, instant};
use crate::response::{Id, LoggedRequest};

/// A page of the request log, newest first.
#[derive(Serialize, ToSchema)]
pub struct RequestPage<'a> {
    items: Vec<LoggedRequest<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Id>,
}

/// List write requests.
///
/// Returns the requests of the caller, newest first. Users also see imports with rows of their organisations; rows of
/// other organisations are hidden. The scope `admin` for all organisations includes all requests. A request
/// is kept as long as a candidate that it created exists, otherwise 30 days. For each access token, at most 60 rejected
/// requests without a body are stored per minute. Path and query are stored up to 2,000 characters.
#[utoipa::path(get, path = "/api/requests", tag = "requests", operation_id = "listRequests", params(RequestList),
    responses((status = 200, description = "One page of results.", body = RequestPage)))]
pub async fn list_requests(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let (query, limit) = read(&uri)?;
    let mut found = api.app.find_requests(&caller, query).await?;
    let next = cut(&mut found, limit, |last| Id(last.id.0));
    let items = found.iter().map(LoggedRequest::of).collect();
    Ok(Json(RequestPage { items, next }).into_response())
}

/// What is looked for, and how much of it a page has.
fn read(uri: &Uri) -> Result<(RequestQuery, u32), Refusal> {
    let mut parameters = Parameters::of::<RequestList>(uri);
    let status = |word: &str| word.parse().ok().filter(|status| (100..600).contains(status));
    let mut query = RequestQuery {
        of: None,
        rows_of: None,
        token: parameters.text("token"),
        statuses: parameters.many("status", Phrase::StatusNumber, status),
        reference: parameters.text("reference"),
        from: parameters.one("from", Phrase::DayOrInstant, |word| instant(word, false)),
        to: parameters.one("to", Phrase::DayOrInstant, |word| instant(word, true)),
        before: after(&mut parameters, |word| word.parse().ok().map(RequestId)),
        limit: limit(&mut parameters, MOST),
    };
    parameters.finish()?;
    let limit = query.limit;
    query.limit += 1;
    Ok((query, limit))
}
