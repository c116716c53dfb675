//! `GET /api/process-settings/{org}`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::resolve_organisation;

use super::settings::{ProcessSettings, answer};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;

/// Read the process settings of an organisation.
#[utoipa::path(get, path = "/api/process-settings/{org}", tag = "process", operation_id = "getProcessSettings",
    params(("org" = String, Path, description = "Organisation code.")),
    responses((status = 200, description = "The settings.", body = ProcessSettings)))]
pub async fn get_process_settings(
    Path(code): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let organisation = resolve_organisation(&caller, &*api.app.reference().await?, &code)?;
    answer(&api, &caller, organisation).await
}
