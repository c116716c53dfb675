//! Test support for all crates: a running application, its database, builders of requests, and a check of responses
//! against the OpenAPI document.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod candidate;
mod clock;
mod database;
mod document;

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_app::{Actor, Caller, Clock, NewToken, NewUser, Password, Services, WebhookSender};
use orderdock_courier::{NetworkPolicy, WebhookClient};
use orderdock_domain::access::{OrgScope, Role, Scope, Scopes};
use orderdock_store::{NewInstance, Store};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

pub use candidate::{bulk, candidate};
pub use clock::{SeededRandomness, TestClock};
pub use database::{CompetingSql, TestDatabase, TestDatabaseAccess, TestEngine, WriteLock};
pub use document::contradiction;
pub use reqwest;

/// The password of users that tests create.
pub const PASSWORD: &str = "correct horse battery";

/// The path of candidates.
pub const CANDIDATES: &str = "/api/sales/order/candidates";

/// A complete application in this process, with its own database and TCP port.
pub struct TestApp {
    pub services: Arc<Services>,
    pub clock: Arc<TestClock>,
    /// Access token with all scopes, all organisations and default organisation `001`.
    pub admin: String,
    address: String,
    client: reqwest::Client,
    server: ServerTask,
    pub database: Arc<TestDatabase>,
}

/// A server in this process, stopped when dropped.
struct ServerTask(JoinHandle<()>);

impl Drop for ServerTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Cookie and CSRF token of a signed-in user.
#[derive(Clone, Debug)]
pub struct BrowserSession {
    /// Name and value, as in the header `Cookie`.
    pub cookie: String,
    pub csrf: String,
}

impl BrowserSession {
    /// Adds the cookie to a request.
    pub fn with(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("Cookie", &self.cookie)
    }

    /// Adds the cookie and the CSRF token to a request.
    pub fn writing(&self, request: RequestBuilder) -> RequestBuilder {
        self.with(request).header("X-CSRF-Token", &self.csrf)
    }
}

