//! `GET /api/masterdata/schema`.

use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use crate::docs::masterdata_schema::load_file_schema;
use crate::http::refusal::Refusal;
use crate::read::query::Parameters;

/// Read the JSON Schema of master-data files.
///
/// For editors of load files; the list of a kind is the body of an upsert.
#[utoipa::path(get, path = "/api/masterdata/schema", tag = "master data", operation_id = "getMasterdataSchema",
    responses((status = 200, description = "A JSON Schema (2020-12).", body = Object,
        content_type = "application/schema+json")))]
pub async fn get_masterdata_schema(uri: Uri) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    let json = load_file_schema().to_string();
    Ok(([(header::CONTENT_TYPE, "application/schema+json")], json).into_response())
}
