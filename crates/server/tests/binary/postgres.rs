//! The binary with a PostgreSQL database: the same commands with `--database`.

use crate::running::{
    FREE_PORT, Server, call, demo_token, printed, ready_within, status_and_body, stderr_of,
};
use orderdock_store_postgres::{Address, BlockingConnection};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// A database that is dropped at the end of the test.
pub struct TestDatabase {
    cluster: BlockingConnection,
    name: String,
    pub url: String,
}

impl TestDatabase {
    /// Creates an empty database in the cluster of `ORDERDOCK_TEST_POSTGRES`.
    pub fn empty() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let url = std::env::var("ORDERDOCK_TEST_POSTGRES").unwrap_or_else(|_| {
            panic!(
                "ORDERDOCK_TEST_POSTGRES is not set; `scripts/test-database COMMAND` starts a cluster for a command"
            )
        });
        let address = Address::parse(&url).unwrap();
        let cluster = BlockingConnection::connect(&address).unwrap();
        let name =
            format!("orderdock_binary_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        cluster.batch(&format!("CREATE DATABASE {name}")).unwrap();
        let url = address.with_database(&name).to_string();
        Self { cluster, name, url }
    }

    pub fn connect(&self) -> BlockingConnection {
        BlockingConnection::connect(&Address::parse(&self.url).unwrap()).unwrap()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let _ = self.cluster.batch(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

/// Starts a server. The test cluster is not durable, so it needs `--accept-data-loss`.
pub fn start(folder: &Path, command: &[&str], database: &TestDatabase, listen: &str) -> Server {
    let place = ["--database", &database.url, "--accept-data-loss"];
    Server::start_at(folder, &[command, &place].concat(), listen)
}

/// Runs a command that must fail with this exit code. Returns its error output.
pub fn rejected(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = call(folder, &[FREE_PORT], arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr_of(&output));
    stderr_of(&output)
}

pub async fn candidates(server: &Server, token: &str) -> Value {
    let list = server.get("/api/sales/order/candidates?limit=500").header("Authorization", token);
    let (status, list) = status_and_body(list.send().await).await;
    assert_eq!(status, 200, "{list}");
    list["items"].clone()
}

#[tokio::test]
async fn demo_database_is_reused_by_second_start_and_by_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let demo = |data_dir, listen: &str| {
        let command = ["demo", "--scheduler", "false", "--data-dir", data_dir];
        start(folder.path(), &command, &database, listen)
    };
    let server = demo("d", "127.0.0.1:0");
    let token = demo_token(&folder.path().join("d"));
    let before = candidates(&server, &token).await;
    assert!(!before.as_array().unwrap().is_empty(), "the samples are there");
    let address = server.url.trim_start_matches("http://").to_owned();
    let first = server.stop();
    assert!(first.status.success(), "SIGTERM is a way to end well");

    let server = demo("d", &address);
    assert_eq!(candidates(&server, &token).await, before);
    let second = server.stop();
    assert_eq!(String::from_utf8(first.stdout).unwrap(), String::from_utf8(second.stdout).unwrap());

    let server = demo("e", "127.0.0.1:0");
    let other = demo_token(&folder.path().join("e"));
    assert_ne!(other, token, "the token of another folder is not reused");
    assert_eq!(candidates(&server, &other).await, before);
    let text = std::fs::read_to_string(folder.path().join("e/demo-access.txt")).unwrap();
    let line = format!("orderdock process --database '{}'", database.url);
    assert!(text.contains(&line), "{text}");
}

#[tokio::test]
async fn commands_work_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let place = ["--database", database.url.as_str()];
    let done = |arguments: &[&str]| printed(folder.path(), &[arguments, &place].concat());
    let missing = rejected(folder.path(), &[&["token", "list"][..], &place].concat(), 1);
    assert!(missing.contains("create its tables with `orderdock migrate`"), "{missing}");
    done(&["migrate"]);
    done(&["migrate"]);
    done(&["load", concat!(env!("CARGO_MANIFEST_DIR"), "/demo/en/1-settings.yaml")]);
    done(&["load", concat!(env!("CARGO_MANIFEST_DIR"), "/demo/en/3-partners.yaml")]);
    done(&["load", concat!(env!("CARGO_MANIFEST_DIR"), "/demo/en/4-products.yaml")]);
    done(&["user", "create", "anna", "--role", "clerk"]);
    let create = ["token", "create", "--name", "shop", "--scope", "admin", "--default-org", "001"];
    let token = done(&create).trim().to_owned();
    assert!(done(&["token", "list"]).contains("shop"));

    let command = ["serve", "--scheduler", "false", "--data-dir", "d", "--attachments-shared"];
    let server = start(folder.path(), &command, &database, "127.0.0.1:0");
    let candidate: Value = serde_json::from_str(include_str!("../../demo/en/first-candidate.json")).unwrap();
    let post = || server.post("/api/sales/order/candidates", &candidate).header("Authorization", &token);
    let (status, response) = status_and_body(post().send().await).await;
    assert_eq!(status, 201, "{response}");
    let (_, again) = status_and_body(post().send().await).await;
    assert_eq!(again["result"][0]["outcome"], "unchanged", "{again}");
    ready_within(&server, Duration::from_mins(1)).await;

    let mut other = candidate.clone();
    other["externalHeaderId"] = json!("SECOND-1");
    std::fs::write(folder.path().join("second.json"), other.to_string()).unwrap();
    let imported = done(&["import", "--org", "001", "second.json"]);
    assert!(imported.contains("created    1"), "{imported}");
    let processed = done(&["process"]);
    assert!(processed.contains("run ") && processed.contains("failed 0"), "{processed}");
    assert_eq!(candidates(&server, &token).await.as_array().unwrap().len(), 2);
    assert!(!folder.path().join("orderdock-data").exists(), "only the server creates the folder of files");

    let log = server.logged("listening on").await;
    assert!(log.contains(&database.url), "{log}");
    let found = call(folder.path(), &[], &[&["doctor"][..], &place].concat());
    let found = String::from_utf8(found.stdout).unwrap();
    // the only findings are the settings of the test cluster
    let grave: Vec<_> = found.lines().filter(|line| line.starts_with("error")).collect();
    assert!(grave.iter().all(|line| line.contains("is off: ")), "{found}");
}

#[test]
fn doctor_finds_planted_faults_on_postgresql() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    printed(folder.path(), &["migrate", "--database", &database.url]);
    let doctor = || {
        let output = call(folder.path(), &[], &["doctor", "--database", &database.url]);
        String::from_utf8(output.stdout).unwrap()
    };
    for (fault, expected) in [
        ("INSERT INTO request_org (request_id, org_id) VALUES (1, 77)", "request_org.org_id → organisation"),
        ("UPDATE counter SET value = -1 WHERE name = 'id'", "is above the id counter"),
        (
            "UPDATE schema_step SET number = number + 1000, beside_from = beside_from + 1000",
            "the schema is newer than this program",
        ),
    ] {
        assert!(!doctor().contains(expected), "{fault}");
        database.connect().batch(fault).unwrap();
        let found = doctor();
        let reported = found.lines().any(|line| line.starts_with("error  ") && line.contains(expected));
        assert!(reported, "{expected} in {found}");
    }
}

