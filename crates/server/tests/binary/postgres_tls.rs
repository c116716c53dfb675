//! A PostgreSQL server that wants TLS and a password, as one on another machine does.

use crate::{
    postgres::program,
    running::{Server, answered, call, printed, told},
};
use orderdock_store_postgres::{Address, Plain};
use std::{
    fs, net,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;

const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/authority.pem");
const PASSWORD: &str = "s3cret äöü";

/// A cluster of its own: whoever comes over TCP needs TLS and the password.
struct Cluster {
    folder: TempDir,
    server: Child,
    port: u16,
}

/// PostgreSQL never runs as the superuser: then as the user that its package made.
struct Owner(Option<(u32, u32)>);

impl Owner {
    fn of(folder: &Path) -> Self {
        let superuser = fs::metadata(folder).unwrap().uid() == 0;
        let number = |kind| {
            let told = Command::new("id").args([kind, "postgres"]).output().unwrap();
            String::from_utf8(told.stdout).unwrap().trim().parse().unwrap()
        };
        Self(superuser.then(|| (number("-u"), number("-g"))))
    }

    fn give(&self, path: &Path) {
        if let Some((user, group)) = self.0 {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }

    fn call(&self, name: &str, folder: &Path) -> Command {
        let mut command = program(name);
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command.current_dir(folder).stdin(Stdio::null());
        command
    }
}

impl Cluster {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (owner, path) = (Owner::of(folder.path()), |name: &str| folder.path().join(name));
        owner.give(folder.path());
        let mut made = owner.call("initdb", folder.path());
        made.args(["--pgdata", "data", "--username", "anna", "--auth", "trust", "--no-sync"]);
        let made = made.args(["--encoding", "UTF8", "--locale", "C.UTF-8"]).output().unwrap();
        assert!(made.status.success(), "{}", told(&made));
        for name in ["server.pem", "server.key"] {
            let from: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "tls", name].iter().collect();
            fs::copy(from, path(name)).unwrap();
            fs::set_permissions(path(name), fs::Permissions::from_mode(0o600)).unwrap();
            owner.give(&path(name));
        }
        let rules = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
        fs::write(path("data/pg_hba.conf"), rules).unwrap();
        let port = net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", folder.path().display()),
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", path("server.pem").display()),
            format!("ssl_key_file={}", path("server.key").display()),
        ];
        let mut server = owner.call("postgres", folder.path());
        server.args(["-D", "data"]).args(settings.iter().flat_map(|setting| ["-c", setting]));
        let server = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let cluster = Self { folder, server, port };
        let inside = cluster.inside();
        inside.batch(&format!("ALTER ROLE anna PASSWORD '{PASSWORD}'")).unwrap();
        inside.batch("CREATE DATABASE orders").unwrap();
        cluster
    }

    /// Past the rules, as soon as it is there.
    fn inside(&self) -> Plain {
        let socket = self.folder.path().display();
        let url = format!("postgres:///postgres?user=anna&host={socket}&port={}", self.port);
        for _ in 0..200 {
            if let Ok(plain) = Plain::connect(&Address::parse(&url).unwrap()) {
                return plain;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the cluster does not start");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-INT", &self.server.id().to_string()]).status();
        let _ = self.server.wait();
    }
}

#[tokio::test]
async fn a_server_elsewhere_is_spoken_to_with_tls_its_name_and_a_password() {
    let cluster = Cluster::start();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("password"), format!("{PASSWORD}\n")).unwrap();
    let port = cluster.port;
    let known = format!("sslrootcert={AUTHORITY}");
    let with_password = ["--database-password-file", "password"];
    for (place, parameters, password, expected) in [
        // a name that the certificate does not bear leads to the same address
        ("db.example", format!("hostaddr=127.0.0.1&sslmode=verify-full&{known}"), true, "not valid for name"),
        ("db.example", format!("hostaddr=127.0.0.1&sslmode=require&{known}"), true, "not valid for name"),
        ("127.0.0.1", "sslmode=verify-full".to_owned(), true, "performing TLS handshake"),
        ("127.0.0.1", "sslmode=disable".to_owned(), true, "no encryption"),
        ("127.0.0.1", format!("sslmode=verify-full&{known}"), false, "password"),
    ] {
        let url = format!("postgres://anna@{place}:{port}/orders?{parameters}");
        let given = if password { &with_password[..] } else { &[] };
        // the authorities of the machine are none
        let environment = [("SSL_CERT_FILE", AUTHORITY.replace("authority", "server"))];
        let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
        let output = call(folder.path(), &environment, &[&["migrate", "--database", &url], given].concat());
        assert_eq!(output.status.code(), Some(1), "{url}: {}", told(&output));
        assert!(told(&output).contains(expected), "{url}: {}", told(&output));
        assert!(!told(&output).contains(PASSWORD), "{url}: {}", told(&output));
    }

    let url = format!("postgres://anna@127.0.0.1:{port}/orders?sslmode=verify-full&{known}");
    let place = [&["--database", &url][..], &with_password].concat();
    // this server keeps what it acknowledges: nothing needs to be said about it
    let serve = ["serve", "--attachments-shared", "--scheduler", "false", "--database", &url];
    let server = Server::start_with(folder.path(), &[("ORDERDOCK_DATABASE_PASSWORD", PASSWORD)], &serve);
    assert_eq!(answered(server.get("/api/ready").send().await).await.0, 200);
    assert!(!server.logged("listening on").await.contains(PASSWORD));
    assert!(!command_line(server.process_id()).contains(PASSWORD));
    let encrypted = "SELECT count(*) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) \
                     WHERE a.application_name LIKE 'orderdock/%' AND a.client_addr IS NOT NULL AND NOT s.ssl";
    assert_eq!(cluster.inside().figure(encrypted).unwrap(), 0);
    let found = printed(folder.path(), &[&["doctor"][..], &place].concat());
    assert!(!found.contains("wrong "), "{found}");
    let copied = printed(folder.path(), &[&["backup", "copy.dump"][..], &place].concat());
    assert!(copied.contains(" bytes, checked"), "{copied}");
}

/// As everyone on the machine sees it.
fn command_line(process: u32) -> String {
    String::from_utf8_lossy(&fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default()).into_owned()
}
