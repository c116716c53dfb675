//! `GET /api/masterdata/{kind}`.

use axum::extract::Path;
use axum::response::Response;

use super::kind_named;
use super::list::list;
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::MasterdataList;
use crate::response::MasterdataPageAnswer;

/// List master data records of a kind.
///
/// Returns own and shared records in order of creation. Each record contains its first 100 nested records of each
/// kind.
#[utoipa::path(get, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "listMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        MasterdataList),
    responses((status = 200, description = "One page of results.", body = MasterdataPageAnswer),
        (status = 404, description = "The kind is unknown.")))]
pub async fn list_masterdata(Path(kind): Path<String>, call: Asking) -> Result<Response, Refusal> {
    list(call, kind_named(&kind)?, None).await
}
