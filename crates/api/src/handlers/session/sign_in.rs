//! `POST /api/session`.

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::Response;
use orderdock_app::{Login, Password};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::text::Code;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use super::{Session, session};
use crate::Api;
use crate::http::body;
use crate::http::call;
use crate::http::conversation::Conversation;
use crate::http::credentials;
use crate::http::refusal::Refusal;
use crate::request::json::{Described, JsonValue, Members, Property, Scalar, ValueFault, members, typed};
use crate::request::located::read_whole;
use crate::request::query::Parameters;
use crate::response::Located;

/// Name and password, however they are escaped.
const LARGEST_BODY: usize = 8 << 10;
const MOST_ERRORS: usize = 10;

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
    request_body = LoginMembers,
    responses((status = 200, description = "Signed in.", body = Session, headers(("Set-Cookie" = String))),
        (status = 400, description = "The body is invalid."),
        (status = 401, description = "Incorrect user name or password."),
        (status = 429, description = "Too many sign-in attempts from this address. Retry after `Retry-After`.")))]
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

members! {
    LoginMembers("LoginBody", Strict) "User name and password." {
        user: "user" UserName, required, "User name, not case-sensitive.";
        password: "password" SentPassword, required;
    }
}

pub enum UserName {}

impl Described for UserName {
    fn described(words: &str) -> Property {
        typed(Type::String, words).max_length(Some(Code::LIMIT)).into()
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
