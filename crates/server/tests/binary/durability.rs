//! Acknowledged data survives a killed process.

use crate::running::{Server, demo_token, status_and_body};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

pub const ROWS: usize = 20;
const CLIENTS: usize = 4;

/// Returns a bulk of rows with one external header id for the demo's master data.
pub fn bulk(header: &str) -> Value {
    let row = |line: usize| {
        json!({
            "bpartner": {"bpartner": {"code": "G0001"}},
            "product": {"code": "P002737"},
            "qty": line + 1,
            "poReference": header,
            "dateRequired": "2030-01-15",
            "externalHeaderId": header,
            "externalLineId": line.to_string(),
        })
    };
    json!({"requests": (0..ROWS).map(row).collect::<Vec<_>>()})
}

async fn send(server: &Server, token: &str, header: &str) -> Result<(u16, Value), reqwest::Error> {
    let request = server.post("/api/sales/order/candidates/bulk", &bulk(header));
    let response = request.header("Authorization", token).send().await?;
    let status = response.status().as_u16();
    Ok((status, serde_json::from_str(&response.text().await?).unwrap_or_default()))
}

/// Sends bulks from several clients until the server is killed. It is killed after it acknowledged some of them, more
/// in each cycle. Returns the headers that were sent and those that were acknowledged.
async fn send_until_killed(
    server: &mut Server,
    token: &str,
    cycle: u32,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut sent, mut acknowledged) = (BTreeSet::new(), BTreeSet::new());
    let shared: &Server = server;
    let count = Arc::new(AtomicU32::new(0));
    let counter = &count;
    let clients = (0..CLIENTS).map(|client| async move {
        let (mut sent, mut acknowledged) = (Vec::new(), Vec::new());
        for number in 0.. {
            let header = format!("{cycle}-{client}-{number}");
            sent.push(header.clone());
            match send(shared, token, &header).await {
                Ok((201, _)) => {
                    acknowledged.push(header);
                    counter.fetch_add(1, Ordering::Relaxed);
                }
                Ok((status, body)) => panic!("{status}: {body}"),
                Err(_gone) => break,
            }
        }
        (sent, acknowledged)
    });
    let process = server.process_id();
    let count = Arc::clone(&count);
    let killing = tokio::task::spawn_blocking(move || {
        while count.load(Ordering::Relaxed) < 1 + 2 * cycle {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(u64::from(7 * cycle)));
        std::process::Command::new("kill").args(["-KILL", &process.to_string()]).status().unwrap()
    });
    for (of_client, own) in futures_util::future::join_all(clients).await {
        sent.extend(of_client);
        acknowledged.extend(own);
    }
    assert!(killing.await.unwrap().success());
    server.kill();
    (sent, acknowledged)
}

async fn stored_rows(server: &Server, token: &str, header: &str) -> usize {
    let source = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
    let path = format!("/api/sales/order/candidates/by-ref/{source}/{header}");
    match status_and_body(server.get(&path).header("Authorization", token).send().await).await {
        (200, body) => body["candidates"].as_array().unwrap().len(),
        (404, _) => 0,
        (status, body) => panic!("{status}: {body}"),
    }
}

fn start(folder: &Path) -> Server {
    Server::start(folder, &["demo", "--data-dir", "d", "--log", "warn,orderdock=info"])
}

#[tokio::test]
async fn every_acknowledged_row_survives_kill_9_and_no_bulk_is_cut_in_half() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    let token = demo_token(&folder.path().join("d"));
    let mut all_acknowledged = 0;
    for cycle in 0..4 {
        let (sent, acknowledged) = send_until_killed(&mut server, &token, cycle).await;
        all_acknowledged += acknowledged.len();
        server = start(folder.path());
        for header in &sent {
            let rows = stored_rows(&server, &token, header).await;
            let expected: &[usize] = if acknowledged.contains(header) { &[ROWS] } else { &[0, ROWS] };
            assert!(
                expected.contains(&rows),
                "{header}: {rows} of {ROWS} rows, expected one of {expected:?}"
            );
            // requests without a response are repeated and create no duplicates
            let (status, body) = send(&server, &token, header).await.unwrap();
            assert_eq!(status, if rows == 0 { 201 } else { 200 }, "{body}");
            assert_eq!(stored_rows(&server, &token, header).await, ROWS);
        }
    }
    assert!(all_acknowledged >= 16, "{all_acknowledged} bulks acknowledged");
}
