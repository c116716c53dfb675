//! Credentials of requests: the header `Authorization`, otherwise the session cookie.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use jiff::SignedDuration;
use orderdock_app::{
    AccessService, Caller, Credential, Failure, KnownBrowser, Network, SessionSecret, SignedIn, Usage, token,
};
use orderdock_domain::cast;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::error::ApiError;
use crate::{Api, ClientAddress};

/// Name of the session cookie.
pub const COOKIE: &str = "orderdock_session";
/// Name of the cookie that identifies a browser in which a user has signed in.
const BROWSER: &str = "orderdock_browser";
/// Prefix of cookie names behind TLS. Browsers accept such cookies only from this host, over TLS and for all
/// paths, so other hosts cannot set them.
const OF_HOST: &str = "__Host-";
/// Lifetime of the browser cookie.
const BROWSER_KEPT: SignedDuration = SignedDuration::from_hours(180 * 24);
/// Header with the CSRF token.
const CSRF: &str = "x-csrf-token";
/// Header of requests that a page sends without user activity.
const BACKGROUND: &str = "x-background";

/// Authenticates by token, or by session without `Authorization`.
pub async fn caller(api: &Api, parts: &Parts, request_id: &str) -> Result<Caller, ApiError> {
    let seen = parts.headers.get_all(header::AUTHORIZATION).iter().count();
    if seen > 1 {
        let fault = Problem::new(ProblemCode::AuthorizationSeveral, "");
        return Err(fault.with("seen", cast::<i64>(seen)).into());
    }
    let sent = parts.headers.get(header::AUTHORIZATION);
    if sent.is_none() && cookie(api, &parts.headers).is_some() {
        return Ok(session(api, parts, request_id).await?.context);
    }
    // a value that is not text is reported as a malformed token
    let token = sent.map(|value| value.to_str().unwrap_or("not text"));
    match api.services.access.authenticate(token, request_id).await {
        Ok(caller) => Ok(caller),
        Err(failure) => Err(held_back(api, parts, failure).await),
    }
}

async fn held_back(api: &Api, parts: &Parts, failure: Failure) -> ApiError {
    api.services.access.after_wrong_credential(network(parts), failure).await.into()
}

/// Returns the network by which failed attempts are counted.
pub fn network(parts: &Parts) -> Network {
    ClientAddress::of(&parts.extensions).0.into()
}

/// Authenticates by session cookie. Methods other than GET also require the CSRF token.
pub async fn session(api: &Api, parts: &Parts, request_id: &str) -> Result<SignedIn, ApiError> {
    let cookie = cookie(api, &parts.headers).ok_or(ProblemCode::SessionMissing)?;
    let signed_in =
        match api.services.access.authenticate_session(cookie, usage(&parts.headers), request_id).await {
            Ok(signed_in) => signed_in,
            Err(failure) => return Err(held_back(api, parts, failure).await),
        };
    let sent = parts.headers.get(CSRF).and_then(|value| value.to_str().ok());
    if !parts.method.is_safe() && !sent.is_some_and(|sent| signed_in.secret.is_csrf_token(sent)) {
        return Err(ProblemCode::CsrfMissing.into());
    }
    Ok(signed_in)
}

/// Whether a request counts as activity of the user. Browsers reconnect event streams themselves and send no
/// header of the page.
fn usage(headers: &HeaderMap) -> Usage {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
    let by_itself = is(BACKGROUND, "true") || is("accept", "text/event-stream");
    if by_itself { Usage::Page } else { Usage::Person }
}

/// Returns the session secret of a request, valid or not.
pub fn session_secret(api: &Api, headers: &HeaderMap) -> Option<SessionSecret> {
    SessionSecret::parse(cookie(api, headers)?)
}

/// Returns the credential that [`caller`] uses.
pub fn credential(api: &Api, headers: &HeaderMap) -> Option<Credential> {
    if let Some(sent) = headers.get(header::AUTHORIZATION) {
        return token::from_authorization_header(sent.to_str().ok()?).ok().map(Credential::Token);
    }
    session_secret(api, headers).map(Credential::Session)
}

/// Returns the session cookie.
fn cookie<'a>(api: &Api, headers: &'a HeaderMap) -> Option<&'a str> {
    value(headers, prefix(api), COOKIE)
}

/// Returns the browser cookie. It does not identify the user.
pub fn known_browser(api: &Api, headers: &HeaderMap) -> Option<KnownBrowser> {
    KnownBrowser::parse(value(headers, prefix(api), BROWSER)?)
}

fn prefix(api: &Api) -> &'static str {
    if api.options.behind_tls { OF_HOST } else { "" }
}

/// Returns the value of a cookie. HTTP/2 can split cookies into several headers.
fn value<'a>(headers: &'a HeaderMap, prefix: &str, wanted: &str) -> Option<&'a str> {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = sent.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let is_wanted = |name: &str| name.strip_prefix(prefix) == Some(wanted);
    pairs.find_map(|(name, value)| (is_wanted(name) && !value.is_empty()).then_some(value))
}

/// Returns `Set-Cookie` for a session. Scripts and other sites cannot read the cookie.
pub fn set_cookie(api: &Api, secret: &SessionSecret) -> HeaderValue {
    written(api, COOKIE, &secret.reveal(), AccessService::MAX_SESSION_LIFETIME)
}

/// Returns `Set-Cookie` for the browser cookie. It grants no access and outlives the session.
pub fn set_browser_cookie(api: &Api, browser: &KnownBrowser) -> HeaderValue {
    written(api, BROWSER, &browser.reveal(), BROWSER_KEPT)
}

/// Returns `Set-Cookie` that deletes the session cookie.
pub fn clear_cookie(api: &Api) -> HeaderValue {
    written(api, COOKIE, "", SignedDuration::ZERO)
}

fn written(api: &Api, name: &str, value: &str, max_age: SignedDuration) -> HeaderValue {
    let (seconds, secure) = (max_age.as_secs(), if api.options.behind_tls { "; Secure" } else { "" });
    let text = format!(
        "{}{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}",
        prefix(api)
    );
    // contains only characters that are valid in headers
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_cookie_is_found_among_others() {
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
            assert_eq!(value(&headers, "", COOKIE), found, "{sent:?}");
        }
    }
}
