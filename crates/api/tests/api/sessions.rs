//! Sessions of users: sign-in, rights, and expiry.

use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_app::{LastAdministrator, NewUser, Password, UserChanges};
use orderdock_domain::access::{Role, Scope};
use orderdock_domain::problem::Language;
use orderdock_store::{Disabled, WriteMode};
use orderdock_testkit::{
    BrowserSession, CANDIDATES, HttpResponse, PASSWORD, TestApp, candidate, operator, send,
};
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "/api/session";

/// Starts an application with a clerk of organisation `001` and an administrator.
async fn start_app() -> TestApp {
    let app = TestApp::start().await;
    app.create_user("Anna", Role::Clerk, &["001"]).await;
    app.create_user("root", Role::Administrator, &[]).await;
    app
}

async fn get(app: &TestApp, session: &BrowserSession, path: &str) -> HttpResponse {
    send(session.with(app.request(Method::GET, path))).await
}

async fn post(app: &TestApp, session: &BrowserSession, path: &str, body: &Value) -> HttpResponse {
    send(session.writing(app.request(Method::POST, path)).json(body)).await
}

fn code(response: &HttpResponse) -> (u16, String) {
    (response.status, response.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned())
}

fn rejected(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn sign_in_returns_user_and_sets_cookie() {
    let app = start_app().await;
    let response = app.login("anna", PASSWORD).await;
    let shown = response.json();
    let organisation = &shown["organisations"][0];
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!((&shown["user"], &shown["role"]), (&json!("Anna"), &json!("clerk")));
    assert_eq!(shown["expiresAt"], "2026-11-21T00:00:00Z");
    assert_eq!((&organisation["code"], shown["organisations"].as_array().unwrap().len()), (&json!("001"), 1));
    assert!(organisation["id"].is_i64() && organisation["name"].is_string(), "{organisation}");
    let scopes = [
        "candidates:write",
        "candidates:read",
        "orders:write",
        "attachments:write",
        "process:run",
        "references:write",
    ];
    assert_eq!(shown["scopes"], json!(scopes));
    let cookie = response.header("set-cookie");
    let (value, attributes) = cookie.split_once("; ").unwrap();
    assert!(value.starts_with("orderdock_session=os_"), "{cookie}");
    assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/; Max-Age=604800");
    assert!(!response.text.contains(&value[18..40]), "the secret is in the cookie alone");
    assert_eq!(response.header("cache-control"), "no-store");
    assert!(response.header("vary").contains("cookie"), "{}", response.header("vary"));

    let session = app.sign_in("ROOT").await;
    let shown = get(&app, &session, SESSION).await.json();
    assert_eq!((&shown["user"], &shown["role"]), (&json!("root"), &json!("administrator")));
    assert_eq!(shown["scopes"], json!(Scope::ALL.iter().map(|scope| scope.as_str()).collect::<Vec<_>>()));
    assert_eq!(shown["csrfToken"], session.csrf, "the same as when signing in");
    let codes = shown["organisations"].as_array().unwrap().iter().map(|own| own["code"].clone());
    let codes: Vec<_> = codes.collect();
    assert!(codes.contains(&json!("test-org-03")) && !codes.contains(&json!("*")), "{codes:?}");
}

#[tokio::test]
async fn cookie_behind_tls_is_secure() {
    let app = TestApp::start_with(Options { behind_tls: true, ..Options::default() }).await;
    app.create_user("Anna", Role::Clerk, &[]).await;
    let response = app.login("Anna", PASSWORD).await;
    let cookie = response.header("set-cookie");
    let (value, attributes) = cookie.split_once("; ").unwrap();
    assert!(value.starts_with("__Host-orderdock_session=os_"), "{cookie}");
    assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/; Max-Age=604800; Secure");
    let csrf = response.json()["csrfToken"].as_str().unwrap().to_owned();
    let session = BrowserSession { cookie: value.to_owned(), csrf };
    assert_eq!(get(&app, &session, SESSION).await.status, 200);
    // a cookie without the `__Host-` prefix, which another host could have set, is ignored
    let plain = BrowserSession { cookie: value.replace("__Host-", ""), ..session.clone() };
    assert_eq!(code(&get(&app, &plain, SESSION).await), rejected(401, "session.missing"));
    let both = BrowserSession {
        cookie: format!("{}; {}", "orderdock_session=os_x", session.cookie),
        ..session.clone()
    };
    assert_eq!(get(&app, &both, SESSION).await.status, 200);
    let out = send(session.writing(app.request(Method::DELETE, SESSION))).await;
    let cleared = "__Host-orderdock_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure";
    assert_eq!((out.status, out.header("set-cookie")), (204, cleared));
}

#[tokio::test]
async fn wrong_password_and_unknown_user_have_same_response() {
    let app = start_app().await;
    let long = "x".repeat(300);
    let mut message = Vec::new();
    for (user, password) in
        [("Anna", "not the one"), ("nobody", PASSWORD), ("", "x"), ("Anna", &long), (&long, "x")]
    {
        let response = app.login(user, password).await;
        assert_eq!(code(&response), rejected(401, "login.wrong"), "{user} {password}");
        assert_eq!(response.header("set-cookie"), "");
        assert!(!response.text.contains("not the one"), "no password in an answer: {}", response.text);
        message.push(response.json()["detail"].clone());
    }
    assert_eq!(message[0], "Incorrect user name or password.");
    assert_eq!(message[0], message[1]);
    let request = app.request(Method::POST, SESSION).header("Accept-Language", "de");
    let response = send(request.json(&json!({ "user": "Anna", "password": "falsch" }))).await;
    assert_eq!(response.json()["detail"], "Benutzername oder Passwort ist falsch.");
}

#[tokio::test]
async fn invalid_login_is_reported_with_position() {
    let app = start_app().await;
    let large = format!("{{\"user\":\"Anna\",\"password\":\"{}\"}}", "x".repeat(9_000));
    for (media_type, body, expected) in [
        ("application/json", "{", rejected(400, "json.syntax")),
        ("application/json", "[]", rejected(400, "type.wrong")),
        ("application/json", r#"{"user":"Anna"}"#, rejected(400, "property.missing")),
        ("application/json", r#"{"user":"Anna","password":271828}"#, rejected(400, "type.wrong")),
        (
            "application/json",
            r#"{"user":"Anna","password":"x","role":"administrator"}"#,
            rejected(400, "property.unknown"),
        ),
        ("application/json", &large, rejected(413, "body.too_large")),
        ("application/x-www-form-urlencoded", "user=Anna&password=x", rejected(415, "body.media_type")),
    ] {
        let request = app.request(Method::POST, SESSION).header("Content-Type", media_type);
        let response = send(request.body(body.to_owned())).await;
        assert_eq!(code(&response), expected, "{body}");
        assert!(!response.text.contains("271828"), "{}", response.text);
    }
}

#[tokio::test]
async fn session_is_accepted_like_token() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    let response = post(&app, &session, CANDIDATES, &candidate("H", "1", json!({}))).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let listed = get(&app, &session, CANDIDATES).await.json();
    assert_eq!(listed["total"]["value"], 1);
    let id = response.json()["result"][0]["id"].to_string();
    let path = format!("{CANDIDATES}/{id}");
    let change = session.writing(app.request(Method::PATCH, &path)).header("If-Match", "*");
    let change = change.header("Content-Type", "application/merge-patch+json");
    let changed = send(change.body(json!({ "override": { "qty": 7 } }).to_string())).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let history = get(&app, &session, &format!("{path}/history")).await.text;
    assert!(history.contains("\"actor\":\"Anna\""), "{history}");
    // the request log contains the user
    let requests = get(&app, &session, "/api/requests").await.json();
    let requests = requests["items"].as_array().unwrap();
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|request| request["actor"] == "Anna"), "{requests:?}");
    let of_anna = app.get(&app.admin, "/api/requests?token=Anna").await.json();
    assert_eq!(of_anna["items"].as_array().unwrap().len(), 2);
    assert!(!app.get(&app.admin, "/api/requests").await.text.contains("/api/session"), "no password is kept");
    let id = requests[1]["id"].to_string();
    let again = app.post(&app.admin, &format!("/api/requests/{id}/replay"), "").await;
    assert_eq!(again.status, 200, "sent again as Anna sent it: {}", again.text);
}

