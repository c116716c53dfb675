//! Failures of an instance: killed, paused, disconnected or silent; the other instance takes over its work.

use crate::{
    attachments::{create_header, upload},
    postgres_ledger::Senders,
    postgres_pair::{LIMIT, Pair, ROWS, until},
    proxy::Fault,
    running::status_and_body,
};
use orderdock_store_postgres::BlockingConnection;
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

#[tokio::test]
async fn work_of_killed_instance_is_taken_over() {
    let mut pair = Pair::begin().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let (run, gate) = start_blocked_run(&pair).await;
    pair.first.kill();
    drop(gate);
    pair.taken_over("killed", Some(run)).await;
}

/// Scheduled work is stored only in the schedule, so the next leader executes work that is still due.
#[tokio::test]
async fn schedule_of_killed_instance_continues_at_the_other() {
    let mut pair = Pair::begin().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let connection = pair.connect();
    connection.batch("UPDATE schedule SET active = true").unwrap();
    // the schedule revalidates candidates in error first
    let started = "SELECT coalesce(max(id), 0) FROM run \
                 WHERE trigger = 'schedule' AND kind = 'process' AND started_at IS NOT NULL";
    until("the schedule's run works", || connection.figure(started).unwrap() > 0).await;
    let run = connection.figure(started).unwrap();
    pair.first.kill();
    let ended = format!("SELECT count(*) FROM run WHERE id = {run} AND finished_at IS NOT NULL");
    assert_eq!(connection.figure(&ended).unwrap(), 0, "all events were delivered before the kill");
    pair.taken_over("killed in a run of the schedule", None).await;
    let left = "SELECT count(*) FROM candidate WHERE external_header_id = 'H' AND status <> 'processed'";
    until("all are in orders", || connection.figure(left).unwrap() == 0).await;
    let ordered = "SELECT count(*) FROM allocation a JOIN candidate c ON c.id = a.candidate_id WHERE c.external_header_id = 'H'";
    assert_eq!(connection.figure(ordered).unwrap(), i64::try_from(ROWS).unwrap(), "each once");
    let stopped = format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'stopped'");
    until("the run of the killed instance is stopped", || connection.figure(&stopped).unwrap() == 1).await;
}

#[tokio::test]
async fn instance_stopped_between_statements_is_taken_over_and_resumes_harmlessly() {
    let pair = Pair::begin().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let (run, gate) = start_blocked_run(&pair).await;
    drop(gate);
    pair.stop_where("state = 'idle in transaction'").await;
    pair.taken_over("stopped between statements", Some(run)).await;
    pair.comes_back(Some(run), || pair.signal("-CONT")).await;
}

/// Once during an import and once during a run. No timeout of the database ends a paused COPY or frees its locks.
#[tokio::test]
async fn instance_stopped_inside_copy_blocks_no_other() {
    let pair = Pair::begin().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let (run, gate) = start_blocked_run(&pair).await;
    let sent = tokio::spawn(pair.bringing(&pair.first, "C", ROWS).header("Idempotency-Key", "C").send());
    stop_inside_copy(&pair, gate, 2).await;
    let started = Instant::now();
    let same = repeat_import(&pair, "C", ROWS);
    let ((), (status, _, response)) = tokio::join!(pair.taken_over("stopped inside COPY", Some(run)), same);
    assert_eq!(status, 201, "{response}");
    eprintln!("the same rows by the other instance: {:?}", started.elapsed());
    pair.comes_back(Some(run), || pair.signal("-CONT")).await;
    // the client gets the response of the other instance or a retryable rejection; the rows are stored once
    let (status, body) = status_and_body(sent.await.unwrap()).await;
    assert!(status == 503 || (status, &body) == (201, &response), "{status} {body}");
    let there = "SELECT count(*) FROM candidate WHERE external_header_id = 'C' AND version = 1 AND qty = 5";
    assert_eq!(pair.connect().figure(there).unwrap(), i64::try_from(ROWS).unwrap());
    let keys = "SELECT count(*) FROM idempotency WHERE key = 'C' AND status = 201";
    assert_eq!(pair.connect().figure(keys).unwrap(), 1);
}

/// Repeats a request with the same key at the second instance until it is complete. Returns status, replay flag and body.
async fn repeat_import(pair: &Pair, name: &str, rows: usize) -> (u16, bool, Value) {
    let started = Instant::now();
    loop {
        let sent = pair.bringing(&pair.second, name, rows).header("Idempotency-Key", name).send();
        let response = sent.await.unwrap();
        let replayed = response.headers().contains_key("idempotency-replayed");
        let (status, body) = status_and_body(Ok(response)).await;
        if status != 409 {
            return (status, replayed, body);
        }
        assert!(started.elapsed() < LIMIT, "{body}");
    }
}

