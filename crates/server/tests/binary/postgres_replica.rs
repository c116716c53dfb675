//! Lists from a standby: they contain the caller's own writes, and are available if the standby fails.

use crate::{
    postgres_cluster::{Cluster, End},
    running::{Server, call, demo_token, status_and_body},
};
use orderdock_store_postgres::BlockingConnection;
use serde_json::{Value, json};
use std::{path::Path, time::Duration};

const DATABASE: &str = "orders";
const CANDIDATES_EXPORT: &str = "/api/sales/order/candidates/export";

/// Starts a server that reads lists from the standby, several at the same time.
fn serve(folder: &Path, primary: &Cluster, standby: &Cluster) -> Server {
    let (primary, standby) = (primary.url(DATABASE), standby.url(DATABASE));
    let places = ["--database", &primary, "--database-replica", &standby];
    let rest = ["--data-dir", "d", "--attachments-shared", "--scheduler", "false"];
    Server::start(folder, &[&["serve"], &places[..], &rest].concat())
}

async fn get(server: &Server, token: &str, path: &str) -> Value {
    let (status, response) =
        status_and_body(server.get(path).header("Authorization", token).send().await).await;
    assert_eq!(status, 200, "{path}: {response}");
    response
}

/// Returns the number of lists that were read from the standby, and of those that were read from the primary instead.
async fn list_counts(server: &Server) -> (u64, u64) {
    let text = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    let counter = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("orderdock_{name}_total ")));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    (counter("replica_lists"), counter("replica_passed_over"))
}

/// Imports a candidate through one server and immediately reads it from the other one.
async fn import_and_read(writer: &Server, reader: &Server, token: &str, number: usize) {
    let row = json!({
        "bpartner": { "bpartner": { "code": "G0001" } }, "product": { "code": "P002737" }, "qty": 1,
        "poReference": format!("R{number}"), "dateRequired": "2030-01-15",
        "externalHeaderId": format!("R{number}"), "externalLineId": "1",
    });
    let sending = writer.post("/api/sales/order/candidates", &row).header("Authorization", token);
    let (status, response) = status_and_body(sending.send().await).await;
    assert_eq!(status, 201, "{response}");
    let filter = format!("poReference=R{number}");
    let list = get(reader, token, &format!("/api/sales/order/candidates?{filter}")).await;
    assert_eq!(list["items"][0]["id"], response["result"][0]["id"], "{list}");
    let counts = get(reader, token, &format!("/api/sales/order/candidates/counts?{filter}")).await;
    assert_eq!(counts["all"]["value"], 1, "{counts}");
    if number.is_multiple_of(5) {
        let file = get(reader, token, &format!("{CANDIDATES_EXPORT}?{filter}")).await;
        assert_eq!(file.as_str().unwrap().trim_end().lines().count(), 2, "column names and one row: {file}");
    }
}

/// Creates an order on one instance and asserts that the exports of the other contain it and are read from the standby.
async fn export(writer: &Server, reader: &Server, token: &str) {
    let process = json!({ "selection": { "filter": { "externalHeaderId": "R1" } } });
    let process = writer.post("/api/sales/order/candidates/process", &process).header("Prefer", "wait=60");
    let (status, run) = status_and_body(process.header("Authorization", token).send().await).await;
    assert_eq!((status, &run["state"]), (200, &json!("done")), "{run}");
    for path in [CANDIDATES_EXPORT, "/api/sales/order/export"] {
        let mut tries = 0;
        loop {
            let (before, _) = list_counts(reader).await;
            let file = get(reader, token, path).await;
            assert!(file.as_str().unwrap().contains("R1"), "{file}");
            if list_counts(reader).await.0 > before {
                break;
            }
            // the standby may lag for a moment
            tries += 1;
            assert!(tries < 600, "the standby does not serve {path}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Repeats a list until one is read from the standby again.
async fn wait_until_standby_responds(server: &Server, token: &str) {
    let (before, _) = list_counts(server).await;
    for _ in 0..600 {
        get(server, token, "/api/sales/order/candidates?limit=1").await;
        if list_counts(server).await.0 > before {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the standby serves no list");
}

/// Returns the doctor's finding about the standby.
fn standby_finding(folder: &Path, primary: &Cluster, standby: &Cluster) -> Option<String> {
    let (primary, standby) = (primary.url(DATABASE), standby.url(DATABASE));
    let doctor = ["doctor", "--data-dir", "d", "--database", &primary, "--database-replica", &standby];
    let found = call(folder, &[], &doctor);
    let text = String::from_utf8(found.stdout).unwrap();
    text.lines().find(|line| line.contains("is not used")).map(str::to_owned)
}

fn pause(standby: &BlockingConnection, paused: bool) {
    let statement = if paused { "SELECT pg_wal_replay_pause()" } else { "SELECT pg_wal_replay_resume()" };
    standby.batch(statement).unwrap();
}

#[tokio::test]
async fn replica_lists_contain_previous_writes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let primary = Cluster::start(&[]);
    primary.connect("postgres").batch(&format!("CREATE DATABASE {DATABASE}")).unwrap();
    let url = primary.url(DATABASE);
    let demo = ["demo", "--data-dir", "d", "--scheduler", "false", "--database", &url];
    assert!(Server::start(folder, &demo).stop().status.success());
    let token = demo_token(&folder.join("d"));
    let mut standby = primary.standby("replica", &[]);
    let (one, other) = (serve(folder, &primary, &standby), serve(folder, &primary, &standby));

    wait_until_standby_responds(&one, &token).await;
    wait_until_standby_responds(&other, &token).await;
    for number in 0..40 {
        let (writer, reader) = if number % 2 == 0 { (&one, &other) } else { (&other, &one) };
        import_and_read(writer, reader, &token, number).await;
    }
    let (from_standby, _) = list_counts(&one).await;
    assert!(from_standby > 10, "the standby served {from_standby} lists");

    export(&one, &other, &token).await;

    // a standby with paused replication returns no outdated list
    let connection = standby.connect("postgres");
    pause(&connection, true);
    let (_, passed_over) = list_counts(&one).await;
    for number in 40..50 {
        import_and_read(&other, &one, &token, number).await;
    }
    assert!(list_counts(&one).await.1 >= passed_over + 10, "the primary served the lists");
    let found = standby_finding(folder, &primary, &standby).unwrap();
    assert!(found.starts_with("note ") && found.contains("it is behind the primary"), "{found}");
    pause(&connection, false);
    wait_until_standby_responds(&one, &token).await;
    assert_eq!(standby_finding(folder, &primary, &standby), None);

    // a standby that is not available
    drop(connection);
    standby.end(End::Killed);
    for number in 50..60 {
        import_and_read(&other, &one, &token, number).await;
    }
    standby.go();
    wait_until_standby_responds(&one, &token).await;
    import_and_read(&one, &one, &token, 60).await;

    // a promoted standby can contain other data
    standby.promote();
    let (before, _) = list_counts(&one).await;
    for number in 61..65 {
        import_and_read(&one, &one, &token, number).await;
    }
    assert_eq!(list_counts(&one).await.0, before);
    assert!(standby_finding(folder, &primary, &standby).is_some());
    assert!(one.stop().status.success() && other.stop().status.success());
}
