//! Backups, their restoration, and copies of a database, which are quiet until they are activated.

use crate::durability::{ROWS, bulk};
use crate::engine::{connect, ends_here, examined, on_postgres};
use crate::running::{Server, call, demo_token, printed, status_and_body, stderr_of};
use serde_json::Value;
use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

const FIRST_DATA: &str = r#"{"organisations": [{"code": "001", "name": "Organisation 001"}]}"#;

/// Creates a data folder whose database a server has used and closed, so that it consists of one file.
fn used_database(folder: &Path, data_dir: &str) {
    assert!(serve(folder, data_dir).stop().status.success());
}

fn serve(folder: &Path, data_dir: &str) -> Server {
    Server::start(folder, &["serve", "--data-dir", data_dir])
}

async fn ready(server: &Server) -> Value {
    status_and_body(server.get("/api/ready").send().await).await.1
}

/// Returns whether readiness and metrics report the server as quiet.
async fn is_quiet(server: &Server) -> bool {
    let quiet = ready(server).await["quiet"] == true;
    let metrics = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    let gauge = metrics.lines().find_map(|line| line.strip_prefix("orderdock_quiet ")).unwrap();
    assert_eq!(gauge == "1", quiet, "metric and readiness agree");
    quiet
}

async fn wait_until_active(server: &Server) {
    while ready(server).await["quiet"] == true {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!is_quiet(server).await);
}

#[tokio::test]
async fn restored_database_is_quiet_until_activated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("first.json"), FIRST_DATA).unwrap();
    printed(path, &["load", "--data-dir", "original", "first.json"]);
    let server = serve(path, "original");
    assert!(!is_quiet(&server).await, "an original is not quiet");
    printed(path, &["backup", "--data-dir", "original", "backup"]);
    drop(server);

    let restored = printed(path, &["restore", "--data-dir", "copy", "backup"]);
    assert!(restored.contains("restored from backup"), "{restored}");
    let again = call(path, &[], &["restore", "--data-dir", "copy", "backup"]);
    assert_eq!(again.status.code(), Some(2), "{}", stderr_of(&again));
    let expected = if on_postgres() { "is not empty" } else { "exists. Use --replace" };
    assert!(stderr_of(&again).contains(expected), "{}", stderr_of(&again));
    let names = connect(&path.join("copy")).text("SELECT name FROM organisation WHERE code = '001'");
    assert_eq!(names, "Organisation 001");

    let server = serve(path, "copy");
    server.logged("quiet: schedules, webhooks and mail are off").await;
    assert!(is_quiet(&server).await);
    let activated = printed(path, &["copy", "activate", "--data-dir", "copy"]);
    assert!(activated.ends_with(": activated\n"), "{activated}");
    wait_until_active(&server).await;
    drop(server);
    let server = serve(path, "copy");
    assert!(!is_quiet(&server).await, "an activated copy stays active");
    let again = printed(path, &["copy", "activate", "--data-dir", "copy"]);
    assert!(again.ends_with(": already active\n"), "{again}");
}

#[tokio::test]
async fn server_with_quiet_option_stays_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "d", "--quiet"]);
    assert!(is_quiet(&server).await);
    printed(folder.path(), &["copy", "activate", "--data-dir", "d"]);
    drop(server);
    let server = serve(folder.path(), "d");
    assert!(!is_quiet(&server).await, "the option is of the process, not of the database");
}

#[tokio::test]
async fn database_file_without_its_instance_file_is_a_copy() {
    if ends_here("database_file_without_its_instance_file_is_a_copy") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    used_database(folder.path(), "original");
    for name in ["copied", "lost", "other"] {
        std::fs::create_dir(at(name)).unwrap();
        std::fs::copy(at("original/orderdock.sqlite"), at(name).join("orderdock.sqlite")).unwrap();
    }
    std::fs::write(at("other/orderdock.sqlite.instance"), "4711\n").unwrap();
    for name in ["copied", "lost", "other"] {
        assert!(is_quiet(&serve(folder.path(), name)).await, "{name}");
        assert!(is_quiet(&serve(folder.path(), name)).await, "{name}: the next start finds the same");
    }
    assert!(!is_quiet(&serve(folder.path(), "original")).await);
    std::fs::rename(at("original"), at("moved")).unwrap();
    assert!(!is_quiet(&serve(folder.path(), "moved")).await, "a folder that is moved as a whole is no copy");
}

