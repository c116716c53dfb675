//! Connections and file descriptors.
#![cfg(target_os = "linux")]

use crate::running::{Server, call_within, printed, stderr_of};
use std::{net::TcpStream, path::Path, time::Duration};

/// Returns the soft and hard limits of open files of a process.
fn open_files(server: &Server) -> (String, String) {
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.process_id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    (words[3].to_owned(), words[4].to_owned())
}

fn connect(server: &Server, count: usize) -> Vec<TcpStream> {
    let address = server.url.strip_prefix("http://").unwrap();
    (0..count).map(|_| TcpStream::connect(address).unwrap()).collect()
}

async fn status(server: &Server, path: &str) -> Option<u16> {
    let response = server.get(path).timeout(Duration::from_secs(20)).send().await;
    response.ok().map(|response| response.status().as_u16())
}

/// Repeats a request until its response has the expected status. Other clients may use the free connections first.
async fn wait_for_status(server: &Server, path: &str, expected: u16) {
    let mut seen = Vec::new();
    for _ in 0..300 {
        let status = status(server, path).await;
        if status == Some(expected) {
            return;
        }
        seen.push(status);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} never answered {expected}: {seen:?}");
}

#[tokio::test]
async fn idle_connections_do_not_silence_a_server_with_64_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_within("ulimit -n 64", folder.path(), &["serve", "--data-dir", "d"]);
    let idle = connect(&server, 100);
    for path in ["/api/health", "/api/ready", "/metrics"] {
        wait_for_status(&server, path, 200).await;
    }
    // idle connections are closed, so new ones are accepted
    wait_for_status(&server, "/api/sales/order", 401).await;
    drop(idle);
    assert_doctor_reports(folder.path());
}

fn assert_doctor_reports(folder: &Path) {
    let output = call_within("ulimit -n 64", folder, &["doctor", "--data-dir", "d"]);
    let found = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(
        found.contains("can open 64 files") && found.contains("instead of 1024"),
        "{found} {}",
        stderr_of(&output)
    );
}

#[tokio::test]
async fn open_file_limit_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "d"]);
    let server = Server::start_within("ulimit -Sn 64", folder.path(), &["serve", "--data-dir", "d"]);
    let (now, maximum) = open_files(&server);
    assert_ne!(now, "64");
    assert_eq!(now, maximum);
}
