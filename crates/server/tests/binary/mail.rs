//! Mail sent to an independent server: TLS, authentication, failures, and notifications.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::engine::connect;
use crate::running::{Server, call, demo_token, status_and_body, stderr_of};

const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");
/// Timeout of an expected state, long enough for a busy machine.
pub const TEST_TIMEOUT: Duration = Duration::from_mins(2);
const PASSWORD: (&str, &str) = ("ORDERDOCK_MAIL_PASSWORD", "s3cret");
const TRUST: (&str, &str) = ("SSL_CERT_FILE", AUTHORITY);

/// A running mail server; killed on drop.
pub struct MailServer {
    child: Child,
    pub port: String,
    pub mails: Receiver<Value>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a Python with the module for mail servers: the first one in the path, or Debian's.
fn python() -> &'static str {
    let has_module = |python: &&str| {
        Command::new(python)
            .args(["-c", "import aiosmtpd"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|it| it.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(has_module);
    found.unwrap_or_else(|| panic!("python3-aiosmtpd is needed; scripts/test installs it"))
}

impl MailServer {
    pub fn start(how: &str, more: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let mut command = Command::new(python());
        command.arg(folder.join("mail/receive.py")).arg(how);
        if how != "none" {
            command.args([folder.join("tls/server.pem"), folder.join("tls/server.key")]);
        }
        let mut child = command.args(more).stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap();
        let (sender, mails) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Self { child, port, mails }
    }

    pub fn mail(&self) -> Value {
        self.mails.recv_timeout(TEST_TIMEOUT).unwrap()
    }
}

/// Runs `orderdock mail test`.
fn test_mail(environment: &[(&str, &str)], port: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let fixed =
        ["mail", "test", "--to", "anna@shop.example", "--mail-host", "127.0.0.1", "--mail-port", port];
    let from = ["--mail-from", "orderdock@shop.example"];
    call(folder.path(), environment, &[&fixed[..], &from, more].concat())
}

#[test]
fn test_message_is_sent_encrypted_to_an_authenticating_server() {
    for how in ["starttls", "tls"] {
        let server = MailServer::start(how, &["--login", "orderdock", "s3cret"]);
        let options = ["--mail-tls", how, "--mail-user", "orderdock", "--language", "de"];
        let sent = test_mail(&[PASSWORD, TRUST], &server.port, &options);
        assert!(sent.status.success(), "{how}: {}", stderr_of(&sent));
        assert!(
            stderr_of(&sent).contains("accepted a test message to anna@shop.example"),
            "{}",
            stderr_of(&sent)
        );
        let mail = server.mail();
        assert_eq!((&mail["tls"], &mail["user"]), (&json!(true), &json!(true)), "{how}");
        assert_eq!(
            (&mail["from"], &mail["to"]),
            (&json!("orderdock@shop.example"), &json!(["anna@shop.example"]))
        );
        assert_eq!(mail["headers"]["Subject"], "Orderdock: Testnachricht");
        assert_eq!(mail["headers"]["Auto-Submitted"], "auto-generated");
        assert!(mail["text"].as_str().unwrap().contains("Testnachricht von Orderdock"), "{mail}");

        let wrong = [("ORDERDOCK_MAIL_PASSWORD", "wr0ng"), TRUST];
        for (environment, text) in [
            (&wrong[..], "rejected the login: "),
            (&[PASSWORD, ("SSL_CERT_FILE", "/dev/null")], "is not trusted: "),
        ] {
            let failed = test_mail(environment, &server.port, &options);
            assert_eq!(failed.status.code(), Some(1), "{}", stderr_of(&failed));
            assert!(stderr_of(&failed).contains(text), "{how}: {}", stderr_of(&failed));
            assert!(!stderr_of(&failed).contains("wr0ng") && !stderr_of(&failed).contains("s3cret"));
        }
    }
}

#[test]
fn mail_failures_are_reported() {
    let plain = MailServer::start("none", &["--refuse", "550 5.1.1 nobody of that name"]);
    let closing = TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = closing.local_addr().unwrap().port().to_string();
    std::thread::spawn(move || {
        for stream in closing.incoming() {
            stream.unwrap().write_all(b"220 hello\r\n").unwrap();
        }
    });
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let hanging = silent.local_addr().unwrap().port().to_string();
    let free_port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    for (port, options, text) in [
        (&plain.port, &["--mail-tls", "none"][..], "rejected the mail: "),
        (&plain.port, &["--mail-tls", "starttls"], "does not offer STARTTLS"),
        (&closed, &["--mail-tls", "none"], "127.0.0.1"),
        (&free_port, &["--mail-tls", "none"], "is unreachable: "),
        (&hanging, &["--mail-tls", "none"], "did not accept the mail within 30 seconds"),
    ] {
        let failed = test_mail(&[TRUST], port, options);
        assert_eq!(failed.status.code(), Some(1), "{options:?} {}", stderr_of(&failed));
        assert!(stderr_of(&failed).contains(text), "{text}: {}", stderr_of(&failed));
    }
    for (options, text) in [
        (&["mail", "test", "--to", "anna@shop.example"][..], "no mail server is configured"),
        (&["mail", "test", "--to", "Anna <anna@shop.example>", "--mail-host", "h"], "without a display name"),
        (
            &["mail", "test", "--to", "a@b", "--mail-host", "h", "--mail-from", "c@d", "--mail-tls", "none"],
            "is another machine",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let rejected = call(folder.path(), &[], options);
        assert_eq!(rejected.status.code(), Some(2), "{}", stderr_of(&rejected));
        assert!(stderr_of(&rejected).contains(text), "{}", stderr_of(&rejected));
    }
}

pub async fn post(server: &Server, token: &str, path: &str, body: &Value) -> Value {
    let (status, response) =
        status_and_body(server.post(path, body).header("Authorization", token).send().await).await;
    assert!(status < 300, "{response}");
    response
}

/// Returns a row that is stored with an error.
pub fn faulty_row() -> Value {
    json!({ "bpartner": {"bpartner": {"code": "G0001"}}, "product": {"code": "P002737"}, "qty": 1, "price": 3,
        "currencyCode": "USD", "poReference": "Größe-Ü", "dateRequired": "2030-01-15", "externalHeaderId": "Mül-1",
        "externalLineId": "1" })
}

pub async fn messages(server: &Server, token: &str) -> Vec<Value> {
    let request = server.get("/api/notification-rules/messages").header("Authorization", token);
    status_and_body(request.send().await).await.1["items"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn notification_is_mailed_once_with_umlauts_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let mails = MailServer::start("starttls", &["--login", "orderdock", "s3cret"]);
    std::fs::write(folder.path().join("password"), "s3cret\n").unwrap();
    let settings = format!(
        "public-url = \"https://orders.example/\"\nscheduler = false\n[mail]\nhost = \"127.0.0.1\"\nport = {}\n\
         user = \"orderdock\"\npassword-file = \"password\"\nfrom = \"orderdock@shop.example\"\n",
        mails.port
    );
    std::fs::write(folder.path().join("orderdock.toml"), settings).unwrap();
    let arguments = ["demo", "--data-dir", "d", "--config", "orderdock.toml"];
    let mut server = Server::start_with(folder.path(), &[TRUST], &arguments);
    let token = demo_token(&folder.path().join("d"));
    let rule = json!({ "orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "language": "de",
        "recipients": ["anna@shop.example", "bert@shop.example"] });
    post(&server, &token, "/api/notification-rules", &rule).await;
    post(&server, &token, "/api/sales/order/candidates", &faulty_row()).await;
    server.kill();
    // moves the stored times by an hour
    let database = connect(&folder.path().join("d"));
    for (table, column) in [("notification_rule", "active_since"), ("candidate", "created_at")] {
        database.move_into_past(table, column, 3_600);
    }
    let server = Server::start_with(folder.path(), &[TRUST], &arguments);
    let mut to = Vec::new();
    for _ in 0..2 {
        let mail = mails.mail();
        let subject = mail["headers"]["Subject"].as_str().unwrap();
        assert!(subject.starts_with("Orderdock: 001 Main branch: "), "{subject}");
        assert!(subject.ends_with("seit mehr als 30 Minuten fehlerhaft"), "{subject}");
        let text = mail["text"].as_str().unwrap();
        assert!(text.contains("- Mül-1 / 1 (Größe-Ü), seit "), "{text}");
        assert!(text.contains("https://orders.example/candidates?status=error"), "{text}");
        assert_eq!((&mail["tls"], &mail["user"]), (&json!(true), &json!(true)));
        to.push(mail["to"][0].as_str().unwrap().to_owned());
    }
    to.sort();
    assert_eq!(to, ["anna@shop.example", "bert@shop.example"]);
    let sent = async {
        while messages(&server, &token).await[0]["status"] != "sent" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, sent).await.unwrap();
    let seen = std::fs::read(format!("/proc/{}/cmdline", server.process_id())).unwrap();
    assert!(!String::from_utf8_lossy(&seen).contains("s3cret"));
    assert!(!server.logged("listening on").await.contains("s3cret"));
    assert!(server.stop().status.success());
    // after a restart, no second message is sent for the same cause
    let server = Server::start_with(folder.path(), &[TRUST], &arguments);
    let leads =
        "SELECT count(*) FROM lease l JOIN instance i ON i.id = l.holder WHERE l.name = 'notifications'";
    let looked = async {
        while database.figure(leads) == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, looked).await.unwrap();
    // the stop completes the current evaluation
    assert!(server.stop().status.success());
    assert!(mails.mails.try_recv().is_err());
    assert_eq!(database.figure("SELECT count(*) FROM notification_message"), 1);
}
