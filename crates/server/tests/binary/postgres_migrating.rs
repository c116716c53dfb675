//! Concurrent migrations of one database, and older versions running during a migration.

use crate::{
    postgres::{TestDatabase, rejected, start},
    postgres_faults::demo,
    running::{Server, command, printed, signal, status_and_body},
};
use orderdock_store_postgres::BlockingConnection;
use std::{
    io::Read,
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

/// Lock of the test that delays the creation of the table.
const GATE: i64 = 42;
const WAIT: &str = "CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS \
    'BEGIN PERFORM pg_advisory_lock_shared(42); PERFORM pg_advisory_unlock_shared(42); END'; \
    CREATE EVENT TRIGGER wait ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION wait()";
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Options to partition the tables as well.
const MONTHLY: [&str; 2] = ["--partitions", "monthly"];

fn start_migration(folder: &Path, database: &TestDatabase, more: &[&str]) -> Child {
    let mut command = command(folder, &[&["migrate", "--database", &database.url], more].concat());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the process and returns its success and output.
fn wait_for_end(mut child: Child) -> (bool, String) {
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (child.wait().unwrap().success(), text)
}

/// Returns the number of connections that wait for a lock.
fn count_waiting(connection: &BlockingConnection) -> i64 {
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
        AND starts_with(application_name, 'orderdock/') AND wait_event_type = 'Lock'";
    connection.figure(waiting).unwrap()
}

fn until(condition: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < TEST_TIMEOUT, "timeout: {condition}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Starts two migrations: the first blocks in the middle, the second waits for it. Both continue when the returned
/// connection releases its lock.
fn start_two_migrations(
    folder: &Path,
    database: &TestDatabase,
    more: &[&str],
) -> (Child, Child, BlockingConnection) {
    let connection = database.connect();
    connection.batch(WAIT).unwrap();
    connection.batch(&format!("SELECT pg_advisory_lock({GATE})")).unwrap();
    let first = start_migration(folder, database, more);
    until("the first is in the middle", || count_waiting(&connection) == 1);
    let second = start_migration(folder, database, more);
    until("the second waits for it", || count_waiting(&connection) == 2);
    (first, second, connection)
}

fn open_gate(connection: &BlockingConnection) {
    connection.batch(&format!("SELECT pg_advisory_unlock({GATE})")).unwrap();
}

/// Asserts that each step was applied once, by either process.
fn assert_schema_is_complete(database: &TestDatabase) {
    let connection = database.connect();
    let steps = connection.figure("SELECT count(*) FROM schema_step").unwrap();
    assert!(steps > 0);
    assert_eq!(connection.figure("SELECT max(number) FROM schema_step").unwrap(), steps);
}

#[test]
fn second_migration_waits_for_first() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (first, second, connection) = start_two_migrations(folder.path(), &database, &[]);
    open_gate(&connection);
    let (first, second) = (wait_for_end(first), wait_for_end(second));
    assert!(first.0 && second.0, "{first:?} {second:?}");
    assert!(second.1.contains("waiting for another process to finish migrating"), "{second:?}");
    assert!(!first.1.contains("waiting"), "{first:?}");
    assert_schema_is_complete(&database);
}

#[test]
fn killed_migration_is_completed_by_waiting_process() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (mut first, second, connection) = start_two_migrations(folder.path(), &database, &[]);
    first.kill().unwrap();
    first.wait().unwrap();
    open_gate(&connection);
    let second = wait_for_end(second);
    assert!(second.0, "{second:?}");
    assert_schema_is_complete(&database);
}

#[test]
fn stopped_migration_does_not_block_others_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (first, second, connection) = start_two_migrations(folder.path(), &database, &[]);
    signal(first.id(), "-STOP");
    open_gate(&connection);
    let second = wait_for_end(second);
    assert!(second.0, "{second:?}");
    assert_schema_is_complete(&database);
    signal(first.id(), "-CONT");
    let (well, text) = wait_for_end(first);
    assert!(
        !well && text.contains("is unavailable"),
        "the suspended instance writes nothing and reports the reason: {text}"
    );
    assert_schema_is_complete(&database);
    printed(folder.path(), &["token", "list", "--database", &database.url]);
}

