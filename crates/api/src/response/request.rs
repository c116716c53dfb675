//! Logged requests in responses.

use std::borrow::Cow;

use jiff::Timestamp;
use orderdock_app::{RequestVisibility, VisibleRequest, is_excerpt};
use orderdock_domain::import::{RowNote, RowNoteOutcome};
use orderdock_domain::masterdata::Reference;
use orderdock_store::StoredRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, is_zero};
use crate::response::withheld;

/// A write request, without its body.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedRequest<'a> {
    id: Id,
    /// Request id, as in the response and in log lines.
    request_id: &'a str,
    method: &'a str,
    /// Path, without credentials.
    path: &'a str,
    /// Query string, without credentials. For parameters that no write request supports, only the name is included.
    query: &'a str,
    received_at: Timestamp,
    /// Sender: the name of the access token or user, or `cli`.
    actor: &'a str,
    status: u16,
    media_type: &'a str,
    /// Size of the body in bytes.
    size: i64,
    /// True if only the faulty rows are stored because the request log had reached its quota. Such a request cannot
    /// be resent. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    excerpt: bool,
    /// Id of the request that was resent with this request. Absent if it is not a resend.
    #[serde(skip_serializing_if = "Option::is_none")]
    replay_of: Option<Id>,
    /// Number of rows that created a candidate. Absent if the request is no import, or contains rows of other
    /// organisations.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_created: Option<u64>,
    /// Number of rows that had been imported before. Absent if the request is no import.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_unchanged: Option<usize>,
    /// Number of rows with errors. Absent if the request is no import. If the request is rejected as a whole, rows without
    /// errors are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_rejected: Option<usize>,
    /// Rows that did not create a candidate.
    rows: Vec<LoggedRow<'a>>,
}

/// Result for one row.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedRow<'a> {
    /// Index of the row, starting at 0.
    #[schema(value_type = usize)]
    index: u32,
    /// Outcome for the row: `rejected` or `unchanged`.
    outcome: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schema(required = false)]
    external_header_id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schema(required = false)]
    external_line_id: &'a str,
    /// Problem codes of a rejected row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    codes: Vec<&'a str>,
    /// Id of the existing candidate, if the row is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate_id: Option<Id>,
}

/// A write request as received.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedRequest<'a> {
    #[serde(flatten)]
    request: LoggedRequest<'a>,
    /// Body, unchanged except for rows of other organisations. These are replaced by empty objects of the same
    /// length, so that all lines and columns are preserved.
    body: Cow<'a, str>,
    /// Number of rows of other organisations that are hidden. Absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    rows_left_out: usize,
}

impl<'a> LoggedRequest<'a> {
    pub fn of(request: &'a StoredRequest) -> Self {
        let is_import = request.kind.is_import();
        let is_rejected = |note: &&RowNote| matches!(note.outcome, RowNoteOutcome::Rejected(_));
        let rejected = request.notes.iter().filter(is_rejected).count();
        Self {
            id: Id(request.id.0),
            request_id: &request.request_id,
            method: &request.method,
            path: &request.path,
            query: &request.query,
            received_at: request.received_at,
            actor: &request.actor,
            status: request.status,
            media_type: &request.media_type,
            size: request.body_size,
            excerpt: is_excerpt(request),
            replay_of: request.replay_of.map(|id| Id(id.0)),
            rows_created: request.created.filter(|_| is_import),
            rows_unchanged: is_import.then_some(request.notes.len() - rejected),
            rows_rejected: is_import.then_some(rejected),
            rows: request.notes.iter().map(LoggedRow::of).collect(),
        }
    }
}

impl<'a> ReceivedRequest<'a> {
    /// Returns `None` if the visible rows cannot be determined.
    pub fn of(visible: &'a VisibleRequest, reference: &Reference) -> Option<Self> {
        let request = LoggedRequest::of(&visible.request);
        Some(match &visible.visible {
            RequestVisibility::All => {
                Self { request, body: String::from_utf8_lossy(&visible.body), rows_left_out: 0 }
            }
            // rows of an excerpt cannot be distinguished
            RequestVisibility::RowsOf(_) if is_excerpt(&visible.request) => {
                let rows_left_out = visible.request.notes.len();
                Self { request, body: Cow::Borrowed(""), rows_left_out }
            }
            RequestVisibility::RowsOf(organisations) => {
                let default = visible.request.default_organisation;
                let shown = withheld::shown(&visible.body, organisations, default, reference)?;
                let rows_left_out = shown.rows.iter().filter(|shown| !**shown).count();
                Self { request, body: Cow::Owned(shown.text), rows_left_out }
            }
        })
    }
}

impl<'a> LoggedRow<'a> {
    fn of(note: &'a RowNote) -> Self {
        let (outcome, codes, candidate_id) = match &note.outcome {
            RowNoteOutcome::Rejected(codes) => ("rejected", codes.as_slice(), None),
            RowNoteOutcome::Unchanged(candidate) => ("unchanged", &[][..], Some(Id(candidate.0))),
        };
        Self {
            index: note.index,
            outcome,
            external_header_id: note.header_id.as_deref().unwrap_or_default(),
            external_line_id: note.line_id.as_deref().unwrap_or_default(),
            codes: codes.iter().map(|code| code.as_str()).collect(),
            candidate_id,
        }
    }
}
