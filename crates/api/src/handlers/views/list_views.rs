//! `GET /api/views`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_store::SavedViewRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::request::saved_view::check_query;
use crate::response::SavedViewShape;

/// The saved views that the caller can use.
#[derive(Serialize, ToSchema)]
pub struct SavedViewList<'a> {
    /// Views of the caller, then shared views of other users, each sorted by name.
    items: Vec<SavedViewShape<'a>>,
}

/// List saved views.
///
/// Returns the views of the caller and the views shared by users of the same organisations. A view contains no
/// records: its result depends on the permissions of the reader.
#[utoipa::path(get, path = "/api/views", tag = "views", operation_id = "listViews",
    responses((status = 200, description = "The views.", body = SavedViewList)))]
pub async fn list_views(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let views = api.app.saved_views(&caller).await?;
    let reference = api.app.reference().await?;
    let items = views.views.iter().map(|record| (record, SavedViewShape::of(record, views.default, &caller)));
    // what somebody may not ask for is no view for them
    let asks = |record: &SavedViewRecord| {
        let view = &record.view;
        Some(view.owner.0) == caller.actor.caller.map(|caller| caller.0)
            || check_query(view.list, &view.query, &caller, &reference).is_ok()
    };
    let items = items.filter(|(record, _)| asks(record)).map(|(_, shape)| shape).collect();
    Ok(Json(SavedViewList { items }).into_response())
}