#[tokio::test]
async fn doctor_reports_a_quiet_copy() {
    const MARKED: &str = "note   the database is marked as a copy. A server on it is quiet: ";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("first.json"), FIRST_DATA).unwrap();
    printed(path, &["load", "--data-dir", "original", "first.json"]);
    drop(serve(path, "original"));
    printed(path, &["backup", "--data-dir", "original", "backup"]);
    printed(path, &["restore", "--data-dir", "copy", "backup"]);
    let doctor = |name: &str| examined(path, &["--data-dir", name]).1;
    assert!(!doctor("original").contains("quiet"), "{}", doctor("original"));
    let found = doctor("copy");
    assert!(found.contains(MARKED) && found.contains("run `orderdock copy activate`"), "{found}");
    printed(path, &["copy", "activate", "--data-dir", "copy"]);
    assert!(!doctor("copy").contains("quiet"), "{}", doctor("copy"));
    if !on_postgres() {
        std::fs::remove_file(path.join("original/orderdock.sqlite.instance")).unwrap();
        let found = doctor("original");
        assert!(found.contains("the database was copied: it was used at another location before"), "{found}");
    }
}

#[test]
fn backup_without_attachments_is_restored_with_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    printed(path, &["migrate", "--data-dir", "d"]);
    printed(path, &["backup", "--data-dir", "d", "--copy-attachments", "files", "backup"]);
    let restore = ["restore", "--data-dir", "copy", "--attachments-from", "files", "backup"];
    assert!(printed(path, &restore).contains("0 attachments restored"));
}

#[tokio::test]
async fn replaced_database_is_backed_up_and_database_in_use_is_rejected() {
    if ends_here("replaced_database_is_backed_up_and_database_in_use_is_rejected") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    used_database(path, "d");
    std::fs::create_dir(path.join("backups")).unwrap();
    for _ in 0..2 {
        printed(path, &["backup", "--data-dir", "d", "--keep", "3", "backups"]);
        std::thread::sleep(Duration::from_millis(1_010));
    }
    let mut names: Vec<_> = std::fs::read_dir(path.join("backups"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    std::fs::write(path.join("backups/orderdock-notes.sqlite"), "mine").unwrap();
    let backup = printed(path, &["backup", "--data-dir", "d", "--keep", "1", "backups"]);
    assert_eq!(backup.matches(": deleted").count(), 2, "{backup}");
    assert_eq!(std::fs::read_dir(path.join("backups")).unwrap().count(), 2, "other files stay");
    let newest = backup.split(": ").next().unwrap().to_owned();

    let server = serve(path, "d");
    let restore = ["restore", "--data-dir", "d", "--replace", newest.as_str()];
    let rejected = call(path, &[], &restore);
    assert_eq!(rejected.status.code(), Some(1), "{}", stderr_of(&rejected));
    assert!(stderr_of(&rejected).contains("is in use: stop the server"), "{}", stderr_of(&rejected));
    drop(server);
    let output = call(path, &[], &restore);
    assert!(output.status.success(), "{}", stderr_of(&output));
    assert!(stderr_of(&output).contains("the previous database is kept as d/orderdock.sqlite.replaced-"));
    assert!(is_quiet(&serve(path, "d")).await);

    std::fs::write(path.join("text"), "no database").unwrap();
    let foreign = call(path, &[], &["restore", "--data-dir", "e", "text"]);
    assert_eq!(foreign.status.code(), Some(1), "{}", stderr_of(&foreign));
    assert!(!path.join("e/orderdock.sqlite").exists());
    let missing = call(path, &[], &["restore", "--data-dir", "e", "missing"]);
    assert_eq!(missing.status.code(), Some(2), "{}", stderr_of(&missing));
    let no_folder = call(path, &[], &["backup", "--data-dir", "d", "--keep", "2", "missing"]);
    assert_eq!(no_folder.status.code(), Some(2), "{}", stderr_of(&no_folder));
}

#[tokio::test]
async fn backup_taken_during_an_import_contains_all_acknowledged_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let server = Server::start(path, &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&path.join("d"));
    let count = |data_dir: &str| {
        let sql = "SELECT CAST(count(*) AS text) FROM candidate WHERE external_header_id LIKE 'during-%'";
        connect(&path.join(data_dir)).text(sql).parse::<usize>().unwrap()
    };
    let acknowledged = AtomicUsize::new(0);
    let import = async {
        for number in 0.. {
            let request = server.post("/api/sales/order/candidates/bulk", &bulk(&format!("during-{number}")));
            let (status, body) = status_and_body(request.header("Authorization", &token).send().await).await;
            assert_eq!(status, 201, "{body}");
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    };
    let back_up = async {
        while acknowledged.load(Ordering::Relaxed) < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let before = acknowledged.load(Ordering::Relaxed);
        let folder = path.to_owned();
        let made = move || printed(&folder, &["backup", "--data-dir", "d", "backup"]);
        tokio::task::spawn_blocking(made).await.unwrap();
        before
    };
    let before = tokio::select! {
        () = import => unreachable!("the import ends with the backup"),
        before = back_up => before,
    };
    drop(server);
    printed(path, &["restore", "--data-dir", "copy", "backup"]);
    let restored = count("copy");
    assert!(restored >= before * ROWS, "{restored} rows, {before} bulks were acknowledged before the backup");
    assert_eq!(restored % ROWS, 0, "no bulk is cut in half");
    let (code, found) = examined(path, &["--data-dir", "copy"]);
    assert_eq!(code, Some(0), "{found}");
}
