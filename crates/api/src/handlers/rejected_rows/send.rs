//! Handler that sends a rejected row again.
//!
//! The other rows of its incoming order that were rejected with it are sent along, from the logged request, so that no
//! incomplete order is imported. Lines that are still open rejected rows put the order on hold until they are imported.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use bytes::Bytes;
use orderdock_app::{
    CallCommand, Caller, Effort, EncodedResponse, Failure, ImportCommand, PreparedResend, Received, Resend,
    Services,
};
use orderdock_domain::cast;
use orderdock_domain::ids::RejectedRowId;
use orderdock_domain::import::{
    ErrorPolicy, ImportPolicies, ImportRow, RequestKind, RowNoteOutcome, RowOrigin,
};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_store::StoredRequest;

use crate::handlers::candidates::import::{CandidatesResponse, ImportBody, ImportFormat, encoder};
use crate::handlers::requests::reserve_largest_body;
use crate::http::error::ApiError;
use crate::http::extract::{self, BufferedRequest, CommandRequest};
use crate::request::candidate_request::{CandidateBody, ReadRow, read_bulk};
use crate::request::json::{Handling, text_of};
use crate::request::query::{DryRun, ImportHeaders};
use crate::request::rejected_rows::rejected_row_id;

/// Send a rejected row again.
///
/// Imports the row as sent, or the corrected row of the body, with the rights of the caller. Its identity must stay the
/// same. Rows of the same incoming order that were rejected with it are imported after it; lines that are still rejected
/// put the order on hold (`sibling.rejected`). If a row is rejected, nothing is imported.
#[utoipa::path(post, path = "/api/rejected-rows/{id}/send", tag = "rejected rows", operation_id = "sendRejectedRow",
    params(("id" = i64, Path, description = "Record id of the rejected row."), DryRun, ImportHeaders),
    request_body = Option<CandidateBody>,
    responses((status = 200, description = "The row was imported before. Also the response of a dry run.",
                  body = CandidatesResponse),
        (status = 201, description = "Stored.", body = CandidatesResponse),
        (status = 404, description = "Not found."),
        (status = 409, description = "The row was imported, or the entry has no row.")))]
pub async fn send_rejected_row(Path(id): Path<String>, call: CommandRequest) -> Result<Response, ApiError> {
    let (dry_run, call) = call.dry_run()?;
    let id = rejected_row_id(&id)?;
    let call = call.with_optional_body().await?;
    let permit = call.api.active_limits.bulk(&call.caller).await?;
    let command = call.begin_or_try(dry_run).await?;
    let BufferedRequest { api, caller, language, .. } = call;
    extract::detached(async move {
        let received = command.received.clone();
        let sent = Sent { id, dry_run, command, language };
        let _memory = reserve_largest_body(&api)?;
        match sent.import(&api.services, &caller).await {
            Ok(response) => Ok(api.active_limits.counted(response, Some(permit))),
            Err(error) if dry_run => Err(error),
            Err(error) => Err(extract::log_rejection(&api.services, &caller, &received, error).await),
        }
    })
    .await
}

/// A row to send again.
struct Sent {
    id: RejectedRowId,
    dry_run: bool,
    command: CallCommand,
    language: Language,
}

impl Sent {
    async fn import(self, services: &Services, caller: &Caller) -> Result<EncodedResponse, ApiError> {
        let Self { id, dry_run, command, language } = self;
        if command.received.strict && !command.received.body.is_empty() {
            require_known_members(&command.received.body)?;
        }
        let prepared = services.rejected_rows.prepare_resend(caller, id).await?;
        let find = move || (rows_rejected_with_others(&prepared), prepared);
        let (siblings, prepared) = services.workers.compute(Effort::Large, find).await?;
        let text = self::text(&command.received.body, &prepared)?;
        let rows: Vec<_> = siblings.iter().map(|(row, _)| row.clone()).collect();
        let (are_new, awaited) = services.rejected_rows.resend_state(&prepared, &rows).await?;
        let siblings = siblings.into_iter().zip(are_new).filter(|(_, is_new)| *is_new);
        let siblings: Vec<_> = siblings.map(|((_, text), _)| text).collect();
        let kind = prepared.request.as_ref().map_or(RequestKind::Single, |(request, _)| request.kind);
        let form = ImportFormat::of(kind).unwrap_or(ImportFormat::Single);
        let body = compose(&text, &siblings, form);
        let _memory = services.workers.reserve_memory(body.len()).await?;
        let received = logged(&command.received, &body, form);
        let command = CallCommand { received, idempotency: command.idempotency };
        let (sent, rows) =
            ImportBody::read(services, body, form, extract::handling(&command.received)).await?;
        let sent = Arc::new(sent);
        let encode = encoder(Arc::clone(&sent), language, &prepared.sender.request_id);
        let command = ImportCommand {
            rows,
            policies: ImportPolicies { errors: ErrorPolicy::All, unresolved: None },
            dry_run,
            call: command,
            texts: sent,
            resend: Some(Resend { entry: id, awaited }),
        };
        Ok(services.imports.import_candidates(prepared.sender, command, encode).await?)
    }
}