#[tokio::test]
async fn idempotency_key_belongs_to_user() {
    let app = start_app().await;
    let keyed = async |session: &BrowserSession| {
        let request = session.writing(app.request(Method::POST, CANDIDATES)).header("Idempotency-Key", "k");
        send(request.json(&candidate("H", "1", json!({})))).await
    };
    let (first, second, other) =
        (app.sign_in("Anna").await, app.sign_in("Anna").await, app.sign_in("root").await);
    let made = keyed(&first).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(keyed(&second).await.text, made.text, "another session of the same user");
    assert_eq!(keyed(&other).await.status, 200, "another user's key: the row is there already");
}

#[tokio::test]
async fn writes_require_csrf_token() {
    let app = start_app().await;
    let (session, other) = (app.sign_in("Anna").await, app.sign_in("Anna").await);
    let body = candidate("H", "1", json!({}));
    for token in [None, Some(""), Some("x"), Some(other.csrf.as_str()), Some(&session.csrf[1..])] {
        let mut request = session.with(app.request(Method::POST, CANDIDATES)).json(&body);
        if let Some(token) = token {
            request = request.header("X-CSRF-Token", token);
        }
        assert_eq!(code(&send(request).await), rejected(403, "csrf.missing"), "{token:?}");
        let out =
            session.with(app.request(Method::DELETE, SESSION)).header("X-CSRF-Token", token.unwrap_or(""));
        assert_eq!(code(&send(out).await), rejected(403, "csrf.missing"), "{token:?}");
    }
    assert_eq!(app.count().await, 0);
    let head = session.with(app.request(Method::HEAD, CANDIDATES));
    assert_eq!(send(head).await.status, 200);
    // with a token, a cookie is ignored
    let both = session.with(app.request(Method::POST, CANDIDATES)).header("Authorization", &app.admin);
    assert_eq!(send(both.json(&body)).await.status, 201);
}

