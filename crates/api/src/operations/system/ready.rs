//! `GET /api/ready`.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::refusal::{ProblemDocument, Refusal};

/// That requests can be taken.
#[derive(Serialize, ToSchema)]
pub struct Ready {
    #[schema(example = "ready")]
    status: &'static str,
}

/// Check readiness.
///
/// Checks by a write that the database takes one. Answers within a second, from a check that ended at most two seconds ago.
/// For load balancers.
#[utoipa::path(get, path = "/api/ready", tag = "system", operation_id = "ready",
    responses((status = 200, description = "It can write.", body = Ready),
        (status = 503, description = "It cannot write now.", body = ProblemDocument),
        (status = 507, description = "There is no room left to write.", body = ProblemDocument)))]
pub async fn ready(State(api): State<Api>) -> Result<Json<Ready>, Refusal> {
    api.app.check_ready().await?;
    Ok(Json(Ready { status: "ready" }))
}
