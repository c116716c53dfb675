//! Helpers of the attachment tests: multipart forms, uploads, and the stored files.

use std::path::Path;
use std::time::Duration;

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, candidate, send};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

pub const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
pub const OTHER_SOURCE: &str = "SOURCE.shop";
pub const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n";

/// Body of a multipart form, built part by part.
#[derive(Default)]
pub struct Form(pub Vec<u8>);

impl Form {
    pub fn part(mut self, headers: &str, bytes: &[u8]) -> Self {
        self.0.extend(format!("--edge\r\nContent-Disposition: form-data; {headers}\r\n\r\n").bytes());
        self.0.extend(bytes);
        self.0.extend(b"\r\n");
        self
    }

    pub fn file(self, name: &str, bytes: &[u8]) -> Self {
        self.part(&format!("name=\"file\"; filename=\"{name}\""), bytes)
    }

    pub fn tag(self, word: &str) -> Self {
        self.part("name=\"tags\"", word.as_bytes())
    }

    pub fn end(mut self) -> Vec<u8> {
        self.0.extend(b"--edge--\r\n");
        self.0
    }
}

pub fn pdf() -> Vec<u8> {
    Form::default().file("order.pdf", PDF).end()
}

pub fn upload(app: &TestApp, path: &str, body: Vec<u8>) -> RequestBuilder {
    form(app, &app.admin, &format!("{CANDIDATES}/{path}/attachments"), body)
}

pub fn form(app: &TestApp, token: &str, path: &str, body: Vec<u8>) -> RequestBuilder {
    let request = app.request(Method::POST, path).header("Authorization", token);
    request.header("Content-Type", "multipart/form-data; boundary=edge").body(body)
}

/// Creates an order from one candidate and returns its path.
pub async fn order_of(app: &TestApp, header: &str) -> String {
    import(app, candidate(header, "1", json!({}))).await;
    let selection = json!({ "selection": { "dataSource": SOURCE, "externalHeaderId": header } });
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let request = request.header("Content-Type", "application/json").body(selection.to_string());
    let run = send(request).await;
    assert_eq!(run.json()["counts"]["orders"], 1, "{}", run.text);
    let page = app.get(&app.admin, &format!("/api/sales/order?externalHeaderId={header}")).await.json();
    format!("/api/sales/order/{}", page["items"][0]["salesOrderId"].as_str().unwrap())
}

pub async fn attach(app: &TestApp, path: &str, body: Vec<u8>) -> HttpResponse {
    send(upload(app, path, body)).await
}

/// Starts an application with a candidate of header `H`.
pub async fn with_header() -> TestApp {
    let app = TestApp::start().await;
    import(&app, candidate("H", "1", json!({}))).await;
    app
}

pub async fn import(app: &TestApp, candidate: Value) -> String {
    let response = app.import(candidate.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["result"][0]["id"].to_string()
}

pub fn code(response: &HttpResponse) -> String {
    response.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
}

/// Returns the paths of all files in the attachment folder.
pub fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.join("attachments")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(app_folder(&path)).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

fn app_folder(path: &Path) -> &Path {
    path.ancestors().find(|folder| folder.ends_with("attachments")).unwrap()
}

/// Waits until no file is left, because an aborted upload is deleted by a task of its own.
pub async fn assert_nothing_stored(app: &TestApp) {
    for _ in 0..100 {
        if files(app.database.folder()).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(files(app.database.folder()), Vec::<String>::new());
}