#[test]
fn database_with_foreign_tables_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = TestDatabase::empty();
    foreign.connect().batch("CREATE TABLE shop (id bigint)").unwrap();
    for command in [
        &["migrate"][..],
        &["serve", "--attachments-shared", "--accept-data-loss"],
        &["load", "x.yaml"],
        &["token", "list"],
    ] {
        let text = rejected(folder.path(), &[command, &["--database", &foreign.url]].concat(), 1);
        assert!(text.contains("contains tables of another program, such as shop"), "{command:?}: {text}");
    }
    let own = TestDatabase::empty();
    printed(folder.path(), &["migrate", "--database", &own.url]);
    printed(folder.path(), &["user", "create", "anna", "--role", "clerk", "--database", &own.url]);
    let users = "SELECT string_agg(name, ' ' ORDER BY name) FROM \"user\"";
    for database in [&foreign, &own] {
        let text = rejected(folder.path(), &["demo", "--database", &database.url], 2);
        assert!(text.contains("is not a demo database"), "{text}");
    }
    assert_eq!(own.connect().text(users).unwrap(), "anna");
    let tables =
        "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'";
    assert_eq!(foreign.connect().figure(tables).unwrap(), 1);

    // a migrated database without data counts as empty
    let fresh = TestDatabase::empty();
    printed(folder.path(), &["migrate", "--database", &fresh.url]);
    drop(start(folder.path(), &["demo", "--data-dir", "d"], &fresh, "127.0.0.1:0"));
}

#[test]
fn server_refuses_settings_that_lose_data() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let serve = |options: &[&str]| {
        let arguments =
            [&["serve", "--listen", "127.0.0.1:0", "--database", &database.url], options].concat();
        rejected(folder.path(), &arguments, 2)
    };
    let text = serve(&[]);
    assert!(text.contains("attachments would be stored in the folder orderdock-data/attachments"), "{text}");
    let name = database.url.rsplit('/').next().unwrap().to_owned();
    database.connect().batch(&format!("ALTER DATABASE {name} SET synchronous_commit = off")).unwrap();
    let text = serve(&["--attachments-shared"]);
    assert!(text.contains("synchronous_commit off and can lose committed data in a crash"), "{text}");
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(database.connect().figure(tables).unwrap(), 0, "nothing was begun");

    std::fs::create_dir_all(folder.path().join("d/attachments/sha256/ab")).unwrap();
    std::fs::write(folder.path().join("d/attachments/sha256/ab/ab01"), "x").unwrap();
    let text = rejected(folder.path(), &["migrate", "--data-dir", "d", "--database", &database.url], 1);
    assert!(text.contains("d/attachments contains the attachments of another database"), "{text}");
}

