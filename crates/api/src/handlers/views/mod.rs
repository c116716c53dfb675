//! How users of the browser interface want to see lists again.

pub mod change_view;
pub mod create_view;
pub mod get_view;
pub mod list_views;
pub mod remove_view;
pub mod set_default_view;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use orderdock_app::OpContext;
use orderdock_domain::ids::SavedViewId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::Api;
use crate::http::refusal::Refusal;
use crate::response::SavedViewShape;

const LARGEST_BODY: usize = 16 << 10;

async fn answer(
    api: &Api,
    caller: &OpContext,
    id: SavedViewId,
    status: StatusCode,
) -> Result<Response, Refusal> {
    let views = api.app.saved_views(caller).await?;
    let found = views.views.iter().find(|record| record.view.id == id);
    let record = found.ok_or_else(|| Problem::new(ProblemCode::ViewNotFound, "").with("id", id.0))?;
    Ok((status, Json(SavedViewShape::of(record, views.default, caller))).into_response())
}

fn view_id(text: &str) -> Result<SavedViewId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0).map(SavedViewId);
    id.ok_or_else(|| Problem::new(ProblemCode::ViewNotFound, "").with("id", text).into())
}
