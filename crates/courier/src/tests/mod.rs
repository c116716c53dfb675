//! Deliveries to receivers that are slow, faulty, untrusted or at blocked addresses.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use orderdock_app::RetryAfter;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::*;

const CERTIFICATE: &[u8] = include_bytes!("expired.pem");
const KEY: &[u8] = include_bytes!("expired.key");

/// A resolver that returns the next of its answers on each lookup, and repeats the last one.
#[derive(Debug)]
struct ScriptedLookup(Mutex<VecDeque<Vec<IpAddr>>>);

impl ScriptedLookup {
    fn returning(results: &[&[&str]]) -> Arc<Self> {
        let parsed = |texts: &&[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Arc::new(Self(Mutex::new(results.iter().map(parsed).collect())))
    }
}

#[async_trait]
impl HostLookup for ScriptedLookup {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let mut results = self.0.lock().unwrap();
        let next = if results.len() > 1 { results.pop_front() } else { results.front().cloned() };
        next.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn client(policy: NetworkPolicy, names: Arc<ScriptedLookup>) -> WebhookClient {
    WebhookClient::with(policy, RootCertStore::empty(), names, REQUEST_TIMEOUT).unwrap()
}

fn call(url: String) -> WebhookRequest {
    WebhookRequest {
        url,
        media_type: "application/cloudevents+json",
        id: "7-1".to_owned(),
        timestamp: 1_614_265_330,
        signature: "v1,abc".to_owned(),
        body: Bytes::from_static(b"{\"id\":\"7-1\"}"),
    }
}

/// Starts a receiver that sends a fixed response to each request and closes; returns its port and request counter.
async fn start_receiver(response: &'static [u8]) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, calls) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let counted = calls.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let seen = read_request(&mut stream).await;
            assert!(seen.ends_with("{\"id\":\"7-1\"}"), "{seen}");
            stream.write_all(response).await.unwrap();
        }
    });
    (port, calls)
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut seen = Vec::new();
    let mut part = [0; 1_024];
    while !seen.ends_with(b"}") {
        let count = stream.read(&mut part).await.unwrap();
        assert!(count > 0, "request interrupted");
        seen.extend_from_slice(&part[..count]);
    }
    String::from_utf8(seen).unwrap()
}

async fn deliver_to(response: &'static [u8]) -> WebhookReply {
    let (port, _) = start_receiver(response).await;
    client(NetworkPolicy::AllowPrivate, ScriptedLookup::returning(&[]))
        .post(call(format!("http://127.0.0.1:{port}/hook")))
        .await
}

#[tokio::test]
async fn response_is_returned_with_status_and_body() {
    let plain = deliver_to(b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nthanks").await;
    let thanks = Some("thanks".to_owned());
    assert_eq!(plain, WebhookReply { status: Some(200), response: thanks, ..WebhookReply::default() });
}

#[tokio::test]
async fn retry_after_of_response_is_returned() {
    let busy = deliver_to(b"HTTP/1.1 503 No\r\nretry-after: 120\r\ncontent-length: 6\r\n\r\nthanks").await;
    let retry_after = Some(RetryAfter::In(jiff::SignedDuration::from_secs(120)));
    assert_eq!((busy.status, busy.retry_after), (Some(503), retry_after));
}

#[tokio::test]
async fn interrupted_response_is_returned_with_error() {
    let broken = deliver_to(b"HTTP/1.1 200 OK\r\ncontent-length: 600\r\n\r\nthan").await;
    assert_eq!((broken.status, broken.response.as_deref()), (Some(200), Some("than")));
    assert!(broken.error.unwrap().starts_with("response interrupted: "));
}

#[tokio::test]
async fn missing_response_is_an_error() {
    let silent = deliver_to(b"").await;
    assert!(silent.status.is_none() && silent.error.is_some(), "{silent:?}");
}

#[tokio::test]
async fn long_body_is_truncated() {
    const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";
    let long: &'static [u8] = [HEAD, &vec![b'a'; 4_000_000]].concat().leak();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        read_request(&mut stream).await;
        // the client closes the connection before all bytes are written
        let _ = stream.write_all(long).await;
    });
    let reply = client(NetworkPolicy::AllowPrivate, ScriptedLookup::returning(&[]))
        .post(call(format!("http://127.0.0.1:{port}/")))
        .await;
    assert_eq!((reply.status, reply.response.unwrap().len()), (Some(200), 1_024));
}