#[tokio::test]
async fn session_and_token_are_not_interchangeable() {
    let app = start_app().await;
    let session = app.sign_in("root").await;
    let secret = session.cookie.split_once('=').unwrap().1;
    for spelling in ["{}", "Bearer {}", "Token {}"] {
        let response = app.get(&spelling.replace("{}", secret), CANDIDATES).await;
        assert_eq!(code(&response), rejected(401, "token.malformed"), "{spelling}");
    }
    let as_cookie =
        BrowserSession { cookie: format!("orderdock_session={}", app.admin), csrf: String::new() };
    assert_eq!(code(&get(&app, &as_cookie, CANDIDATES).await), rejected(401, "session.unknown"));
    let wrong = session.with(app.request(Method::GET, CANDIDATES)).header("Authorization", "od_wrong");
    assert_eq!(code(&send(wrong).await), rejected(401, "token.malformed"), "no falling back to the cookie");
    let query = app.request(Method::GET, &format!("{CANDIDATES}?orderdock_session={secret}"));
    assert_eq!(code(&send(query).await), rejected(401, "token.missing"));
    let by_token = app.get(&app.admin, SESSION).await;
    assert_eq!(code(&by_token), rejected(401, "session.missing"));
}

#[tokio::test]
async fn invalid_session_is_reported_with_reason() {
    let app = start_app().await;
    let cookie =
        |value: &str| BrowserSession { cookie: format!("orderdock_session={value}"), csrf: String::new() };
    let unknown = format!("os_{}", "A".repeat(64));
    for (value, expected) in [
        ("", rejected(401, "session.missing")),
        ("x", rejected(401, "session.unknown")),
        (&unknown, rejected(401, "session.unknown")),
    ] {
        assert_eq!(code(&get(&app, &cookie(value), SESSION).await), expected, "{value}");
    }
    let expired = app.sign_in("Anna").await;
    app.clock.advance(SignedDuration::from_hours(12));
    let response = get(&app, &expired, SESSION).await;
    assert_eq!(code(&response), rejected(401, "session.expired"));
    assert_eq!(
        response.json()["detail"],
        "Your session expired at 0:00 on 21 November 2026 (UTC). Sign in again."
    );
    assert_eq!(code(&get(&app, &expired, CANDIDATES).await), rejected(401, "session.expired"));
}

#[tokio::test]
async fn use_extends_session_to_at_most_seven_days() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    let hours = SignedDuration::from_hours;
    for (after, expires) in [(11, "2026-11-21T11:00:00Z"), (11, "2026-11-21T22:00:00Z")] {
        app.clock.advance(hours(after));
        assert_eq!(get(&app, &session, SESSION).await.json()["expiresAt"], expires);
        app.services.access.note_session_use().await.unwrap();
    }
    // after 22 hours; the stored last use survives a restart
    app.clock.advance(hours(11));
    let app = app.restart().await;
    assert_eq!(get(&app, &session, CANDIDATES).await.status, 200);
    for _ in 0..13 {
        app.clock.advance(hours(10));
        assert_eq!(get(&app, &session, CANDIDATES).await.status, 200);
    }
    // after 163 hours
    assert_eq!(get(&app, &session, SESSION).await.json()["expiresAt"], "2026-11-27T12:00:00Z");
    app.clock.advance(hours(5));
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.expired"));
}

