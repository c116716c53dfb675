//! `POST /api/sales/order/candidates/edit`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{OpContext, RunTask};
use orderdock_store::Gather;

use super::process_candidates::start;
use crate::Api;
use crate::http::call;
use crate::http::conversation::Conversation;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::candidate_edit::{EditMembers, read_edit};
use crate::read::query::{DryRun, Parameters, RunHeaders};
use crate::shape::{PlannedEditShape, RunShape};

/// Edit many candidates.
///
/// Starts a run that sets, moves or takes back overrides of the selected candidates, puts them aside or takes them
/// back; each is validated at once and has its history, as after a correction of it alone. It works in chunks, each
/// written whole or not at all; a candidate is decided as it is when its turn comes. One that is processed, or of
/// which a result is not allowed (a quantity that is not positive, a discount above 100, a step of a value that it
/// does not have), stays as it is, and its result says why. A run that was cut short has a result for every candidate
/// that it edited; a step must not be repeated for these.
///
/// With `Prefer: wait=SECONDS` (at most 300) the answer waits for its end. A dry run tells the figures, and the
/// first five candidates before and after (`PlannedEdit`).
#[utoipa::path(post, path = "/api/sales/order/candidates/edit", tag = "candidates",
    operation_id = "editCandidates", params(DryRun, RunHeaders),
    request_body = EditMembers,
    responses((status = 200, description = "The run has ended within the time to wait; of a dry run, what it would do.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or works; `Location` tells how it goes on.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate is not there.", body = ProblemDocument)))]
pub async fn edit_candidates(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let mut parameters = Parameters::of::<DryRun>(&parts.uri);
    let dry_run = parameters.flag("dryRun");
    parameters.finish()?;
    let received = call::with_body(&api, &parts, body).await?;
    if !dry_run {
        return start(&api, &caller, &parts, received, |sent, caller, reference| {
            let (edit, selection) = read_edit(sent, caller, reference)?;
            Ok((RunTask::Edit(Arc::new(edit)), Gather::Selected(selection)))
        })
        .await;
    }
    call::check_key(&parts)?;
    let _place = api.in_force.read(&caller).await?;
    let reference = api.app.reference().await?;
    let placed = |refusal: Refusal| call::placed(refusal, &received.body);
    let (edit, selection) = read_edit(&received.body, &caller, &reference).map_err(placed)?;
    let planned = api.app.plan_edit(&caller, selection, edit).await;
    let planned = planned.map_err(|failure| placed(failure.into()))?;
    Ok(Json(PlannedEditShape::of(&planned, conversation.language)).into_response())
}
