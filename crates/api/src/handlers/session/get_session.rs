//! `GET /api/session`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use orderdock_app::SignedIn;

use super::{Session, session};
use crate::Api;
use crate::http::refusal::Refusal;
use crate::request::query::Parameters;

/// Read the session.
///
/// Returns the session of the cookie. The request counts as use of the session, unless it has the header
/// `X-Background: true`.
#[utoipa::path(get, path = "/api/session", tag = "session", operation_id = "getSession",
    responses((status = 200, description = "The session of the cookie.", body = Session)))]
pub async fn get_session(
    State(api): State<Api>,
    Extension(signed_in): Extension<Arc<SignedIn>>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    session(&api, &signed_in).await
}
