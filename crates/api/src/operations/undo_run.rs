//! `POST /api/process-runs/{id}/undo`.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{OpContext, RunTask, UndoTask};
use orderdock_domain::text::Text;
use orderdock_store::Gather;

use super::process_candidates::start;
use super::runs::run_id;
use super::void_order::{VoidMembers, read_reason};
use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::call;
use crate::http::conversation::Conversation;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{DryRun, Parameters, RunHeaders};
use crate::shape::{PlannedUndoShape, RunShape};

/// Undo a run.
///
/// Starts a run that takes back what another one did, as far as nothing was built on it: what an edit changed is as it
/// was before, put aside or taken back candidates stand where they stood, and the orders that a run made are voided, with
/// the reason that the body may give; their candidates are put aside. What was changed, ordered or handed over since
/// stays as it is, and its result says why. An undoing can be undone, which takes candidates of voided orders back; the
/// orders stay voided. A run is undone once, unless its undoing was cut short: then the rest can be. Undoing a run that made
/// orders takes `process:run` and `orders:write`, too.
///
/// With `Prefer: wait=SECONDS` (at most 300) the answer waits for its end. A dry run tells the figures, the first five
/// candidates before and after, the first five orders, and why others stay (`PlannedUndo`).
#[utoipa::path(post, path = "/api/process-runs/{id}/undo", tag = "process", operation_id = "undoRun",
    params(("id" = i64, Path, description = "The id of the run to undo."), DryRun, RunHeaders),
    request_body = Option<VoidMembers>,
    responses((status = 200, description = "The run that undoes it has ended within the time to wait; of a dry run, what it would do.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run that undoes it is queued or works; `Location` tells how it goes on.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "There is no such run.", body = ProblemDocument),
        (status = 409, description = "It has not ended, it is undone already, or it changes nothing that could be undone.",
            body = ProblemDocument)))]
pub async fn undo_run(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let mut parameters = Parameters::of::<DryRun>(&parts.uri);
    let dry_run = parameters.flag("dryRun");
    parameters.finish()?;
    let run = run_id(&id)?;
    // whether there is a body is known only when it has come: chunked, it may end without a byte
    let body = body::read(&api, &parts.headers, body, SINGLE_BYTES).await?;
    let json = body::check_media_type(&parts.headers);
    let received = call::received(&parts, body);
    let read = move |sent: &[u8]| -> Result<UndoTask, Refusal> {
        let reason: Option<Text> =
            if sent.is_empty() { None } else { json.and_then(|()| read_reason(sent))? };
        Ok(UndoTask { run, reason })
    };
    if !dry_run {
        return start(&api, &caller, &parts, received, move |sent, _, _| {
            Ok((RunTask::Undo(Arc::new(read(sent)?)), Gather::DoneBy(run)))
        })
        .await;
    }
    call::check_key(&parts)?;
    let _place = api.in_force.read(&caller).await?;
    let placed = |refusal: Refusal| call::placed(refusal, &received.body);
    let task = read(&received.body).map_err(placed)?;
    let planned = api.app.plan_undo(&caller, task).await.map_err(|failure| placed(failure.into()))?;
    Ok(Json(PlannedUndoShape::of(&planned, conversation.language)).into_response())
}
