//! `GET /api/masterdata/{kind}/{id}/{nested}`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use super::list::list;
use super::{kind_named, record_id};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::MasterdataList;
use crate::response::MasterdataPageAnswer;

/// List nested master data records.
///
/// Returns all nested records, page by page. The record itself contains the first 100.
#[utoipa::path(get, path = "/api/masterdata/{kind}/{id}/{nested}", tag = "master data",
    operation_id = "listNestedMasterdata",
    params(("kind" = String, Path, description = "Kind of record, as named in load files.", example = "bpartners"),
        ("id" = i64, Path, description = "Record id of the parent record."),
        ("nested" = String, Path, description = "Name of the nested list.", example = "locations"),
        MasterdataList),
    responses((status = 200, description = "One page of results.", body = MasterdataPageAnswer),
        (status = 404, description = "The kind is unknown, or the record was not found.")))]
pub async fn list_nested_masterdata(
    Path((kind, id, nested)): Path<(String, String, String)>,
    call: Asking,
) -> Result<Response, Refusal> {
    let kind = kind_named(&kind)?;
    let parent = record_id(kind, &id)?;
    let children = kind.children.iter().map(|child| child.kind());
    let Some(child) = children.clone().find(|child| child.member == nested) else {
        let known = Param::Texts(children.map(|child| child.member.to_owned()).collect());
        return Err(Problem::new(ProblemCode::KindNotFound, "")
            .with("name", nested)
            .with("known", known)
            .into());
    };
    list(call, child, Some(parent)).await
}