#[tokio::test]
async fn redirect_is_not_followed() {
    let (port, calls) = start_receiver(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let response =
        format!("HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:{port}/\r\ncontent-length: 0\r\n\r\n");
    let moved = deliver_to(response.into_bytes().leak()).await;
    assert_eq!((moved.status, moved.error), (Some(307), None));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn late_response_is_a_timeout() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let silent = tokio::spawn(async move { (listener.accept().await.unwrap(), listener) });
    let timeout = Duration::from_millis(200);
    let client = WebhookClient::with(
        NetworkPolicy::AllowPrivate,
        RootCertStore::empty(),
        ScriptedLookup::returning(&[]),
        timeout,
    )
    .unwrap();
    let late = client.post(call(format!("http://127.0.0.1:{port}/"))).await;
    assert_eq!(
        late,
        WebhookReply { error: Some("timeout: no complete response".to_owned()), ..WebhookReply::default() }
    );
    drop(silent.await.unwrap());
    assert_eq!(REQUEST_TIMEOUT, Duration::from_secs(15));
}

#[tokio::test]
async fn host_name_resolving_to_loopback_later_is_blocked() {
    let (port, calls) = start_receiver(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let url = format!("https://receiver.example:{port}/");
    // public when the URL is checked, loopback when the request is sent (DNS rebinding)
    let names = ScriptedLookup::returning(&[&["93.184.216.34"], &["127.0.0.1"]]);
    let client = client(NetworkPolicy::PublicOnly, names);
    assert_eq!(client.reject(&url).await, None);
    let reply = client.post(call(url.clone())).await;
    assert_eq!(reply.error.as_deref(), Some("host name blocked: it resolves to an address of this machine"));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    assert_eq!(client.reject(&url).await, Some(Phrase::AddressOfThisMachine));
}

#[tokio::test]
async fn private_addresses_are_called_only_if_allowed() {
    use Phrase::{
        AddressOfThisLink, AddressOfThisMachine, HasFragment, NamesUser, NoAddress, NotHttps, PrivateAddress,
        SpecialAddress,
    };
    let names = || ScriptedLookup::returning(&[&["93.184.216.34"]]);
    let (public_only, allow_private) =
        (client(NetworkPolicy::PublicOnly, names()), client(NetworkPolicy::AllowPrivate, names()));
    for (url, if_public_only, if_private_allowed) in [
        ("https://receiver.example/hook?a=b", None, None),
        ("https://93.184.216.34/", None, None),
        ("http://receiver.example/", Some(NotHttps), Some(NotHttps)),
        ("http://93.184.216.34/", Some(NotHttps), Some(NotHttps)),
        ("http://127.0.0.1/", Some(NotHttps), None),
        ("https://127.0.0.1/", Some(AddressOfThisMachine), None),
        ("https://2130706433/", Some(AddressOfThisMachine), None),
        ("https://0x7f.1/", Some(AddressOfThisMachine), None),
        ("https://[::1]/", Some(AddressOfThisMachine), None),
        ("https://[::ffff:10.0.0.1]/", Some(PrivateAddress), None),
        ("https://10.0.0.1/", Some(PrivateAddress), None),
        ("https://169.254.169.254/latest", Some(AddressOfThisLink), Some(AddressOfThisLink)),
        ("http://169.254.169.254/latest", Some(NotHttps), Some(AddressOfThisLink)),
        ("https://[fd00:ec2::254]/latest", Some(SpecialAddress), Some(SpecialAddress)),
        ("http://100.100.100.200/latest", Some(NotHttps), Some(SpecialAddress)),
        ("https://[::ffff:100.100.100.200]/", Some(SpecialAddress), Some(SpecialAddress)),
        ("https://[fd00:ec2::253]/", Some(PrivateAddress), None),
        ("https://100.100.100.201/", Some(PrivateAddress), None),
        ("https://[fe80::1]/", Some(AddressOfThisLink), Some(AddressOfThisLink)),
        ("https://0.0.0.0/", Some(SpecialAddress), Some(SpecialAddress)),
        ("https://anna:secret@receiver.example/", Some(NamesUser), Some(NamesUser)),
        ("https://receiver.example/#part", Some(HasFragment), Some(HasFragment)),
        ("ftp://receiver.example/", Some(NoAddress), Some(NoAddress)),
        ("receiver.example", Some(NoAddress), Some(NoAddress)),
        ("", Some(NoAddress), Some(NoAddress)),
    ] {
        assert_eq!(
            (public_only.reject(url).await, allow_private.reject(url).await),
            (if_public_only, if_private_allowed),
            "{url}"
        );
        if let Some(reason) = if_public_only {
            let reply = public_only.post(call(url.to_owned())).await;
            assert_eq!(reply.error, Some(rejection(reason)), "{url}");
        }
    }
    assert_eq!(
        client(NetworkPolicy::PublicOnly, ScriptedLookup::returning(&[]))
            .reject("https://nobody.example/")
            .await,
        Some(Phrase::UnknownHost)
    );
    let both =
        client(NetworkPolicy::PublicOnly, ScriptedLookup::returning(&[&["10.0.0.1", "93.184.216.34"]]));
    assert_eq!(both.reject("https://receiver.example/").await, None, "one address is public");
}

#[tokio::test]
async fn expired_certificate_is_rejected() {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], PrivateKeyDer::from_pem_slice(KEY).unwrap())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let handshake = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        acceptor.accept(stream).await.is_ok()
    });
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let names = ScriptedLookup::returning(&[&["127.0.0.1"]]);
    let client = WebhookClient::with(NetworkPolicy::AllowPrivate, roots, names, REQUEST_TIMEOUT).unwrap();
    let reply = client.post(call(format!("https://receiver.example:{port}/"))).await;
    let error = reply.error.unwrap();
    assert!(error.contains("certificate") && error.contains("xpired"), "{error}");
    assert!(!handshake.await.unwrap());
}