/// Rejects extensions, as a server does for a role without the privilege.
const WITHOUT_EXTENSIONS: &str = "CREATE FUNCTION reject() RETURNS event_trigger LANGUAGE plpgsql AS \
    'BEGIN RAISE insufficient_privilege; END'; \
    CREATE EVENT TRIGGER reject ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION reject()";

#[tokio::test]
async fn server_without_trigrams_starts_and_finds_beginnings_of_words() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    database.connect().batch(WITHOUT_EXTENSIONS).unwrap();
    let words_only = "search matches only the beginnings of words";
    let (well, text) = wait_for_end(start_migration(folder.path(), &database, &[]));
    assert!(well && text.contains(words_only), "{text}");
    assert!(text.contains("CREATE EXTENSION pg_trgm"), "{text}");

    let (server, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let product = serde_json::json!([{ "code": "JAM", "name": "Brombeerkonfitüre Müller", "uom": "PCE" }]);
    let loaded = orderdock_testkit::client().put(format!("{}/api/masterdata/products", server.url));
    let loaded = loaded.header("Authorization", &token).json(&product);
    assert_eq!(status_and_body(loaded.send().await).await.0, 200);
    let found = async |word: &str| {
        let list = server.get(&format!("/api/masterdata/products?q={word}")).header("Authorization", &token);
        let (status, list) = status_and_body(list.send().await).await;
        assert_eq!(status, 200, "{list}");
        list["items"].as_array().unwrap().iter().any(|item| item["code"] == "JAM")
    };
    let started = Instant::now();
    while !found("M%C3%BCll").await {
        assert!(started.elapsed() < TEST_TIMEOUT, "never found");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(found("brombeer").await && !found("konfit").await, "words only");
    drop(server);
    let server = start(folder.path(), &BESIDE, &database, "127.0.0.1:0");
    assert!(server.logged(words_only).await.contains("CREATE EXTENSION pg_trgm"));
}

/// Reverts the steps from the fifth on. Tables of candidates are recreated, because PostgreSQL would count dropped
/// columns as columns. Counters are first, because the server locks them first.
const OLDER: &str = "DELETE FROM counter WHERE name LIKE 'search_%' OR name LIKE 'fold_%'; ALTER TABLE instance DROP COLUMN steps; DROP INDEX candidate_date_required; \
    DROP INDEX IF EXISTS sales_order_run; \
    DROP TABLE import_draft, import_draft_cell, import_draft_row, import_draft_request, import_mapping, rejected_row; DROP TABLE outbox; DELETE FROM counter WHERE name IN ('feed', 'feed_swept', 'feed_swept_events'); \
    ALTER TABLE sales_order DROP COLUMN receiver, DROP COLUMN receiver_said_at, DROP COLUMN handed_over, \
      DROP COLUMN receiver_number, DROP COLUMN receiver_words; \
    ALTER TABLE order_setting DROP COLUMN hand_over_since; \
    ALTER TABLE organisation DROP COLUMN IF EXISTS legal_name, DROP COLUMN IF EXISTS address1, DROP COLUMN IF EXISTS address2, \
      DROP COLUMN IF EXISTS postal, DROP COLUMN IF EXISTS city, \
      DROP COLUMN IF EXISTS vat_id, DROP COLUMN IF EXISTS phone, DROP COLUMN IF EXISTS email, DROP COLUMN IF EXISTS footer, DROP COLUMN IF EXISTS logo; \
    DROP TABLE webhook, webhook_delivery, webhook_attempt; \
    DROP TABLE notification_rule, notification_message, notification_sending; \
    ALTER TABLE candidate_problem DROP COLUMN cause; ALTER TABLE run DROP COLUMN undoes, DROP COLUMN undone_by, \
    DROP COLUMN IF EXISTS added; \
    DROP VIEW candidate; DROP INDEX IF EXISTS candidate_uom; \
    ALTER TABLE candidate_row DROP COLUMN IF EXISTS is_without_charge, DROP COLUMN IF EXISTS reason, \
      DROP COLUMN IF EXISTS promotion_code, DROP COLUMN IF EXISTS promotion_code_key, DROP COLUMN IF EXISTS extended_props, \
      DROP COLUMN IF EXISTS external_system_id, DROP COLUMN IF EXISTS unresolved; \
    ALTER TABLE candidate_state DROP COLUMN IF EXISTS net, DROP COLUMN assigned_to, DROP COLUMN bpartner_id, DROP COLUMN price_key; \
    CREATE TABLE older (LIKE candidate_state INCLUDING ALL); INSERT INTO older SELECT * FROM candidate_state; \
    DROP TABLE candidate_state; ALTER TABLE older RENAME TO candidate_state; \
    ALTER INDEX older_pkey RENAME TO candidate_state_pkey; \
    CREATE TABLE older (LIKE candidate_row INCLUDING ALL); INSERT INTO older SELECT * FROM candidate_row; \
    DROP TABLE candidate_row; ALTER TABLE older RENAME TO candidate_row; \
    ALTER INDEX older_pkey RENAME TO candidate_row_pkey; \
    CREATE INDEX candidate_date_required ON candidate_row (coalesce(date_required, '-infinity'::date), id); \
    CREATE VIEW candidate AS SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id \
      FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id; \
    DROP TABLE comment; ALTER TABLE candidate_history DROP COLUMN noted; \
    DROP TABLE saved_view, saved_view_default; \
    DROP TABLE IF EXISTS candidate_cause, storage_use, key_spelling, search_partner, search_product, search_candidate, search_order; \
    ALTER TABLE uom DROP COLUMN IF EXISTS round_converted_quantities; \
    ALTER TABLE price_list DROP COLUMN IF EXISTS net_precision, DROP COLUMN IF EXISTS exempt_buyers; \
    ALTER TABLE sales_order_line DROP COLUMN IF EXISTS multiplier, DROP COLUMN IF EXISTS divisor, \
      DROP COLUMN IF EXISTS promotion_code, DROP COLUMN IF EXISTS extended_props; \
    ALTER TABLE data_source DROP COLUMN IF EXISTS key_mismatch, DROP COLUMN IF EXISTS unsupported_members, DROP COLUMN IF EXISTS differences, \
      DROP COLUMN IF EXISTS external_system_id, DROP COLUMN IF EXISTS external_ids, \
      DROP COLUMN IF EXISTS unresolved_references; \
    DROP TABLE IF EXISTS open_reference, missing_record, missing_record_line, reference_mapping, cross_reference_use, cross_reference, bpartner_product, product_gtin, external_system, external_reference; \
    ALTER TABLE candidate_identity DROP COLUMN IF EXISTS system_key, DROP COLUMN IF EXISTS external_system_id, \
      DROP CONSTRAINT IF EXISTS candidate_identity_pkey, \
      ADD CONSTRAINT candidate_identity_pkey PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id); \
    ALTER TABLE rejected_line DROP COLUMN IF EXISTS external_system_id; \
    ALTER TABLE attachment DROP COLUMN IF EXISTS external_system_id; DROP INDEX IF EXISTS attachment_header; \
    CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256) \
      WHERE external_header_id IS NOT NULL; \
    ALTER TABLE token DROP COLUMN IF EXISTS minimal_responses; \
    DELETE FROM counter WHERE name = 'idempotency_keys_merged'; DELETE FROM counter WHERE name = 'causes_since'; \
    DELETE FROM schema_step WHERE number > 4";

/// Returns the number of partitioned tables and of their partitions.
fn count_partitions(database: &TestDatabase) -> [i64; 2] {
    [
        "SELECT count(*) FROM pg_partitioned_table",
        "SELECT count(*) FROM pg_inherits JOIN pg_partitioned_table ON partrelid = inhparent",
    ]
    .map(|question| database.connect().figure(question).unwrap())
}

#[test]
fn interrupted_partitioning_is_completed_by_waiting_process() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    assert!(wait_for_end(start_migration(folder.path(), &database, &[])).0);
    // the schema of an older version, except for comments
    database.connect().batch(OLDER).unwrap();
    database.connect().batch("DELETE FROM schema_step WHERE number > 2").unwrap();
    let (mut first, second, connection) = start_two_migrations(folder.path(), &database, &MONTHLY);
    first.kill().unwrap();
    first.wait().unwrap();
    open_gate(&connection);
    let second = wait_for_end(second);
    assert!(second.0 && second.1.contains("is now partitioned by month"), "{second:?}");
    assert_schema_is_complete(&database);
    assert_eq!(count_partitions(&database), [4, 16]);
    let again = wait_for_end(start_migration(folder.path(), &database, &MONTHLY));
    assert!(again.0 && again.1.contains("was already partitioned by month"), "{again:?}");
    assert_eq!(count_partitions(&database), [4, 16]);
}

