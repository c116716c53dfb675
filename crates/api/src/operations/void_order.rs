//! `POST /api/sales/order/{id}/void`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use orderdock_app::OpContext;
use orderdock_domain::order::Order;
use orderdock_domain::text::Text;

use super::orders::order_id;
use crate::Api;
use crate::body::{self, SINGLE_BYTES};
use crate::call::{self, Begun};
use crate::conversation::Conversation;
use crate::importing::{read_whole, written};
use crate::json::{Members, Value, members};
use crate::query::{CallHeaders, Parameters};
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::OrderShape;

/// Void an order.
///
/// Its candidates come back put aside; number and files stay. A body may say why; the order's history keeps that.
#[utoipa::path(post, path = "/api/sales/order/{id}/void", tag = "orders", operation_id = "voidOrder",
    params(("id" = String, Path, description = "Its `salesOrderId`."), CallHeaders), request_body = Option<VoidMembers>,
    responses((status = 200, description = "The order, voided.", body = OrderShape),
        (status = 404, description = "There is no such order.", body = ProblemDocument),
        (status = 409, description = "It is voided already, or candidates of it have been archived.", body = ProblemDocument)))]
pub async fn void_order(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    let id = order_id(&id)?;
    // whether there is a body is known only when it has come: chunked, it may end without a byte
    let body = body::read(&api, &parts.headers, body, SINGLE_BYTES).await?;
    let received = call::received(&parts, body);
    let call = match call::begin(&api, &caller, &parts, received.clone()).await? {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(call) => call,
    };
    let (json, language) = (body::check_media_type(&parts.headers), conversation.language);
    let work = {
        let (api, caller, sent) = (api.clone(), caller.clone(), received.body.clone());
        async move {
            let reason = if sent.is_empty() { None } else { json.and_then(|()| read_reason(&sent))? };
            let reference = api.app.reference().await?;
            let encode = move |order: &Order| {
                // the shape holds nothing that JSON cannot write
                serde_json::to_vec(&OrderShape::of(order, &reference, language)).unwrap_or_default()
            };
            Ok(api.app.void_order(&caller, id, reason, call, encode).await?)
        }
    };
    call::run(&api, &caller, received, work).await.map(written)
}

members! {
    VoidMembers("VoidBody", Strict) "Why an order is voided." {
        reason: "reason" Text, "In the words of who voids it.";
    }
}

/// Why; nobody has to say.
pub(super) fn read_reason(sent: &[u8]) -> Result<Option<Text>, Refusal> {
    read_whole(sent, 10, |reader, node| {
        if node.value == Value::Null {
            return Some(None);
        }
        let members = VoidMembers::open(reader, node)?;
        Some(reader.read(members.reason))
    })
}
