//! The command `demo`, which creates a working system.

use crate::engine::{ends_here, examined, on_postgres};
use crate::running::{Server, call_with_input, command, demo_token, printed, status_and_body, stderr_of};
use orderdock_testkit::TestDatabaseAccess;
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};

/// Executes the printed `curl` command in a shell.
fn paste_curl_line(text: &str) -> Value {
    let line = text.lines().find(|line| line.starts_with("curl ")).unwrap();
    let output = Command::new("sh").args(["-c", line]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn printed_curl_line_stores_candidate_and_master_data() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo"]);
    let text = std::fs::read_to_string(folder.path().join("orderdock-demo/demo-access.txt")).unwrap();
    assert!(text.contains(&server.url), "{text}");

    let response = paste_curl_line(&text);
    let row = &response["result"][0];
    assert_eq!((&row["outcome"], &row["status"]), (&"created".into(), &"new".into()), "{response}");
    let created: Vec<_> = row["created"].as_array().unwrap().iter().map(|record| &record["kind"]).collect();
    for kind in ["bpartner", "location", "contact", "product", "productPrice"] {
        assert!(created.contains(&&Value::from(kind)), "{kind} in {response}");
    }

    let again = paste_curl_line(&text);
    assert_eq!(again["result"][0]["outcome"], "unchanged", "{again}");
    assert_eq!(again["result"][0]["id"], row["id"]);
}

#[tokio::test]
async fn printed_variables_and_program_work_in_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let text = std::fs::read_to_string(folder.path().join("d/demo-access.txt")).unwrap();
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    let program = line("Program:").trim_start_matches("Program:").trim();
    let script = format!(
        "{}\ncurl -sS \"$URL/api/sales/order/candidates/counts\" -H \"Authorization: $TOKEN\"\n'{program}' --version",
        line("export URL=")
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && printed.contains("orderdock "), "{printed}{text}");
    assert!(printed.contains("\"error\":"), "{printed}");
    let log = stderr_of(&server.stop());
    assert!(!log.contains(" WARN ") && !log.contains(" ERROR "), "{log}");
}

/// Returns code, name and other values of the products and partners, and the sent candidates.
async fn contents(server: &Server, token: &str) -> Vec<Value> {
    let mut contents = Vec::new();
    for path in
        ["masterdata/bpartners", "masterdata/products", "masterdata/product-prices", "sales/order/candidates"]
    {
        let list = server.get(&format!("/api/{path}?limit=500")).header("Authorization", token).send();
        let (status, list) = status_and_body(list.await).await;
        assert_eq!(status, 200, "{list}");
        contents.push(list["items"].clone());
    }
    contents
}

/// Returns the values at a pointer of all items, sorted. Generated codes contain an id, so their digits are omitted.
fn values(items: &Value, pointer: &str) -> Vec<String> {
    let values = items.as_array().unwrap().iter().map(|item| {
        let value = format!("{:?}", item.pointer(pointer));
        if value.contains("\"BP") { value.replace(|c: char| c.is_ascii_digit(), "") } else { value }
    });
    let mut values: Vec<_> = values.collect();
    values.sort();
    values
}

