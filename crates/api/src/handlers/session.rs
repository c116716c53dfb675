//! Handlers of sessions of users of the order desk, and the stream of changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_app::{LiveEvent, Login, Password, SignedIn, organisations_of};
use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::Code;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use crate::Api;
use crate::http::context::RequestContext;
use crate::http::error::ApiError;
use crate::http::extract::{self, ReadRequest};
use crate::http::{body, credentials};
use crate::request::json::{Described, JsonValue, Members, Property, Scalar, ValueFault, members, typed};
use crate::request::located::read_whole;
use crate::request::query::Parameters;
use crate::response::{Id, LocatedProblem, NamedResponse, RunResponse};

/// Limit of the request body in bytes: name and password with any escapes.
const LARGEST_BODY: usize = 8 << 10;
const MAX_ERRORS: usize = 10;

/// Sign in.
///
/// Sets the cookie `orderdock_session` (`__Host-orderdock_session` behind TLS), which every endpoint accepts if the
/// request has no `Authorization` header. A session expires after twelve hours without use, and after seven days in
/// any case. Requests with the header `X-Background: true` and the stream `/api/events` do not count as use. If the
/// request contains the cookie of a session, that session ends.
///
/// A second cookie, `orderdock_browser`, grants no access. It identifies a known browser, so that its user can sign in
/// while others guess passwords. After many failed attempts for a user name or an address, responses to wrong
/// passwords are increasingly delayed.
#[utoipa::path(post, path = "/api/session", tag = "session", operation_id = "signIn",
    request_body = LoginBody,
    responses((status = 200, description = "Signed in.", body = Session, headers(("Set-Cookie" = String))),
        (status = 400, description = "The body is invalid."),
        (status = 401, description = "Incorrect user name or password."),
        (status = 429, description = "Too many sign-in attempts from this address. Retry after `Retry-After`.")))]
pub async fn sign_in(
    State(api): State<Api>,
    conversation: RequestContext,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    body::check_media_type(&parts.headers)?;
    let sent = body::read(&api, &parts.headers, body, LARGEST_BODY).await?;
    let (user, password) = read_login(&sent)?;
    let services = api.services.clone();
    let browser = credentials::known_browser(&api, &parts.headers);
    let login = Login { name: user, password, network: credentials::network(&parts), browser };
    // nothing is written yet, so this can be interrupted
    let user = services.access.prove(login).await?;
    let before = credentials::session_secret(&api, &parts.headers);
    let work = async move {
        let started = services.access.sign_in(user, &conversation.request_id).await?;
        // the cookie is replaced, so the old session could no longer be ended
        if let Some(before) = before {
            services.access.sign_out(&before).await?;
        }
        Ok(started)
    };
    let (signed_in, browser) = extract::detached(work).await?;
    let mut response = session(&api, &signed_in).await?;
    let headers = response.headers_mut();
    headers.append(header::SET_COOKIE, credentials::set_cookie(&api, &signed_in.secret));
    headers.append(header::SET_COOKIE, credentials::set_browser_cookie(&api, &browser));
    Ok(response)
}

members! {
    LoginBody("LoginBody", Strict) "User name and password." {
        user: "user" UserName, required, "User name, not case-sensitive.";
        password: "password" SentPassword, required;
    }
}

pub enum UserName {}

impl Described for UserName {
    fn described(description: &str) -> Property {
        typed(Type::String, description).max_length(Some(Code::LIMIT)).into()
    }
}

impl Scalar for UserName {
    type Read = String;

    fn read(value: &JsonValue<'_>) -> Result<Option<String>, ValueFault> {
        Ok(verbatim(value)?.map(|name| name.trim().to_owned()))
    }
}

pub enum SentPassword {}

impl Described for SentPassword {
    fn described(description: &str) -> Property {
        let format = SchemaFormat::KnownFormat(KnownFormat::Password);
        typed(Type::String, description).format(Some(format)).into()
    }
}

impl Scalar for SentPassword {
    type Read = Password;

    fn read(value: &JsonValue<'_>) -> Result<Option<Password>, ValueFault> {
        Ok(verbatim(value)?.map(Password::new))
    }
}

/// Reads a text without trimming, because passwords can begin with a space.
fn verbatim(value: &JsonValue<'_>) -> Result<Option<String>, ValueFault> {
    match value {
        JsonValue::Null => Ok(None),
        JsonValue::Text(text) => Ok(Some(text.to_string())),
        other => Err(ValueFault::wrong_type(Phrase::String, other)),
    }
}

fn read_login(sent: &[u8]) -> Result<(String, Password), ApiError> {
    let read = read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = LoginBody::open(reader, node)?;
        let (user, password) = (reader.required(members.user), reader.required(members.password));
        Some((user?, password?))
    });
    // the value may be a password and is not repeated in the error
    read.map_err(|error| {
        let errors = error.errors.into_iter().map(|item| LocatedProblem { seen: None, ..item });
        ApiError { errors: errors.collect(), ..error }
    })
}

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
) -> Result<Response, ApiError> {
    Parameters::of::<()>(&uri).finish()?;
    session(&api, &signed_in).await
}

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
) -> Result<Response, ApiError> {
    Parameters::of::<()>(&uri).finish()?;
    let services = api.services.clone();
    extract::detached(async move { Ok(services.access.sign_out(&signed_in.secret).await?) }).await?;
    let cookie = credentials::clear_cookie(&api);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Interval of keep-alive comments, shorter than the timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Stream changes as server-sent events.
///
/// Returns a stream of server-sent events. It ends when the access token or the session is no longer valid. `hello` is
/// the first event and contains the `version` of the service. `run` contains a queued or active run, and is sent again
/// when its state or counts change and when it ends. `changed` is sent at most once a second after a commit, so that
/// clients can reload.
#[utoipa::path(get, path = "/api/events", tag = "session", operation_id = "streamEvents",
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream")))]
pub async fn stream_events(
    ReadRequest { api, caller, .. }: ReadRequest,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let credential = credentials::credential(&api, &headers).ok_or(ProblemCode::TokenMissing)?;
    let listener = api.services.events.listen(&caller, credential).await?;
    let hello =
        sse::Event::default().event("hello").json_data(json!({ "version": env!("CARGO_PKG_VERSION") }));
    let events = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((written(&event), listener))
    });
    let events = stream::iter([hello]).chain(events);
    // an event that cannot be encoded is a bug and is logged
    let events = events.filter_map(async |event| {
        event
            .map(Ok::<_, Infallible>)
            .inspect_err(|fault| tracing::error!(%fault, "encoding an event failed"))
            .ok()
    });
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // disables buffering in nginx
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

fn written(event: &LiveEvent) -> Result<sse::Event, axum::Error> {
    match event {
        LiveEvent::Changed => Ok(sse::Event::default().event("changed").data("{}")),
        LiveEvent::Run(record) => sse::Event::default().event("run").json_data(RunResponse::from(&**record)),
    }
}

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
    organisations: Vec<NamedResponse<'a>>,
    /// Value of the header `X-CSRF-Token`, which every request except GET requires.
    csrf_token: String,
    /// Expiry of the session. Extended by use, to at most seven days after signing in.
    expires_at: Timestamp,
}

async fn session(api: &Api, signed_in: &SignedIn) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    let context = &signed_in.context;
    let organisations = organisations_of(&context.organisations, &reference);
    let organisations = organisations.iter().map(|organisation| NamedResponse {
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
