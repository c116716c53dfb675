//! The request log: what was sent, and sending it again.

pub mod get_request;
pub mod list_requests;
pub mod replay_request;

use axum::response::Response;
use orderdock_app::{Answer, KeptRequest};
use orderdock_domain::ids::RequestId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::Api;
use crate::http::body::BULK_BYTES;
use crate::http::limits::Reservation;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::response::ReceivedRequest;

/// Answers a request of the log. How large it is shows when it is unpacked, so it takes the room of the largest.
pub async fn received(
    api: &Api,
    found: impl Future<Output = Result<KeptRequest, Refusal>>,
) -> Result<Response, Refusal> {
    let _room = room_for_the_largest(api)?;
    let kept = found.await?;
    let reference = api.app.reference().await?;
    let missing = || Problem::not_found(ProblemCode::RequestNotFound, &kept.request.id);
    let shown = ReceivedRequest::of(&kept, &reference).ok_or_else(missing)?;
    Ok(api.in_force.counted(Answer { status: 200, body: encoded(&shown) }, None))
}

fn room_for_the_largest(api: &Api) -> Result<Reservation, Refusal> {
    let bodies = &api.in_force.bodies;
    let mut room = bodies.begin();
    room.grow(BULK_BYTES.min(bodies.limit()))?;
    Ok(room)
}

fn request_id(text: &str) -> Result<RequestId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RequestId).ok_or_else(|| Problem::not_found(ProblemCode::RequestNotFound, text).into())
}
