//! `GET /api/sales/order/candidates/{id}/history`.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::Timestamp;
use orderdock_app::{CandidateHistory, OpContext};
use orderdock_domain::correction::HistoryEntry;
use orderdock_domain::problem::Language;
use serde::Serialize;
use utoipa::ToSchema;

use super::get_candidate::candidate_id;
use crate::Api;
use crate::conversation::Conversation;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::{Id, Item, released};

/// What happened to a candidate, oldest first.
#[derive(Serialize, ToSchema)]
pub struct HistoryAnswer<'a> {
    items: Vec<EntryShape<'a>>,
}

/// One change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HistoryEntry)]
pub struct EntryShape<'a> {
    /// The candidate's from then on.
    version: i64,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Who: the name of the token, `cli` or `scheduler`.
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<&'a str>,
    /// `imported`, `corrected`, `putAside`, `takenBack`, `cancelled`, `validated`, `ordered`, `orderVoided` or `undone`.
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_before: Option<&'static str>,
    /// From then on.
    status: &'static str,
    /// By member; records by their code at that time.
    changes: BTreeMap<&'static str, ChangeShape<'a>>,
    /// What stood against the candidate from then on.
    problems: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sales_order_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document_no: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_id: Option<Id>,
    /// Of `ordered`: why it would have stayed, had the actor not released it (`header.incomplete`, …).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    released: Vec<&'static str>,
    /// The request that it came with.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<Id>,
}

/// A value before and after.
#[derive(Serialize, ToSchema)]
pub struct ChangeShape<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
}

/// Read the history of a candidate.
///
/// Who changed what and when: corrections, validations, orders.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}/history", tag = "candidates",
    operation_id = "getCandidateHistory", params(("id" = i64, Path, description = "The candidate's record id.")),
    responses((status = 200, description = "The changes, oldest first.", body = HistoryAnswer),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument)))]
pub async fn get_candidate_history(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    let found = api.app.candidate_history(&caller, candidate_id(&id)?).await?;
    let entries = found.history.entries.iter().map(|entry| shape(entry, conversation.language));
    let items = std::iter::once(import(&found, conversation.language)).chain(entries).collect();
    Ok(Json(HistoryAnswer { items }).into_response())
}

fn import(found: &CandidateHistory, language: Language) -> EntryShape<'_> {
    let CandidateHistory { candidate, sender, history } = found;
    let status = history.entries.first().map_or(candidate.status, |entry| entry.status_before);
    EntryShape {
        version: 1,
        at: candidate.created_at,
        actor: sender.as_deref(),
        event: "imported",
        status_before: None,
        status: status.as_str(),
        changes: BTreeMap::new(),
        problems: history.imported_with.iter().map(|problem| Item::of(problem, language)).collect(),
        sales_order_id: None,
        document_no: None,
        run_id: None,
        released: Vec::new(),
        request_id: Some(Id(candidate.request.0)),
    }
}

fn shape(entry: &HistoryEntry, language: Language) -> EntryShape<'_> {
    let changes = entry.changes.iter().map(|change| {
        (change.field.as_str(), ChangeShape { old: change.old.as_deref(), new: change.new.as_deref() })
    });
    EntryShape {
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
        request_id: None,
    }
}
