//! `GET /api/webhooks/{id}/deliveries/{deliveryId}`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::{delivery_id, webhook_id};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::DeliveryShape;

/// Read a delivery.
///
/// Returns the delivery with the body as it would be sent now.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries/{deliveryId}", tag = "webhooks",
    operation_id = "getWebhookDelivery",
    params(("id" = i64, Path, description = "Record id of the webhook."),
        ("deliveryId" = i64, Path, description = "Id of the delivery.")),
    responses((status = 200, description = "The delivery.", body = DeliveryShape),
        (status = 404, description = "Delivery not found.")))]
pub async fn get_webhook_delivery(
    Path((id, delivery)): Path<(String, String)>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let (view, body) = api.app.webhook_delivery(&caller, &api.outgoing(), id, delivery).await?;
    Ok(Json(DeliveryShape::of(&view, Some(body), language)).into_response())
}
