//! `GET /api/health`.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

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
