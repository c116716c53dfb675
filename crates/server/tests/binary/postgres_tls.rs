//! A PostgreSQL server that requires TLS and a password, like one on another machine.

use crate::{
    postgres_cluster::Cluster,
    running::{Server, call, printed, ready_within, stderr_of},
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");
const PASSWORD: &str = "s3cret äöü";

/// Starts a cluster that requires TLS and a password for TCP connections.
fn start_strict_cluster() -> Cluster {
    let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
    let tls = ["ssl=on", "ssl_cert_file=../server.pem", "ssl_key_file=../server.key"];
    let cluster = Cluster::start_with(&["server.pem", "server.key"], rules, "anna", &tls);
    let connection = cluster.connect_as("anna", "postgres");
    connection.batch(&format!("ALTER ROLE anna PASSWORD '{PASSWORD}'")).unwrap();
    connection.batch("CREATE DATABASE orders").unwrap();
    cluster
}

#[tokio::test]
async fn remote_database_requires_tls_host_name_and_password() {
    let cluster = start_strict_cluster();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("password"), format!("{PASSWORD}\n")).unwrap();
    fs::set_permissions(folder.path().join("password"), fs::Permissions::from_mode(0o600)).unwrap();
    let port = cluster.port;
    let known = format!("sslrootcert={AUTHORITY}");
    let with_password = ["--database-password-file", "password"];
    for (place, parameters, password, expected) in [
        // a name that is not in the certificate, for the same address
        ("db.example", format!("hostaddr=127.0.0.1&sslmode=verify-full&{known}"), true, "not valid for name"),
        ("db.example", format!("hostaddr=127.0.0.1&sslmode=require&{known}"), true, "not valid for name"),
        ("127.0.0.1", "sslmode=verify-full".to_owned(), true, "performing TLS handshake"),
        ("127.0.0.1", "sslmode=disable".to_owned(), true, "no encryption"),
        ("127.0.0.1", format!("sslmode=verify-full&{known}"), false, "password"),
    ] {
        let url = format!("postgres://anna@{place}:{port}/orders?{parameters}");
        let given = if password { &with_password[..] } else { &[] };
        // no system authority issued the server certificate
        let environment = [("SSL_CERT_FILE", AUTHORITY.replace("authority", "server"))];
        let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
        let output = call(folder.path(), &environment, &[&["migrate", "--database", &url], given].concat());
        assert_eq!(output.status.code(), Some(1), "{url}: {}", stderr_of(&output));
        assert!(stderr_of(&output).contains(expected), "{url}: {}", stderr_of(&output));
        assert!(!stderr_of(&output).contains(PASSWORD), "{url}: {}", stderr_of(&output));
    }

    let url = format!("postgres://anna@127.0.0.1:{port}/orders?sslmode=verify-full&{known}");
    let place = [&["--database", &url][..], &with_password].concat();
    // this server is durable, so no option is required
    let serve = ["serve", "--attachments-shared", "--scheduler", "false", "--database", &url];
    let server = Server::start_with(folder.path(), &[("ORDERDOCK_DATABASE_PASSWORD", PASSWORD)], &serve);
    ready_within(&server, Duration::from_mins(1)).await;
    assert!(!server.logged("listening on").await.contains(PASSWORD));
    assert!(!command_line(server.process_id()).contains(PASSWORD));
    let encrypted = "SELECT count(*) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) \
                     WHERE a.application_name LIKE 'orderdock/%' AND a.client_addr IS NOT NULL AND NOT s.ssl";
    assert_eq!(cluster.connect_as("anna", "postgres").figure(encrypted).unwrap(), 0);
    let found = printed(folder.path(), &[&["doctor"][..], &place].concat());
    assert!(!found.contains("error "), "{found}");
    let copied = printed(folder.path(), &[&["backup", "copy.dump"][..], &place].concat());
    assert!(copied.contains(" bytes, verified"), "{copied}");
}

/// Returns the command line of a process, which is visible to all users of the machine.
fn command_line(process: u32) -> String {
    String::from_utf8_lossy(&fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default()).into_owned()
}