#[test]
fn sqlite_file_is_not_partitioned() {
    let folder = tempfile::tempdir().unwrap();
    let text = rejected(folder.path(), &["migrate", "--data-dir", "d", "--partitions", "monthly"], 2);
    let expected = "is a SQLite database, which has no partitions: set --database postgres://";
    assert!(text.contains(expected), "{text}");
    assert!(!folder.path().join("d").exists(), "nothing is begun");
}

/// A server on newly partitioned tables continues with ids of the current month, backups and the doctor.
#[tokio::test]
async fn partitioned_server_continues_in_current_month() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (running, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let cutting = wait_for_end(start_migration(folder.path(), &database, &MONTHLY));
    assert!(cutting.0, "{cutting:?}");
    let connection = database.connect();
    let started = connection
        .figure("SELECT (to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMM') || '000000000')::bigint");
    let started = started.unwrap();
    assert!(
        (started..started + 1_000)
            .contains(&connection.figure("SELECT value FROM counter WHERE name = 'id'").unwrap())
    );
    // a missing partition is created again, and ids start at the current month again
    connection.batch("UPDATE counter SET value = 5000000 WHERE name = 'id'").unwrap();
    let serve = ["serve", "--data-dir", "d", "--scheduler", "false", "--attachments-shared"];
    drop(running);
    let server = start(folder.path(), &serve, &database, "127.0.0.1:0");
    until("the month begins", || {
        connection.figure("SELECT value FROM counter WHERE name = 'id'").unwrap() >= started
    });
    let path = "/api/sales/order/candidates?limit=1";
    assert_eq!(status_and_body(server.get(path).header("Authorization", &token).send().await).await.0, 200);
    drop(server);
    let place = ["--database", database.url.as_str()];
    printed(folder.path(), &[&["backup", "--data-dir", "d", "kept"], &place[..]].concat());
    let examined = crate::running::call(folder.path(), &[], &[&["doctor"], &place[..]].concat());
    let found = String::from_utf8(examined.stdout).unwrap();
    assert!(!found.contains("error  candidate") && !found.contains("partition of the next month"), "{found}");
}

