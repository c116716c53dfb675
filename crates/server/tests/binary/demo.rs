//! One command to a working system.

use crate::running::{Server, answered, call, demo_token, printed, told};
use serde_json::Value;
use std::{
    process::{Command, Stdio},
    time::Duration,
};

/// Pastes the line that begins with `curl` into a shell.
fn paste_curl_line(words: &str) -> Value {
    let line = words.lines().find(|line| line.starts_with("curl ")).unwrap();
    let output = Command::new("sh").args(["-c", line]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn the_printed_curl_line_stores_a_candidate_with_all_it_brings() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo"]);
    let words = std::fs::read_to_string(folder.path().join("orderdock-demo/demo-access.txt")).unwrap();
    assert!(words.contains(&server.url), "{words}");

    let answer = paste_curl_line(&words);
    let row = &answer["result"][0];
    assert_eq!((&row["outcome"], &row["status"]), (&"created".into(), &"new".into()), "{answer}");
    let created: Vec<_> = row["created"].as_array().unwrap().iter().map(|record| &record["kind"]).collect();
    for kind in ["bpartner", "location", "contact", "product", "productPrice"] {
        assert!(created.contains(&&Value::from(kind)), "{kind} in {answer}");
    }

    let again = paste_curl_line(&words);
    assert_eq!(again["result"][0]["outcome"], "unchanged", "{again}");
    assert_eq!(again["result"][0]["id"], row["id"]);
}

#[tokio::test]
async fn a_second_start_keeps_what_is_there_and_prints_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let list = |server: &Server| {
        server.get("/api/sales/order/candidates?limit=500").header("Authorization", &token).send()
    };
    let (status, before) = answered(list(&server).await).await;
    assert_eq!(status, 200, "{before}");
    assert!(!before["items"].as_array().unwrap().is_empty(), "the samples are there");

    let address = server.url.trim_start_matches("http://").to_owned();
    let first = server.stop();
    assert!(first.status.success(), "SIGTERM is a way to end well");
    let server = Server::start_at(folder.path(), &["demo", "--data-dir", "d"], &address);
    let (_, after) = answered(list(&server).await).await;
    // meanwhile they become orders; what was sent stays what it was
    let sent = |list: &Value| -> Vec<Value> {
        list["items"].as_array().unwrap().iter().map(|one| one["imported"].clone()).collect()
    };
    assert_eq!(sent(&before), sent(&after));
    let second = server.stop();
    assert_eq!(String::from_utf8(first.stdout).unwrap(), String::from_utf8(second.stdout).unwrap());
}

#[tokio::test]
async fn the_samples_become_orders_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let get =
        async |path: &str| answered(server.get(path).header("Authorization", &token).send().await).await.1;
    let mut orders = Value::Null;
    for _ in 0..100 {
        orders = get("/api/sales/order").await;
        if orders["total"]["value"].as_u64() > Some(0) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    let first = &orders["items"][0];
    assert_eq!((&first["status"], &first["documentNo"]), (&"completed".into(), &"000001".into()), "{orders}");
    let run = get(&format!("/api/process-runs/{}", first["runId"])).await;
    assert_eq!((&run["trigger"], &run["actor"]), (&"schedule".into(), &"scheduler".into()), "{run}");
    // what only waits for its time is known to the schedule
    let settings = get("/api/process-settings/001").await;
    assert!(settings["schedule"]["dueAt"].is_string(), "{settings}");
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_the_folder_or_the_token() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let (text, database, log) = ("d/demo-access.txt", "d/orderdock.sqlite", "d/orderdock.sqlite-wal");
    for (path, expected) in [("d", 0o700), (text, 0o600), (database, 0o600), (log, 0o600)] {
        let mode = std::fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, expected, "{path}");
    }
}

#[test]
fn demo_data_never_gets_into_a_database_that_is_no_demo() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "real"]);
    let output = call(folder.path(), &[], &["demo", "--data-dir", "real", "--listen", "127.0.0.1:0"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(
        told(&output).contains("real/orderdock.sqlite is not the database of a demo"),
        "{}",
        told(&output)
    );
    assert!(!folder.path().join("real/demo-access.txt").exists());
}

#[test]
fn a_first_start_that_was_cut_off_is_taken_up_by_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    for (number, milliseconds) in [20, 50, 100, 150, 200, 300, 500].into_iter().enumerate() {
        let data = format!("d{number}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_orderdock"));
        child.current_dir(folder.path()).args(["demo", "--listen", "127.0.0.1:0", "--data-dir", &data]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        drop(Server::start(folder.path(), &["demo", "--data-dir", &data, "--scheduler", "false"]));
        assert_eq!(printed(folder.path(), &["doctor", "--data-dir", &data]), "nothing is wrong\n");
        demo_token(&folder.path().join(&data));
    }
}
