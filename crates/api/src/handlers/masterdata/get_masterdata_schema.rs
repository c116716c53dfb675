//! `GET /api/masterdata/schema`.

use axum::http::header;
use axum::response::IntoResponse;

use crate::docs::masterdata_schema::load_file_schema;
use crate::http::call::Reading;

/// Read the JSON Schema of master data files.
///
/// Returns the schema of load files, for use in editors. The list of one kind is the body of an upsert.
#[utoipa::path(get, path = "/api/masterdata/schema", tag = "master data", operation_id = "getMasterdataSchema",
    responses((status = 200, description = "The JSON Schema (2020-12).", body = Object,
        content_type = "application/schema+json")))]
pub async fn get_masterdata_schema(_: Reading) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/schema+json")], load_file_schema().to_string())
}
