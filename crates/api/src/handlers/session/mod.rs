//! Users of the browser interface: signing in and out, and what happens meanwhile.

pub mod get_session;
pub mod sign_in;
pub mod sign_out;
pub mod stream_events;

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::{SignedIn, organisations_of};
use orderdock_domain::access::Scope;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::refusal::Refusal;
use crate::response::{Id, NamedShape};

/// A session of a user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session<'a> {
    /// User name, as recorded in histories.
    user: &'a str,
    /// Role: `viewer`, `clerk` or `administrator`.
    role: &'static str,
    /// Scopes of the user.
    #[schema(example = json!(["candidates:write", "candidates:read"]))]
    scopes: Vec<&'static str>,
    /// Organisations whose candidates the user can change. The first is the default for rows without an organisation.
    organisations: Vec<NamedShape<'a>>,
    /// Value of the header `X-CSRF-Token`, which every request except GET requires.
    csrf_token: String,
    /// Expiry of the session. Extended by use, to at most seven days after signing in.
    expires_at: Timestamp,
}

async fn session(api: &Api, signed_in: &SignedIn) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let context = &signed_in.context;
    let organisations = organisations_of(&context.organisations, &reference);
    let organisations = organisations.iter().map(|organisation| NamedShape {
        id: Id(organisation.id.0),
        code: Some(organisation.code.as_str()),
        name: Some(organisation.name.as_str()),
    });
    let scopes = Scope::ALL.iter().copied().filter(|scope| context.scopes.allow(*scope)).map(Scope::as_str);
    let session = Session {
        user: &context.actor.name,
        role: signed_in.role.as_str(),
        scopes: scopes.collect(),
        organisations: organisations.collect(),
        csrf_token: signed_in.secret.csrf_token(),
        expires_at: signed_in.expires_at,
    };
    Ok(Json(session).into_response())
}
