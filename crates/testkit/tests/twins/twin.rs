//! One of two services that are called alike.

use std::fmt;

use orderdock_domain::access::Scope;
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{Engine, Inside, TestApp, new_token, operator};

use crate::calls::{Call, Who};

/// Headers that say something; the others are the same for every answer, or drawn anew for each.
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

/// What was answered, without the ids that are drawn for each request.
#[derive(PartialEq, Eq, Debug)]
pub struct Told {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub text: String,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(6_000).collect();
        write!(f, "{} {:?}\n{text}", self.status, self.headers)
    }
}

impl Told {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(told, _)| *told == name).map_or("", |(_, value)| value)
    }
}

pub struct Twin {
    pub app: TestApp,
    pub inside: Inside,
    shop: String,
    branch: String,
}

impl Twin {
    pub async fn start(engine: Engine) -> Self {
        let app = TestApp::start_on(engine).await;
        let inside = app.database.inside();
        let scopes = [Scope::CandidatesWrite, Scope::CandidatesRead, Scope::AttachmentsWrite];
        let shop = app.create_token(new_token("shop", &scopes)).await;
        let branch = app
            .token_of("test-org-03", &[Scope::CandidatesWrite, Scope::CandidatesRead, Scope::OrdersWrite])
            .await;
        Self { app, inside, shop, branch }
    }

    pub async fn answer(&self, call: &Call) -> Told {
        let token = match call.who {
            Who::Admin => &self.app.admin,
            Who::Shop => &self.shop,
            Who::Branch => &self.branch,
        };
        let mut request = self.app.request(call.method.clone(), &call.path).header("Authorization", token);
        let typed = call.headers.iter().any(|(name, _)| *name == "Content-Type");
        if !typed && call.method != Method::GET && !call.body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let answer = request.body(call.body.clone()).send().await.unwrap();
        let value = |name| {
            answer.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let headers = HEADERS.iter().filter_map(|name| Some((*name, value(*name)?))).collect();
        let status = answer.status().as_u16();
        let text = answer.bytes().await.unwrap();
        Told { status, headers, text: without_drawn(&String::from_utf8_lossy(&text)) }
    }

    /// What a server does now and then, and what the command line does.
    pub async fn keep_house(&self) {
        let app = &self.app.app;
        app.sweep_requests().await.unwrap();
        let temporary = self.app.create_token(new_token("temporary", &[Scope::CandidatesRead])).await;
        let seen = self.app.get(&temporary, "/api/health").await;
        assert_eq!(seen.status, 200);
        let tokens = app.tokens(&operator(app)).await.unwrap();
        let first =
            tokens.iter().find(|token| token.name.as_str() == "temporary" && token.revoked_at.is_none());
        app.revoke_token(&operator(app), first.unwrap().id).await.unwrap();
    }
}

/// The text without the ids of requests, which are drawn.
pub fn without_drawn(text: &str) -> String {
    let is_drawn = |part: &str| {
        part.bytes().enumerate().all(|(place, byte)| match place {
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
fn ids_of_requests_are_left_out() {
    let text = "\"requestId\":\"0193f0a0-7b1c-7def-8123-0123456789ab\",\"id\":12345678-ü";
    assert_eq!(without_drawn(text), "\"requestId\":\"<drawn>\",\"id\":12345678-ü");
}
