//! `GET /api/sales/order`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::OrderId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::OrderQuery;
use serde::Serialize;
use utoipa::ToSchema;

use crate::handlers::page::{MOST, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::filter::orders::{OrderFilters, read_order_filter};
use crate::request::query::{PageParameters, Parameters};
use crate::response::{OrderHeadShape, TotalShape};

/// A page of sales orders.
#[derive(Serialize, ToSchema)]
pub struct OrderPageAnswer<'a> {
    items: Vec<OrderHeadShape<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    total: TotalShape,
}

/// List sales orders.
///
/// Filters are combined with AND. Orders are sorted by creation.
#[utoipa::path(get, path = "/api/sales/order", tag = "orders", operation_id = "listOrders",
    params(OrderFilters, PageParameters),
    responses((status = 200, description = "One page of results.", body = OrderPageAnswer)))]
pub async fn list_orders(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let mut parameters = Parameters::of::<(OrderFilters, PageParameters)>(&uri);
    let limit = limit(&mut parameters, MOST);
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok().map(OrderId));
    let (filter, descending) = read_order_filter(parameters, &caller, &reference)?;
    let query = OrderQuery { filter, descending, after, limit, counted: true };
    let page = api.app.find_orders(&caller, query).await?;
    let answer = OrderPageAnswer {
        items: page.orders.iter().map(|order| OrderHeadShape::of_head(order, &reference)).collect(),
        next: page.next.map(|next| next.to_string()),
        total: TotalShape::from(page.total),
    };
    Ok(Json(answer).into_response())
}
