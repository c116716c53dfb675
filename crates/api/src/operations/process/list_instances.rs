//! `GET /api/instances`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_domain::ids::InstanceId;
use orderdock_store::Instance;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::shape::Id;

/// The processes that work on the database, oldest first.
#[derive(Serialize, ToSchema)]
pub struct InstancesAnswer<'a> {
    items: Vec<InstanceShape<'a>>,
}

/// A process that works on the database, or did a moment ago.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Instance)]
pub struct InstanceShape<'a> {
    id: Id,
    /// Its machine, and which process it is there.
    #[schema(example = "dock-1/4711")]
    name: &'a str,
    version: &'a str,
    /// Where it keeps attached files: the same place for all.
    attachments: &'a str,
    started_at: Timestamp,
    /// Its last sign of life; without one for some seconds others go on with its work.
    last_sign_at: Timestamp,
    /// By how many seconds the clock of its machine is ahead of that of the database, which holds for all.
    clock_ahead_seconds: i64,
    /// It follows the schedules of all organisations.
    leads: bool,
    /// It is the one that answers.
    answers: bool,
}

/// List instances.
///
/// Returns the instances that use the database, their start times and the one that runs the schedules.
#[utoipa::path(get, path = "/api/instances", tag = "process", operation_id = "listInstances",
    responses((status = 200, description = "The instances.", body = InstancesAnswer)))]
pub async fn list_instances(Reading { api, caller, .. }: Reading) -> Result<Response, Refusal> {
    let view = api.app.instances(&caller).await?;
    let items = view.instances.iter().map(|one| InstanceShape::of(one, view.own)).collect();
    Ok(Json(InstancesAnswer { items }).into_response())
}

impl<'a> InstanceShape<'a> {
    fn of(instance: &'a Instance, own: InstanceId) -> Self {
        Self {
            id: Id(instance.id.0),
            name: &instance.new.name,
            version: &instance.new.version,
            attachments: &instance.new.attachments,
            started_at: instance.started_at,
            last_sign_at: instance.signed_at,
            clock_ahead_seconds: instance.clock_ahead.as_secs(),
            leads: instance.leads,
            answers: instance.id == own,
        }
    }
}
