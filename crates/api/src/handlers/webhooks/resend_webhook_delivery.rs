//! `POST /api/webhooks/{id}/deliveries/{deliveryId}/resend`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::{delivery_id, webhook_id};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::response::DeliveryShape;

/// Resend a delivery.
///
/// Sends the delivery again with the same `webhook-id`. A pending delivery is sent immediately; otherwise a new delivery
/// is created.
#[utoipa::path(post, path = "/api/webhooks/{id}/deliveries/{deliveryId}/resend", tag = "webhooks",
    operation_id = "resendWebhookDelivery",
    params(("id" = i64, Path, description = "Record id of the webhook."),
        ("deliveryId" = i64, Path, description = "Id of the delivery."),
        CallHeaders),
    responses((status = 200, description = "The pending delivery.", body = DeliveryShape),
        (status = 404, description = "Delivery not found.")))]
pub async fn resend_webhook_delivery(
    Path((id, delivery)): Path<(String, String)>,
    call: Writing,
) -> Result<Response, Refusal> {
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let call = call.without_body();
    let view = call
        .run(|api, caller, _| async move { Ok(api.app.resend_delivery(&caller, id, delivery).await?) })
        .await?;
    Ok(Json(DeliveryShape::of(&view, None, call.language)).into_response())
}
