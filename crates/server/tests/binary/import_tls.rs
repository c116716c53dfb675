//! Imports of candidates from files to a server behind TLS.

use crate::{
    import::{counted, row, write},
    running::{Server, call, demo_token},
};
use std::{path::Path, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy, copy_bidirectional, sink},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

/// Certificate authority of the server certificate, which is valid for 127.0.0.1 only.
const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");
const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/server.key");

/// Starts a TLS proxy for a server and returns its port.
async fn start_tls_proxy(server: &Server) -> u16 {
    let server_address = server.url.trim_start_matches("http://").to_owned();
    let certificate = CertificateDer::from_pem_file(SERVER).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::from_pem_file(KEY).unwrap())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (outside, _) = listener.accept().await.unwrap();
            // a client that does not trust the certificate disconnects during the handshake
            if let Ok(mut outside) = acceptor.accept(outside).await {
                let mut server_stream = TcpStream::connect(&server_address).await.unwrap();
                tokio::spawn(async move { copy_bidirectional(&mut outside, &mut server_stream).await });
            }
        }
    });
    port
}

/// Imports one order and returns exit code, counts (created, unchanged, rejected) and output.
fn import(
    folder: &Path,
    environment: &[(&str, &str)],
    arguments: &[&str],
) -> (Option<i32>, [u64; 3], String) {
    counted(&call(folder, environment, &[&["import", "order.ndjson"], arguments].concat()))
}

#[tokio::test(flavor = "multi_thread")]
async fn import_requires_a_trusted_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let token = demo_token(&folder.path().join("d"));
    let order = row("TLS", 1, "1").replace("\"B\"", "\"G0001\"").replace("\"A\"", "\"A001\"");
    write(folder.path(), "order.ndjson", &order);
    let port = start_tls_proxy(&server).await;
    let (secure, misnamed) = (format!("https://127.0.0.1:{port}"), format!("https://localhost:{port}"));
    let plain = server.url.replace("http://", "https://");

    // the system authorities are those of SSL_CERT_FILE; a server certificate is not accepted as an authority
    let rejected = [
        (secure.as_str(), SERVER, None, 1, "its issuer is unknown", "set --ca-file"),
        (&secure, SERVER, Some(SERVER), 1, "its issuer is unknown", "set --ca-file"),
        (&secure, "none.pem", None, 1, "no trusted certificate authorities found", "set --ca-file"),
        (
            &misnamed,
            SERVER,
            Some(AUTHORITY),
            1,
            "not valid for name \"localhost\"",
            "a host name in --url that the certificate contains",
        ),
        (&plain, SERVER, Some(AUTHORITY), 1, "does not use TLS", "http://"),
        (
            &secure,
            SERVER,
            Some("order.ndjson"),
            2,
            "--ca-file order.ndjson: the file contains no certificate",
            "PEM",
        ),
        (&secure, SERVER, Some("none.pem"), 2, "--ca-file none.pem: ", "PEM"),
        (&server.url, SERVER, Some(AUTHORITY), 2, "--ca-file requires", "https://"),
    ];
    for (url, machine, ca_file, code, wrong, advice) in rejected {
        let ca_file = ca_file.map_or_else(Vec::new, |file| vec!["--ca-file", file]);
        let environment = [("ORDERDOCK_URL", url), ("ORDERDOCK_TOKEN", &token), ("SSL_CERT_FILE", machine)];
        let (seen, _, stderr) = import(folder.path(), &environment, &ca_file);
        assert_eq!(seen, Some(code), "{url} {ca_file:?}: {stderr}");
        assert!(stderr.contains(wrong) && stderr.contains(advice), "{url} {ca_file:?}: {stderr}");
        assert!(!stderr.contains("retrying"), "waiting does not make a server trusted: {stderr}");
    }

    let environment = [("ORDERDOCK_URL", secure.as_str()), ("ORDERDOCK_TOKEN", &token)];
    let (code, counts, stderr) = import(folder.path(), &environment, &["--ca-file", AUTHORITY]);
    assert_eq!((code, counts), (Some(0), [1, 0, 0]), "{stderr}");
    let environment = [&environment[..], &[("SSL_CERT_FILE", AUTHORITY)]].concat();
    let (code, counts, stderr) = import(folder.path(), &environment, &[]);
    assert_eq!((code, counts), (Some(0), [0, 1, 0]), "{stderr}");
}

#[tokio::test(flavor = "multi_thread")]
async fn redirect_is_reported_and_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "order.ndjson", &row("TLS", 1, "1"));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let response =
        "HTTP/1.1 308 Permanent Redirect\r\nLocation: https://orders.example/\r\nContent-Length: 0\r\n\r\n";
    tokio::spawn(async move {
        let (mut outside, _) = listener.accept().await.unwrap();
        let _ = outside.read(&mut [0; 4096]).await.unwrap();
        outside.write_all(response.as_bytes()).await.unwrap();
        // closing with unread bytes would reset the connection before the response is read
        copy(&mut outside, &mut sink()).await
    });
    let (code, _, stderr) = import(folder.path(), &[], &["--url", &url, "--token", "od_x"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("redirects to \"https://orders.example/\" (308"), "{stderr}");
}
