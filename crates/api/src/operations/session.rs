//! `POST`, `GET` and `DELETE /api/session`: users of the browser interface.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::Timestamp;
use orderdock_app::{Login, Password, SignedIn, organisations_of};
use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::Code;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use crate::Api;
use crate::http::body;
use crate::http::call;
use crate::http::conversation::Conversation;
use crate::http::credentials;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::json::{Described, JsonValue, Members, Property, Scalar, ValueFault, members, typed};
use crate::read::located::read_whole;
use crate::read::query::Parameters;
use crate::shape::{Id, Located, NamedShape};

/// Name and password, however they are escaped.
const LARGEST_BODY: usize = 8 << 10;
const MOST_ERRORS: usize = 10;

/// A user who is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session<'a> {
    /// Their name, which stands in histories.
    user: &'a str,
    /// `viewer`, `clerk` or `administrator`.
    role: &'static str,
    /// What they may do, each scope on its own.
    #[schema(example = json!(["candidates:write", "candidates:read"]))]
    scopes: Vec<&'static str>,
    /// Those whose candidates they may write; the first is the one of rows that name none.
    organisations: Vec<NamedShape<'a>>,
    /// For the header `X-CSRF-Token` of every request but GET.
    csrf_token: String,
    /// Moves on with every use, to at most seven days from the beginning.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Sign in.
///
/// Sets the cookie `orderdock_session` (`__Host-orderdock_session` behind TLS), which every endpoint takes where there
/// is no header `Authorization`. A session that is not used ends after twelve hours, any session after seven days. A request with the header
/// `X-Background: true` is no use, nor is listening to `/api/events`. The session of a cookie that is sent ends.
///
/// A second cookie, `orderdock_browser`, opens nothing: by it the browser is known again when its user signs in while
/// others guess passwords. After many failures of a name or an address, wrong passwords are answered later and later.
#[utoipa::path(post, path = "/api/session", tag = "session", operation_id = "signIn",
    request_body = LoginMembers,
    responses((status = 200, description = "Signed in.", body = Session, headers(("Set-Cookie" = String))),
        (status = 400, description = "The body cannot be read.", body = ProblemDocument),
        (status = 401, description = "User or password is wrong.", body = ProblemDocument),
        (status = 429, description = "Too many sign in from this address; try again after `Retry-After`.", body = ProblemDocument)))]
pub async fn sign_in(
    State(api): State<Api>,
    conversation: Conversation,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    Parameters::of::<()>(&parts.uri).finish()?;
    body::check_media_type(&parts.headers)?;
    let sent = body::read(&api, &parts.headers, body, LARGEST_BODY).await?;
    let (user, password) = read_login(&sent)?;
    let app = api.app.clone();
    let browser = credentials::known_browser(&api, &parts.headers);
    let login = Login { name: user, password, network: credentials::network(&parts), browser };
    // nothing is written yet: who goes away gives it up
    let user = app.prove(login).await?;
    let before = credentials::session_secret(&api, &parts.headers);
    let work = async move {
        let begun = app.sign_in(user, &conversation.request_id).await?;
        // its cookie is replaced, so nobody could end it any more
        if let Some(before) = before {
            app.sign_out(&before).await?;
        }
        Ok(begun)
    };
    let (signed_in, browser) = call::detached(work).await?;
    let mut answer = session(&api, &signed_in).await?;
    let headers = answer.headers_mut();
    headers.append(header::SET_COOKIE, credentials::set_cookie(&api, &signed_in.secret));
    headers.append(header::SET_COOKIE, credentials::set_browser_cookie(&api, &browser));
    Ok(answer)
}

/// Read the session.
///
/// Counts as use of it, as every request without `X-Background: true` does.
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

/// Sign out.
///
/// Takes the header `X-CSRF-Token`, as every call by session that is no GET.
#[utoipa::path(delete, path = "/api/session", tag = "session", operation_id = "signOut",
    responses((status = 204, description = "The session has ended.", headers(("Set-Cookie" = String))),
        (status = 403, description = "The CSRF token is missing or wrong.", body = ProblemDocument)))]
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

members! {
    LoginMembers("LoginBody", Strict) "A user and their password." {
        user: "user" UserName, required, "Upper and lower case are the same.";
        password: "password" SentPassword, required;
    }
}

pub enum UserName {}

impl Described for UserName {
    fn described(words: &str) -> Property {
        Code::described(words)
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
    fn described(words: &str) -> Property {
        let format = SchemaFormat::KnownFormat(KnownFormat::Password);
        typed(Type::String, words).format(Some(format)).into()
    }
}

impl Scalar for SentPassword {
    type Read = Password;

    fn read(value: &JsonValue<'_>) -> Result<Option<Password>, ValueFault> {
        Ok(verbatim(value)?.map(Password::new))
    }
}

/// A text as it is: a password may begin with a blank.
fn verbatim(value: &JsonValue<'_>) -> Result<Option<String>, ValueFault> {
    match value {
        JsonValue::Null => Ok(None),
        JsonValue::Text(text) => Ok(Some(text.to_string())),
        other => Err(ValueFault::wrong_type(Phrase::String, other)),
    }
}

fn read_login(sent: &[u8]) -> Result<(String, Password), Refusal> {
    let read = read_whole(sent, MOST_ERRORS, |reader, node| {
        let members = LoginMembers::open(reader, node)?;
        let (user, password) = (reader.required(members.user), reader.required(members.password));
        Some((user?, password?))
    });
    // a value that was meant as a password is not repeated
    read.map_err(|refusal| {
        let errors = refusal.errors.into_iter().map(|error| Located { seen: None, ..error });
        Refusal { errors: errors.collect(), ..refusal }
    })
}
