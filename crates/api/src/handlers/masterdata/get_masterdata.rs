//! `GET /api/masterdata/{kind}/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::{kind_named, record_id};
use crate::docs::masterdata_schema::StoredMasterdataRecord;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::RecordShape;

/// Read a master data record.
///
/// Returns the record with the first 100 nested records of each kind that the caller can see. `locationsTotal`
/// and similar fields contain the total.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}", tag = "master data", operation_id = "getMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        ("id" = i64, Path, description = "Record id.")),
    responses((status = 200, description = "The record. Its `ETag` is the version.",
            body = StoredMasterdataRecord, headers(("ETag" = String))),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn get_masterdata(
    Path((kind, id)): Path<(String, String)>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let record = api.app.masterdata(&caller, kind, record_id(kind, &id)?).await?;
    let tag = format!("\"{}\"", record.version);
    Ok(([(header::ETAG, tag)], Json(RecordShape(kind, &record))).into_response())
}