/// The sender receives no response and repeats the import at the other instance: it is processed if it was not stored, and
/// replayed if it was.
#[tokio::test]
async fn import_at_killed_instance_is_stored_once() {
    const ROWS: usize = 500;
    let mut pair = Pair::begin().await;
    let connection = pair.connect();
    for (name, committed) in [("before", false), ("after", true)] {
        let count = |table: &str| {
            let of_import = format!("SELECT count(*) FROM {table} WHERE external_header_id = '{name}'");
            connection.figure(&of_import).unwrap()
        };
        let gate = if committed {
            pair.proxy.inject(Fault::SilenceAtCommit);
            None
        } else {
            Some(lock_copied_tables(&pair))
        };
        let sent =
            tokio::spawn(pair.bringing(&pair.first, name, ROWS).header("Idempotency-Key", name).send());
        if committed {
            until("the import is committed", || count("candidate") > 0).await;
        } else {
            until("a part of the import is written", || {
                count_copies(&pair, &pair.session(), "wait_event_type = 'Lock'") == 1
            })
            .await;
        }
        assert!(!sent.is_finished(), "the sender has no response yet");
        pair.first.kill();
        assert!(sent.await.unwrap().is_err(), "the sender gets no response");
        pair.proxy.inject(Fault::None);
        drop(gate);
        let (status, replayed, body) = repeat_import(&pair, name, ROWS).await;
        assert_eq!((status, replayed), (201, committed), "{name}: {body}");
        assert_eq!(repeat_import(&pair, name, ROWS).await, (201, true, body), "{name}");
        for table in ["candidate", "candidate_identity"] {
            assert_eq!(count(table), i64::try_from(ROWS).unwrap(), "{name}: {table}");
        }
        let keys = format!("SELECT count(*) FROM idempotency WHERE key = '{name}'");
        assert_eq!(connection.figure(&keys).unwrap(), 1, "{name}");
        pair.restart_first();
    }
    pair.nothing_is_wrong();
}

/// Locks the tables that imports or runs write with COPY, until the connection is closed.
fn lock_copied_tables(pair: &Pair) -> BlockingConnection {
    let gate = pair.connect();
    gate.batch(CLOSE).unwrap();
    gate
}

const CLOSE: &str = "BEGIN; LOCK TABLE candidate_identity, candidate_history IN SHARE MODE";

/// Starts a run at the first instance and blocks it after it has raised some quantities.
async fn start_blocked_run(pair: &Pair) -> (i64, BlockingConnection) {
    let (gate, session) = (lock_copied_tables(pair), pair.session());
    let run = pair.start_edit("H").await;
    until("its first COPY waits for us", || count_copies(pair, &session, "wait_event_type = 'Lock'") > 0)
        .await;
    // waiting transactions continue, and the test blocks their next step
    gate.batch(&format!("ROLLBACK; {CLOSE}")).unwrap();
    let some = format!("SELECT processed FROM run WHERE id = {run}");
    let some = usize::try_from(pair.connect().figure(&some).unwrap()).unwrap();
    assert!((1..ROWS).contains(&some), "{some}");
    (run, gate)
}

/// Stops the first instance while at least `connections` of its connections are in a COPY that waits for its first row.
async fn stop_inside_copy(pair: &Pair, gate: BlockingConnection, connections: i64) {
    // while it is stopped, its row is deleted
    let session = pair.session();
    let copies = |waits: &str| count_copies(pair, &session, waits) >= connections;
    until("its COPY waits for us", || copies("wait_event_type = 'Lock'")).await;
    pair.signal("-STOP");
    gate.batch("ROLLBACK").unwrap();
    until("the server waits for its rows", || copies("wait_event = 'ClientRead'")).await;
}

/// Returns the number of connections of a session that wait in a COPY.
fn count_copies(pair: &Pair, session: &str, waits: &str) -> i64 {
    let waiting = format!(
        "SELECT count(*) FROM pg_stat_activity \
         WHERE application_name = '{session}' AND state = 'active' AND query LIKE 'COPY%' AND {waits}"
    );
    pair.connect().figure(&waiting).unwrap()
}

#[tokio::test]
async fn instance_without_network_is_taken_over() {
    let pair = Pair::begin().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let (run, gate) = start_blocked_run(&pair).await;
    pair.proxy.inject(Fault::Silence);
    drop(gate);
    pair.taken_over("cut off", Some(run)).await;
    pair.comes_back(Some(run), || pair.proxy.inject(Fault::None)).await;
}

