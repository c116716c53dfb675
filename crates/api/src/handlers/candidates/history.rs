//! Handlers of the history and comments of a candidate.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_app::{CandidateHistory, CandidateHistoryChange, HistoryItem};
use orderdock_domain::candidate::{MaybeUndefined, Status};
use orderdock_domain::correction::HistoryEntry;
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{Comment, CommentTarget};
use serde::Serialize;
use utoipa::ToSchema;

use super::candidate_id;
use crate::handlers::comment::{CommentBody, CommentResponse, comment};
use crate::handlers::page::{history_cursor, history_query};
use crate::http::error::ApiError;
use crate::http::extract::{QueryRequest, WriteRequest};
use crate::request::query::{CallHeaders, HistoryParameters};
use crate::response::{Id, Item, released};

/// A page of the history of a candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryAnswer)]
pub struct HistoryResponse<'a> {
    items: Vec<EntryResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// One change of a candidate.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
#[schema(as = HistoryEntry)]
pub struct EntryResponse<'a> {
    /// Version of the candidate after the change.
    version: i64,
    at: Timestamp,
    /// Name of the access token or user, `cli` or `scheduler`.
    actor: Option<&'a str>,
    /// Type of the change: `imported`, `corrected`, `putAside`, `takenBack`, `cancelled`, `validated`, `ordered`,
    /// `orderVoided`, `undone`, `mapped`, `waiting`, `takenUp`, `assigned` or `commented`.
    event: &'static str,
    status_before: Option<&'static str>,
    /// Status after the change.
    status: &'static str,
    /// Changed fields with their old and new values. Records are given by their code at that time.
    changes: BTreeMap<&'static str, ValueChangeResponse<'a>>,
    /// Problems after the change.
    problems: Vec<Item<'a>>,
    sales_order_id: Option<String>,
    document_no: Option<&'a str>,
    run_id: Option<Id>,
    /// Only for `ordered`: hold reasons that the actor released, for example `header.incomplete`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    released: Vec<&'static str>,
    /// Date until which the candidate waits for the customer, after the change. Null: no longer waiting for the
    /// customer. Absent if unchanged.
    #[schema(value_type = Option<String>, format = Date)]
    #[expect(clippy::option_option, reason = "null is not what is left out")]
    waiting_until: Option<Option<Date>>,
    /// User name of the assignee after the change. Null: unassigned. Absent if unchanged.
    #[schema(value_type = Option<String>)]
    #[expect(clippy::option_option, reason = "null is not what is left out")]
    assigned_to: Option<Option<&'a str>>,
    /// Comment on the candidate or the change.
    comment: Option<&'a str>,
    /// Request that contained the change.
    request_id: Option<Id>,
}

/// The values before and after a change.
#[derive(Serialize, ToSchema)]
#[schema(as = ChangeShape)]
pub struct ValueChangeResponse<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
}

/// Read the history of a candidate.
///
/// Returns corrections, validations, orders and comments, oldest first unless `sort` is `-at`.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}/history", tag = "candidates",
    operation_id = "getCandidateHistory",
    params(("id" = i64, Path, description = "Record id of the candidate."), HistoryParameters),
    responses((status = 200, description = "One page of results.", body = HistoryResponse),
        (status = 404, description = "Candidate not found.")))]
pub async fn get_candidate_history(
    Path(id): Path<String>,
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let query = history_query(&uri)?;
    let found = api.services.candidates.candidate_history(&caller, candidate_id(&id)?, query).await?;
    let items = found.page.items.iter().map(|item| match item {
        HistoryItem::Change(CandidateHistoryChange::Imported { at, status, problems }) => {
            imported(&found, *at, *status, problems, language)
        }
        HistoryItem::Change(CandidateHistoryChange::Changed(entry)) => shape(entry, language),
        HistoryItem::Comment { comment, version, state } => commented(comment, *version, *state),
    });
    let response = HistoryResponse { items: items.collect(), next: found.page.next.map(history_cursor) };
    Ok(Json(response).into_response())
}

fn imported<'a>(
    found: &'a CandidateHistory,
    at: Timestamp,
    status: Status,
    problems: &'a [Problem],
    language: Language,
) -> EntryResponse<'a> {
    EntryResponse {
        version: 1,
        at,
        actor: found.sender.as_deref(),
        event: "imported",
        status: status.as_str(),
        problems: problems.iter().map(|problem| Item::of(problem, language)).collect(),
        request_id: Some(Id(found.candidate.request.0)),
        ..EntryResponse::default()
    }
}

/// Entry of a comment, with version and status of the change before it.
fn commented(comment: &Comment, version: i64, status: Status) -> EntryResponse<'_> {
    EntryResponse {
        version,
        at: comment.at,
        actor: Some(&comment.actor),
        event: "commented",
        status: status.as_str(),
        comment: Some(comment.text.as_str()),
        ..EntryResponse::default()
    }
}

#[expect(clippy::option_option, reason = "null is not what is left out")]
fn given<T>(sent: &MaybeUndefined<T>) -> Option<Option<&T>> {
    match sent {
        MaybeUndefined::Absent => None,
        MaybeUndefined::Null => Some(None),
        MaybeUndefined::Value(value) => Some(Some(value)),
    }
}

fn shape(entry: &HistoryEntry, language: Language) -> EntryResponse<'_> {
    let changes = entry.changes.iter().map(|change| {
        (
            change.field.as_str(),
            ValueChangeResponse { old: change.old.as_deref(), new: change.new.as_deref() },
        )
    });
    EntryResponse {
        version: entry.version,
        at: entry.at,
        actor: Some(&entry.actor),
        event: entry.event.as_str(),
        status_before: Some(entry.status_before.as_str()),
        status: entry.status.as_str(),
        changes: changes.collect(),
        problems: entry.problems.iter().map(|problem| Item::of(problem, language)).collect(),
        sales_order_id: entry.order.map(|order| order.to_string()),
        document_no: entry.document_no.as_ref().map(AsRef::as_ref),
        run_id: entry.run.map(|run| Id(run.0)),
        released: released(entry.released),
        waiting_until: given(&entry.attention_change.waiting).map(Option::<&Date>::copied),
        assigned_to: given(&entry.attention_change.assigned).map(|name| name.map(Code::as_str)),
        comment: entry.attention_change.comment.as_ref().map(Text::as_str),
        request_id: None,
    }
}

/// Comment on a candidate.
///
/// Adds a comment to the history of the candidate. The candidate and its version do not change. The comment cannot be
/// edited. Candidates of any status accept comments.
#[utoipa::path(post, path = "/api/sales/order/candidates/{id}/comments", tag = "candidates",
    operation_id = "commentOnCandidate",
    params(("id" = i64, Path, description = "Record id of the candidate."), CallHeaders), request_body = CommentBody,
    responses((status = 201, description = "The comment.", body = CommentResponse),
        (status = 404, description = "Candidate not found.")))]
pub async fn comment_on_candidate(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    comment(CommentTarget::Candidate(candidate_id(&id)?), call).await
}
