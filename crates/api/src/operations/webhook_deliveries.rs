//! `/api/webhooks/{id}/deliveries` and what is sent again.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{DeliveryQuery, OpContext};
use orderdock_domain::ids::DeliveryId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Problem};
use orderdock_domain::webhook::DeliveryStatus;
use serde::Serialize;
use utoipa::ToSchema;

use super::webhooks::webhook_id;
use crate::Api;
use crate::call;
use crate::candidate_filter::choice;
use crate::conversation::Conversation;
use crate::query::{DeliveryParameters, Parameters};
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::DeliveryShape;
use crate::webhook_body::{ResendMembers, read_resend};

const USUAL_LIMIT: u32 = 50;
const MOST: u32 = 500;

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
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<DeliveryParameters>(&uri);
    let statuses = choice(DeliveryStatus::ALL, DeliveryStatus::as_str);
    let status = parameters.one("status", statuses, DeliveryStatus::parse);
    let before = parameters.one("before", Phrase::PageNext, |text| text.parse().ok().map(DeliveryId));
    let limit = parameters.one("limit", Phrase::NumberBetween.of([1.into(), 500.into()]), |text| {
        text.parse().ok().filter(|limit| (1..=MOST).contains(limit))
    });
    parameters.finish()?;
    let limit = limit.unwrap_or(USUAL_LIMIT);
    let query = DeliveryQuery { webhook: webhook_id(&id)?, status, before, limit: limit + 1 };
    let mut views = api.app.webhook_deliveries(&caller, query).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = views.len() > limit;
    views.truncate(limit);
    let next = views.last().filter(|_| more).map(|view| view.delivery.id.to_string());
    let items = views.iter().map(|view| DeliveryShape::of(view, None, conversation.language)).collect();
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
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path((id, delivery)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let (view, body) = api.app.webhook_delivery(&caller, &api.outgoing(), id, delivery).await?;
    Ok(Json(DeliveryShape::of(&view, Some(body), conversation.language)).into_response())
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
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path((id, delivery)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, _) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    let (id, delivery) = (webhook_id(&id)?, delivery_id(&delivery)?);
    let received = call::without_body(&parts);
    let work = {
        let (api, caller) = (api.clone(), caller.clone());
        async move { Ok(api.app.resend_delivery(&caller, id, delivery).await?) }
    };
    let view = call::run(&api, &caller, received, work).await?;
    Ok(Json(DeliveryShape::of(&view, None, conversation.language)).into_response())
}

/// Send everything again.
///
/// Every event that was sent since an instant, each once, with the same `webhook-id`.
#[utoipa::path(post, path = "/api/webhooks/{id}/resend", tag = "webhooks", operation_id = "resendWebhookDeliveries",
    params(("id" = i64, Path, description = "The webhook.")), request_body = ResendMembers,
    responses((status = 200, description = "How much is sent again.", body = SentAgain),
        (status = 404, description = "There is no such webhook.", body = ProblemDocument),
        (status = 409, description = "Too much waits already.", body = ProblemDocument)))]
pub async fn resend_since(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    let id = webhook_id(&id)?;
    let received = call::with_body(&api, &parts, body).await?;
    let work = {
        let (api, caller, sent) = (api.clone(), caller.clone(), received.body.clone());
        async move { Ok(api.app.resend_since(&caller, id, read_resend(&sent)?).await?) }
    };
    let deliveries = call::run(&api, &caller, received, work).await?;
    Ok(Json(SentAgain { deliveries }).into_response())
}

fn delivery_id(text: &str) -> Result<DeliveryId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(DeliveryId)
        .ok_or_else(|| Problem::new(Code::WebhookDeliveryNotFound, "").with("id", text.to_owned()).into())
}