#[tokio::test]
async fn language_changes_names_and_texts_only() {
    let folder = tempfile::tempdir().unwrap();
    let start = |name: &str, language: &[&str]| {
        let arguments = ["demo", "--data-dir", name, "--scheduler", "false"];
        Server::start(folder.path(), &[&arguments[..], language].concat())
    };
    let (default, german) = (start("en", &[]), start("de", &["--language", "de"]));
    let english = contents(&default, &demo_token(&folder.path().join("en"))).await;
    let translated = contents(&german, &demo_token(&folder.path().join("de"))).await;
    for (english, german) in english.iter().zip(&translated) {
        for pointer in ["/code", "/uom", "/price", "/imported/qty", "/imported/externalHeaderId", "/status"] {
            assert_eq!(values(english, pointer), values(german, pointer), "{pointer}");
        }
    }
    for (list, (in_english, in_german)) in [
        ("Test Customer North Ltd", "Testkunde Nord GmbH"),
        ("Wooden crate 40 × 30 cm", "Holzkiste 40 × 30 cm"),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(english[list].to_string().contains(in_english), "{}", english[list]);
        assert!(translated[list].to_string().contains(in_german), "{}", translated[list]);
    }
    drop(default);

    // the data keep their language, so the printed candidate does, too
    drop(german);
    let output = start("de", &[]).stop();
    assert!(String::from_utf8(output.stdout).unwrap().contains("Apfelsaft 1 l"));
    let arguments = ["demo", "--data-dir", "de", "--listen", "127.0.0.1:0", "--language", "en"];
    let output = run_to_end(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
    assert!(
        stderr_of(&output).contains("contains demo data in the language \"de\""),
        "{}",
        stderr_of(&output)
    );
}

#[tokio::test]
async fn language_of_demo_of_older_version_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["demo", "--data-dir", "d", "--scheduler", "false"];
    drop(Server::start(folder.path(), &[&arguments[..], &["--language", "de"]].concat()));
    let file = folder.path().join("d/demo-access.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\nLanguage: de\n"), "{text}");
    std::fs::write(&file, text.replace("Language: de\n", "")).unwrap();
    let output = Server::start(folder.path(), &arguments).stop();
    assert!(String::from_utf8(output.stdout).unwrap().contains("Apfelsaft 1 l"));
}

#[tokio::test]
async fn lines_are_created_once_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let start = async |lines: &[&str]| {
        let arguments = ["demo", "--data-dir", "d", "--scheduler", "false"];
        let server = Server::start(folder.path(), &[&arguments[..], lines].concat());
        let token = demo_token(&folder.path().join("d"));
        let counts = server.get("/api/sales/order/candidates/counts").header("Authorization", token).send();
        let (status, counts) = status_and_body(counts.await).await;
        assert_eq!(status, 200, "{counts}");
        let count = |name: &str| counts[name]["value"].as_u64().or(counts[name].as_u64()).unwrap();
        (count("all"), count("error"), stderr_of(&server.stop()))
    };
    let (samples, errors, _) = start(&[]).await;
    let (all, faulty, log) = start(&["--lines", "1250"]).await;
    assert_eq!(all, samples + 1_250);
    // 500 orders, 3 of 50 with an error
    assert_eq!(faulty, errors + 30, "{log}");
    assert!(log.contains("test data created lines=1250"), "{log}");
    assert!(!log.contains(" WARN "), "{log}");
    for lines in [&["--lines", "1250"][..], &["--lines", "40"], &[]] {
        let (again, _, log) = start(lines).await;
        assert_eq!(again, all, "{lines:?}");
        assert!(!log.contains("test data created"), "{log}");
    }
    // the second thousand is incomplete, so it is sent again
    let (more, _, log) = start(&["--lines", "2100"]).await;
    assert_eq!(more, samples + 2_100, "{log}");
    assert!(log.contains("test data created lines=1100"), "{log}");
    assert_eq!(examined(folder.path(), &["--data-dir", "d"]).1, "no errors found\n");
}

#[test]
fn invalid_language_and_number_of_lines_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    for (option, value, expected) in [
        ("--lines", "0", "0 is not in 1..=1000000"),
        ("--lines", "1000001", "1000001 is not in 1..=1000000"),
        ("--lines", "many", "invalid value 'many' for '--lines <NUMBER>'"),
        ("--language", "fr", "[possible values: en, de]"),
    ] {
        let output = run_to_end(folder.path(), &["demo", option, value]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr_of(&output));
        assert!(stderr_of(&output).contains(expected), "{}", stderr_of(&output));
    }
    assert!(!folder.path().join("orderdock-demo").exists());
}

#[tokio::test]
async fn second_start_keeps_data_and_prints_same_lines() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let list = |server: &Server| {
        server.get("/api/sales/order/candidates?limit=500").header("Authorization", &token).send()
    };
    let (status, before) = status_and_body(list(&server).await).await;
    assert_eq!(status, 200, "{before}");
    assert!(!before["items"].as_array().unwrap().is_empty(), "the samples are there");

    let address = server.url.trim_start_matches("http://").to_owned();
    let first = server.stop();
    assert!(first.status.success(), "SIGTERM is a way to end well");
    let server = Server::start_at(folder.path(), &["demo", "--data-dir", "d"], &address);
    let (_, after) = status_and_body(list(&server).await).await;
    // lines may have become orders; their content is unchanged
    let sent = |list: &Value| -> Vec<Value> {
        list["items"].as_array().unwrap().iter().map(|one| one["imported"].clone()).collect()
    };
    assert_eq!(sent(&before), sent(&after));
    let second = server.stop();
    assert_eq!(String::from_utf8(first.stdout).unwrap(), String::from_utf8(second.stdout).unwrap());
}

