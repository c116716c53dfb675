//! `GET /api/sales/order/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::order_id;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::{BesideOrder, OrderShape};

/// Read a sales order.
///
/// Returns the order with lines, taxes, price calculations, candidates and attachments.
#[utoipa::path(get, path = "/api/sales/order/{id}", tag = "orders", operation_id = "getOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order.")),
    responses((status = 200, description = "The sales order. Its `ETag` is the version.", body = OrderShape,
            headers(("ETag" = String))),
        (status = 404, description = "Sales order not found.")))]
pub async fn get_order(
    Path(id): Path<String>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let order = api.app.order(&caller, order_id(&id)?).await?;
    let BesideOrder { candidates, attachments, reference } =
        BesideOrder::of(&api.app, &caller, &order).await?;
    let tag = format!("\"{}\"", order.version);
    let shape = OrderShape::whole(&order, &candidates, &attachments, &reference, language);
    Ok(([(header::ETAG, tag)], Json(shape)).into_response())
}
