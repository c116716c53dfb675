//! Attachments in a bucket. `scripts/test-bucket` starts a server that speaks S3, and then this.

use crate::{
    attachments::{attach, create_header, mebibyte, upload},
    running::{Server, answered, call, demo_token},
};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::{
    net::TcpListener,
    path::Path,
    time::{Duration, Instant},
};

const BUCKET: &str = "orderdock-files";

fn environment(endpoint: &str) -> [(&'static str, &str); 6] {
    [
        ("AWS_ENDPOINT", endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("AWS_REGION", "eu-central-1"),
        ("ORDERDOCK_ATTACHMENTS", "s3:orderdock-files"),
    ]
}

/// A demo whose attachments are in the bucket, with a header to attach them to.
struct Dock {
    server: Server,
    token: String,
}

impl Dock {
    async fn start(folder: &Path, endpoint: &str) -> Self {
        let server = Server::start_with(folder, &environment(endpoint), &["demo", "--data-dir", "data"]);
        let token = demo_token(&folder.join("data"));
        create_header(&server, &token).await;
        Self { server, token }
    }

    async fn attach(&self, name: &str, pieces: Vec<Vec<u8>>) -> (u16, Value) {
        let request = attach(&self.server, &self.token, name, pieces.into_iter(), Duration::ZERO);
        answered(request.send().await).await
    }

    async fn download(&self, attachment: &Value) -> Response {
        let url = attachment["url"].as_str().unwrap();
        self.server.get(url).header("Authorization", &self.token).send().await.unwrap()
    }
}

/// A bucket, looked at from outside.
struct Bucket {
    url: String,
    client: Client,
}

impl Bucket {
    async fn create(endpoint: &str) -> Self {
        let bucket = Self { url: format!("{endpoint}/{BUCKET}"), client: orderdock_testkit::client() };
        assert!(bucket.client.put(&bucket.url).send().await.unwrap().status().is_success());
        bucket
    }

    /// The text of these elements of a list.
    async fn list(&self, query: &str, element: &str) -> Vec<String> {
        let answer = self.client.get(format!("{}?{query}", self.url)).send().await.unwrap();
        let (open, close) = (format!("<{element}>"), format!("</{element}>"));
        let list = answer.text().await.unwrap();
        list.split(&open).skip(1).map(|part| part.split(&close).next().unwrap().to_owned()).collect()
    }

    async fn delete(&self, key: &str) {
        let request = self.client.delete(format!("{}/{key}", self.url));
        let answer = request.header("Authorization", "AWS test:not-looked-at").send().await.unwrap();
        assert!(answer.status().is_success());
    }
}

fn key(attachment: &Value) -> String {
    let hash = attachment["sha256"].as_str().unwrap();
    format!("sha256/{}/{hash}", &hash[..2])
}

#[tokio::test]
async fn files_arrive_in_a_bucket_and_come_back_and_nothing_else_stays() {
    let endpoint = std::env::var("BUCKET_ENDPOINT").expect("started by scripts/test-bucket");
    let bucket = Bucket::create(&endpoint).await;
    let folder = tempfile::tempdir().unwrap();
    let dock = Dock::start(folder.path(), &endpoint).await;

    let name = "Auftrag für Müller.pdf";
    let (status, small) = dock.attach(name, vec![b"%PDF-1.4\n%%EOF\n".to_vec()]).await;
    assert_eq!(
        (status, &small["filename"], &small["mimeType"]),
        (201, &json!(name), &json!("application/pdf"))
    );
    assert_eq!(dock.download(&small).await.text().await.unwrap(), "%PDF-1.4\n%%EOF\n");

    // goes up in three parts
    let pieces: Vec<_> = (0..11).map(mebibyte).collect();
    let (status, large) = dock.attach("large.bin", pieces.clone()).await;
    assert_eq!((status, &large["size"]), (201, &json!(11 << 20)), "{large}");
    assert_eq!(dock.download(&large).await.bytes().await.unwrap(), pieces.concat());
    assert_eq!(dock.attach("large.bin", pieces).await, (200, large.clone()), "the same bytes again");

    assert_eq!(dock.attach("huge.bin", (0..26).map(mebibyte).collect()).await.0, 413);
    let slow = upload(&dock.server, &dock.token, 20, Duration::from_millis(50)).send();
    assert!(tokio::time::timeout(Duration::from_millis(700), slow).await.is_err(), "hung up too late");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut expected = vec![key(&small), key(&large)];
    expected.sort();
    assert_eq!(bucket.list("list-type=2", "Key").await, expected);
    assert_eq!(bucket.list("uploads", "UploadId").await, Vec::<String>::new());

    let doctor = || {
        let output = call(folder.path(), &environment(&endpoint), &["doctor", "--data-dir", "data"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(doctor(), (Some(0), "nothing is wrong\n".to_owned()));
    bucket.delete(&key(&small)).await;
    let (code, found) = doctor();
    assert_eq!(code, Some(1));
    assert!(found.contains(&format!("s3:{BUCKET}/{} is not there", key(&small))), "{found}");
    assert_eq!(dock.download(&small).await.status().as_u16(), 500);
}

#[tokio::test]
async fn a_bucket_that_says_nothing_is_a_fault_that_passes() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let dock = Dock::start(folder.path(), &endpoint).await;
    let begin = Instant::now();
    let (status, problem) = dock.attach("a.txt", vec![b"a".to_vec()]).await;
    assert_eq!((status, &problem["retryable"]), (503, &json!(true)), "{problem}");
    assert!(begin.elapsed() < Duration::from_mins(1), "{:?}", begin.elapsed());
}