#[tokio::test]
async fn samples_become_orders_without_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let token = demo_token(&folder.path().join("d"));
    let get = async |path: &str| {
        status_and_body(server.get(path).header("Authorization", &token).send().await).await.1
    };
    let (mut orders, mut due) = (Value::Null, false);
    for _ in 0..1_000 {
        // the schedule contains the due time of lines that only wait for their settle time
        due |= get("/api/process-settings/001").await["schedule"]["dueAt"].is_string();
        orders = get("/api/sales/order").await;
        if due && orders["total"]["value"].as_u64() > Some(0) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    let first = &orders["items"][0];
    assert_eq!((&first["status"], &first["documentNo"]), (&"completed".into(), &"000001".into()), "{orders}");
    let run = get(&format!("/api/process-runs/{}", first["runId"])).await;
    assert_eq!((&run["trigger"], &run["actor"]), (&"schedule".into(), &"scheduler".into()), "{run}");
    assert!(due, "the schedule knew of nothing that waits");
}

#[cfg(unix)]
#[test]
fn folder_and_token_are_readable_by_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let _server = Server::start(folder.path(), &["demo", "--data-dir", "d"]);
    let (text, database, log) = ("d/demo-access.txt", "d/orderdock.sqlite", "d/orderdock.sqlite-wal");
    let expected = [("d", 0o700), (text, 0o600), (database, 0o600), (log, 0o600)];
    for (path, expected) in &expected[..if on_postgres() { 2 } else { 4 }] {
        let mode = std::fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, *expected, "{path}");
    }
}

/// Returns values that a demo must not change: the hash of the administrator's password, and the numbers of tokens and
/// organisations.
fn contents_of(database: &Path) -> (String, i64, i64) {
    let database = TestDatabaseAccess::at(database);
    let count = |table: &str| database.figure(&format!("SELECT count(*) FROM {table}"));
    let hash = "SELECT password_hash FROM user WHERE name = 'admin'";
    (database.text(hash), count("token"), count("organisation"))
}

/// Starts the program and returns its output. A running server is stopped after a while.
fn run_to_end(folder: &Path, arguments: &[&str]) -> Output {
    let mut start = command(folder, arguments);
    let mut start = start.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..200 {
        if start.try_wait().unwrap().is_some() {
            return start.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    start.kill().unwrap();
    start.wait_with_output().unwrap()
}

#[test]
fn demo_data_is_not_written_to_other_databases() {
    if ends_here("demo_data_is_not_written_to_other_databases") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["migrate", "--data-dir", "real"]);
    printed(folder.path(), &["user", "create", "admin", "--role", "administrator", "--data-dir", "real"]);
    let real = folder.path().join("real/orderdock.sqlite");
    let before = contents_of(&real);
    drop(Server::start(folder.path(), &["demo", "--data-dir", "d", "--scheduler", "false"]));
    let finished = std::fs::read_to_string(folder.path().join("d/demo-access.txt")).unwrap();
    let of_the_real_one = format!("\nDatabase: {}\n", real.canonicalize().unwrap().display());
    let elsewhere = &["--data-dir", "d", "--database", "sqlite:real/orderdock.sqlite"][..];
    let cases = [
        ("no file", &["--data-dir", "real"][..], None),
        ("cut off before it named a database", elsewhere, Some("")),
        ("cut off before it made its database", elsewhere, Some("\nDatabase: orderdock.sqlite\n")),
        ("a finished demo", elsewhere, Some(&*finished)),
        ("the database was created after the mark", elsewhere, Some(&*of_the_real_one)),
    ];
    for (name, place, access_file) in cases {
        if let Some(access_file) = access_file {
            std::fs::write(folder.path().join("d/demo-access.txt"), access_file).unwrap();
        }
        let output = run_to_end(folder.path(), &[&["demo", "--listen", "127.0.0.1:0"], place].concat());
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr_of(&output));
        let expected = "real/orderdock.sqlite is not a demo database";
        assert!(stderr_of(&output).contains(expected), "{name}: {}", stderr_of(&output));
        assert_eq!(contents_of(&real), before, "{name}");
    }
    assert!(!folder.path().join("real/demo-access.txt").exists());
}

