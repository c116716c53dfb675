//! Database files removed or damaged while the server runs: it reports them and loses no acknowledged data.

use crate::attachments::{attach, create_header};
use crate::engine::{ends_here, examined};
use crate::running::{Server, call, demo_token, ready_within, status_and_body, stderr_of};
use serde_json::json;
use std::{fs, path::Path, time::Duration};

async fn import(server: &Server, token: &str, header: &str) -> u16 {
    let candidate = json!({
        "bpartner": { "bpartner": { "code": "G0001" } }, "product": { "code": "P002737" }, "qty": 1,
        "poReference": header, "dateRequired": "2030-01-15", "externalHeaderId": header, "externalLineId": "1",
    });
    let request = server.post("/api/sales/order/candidates", &candidate).header("Authorization", token);
    status_and_body(request.send().await).await.0
}

async fn is_stored(server: &Server, token: &str, header: &str) -> bool {
    let path = format!("/api/sales/order/candidates?externalHeaderId={header}");
    let (status, list) = status_and_body(server.get(&path).header("Authorization", token).send().await).await;
    assert_eq!(status, 200, "{list}");
    !list["items"].as_array().unwrap().is_empty()
}

/// Waits until the server is not ready. Readiness is cached for some seconds.
async fn wait_until_not_ready(server: &Server) {
    let unready = async {
        while status_and_body(server.get("/api/ready").send().await).await.0 != 503 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), unready).await.unwrap();
}

fn demo(folder: &Path) -> (Server, String) {
    let server = Server::start(folder, &["demo", "--data-dir", "d", "--scheduler", "false"]);
    (server, demo_token(&folder.join("d")))
}

#[cfg(unix)]
#[tokio::test]
async fn removed_log_file_loses_no_data() {
    if ends_here("removed_log_file_loses_no_data") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut server, token) = demo(folder.path());
    assert_eq!(import(&server, &token, "BEFORE").await, 201);
    fs::remove_file(folder.path().join("d/orderdock.sqlite-wal")).unwrap();
    assert_eq!(import(&server, &token, "AFTER").await, 503);
    wait_until_not_ready(&server).await;
    server.kill();
    let (server, token) = demo(folder.path());
    assert!(is_stored(&server, &token, "BEFORE").await, "it was acknowledged");
    assert!(!is_stored(&server, &token, "AFTER").await);
    assert_eq!(import(&server, &token, "AFTER").await, 201);
}

#[cfg(unix)]
#[tokio::test]
async fn removed_database_is_not_created_again() {
    if ends_here("removed_database_is_not_created_again") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (mut server, token) = demo(folder.path());
    create_header(&server, &token).await;
    let file = attach(&server, &token, "a.txt", std::iter::once(b"words".to_vec()), Duration::ZERO);
    assert_eq!(status_and_body(file.send().await).await.0, 201);
    fs::rename(path("d/orderdock.sqlite"), path("aside")).unwrap();
    assert_eq!(import(&server, &token, "AFTER").await, 503);
    wait_until_not_ready(&server).await;
    server.kill();
    for name in ["d/orderdock.sqlite-wal", "d/orderdock.sqlite-shm"] {
        fs::rename(path(name), path("aside").with_extension(&name[19..])).unwrap();
    }
    let rejected = |arguments: &[&str], reason: &str| {
        let output = call(folder.path(), &[], arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let text = stderr_of(&output);
        assert!(text.contains(reason) && text.contains("orderdock serve --begin-anew"), "{text}");
    };
    let serve = ["serve", "--data-dir", "d", "--listen", "127.0.0.1:0"];
    for arguments in
        [&serve[..], &["demo", "--data-dir", "d", "--listen", "127.0.0.1:0"], &["migrate", "--data-dir", "d"]]
    {
        rejected(arguments, "shows that it existed");
    }
    fs::remove_file(path("d/orderdock.sqlite.begun")).unwrap();
    rejected(&serve, "its attachments are in");
    assert!(!path("d/orderdock.sqlite").exists(), "nothing was made");

    let restarted = Server::start(folder.path(), &["serve", "--data-dir", "d", "--begin-anew"]);
    ready_within(&restarted, Duration::from_mins(1)).await;
}

#[tokio::test]
async fn shutdown_empties_the_write_ahead_log() {
    if ends_here("shutdown_empties_the_write_ahead_log") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path());
    assert_eq!(import(&server, &token, "LAST").await, 201);
    assert!(server.stop().status.success());
    let left = fs::metadata(folder.path().join("d/orderdock.sqlite-wal")).map_or(0, |log| log.len());
    assert_eq!(left, 0);
}

#[tokio::test]
async fn doctor_verifies_file_contents_if_requested() {
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path());
    create_header(&server, &token).await;
    let file = attach(&server, &token, "a.txt", std::iter::once(b"words".to_vec()), Duration::ZERO);
    let (status, attachment) = status_and_body(file.send().await).await;
    assert_eq!(status, 201, "{attachment}");
    let hash = attachment["sha256"].as_str().unwrap();
    let name = format!("d/attachments/sha256/{}/{hash}", &hash[..2]);
    let stored = folder.path().join(&name);
    let doctor = |arguments: &[&str]| examined(folder.path(), &[&["--data-dir", "d"], arguments].concat());
    assert_eq!(doctor(&["--files"]), (Some(0), "no errors found\n".to_owned()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        for (path, expected) in [(stored.clone(), 0o600), (folder.path().join("d/attachments"), 0o700)] {
            let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, expected, "{}", path.display());
        }
    }
    fs::write(&stored, "wordz").unwrap();
    assert_eq!(doctor(&[]).0, Some(0), "their lengths are as they were");
    let (code, found) = doctor(&["--files"]);
    assert_eq!(code, Some(1));
    assert!(found.contains(&format!("error  {name} is damaged")), "{found}");
    let download = server.get(attachment["url"].as_str().unwrap()).header("Authorization", &token);
    let (status, response) = status_and_body(download.send().await).await;
    assert_eq!((status, &response["errors"][0]["code"]), (500, &"attachment.damaged".into()), "{response}");
}