#[tokio::test]
async fn background_requests_do_not_extend_session() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    let get_with = async |name: &str, value: &str| {
        send(session.with(app.request(Method::GET, SESSION)).header(name, value)).await
    };
    for hour in 1..12 {
        app.clock.advance(SignedDuration::from_hours(1));
        let shown = get_with("X-Background", "true").await;
        assert_eq!(
            (shown.status, &shown.json()["expiresAt"]),
            (200, &json!("2026-11-21T00:00:00Z")),
            "{hour}"
        );
        let events =
            session.with(app.request(Method::GET, "/api/events")).header("Accept", "text/event-stream");
        assert_eq!(send(events).await.status, 200);
        app.services.access.note_session_use().await.unwrap();
    }
    // a user action in the last hour extends the session
    assert_eq!(get_with("X-Background", "false").await.json()["expiresAt"], "2026-11-21T11:00:00Z");
    assert_eq!(get_with("X-Background", "true").await.json()["expiresAt"], "2026-11-21T11:00:00Z");
    app.clock.advance(SignedDuration::from_hours(12));
    assert_eq!(code(&get_with("X-Background", "true").await), rejected(401, "session.expired"));
}

#[tokio::test]
async fn new_sign_in_ends_previous_session() {
    let app = start_app().await;
    let (before, other) = (app.sign_in("Anna").await, app.sign_in("Anna").await);
    let again = async |password: &str| {
        let login = json!({ "user": "root", "password": password });
        send(before.with(app.request(Method::POST, SESSION)).json(&login)).await
    };
    assert_eq!(again("wrong").await.status, 401);
    assert_eq!(get(&app, &before, SESSION).await.status, 200, "a failed attempt does not end the session");
    let response = again(PASSWORD).await;
    assert_eq!((response.status, &response.json()["user"]), (200, &json!("root")));
    assert_eq!(code(&get(&app, &before, SESSION).await), rejected(401, "session.unknown"));
    assert_eq!(get(&app, &other, SESSION).await.status, 200, "another browser's");
}

#[tokio::test]
async fn use_in_other_process_extends_session() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    assert_eq!(get(&app, &session, SESSION).await.status, 200);
    let other_store = app.database.open();
    let secret = orderdock_app::SessionSecret::parse(session.cookie.split_once('=').unwrap().1).unwrap();
    let secret_hash = secret.hash();
    let (mut known, _) = other_store.read(move |tx| tx.session(secret_hash)).await.unwrap().unwrap();
    known.expires_at += SignedDuration::from_hours(6);
    let used = vec![known];
    other_store.write(WriteMode::Unlocked, 1, move |tx| tx.touch_sessions(&used)).await.unwrap();
    app.services.access.note_session_use().await.unwrap();
    app.clock.advance(SignedDuration::from_hours(13));
    assert_eq!(get(&app, &session, SESSION).await.status, 200);
}

#[tokio::test]
async fn sign_out_ends_this_session_only() {
    let app = start_app().await;
    let (session, other) = (app.sign_in("Anna").await, app.sign_in("Anna").await);
    let response = send(session.writing(app.request(Method::DELETE, SESSION))).await;
    assert_eq!((response.status, response.text.as_str()), (204, ""));
    let cleared = "orderdock_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0";
    assert_eq!(response.header("set-cookie"), cleared);
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.unknown"));
    assert_eq!(code(&get(&app, &session, CANDIDATES).await), rejected(401, "session.unknown"));
    assert_eq!(get(&app, &other, SESSION).await.status, 200);
}

#[tokio::test]
async fn new_password_ends_all_sessions_of_user() {
    let app = start_app().await;
    let sessions = [app.sign_in("Anna").await, app.sign_in("Anna").await];
    let other = app.sign_in("root").await;
    for session in sessions.iter().chain([&other]) {
        assert_eq!(get(&app, session, SESSION).await.status, 200);
    }
    let password = Password::new("another horse battery".to_owned());
    app.services.access.set_password(&operator(&app.services), "anna", password).await.unwrap();
    for session in &sessions {
        assert_eq!(code(&get(&app, session, SESSION).await), rejected(401, "session.unknown"));
    }
    assert_eq!(get(&app, &other, SESSION).await.status, 200);
    assert_eq!(code(&app.login("Anna", PASSWORD).await), rejected(401, "login.wrong"));
    assert_eq!(app.login("Anna", "another horse battery").await.status, 200);
}

