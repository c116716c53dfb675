//! Several processes bring one database up to date, and older ones stand beside.

use crate::{
    postgres::{TestDatabase, refused, start},
    postgres_faults::demo,
    running::{answered, command, printed},
};
use orderdock_store_postgres::Plain;
use std::{
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Who makes the table waits until nobody holds the lock that the test has.
const GATE: i64 = 42;
const WAIT: &str = "CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS \
    'BEGIN PERFORM pg_advisory_lock_shared(42); PERFORM pg_advisory_unlock_shared(42); END'; \
    CREATE EVENT TRIGGER wait ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION wait()";
const PATIENCE: Duration = Duration::from_secs(30);

fn migrating(folder: &Path, database: &TestDatabase) -> Child {
    let mut command = command(folder, &["migrate", "--database", &database.url]);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What it told, when it has ended; whether that was well.
fn ended(mut child: Child) -> (bool, String) {
    let mut words = String::new();
    child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
    (child.wait().unwrap().success(), words)
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// How many of those who migrate wait for a lock.
fn waiting(inside: &Plain) -> i64 {
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
        AND application_name = 'orderdock/migrate' AND wait_event_type = 'Lock'";
    inside.figure(waiting).unwrap()
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Begins two migrations, the first of which is in the middle; both wait, until the answer is called.
fn two_at_work(folder: &Path, database: &TestDatabase) -> (Child, Child, Plain) {
    let inside = database.inside();
    inside.batch(WAIT).unwrap();
    inside.batch(&format!("SELECT pg_advisory_lock({GATE})")).unwrap();
    let first = migrating(folder, database);
    until("the first is in the middle", || waiting(&inside) == 1);
    let second = migrating(folder, database);
    until("the second waits for it", || waiting(&inside) == 2);
    (first, second, inside)
}

fn open_gate(inside: &Plain) {
    inside.batch(&format!("SELECT pg_advisory_unlock({GATE})")).unwrap();
}

/// Each step once, by whomever.
fn is_whole(database: &TestDatabase) {
    let inside = database.inside();
    let steps = inside.figure("SELECT count(*) FROM schema_step").unwrap();
    assert!(steps > 0);
    assert_eq!(inside.figure("SELECT max(number) FROM schema_step").unwrap(), steps);
}

#[test]
fn of_two_who_migrate_one_waits_and_finds_it_done() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (first, second, inside) = two_at_work(folder.path(), &database);
    open_gate(&inside);
    let (first, second) = (ended(first), ended(second));
    assert!(first.0 && second.0, "{first:?} {second:?}");
    assert!(second.1.contains("another process changes the schema; waiting"), "{second:?}");
    assert!(!first.1.contains("waiting"), "{first:?}");
    is_whole(&database);
}

#[test]
fn a_migration_that_is_killed_is_done_by_who_waited() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (mut first, second, inside) = two_at_work(folder.path(), &database);
    first.kill().unwrap();
    first.wait().unwrap();
    open_gate(&inside);
    let second = ended(second);
    assert!(second.0, "{second:?}");
    is_whole(&database);
}

#[test]
fn a_migration_that_is_stopped_keeps_nobody_from_it_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (first, second, inside) = two_at_work(folder.path(), &database);
    signal(&first, "-STOP");
    open_gate(&inside);
    let second = ended(second);
    assert!(second.0, "{second:?}");
    is_whole(&database);
    signal(&first, "-CONT");
    let (well, words) = ended(first);
    assert!(!well && words.contains("is not available"), "who slept writes nothing, and says why: {words}");
    is_whole(&database);
    printed(folder.path(), &["token", "list", "--database", &database.url]);
}

/// A later version has added a step, and says who may go on beside it.
fn add_step(database: &TestDatabase, beside_from: &str) {
    let step = format!(
        "DELETE FROM schema_step WHERE program = 'later'; \
         INSERT INTO schema_step (number, name, program, beside_from) \
         SELECT max(number) + 1, 'more', 'later', {beside_from} FROM schema_step"
    );
    database.inside().batch(&step).unwrap();
}

#[tokio::test]
async fn an_older_version_goes_on_beside_a_schema_that_lets_it() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (running, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let serve = ["serve", "--data-dir", "d", "--scheduler", "false", "--attachments-shared"];
    let list = async |server: &crate::running::Server| {
        let path = "/api/sales/order/candidates?limit=1";
        answered(server.get(path).header("Authorization", &token).send().await).await.0
    };

    add_step(&database, "max(number)");
    let beside = start(folder.path(), &serve, &database, "127.0.0.1:0");
    assert_eq!((list(&beside).await, list(&running).await), (200, 200));
    drop(beside);

    add_step(&database, "max(number) + 1");
    let place = ["--database", database.url.as_str(), "--accept-data-loss", "--listen", "127.0.0.1:0"];
    let words = refused(folder.path(), &[&serve[..], &place].concat(), 1);
    assert!(words.contains("was written by a newer version of Orderdock"), "{words}");
    assert_eq!(list(&running).await, 200, "what is wrong for it will be told by its statements");
}