/// A complete HTTP response.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl HttpResponse {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault} in {}", self.text))
    }

    /// Returns the value of a header, or an empty text.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl TestApp {
    /// Starts an application with the demo's master data.
    pub async fn start() -> Self {
        Self::start_with(Options::default()).await
    }

    pub async fn start_with(options: Options) -> Self {
        let database = TestDatabase::with_demo();
        let store = database.open();
        Self::serving(database, store, options).await
    }

    /// Starts an application with the demo's master data on a specific engine.
    pub async fn start_on(engine: TestEngine) -> Self {
        let database = TestDatabase::with_demo_on(engine);
        let store = database.open();
        Self::serving(database, store, Options::default()).await
    }

    /// Starts an application with the demo's master data and a write lock timeout.
    pub async fn start_with_lock_timeout(busy_timeout: Duration) -> Self {
        let database = TestDatabase::with_demo();
        let store = database.open_with_lock_timeout(busy_timeout);
        Self::serving(database, store, Options::default()).await
    }

    async fn serving(database: TestDatabase, store: Arc<dyn Store>, options: Options) -> Self {
        let database = Arc::new(database);
        let clock = database.clock.clone();
        let services = services(&database, store, &clock);
        let admin = services
            .access
            .create_token(&operator(&services), new_token("admin", &[Scope::Admin]))
            .await
            .unwrap();
        let admin = admin.reveal().to_owned();
        let (address, server) = serve(&services, options).await;
        Self { services, clock, admin, address, client: client(), server, database }
    }

    /// Stops the application and starts it again on the same database.
    pub async fn restart(self) -> Self {
        let Self { services: before, clock, admin, mut server, database, .. } = self;
        server.0.abort();
        let _ = (&mut server.0).await;
        before.heartbeat.live(std::future::ready(())).await;
        drop(before);
        let services = services(&database, database.open(), &clock);
        let (address, server) = serve(&services, Options::default()).await;
        Self { services, clock, admin, address, client: client(), server, database }
    }

    /// Starts a second instance on the same database with the same clock.
    pub async fn start_second_instance(&self) -> Self {
        self.instance_with(self.database.open()).await
    }

    /// Starts a second instance that executes the SQL of `others` before each read by key and each write.
    pub async fn start_racing_instance(&self, others: CompetingSql) -> Self {
        self.instance_with(self.database.open_racing(others)).await
    }

    async fn instance_with(&self, store: Arc<dyn Store>) -> Self {
        let services = services(&self.database, store, &self.clock);
        let (address, server) = serve(&services, Options::default()).await;
        let (clock, admin, database) = (self.clock.clone(), self.admin.clone(), self.database.clone());
        Self { services, clock, admin, address, client: client(), server, database }
    }

    /// Loads the text of a master data file.
    pub async fn load(&self, document: &str) {
        if let Err(failure) =
            self.services.master_data.load_masterdata(&operator(&self.services), document).await
        {
            panic!("{:?}", failure.lines("test"));
        }
    }

    /// Creates a token for all organisations with the default organisation `001`.
    pub async fn token(&self, scopes: &[Scope]) -> String {
        self.create_token(new_token("test", scopes)).await
    }

    /// Creates a token for one organisation.
    pub async fn token_of(&self, organisation: &str, scopes: &[Scope]) -> String {
        let organisations = vec![organisation.to_owned()];
        self.create_token(NewToken { organisations, default_organisation: None, ..new_token("test", scopes) })
            .await
    }

    /// Creates a token and advances the clock until it has expired.
    pub async fn expired_token(&self, scopes: &[Scope]) -> String {
        let expires_in = Some(SignedDuration::from_secs(1));
        let token = self.create_token(NewToken { expires_in, ..new_token("old", scopes) }).await;
        self.clock.advance(SignedDuration::from_secs(2));
        token
    }

    /// Creates and revokes a token.
    pub async fn revoked_token(&self, scopes: &[Scope]) -> String {
        let operator = operator(&self.services);
        let token = self.services.access.create_token(&operator, new_token("revoked", scopes)).await.unwrap();
        let known = self.services.access.tokens(&operator).await.unwrap();
        let record = known.iter().find(|record| record.public_id == token.id()).unwrap();
        self.services.access.revoke_token(&operator, record.id).await.unwrap();
        self.clock.advance(SignedDuration::from_secs(2));
        token.reveal().to_owned()
    }

    pub async fn create_token(&self, new: NewToken) -> String {
        self.services.access.create_token(&operator(&self.services), new).await.unwrap().reveal().to_owned()
    }

    /// Creates a user with [`PASSWORD`]. An empty list of organisation codes means all.
    pub async fn create_user(&self, name: &str, role: Role, organisations: &[&str]) {
        let organisations = organisations.iter().map(|code| (*code).to_owned()).collect();
        let password = Password::new(PASSWORD.into());
        let new = NewUser { name: name.into(), role, organisations, password };
        self.services.access.create_user(&operator(&self.services), new).await.unwrap();
    }

    /// Sends a sign-in request and returns its response.
    pub async fn login(&self, user: &str, password: &str) -> HttpResponse {
        let login = json!({ "user": user, "password": password });
        send(self.request(Method::POST, "/api/session").json(&login)).await
    }

    /// Signs in a user with [`PASSWORD`].
    pub async fn sign_in(&self, user: &str) -> BrowserSession {
        let response = self.login(user, PASSWORD).await;
        assert_eq!(response.status, 200, "{}", response.text);
        let cookie = response.header("set-cookie").split(';').next().unwrap().to_owned();
        BrowserSession { cookie, csrf: response.json()["csrfToken"].as_str().unwrap().to_owned() }
    }

    /// Builds a request to the server without a token.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address))
    }

    pub async fn get(&self, token: &str, path: &str) -> HttpResponse {
        send(self.request(Method::GET, path).header("Authorization", token)).await
    }

    /// Sends a POST request with a JSON body.
    pub async fn post(&self, token: &str, path: &str, body: impl Into<String>) -> HttpResponse {
        let request = self.request(Method::POST, path).header("Authorization", token);
        send(request.header("Content-Type", "application/json").body(body.into())).await
    }

    /// Patches a candidate if its version matches the entity tag.
    pub async fn patch(&self, token: &str, path: &str, tag: &str, body: Value) -> HttpResponse {
        let request =
            self.request(Method::PATCH, path).header("Authorization", token).header("If-Match", tag);
        send(request.header("Content-Type", "application/merge-patch+json").body(body.to_string())).await
    }

    /// Imports one candidate with the admin's token.
    pub async fn import(&self, body: impl Into<String>) -> HttpResponse {
        self.post(&self.admin, CANDIDATES, body).await
    }

    /// Imports a list of candidates with the admin's token. `query` begins with `?` or is empty.
    pub async fn import_bulk(&self, query: &str, body: impl Into<String>) -> HttpResponse {
        self.post(&self.admin, &format!("{CANDIDATES}/bulk{query}"), body).await
    }

    /// Returns the number of candidates.
    pub async fn count(&self) -> u64 {
        let response = self.get(&self.admin, &format!("{CANDIDATES}?limit=1")).await;
        response.json()["total"]["value"].as_u64().unwrap()
    }

    /// Host and port of the server.
    pub fn authority(&self) -> &str {
        self.address.trim_start_matches("http://")
    }
}

