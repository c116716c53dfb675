//! What a request proves its caller by: the header `Authorization`, else the cookie of a session.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use jiff::SignedDuration;
use orderdock_app::{
    AccessService, Credential, Failure, KnownBrowser, Network, OpContext, SessionSecret, SignedIn, Usage,
    token,
};
use orderdock_domain::fit;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;
use crate::{Api, ClientAddress};

/// The name of the session's cookie.
pub const COOKIE: &str = "orderdock_session";
/// The name of the cookie by which a browser is known again that a user has signed in with.
const BROWSER: &str = "orderdock_browser";
/// Behind TLS, names begin so. Browsers take such a one from this host alone, by TLS alone and for all paths: no neighbour
/// can put its own session in the place of a user's.
const OF_HOST: &str = "__Host-";
/// So long a browser keeps it.
const BROWSER_KEPT: SignedDuration = SignedDuration::from_hours(180 * 24);
/// The header that shows that a request comes from a page of this service.
const CSRF: &str = "x-csrf-token";
/// The header by which a page says that it asks by itself, and nobody asked it to.
const BACKGROUND: &str = "x-background";

/// The caller by token, or by session where there is no header `Authorization`.
pub async fn caller(api: &Api, parts: &Parts, request_id: &str) -> Result<OpContext, Refusal> {
    let seen = parts.headers.get_all(header::AUTHORIZATION).iter().count();
    if seen > 1 {
        let fault = Problem::new(ProblemCode::AuthorizationSeveral, "");
        return Err(fault.with("seen", fit::<i64>(seen)).into());
    }
    let sent = parts.headers.get(header::AUTHORIZATION);
    if sent.is_none() && cookie(api, &parts.headers).is_some() {
        return Ok(session(api, parts, request_id).await?.context);
    }
    // a value that is no text cannot be a token, and says so as one that is malformed
    let token = sent.map(|value| value.to_str().unwrap_or("not text"));
    match api.services.access.authenticate(token, request_id).await {
        Ok(caller) => Ok(caller),
        Err(failure) => Err(held_back(api, parts, failure).await),
    }
}

async fn held_back(api: &Api, parts: &Parts, failure: Failure) -> Refusal {
    api.services.access.after_wrong_credential(network(parts), failure).await.into()
}

/// What the attempts of a request are counted by.
pub fn network(parts: &Parts) -> Network {
    ClientAddress::of(&parts.extensions).0.into()
}

/// The session of the cookie; what may change something takes its CSRF token too.
pub async fn session(api: &Api, parts: &Parts, request_id: &str) -> Result<SignedIn, Refusal> {
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

/// Who only listens does so by itself too: browsers connect again whenever a stream breaks, and send no header of
/// ours then.
fn usage(headers: &HeaderMap) -> Usage {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|sent| sent == value);
    let by_itself = is(BACKGROUND, "true") || is("accept", "text/event-stream");
    if by_itself { Usage::Page } else { Usage::Person }
}

/// The session that a request comes with, whether it goes on or not.
pub fn session_secret(api: &Api, headers: &HeaderMap) -> Option<SessionSecret> {
    SessionSecret::parse(cookie(api, headers)?)
}

/// What [`caller`] found the caller by.
pub fn credential(api: &Api, headers: &HeaderMap) -> Option<Credential> {
    if let Some(sent) = headers.get(header::AUTHORIZATION) {
        return token::from_authorization_header(sent.to_str().ok()?).ok().map(Credential::Token);
    }
    session_secret(api, headers).map(Credential::Session)
}

/// The value of the session's cookie.
fn cookie<'a>(api: &Api, headers: &'a HeaderMap) -> Option<&'a str> {
    value(headers, prefix(api), COOKIE)
}

/// Whether the browser is known, of which user is another question.
pub fn known_browser(api: &Api, headers: &HeaderMap) -> Option<KnownBrowser> {
    KnownBrowser::parse(value(headers, prefix(api), BROWSER)?)
}

fn prefix(api: &Api) -> &'static str {
    if api.options.behind_tls { OF_HOST } else { "" }
}

/// The value of a cookie; browsers send all cookies in one header, HTTP/2 may split it.
fn value<'a>(headers: &'a HeaderMap, prefix: &str, wanted: &str) -> Option<&'a str> {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = sent.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let is_wanted = |name: &str| name.strip_prefix(prefix) == Some(wanted);
    pairs.find_map(|(name, value)| (is_wanted(name) && !value.is_empty()).then_some(value))
}

/// Gives the cookie to the browser, which sends it to this service alone and shows it to no script.
pub fn set_cookie(api: &Api, secret: &SessionSecret) -> HeaderValue {
    written(api, COOKIE, &secret.reveal(), AccessService::LONGEST_SESSION)
}

/// Lets the browser be known again. It opens nothing, and stays when the session ends.
pub fn set_browser_cookie(api: &Api, browser: &KnownBrowser) -> HeaderValue {
    written(api, BROWSER, &browser.reveal(), BROWSER_KEPT)
}

/// Takes the cookie away.
pub fn clear_cookie(api: &Api) -> HeaderValue {
    written(api, COOKIE, "", SignedDuration::ZERO)
}

fn written(api: &Api, name: &str, value: &str, kept: SignedDuration) -> HeaderValue {
    let (seconds, secure) = (kept.as_secs(), if api.options.behind_tls { "; Secure" } else { "" });
    let text = format!(
        "{}{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}{secure}",
        prefix(api)
    );
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
            assert_eq!(value(&headers, "", COOKIE), found, "{sent:?}");
        }
    }
}
