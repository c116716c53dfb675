//! `GET /api/requests`, `GET /api/requests/{id}`, `POST /api/requests/{id}/replay`: the request log.

use axum::Json;
use axum::extract::Path;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use orderdock_app::{Answer, CallCommand, KeptRequest};
use orderdock_domain::ids::RequestId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_store::RequestQuery;
use serde::Serialize;
use utoipa::ToSchema;

use super::page::{MOST, cut, limit};
use crate::Api;
use crate::http::body::BULK_BYTES;
use crate::http::call::{Asking, Commanding, Reading};
use crate::http::limits::Reservation;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::encoded;
use crate::operations::importing::{CandidatesAnswer, replay};
use crate::read::candidate_filter::instant;
use crate::read::query::{CallHeaders, DryRun, Parameters, RequestList};
use crate::shape::{Id, LoggedRequest, ReceivedRequest};

/// A page of the request log, newest first.
#[derive(Serialize, ToSchema)]
pub struct RequestPage<'a> {
    items: Vec<LoggedRequest<'a>>,
    /// `before` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Id>,
}

/// List write requests.
///
/// Those of the token, newest first; people see the imports with rows of their organisations as well, without the rows of
/// others; with the scope `admin` for all organisations those of all. Requests are kept
/// as long as a candidate that they made, else 30 days; of refused ones without a body, 60 of a token and minute, and
/// of path and query the first 2,000 characters.
#[utoipa::path(get, path = "/api/requests", tag = "requests", operation_id = "listRequests", params(RequestList),
    responses((status = 200, description = "A page.", body = RequestPage)))]
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
        before: parameters.one("before", Phrase::PageNext, |word| word.parse().ok().map(RequestId)),
        limit: limit(&mut parameters, MOST),
    };
    parameters.finish()?;
    let limit = query.limit;
    query.limit += 1;
    Ok((query, limit))
}

/// Read a write request.
///
/// As it was received. A token sees requests of its own, people also imports with rows of their organisations, with blanks
/// in place of the rows of others; the rest takes the scope `admin` for all organisations.
#[utoipa::path(get, path = "/api/requests/{id}", tag = "requests", operation_id = "getRequest",
    params(("id" = i64, Path, description = "Its record id.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "It is not kept, or not yours.", body = ProblemDocument)))]
pub async fn get_request(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let id = request_id(&id)?;
    received(&api, async { Ok(api.app.kept_request(&caller, id).await?) }).await
}

/// Send an import again.
///
/// With the organisations and scopes of the one who sent it first, also where their token has ended meanwhile; rows that
/// are there by now are answered as unchanged. For after the cause of its errors is mended.
#[utoipa::path(post, path = "/api/requests/{id}/replay", tag = "requests", operation_id = "replayRequest",
    params(("id" = i64, Path, description = "Its record id."), DryRun, CallHeaders),
    responses((status = 200, description = "Nothing was new, or a dry run.", body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 207, description = "Some rows were rejected.", body = CandidatesAnswer),
        (status = 404, description = "It is not kept, or not yours.", body = ProblemDocument),
        (status = 409, description = "It was no import.", body = ProblemDocument)))]
pub async fn replay_request(Path(id): Path<String>, call: Commanding) -> Result<Response, Refusal> {
    let (dry_run, call) = call.dry_run()?;
    let id = request_id(&id)?;
    let call = call.without_body();
    let place = call.api.in_force.bulk(&call.caller).await?;
    let mut room = room_for_the_largest(&call.api)?;
    let (sender, mut received) = call.api.app.replay(&call.caller, id).await?;
    room.shrink_to(received.body.len());
    received.body = room.keep(received.body, None);
    let CallCommand { idempotency, .. } = call.begin_or_try(dry_run).await?;
    replay(call.api, sender, call.language, CallCommand { received, idempotency }, dry_run, place).await
}

/// Answers a request of the log. How large it is shows when it is unpacked, so it takes the room of the largest.
pub async fn received(
    api: &Api,
    found: impl Future<Output = Result<KeptRequest, Refusal>>,
) -> Result<Response, Refusal> {
    let _room = room_for_the_largest(api)?;
    let kept = found.await?;
    let reference = api.app.reference().await?;
    let shown = ReceivedRequest::of(&kept, &reference).ok_or(ProblemCode::RequestNotFound)?;
    Ok(api.in_force.counted(Answer { status: 200, body: encoded(&shown) }, None))
}

fn room_for_the_largest(api: &Api) -> Result<Reservation, Refusal> {
    let bodies = &api.in_force.bodies;
    let mut room = bodies.begin();
    room.grow(BULK_BYTES.min(bodies.limit()))?;
    Ok(room)
}

fn request_id(text: &str) -> Result<RequestId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RequestId).ok_or_else(|| ProblemCode::RequestNotFound.into())
}
