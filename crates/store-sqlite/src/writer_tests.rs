//! Tests grouping, order and failures of writes.

use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::sql::column::{integer, text};
use orderdock_store_sql::sql::query::{run, value};
use orderdock_store_sql::{Transaction, Verbatim};

use crate::connection::{SqliteOptions, open_writer};
use crate::migrate::migrate;
use crate::transaction::SqliteTransaction;
use crate::write_queue::QUEUE_LIMIT;
use crate::writer::Writer;

fn writer(path: &Path) -> Writer {
    writer_that_waits(path, Duration::from_millis(300))
}

fn writer_that_waits(path: &Path, busy_timeout: Duration) -> Writer {
    let options = SqliteOptions { busy_timeout, ..SqliteOptions::default() };
    let mut connection = open_writer(path, &options).unwrap();
    migrate(&mut connection).unwrap();
    Writer::start(connection, path.to_owned(), options).unwrap()
}

fn add(transaction: &dyn Transaction, name: &str) -> StoreResult<()> {
    let values = [text(name), integer(1)];
    run(transaction, &Verbatim("INSERT INTO counter (name, value) VALUES (?, ?)"), values).map(|_| ())
}

fn count(path: &Path, name: &str) -> Option<i64> {
    let connection = open_writer(path, &SqliteOptions::default()).unwrap();
    value(
        &SqliteTransaction::on(&connection),
        "counter",
        &Verbatim("SELECT value FROM counter WHERE name = ?"),
        [text(name)],
    )
    .unwrap()
}

/// Keeps the writer busy until the returned sender is dropped.
async fn block(writer: &Writer) -> mpsc::Sender<()> {
    let (hold, wait) = mpsc::channel();
    let (started, mut start) = tokio::sync::mpsc::unbounded_channel();
    let blocking = writer.write(1, move |_| {
        started.send(()).unwrap();
        let _ = wait.recv();
        Ok(())
    });
    // the first poll queues the plan; its reply is not awaited
    tokio::select! {
        biased;
        outcome = blocking => panic!("{outcome:?}"),
        _ = start.recv() => hold,
    }
}

#[tokio::test]
async fn full_writer_queue_rejects_immediately() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let mut waiting = Vec::new();
    for number in 0..QUEUE_LIMIT {
        let mut plan = Box::pin(writer.write(1, move |transaction| add(transaction, &number.to_string())));
        assert!(poll_once(&mut plan).await.is_none(), "{number}");
        waiting.push(plan);
    }
    assert_eq!(writer.statistics().waiting_plans, QUEUE_LIMIT as u64);
    let rejected = writer.write(1, |transaction| add(transaction, "one too many")).await;
    assert!(matches!(rejected, Err(StoreError::Overloaded)), "{rejected:?}");
    drop(hold);
    for plan in waiting {
        plan.await.unwrap();
    }
    assert_eq!(count(&path, "1023"), Some(1));
    assert_eq!(count(&path, "one too many"), None);
    // the blocking plan, and 1,024 plans in groups of 32
    let statistics = writer.statistics();
    assert_eq!((statistics.committed_plans, statistics.commits), (1_025, 33));
}

/// Polls a future once.
async fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    tokio::select! {
        biased;
        output = future => Some(output),
        () = std::future::ready(()) => None,
    }
}

#[tokio::test]
async fn large_plan_is_committed_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let mut waiting = Vec::new();
    for (number, rows) in [1, 1_999, 5_000, 1, 1].into_iter().enumerate() {
        let mut plan = Box::pin(writer.write(rows, move |transaction| add(transaction, &number.to_string())));
        assert!(poll_once(&mut plan).await.is_none());
        waiting.push(plan);
    }
    drop(hold);
    for plan in waiting {
        plan.await.unwrap();
    }
    // the blocking plan; 1,999 rows; the three plans of 1 row; 5,000 rows
    assert_eq!(writer.statistics().commits, 4);
}

#[tokio::test]
async fn small_and_large_plans_alternate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut waiting = Vec::new();
    for (name, rows) in [("L1", 10_000), ("L2", 10_000), ("L3", 10_000), ("s1", 1), ("s2", 1)] {
        let order = order.clone();
        let mut plan = Box::pin(writer.write(rows, move |_| {
            order.lock().unwrap().push(name);
            Ok(())
        }));
        assert!(poll_once(&mut plan).await.is_none());
        waiting.push(plan);
    }
    drop(hold);
    for plan in waiting {
        plan.await.unwrap();
    }
    // the blocking plan was small, so a large one is next
    assert_eq!(*order.lock().unwrap(), ["L1", "s1", "s2", "L2", "L3"]);
    assert_eq!(writer.statistics().commits, 5);
}

#[tokio::test]
async fn panicking_plan_is_rolled_back_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let before = writer.write(1, |transaction| add(transaction, "before"));
    let panicking = writer.write(1, |transaction| -> StoreResult<()> {
        add(transaction, "panicking")?;
        panic!("out of cheese")
    });
    let after = writer.write(1, |transaction| add(transaction, "after"));
    let release = async { drop(hold) };
    let (before, panicking, after, ()) = tokio::join!(before, panicking, after, release);
    before.unwrap();
    after.unwrap();
    assert!(matches!(&panicking, Err(StoreError::Statement(words)) if words.contains("out of cheese")));
    assert_eq!((count(&path, "before"), count(&path, "panicking")), (Some(1), None));
}

