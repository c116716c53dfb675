//! Uploads and downloads of large files with the real server.

use crate::running::{Server, demo_token, status_and_body};
use futures_util::{StreamExt, stream};
use reqwest::{Body, RequestBuilder};
use serde_json::json;
use std::{path::Path, time::Duration};

const MEBIBYTE: usize = 1 << 20;
const FILE_MEBIBYTES: usize = 1_024;
/// Maximum additional memory while a file is streamed.
const MAX_ADDITIONAL: usize = 32 * MEBIBYTE;

/// Returns the highest memory usage of a process so far, in bytes.
fn peak_memory(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// Returns a request that attaches a file of this many mebibytes; each mebibyte is sent after `pause`.
pub fn upload(server: &Server, token: &str, mebibytes: usize, pause: Duration) -> RequestBuilder {
    attach(server, token, "large.bin", (0..mebibytes).map(mebibyte), pause)
}

/// Returns the mebibyte with this number.
pub fn mebibyte(number: usize) -> Vec<u8> {
    vec![u8::try_from(number % 251).unwrap(); MEBIBYTE]
}

/// Returns a request that attaches a file; each piece is sent after `pause`.
pub fn attach(
    server: &Server,
    token: &str,
    name: &str,
    pieces: impl Iterator<Item = Vec<u8>> + Send + 'static,
    pause: Duration,
) -> RequestBuilder {
    let head =
        format!("--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
    let pieces =
        std::iter::once(head.into_bytes()).chain(pieces).chain(std::iter::once(b"\r\n--edge--\r\n".to_vec()));
    let pieces = stream::iter(pieces).then(move |piece| async move {
        tokio::time::sleep(pause).await;
        Ok::<_, std::io::Error>(piece)
    });
    let request = orderdock_testkit::client()
        .post(format!("{}/api/sales/order/candidates/LARGE/attachments", server.url));
    let request = request.header("Authorization", token);
    request.header("Content-Type", "multipart/form-data; boundary=edge").body(Body::wrap_stream(pieces))
}

async fn with_header(folder: &Path) -> (Server, String) {
    let server =
        Server::start(folder, &["demo", "--data-dir", "data", "--max-attachment-bytes", "1073741824"]);
    let token = demo_token(&folder.join("data"));
    create_header(&server, &token).await;
    (server, token)
}

/// Imports a candidate to which files can be attached.
pub async fn create_header(server: &Server, token: &str) {
    let candidate = json!({
        "bpartner": { "bpartner": { "code": "G0001" } }, "product": { "code": "P002737" }, "qty": 1,
        "poReference": "LARGE", "dateRequired": "2030-01-15", "externalHeaderId": "LARGE", "externalLineId": "1",
    });
    let request = server.post("/api/sales/order/candidates", &candidate).header("Authorization", token);
    assert_eq!(status_and_body(request.send().await).await.0, 201);
}

#[tokio::test]
async fn large_file_is_streamed_in_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = with_header(folder.path()).await;
    let before = peak_memory(server.process_id());
    let (status, attachment) =
        status_and_body(upload(&server, &token, FILE_MEBIBYTES, Duration::ZERO).send().await).await;
    assert_eq!((status, &attachment["size"]), (201, &json!(FILE_MEBIBYTES * MEBIBYTE)), "{attachment}");
    let download = server.get(attachment["url"].as_str().unwrap()).header("Authorization", &token);
    let mut pieces = download.send().await.unwrap().bytes_stream();
    let mut read = 0;
    while let Some(piece) = pieces.next().await {
        read += piece.unwrap().len();
    }
    assert_eq!(read, FILE_MEBIBYTES * MEBIBYTE);
    let more = peak_memory(server.process_id()) - before;
    assert!(more <= MAX_ADDITIONAL, "{more} additional bytes for a file of {read}");
}

#[tokio::test(flavor = "multi_thread")]
async fn incoming_files_are_not_deleted_by_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, token) = with_header(folder.path()).await;
    let slow = upload(&server, &token, 20, Duration::from_millis(100)).send();
    let incoming = folder.path().join("data/attachments/incoming");
    let other = async {
        while std::fs::read_dir(&incoming).map_or(0, Iterator::count) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // a server sweeps files at its start
        tokio::task::block_in_place(|| Server::start(folder.path(), &["serve", "--data-dir", "data"]))
    };
    let (slow, other) = tokio::join!(tokio::spawn(slow), other);
    let (status, attachment) = status_and_body(slow.unwrap()).await;
    assert_eq!(status, 201, "{attachment}");
    server.kill();
    let download = other.get(attachment["url"].as_str().unwrap()).header("Authorization", &token);
    let download = download.send().await.unwrap();
    assert_eq!((download.status().as_u16(), download.content_length()), (200, Some(20 << 20)));
}