/// Adds a migration step of a later version with the oldest version that can run during it.
fn add_step(database: &TestDatabase, beside_from: &str) {
    let step = format!(
        "DELETE FROM schema_step WHERE program = 'later'; \
         INSERT INTO schema_step (number, name, program, beside_from) \
         SELECT max(number) + 1, 'more', 'later', {beside_from} FROM schema_step"
    );
    database.connect().batch(&step).unwrap();
}

/// Removes the last steps from the table of applied steps only, so that the running server can still read lists.
const UNRECORDED: &str = "DELETE FROM schema_step WHERE number > 40";
/// Reverts the last steps.
const BEFORE: &str = "DROP TABLE import_draft, import_draft_cell, import_draft_row, import_draft_request, import_mapping, rejected_row; DROP TABLE missing_record, missing_record_line, reference_mapping; DROP INDEX open_reference_bpartner, open_reference_value; \
    ALTER TABLE open_reference DROP COLUMN bpartner_id; \
    CREATE INDEX open_reference_value ON open_reference (org_id, kind, value, external_system_id); ALTER TABLE organisation DROP COLUMN legal_name, DROP COLUMN address1, DROP COLUMN address2, DROP COLUMN postal, DROP COLUMN city, \
      DROP COLUMN vat_id, DROP COLUMN phone, DROP COLUMN email, DROP COLUMN footer, DROP COLUMN logo; \
    DELETE FROM schema_step WHERE number > 41";
