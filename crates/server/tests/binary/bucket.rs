//! Attachments in S3-compatible storage. `scripts/test-bucket` starts the storage server and these tests.

use crate::{
    attachments::{attach, create_header, mebibyte, upload},
    engine::{connect, examined_in},
    running::{Server, demo_token, status_and_body},
};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::{
    net::TcpListener,
    path::Path,
    time::{Duration, Instant},
};

/// Buckets of the tests with one instance and with two.
const BUCKET: &str = "orderdock-files";
const SHARED: &str = "orderdock-shared";
/// Timeout for an expected state.
const LIMIT: Duration = Duration::from_mins(1);

/// Returns the environment variables for the storage server and the attachment location.
fn environment<'e>(endpoint: &'e str, place: &'e str) -> [(&'static str, &'e str); 6] {
    [
        ("AWS_ENDPOINT", endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("AWS_REGION", "eu-central-1"),
        ("ORDERDOCK_ATTACHMENTS", place),
    ]
}

/// A demo with attachments in the bucket, and a header for them.
struct Dock {
    server: Server,
    token: String,
}

impl Dock {
    async fn start(folder: &Path, endpoint: &str, bucket: &str) -> Self {
        let place = format!("s3:{bucket}");
        let environment = environment(endpoint, &place);
        let server = Server::start_with(folder, &environment, &["demo", "--data-dir", "data"]);
        let token = demo_token(&folder.join("data"));
        create_header(&server, &token).await;
        Self { server, token }
    }

    /// Starts another instance on the same database and bucket.
    fn beside(&self, folder: &Path, endpoint: &str, bucket: &str) -> Self {
        let place = format!("s3:{bucket}");
        let environment = environment(endpoint, &place);
        let server = Server::start_with(folder, &environment, &["serve", "--data-dir", "data"]);
        Self { server, token: self.token.clone() }
    }

    async fn attach(&self, name: &str, pieces: Vec<Vec<u8>>) -> (u16, Value) {
        let request = attach(&self.server, &self.token, name, pieces.into_iter(), Duration::ZERO);
        status_and_body(request.send().await).await
    }

    async fn download(&self, attachment: &Value) -> Response {
        let url = attachment["url"].as_str().unwrap();
        self.server.get(url).header("Authorization", &self.token).send().await.unwrap()
    }
}

/// A bucket, accessed without Orderdock.
struct Bucket {
    url: String,
    client: Client,
}

impl Bucket {
    async fn create(endpoint: &str, name: &str) -> Self {
        let bucket = Self { url: format!("{endpoint}/{name}"), client: orderdock_testkit::client() };
        assert!(bucket.client.put(&bucket.url).send().await.unwrap().status().is_success());
        bucket
    }

    /// Returns the texts of all elements with this name in a listing.
    async fn list(&self, query: &str, element: &str) -> Vec<String> {
        let response = self.client.get(format!("{}?{query}", self.url)).send().await.unwrap();
        let (open, close) = (format!("<{element}>"), format!("</{element}>"));
        let list = response.text().await.unwrap();
        list.split(&open).skip(1).map(|part| part.split(&close).next().unwrap().to_owned()).collect()
    }

    async fn delete(&self, key: &str) {
        let request = self.client.delete(format!("{}/{key}", self.url));
        let response = request.header("Authorization", "AWS test:not-looked-at").send().await.unwrap();
        assert!(response.status().is_success());
    }
}

/// Waits for an expected state.
async fn wait_until(condition: &str, is_so: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < LIMIT, "timeout: {condition}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn key(attachment: &Value) -> String {
    let hash = attachment["sha256"].as_str().unwrap();
    format!("sha256/{}/{hash}", &hash[..2])
}

#[tokio::test]
#[ignore = "needs a server that speaks S3: scripts/test-bucket"]
async fn files_are_stored_in_a_bucket_and_read_back_without_leftovers() {
    let endpoint = std::env::var("BUCKET_ENDPOINT").expect("started by scripts/test-bucket");
    let bucket = Bucket::create(&endpoint, BUCKET).await;
    let folder = tempfile::tempdir().unwrap();
    let dock = Dock::start(folder.path(), &endpoint, BUCKET).await;

    let name = "Auftrag für Müller.pdf";
    let (status, small) = dock.attach(name, vec![b"%PDF-1.4\n%%EOF\n".to_vec()]).await;
    assert_eq!(
        (status, &small["filename"], &small["mimeType"]),
        (201, &json!(name), &json!("application/pdf"))
    );
    assert_eq!(dock.download(&small).await.text().await.unwrap(), "%PDF-1.4\n%%EOF\n");

    // three parts of a multipart upload
    let pieces: Vec<_> = (0..11).map(mebibyte).collect();
    let (status, large) = dock.attach("large.bin", pieces.clone()).await;
    assert_eq!((status, &large["size"]), (201, &json!(11 << 20)), "{large}");
    assert_eq!(dock.download(&large).await.bytes().await.unwrap(), pieces.concat());
    assert_eq!(dock.attach("large.bin", pieces).await, (200, large.clone()), "the same bytes again");

    assert_eq!(dock.attach("huge.bin", (0..26).map(mebibyte).collect()).await.0, 413);
    // the client disconnects after some parts were uploaded
    let slow = tokio::spawn(upload(&dock.server, &dock.token, 25, Duration::from_secs(1)).send());
    wait_until("the upload is in progress", async || !bucket.list("uploads", "UploadId").await.is_empty())
        .await;
    slow.abort();
    assert!(slow.await.unwrap_err().is_cancelled(), "hung up too late");
    wait_until("nothing goes up", async || bucket.list("uploads", "UploadId").await.is_empty()).await;
    let mut expected = vec![key(&small), key(&large)];
    expected.sort();
    assert_eq!(bucket.list("list-type=2", "Key").await, expected);

    let place = format!("s3:{BUCKET}");
    let doctor = || examined_in(folder.path(), &environment(&endpoint, &place), &["--data-dir", "data"]);
    assert_eq!(doctor(), (Some(0), "no errors found\n".to_owned()));
    bucket.delete(&key(&small)).await;
    let (code, found) = doctor();
    assert_eq!(code, Some(1));
    assert!(found.contains(&format!("s3:{BUCKET}/{} is missing", key(&small))), "{found}");
    assert_eq!(dock.download(&small).await.status().as_u16(), 500);
}

