//! One of the two services that receive the same requests.

use std::fmt;
use std::sync::Mutex;

use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{BrowserSession, TestApp, TestDatabaseAccess, TestEngine, new_token, operator};
use serde_json::Value;

use crate::calls::{Call, TwinUser};

/// Compared headers. All others are constant or random.
const HEADERS: [&str; 9] = [
    "content-type",
    "content-disposition",
    "etag",
    "location",
    "idempotency-replayed",
    "preference-applied",
    "retry-after",
    "allow",
    "www-authenticate",
];

/// A response without random ids.
#[derive(PartialEq, Eq, Debug)]
pub struct TwinResponse {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub text: String,
}

impl fmt::Display for TwinResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(6_000).collect();
        write!(f, "{} {:?}\n{text}", self.status, self.headers)
    }
}

impl TwinResponse {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }
}

pub struct Twin {
    pub app: TestApp,
    pub connection: TestDatabaseAccess,
    shop: String,
    branch: String,
    /// Latest sessions of Anna and Berta, including ended ones.
    sessions: Mutex<[Option<BrowserSession>; 2]>,
}

impl Twin {
    pub async fn start(engine: TestEngine) -> Self {
        let app = TestApp::start_on(engine).await;
        let connection = app.database.connect();
        let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead, Scope::AttachmentsWrite];
        let shop = app.create_token(new_token("shop", &scopes)).await;
        let branch = app
            .token_of("test-org-03", &[Scope::CandidatesWrite, Scope::CandidatesRead, Scope::OrdersWrite])
            .await;
        app.create_user("anna", Role::Clerk, &[]).await;
        app.create_user("Berta", Role::Clerk, &["001"]).await;
        Self { app, connection, shop, branch, sessions: Mutex::default() }
    }

    /// Returns the index of the user in `sessions`.
    fn session_index(user: TwinUser) -> Option<usize> {
        [TwinUser::Anna, TwinUser::Berta].iter().position(|one| *one == user)
    }

    fn session_of(&self, user: TwinUser) -> Option<BrowserSession> {
        self.sessions.lock().unwrap()[Self::session_index(user)?].clone()
    }

    /// Stores the session of a sign-in response.
    fn store_session(&self, user: TwinUser, cookie: &str, response: &str) {
        let response: Value = serde_json::from_str(response).unwrap_or_default();
        if let (Some(index), Some(csrf)) = (Self::session_index(user), response["csrfToken"].as_str())
            && let Some((cookie, _)) = cookie.split_once(';')
        {
            let session = BrowserSession { cookie: cookie.to_owned(), csrf: csrf.to_owned() };
            self.sessions.lock().unwrap()[index] = Some(session);
        }
    }

    pub async fn send(&self, call: &Call) -> TwinResponse {
        let request = self.app.request(call.method.clone(), &call.path);
        let mut request = match (call.user, self.session_of(call.user)) {
            (TwinUser::Admin, _) => request.header("Authorization", &self.app.admin),
            (TwinUser::Shop, _) => request.header("Authorization", &self.shop),
            (TwinUser::Branch, _) => request.header("Authorization", &self.branch),
            (_, Some(session)) => session.writing(request),
            (_, None) => request,
        };
        let typed = call.headers.iter().any(|(name, _)| *name == "Content-Type");
        if !typed && call.method != Method::GET && !call.body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let response = request.body(call.body.clone()).send().await.unwrap();
        let value = |name| {
            response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let headers = HEADERS.iter().filter_map(|name| Some((*name, value(*name)?))).collect();
        let status = response.status().as_u16();
        let cookie = value("set-cookie").unwrap_or_default();
        let text = response.bytes().await.unwrap();
        let text = String::from_utf8_lossy(&text);
        self.store_session(call.user, &cookie, &text);
        TwinResponse { status, headers, text: without_random_ids(&without_csrf(&text)) }
    }

    /// Runs the maintenance work of the server, and commands of the command line.
    pub async fn run_maintenance(&self) {
        let services = &self.app.services;
        let max_age = jiff::SignedDuration::from_hours(24 * 30);
        services.requests.sweep_requests(max_age).await.unwrap();
        services.rejected_rows.sweep_rejected_rows(max_age).await.unwrap();
        let temporary = self.app.create_token(new_token("temporary", &[Scope::CandidatesRead])).await;
        let seen = self.app.get(&temporary, "/api/health").await;
        assert_eq!(seen.status, 200);
        let tokens = services.access.tokens(&operator(services)).await.unwrap();
        let first =
            tokens.iter().find(|token| token.name.as_str() == "temporary" && token.revoked_at.is_none());
        services.access.revoke_token(&operator(services), first.unwrap().id).await.unwrap();
        services.search.update_search().await.unwrap();
    }
}

/// Replaces the random CSRF token.
fn without_csrf(text: &str) -> String {
    let mut response: Value = match serde_json::from_str(text) {
        Ok(response @ Value::Object(_)) if text.contains("\"csrfToken\":") => response,
        _ => return text.to_owned(),
    };
    response["csrfToken"] = "<drawn>".into();
    response.to_string()
}

/// Replaces random request ids.
pub fn without_random_ids(text: &str) -> String {
    let is_drawn = |part: &str| {
        part.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
    };
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let drawn = rest.get(..36).is_some_and(is_drawn);
        if drawn {
            shown.push_str("<drawn>");
        } else {
            shown.push(character);
        }
        rest = &rest[if drawn { 36 } else { character.len_utf8() }..];
    }
    shown
}

#[test]
fn request_ids_are_replaced() {
    let text = "\"requestId\":\"0193f0a0-7b1c-7def-8123-0123456789ab\",\"id\":12345678-ü";
    assert_eq!(without_random_ids(text), "\"requestId\":\"<drawn>\",\"id\":12345678-ü");
}
