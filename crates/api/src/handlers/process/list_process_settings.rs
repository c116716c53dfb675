//! `GET /api/process-settings`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_domain::masterdata::{DataSource, Reference};
use serde::Serialize;
use utoipa::ToSchema;

use super::settings::{ProcessSettings, organisation, settings};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::{Id, NamedShape};

/// Settings of a data source for its incoming orders. They are part of the master data and are changed there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataSourceProcessing<'a> {
    id: Id,
    org: NamedShape<'a>,
    internal_names: Vec<&'a str>,
    /// Settle time in seconds: minimum age of the newest candidate before a run processes the incoming order.
    settle_seconds: i64,
    /// Whether incoming orders are on hold until a clerk releases them.
    release_by_hand: bool,
    /// Whether an incoming order is processed without its candidates in error.
    partial_headers: bool,
}

/// The settings of all organisations of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllProcessSettings<'a> {
    items: Vec<ProcessSettings<'a>>,
    data_sources: Vec<DataSourceProcessing<'a>>,
}

/// List process settings.
///
/// Returns schedules and settings of all organisations of the caller, and the settings of data sources for incoming
/// orders.
#[utoipa::path(get, path = "/api/process-settings", tag = "process", operation_id = "listProcessSettings",
    responses((status = 200, description = "The settings.", body = AllProcessSettings)))]
pub async fn list_process_settings(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let views = api.app.schedules(&caller).await?;
    let mut items = Vec::with_capacity(views.len());
    for view in &views {
        let orders = api.app.order_settings(&caller, view.schedule.organisation).await?;
        items.push(settings(view, &orders, &reference));
    }
    let scope = caller.organisations.read();
    let seen = reference.data_sources.iter().filter(|source| scope.contains(source.organisation));
    let data_sources = seen.map(|source| data_source(source, &reference)).collect();
    Ok(Json(AllProcessSettings { items, data_sources }).into_response())
}

fn data_source<'a>(source: &'a DataSource, reference: &'a Reference) -> DataSourceProcessing<'a> {
    DataSourceProcessing {
        id: Id(source.id.0),
        org: organisation(source.organisation, reference),
        internal_names: source.internal_names.iter().map(AsRef::as_ref).collect(),
        settle_seconds: source.settle_seconds,
        release_by_hand: source.release_by_hand,
        partial_headers: source.partial_headers,
    }
}
