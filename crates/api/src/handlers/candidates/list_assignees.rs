//! `GET /api/sales/order/candidates/assignees`.

use axum::Json;
use orderdock_app::resolve_organisation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{AssigneeParameters, Parameters};

/// Users to whom candidates can be assigned.
#[derive(Serialize, ToSchema)]
pub struct Assignees {
    items: Vec<AssigneeShape>,
}

/// A user.
#[derive(Serialize, ToSchema)]
#[schema(as = Assignee)]
pub struct AssigneeShape {
    #[schema(example = "anna")]
    name: String,
}

/// List possible assignees.
///
/// Returns the active users with access to the organisation, or to one of the caller's organisations, sorted by name.
#[utoipa::path(get, path = "/api/sales/order/candidates/assignees", tag = "candidates", operation_id = "listAssignees",
    params(AssigneeParameters), responses((status = 200, description = "The users.", body = Assignees)))]
pub async fn list_assignees(Asking { api, caller, uri, .. }: Asking) -> Result<Json<Assignees>, Refusal> {
    let mut parameters = Parameters::of::<AssigneeParameters>(&uri);
    let code = parameters.text("org");
    parameters.finish()?;
    let reference = api.app.reference().await?;
    let organisation = code.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let names = api.app.assignees(&caller, organisation).await?;
    let items = names.into_iter().map(|name| AssigneeShape { name: name.into_string() }).collect();
    Ok(Json(Assignees { items }))
}
