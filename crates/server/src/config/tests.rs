//! Tests of option values and reported faults.

use super::*;
use orderdock_api::BULK_BYTES;

fn file(text: &str) -> ServiceOptions {
    let file = file::ConfigFile::parse(text);
    assert!(file.faults.is_empty(), "{:?}", file.faults);
    file.options
}

fn fault(text: &str) -> String {
    let file = file::ConfigFile::parse(text);
    file.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn default_settings_listen_on_loopback_only() {
    let settings = ServiceOptions::default().resolve("orderdock-data").unwrap();
    let expected = Settings {
        listen: ([127, 0, 0, 1], 8080).into(),
        behind_proxy: false,
        tls: None,
        hsts_max_age: None,
        trusted_proxies: Vec::new(),
        cors_origins: Vec::new(),
        data_dir: "orderdock-data".into(),
        database: Database::Sqlite("orderdock-data/orderdock.sqlite".into()),
        replica: None,
        database_connections: 11,
        accept_data_loss: false,
        begin_anew: false,
        max_connections: 1024,
        max_attachment_bytes: 26_214_400,
        attachment_quota: None,
        request_log_quota: None,
        free_space_floor: None,
        max_body_bytes_under_way: 268_435_456,
        max_response_bytes_under_way: 268_435_456,
        max_requests_per_second: None,
        secret_files: Vec::new(),
        attachments: AttachmentStorage::Folder("orderdock-data/attachments".into()),
        attachments_shared: false,
        scheduler: true,
        quiet: false,
        requests_kept_days: 30,
        rejected_rows_kept_days: 30,
        events_kept_days: 30,
        webhooks_allow_private: None,
        public_url: None,
        mail: MailOptions::default(),
        log: "info".into(),
        log_format: LogFormat::Text,
        otlp: None,
    };
    assert_eq!(settings, expected);
}

const EVERY_OPTION: &str = r#"
listen = "127.0.0.1:2"
behind-proxy = true
tls-certificate = "server.pem"
tls-key = "server.key"
hsts-max-age = 60
trusted-proxies = ["192.0.2.0/24", "2001:db8::1"]
cors-origin = ["https://shop.example"]
data-dir = "/data"
database = "sqlite:/elsewhere/db"
database-connections = 6
accept-data-loss = true
attachments-shared = true
max-connections = 7
max-attachment-bytes = 8
attachment-quota = 10
request-log-quota = 11
free-space-floor = 0
max-body-bytes-under-way = 67108864
max-response-bytes-under-way = 33554432
max-requests-per-second = 9
scheduler = false
quiet = true
log = "debug"
log-format = "json"
public-url = "https://orders.example/"

[mail]
host = "mail.example"
tls = "tls"
user = "orderdock"
password-file = "mail-password"
from = "orderdock@shop.example"
"#;

#[test]
fn command_line_overrides_file() {
    let given = ServiceOptions {
        listen: Some(([127, 0, 0, 1], 1).into()),
        log: Some("warn".into()),
        ..ServiceOptions::default()
    };
    let file = file(EVERY_OPTION);
    let expected = Settings {
        listen: ([127, 0, 0, 1], 1).into(),
        behind_proxy: true,
        tls: Some(TlsFiles { certificate: "server.pem".into(), key: "server.key".into() }),
        hsts_max_age: Some(60),
        trusted_proxies: vec!["192.0.2.0/24".parse().unwrap(), "2001:db8::1/128".parse().unwrap()],
        cors_origins: vec![HeaderValue::from_static("https://shop.example")],
        data_dir: "/data".into(),
        database: Database::Sqlite("/elsewhere/db".into()),
        replica: None,
        database_connections: 6,
        accept_data_loss: true,
        begin_anew: false,
        max_connections: 7,
        max_attachment_bytes: 8,
        attachment_quota: Some(10),
        request_log_quota: Some(11),
        free_space_floor: Some(0),
        max_body_bytes_under_way: 67_108_864,
        max_response_bytes_under_way: 33_554_432,
        max_requests_per_second: NonZero::new(9),
        secret_files: vec!["mail-password".into(), "server.key".into()],
        attachments: AttachmentStorage::Folder("/data/attachments".into()),
        attachments_shared: true,
        scheduler: false,
        quiet: true,
        requests_kept_days: 30,
        rejected_rows_kept_days: 30,
        events_kept_days: 30,
        webhooks_allow_private: None,
        public_url: Some("https://orders.example".into()),
        mail: MailOptions {
            host: Some("mail.example".into()),
            tls: Some(MailTls::Tls),
            user: Some("orderdock".into()),
            password_file: Some("mail-password".into()),
            from: Some("orderdock@shop.example".into()),
            ..MailOptions::default()
        },
        log: "warn".into(),
        log_format: LogFormat::Json,
        otlp: None,
    };
    assert_eq!(given.or(file).complete("unused").unwrap(), expected);
}

#[test]
fn faults_of_a_file_have_line_column_and_known_names() {
    let unknown = fault("log = \"info\"\nlistn = \"127.0.0.1:1\"\n");
    for part in ["line 2, column 1", "unknown key `listn`. Did you mean `listen`?", "config reference"] {
        assert!(unknown.contains(part), "{part} in {unknown}");
    }
    let cases = [
        ("log = \"info\"\nlisten = 8080\n", "line 2, column 10"),
        ("max-connections = -1", "line 1, column 19"),
        ("max-requests-per-second = 0", "line 1, column 27"),
        ("log-format = \"xml\"", "expected `text` or `json`"),
        ("listen = \"127.0.0.1\"", "line 1, column 10"),
        ("log = \"a\"\nlog = \"b\"", "line 2, column 1"),
        ("listen = ", "line 1, column 10"),
        ("config = \"other.toml\"", "unknown key `config`. It can be set on the command line only."),
    ];
    for (text, part) in cases {
        let fault = fault(text);
        assert!(fault.contains(part), "{part} in {fault}");
    }
}

#[test]
fn wrong_value_is_reported_with_expected_type_and_example() {
    for (text, parts) in [
        (
            "listen = 127.0.0.1:8080",
            [
                "line 1, column 10",
                "`listen`: expected an address and port in quotes, found `127.0.0.1:8080` (the quotes are missing)",
            ],
        ),
        ("listen = 127.0.0.1:8080", ["1 | listen = 127.0.0.1:8080", "Example: listen = \"127.0.0.1:8080\""]),
        ("log = \"info", ["line 1", "`log`: expected a text in quotes, found `\"info` ("]),
        ("max-connections = \"many\"", ["column 19", "expected a whole number, found `\"many\"` ("]),
        ("attachment-quota = 1.5", ["column 20", "expected a whole number (bytes), found `1.5` ("]),
        ("log = \"a\"\nlog = \"b\"", ["line 2, column 1", "`log` is set twice. Remove one of the lines."]),
        ("quiet = yes", ["column 9", "`quiet`: expected a boolean, found `yes` ("]),
        ("trusted-proxies = 1", ["column 19", "Example: trusted-proxies = [\"127.0.0.0/8\", \"::1\"]"]),
        (
            "\n[mail]\nport = \"a\"",
            ["line 3, column 8", "`port` in the table `[mail]`: expected a whole number"],
        ),
        ("[mail]\nhost = a.example", ["line 2, column 8", "Example: host = \"mail.example\""]),
    ] {
        let fault = fault(text);
        for part in parts {
            assert!(fault.contains(part), "{part} in {fault}");
        }
        assert_eq!(fault.matches("line ").count(), 1, "{fault}");
    }
}

#[test]
fn unknown_key_has_a_suggestion() {
    for (text, expected) in [
        ("max_connections = 1", "Did you mean `max-connections`?"),
        ("[mial]\nhost = \"a\"", "unknown key `mial`. Did you mean `mail`?"),
        ("[mail]\nhots = \"a\"", "unknown key `hots` in the table `[mail]`. Did you mean `host`?"),
        ("[mail]\nlog = \"a\"", "Move it above `[mail]`"),
        ("mail-host = \"a\"", "unknown key `mail-host`. Write it as `host` below `[mail]`."),
        ("colour = 1", "unknown key `colour`. All keys: `orderdock config reference`."),
    ] {
        let fault = fault(text);
        assert!(fault.contains(expected), "{expected} in {fault}");
    }
}

#[test]
fn listening_beyond_this_machine_takes_a_proxy() {
    for (listen, behind_proxy, allowed) in [
        ("127.0.0.1:1", None, true),
        ("127.9.9.9:1", None, true),
        ("[::1]:1", None, true),
        ("0.0.0.0:1", None, false),
        ("[::]:1", None, false),
        ("192.0.2.7:1", None, false),
        ("192.0.2.7:1", Some(false), false),
        ("192.0.2.7:1", Some(true), true),
    ] {
        let options = ServiceOptions {
            listen: Some(listen.parse().unwrap()),
            behind_proxy,
            ..ServiceOptions::default()
        };
        assert_eq!(options.complete("data").is_ok(), allowed, "{listen} {behind_proxy:?}");
    }
}

#[test]
fn address_beyond_loopback_is_accepted_with_tls() {
    let options = |certificate: bool, key: bool| ServiceOptions {
        listen: Some(([0, 0, 0, 0], 1).into()),
        tls_certificate: certificate.then(|| "server.pem".into()),
        tls_key: key.then(|| "server.key".into()),
        hsts_max_age: Some(1),
        ..ServiceOptions::default()
    };
    let faults = |options: ServiceOptions| {
        let (_, faults) = options.examine("data");
        faults.into_iter().map(|fault| fault.option).collect::<Vec<_>>()
    };
    assert_eq!(faults(options(true, true)), [""; 0]);
    assert_eq!(faults(options(true, false)), ["tls-certificate", "hsts-max-age"]);
    assert_eq!(faults(options(false, true)), ["tls-key", "hsts-max-age"]);
    assert_eq!(faults(options(false, false)), ["hsts-max-age", "listen"]);
}

#[test]
fn every_fault_is_reported() {
    let text = "listn = 1\nlog-format = \"xml\"\n[mail]\nport = \"a\"\nhost = \"mail.example\"\n";
    let file = file::ConfigFile::parse(text);
    let faults: Vec<_> = file.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 3, "{faults:?}");
    for (fault, place) in faults.iter().zip(["line 1, column 1", "line 2, column 14", "line 4, column 8"]) {
        assert!(fault.contains(place), "{place} in {fault}");
    }
    let valid: Vec<_> =
        file.entries.iter().map(|entry| (&*entry.option, entry.line, &*entry.value)).collect();
    assert_eq!(valid, [("mail-host", 5, "mail.example")]);
    let options = ServiceOptions {
        max_connections: Some(0),
        events_kept_days: Some(0),
        attachments: Some("s3:".into()),
        ..ServiceOptions::default()
    };
    let fault = options.complete("data").unwrap_err().to_string();
    for option in ["--max-connections is 0. Expected: at least 1", "--events-kept-days", "--attachments"] {
        assert!(fault.contains(option), "{option} in {fault}");
    }
}

