//! A server that terminates TLS itself.

use crate::running::{Server, call, call_with_input, signal, stderr_of};
use orderdock_testkit::reqwest::{Client, StatusCode, Version};
use serde_json::json;
use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};

const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");
const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.key");
/// A self-signed certificate.
const OTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/other.pem");
const OTHER_KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/other.key");

/// A client that trusts one authority.
fn client(authority: &str, protocols: &[&str]) -> Client {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(authority).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    Client::builder().tls_backend_preconfigured(config).build().unwrap()
}

/// Returns whether a new connection uses a certificate of this authority.
async fn uses_certificate_of(authority: &str, server: &Server) -> bool {
    client(authority, &[]).get(format!("{}/api/health", server.url)).send().await.is_ok()
}

async fn wait_until(condition: &str, is_so: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < Duration::from_mins(1), "never {condition}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Starts a server with copies of the certificate and its key.
fn start(folder: &Path, more: &[&str]) -> Server {
    fs::copy(SERVER, folder.join("server.pem")).unwrap();
    fs::copy(KEY, folder.join("server.key")).unwrap();
    let arguments = ["serve", "--tls-certificate", "server.pem", "--tls-key", "server.key"];
    Server::start(folder, &[&arguments, more].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_answered_over_http_1_and_http_2() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--hsts-max-age", "60"]);
    assert!(server.url.starts_with("https://"), "{}", server.url);
    for (protocols, version) in [(&["h2", "http/1.1"][..], Version::HTTP_2), (&[], Version::HTTP_11)] {
        let client = client(AUTHORITY, protocols);
        let get = async |path: &str| client.get(format!("{}{path}", server.url)).send().await.unwrap();
        let health = get("/api/health").await;
        assert_eq!((health.status(), health.version()), (StatusCode::OK, version));
        assert_eq!(health.headers()["strict-transport-security"], "max-age=60");
        let document = get("/api/openapi.json").await.bytes().await.unwrap();
        assert!(document.len() > 100_000, "{}", document.len());
    }
    let output = call_with_input(
        folder.path(),
        &["user", "create", "anna", "--role", "clerk", "--password-stdin"],
        b"correct horse battery\n",
    );
    assert!(output.status.success(), "{}", stderr_of(&output));
    let login = json!({ "user": "anna", "password": "correct horse battery" });
    let signed_in = client(AUTHORITY, &["h2"]).post(format!("{}/api/session", server.url)).json(&login);
    let signed_in = signed_in.send().await.unwrap();
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-orderdock_session=") && cookie.ends_with("; Secure"), "{cookie}");
    assert!(server.stop().status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn certificate_is_loaded_again_on_change_and_on_sighup() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    assert!(uses_certificate_of(AUTHORITY, &server).await && !uses_certificate_of(OTHER, &server).await);
    // without a changed file, only SIGHUP loads the certificate
    signal(server.process_id(), "-HUP");
    server.logged("TLS certificate loaded").await;

    fs::copy(OTHER, folder.path().join("server.pem")).unwrap();
    fs::copy(OTHER_KEY, folder.path().join("server.key")).unwrap();
    wait_until("the other certificate", async || uses_certificate_of(OTHER, &server).await).await;
    assert!(!uses_certificate_of(AUTHORITY, &server).await);

    fs::write(folder.path().join("server.pem"), "broken").unwrap();
    server.logged("no certificate found").await;
    signal(server.process_id(), "-HUP");
    assert!(uses_certificate_of(OTHER, &server).await, "the previous one stays in use");

    fs::copy(SERVER, folder.path().join("server.pem")).unwrap();
    server.logged("does not belong to the first certificate").await;
    assert!(uses_certificate_of(OTHER, &server).await, "the previous one stays in use");
    fs::copy(KEY, folder.path().join("server.key")).unwrap();
    wait_until("the first certificate", async || uses_certificate_of(AUTHORITY, &server).await).await;
    let output = server.stop();
    assert!(output.status.success() && !stderr_of(&output).contains("PRIVATE"), "{}", stderr_of(&output));
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_without_tls_get_an_answer_and_those_without_end_are_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let address = server.url.trim_start_matches("https://").to_owned();
    let started = Instant::now();
    let mut endless = TcpStream::connect(&address).await.unwrap();
    // the start of a ClientHello that is never completed
    endless.write_all(&[0x16, 3, 1, 2, 0]).await.unwrap();

    let plain = Client::builder().tls_backend_preconfigured(tls_without_roots()).build().unwrap();
    let response = plain.get(format!("http://{address}/api/health")).send().await.unwrap();
    assert_eq!(response.status(), 400);
    assert!(response.text().await.unwrap().contains("requires TLS"));
    let mut garbage = TcpStream::connect(&address).await.unwrap();
    garbage.write_all(b"\0\0\0").await.unwrap();
    let mut received = Vec::new();
    let _ = garbage.read_to_end(&mut received).await;
    assert!(received.is_empty());

    let closed = tokio::time::timeout(Duration::from_mins(1), endless.read_to_end(&mut received)).await;
    assert!(closed.is_ok(), "still open after a minute");
    assert!(started.elapsed() >= Duration::from_secs(9), "{:?}", started.elapsed());
    assert!(uses_certificate_of(AUTHORITY, &server).await);
}

fn tls_without_roots() -> ClientConfig {
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth()
}

#[test]
fn invalid_tls_options_end_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (["--tls-certificate", SERVER], ["--tls-key", KEY]);
    for (arguments, text) in [
        (&[&certificate[..]][..], "--tls-certificate requires --tls-key"),
        (&[&key[..]], "--tls-key requires --tls-certificate"),
        (&[&certificate[..], &["--tls-key", OTHER_KEY]], "does not belong to the first certificate"),
        (&[&["--tls-certificate", "none.pem"], &key[..]], "cannot read --tls-certificate none.pem"),
        (&[&["--hsts-max-age", "60"]], "--hsts-max-age requires --tls-certificate or --behind-proxy"),
        (&[&["--listen", "0.0.0.0:0"]], "--tls-certificate and --tls-key"),
    ] {
        let output = call(folder.path(), &[], &[&["serve"][..], &arguments.concat()].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr_of(&output));
        assert!(stderr_of(&output).contains(text), "{arguments:?}: {}", stderr_of(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was written");
}
