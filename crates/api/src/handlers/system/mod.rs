//! Handlers of health checks and metrics.

pub mod metrics;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::error::ApiError;

/// Liveness of the process.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "alive")]
    status: &'static str,
}

/// Check liveness.
///
/// Returns 200 while the process can respond. The database is not checked.
#[utoipa::path(get, path = "/api/health", tag = "system", operation_id = "health",
    responses((status = 200, description = "The process is alive.", body = Health)))]
pub async fn health() -> Json<Health> {
    Json(Health { status: "alive" })
}

/// Readiness of the server.
#[derive(Serialize, ToSchema)]
pub struct Ready {
    #[schema(example = "ready")]
    status: &'static str,
    /// Present if the server is quiet: schedules, webhooks and mail are off, because the database is a copy that was not
    /// activated, or because of `--quiet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    quiet: Option<bool>,
}

/// Check readiness.
///
/// Checks that the database accepts a write. The response is sent within a second, based on a check that ended at most
/// two seconds ago. Use it for load balancers.
#[utoipa::path(get, path = "/api/ready", tag = "system", operation_id = "ready",
    responses((status = 200, description = "The database accepts writes.", body = Ready),
        (status = 503, description = "The database does not accept writes at the moment."),
        (status = 507, description = "No space left on the server.")))]
pub async fn ready(State(api): State<Api>) -> Result<Json<Ready>, ApiError> {
    api.services.check_ready().await?;
    Ok(Json(Ready { status: "ready", quiet: api.services.quiet.is_quiet().then_some(true) }))
}