/// Fails if a row has errors of the strict reader, before its entry is looked up.
fn require_known_members(body: &Bytes) -> Result<(), ApiError> {
    let (_, rows) = ImportBody::decode(body, ImportFormat::Single, Handling::Strict)?;
    let unknown = rows.into_iter().filter_map(|row| row.request.err()).flatten();
    let problems: Vec<_> = unknown.filter(|problem| problem.code == ProblemCode::PropertyUnknown).collect();
    if problems.is_empty() { Ok(()) } else { Err(Failure::from(problems).into()) }
}

/// Returns the row to send: that of the body, otherwise the stored one.
fn text(body: &Bytes, prepared: &PreparedResend) -> Result<String, ApiError> {
    let content = &prepared.entry.content;
    if !body.is_empty() {
        return Ok(String::from_utf8_lossy(body).trim().trim_start_matches('\u{feff}').to_owned());
    }
    if content.is_cut {
        return Err(ProblemCode::RejectedRowMissing.into());
    }
    Ok(content.text.clone())
}

/// Returns the body of the import.
fn compose(row: &str, siblings: &[String], form: ImportFormat) -> Bytes {
    match form {
        ImportFormat::Single => row.to_owned().into(),
        ImportFormat::Bulk => {
            let rows = std::iter::once(row).chain(siblings.iter().map(String::as_str)).collect::<Vec<_>>();
            format!("{{\"requests\":[{}]}}", rows.join(",")).into()
        }
    }
}

/// Returns the import for the request log.
fn logged(received: &Received, body: &Bytes, form: ImportFormat) -> Received {
    let kind = match form {
        ImportFormat::Single => RequestKind::Single,
        ImportFormat::Bulk => RequestKind::Bulk,
    };
    let media_type = "application/json".to_owned();
    Received { kind, media_type, body: body.clone(), ..received.clone() }
}

/// Returns the rows of the same incoming order in the logged request that were rejected only together with others, with
/// their texts.
fn rows_rejected_with_others(prepared: &PreparedResend) -> Vec<(ImportRow, String)> {
    let Some((request, body)) = &prepared.request else { return Vec::new() };
    let read = text_of(body).ok().and_then(|text| read_bulk(text, Handling::Lenient).ok());
    let Some(read) = read.filter(|_| request.kind == RequestKind::Bulk) else { return Vec::new() };
    let index = prepared.entry.content.index.map_or(0, cast::<usize>);
    let own = read.rows.get(index).map(|read| &read.row);
    let Some(own) = own.filter(|row| row.header_id.is_some()) else { return Vec::new() };
    let origin = RowOrigin::of_row(own);
    let rows = read.rows.iter().enumerate().filter(|(place, ReadRow { row, .. })| {
        *place != index
            && row.header_id == own.header_id
            && RowOrigin::of_row(row) == origin
            && was_rejected_with_others(request, *place)
    });
    rows.map(|(_, read)| (read.row.clone(), read.text.trim_end().to_owned())).collect()
}

/// Returns whether a row was rejected only together with others, according to the request log.
fn was_rejected_with_others(request: &StoredRequest, place: usize) -> bool {
    let note = request.notes.iter().find(|note| note.index as usize == place);
    match note.map(|note| &note.outcome) {
        Some(RowNoteOutcome::Unchanged(_)) => false,
        Some(RowNoteOutcome::Rejected(codes)) => {
            codes.iter().all(|code| *code == ProblemCode::HeaderRejected)
        }
        // a row without a note was accepted: stored, unless the request was rejected as a whole
        None => request.status >= 400,
    }
}
