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
use crate::response::Id;

/// The instances that use the database, oldest first.
#[derive(Serialize, ToSchema)]
pub struct InstancesAnswer<'a> {
    items: Vec<InstanceShape<'a>>,
}

/// An instance that uses the database or has used it recently.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Instance)]
pub struct InstanceShape<'a> {
    id: Id,
    /// Host name and process id.
    #[schema(example = "dock-1/4711")]
    name: &'a str,
    version: &'a str,
    /// Storage location of attachments, which is the same for all instances.
    attachments: &'a str,
    started_at: Timestamp,
    /// Time of the last heartbeat. After some seconds without one, other instances take over its work.
    last_sign_at: Timestamp,
    /// Seconds by which the clock of the host is ahead of the database clock. All instances use the database clock.
    clock_ahead_seconds: i64,
    /// Whether the instance runs the schedules of all organisations.
    leads: bool,
    /// Whether this instance sent the response.
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