/// PgBouncer can give each transaction another connection and sets the application name of the current client. A
/// connection that is stopped inside COPY is terminated nevertheless. Both instances import orders at the same time.
#[tokio::test]
async fn killed_instance_behind_a_pooler_is_taken_over_without_loss() {
    let pair = Pair::behind_a_pooler().await;
    assert_eq!(pair.import_header("H", ROWS).await.unwrap(), Some(201));
    let senders = Senders::to(vec![&pair.first, &pair.second], &pair.token, "both", 8);
    let sleeping = async {
        senders.more(20).await;
        let (run, gate) = start_blocked_run(&pair).await;
        stop_inside_copy(&pair, gate, 1).await;
        pair.taken_over("behind a pooler", Some(run)).await;
        senders.more(20).await;
        pair.signal("-CONT");
        senders.more(20).await;
        run
    };
    let (mut ledger, run) = senders.send_during(sleeping).await;
    eprintln!("{}", ledger.summary());
    ledger.check(&pair.connect());
    senders.settle(&mut ledger).await;
    ledger.check(&pair.connect());
    // no requests are sent any more, so any further write of the resumed instance would be detected
    pair.comes_back(Some(run), || {}).await;
    let process = json!({ "selection": { "filter": { "externalHeaderId": "H" } } });
    let process = pair.first.post("/api/sales/order/candidates/process", &process);
    let request = process.header("Authorization", &pair.token).header("Prefer", "wait=60");
    let (status, run) = status_and_body(request.send().await).await;
    assert_eq!((status, &run["state"]), (200, &json!("done")), "{run}");
    let ordered = "SELECT count(*) || ' ' || count(DISTINCT candidate_id) FROM allocation a \
                   JOIN candidate c ON c.id = a.candidate_id \
                   WHERE c.external_header_id = 'H' AND c.status = 'processed'";
    assert_eq!(pair.connect().text(ordered).unwrap(), format!("{ROWS} {ROWS}"));
    pair.nothing_is_wrong();
}

/// Sends a file with the same key to an instance that is killed or paused during the upload, and to the other one. An
/// abandoned file is deleted with the claim of the dead instance.
#[tokio::test(flavor = "multi_thread")]
async fn file_received_by_killed_instance_is_complete_at_the_other() {
    const MEBIBYTES: usize = 20;
    for signal in ["-KILL", "-STOP"] {
        let pair = Pair::begin().await;
        create_header(&pair.second, &pair.token).await;
        let sending = |server, pause| {
            upload(server, &pair.token, MEBIBYTES, pause).header("Idempotency-Key", "file").send()
        };
        let slow = tokio::spawn(sending(&pair.first, Duration::from_millis(100)));
        let incoming = pair.folder.path().join("d/attachments/incoming");
        let comes_in = || std::fs::read_dir(&incoming).is_ok_and(|mut files| files.next().is_some());
        until("a part of the file is there", comes_in).await;
        assert!(!slow.is_finished(), "all events were delivered before the kill");
        pair.signal(signal);
        let claimed = create_claimed_file(&pair);
        let (status, attachment) = status_and_body(sending(&pair.second, Duration::ZERO).await).await;
        assert_eq!(status, 201, "{attachment}");
        pair.taken_over("in an upload", None).await;
        let contents = || pair.connect().figure("SELECT count(*) FROM attachment_content").unwrap();
        // the file is deleted before its row
        until("the claimed file and its row are deleted", || !claimed.exists() && contents() == 1).await;
        if signal == "-STOP" {
            pair.comes_back(None, || pair.signal("-CONT")).await;
        }
        match slow.await.unwrap() {
            // the resumed instance returns the response of the other one, or requests a retry
            Ok(response) => {
                assert!([201, 503].contains(&response.status().as_u16()), "{signal}: {response:?}");
            }
            Err(_) => assert_eq!(signal, "-KILL"),
        }
        let connection = pair.connect();
        for table in ["attachment", "attachment_content", "idempotency"] {
            assert_eq!(
                connection.figure(&format!("SELECT count(*) FROM {table}")).unwrap(),
                1,
                "{signal}: {table}"
            );
        }
        let url = attachment["url"].as_str().unwrap();
        let whole = pair.second.get(url).header("Authorization", &pair.token).send().await.unwrap();
        assert_eq!(whole.status(), 200, "{signal}");
        assert_eq!(whole.bytes().await.unwrap().len(), MEBIBYTES << 20, "{signal}");
    }
}

/// Creates a file and its claim of one hour, in the state of an upload before its attachment is written.
fn create_claimed_file(pair: &Pair) -> PathBuf {
    let hash = "ab".repeat(32);
    let file = pair.folder.path().join("d/attachments/sha256/ab").join(&hash);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "unreferenced").unwrap();
    let claim = format!(
        "INSERT INTO attachment_content (sha256, claimed_until, claimed_by) \
         SELECT '\\x{hash}', now() + interval '1 hour', min(id) FROM instance"
    );
    pair.connect().batch(&claim).unwrap();
    file
}