#[test]
fn password_is_neither_in_arguments_nor_in_output() {
    let folder = tempfile::tempdir().unwrap();
    let open = "postgres://anna:s3cret@127.0.0.1:1/orders";
    std::fs::write(folder.path().join("password"), "s3cret\n").unwrap();
    std::fs::write(folder.path().join("whole.toml"), format!("database = \"{open}\"\n")).unwrap();
    std::fs::write(folder.path().join("broken.toml"), format!("database = {open}\n")).unwrap();
    let plain = "postgres://anna@127.0.0.1:1/orders";
    for (environment, arguments, code, expected) in [
        (&[][..], &["--database", open][..], 2, "--database contains a password"),
        (&[("ORDERDOCK_DATABASE", open)], &[], 1, plain),
        (&[], &["--config", "whole.toml"], 1, plain),
        (&[], &["--config", "broken.toml"], 2, "postgres://anna:…@127.0.0.1:1/orders"),
        (&[], &["--database", plain, "--database-password-file", "password"], 1, plain),
        (&[("ORDERDOCK_DATABASE_PASSWORD", "s3cret")], &["--database", plain], 1, plain),
        (
            &[("ORDERDOCK_DATABASE_PASSWORD", "s3cret")],
            &["--database", plain, "--database-password-file", "password"],
            2,
            "is set twice",
        ),
    ] {
        for command in [&["token", "list"][..], &["doctor"], &["backup", "x.dump"], &["migrate"]] {
            let output = call(folder.path(), environment, &[command, arguments].concat());
            let text = stderr_of(&output);
            assert_eq!(output.status.code(), Some(code), "{command:?} {arguments:?}: {text}");
            assert!(text.contains(expected), "{command:?} {arguments:?}: {text}");
            let printed = String::from_utf8(output.stdout).unwrap();
            assert!(!text.contains("s3cret") && !printed.contains("s3cret"), "{command:?} {arguments:?}");
        }
        let help = call(folder.path(), environment, &["serve", "--help"]);
        assert!(!String::from_utf8(help.stdout).unwrap().contains("s3cret"), "{environment:?}");
    }
}

/// Returns a program of PostgreSQL, from any installed version.
pub fn program(name: &str) -> Command {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<_> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.is_file());
    found.sort();
    Command::new(found.pop().unwrap_or_else(|| name.into()))
}

fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", stderr_of(&output));
    output
}

#[tokio::test]
async fn backup_of_running_server_is_usable() {
    let folder = tempfile::tempdir().unwrap();
    let (database, restored) = (TestDatabase::empty(), TestDatabase::empty());
    let serving = ["--scheduler", "false", "--data-dir", "d"];
    let server = start(folder.path(), &[&["demo"][..], &serving].concat(), &database, "127.0.0.1:0");
    let token = demo_token(&folder.path().join("d"));
    let before = candidates(&server, &token).await;
    let file = folder.path().join("d/attachments/sha256/ab/cd");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "a file").unwrap();

    let place = ["--data-dir", "d", "--database", &database.url];
    let backup = [&["backup", "--copy-attachments", "copies", "copy.dump"][..], &place].concat();
    let output = printed(folder.path(), &backup);
    assert!(output.starts_with("copy.dump: ") && output.contains("copies: 1 new attachments"), "{output}");
    assert!(output.contains(" bytes, verified\n"), "{output}");
    let text = rejected(folder.path(), &backup, 2);
    assert!(text.contains("copy.dump already exists"), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("copy.dump")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "the file contains the data of the database");
    }
    drop(server);

    let mut restore = program("pg_restore");
    restore.args(["--exit-on-error", "--single-transaction", "--no-owner", "--dbname", &restored.url]);
    done({
        restore.arg(folder.path().join("copy.dump"));
        restore
    });
    let command = [&["serve", "--attachments-shared"][..], &serving].concat();
    let server = start(folder.path(), &command, &restored, "127.0.0.1:0");
    assert_eq!(candidates(&server, &token).await, before);

    let behind_pooler = format!("{}?pooler=transaction", database.url);
    let text = rejected(folder.path(), &["backup", "y.dump", "--database", &behind_pooler], 1);
    assert!(text.contains("pg_dump cannot use a pooler"), "{text}");
    assert!(!folder.path().join("y.dump").exists() && !folder.path().join("y.dump.unfinished").exists());
}