#[tokio::test]
#[ignore = "needs a server that speaks S3: scripts/test-bucket"]
async fn silent_bucket_is_a_temporary_error() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let dock = Dock::start(folder.path(), &endpoint, BUCKET).await;
    let begin = Instant::now();
    let (status, problem) = dock.attach("a.txt", vec![b"a".to_vec()]).await;
    assert_eq!((status, &problem["retryable"]), (503, &json!(true)), "{problem}");
    assert!(begin.elapsed() < Duration::from_mins(1), "{:?}", begin.elapsed());
}

/// Instances serve each other's files and store equal contents once. Sweeping keeps files that another instance is storing.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a server that speaks S3: scripts/test-bucket"]
async fn two_instances_share_a_bucket() {
    let endpoint = std::env::var("BUCKET_ENDPOINT").expect("started by scripts/test-bucket");
    let bucket = Bucket::create(&endpoint, SHARED).await;
    let folder = tempfile::tempdir().unwrap();
    let one = Dock::start(folder.path(), &endpoint, SHARED).await;
    let other = one.beside(folder.path(), &endpoint, SHARED);

    let (status, small) = one.attach("small.txt", vec![b"small".to_vec()]).await;
    assert_eq!(status, 201, "{small}");
    assert_eq!(other.download(&small).await.text().await.unwrap(), "small");
    assert_eq!(other.attach("small.txt", vec![b"small".to_vec()]).await, (200, small.clone()));

    let pieces: Vec<_> = (0..11).map(mebibyte).collect();
    let (first, second) =
        tokio::join!(one.attach("large.bin", pieces.clone()), other.attach("large.bin", pieces.clone()));
    let mut statuses = [first.0, second.0];
    statuses.sort_unstable();
    assert_eq!((statuses, &first.1), ([200, 201], &second.1));
    for dock in [&one, &other] {
        assert_eq!(dock.download(&first.1).await.bytes().await.unwrap(), pieces.concat());
    }

    let mut expected = vec![key(&small), key(&first.1)];
    expected.extend(sweep_while_receiving(folder.path(), &one, &other).await);
    expected.sort();
    assert_eq!(bucket.list("list-type=2", "Key").await, expected, "each once, and nothing else");
}

/// Lets one instance sweep expired, unattached files while the other receives some of them and a new file again. Returns the
/// keys of the attached files.
async fn sweep_while_receiving(folder: &Path, one: &Dock, other: &Dock) -> Vec<String> {
    const LEFT: u8 = 12;
    let connection = connect(&folder.join("data"));
    let left = |number: u8| one.attach("left.bin", vec![vec![number; 50_000]]);
    for number in 0..LEFT {
        assert_eq!(left(number).await.0, 201);
    }
    let of_left = "SELECT a.sha256 FROM attachment a WHERE a.file_name = 'left.bin'";
    connection.change(&format!(
        "UPDATE attachment_content SET claimed_until = (SELECT min(started_at) FROM instance) WHERE sha256 IN ({of_left})"
    ));
    connection.change("DELETE FROM attachment WHERE file_name = 'left.bin'");
    let slow = upload(&one.server, &one.token, 10, Duration::from_millis(200)).send();
    let slow = tokio::spawn(slow);
    // the one has swept when it began to keep house, and has kept it since
    connection.change("UPDATE lease SET holder = (SELECT max(id) FROM instance) WHERE name = 'housekeeping'");
    let mut taken = Vec::new();
    for number in 0..LEFT / 2 {
        let (status, again) = left(number).await;
        assert_eq!(status, 201, "{again}");
        taken.push(again);
    }
    let started = Instant::now();
    while connection.figure("SELECT count(*) FROM attachment_content WHERE claimed_until IS NOT NULL") > 0 {
        assert!(started.elapsed() < LIMIT, "the sweep did not end");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (status, large) = status_and_body(slow.await.unwrap()).await;
    assert_eq!(status, 201, "{large}");
    taken.push(large);
    for attachment in &taken {
        assert_eq!(other.download(attachment).await.status(), 200, "{attachment}");
    }
    taken.iter().map(key).collect()
}
