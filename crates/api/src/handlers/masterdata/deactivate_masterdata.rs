//! `POST /api/masterdata/{kind}/{id}/deactivate`.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::EncodeBody;
use orderdock_domain::masterdata::kinds::StoredRecord;

use super::{kind_named, record_id};
use crate::docs::masterdata_schema::StoredMasterdataRecord;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::request::query::CallHeaders;
use crate::response::RecordShape;

/// Deactivate a master data record.
///
/// Sets the record inactive. Records are never deleted. Deactivating an inactive record changes nothing. To activate a
/// record, send `active: true` in an upsert. The request has no body.
#[utoipa::path(post, path = "/api/masterdata/{kind}/{id}/deactivate", tag = "master data",
    operation_id = "deactivateMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        ("id" = i64, Path, description = "Record id."), CallHeaders),
    responses((status = 200, description = "The record after the change.", body = StoredMasterdataRecord),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn deactivate_masterdata(
    Path((kind, id)): Path<(String, String)>,
    call: Writing,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let id = record_id(kind, &id)?;
    let encode: EncodeBody<StoredRecord> = Arc::new(move |record| encoded(&RecordShape(kind, record)));
    call.without_body()
        .once(|api, caller, call| async move {
            Ok(api.app.deactivate_masterdata(&caller, kind, id, call, encode).await?)
        })
        .await
}
