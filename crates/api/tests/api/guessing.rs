//! Guessing of passwords and tokens: guesses are delayed and do not lock out other users.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_app::{Login, Network, Password, Services, token};
use orderdock_domain::access::Role;
use orderdock_testkit::{CANDIDATES, HttpResponse, PASSWORD, TestApp, send};
use reqwest::Method;
use serde_json::json;
use tokio::task::JoinSet;

const SESSION: &str = "/api/session";

async fn start_app() -> Arc<TestApp> {
    let app = TestApp::start().await;
    app.create_user("Anna", Role::Clerk, &["001"]).await;
    app.create_user("Zoe", Role::Clerk, &["001"]).await;
    Arc::new(app)
}

fn code(response: &HttpResponse) -> (u16, String) {
    (response.status, response.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned())
}

fn failures(app: &Services) -> u64 {
    app.metrics.authentications_failed.load(Ordering::Relaxed)
}

async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Signs in, with the cookie of a known browser if given.
async fn login(app: &TestApp, user: &str, password: &str, browser: Option<&str>) -> HttpResponse {
    let request = app.request(Method::POST, SESSION).json(&json!({ "user": user, "password": password }));
    send(match browser {
        Some(browser) => request.header("Cookie", browser),
        None => request,
    })
    .await
}

/// Returns the cookie that identifies a known browser, and its attributes.
fn browser_cookie(response: &HttpResponse) -> (String, String) {
    let cookies = response.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let cookie = cookies.into_iter().find(|cookie| cookie.contains("orderdock_browser")).unwrap();
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    (pair.to_owned(), attributes.to_owned())
}

/// Number of guesses that an impatient client abandons. Abandoned guesses keep their slots until their delayed
/// rejection, so all clients together must stay below the 256 slots of a network.
const ABANDONED: u32 = 8;

/// Starts clients that guess continuously, each time with another name. Half of them abandon their first guesses.
fn guess(app: &Arc<TestApp>, clients: u32) -> (JoinSet<()>, Arc<AtomicBool>) {
    let mut guessing = JoinSet::new();
    let (numbers, rejected) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    for client in 0..clients {
        let (app, numbers, rejected) = (app.clone(), numbers.clone(), rejected.clone());
        let mut abandoned = if client % 2 == 0 { ABANDONED } else { 0 };
        guessing.spawn(async move {
            loop {
                let name = format!("made up {}", numbers.fetch_add(1, Ordering::Relaxed));
                let request =
                    app.request(Method::POST, SESSION).json(&json!({ "user": name, "password": "guessed" }));
                let patience = Duration::from_secs(if abandoned < ABANDONED { 1 } else { 600 });
                match request.timeout(patience).send().await {
                    Ok(response) if response.status() != 401 => rejected.store(true, Ordering::Relaxed),
                    Ok(_) => {}
                    Err(_) => abandoned += 1,
                }
            }
        });
    }
    (guessing, rejected)
}

/// Number of guessing clients. Twice as many password checks must take less than the request timeout on a busy machine.
const GUESSERS: u32 = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn users_sign_in_while_others_guess() {
    let app = start_app().await;
    let known = browser_cookie(&login(&app, "Zoe", PASSWORD, None).await).0;
    let (mut guessing, rejected) = guess(&app, GUESSERS);
    until(|| failures(&app.services) >= u64::from(GUESSERS)).await;
    for _ in 0..3 {
        let before = failures(&app.services);
        let response = login(&app, "Anna", PASSWORD, None).await;
        assert_eq!(response.status, 200, "the right password, from the guessers' address: {}", response.text);
        // each guesser may be served once before this attempt, and once more before it is queued
        let waited = failures(&app.services) - before;
        assert!(waited <= 2 * u64::from(GUESSERS), "{waited} guesses were processed first");
        let response = login(&app, "Zoe", PASSWORD, Some(&known)).await;
        assert_eq!(response.status, 200, "{}", response.text);
    }
    assert!(guessing.try_join_next().is_none(), "they still guess");
    assert!(!rejected.load(Ordering::Relaxed), "every guess is rejected as wrong");
}

