//! `/api/webhooks/{id}/deliveries` and what is sent again.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::DeliveryId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::webhook::DeliveryStatus;
use orderdock_store::DeliveryQuery;
use serde::Serialize;
use utoipa::ToSchema;

use super::page::{MOST, cut, limit};
use super::webhooks::webhook_id;
use crate::http::call::{Asking, Reading, Writing};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::candidate_filter::choice;
use crate::read::query::{DeliveryParameters, Parameters};
use crate::read::webhook_body::{ResendMembers, read_resend};
use crate::shape::DeliveryShape;

/// A page of deliveries, newest first.
#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    items: Vec<DeliveryShape>,
    /// `before` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What is sent again.
#[derive(Serialize, ToSchema)]
pub struct SentAgain {
    /// How many deliveries that are.
    deliveries: u64,
}

/// List what is and was sent.
///
/// Newest first, each with its attempts; as long as events are kept.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "listWebhookDeliveries",
    params(("id" = i64, Path, description = "The webhook."), DeliveryParameters),
    responses((status = 200, description = "A page.", body = DeliveryPage),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument)))]
pub async fn list_webhook_deliveries(
    Path(id): Path<String>,
    Asking { api, caller, language, uri }: Asking,
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<DeliveryParameters>(&uri);
    let statuses = choice(DeliveryStatus::ALL, DeliveryStatus::as_str);
    let status = parameters.one("status", statuses, DeliveryStatus::parse);
    let before = parameters.one("before", Phrase::PageNext, |text| text.parse().ok().map(DeliveryId));
    let limit = limit(&mut parameters, MOST);
    parameters.finish()?;
    let query = DeliveryQuery { webhook: webhook_id(&id)?, status, before, limit: limit + 1 };
    let mut views = api.app.webhook_deliveries(&caller, query).await?;
    let next = cut(&mut views, limit, |view| view.delivery.id.to_string());
    let items = views.iter().map(|view| DeliveryShape::of(view, None, language)).collect();
    Ok(Json(DeliveryPage { items, next }).into_response())
}

/// Read a delivery.
///
/// With its body as it would be sent now.
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries/{deliveryId}", tag = "webhooks",
    operation_id = "getWebhookDelivery",
    params(("id" = i64, Path, description = "The webhook."), ("deliveryId" = i64, Path, description = "Its id.")),
    responses((status = 200, description = "The delivery.", body = DeliveryShape),
        (status = 404, description = "There is no such delivery.", body = ProblemDocument)))]
pub async fn get_webhook_delivery(
    Path((id, delivery)): Path<(String, String)>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let (view, body) = api.app.webhook_delivery(&caller, &api.outgoing(), id, delivery).await?;
    Ok(Json(DeliveryShape::of(&view, Some(body), language)).into_response())
}

/// Send one again.
///
/// With the same `webhook-id`. What waits is tried at once; of what does not wait there is another delivery.
#[utoipa::path(post, path = "/api/webhooks/{id}/deliveries/{deliveryId}/resend", tag = "webhooks",
    operation_id = "resendWebhookDelivery",
    params(("id" = i64, Path, description = "The webhook."), ("deliveryId" = i64, Path, description = "Its id.")),
    responses((status = 200, description = "The delivery that waits now.", body = DeliveryShape),
        (status = 404, description = "There is no such delivery.", body = ProblemDocument)))]
pub async fn resend_delivery(
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

/// Send everything again.
///
/// Every event that was sent since an instant, each once, with the same `webhook-id`.
#[utoipa::path(post, path = "/api/webhooks/{id}/resend", tag = "webhooks", operation_id = "resendWebhookDeliveries",
    params(("id" = i64, Path, description = "The webhook.")), request_body = ResendMembers,
    responses((status = 200, description = "How much is sent again.", body = SentAgain),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument),
        (status = 409, description = "Too much waits already.", body = ProblemDocument)))]
pub async fn resend_since(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = webhook_id(&id)?;
    let call = call.with_body().await?;
    let deliveries = call
        .run(|api, caller, received| async move {
            Ok(api.app.resend_since(&caller, id, read_resend(&received.body)?).await?)
        })
        .await?;
    Ok(Json(SentAgain { deliveries }).into_response())
}

fn delivery_id(text: &str) -> Result<DeliveryId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(DeliveryId).ok_or_else(|| {
        Problem::new(ProblemCode::WebhookDeliveryNotFound, "").with("id", text.to_owned()).into()
    })
}