#[tokio::test]
async fn disabled_user_has_same_response_as_unknown_user() {
    let app = start_app().await;
    let (session, other) = (app.sign_in("Anna").await, app.sign_in("root").await);
    app.services
        .access
        .disable_user(&operator(&app.services), "ANNA", LastAdministrator::Required)
        .await
        .unwrap();
    for path in [SESSION, CANDIDATES] {
        assert_eq!(code(&get(&app, &session, path).await), rejected(401, "session.unknown"), "{path}");
        assert_eq!(get(&app, &other, path).await.status, 200, "{path}");
    }
    let error_of = async |password: &str| {
        let response = app.login("Anna", password).await;
        (code(&response), response.json()["detail"].clone())
    };
    let right = error_of(PASSWORD).await;
    assert_eq!(right.0, rejected(401, "login.wrong"));
    assert_eq!(right, error_of("another horse battery").await);
    app.services.access.enable_user(&operator(&app.services), "anna").await.unwrap();
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.unknown"), "it has ended");
    assert_eq!(app.login("Anna", PASSWORD).await.status, 200);
    let unknown = app
        .services
        .access
        .disable_user(&operator(&app.services), "nobody", LastAdministrator::Required)
        .await
        .unwrap_err();
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn user_with_new_rights_signs_in_again() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    assert_eq!(get(&app, &session, "/api/tokens").await.status, 403);
    let changes =
        UserChanges { role: Some(Role::Administrator), organisations: Some(vec!["test-org-03".to_owned()]) };
    let access = &app.services.access;
    access.change_user(&operator(&app.services), "ANNA", changes, LastAdministrator::Required).await.unwrap();
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.unknown"));
    let session = app.sign_in("Anna").await;
    assert_eq!(get(&app, &session, "/api/tokens").await.status, 200);
    let organisations = get(&app, &session, SESSION).await.json()["organisations"].clone();
    assert_eq!(organisations[0]["code"], "test-org-03", "{organisations}");
}

#[tokio::test]
async fn user_with_unknown_organisation_is_not_changed() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    let changes = UserChanges { role: None, organisations: Some(vec!["999".to_owned()]) };
    let (access, operator) = (&app.services.access, operator(&app.services));
    let rejected = access.change_user(&operator, "Anna", changes, LastAdministrator::Required).await;
    assert_eq!(rejected.unwrap_err().problems[0].code.as_str(), "org.unknown");
    assert_eq!(get(&app, &session, SESSION).await.status, 200);
}

#[tokio::test]
async fn removed_user_has_same_response_as_unknown_user() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    let access = &app.services.access;
    access.remove_user(&operator(&app.services), "ANNA", LastAdministrator::Required).await.unwrap();
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.unknown"));
    assert_eq!(code(&app.login("Anna", PASSWORD).await), rejected(401, "login.wrong"));
    let again = access.remove_user(&operator(&app.services), "Anna", LastAdministrator::Required).await;
    assert_eq!(again.unwrap_err().status(), 404);
}

#[tokio::test]
async fn last_administrator_is_kept_unless_optional() {
    let app = start_app().await;
    let (access, operator) = (&app.services.access, operator(&app.services));
    let viewer = || UserChanges { role: Some(Role::Viewer), organisations: None };
    let required = LastAdministrator::Required;
    for rejected in [
        access.disable_user(&operator, "root", required).await,
        access.remove_user(&operator, "root", required).await,
        access.change_user(&operator, "root", viewer(), required).await,
    ] {
        assert_eq!(rejected.unwrap_err().problems[0].code.as_str(), "user.last_administrator");
    }
    app.create_user("second", Role::Administrator, &[]).await;
    access.disable_user(&operator, "root", required).await.unwrap();
    // a disabled administrator does not count
    let rejected = access.change_user(&operator, "second", viewer(), required).await.unwrap_err();
    assert_eq!(rejected.status(), 409);
    access.change_user(&operator, "second", viewer(), LastAdministrator::Optional).await.unwrap();
}

