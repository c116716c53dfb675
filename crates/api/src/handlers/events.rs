//! Handler of the event feed with long polling.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{After, Caller, Feed, FeedQuery, MAX_EVENTS, MAX_WAIT};
use orderdock_domain::cast;
use orderdock_domain::event::{EventCursor, EventType};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, ProblemCode};

use crate::http::credentials;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{EventFeedParameters, Parameters, choice, data_source};
use crate::response::EventResponse;
use crate::response::event_records::{event_records, unwritten};

const MEDIA_TYPE: &str = "application/cloudevents-batch+json";
const USUAL_LIMIT: u32 = 100;
const RECORD: &str = "record";
const NOW: &str = "now";

/// Read the event feed.
///
/// Returns a batch of CloudEvents, oldest first. Each committed change is one event, and all readers get the events in
/// the same order. To continue, send the `id` of the last processed event as `after`; no event is lost or repeated. The
/// header `Link` contains the next page, even if the list is empty. Events are kept for 30 days by default.
#[utoipa::path(get, path = "/api/event-feed", tag = "events", operation_id = "readEventFeed",
    params(EventFeedParameters),
    responses((status = 200, description = "The events. The list is empty if there are no new events.",
                  body = [EventResponse],
            content_type = "application/cloudevents-batch+json", headers(("Link" = String))),
        (status = 410, description = "The cursor has expired or belongs to another database.")))]
pub async fn read_event_feed(
    QueryRequest { api, caller, language, uri }: QueryRequest,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let query = read(&uri, &caller, &reference)?;
    let credential = credentials::credential(&api, &headers).ok_or(ProblemCode::TokenMissing)?;
    let feed = api.services.feed.feed(&caller, &credential, &query).await?;
    // the reference was loaded before waiting and may lack records that the new events name
    let reference = api.services.reference().await?;
    let Feed { events, next, records } = &feed;
    let language = query.records.then_some(language);
    let shapes = event_records(&api.services, &caller, events, records, &reference, language).await?;
    let body = serde_json::to_vec(&shapes).map_err(|fault| unwritten(&fault))?;
    let link = format!("<{}>; rel=\"next\"", follow(&uri, *next));
    let no_buffer = (HeaderName::from_static("x-accel-buffering"), "no");
    let headers = [(header::CONTENT_TYPE, MEDIA_TYPE), (header::CACHE_CONTROL, "no-store"), no_buffer];
    Ok((headers, [(header::LINK, link)], body).into_response())
}

fn read(uri: &Uri, caller: &Caller, reference: &Reference) -> Result<FeedQuery, ApiError> {
    let mut parameters = Parameters::of::<EventFeedParameters>(uri);
    let after = parameters.one("after", Phrase::FeedCursor, |text| match text {
        NOW => Some(After::Now),
        cursor => EventCursor::parse(cursor).map(After::Cursor),
    });
    let types = choice(EventType::ALL, EventType::as_str);
    let types = parameters.many("types", types, EventType::parse);
    let data_source = data_source(&mut parameters, caller, reference);
    let maximum = i64::from(MAX_EVENTS);
    let limit = parameters.one("limit", Phrase::NumberBetween.of([1.into(), maximum.into()]), |text| {
        text.parse().ok().filter(|limit| (1..=MAX_EVENTS).contains(limit))
    });
    let longest = MAX_WAIT.as_secs();
    let seconds = cast::<i64>(longest);
    let wait = parameters.one("wait", Phrase::SecondsUpTo.of([seconds.into()]), |text| {
        text.parse().ok().filter(|seconds| *seconds <= longest)
    });
    let include = parameters.one("include", Param::one_of([RECORD]), |text| (text == RECORD).then_some(()));
    parameters.finish()?;
    Ok(FeedQuery {
        after: after.unwrap_or(After::Nothing),
        types,
        data_source,
        limit: limit.unwrap_or(USUAL_LIMIT),
        wait: Duration::from_secs(wait.unwrap_or_default()),
        records: include.is_some(),
    })
}

/// Returns the URL of the next page.
fn follow(uri: &Uri, next: EventCursor) -> String {
    let others = uri.query().unwrap_or_default().split('&');
    let others = others.filter(|pair| !pair.is_empty() && pair.split('=').next() != Some("after"));
    let cursor = format!("after={next}");
    let query: Vec<_> = std::iter::once(cursor.as_str()).chain(others).collect();
    format!("{}?{}", uri.path(), query.join("&"))
}