#[tokio::test]
async fn failed_commit_has_unknown_outcome_for_all_plans() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let valid = writer.write(1, |transaction| add(transaction, "innocent"));
    let conflicting = writer.write(1, |transaction| add(transaction, "id"));
    let failing = writer.write(1, |transaction| {
        // a dangling reference that is checked only by COMMIT
        run(transaction, &Verbatim("PRAGMA defer_foreign_keys = ON"), [])?;
        run(transaction, &Verbatim("INSERT INTO token_org (token_id, org_id) VALUES (1, 99)"), []).map(|_| ())
    });
    let release = async { drop(hold) };
    let (valid, conflicting, failing, ()) = tokio::join!(valid, conflicting, failing, release);
    for outcome in [valid, failing] {
        assert!(matches!(outcome, Err(StoreError::OutcomeUnknown(_))), "{outcome:?}");
    }
    assert!(conflicting.is_err());
    writer.write(1, |transaction| add(transaction, "later")).await.unwrap();
    assert_eq!((count(&path, "innocent"), count(&path, "later")), (None, Some(1)));
}

#[tokio::test]
async fn full_disk_rejects_writes_until_space_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let pages: i64 = writer
        .write(1, |transaction| {
            Ok(value(transaction, "pragma", &Verbatim("PRAGMA page_count"), [])?.unwrap_or_default())
        })
        .await
        .unwrap();
    writer
        .write(1, move |transaction| {
            let pages: Option<i64> =
                value(transaction, "pragma", &format!("PRAGMA max_page_count = {}", pages + 2), [])?;
            assert_eq!(pages.map(|pages| pages > 2), Some(true));
            Ok(())
        })
        .await
        .unwrap();
    let large = "x".repeat(100_000);
    let outcome = writer.write(1, move |transaction| add(transaction, &large)).await;
    assert!(matches!(outcome, Err(StoreError::NoSpace(_))), "{outcome:?}");
    writer.write(1, |transaction| add(transaction, "later")).await.unwrap();
    assert_eq!(count(&path, "later"), Some(1));
}

#[tokio::test]
async fn locked_database_is_waited_for_until_the_timeout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let (short_timeout, long_timeout) = (writer(&path), writer_that_waits(&path, Duration::from_mins(2)));
    let other = open_writer(&path, &SqliteOptions::default()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let outcome = short_timeout.write(1, |transaction| add(transaction, "too early")).await;
    assert!(matches!(outcome, Err(StoreError::Unavailable(_))), "{outcome:?}");
    let waiting = long_timeout.write(1, |transaction| add(transaction, "in time"));
    let release = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        other.execute_batch("COMMIT").unwrap();
    };
    let (outcome, ()) = tokio::join!(waiting, release);
    outcome.unwrap();
    assert_eq!((count(&path, "too early"), count(&path, "in time")), (None, Some(1)));
}

#[tokio::test]
async fn dropped_writer_finishes_its_queue_and_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    let hold = block(&writer).await;
    let mut plan = Box::pin(writer.write(1, |transaction| add(transaction, "waiting")));
    assert!(poll_once(&mut plan).await.is_none());
    drop(plan);
    drop(hold);
    drop(writer);
    assert!(!folder.path().join("orderdock.db-wal").exists());
    assert_eq!(count(&path, "waiting"), Some(1));
}

#[tokio::test]
async fn idle_writer_checkpoints_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let writer = writer(&path);
    writer.write(1, |transaction| add(transaction, "in the log")).await.unwrap();
    // the file without its log, as if the log had been lost
    let name = "in the log".as_bytes();
    let arrived = async {
        while !std::fs::read(&path).unwrap().windows(name.len()).any(|bytes| bytes == name) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), arrived).await.unwrap();
    writer.write(1, |transaction| add(transaction, "after the checkpoint")).await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn removed_or_replaced_files_reject_writes() {
    type Accident = fn(&Path, &Path);
    let accidents: [(&str, Accident); 4] = [
        ("the log is removed", |_, log| std::fs::remove_file(log).unwrap()),
        ("the database is removed", |database, _| std::fs::remove_file(database).unwrap()),
        ("the database is moved", |database, log| {
            std::fs::rename(database, log.with_extension("x")).unwrap();
        }),
        ("another one is put there", |database, log| {
            let other = log.with_extension("y");
            std::fs::copy(database, &other).unwrap();
            std::fs::rename(other, database).unwrap();
        }),
    ];
    for (accident_name, accident) in accidents {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("orderdock.db");
        let log = folder.path().join("orderdock.db-wal");
        let writer = writer(&path);
        writer.write(1, |transaction| add(transaction, "before")).await.unwrap();
        accident(&path, &log);
        for _ in 0..2 {
            let rejected = writer.write(1, |transaction| add(transaction, "after")).await;
            assert!(matches!(&rejected, Err(StoreError::Unavailable(_))), "{accident_name}: {rejected:?}");
        }
        if accident_name == "the log is removed" {
            assert_eq!(count(&path, "before"), Some(1), "acknowledged data is not lost with the log");
        }
    }
    // removed while a plan is being written, so the outcome is unknown
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let (writer, moved) = (writer(&path), path.clone());
    let outcome = writer.write(1, move |transaction| {
        std::fs::remove_file(&moved).unwrap();
        add(transaction, "into nothing")
    });
    assert!(matches!(outcome.await, Err(StoreError::OutcomeUnknown(_))));
}
