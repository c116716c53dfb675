//! What a request proves its caller by: the header `Authorization`, else the cookie of a session.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use orderdock_app::{App, Credential, OpContext, SessionSecret, SignedIn, Usage, token};
use orderdock_domain::problem::Code;

use crate::refusal::Refusal;

/// The cookie's name.
pub const COOKIE: &str = "orderdock_session";
/// The header that shows that a request comes from a page of this service.
const CSRF: &str = "x-csrf-token";
/// The header by which a page says that it asks by itself, and nobody asked it to.
const BACKGROUND: &str = "x-background";

/// The caller by token, or by session where there is no header `Authorization`.
pub async fn caller(app: &App, parts: &Parts, request_id: &str) -> Result<OpContext, Refusal> {
    let sent = parts.headers.get(header::AUTHORIZATION);
    if sent.is_none() && cookie(&parts.headers).is_some() {
        return Ok(session(app, parts, request_id).await?.context);
    }
    // a value that is no text cannot be a token, and says so as one that is malformed
    let token = sent.map(|value| value.to_str().unwrap_or("not text"));
    Ok(app.authenticate(token, request_id).await?)
}

/// The session of the cookie; what may change something takes its CSRF token too.
pub async fn session(app: &App, parts: &Parts, request_id: &str) -> Result<SignedIn, Refusal> {
    let cookie = cookie(&parts.headers).ok_or(Code::SessionMissing)?;
    let signed_in = app.authenticate_session(cookie, usage(&parts.headers), request_id).await?;
    let reads = matches!(parts.method, Method::GET | Method::HEAD);
    let sent = parts.headers.get(CSRF).and_then(|value| value.to_str().ok());
    if !reads && !sent.is_some_and(|sent| signed_in.secret.is_csrf_token(sent)) {
        return Err(Code::CsrfMissing.into());
    }
    Ok(signed_in)
}

/// Who only listens does so by itself too: browsers connect again whenever a stream breaks, and send no header of
/// ours then.
fn usage(headers: &HeaderMap) -> Usage {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
    let by_itself = is(BACKGROUND, "true") || is("accept", "text/event-stream");
    if by_itself { Usage::Page } else { Usage::Person }
}

/// The session that a request comes with, whether it goes on or not.
pub fn session_secret(headers: &HeaderMap) -> Option<SessionSecret> {
    SessionSecret::parse(cookie(headers)?)
}

/// What [`caller`] found the caller by.
pub fn credential(headers: &HeaderMap) -> Option<Credential> {
    if let Some(sent) = headers.get(header::AUTHORIZATION) {
        return token::from_authorization_header(sent.to_str().ok()?).ok().map(Credential::Token);
    }
    session_secret(headers).map(Credential::Session)
}

/// The value of the session's cookie; browsers send all cookies in one header, HTTP/2 may split it.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = sent.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| (name == COOKIE && !value.is_empty()).then_some(value))
}

/// Gives the cookie to the browser, which sends it to this service alone and shows it to no script.
pub fn set_cookie(secret: &SessionSecret, secure: bool) -> HeaderValue {
    written(&secret.reveal(), App::LONGEST_SESSION.as_secs(), secure)
}

/// Takes the cookie away.
pub fn clear_cookie(secure: bool) -> HeaderValue {
    written("", 0, secure)
}

fn written(value: &str, seconds: i64, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}");
    // letters, digits and signs that headers take
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        for (sent, found) in [
            (vec![], None),
            (vec!["orderdock_session=os_x"], Some("os_x")),
            (vec!["a=b; orderdock_session=os_x; c=d"], Some("os_x")),
            (vec!["a=b", "orderdock_session=os_x"], Some("os_x")),
            (vec!["a=b;orderdock_session=os_x=="], Some("os_x==")),
            (vec!["orderdock_session="], None),
            (vec!["orderdock_session"], None),
            (vec!["xorderdock_session=os_x; Orderdock_Session=os_x"], None),
            (vec!["a=orderdock_session=os_x"], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in &sent {
                headers.append(header::COOKIE, value.parse().unwrap());
            }
            assert_eq!(cookie(&headers), found, "{sent:?}");
        }
    }
}
