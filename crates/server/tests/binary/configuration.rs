//! `orderdock config`: errors with their positions, values with their origin, no secrets.

use crate::running::{call, printed, stderr_of};
use std::fs;

#[test]
fn check_reports_every_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let text = "listen = \"127.0.0.1:1\"\nlistn = \"127.0.0.1:1\"\nmax-connections = -1\nevents-kept-days = 0\n\
                public-url = \"orders.example\"\nlog = \"a=b=c\"\n[mail]\nport = \"smtp\"\nhost = \"mail.example\"\n";
    fs::write(folder.path().join("bad.toml"), text).unwrap();
    let environment = [
        ("ORDERDOCK_CONFIG", "bad.toml"),
        ("ORDERDOCK_SCHEDULER", "sometimes"),
        ("ORDERDOCK_DATABASE_CONNECTIONS", "1"),
        ("ORDERDOCK_LISTN", "127.0.0.1:1"),
    ];
    let arguments = ["config", "check", "--max-attachment-bytes", "0", "--attachment-quota", "much"];
    let output = call(folder.path(), &environment, &arguments);
    let stderr = stderr_of(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    let parts = [
        "warning: unknown environment variable ORDERDOCK_LISTN. Did you mean ORDERDOCK_LISTEN?\n",
        "error: command line: invalid value 'much' for '--attachment-quota <BYTES>'",
        "error: ORDERDOCK_SCHEDULER: invalid value 'sometimes'",
        "possible values: true, false",
        "line 2, column 1",
        "unknown key `listn`. Did you mean `listen`?",
        "line 3, column 19",
        "line 8, column 8",
        "error: bad.toml:4: --events-kept-days is 0. Expected: at least 1",
        "error: bad.toml:5: --public-url",
        "error: ORDERDOCK_DATABASE_CONNECTIONS: --database-connections is 1. Expected: at least 2",
        "error: command line: --max-attachment-bytes is 0",
        "--log \"a=b=c\" is not a log filter",
        "--mail-host requires --mail-from",
    ];
    for part in parts {
        assert!(stderr.contains(part), "{part:?} in {stderr}");
    }
    assert_eq!(stderr.matches("error: ").count(), 11, "{stderr}");

    fs::write(folder.path().join("good.toml"), "listen = \"127.0.0.1:1\"\n").unwrap();
    let output = call(folder.path(), &[], &["config", "check", "--config", "good.toml"]);
    assert!(output.status.success(), "{}", crate::running::stderr_of(&output));
    assert_eq!(output.stdout, b"The configuration is valid.\n");
    let output = call(folder.path(), &[], &["config", "check", "--config", "none.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(crate::running::stderr_of(&output).contains("none.toml: No such file"));
}

#[test]
fn exit_code_of_an_invalid_file_prevents_restarts_of_the_service() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), "listen = 127.0.0.1:1\n").unwrap();
    let output = call(folder.path(), &[], &["serve", "--config", "bad.toml"]);
    let code = output.status.code().unwrap();
    assert!(stderr_of(&output).contains("(the quotes are missing)"), "{}", stderr_of(&output));
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/systemd/orderdock.service");
    let unit = fs::read_to_string(unit).unwrap();
    assert!(unit.contains(&format!("\nRestartPreventExitStatus={code}\n")), "{code}: {unit}");
}