#[test]
fn trusted_proxies_require_behind_proxy() {
    let trusted = |behind_proxy, written: Option<&str>| {
        let trusted_proxies = written.map(|text| text.split(',').map(str::to_owned).collect());
        let options = ServiceOptions { behind_proxy, trusted_proxies, ..ServiceOptions::default() };
        options.complete("data").map(|settings| settings.trusted_proxies)
    };
    for (behind_proxy, written, expected) in [
        (None, None, &[][..]),
        (None, Some("10.0.0.0/8"), &[]),
        (Some(true), None, &["127.0.0.0/8", "::1/128"]),
        (Some(true), Some("10.0.0.0/8, 192.0.2.7"), &["10.0.0.0/8", "192.0.2.7/32"]),
    ] {
        let expected: Vec<IpNet> = expected.iter().map(|network| network.parse().unwrap()).collect();
        assert_eq!(trusted(behind_proxy, written).unwrap(), expected, "{behind_proxy:?} {written:?}");
    }
    for wrong in ["", "proxy.example", "10.0.0.0/33", "10.0.0.0/8,"] {
        assert!(trusted(Some(true), Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn body_budget_below_the_largest_bulk_is_rejected() {
    for (bytes, enough) in [(0, false), (BULK_BYTES - 1, false), (BULK_BYTES, true), (usize::MAX, true)] {
        let options = ServiceOptions { max_body_bytes_under_way: Some(bytes), ..ServiceOptions::default() };
        assert_eq!(options.complete("data").is_ok(), enough, "{bytes}");
    }
}

#[test]
fn fewer_than_two_database_connections_are_rejected() {
    for (connections, enough) in [(0, false), (1, false), (2, true), (100, true)] {
        let options = ServiceOptions { database_connections: Some(connections), ..ServiceOptions::default() };
        assert_eq!(options.complete("data").is_ok(), enough, "{connections}");
    }
}

#[test]
fn attachments_are_in_a_folder_unless_a_bucket_is_named() {
    for (url, usable) in
        [("s3:files", cfg!(feature = "cloud")), ("s3:", false), ("/elsewhere", false), ("files", false)]
    {
        assert_eq!(bucket(url).is_ok(), usable, "{url}");
    }
}

#[test]
fn origin_unlike_those_of_browsers_is_rejected() {
    for (text, usable) in [
        ("https://shop.example", true),
        ("http://localhost:5173", true),
        ("http://[::1]:8000", true),
        ("https://xn--mller-kva.example:8443", true),
        ("*", false),
        ("null", false),
        ("", false),
        ("https://", false),
        ("https://*", false),
        ("https://*.example", false),
        ("https://shop.example/", false),
        ("https://shop.example/a", false),
        ("https://shop.example:443", false),
        ("http://shop.example:80", false),
        ("https://shop.example:", false),
        ("https://Shop.example", false),
        ("HTTPS://shop.example", false),
        ("https://me@shop.example", false),
        ("https://müller.example", false),
        ("shop.example", false),
        ("https://a.example https://b.example", false),
    ] {
        assert_eq!(cors_origin(text).is_ok(), usable, "{text}");
    }
}
