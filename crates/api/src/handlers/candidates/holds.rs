//! Handler that groups candidates on hold by reason.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::resolve_organisation;
use orderdock_domain::masterdata::Reference;
use orderdock_store::{HeldFigures, HoldGroup};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::query::{HoldGroupParameters, Parameters, data_source};
use crate::response::GroupWorth;

/// Candidates on hold, grouped by reason.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoldGroupsAnswer)]
pub struct HoldGroupsResponse<'a> {
    /// Groups, largest first.
    items: Vec<HoldGroupResponse<'a>>,
    #[serde(flatten)]
    all: HeldFiguresResponse<'a>,
    /// Whether all candidates are included. At most 50,000 candidates on hold are read.
    complete: bool,
}

/// Candidates with the same hold reason.
#[derive(Serialize, ToSchema)]
#[schema(as = HoldGroup)]
pub struct HoldGroupResponse<'a> {
    /// Hold reason.
    #[schema(example = "header.incomplete")]
    hold: &'static str,
    /// Whether a run can ignore the reason: `release` of its request.
    releasable: bool,
    #[serde(flatten)]
    figures: HeldFiguresResponse<'a>,
    filter: HoldFilterResponse<'a>,
}

/// Number, age and value of candidates on hold.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = HeldFigures)]
pub struct HeldFiguresResponse<'a> {
    candidates: u64,
    /// Number of incoming orders with these candidates.
    orders: u64,
    /// Time since which the first of them is on hold, as `heldSince` of an incoming order.
    since: Option<Timestamp>,
    /// Value by currency, from the prices of the candidates and of price lists.
    worth: Vec<GroupWorth<'a>>,
    /// Number of candidates not in `worth`: without a price, or with a list price that may refer to another unit.
    unpriced: u64,
}

/// Filter that matches exactly this group: the `filter` of a selection, or parameters of the list.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoldGroupFilter)]
struct HoldFilterResponse<'a> {
    #[schema(example = "new")]
    status: &'static str,
    hold: &'static str,
    data_source: Option<&'a str>,
    org: Option<&'a str>,
}

impl<'a> HeldFiguresResponse<'a> {
    fn of(figures: &'a HeldFigures, reference: &Reference) -> Self {
        Self {
            candidates: figures.candidates,
            orders: figures.headers,
            since: figures.since,
            worth: figures.worth.iter().map(|worth| GroupWorth::of(worth, reference)).collect(),
            unpriced: figures.unpriced,
        }
    }
}

impl<'a> HoldGroupResponse<'a> {
    /// Returns a group within a data source and an organisation, as named by the caller.
    fn of(
        group: &'a HoldGroup,
        reference: &Reference,
        (data_source, org): (Option<&'a str>, Option<&'a str>),
    ) -> Self {
        let hold = group.reason.as_str();
        Self {
            hold,
            releasable: group.reason.is_releasable(),
            figures: HeldFiguresResponse::of(&group.figures, reference),
            filter: HoldFilterResponse { status: "new", hold, data_source, org },
        }
    }
}

/// Group candidates on hold by reason.
///
/// Groups candidates with status `new` that a run would skip because they are on hold. Each group contains the number of
/// candidates and incoming orders, their value, the age of the oldest hold, and a filter for lists and runs.
#[utoipa::path(get, path = "/api/sales/order/candidates/holds", tag = "candidates", operation_id = "groupHolds",
    params(HoldGroupParameters), responses((status = 200, description = "The groups.", body = HoldGroupsResponse)))]
pub async fn group_holds(QueryRequest { api, caller, uri, .. }: QueryRequest) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<HoldGroupParameters>(&uri);
    let (source, org) = (parameters.text("dataSource"), parameters.text("org"));
    let data_source = data_source(&mut parameters, &caller, &reference);
    parameters.finish()?;
    let organisation =
        org.as_deref().map(|code| resolve_organisation(&caller, &reference, code)).transpose()?;
    let found = api.services.candidates.hold_groups(&caller, data_source, organisation).await?;
    let filter = (source.as_deref(), org.as_deref());
    let response = HoldGroupsResponse {
        items: found.groups.iter().map(|group| HoldGroupResponse::of(group, &reference, filter)).collect(),
        all: HeldFiguresResponse::of(&found.all, &reference),
        complete: found.whole,
    };
    Ok(Json(response).into_response())
}
