//! Users created by the command line, and their sessions on a running server.

use crate::running::{Server, call, call_with_input, printed, status_and_body, stderr_of, within_a_second};
use serde_json::json;
use std::path::Path;

const LIST: &str = "/api/sales/order/candidates";

/// Runs `orderdock user` with a password on standard input.
fn user(folder: &Path, arguments: &[&str], password: &str) {
    let arguments = [&["user"], arguments, &["--password-stdin"]].concat();
    let output = call_with_input(folder, &arguments, password.as_bytes());
    assert!(output.status.success(), "{}", stderr_of(&output));
}

/// Signs in. Returns the status, and the cookie with its attributes.
async fn sign_in(server: &Server, name: &str, password: &str) -> (u16, String) {
    let login = json!({ "user": name, "password": password });
    let response = server.post("/api/session", &login).send().await.unwrap();
    let cookie = response.headers().get("set-cookie").map_or("", |value| value.to_str().unwrap());
    (response.status().as_u16(), cookie.to_owned())
}

async fn seen(server: &Server, cookie: &str) -> (u16, String) {
    let pair = cookie.split(';').next().unwrap();
    let (status, body) =
        status_and_body(server.get("/api/session").header("Cookie", pair).send().await).await;
    (status, body["errors"][0]["code"].as_str().or(body["user"].as_str()).unwrap_or_default().to_owned())
}

#[tokio::test]
async fn user_signs_in_until_password_changes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    user(folder.path(), &["create", "anna", "--role", "clerk"], "correct horse battery\n");
    let (status, cookie) = sign_in(&server, "Anna", "correct horse battery").await;
    assert_eq!(status, 200);
    assert!(!cookie.contains("Secure"), "plain HTTP on this machine: {cookie}");
    assert_eq!(seen(&server, &cookie).await, (200, "anna".to_owned()));

    user(folder.path(), &["password", "anna"], "another horse battery\n");
    let unknown = (401, "session.unknown".to_owned());
    within_a_second("the session is unknown", async || seen(&server, &cookie).await == unknown).await;
    assert_eq!(sign_in(&server, "anna", "correct horse battery").await.0, 401);
    let (status, cookie) = sign_in(&server, "anna", "another horse battery").await;
    assert_eq!(status, 200);

    // sessions survive a restart, and no file of the folder contains their secrets
    drop(server.stop());
    let server = Server::start(folder.path(), &["serve", "--behind-proxy", "--hsts-max-age", "31536000"]);
    assert_eq!(seen(&server, &format!("__Host-{cookie}")).await, (200, "anna".to_owned()));
    let secret = cookie.split(['=', ';']).nth(1).unwrap();
    for file in ["orderdock.sqlite", "orderdock.sqlite-wal"] {
        let bytes = std::fs::read(folder.path().join("orderdock-data").join(file)).unwrap_or_default();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{file}");
    }
    let (_, cookie) = sign_in(&server, "anna", "another horse battery").await;
    assert!(cookie.starts_with("__Host-orderdock_session=os_"), "{cookie}");
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let response = server.get("/api/health").send().await.unwrap();
    assert_eq!(response.headers()["strict-transport-security"], "max-age=31536000");
}

#[tokio::test]
async fn user_is_disabled_and_enabled_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    user(folder.path(), &["create", "anna", "--role", "clerk"], "correct horse battery\n");
    let (_, cookie) = sign_in(&server, "anna", "correct horse battery").await;
    assert_eq!(seen(&server, &cookie).await, (200, "anna".to_owned()));

    printed(folder.path(), &["user", "disable", "Anna"]);
    let unknown = (401, "session.unknown".to_owned());
    within_a_second("the session is unknown", async || seen(&server, &cookie).await == unknown).await;
    assert_eq!(sign_in(&server, "anna", "correct horse battery").await.0, 401);
    assert!(printed(folder.path(), &["user", "list"]).contains("  disabled 20"));

    printed(folder.path(), &["user", "enable", "anna"]);
    assert_eq!(sign_in(&server, "anna", "correct horse battery").await.0, 200);
    let listed = printed(folder.path(), &["user", "list"]);
    assert!(listed.lines().nth(1).unwrap().ends_with("  active"), "{listed}");

    let unknown = call(folder.path(), &[], &["user", "disable", "zoe"]);
    assert_eq!(
        (unknown.status.code(), stderr_of(&unknown).contains("User zoe does not exist.")),
        (Some(1), true)
    );
    let weak =
        call_with_input(folder.path(), &["user", "password", "anna", "--password-stdin"], b"password1234\n");
    assert_eq!(weak.status.code(), Some(1));
    assert!(stderr_of(&weak).contains("too easy to guess"), "{}", stderr_of(&weak));
}

