//! `GET /api/webhooks/{id}/deliveries`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::DeliveryId;
use orderdock_domain::webhook::DeliveryStatus;
use orderdock_store::DeliveryQuery;
use serde::Serialize;
use utoipa::ToSchema;

use super::webhook_id;
use crate::handlers::page::{MOST, after, cut, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{DeliveryParameters, Parameters, choice};
use crate::response::DeliveryShape;

/// A page of deliveries, newest first.
#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    items: Vec<DeliveryShape>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List the deliveries of a webhook.
///
/// Returns the deliveries with their attempts, newest first. Deliveries are stored as long as their events.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "listWebhookDeliveries",
    params(("id" = i64, Path, description = "Record id of the webhook."), DeliveryParameters),
    responses((status = 200, description = "One page of results.", body = DeliveryPage),
        (status = 404, description = "Webhook not found.")))]
pub async fn list_webhook_deliveries(
    Path(id): Path<String>,
    Asking { api, caller, language, uri }: Asking,
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<DeliveryParameters>(&uri);
    let statuses = choice(DeliveryStatus::ALL, DeliveryStatus::as_str);
    let status = parameters.one("status", statuses, DeliveryStatus::parse);
    let before = after(&mut parameters, |text| text.parse().ok().map(DeliveryId));
    let limit = limit(&mut parameters, MOST);
    parameters.finish()?;
    let query = DeliveryQuery { webhook: webhook_id(&id)?, status, before, limit: limit + 1 };
    let mut views = api.app.webhook_deliveries(&caller, query).await?;
    let next = cut(&mut views, limit, |view| view.delivery.id.to_string());
    let items = views.iter().map(|view| DeliveryShape::of(view, None, language)).collect();
    Ok(Json(DeliveryPage { items, next }).into_response())
}
