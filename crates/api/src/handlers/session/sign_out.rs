//! `DELETE /api/session`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::SignedIn;

use crate::Api;
use crate::http::call;
use crate::http::credentials;
use crate::http::refusal::Refusal;
use crate::request::query::Parameters;

/// Sign out.
///
/// Ends the session. Requires the header `X-CSRF-Token`, like every request by session except GET.
#[utoipa::path(delete, path = "/api/session", tag = "session", operation_id = "signOut",
    responses((status = 204, description = "The session has ended.", headers(("Set-Cookie" = String))),
        (status = 403, description = "The CSRF token is missing or invalid.")))]
pub async fn sign_out(
    State(api): State<Api>,
    Extension(signed_in): Extension<Arc<SignedIn>>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::of::<()>(&uri).finish()?;
    let app = api.app.clone();
    call::detached(async move { Ok(app.sign_out(&signed_in.secret).await?) }).await?;
    let cookie = credentials::clear_cookie(&api);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}
