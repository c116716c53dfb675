//! `GET /api/masterdata/{kind}`.

use axum::extract::Path;
use axum::response::Response;

use super::kind_named;
use super::list::list;
use crate::http::call::Asking;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::MasterdataList;
use crate::shape::MasterdataPageAnswer;

/// List master data records of a kind.
///
/// Own ones and shared ones, in the order in which they were created, each with the first 100 of each kind nested in it.
#[utoipa::path(get, path = "/api/masterdata/{kind}", tag = "master data", operation_id = "listMasterdata",
    params(("kind" = String, Path, description = "A kind as load files name it.", example = "bpartners"),
        MasterdataList),
    responses((status = 200, description = "A page.", body = MasterdataPageAnswer),
        (status = 404, description = "Unknown kind.", body = ProblemDocument)))]
pub async fn list_masterdata(Path(kind): Path<String>, call: Asking) -> Result<Response, Refusal> {
    list(call, kind_named(&kind)?, None).await
}