#[test]
fn show_lists_values_with_origin_and_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let text = "listen = \"127.0.0.1:1\"\nlog = \"warn\"\ndatabase-replica = \"postgres://anna:s3cret@two.example/orders\"\n\
                trusted-proxies = [\"192.0.2.0/24\"]\n\n[mail]\nhost = \"mail.example\"\nfrom = \"a@shop.example\"\n";
    fs::write(folder.path().join("orderdock.toml"), text).unwrap();
    let environment = [
        ("ORDERDOCK_CONFIG", "orderdock.toml"),
        ("ORDERDOCK_LOG", "debug"),
        ("ORDERDOCK_DATABASE", "postgres://anna:s3cret@db.example/orders"),
        ("ORDERDOCK_MAIL_PASSWORD", "s3cret"),
        ("ORDERDOCK_MAIL_USER", "anna"),
    ];
    let arguments =
        ["config", "show", "--max-connections", "7", "--cors-origin", "https://a.example,https://b.example"];
    let output = call(folder.path(), &environment, &arguments);
    assert!(output.status.success(), "{}", stderr_of(&output));
    let shown = String::from_utf8(output.stdout.clone()).unwrap();
    let rows: Vec<Vec<_>> = shown
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    for row in [
        ["NAME", "VALUE", "ORIGIN"],
        ["config", "orderdock.toml", "ORDERDOCK_CONFIG"],
        ["listen", "127.0.0.1:1", "orderdock.toml:1"],
        ["log", "debug", "ORDERDOCK_LOG"],
        ["database", "postgres://anna:…@db.example/orders", "ORDERDOCK_DATABASE"],
        ["database-replica", "postgres://anna:…@two.example/orders", "orderdock.toml:3"],
        ["trusted-proxies", "[\"192.0.2.0/24\"]", "orderdock.toml:4"],
        ["max-connections", "7", "command line"],
        ["cors-origin", "https://a.example,https://b.example", "command line"],
        ["mail-host", "mail.example", "orderdock.toml:7"],
        ["mail-user", "anna", "ORDERDOCK_MAIL_USER"],
        ["mail-password", "(hidden)", "ORDERDOCK_MAIL_PASSWORD"],
        ["events-kept-days", "30", "default"],
        ["database-password-file", "–", "default"],
    ] {
        assert!(rows.iter().any(|shown| *shown == row), "{row:?} in {shown}");
    }
    assert!(!shown.contains("s3cret") && !stderr_of(&output).contains("s3cret"), "{shown}");
}

#[test]
fn example_is_a_valid_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("orderdock.toml"), printed(folder.path(), &["config", "example"])).unwrap();
    let valid = printed(folder.path(), &["config", "check", "--config", "orderdock.toml"]);
    assert_eq!(valid, "The configuration is valid.\n");
    let reference = printed(folder.path(), &["config", "reference"]);
    let row = "| `attachment-quota` | whole number | bytes | `53687091200` (50 GiB) | `ORDERDOCK_ATTACHMENT_QUOTA` | ";
    assert!(reference.contains(row), "{reference}");
}

#[cfg(unix)]
#[test]
fn secret_file_that_anyone_may_read_is_reported_by_check() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let url = "database = \"postgres://anna@db.example/orders\"\n";
    let mail = "[mail]\nhost = \"127.0.0.1\"\ntls = \"none\"\nuser = \"u\"\nfrom = \"u@shop.example\"\n\
                unencrypted = true\npassword-file = \"secret\"\n";
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls");
    let tls = format!("tls-certificate = \"{tests}/server.pem\"\ntls-key = \"secret\"\n");
    let key = fs::read_to_string(format!("{tests}/server.key")).unwrap();
    for (config, secret, file) in [
        (mail, "s3cret", "secret"),
        (&format!("{url}database-password-file = \"secret\"\n"), "s3cret", "secret"),
        (&tls, &key, "secret"),
        (&url.replace("anna@", "anna:s3cret@"), "", "c.toml"),
        (&url.replace("database", "database-replica").replace("anna@", "anna:s3cret@"), "", "c.toml"),
    ] {
        fs::write(folder.path().join("c.toml"), config).unwrap();
        fs::write(folder.path().join("secret"), secret).unwrap();
        for (mode, is_reported) in [(0o644, true), (0o640, false)] {
            for name in ["c.toml", "secret"] {
                let permissions = fs::Permissions::from_mode(if name == file { mode } else { 0o600 });
                fs::set_permissions(folder.path().join(name), permissions).unwrap();
            }
            let output = call(folder.path(), &[], &["config", "check", "--config", "c.toml"]);
            let text = format!(
                "warning: every user of this machine can read {file}, which contains a secret (mode {mode:o})"
            );
            let stderr = stderr_of(&output);
            assert_eq!(stderr.contains(&text), is_reported, "{config} {mode:o}: {stderr}");
            assert!(!stderr.contains("s3cret"), "{stderr}");
        }
    }
}