fn attempt(name: &str, password: &str, address: [u8; 4]) -> Login {
    let (name, password) = (name.to_owned(), Password::new(password.to_owned()));
    Login { name, password, network: Network::from(IpAddr::from(address)), browser: None }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_attempts_do_not_lock_users_out() {
    let app = start_app().await;
    let mut trying = JoinSet::new();
    for number in 0..12 {
        let app = app.clone();
        trying.spawn(async move {
            app.services.access.prove(attempt("ANNA", "wrong", [192, 0, 2, number])).await
        });
    }
    until(|| failures(&app.services) >= 12).await;
    for address in [[192, 0, 2, 1], [198, 51, 100, 7]] {
        let user = app.services.access.prove(attempt("anna", PASSWORD, address)).await.unwrap();
        assert_eq!(user.name.as_str(), "Anna");
    }
    assert_eq!(login(&app, "Anna", PASSWORD, None).await.status, 200);
    while let Some(tried) = trying.join_next().await {
        assert_eq!(tried.unwrap().unwrap_err().status(), 401, "late, and wrong as ever");
    }
}

#[tokio::test]
async fn known_browser_cookie_grants_no_access() {
    let app = start_app().await;
    let (anna, attributes) = browser_cookie(&login(&app, "Anna", PASSWORD, None).await);
    assert!(anna.starts_with("orderdock_browser="), "{anna}");
    assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000");
    let zoe = browser_cookie(&login(&app, "Zoe", PASSWORD, None).await).0;
    let alone = app.request(Method::GET, SESSION).header("Cookie", &anna);
    assert_eq!(code(&send(alone).await), (401, "session.missing".to_owned()));
    for browser in [anna.as_str(), &zoe, "orderdock_browser=x", "orderdock_browser="] {
        let wrong = login(&app, "Anna", "wrong", Some(browser)).await;
        assert_eq!(code(&wrong), (401, "login.wrong".to_owned()), "{browser}");
        assert_eq!(wrong.header("set-cookie"), "");
        let right = login(&app, "Anna", PASSWORD, Some(browser)).await;
        assert_eq!(right.status, 200, "{browser}");
        assert_ne!(browser_cookie(&right).0, anna, "another one each time");
    }
    let secure = TestApp::start_with(Options { behind_tls: true, ..Options::default() }).await;
    secure.create_user("Anna", Role::Clerk, &[]).await;
    let (cookie, attributes) = browser_cookie(&login(&secure, "Anna", PASSWORD, None).await);
    assert!(cookie.starts_with("__Host-orderdock_browser="), "{cookie}");
    assert!(attributes.ends_with("; Secure"), "{attributes}");
}

/// Returns a well-formed token that does not exist.
fn unknown_token(number: u32) -> String {
    let mut random = [7; 48];
    random[..4].copy_from_slice(&number.to_be_bytes());
    token::generate(random).reveal().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_tokens_are_delayed_and_valid_ones_not() {
    let app = start_app().await;
    for number in 0..20 {
        assert_eq!(
            code(&app.get(&unknown_token(number), CANDIDATES).await),
            (401, "token.unknown".to_owned())
        );
    }
    let (numbers, responses) = (Arc::new(AtomicU32::new(20)), Arc::new(AtomicU32::new(0)));
    let mut guessing = JoinSet::new();
    for _ in 0..48 {
        let (app, numbers, responses) = (app.clone(), numbers.clone(), responses.clone());
        guessing.spawn(async move {
            loop {
                let guess = unknown_token(numbers.fetch_add(1, Ordering::Relaxed));
                let started = Instant::now();
                let response = app.get(&guess, CANDIDATES).await;
                responses.fetch_add(1, Ordering::Relaxed);
                if response.status != 401 {
                    return (response, started.elapsed());
                }
            }
        });
    }
    let (rejected, waited) = guessing.join_next().await.unwrap().unwrap();
    assert!(waited >= Duration::from_secs(1), "a refusal waits like any other answer: {waited:?}");
    assert_eq!(code(&rejected), (429, "credentials.too_many".to_owned()));
    assert_eq!(rejected.json()["retryable"], true);
    let seconds: u32 = rejected.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    for _ in 0..5 {
        assert_eq!(app.get(&app.admin, CANDIDATES).await.status, 200);
    }
    guessing.shutdown().await;
    assert!(responses.load(Ordering::Relaxed) > 0);
    // malformed tokens are rejected without a delay, and the count restarts after a minute
    assert_eq!(code(&app.get("od_wrong", CANDIDATES).await), (401, "token.malformed".to_owned()));
    app.clock.advance(SignedDuration::from_mins(1));
    assert_eq!(code(&app.get(&unknown_token(0), CANDIDATES).await), (401, "token.unknown".to_owned()));
}