/// Sends a request and returns the complete response; for an event stream, only its headers. Panics if the response
/// contradicts the OpenAPI document.
pub async fn send(request: RequestBuilder) -> HttpResponse {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let endless = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
    let text = if endless { String::new() } else { response.text().await.unwrap() };
    let response = HttpResponse { status, headers, text };
    // the document describes complete responses only
    let is_minimal = response.header("preference-applied") == "return=minimal";
    if let Some(contradiction) = contradiction(&method, &path, &response).filter(|_| !is_minimal) {
        let HttpResponse { status, text, .. } = &response;
        let text: String = text.chars().take(2_000).collect();
        panic!("{method} {path}, {status}, contradicts the OpenAPI document: {contradiction}\n{text}");
    }
    response
}

fn services(database: &TestDatabase, store: Arc<dyn Store>, clock: &Arc<TestClock>) -> Arc<Services> {
    Services::new(
        store,
        database.files(),
        Arc::clone(clock) as Arc<dyn Clock>,
        Arc::new(SeededRandomness::default()),
        NewInstance::default(),
    )
}

/// Returns an HTTP client without root certificates. reqwest requires a TLS configuration even for plain HTTP.
pub fn client() -> reqwest::Client {
    let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    client.tls_backend_preconfigured(tls).build().unwrap()
}

/// Creates a webhook client that may call receivers at private addresses.
pub fn courier() -> Arc<dyn WebhookSender> {
    Arc::new(WebhookClient::new(NetworkPolicy::AllowPrivate).unwrap())
}

async fn serve(services: &Arc<Services>, options: Options) -> (String, ServerTask) {
    let options = Options { receivers: courier(), ..options };
    let router = orderdock_api::router(services.clone(), options);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (address, ServerTask(tokio::spawn(async move { axum::serve(listener, router).await.unwrap() })))
}

/// Returns the caller of the command line, which has all permissions.
pub fn operator(services: &Services) -> Caller {
    Caller {
        actor: Actor { caller: None, name: "cli".into() },
        scopes: Scopes::new(vec![Scope::Admin]),
        organisations: OrgScope::All,
        default_organisation: None,
        request_id: "test".into(),
        minimal_responses: false,
        now: services.now(),
    }
}

/// Returns the data of a new token for all organisations with the default organisation `001`.
pub fn new_token(name: &str, scopes: &[Scope]) -> NewToken {
    NewToken {
        name: name.into(),
        scopes: scopes.to_vec(),
        organisations: Vec::new(),
        default_organisation: Some("001".into()),
        expires_in: None,
        minimal_responses: false,
    }
}
