//! Handlers of the request log.

use axum::Json;
use axum::extract::Path;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use orderdock_app::{CallCommand, EncodedResponse, VisibleRequest};
use orderdock_domain::ids::RequestId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::RequestQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::candidates::import::{CandidatesResponse, replay};
use crate::handlers::page::{MAX_PAGE_SIZE, after, cut, limit};
use crate::http::body::BULK_BYTES;
use crate::http::error::ApiError;
use crate::http::extract::{CommandRequest, QueryRequest, ReadRequest};
use crate::http::limits::Reservation;
use crate::http::written::encoded;
use crate::request::query::{CallHeaders, DryRun, Parameters, RequestList, instant};
use crate::response::{Id, LoggedRequest, ReceivedRequest};

/// A page of the request log, newest first.
#[derive(Serialize, ToSchema)]
pub struct RequestPage<'a> {
    items: Vec<LoggedRequest<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Id>,
}

/// List write requests.
///
/// Returns the requests of the caller, newest first. Users also see imports with rows of their organisations; rows of
/// other organisations are hidden. The scope `admin` for all organisations includes all requests. A request
/// is kept as long as a candidate that it created exists, otherwise 30 days. At most 60
/// rejected requests without a body are stored per minute and access token. Path and query are stored up to 2,000 characters.
#[utoipa::path(get, path = "/api/requests", tag = "requests", operation_id = "listRequests", params(RequestList),
    responses((status = 200, description = "One page of results.", body = RequestPage)))]
pub async fn list_requests(
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Response, ApiError> {
    let (query, limit) = read(&uri)?;
    let mut found = api.services.requests.find_requests(&caller, query).await?;
    let next = cut(&mut found, limit, |last| Id(last.id.0));
    let items = found.iter().map(LoggedRequest::of).collect();
    Ok(Json(RequestPage { items, next }).into_response())
}

/// Reads the query and page size.
fn read(uri: &Uri) -> Result<(RequestQuery, u32), ApiError> {
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
        limit: limit(&mut parameters, MAX_PAGE_SIZE),
    };
    parameters.finish()?;
    let limit = query.limit;
    query.limit += 1;
    Ok((query, limit))
}

/// Read a write request.
///
/// Returns the request as it was received. An access token can read its own requests. Users can also read imports with
/// rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
/// scope `admin` for all organisations.
#[utoipa::path(get, path = "/api/requests/{id}", tag = "requests", operation_id = "getRequest",
    params(("id" = i64, Path, description = "Record id of the request.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "The request is not stored, or the caller cannot read it.")))]
pub async fn get_request(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let id = request_id(&id)?;
    received(&api, async { Ok(api.services.requests.logged_request(&caller, id).await?) }).await
}

/// Resend an import.
///
/// Sends the stored request again with the organisations and scopes of its original sender, even if its access token
/// has expired. Rows that already exist are returned as unchanged. Use it after the cause of the errors is resolved.
#[utoipa::path(post, path = "/api/requests/{id}/replay", tag = "requests", operation_id = "replayRequest",
    params(("id" = i64, Path, description = "Record id of the request."), DryRun, CallHeaders),
    responses((status = 200, description = "All rows were imported before. Also the response of a dry run.",
                  body = CandidatesResponse),
        (status = 201, description = "Stored.", body = CandidatesResponse),
        (status = 207, description = "Some rows were rejected.", body = CandidatesResponse),
        (status = 404, description = "The request is not stored, or the caller cannot read it."),
        (status = 409, description = "The request is not an import, or only its faulty rows are stored.")))]
pub async fn replay_request(Path(id): Path<String>, call: CommandRequest) -> Result<Response, ApiError> {
    let (dry_run, call) = call.dry_run()?;
    let id = request_id(&id)?;
    let call = call.without_body();
    let permit = call.api.active_limits.bulk(&call.caller).await?;
    let mut room = reserve_largest_body(&call.api)?;
    let (sender, mut received) = call.api.services.requests.replay(&call.caller, id).await?;
    room.shrink_to(received.body.len());
    received.body = room.keep(received.body, None);
    let CallCommand { idempotency, .. } = call.begin_or_try(dry_run).await?;
    replay(call.api, sender, call.language, CallCommand { received, idempotency }, dry_run, permit).await
}

/// Returns a logged request. Its size is known only after decompression, so memory for the largest body is
/// reserved.
pub async fn received(
    api: &Api,
    found: impl Future<Output = Result<VisibleRequest, ApiError>>,
) -> Result<Response, ApiError> {
    let _memory = reserve_largest_body(api)?;
    let visible = found.await?;
    let reference = api.services.reference().await?;
    let missing = || Problem::not_found(ProblemCode::RequestNotFound, &visible.request.id);
    let shown = ReceivedRequest::of(&visible, &reference).ok_or_else(missing)?;
    Ok(api.active_limits.counted(EncodedResponse { status: 200, body: encoded(&shown) }, None))
}

pub fn reserve_largest_body(api: &Api) -> Result<Reservation, ApiError> {
    let bodies = &api.active_limits.bodies;
    let mut room = bodies.begin();
    room.grow(BULK_BYTES.min(bodies.limit()))?;
    Ok(room)
}

fn request_id(text: &str) -> Result<RequestId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RequestId).ok_or_else(|| Problem::not_found(ProblemCode::RequestNotFound, text).into())
}