#[tokio::test]
async fn user_is_changed_and_removed_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    user(folder.path(), &["create", "anna", "--role", "clerk"], "correct horse battery\n");
    let unknown = (401, "session.unknown".to_owned());
    for (arguments, role) in
        [(&["change", "Anna", "--role", "viewer"][..], "viewer"), (&["remove", "anna"], "")]
    {
        let (_, cookie) = sign_in(&server, "anna", "correct horse battery").await;
        assert_eq!(seen(&server, &cookie).await, (200, "anna".to_owned()));
        printed(folder.path(), &[&["user"], arguments].concat());
        within_a_second("the session is unknown", async || seen(&server, &cookie).await == unknown).await;
        let listed = printed(folder.path(), &["user", "list"]);
        assert_eq!(listed.contains("anna"), !role.is_empty(), "{listed}");
        assert!(listed.contains(role), "{listed}");
    }
    assert_eq!(sign_in(&server, "anna", "correct horse battery").await.0, 401);
}

#[test]
fn last_administrator_is_removed_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    drop(Server::start(folder.path(), &["serve"]).stop());
    user(folder.path(), &["create", "root", "--role", "administrator"], "correct horse battery\n");
    for arguments in [&["remove", "root"][..], &["disable", "root"], &["change", "root", "--role", "clerk"]] {
        let rejected = call(folder.path(), &[], &[&["user"], arguments].concat());
        assert_eq!(rejected.status.code(), Some(1), "{arguments:?}");
        let message = stderr_of(&rejected);
        assert!(message.contains("User root is the last administrator"), "{message}");
    }
    let nothing = call(folder.path(), &[], &["user", "change", "root"]);
    assert_eq!(nothing.status.code(), Some(2), "{}", stderr_of(&nothing));
    printed(folder.path(), &["user", "remove", "root", "--force"]);
}

#[tokio::test]
async fn secret_in_a_path_is_not_logged() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--log", "info"]);
    let token = printed(folder.path(), &["token", "create", "--name", "t", "--scope", "candidates:read"]);
    let token = token.trim();
    let session = format!("os_{}", "aZ0-_9".repeat(11));
    let encoded = |text: &str| text.bytes().fold(String::new(), |text, byte| format!("{text}%{byte:02X}"));
    let twice = encoded(&encoded(token));
    for secret in [token, &session, &encoded(token), &twice, &format!("x{}", encoded(&session))] {
        for path in [format!("/api/{secret}/here"), format!("/{secret}"), format!("{LIST}?token={secret}")] {
            let response = server.get(&path).header("Authorization", token).send().await.unwrap();
            assert_eq!(response.status().is_client_error(), path.starts_with("/api/"), "{path}");
        }
    }
    let marked = server.get("/api/the-end-of-it").send().await.unwrap();
    assert_eq!(marked.status(), 404);
    let log = server.logged("/api/the-end-of-it").await;
    assert!(log.contains("path=\"/api/…/here\"") && log.contains("path=\"/…\""), "{log}");
    for secret in [&token[13..45], &session[3..], &encoded(token), &encoded(&session), &twice] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[tokio::test]
async fn shutdown_does_not_wait_for_event_streams() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve"]);
    let token = printed(folder.path(), &["token", "create", "--name", "t", "--scope", "candidates:read"]);
    let stream = server.get("/api/events").header("Authorization", token.trim()).send().await.unwrap();
    assert_eq!(stream.status(), 200);
    let output = server.stop();
    assert!(output.status.success());
    // active requests are aborted after 20 s
    assert!(!stderr_of(&output).contains("cutting off"), "{}", stderr_of(&output));
    let text = stream.text().await.unwrap();
    assert!(text.starts_with("event: hello\n"), "ended, not cut off: {text}");
}
