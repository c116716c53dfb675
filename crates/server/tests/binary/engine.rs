//! Database engine of these tests, selected by `ORDERDOCK_TEST_DATABASE`. Tests use a data folder. On PostgreSQL, each
//! folder has its own database, which commands receive in environment variables.

use crate::running::{call, stderr_of};
use orderdock_store_postgres::testing::{Copied, bare_database};
use orderdock_testkit::{TestDatabaseAccess, TestEngine};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Tests that apply only to SQLite files, with the reason. On PostgreSQL they return immediately.
const OF_FILES: [(&str, &str); 14] = [
    ("demo_data_is_not_written_to_other_databases", "a demo is known by the path of its file"),
    ("interrupted_first_start_is_completed_by_next_start", "each state is made of files"),
    ("removed_log_file_loses_no_data", "the log is a file"),
    ("removed_database_is_not_created_again", "the database is a file"),
    ("shutdown_empties_the_write_ahead_log", "the log is a file"),
    ("file_backup_of_running_server_is_usable", "the copy is a database itself"),
    ("interrupted_backup_is_restarted_and_foreign_databases_are_refused", "it is a file"),
    (
        "write_below_the_floor_of_free_space_is_507_and_doctor_reports_it",
        "the disk of a server is not looked at",
    ),
    (
        "database_file_without_its_instance_file_is_a_copy",
        "PostgreSQL knows a database by its cluster and oid",
    ),
    (
        "replaced_database_is_backed_up_and_database_in_use_is_rejected",
        "a server's database is restored into an empty one",
    ),
    ("read_only_database_is_reported", "the file has a mode"),
    ("deliveries_continue_with_next_start_after_kill", "a lock on a file shows that a process has ended"),
    ("doctor_checks_restored_files_without_creating_any", "planted in SQLite's own words"),
    ("doctor_finds_planted_faults_with_remedies", "planted in SQLite's own words"),
];

/// Databases of this process by data folder. The next test process drops them.
static PLACES: Mutex<Option<HashMap<PathBuf, Copied>>> = Mutex::new(None);

pub fn on_postgres() -> bool {
    TestEngine::of_process() == TestEngine::Postgres
}

/// Returns whether a test, which must be in [`OF_FILES`], does not apply to this engine.
pub fn ends_here(test: &str) -> bool {
    let why = OF_FILES.iter().find_map(|(name, why)| (*name == test).then_some(why));
    let why = why.unwrap_or_else(|| panic!("{test} is not in the list of what is SQLite's by nature"));
    if on_postgres() {
        eprintln!("not on PostgreSQL: {why}");
    }
    on_postgres()
}

/// Returns the environment that configures the database of a command, unless its arguments do.
pub fn environment(folder: &Path, arguments: &[&str]) -> Vec<(&'static str, String)> {
    if !on_postgres() || arguments.contains(&"--database") {
        return Vec::new();
    }
    let usual = if arguments.first() == Some(&"demo") { "orderdock-demo" } else { "orderdock-data" };
    let named = arguments.iter().position(|argument| *argument == "--data-dir");
    let data_dir = named.and_then(|place| arguments.get(place + 1)).unwrap_or(&usual);
    vec![
        ("ORDERDOCK_DATABASE", url(&folder.join(data_dir))),
        ("ORDERDOCK_ATTACHMENTS_SHARED", "true".to_owned()),
        ("ORDERDOCK_ACCEPT_DATA_LOSS", "true".to_owned()),
    ]
}

fn url(data_dir: &Path) -> String {
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = places.get_or_insert_default().entry(data_dir.to_owned()).or_insert_with(bare_database);
    place.address.to_string()
}

/// Opens the database of a data folder directly.
pub fn connect(data_dir: &Path) -> TestDatabaseAccess {
    if !on_postgres() {
        return TestDatabaseAccess::of(data_dir);
    }
    TestDatabaseAccess::connect(&orderdock_store_postgres::Address::parse(&url(data_dir)).unwrap())
}

/// Findings that the doctor reports on every test cluster, because it is configured for speed and used by a superuser.
const NO_NEWS: [&str; 4] =
    [" is off: ", " is a superuser", "data checksums are off", "settings that make the write-ahead log"];

/// Returns the exit code and findings of the doctor, without those of every test cluster.
pub fn examined(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    examined_in(folder, &[], arguments)
}

/// Runs [`examined`] with environment variables.
pub fn examined_in(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let output = call(folder, environment, &[&["doctor"], arguments].concat());
    let found = String::from_utf8(output.stdout.clone()).unwrap();
    if !on_postgres() {
        return (output.status.code(), found);
    }
    assert_ne!(output.status.code(), Some(2), "{}", stderr_of(&output));
    let (mut news, mut is_news) = (String::new(), false);
    for line in found.lines().filter(|line| *line != "no errors found") {
        // indented advice belongs to the finding before it
        is_news =
            if line.starts_with(' ') { is_news } else { !NO_NEWS.iter().any(|part| line.contains(part)) };
        if is_news {
            news.extend([line, "\n"]);
        }
    }
    let grave = news.lines().any(|line| line.starts_with("error  "));
    let news = if news.is_empty() { "no errors found\n".to_owned() } else { news };
    (Some(i32::from(grave)), news)
}

/// Returns the error of a command whose data folder has no database.
pub fn missing(data_dir: &str) -> String {
    if on_postgres() {
        "create its tables with `orderdock migrate`".to_owned()
    } else {
        format!("database {data_dir}/orderdock.sqlite does not exist")
    }
}

#[test]
fn list_of_file_tests_is_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/binary");
    let texts: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let count = |part: &str| texts.iter().map(|text| text.matches(part).count()).sum::<usize>();
    for (name, _) in OF_FILES {
        assert_eq!(count(&format!("fn {name}()")), 1, "{name}");
        assert_eq!(count(&format!("ends_here(\"{name}\")")), 1, "{name}");
    }
    let call = ["ends_here", "(\""].concat();
    assert_eq!(count(&call), OF_FILES.len(), "each of them, and no other, ends at once on PostgreSQL");
}
