//! Copies of a database from SQLite to PostgreSQL and back.

use crate::{
    attachments::{attach, create_header},
    postgres::{TestDatabase, candidates, rejected, start},
    running::{Server, call, demo_token, printed, status_and_body, stderr_of},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

const HEADERS: usize = 1_000;
const LINES: usize = 3;
/// Trigger that blocks the copy at its first order.
const WAIT: &str = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NEW; END'; \
    CREATE TRIGGER wait BEFORE INSERT ON sales_order FOR EACH ROW EXECUTE FUNCTION wait()";
const WAITS: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";

/// Creates a demo with some thousand candidates, orders, a voided order and an attachment. Returns the token and the
/// path of the attachment.
async fn create_demo(folder: &Path) -> (String, String) {
    let server = Server::start(folder, &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&folder.join("d"));
    let row = |header: usize, line: usize| {
        json!({
            "bpartner": { "bpartner": { "code": "G0001" } }, "product": { "code": "P002737" }, "qty": line + 1,
            "poReference": format!("P{header}"), "dateRequired": "2030-01-15", "externalHeaderId": format!("K{header}"),
            "externalLineId": line.to_string(), "description": format!("Größe {line}\n\"{header}\""),
        })
    };
    let rows: Vec<_> = (0..HEADERS * LINES).map(|number| row(number / LINES, number % LINES)).collect();
    let request = server.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
    let (status, response) = status_and_body(request.header("Authorization", &token).send().await).await;
    assert_eq!(status, 201, "{}", response["errors"]);
    printed(folder, &["process", "--data-dir", "d"]);
    create_header(&server, &token).await;
    let file = attach(&server, &token, "list.txt", std::iter::once(b"a file".to_vec()), Duration::ZERO);
    let (status, attachment) = status_and_body(file.send().await).await;
    assert_eq!(status, 201, "{attachment}");
    let (_, orders) =
        status_and_body(server.get("/api/sales/order?limit=1").header("Authorization", &token).send().await)
            .await;
    let order = &orders["items"][0];
    let void = format!("/api/sales/order/{}/void", order["salesOrderId"].as_str().unwrap());
    let void = server.post(&void, &json!({ "reason": "by mistake" })).header("Authorization", &token);
    let (status, response) = status_and_body(void.send().await).await;
    assert_eq!(status, 200, "{response}");
    let why =
        rejected(folder, &["copy", "--from", "sqlite:d/orderdock.sqlite", "--to", "sqlite:x.sqlite"], 1);
    assert!(why.contains("is in use: stop the server"), "{why}");
    assert!(!folder.join("x.sqlite").exists(), "nothing was begun");
    assert!(server.stop().status.success());
    (token, attachment["url"].as_str().unwrap().to_owned())
}

/// Starts a copy and kills it while it is blocked.
fn kill_during_copy(folder: &Path, arguments: &[&str], target: &TestDatabase) {
    target.connect().batch(WAIT).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_orderdock"))
        .current_dir(folder)
        .env_clear()
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let connection = target.connect();
    connection.batch("SET application_name = 'who looks'").unwrap();
    while connection.figure(WAITS).unwrap() == 0 {
        assert!(child.try_wait().unwrap().is_none(), "the copy ended");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // the server has not noticed yet that the client is gone
    let why = rejected(folder, arguments, 1);
    assert!(why.contains("is in use by orderdock/copy"), "{why}");
    let backends = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity \
        WHERE datname = current_database() AND application_name = 'orderdock/copy'";
    assert_eq!(connection.figure(backends).unwrap(), 1);
    connection.batch("DROP TRIGGER wait ON sales_order; DROP FUNCTION wait").unwrap();
}

#[tokio::test]
async fn database_is_copied_to_postgresql_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (token, attached) = create_demo(folder).await;
    let target = TestDatabase::empty();
    printed(folder, &["migrate", "--database", &target.url]);
    let to_postgres =
        ["copy", "--from", "sqlite:d/orderdock.sqlite", "--to", &target.url, "--rows-per-commit", "500"];
    let files = ["--attachments-from", "d/attachments", "--attachments-to", "e/attachments"];
    std::fs::create_dir(folder.join("e")).unwrap();
    let to_postgres = [&to_postgres[..], &files].concat();
    kill_during_copy(folder, &to_postgres, &target);
    let serve = ["serve", "--accept-data-loss", "--attachments-shared", "--database", &target.url];
    let why = rejected(folder, &serve, 1);
    assert!(why.contains("a copy to it was interrupted"), "{why}");
    let backup = ["backup", "half.dump", "--database", &target.url];
    let why = rejected(folder, &backup, 1);
    assert!(why.contains("the backup failed: ") && why.contains("a copy to it was interrupted"), "{why}");
    let found = call(folder, &[], &["doctor", "--database", &target.url]);
    let text = String::from_utf8(found.stdout).unwrap();
    assert!(text.contains("cannot check ") && text.contains("a copy to it was interrupted"), "{text}");
    assert_eq!(
        (text.lines().count(), found.status.code()),
        (2, Some(1)),
        "nothing else is looked for: {text}"
    );
    let other = ["copy", "--from", "sqlite:y.sqlite", "--to", &target.url];
    printed(folder, &["migrate", "--database", "sqlite:y.sqlite"]);
    let why = rejected(folder, &other, 1);
    assert!(why.contains("an interrupted copy of sqlite:") && why.contains("Finish that copy"), "{why}");

    let copied = call(folder, &[], &to_postgres);
    assert!(copied.status.success(), "{}", stderr_of(&copied));
    assert!(stderr_of(&copied).contains("continuing an interrupted copy"), "{}", stderr_of(&copied));
    let text = String::from_utf8(copied.stdout).unwrap();
    assert!(text.contains("equal to the source\n1 of 1 attachments copied"), "{text}");
    let why = rejected(folder, &to_postgres, 1);
    assert!(why.contains("is not empty"), "{why}");

    let old = Server::start(folder, &["serve", "--data-dir", "d", "--scheduler", "false"]);
    let command = ["serve", "--data-dir", "e", "--scheduler", "false", "--attachments-shared"];
    let new = start(folder, &command, &target, "127.0.0.1:0");
    assert_eq!(candidates(&new, &token).await, candidates(&old, &token).await);
    let shown = async |server: &Server, path: &str| -> Value {
        status_and_body(server.get(path).header("Authorization", &token).send().await).await.1
    };
    for path in ["/api/sales/order?limit=500", "/api/process-runs", "/api/requests"] {
        let (one, other) = (shown(&old, path).await, shown(&new, path).await);
        assert!(one["items"].as_array().is_some_and(|items| !items.is_empty()), "{path}: {one}");
        assert_eq!(one, other, "{path}");
    }
    let file = new.get(&attached).header("Authorization", &token).send().await.unwrap();
    assert_eq!(file.text().await.unwrap(), "a file");
    assert!(new.stop().status.success() && old.stop().status.success());

    let back = ["copy", "--from", &target.url, "--to", "sqlite:back/orderdock.sqlite"];
    let copied = call(folder, &[], &back);
    assert!(copied.status.success(), "{}", stderr_of(&copied));
    assert!(stderr_of(&copied).contains("1 attached files were not copied"), "{}", stderr_of(&copied));
    std::fs::rename(folder.join("e/attachments"), folder.join("back/attachments")).unwrap();
    let found = call(folder, &[], &["doctor", "--data-dir", "back"]);
    assert_eq!(String::from_utf8(found.stdout).unwrap(), "no errors found\n");
    let server = Server::start(folder, &["serve", "--data-dir", "back", "--scheduler", "false"]);
    assert_eq!(candidates(&server, &token).await.as_array().unwrap().len(), 500);
}

#[test]
fn arguments_of_copy_are_validated_first() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, &["migrate", "--database", "sqlite:a.sqlite"]);
    let (from, to) = ("sqlite:a.sqlite", "sqlite:b.sqlite");
    for (arguments, code, expected) in [
        (&["copy", "--from", "a.sqlite", "--to", to][..], 2, "--from must be sqlite:PATH"),
        (&["copy", "--from", from, "--to", "mysql://x/y"], 2, "--to must be sqlite:PATH"),
        (&["copy", "--from", "sqlite:none", "--to", to], 1, "cannot open none"),
        (&["copy", "--from", from, "--to", "sqlite:./a.sqlite"], 1, "is in use"),
        (&["copy", "--from", from, "--to", to, "--from-password-file", "x"], 2, "--from-password-file"),
        (&["copy", "--from", from, "--to", to, "--attachments-from", "d"], 2, "--attachments-to"),
        (
            &["copy", "--from", from, "--to", to, "--attachments-from", "none", "--attachments-to", "e"],
            2,
            "folder none does not exist",
        ),
        (
            &["copy", "--from", from, "--to", to, "--attachments-from", "s3:", "--attachments-to", "e"],
            2,
            "--attachments-from must be s3:BUCKET",
        ),
    ] {
        let why = rejected(folder, arguments, code);
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
    assert!(!folder.join("b.sqlite").exists() && !folder.join("none").exists(), "nothing was begun");
    assert!(printed(folder, &["copy", "--from", from, "--to", to]).contains("rows, equal to the source"));
    assert!(folder.join("b.sqlite.begun").exists(), "it is known that there is one");
}