/// Creates the state of a folder after an interrupted first start.
fn create_interrupted_start(folder: &Path, done: usize) {
    let path = |name: &str| folder.join("d").join(name);
    let run = |arguments: &[&str]| printed(folder, &[arguments, &["--data-dir", "d"]].concat());
    let keep = |text: &str| {
        std::fs::write(path("demo-access.txt"), format!("{text}\nDatabase: orderdock.sqlite\n")).unwrap();
    };
    let load = |name: &str| {
        run(&["load", &format!("{}/demo/{name}", env!("CARGO_MANIFEST_DIR"))]);
    };
    let steps: [&dyn Fn(); 7] = [
        &|| {
            // a folder with the permissions that the program sets
            run(&["migrate"]);
            for name in ["orderdock.sqlite", "orderdock.sqlite.begun"] {
                std::fs::remove_file(path(name)).unwrap();
            }
            keep("");
        },
        &|| {
            run(&["migrate"]);
        },
        &|| keep("Password: a password for demos\n"),
        &|| {
            let create = ["user", "create", "admin", "--role", "administrator", "--password-stdin"];
            let arguments = [&create[..], &["--data-dir", "d"]].concat();
            assert!(call_with_input(folder, &arguments, b"a password for demos\n").status.success());
        },
        &|| ["en/1-settings.yaml", "2-postal-codes.yaml"].into_iter().for_each(load),
        &|| ["en/3-partners.yaml", "en/4-products.yaml"].into_iter().for_each(load),
        &|| {
            run(&["token", "create", "--name", "demo", "--scope", "admin"]);
        },
    ];
    steps[..=done].iter().for_each(|step| step());
}

/// Starts a demo, possibly again, and returns the counts of its records.
async fn counts(folder: &Path) -> Value {
    let server = Server::start(folder, &["demo", "--data-dir", "d", "--scheduler", "false"]);
    let text = std::fs::read_to_string(folder.join("d/demo-access.txt")).unwrap();
    let password = text.lines().find_map(|line| line.strip_prefix("Password: ")).unwrap();
    let login = json!({ "user": "admin", "password": password });
    let (status, body) = status_and_body(server.post("/api/session", &login).send().await).await;
    assert_eq!(status, 200, "{body}");
    let token = demo_token(&folder.join("d"));
    let counts = server.get("/api/sales/order/candidates/counts").header("Authorization", token).send().await;
    let (status, counts) = status_and_body(counts).await;
    assert_eq!(status, 200, "{counts}");
    assert_eq!(examined(folder, &["--data-dir", "d"]).1, "no errors found\n");
    counts
}

#[tokio::test]
async fn killed_first_start_is_completed_by_next_start() {
    let whole = tempfile::tempdir().unwrap();
    let expected = counts(whole.path()).await;
    for moment in [100, 300, 700, 1_200] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["demo", "--data-dir", "d", "--scheduler", "false", "--listen", "127.0.0.1:0"];
        let mut start = command(folder.path(), &arguments);
        let mut start = start.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        start.kill().unwrap();
        start.wait().unwrap();
        assert_eq!(counts(folder.path()).await, expected, "killed after {moment} ms");
    }
}

#[tokio::test]
async fn interrupted_first_start_is_completed_by_next_start() {
    if ends_here("interrupted_first_start_is_completed_by_next_start") {
        return;
    }
    let whole = tempfile::tempdir().unwrap();
    let expected = counts(whole.path()).await;
    let states = [
        "marked",
        "migrated",
        "a password kept",
        "a user made",
        "half the master data",
        "all the master data",
        "a token without samples",
    ];
    for (done, state) in states.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        create_interrupted_start(folder.path(), done);
        assert_eq!(counts(folder.path()).await, expected, "{state}");
    }
}
