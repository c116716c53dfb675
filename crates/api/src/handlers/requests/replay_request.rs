//! `POST /api/requests/{id}/replay`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::CallCommand;

use super::{request_id, room_for_the_largest};
use crate::handlers::candidates::importing::{CandidatesAnswer, replay};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{CallHeaders, DryRun};

/// Resend an import.
///
/// Sends the stored request again with the organisations and scopes of its original sender, even if its access token
/// has expired. Rows that already exist are returned as unchanged. Use it after the cause of the errors is resolved.
#[utoipa::path(post, path = "/api/requests/{id}/replay", tag = "requests", operation_id = "replayRequest",
    params(("id" = i64, Path, description = "Record id of the request."), DryRun, CallHeaders),
    responses((status = 200, description = "All rows were imported before. Also the response of a dry run.",
                  body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 207, description = "Some rows were rejected.", body = CandidatesAnswer),
        (status = 404, description = "The request is not stored, or the caller cannot read it."),
        (status = 409, description = "The request is not an import.")))]
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