const BESIDE: [&str; 6] = ["serve", "--data-dir", "d", "--scheduler", "false", "--attachments-shared"];

async fn list(server: &Server, token: &str) -> u16 {
    let path = "/api/sales/order/candidates?limit=1";
    status_and_body(server.get(path).header("Authorization", token).send().await).await.0
}

#[tokio::test]
async fn older_version_continues_beside_a_compatible_schema() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (running, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);

    // an instance that knows 41 steps, on the schema of its version
    let connection = database.connect();
    until("it works on the database", || connection.figure("SELECT count(*) FROM instance").unwrap() == 1);
    connection.batch("UPDATE instance SET steps = 41").unwrap();
    connection.batch(BEFORE).unwrap();
    let (well, text) = wait_for_end(start_migration(folder.path(), &database, &[]));
    assert!(well && text.contains("older instances continue with the new schema"), "{text}");
    let steps = connection.figure("SELECT steps FROM instance").unwrap();
    assert_eq!((list(&running, &token).await, steps), (200, 41));
    assert_schema_is_complete(&database);

    add_step(&database, "max(number)");
    let beside = start(folder.path(), &BESIDE, &database, "127.0.0.1:0");
    assert_eq!((list(&beside, &token).await, list(&running, &token).await), (200, 200));
    drop(beside);

    add_step(&database, "max(number) + 1");
    let place = ["--database", database.url.as_str(), "--accept-data-loss", "--listen", "127.0.0.1:0"];
    let text = rejected(folder.path(), &[&BESIDE[..], &place].concat(), 1);
    assert!(text.contains("was written by a newer version of Orderdock"), "{text}");
    assert_eq!(list(&running, &token).await, 200, "it still serves reads");
}

#[tokio::test]
async fn running_older_version_prevents_an_incompatible_migration() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (running, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let connection = database.connect();
    until("it works on the database", || connection.figure("SELECT count(*) FROM instance").unwrap() == 1);

    // an instance that knows every step before the one for unresolved references
    connection.batch("UPDATE instance SET steps = 40").unwrap();
    connection.batch(UNRECORDED).unwrap();
    let (well, text) = wait_for_end(start_migration(folder.path(), &database, &[]));
    assert!(!well && text.contains("it requires 41 known migration steps"), "{text}");
    assert_eq!(connection.figure("SELECT count(*) FROM schema_step").unwrap(), 40, "nothing is changed");
    assert_eq!(list(&running, &token).await, 200);

    // and an instance that does not report its number of steps
    connection.batch(OLDER).unwrap();
    let (well, text) = wait_for_end(start_migration(folder.path(), &database, &[]));
    assert!(!well && text.contains("nothing was changed: these running instances are too old"), "{text}");
    assert_eq!(connection.figure("SELECT count(*) FROM schema_step").unwrap(), 4);

    // after this instance has ended, all steps are applied
    drop(running);
    until("no instance uses the database", || {
        connection
            .figure("SELECT count(*) FROM instance WHERE signed_at > clock_timestamp() - interval '6 s'")
            .unwrap()
            == 0
    });
    let (well, text) = wait_for_end(start_migration(folder.path(), &database, &[]));
    assert!(well && !text.contains("beside"), "{text}");
    assert_schema_is_complete(&database);
}