#[tokio::test]
async fn user_disabled_by_other_process_is_signed_out_within_a_second() {
    let app = start_app().await;
    let session = app.sign_in("Anna").await;
    assert_eq!(get(&app, &session, SESSION).await.status, 200);
    let other_store = app.database.open();
    let name = "anna".to_owned();
    let anna = other_store.read(move |tx| tx.user_by_name(&name)).await.unwrap().unwrap();
    let disabled = Disabled { at: app.services.now(), by: "cli".to_owned() };
    let user = anna.id;
    let disabled = Some(disabled);
    assert!(
        other_store
            .write(WriteMode::Shared, 1, move |tx| tx.set_user_disabled(user, disabled.as_ref()))
            .await
            .unwrap()
    );
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(code(&get(&app, &session, SESSION).await), rejected(401, "session.unknown"));
}

#[tokio::test]
async fn easily_guessed_password_is_rejected() {
    let app = start_app().await;
    let operator = operator(&app.services);
    for (password, reason) in [
        ("password1234", "it resembles a common password"),
        ("123456789012", "it is a sequence like abc or 1234"),
    ] {
        let password = Password::new(password.to_owned());
        let rejected =
            app.services.access.set_password(&operator, "anna", password.clone()).await.unwrap_err();
        assert_eq!(rejected.status(), 400);
        let message = rejected.problems[0].message(Language::English);
        assert!(message.starts_with(&format!("The password is too easy to guess: {reason}. ")), "{message}");
        let new = NewUser { name: "Zoe".into(), role: Role::Clerk, organisations: vec![], password };
        assert_eq!(app.services.access.create_user(&operator, new).await.unwrap_err(), rejected);
    }
    assert_eq!(app.login("Anna", PASSWORD).await.status, 200, "the one before is still the one");
}

#[tokio::test]
async fn clerk_sees_own_organisations_and_cannot_change_settings() {
    let app = start_app().await;
    app.create_user("Zoe", Role::Clerk, &["test-org-03"]).await;
    let made = app.import(candidate("H", "1", json!({})).to_string()).await;
    let id = made.json()["result"][0]["id"].to_string();
    let (anna, zoe) = (app.sign_in("Anna").await, app.sign_in("Zoe").await);
    let seen = async |session: &BrowserSession| {
        get(&app, session, CANDIDATES).await.json()["total"]["value"].clone()
    };
    assert_eq!((seen(&anna).await, seen(&zoe).await), (json!(1), json!(0)));
    let path = format!("{CANDIDATES}/{id}");
    assert_eq!(get(&app, &anna, &path).await.status, 200);
    assert_eq!(code(&get(&app, &zoe, &path).await), rejected(404, "candidate.not_found"));
    let elsewhere = candidate("H", "2", json!({ "org": { "code": "001" } }));
    assert_eq!(code(&post(&app, &zoe, CANDIDATES, &elsewhere).await), rejected(403, "org.not_allowed"));
    let requests =
        async |session: &BrowserSession| get(&app, session, "/api/requests").await.json()["items"].clone();
    let (own, other) = (requests(&anna).await, requests(&zoe).await);
    assert_eq!((&own[0]["path"], own.as_array().unwrap().len()), (&json!(CANDIDATES), 1), "{own}");
    let refused_only: Vec<_> = other.as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(refused_only, [&json!(403)], "only entries of the own organisation: {other}");
    for (method, path) in [
        (Method::PUT, "/api/process-settings/001"),
        (Method::PUT, "/api/masterdata/shippers"),
        (Method::POST, "/api/v1/masterdata/shippers/1/deactivate"),
    ] {
        let request = anna.writing(app.request(method, path)).json(&json!({ "active": false }));
        assert_eq!(code(&send(request).await), rejected(403, "scope.missing"), "{path}");
    }
}

#[tokio::test]
async fn administrator_has_all_scopes() {
    let app = start_app().await;
    let session = app.sign_in("root").await;
    let request = session.writing(app.request(Method::PUT, "/api/process-settings/001"));
    let response = send(request.json(&json!({ "active": false }))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    app.import(candidate("H", "1", json!({})).to_string()).await;
    let requests = get(&app, &session, "/api/requests").await.json();
    assert!(requests["items"].to_string().contains("\"actor\":\"admin\""), "{requests}");
    let order = json!({
        "shipBPartnerCode": "G0001",
        "datePromised": "2026-12-08T00:00:00.000Z",
        "lines": [{ "productCode": "P002737", "qty": 1 }],
    });
    let made = post(&app, &session, "/api/sales/order", &order).await;
    assert_eq!(made.status, 200, "in the first organisation: {}", made.text);
}
