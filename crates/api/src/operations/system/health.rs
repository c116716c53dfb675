//! `GET /api/health`.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// That the process lives.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "alive")]
    status: &'static str,
}

/// Check liveness.
///
/// Answers as long as the process can answer anything; it says nothing about the database.
#[utoipa::path(get, path = "/api/health", tag = "system", operation_id = "health",
    responses((status = 200, description = "It lives.", body = Health)))]
pub async fn health() -> Json<Health> {
    Json(Health { status: "alive" })
}
