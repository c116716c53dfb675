//! Tests deadlocks between transactions of the store and of other clients.

use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, Hold, Releases, Status};
use orderdock_domain::correction::{AttentionChange, Correction, HistoryEntry, HistoryEvent};
use orderdock_domain::import::ImportWrites;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::conformance::Fixture;
use orderdock_store::{CorrectionCommit, RequestLogEntry, WriteMode};
use orderdock_store_postgres::testing::TemplateDatabase;
use orderdock_store_postgres::{BlockingConnection, Postgres};
use orderdock_store_sql::SqlStore;

const WAITING: &str = "SELECT count(*)::text FROM pg_stat_activity \
    WHERE datname = current_database() AND wait_event_type = 'Lock'";
const DEADLOCKS: &str = "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()";

/// A fixture, and a client whose transaction deadlocks with those of the store.
struct Rivals {
    fixture: Fixture,
    /// Connection that never checks for deadlocks, so that the server aborts the transaction of the store.
    other: BlockingConnection,
    watch: BlockingConnection,
}

impl Rivals {
    async fn new() -> Self {
        let copy = TemplateDatabase::migrated().copy();
        let address = copy.address.clone();
        let other = BlockingConnection::connect(&address).unwrap();
        let watch = BlockingConnection::connect(&address).unwrap();
        other.batch("SET deadlock_timeout = '10min'; BEGIN").unwrap();
        let opener = move || {
            let _copy = &copy;
            Arc::new(SqlStore::<Postgres>::open(&address, super::options()).unwrap()) as Arc<_>
        };
        Self { fixture: Fixture::new(Box::new(opener)).await, other, watch }
    }

    async fn until(&self, figure: &str) {
        // the server updates its statistics some time after a transaction
        while self.watch.figure(figure).unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Returns the statement that locks the incoming order of a candidate.
    fn order_lock(&self, candidate: &Candidate) -> String {
        let group = format!("SELECT header_group FROM candidate_row WHERE id = {}", candidate.id.0);
        let group = self.watch.text(&group).unwrap().replace('\'', "''");
        format!("SELECT pg_advisory_xact_lock(hashtextextended('{group}' COLLATE \"C\", 0))")
    }

    fn column(&self, column: &str, candidate: &Candidate) -> String {
        let id = candidate.id.0;
        self.watch.text(&format!("SELECT {column}::text FROM candidate_state WHERE id = {id}")).unwrap()
    }
}

fn sibling_of(faulty: &Candidate) -> String {
    Hold::SiblingError { candidate: faulty.id, code: ProblemCode::QtyNotPositive }.to_string()
}

fn not_positive() -> Vec<Problem> {
    vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "0")]
}

/// The import holds the lock of the incoming order, and changes the hold of a line that an edit has changed. The edit
/// waits for the lock.
#[tokio::test(flavor = "multi_thread")]
async fn import_that_deadlocks_with_an_edit_is_repeated() {
    let rivals = Rivals::new().await;
    let Rivals { fixture, other, .. } = &rivals;
    let scene = fixture.scene("001").await;
    let line = fixture.header(&scene, "H1", 1).await.remove(0);
    other.batch(&format!("UPDATE candidate_state SET version = 2 WHERE id = {}", line.id.0)).unwrap();

    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    let faulty = Candidate {
        request: commit.request.id,
        status: Status::Error,
        problems: not_positive(),
        ..fixture.candidate(&scene, "H1", "1").await
    };
    commit.writes.candidates = vec![faulty.clone()];
    let store = Arc::clone(&fixture.store);
    let import = tokio::spawn(async move {
        store.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_import(&commit)).await
    });
    rivals.until(WAITING).await;
    other.batch(&rivals.order_lock(&line)).unwrap();
    other.batch("COMMIT").unwrap();

    import.await.unwrap().unwrap();
    rivals.until(DEADLOCKS).await;
    assert_eq!(
        (rivals.column("version", &line), rivals.column("hold", &line)),
        ("2".to_owned(), sibling_of(&faulty))
    );
    assert_eq!(rivals.column("status", &faulty), "error");
}

/// The edit has changed a line and waits for the lock of the incoming order. The import holds the lock, and changes the
/// hold of that line.
#[tokio::test(flavor = "multi_thread")]
async fn edit_that_deadlocks_with_an_import_is_repeated() {
    let rivals = Rivals::new().await;
    let Rivals { fixture, other, .. } = &rivals;
    let scene = fixture.scene("001").await;
    let [line, sibling] = <[Candidate; 2]>::try_from(fixture.header(&scene, "H1", 2).await).unwrap();
    other.batch(&rivals.order_lock(&line)).unwrap();

    let entry = HistoryEntry {
        candidate: line.id,
        version: line.version + 1,
        at: line.created_at,
        actor: "Order desk".to_owned(),
        event: HistoryEvent::Corrected,
        status_before: Status::New,
        status: Status::Error,
        changes: Vec::new(),
        problems_before: Vec::new(),
        problems: not_positive(),
        order: None,
        document_no: None,
        run: None,
        released: Releases::NONE,
        attention_change: AttentionChange::default(),
    };
    let faulty = Candidate { status: Status::Error, problems: not_positive(), ..line.clone() };
    let correction = Correction { candidate: faulty, entry: Some(entry), warnings: Vec::new() };
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let commit = CorrectionCommit { unchanged: Vec::new(), corrections: vec![correction], log_entry };
    let store = Arc::clone(&fixture.store);
    let edit = tokio::spawn(async move {
        store.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_correction(&commit)).await
    });
    rivals.until(WAITING).await;
    other.batch(&format!("UPDATE candidate_state SET hold = NULL WHERE id = {}", line.id.0)).unwrap();
    other.batch("COMMIT").unwrap();

    edit.await.unwrap().unwrap();
    rivals.until(DEADLOCKS).await;
    assert_eq!(
        (rivals.column("version", &line), rivals.column("status", &line)),
        ("2".to_owned(), "error".to_owned())
    );
    assert_eq!(rivals.column("hold", &sibling), sibling_of(&line));
}

/// Another transaction locks rows in the opposite order, never checks for deadlocks, and changes a candidate. The
/// transaction of the store is aborted and repeated.
#[tokio::test(flavor = "multi_thread")]
async fn deadlock_victim_is_reported_as_stale_candidates() {
    let copy = TemplateDatabase::migrated().copy();
    let address = copy.address.clone();
    let opener = move || Arc::new(SqlStore::<Postgres>::open(&address, super::options()).unwrap()) as Arc<_>;
    let fixture = Fixture::new(Box::new(opener)).await;
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    let (first, last) = (candidates[0].id.0, candidates[1].id.0);
    let change = |id: i64| format!("UPDATE candidate_state SET version = version + 1 WHERE id = {id}");

    let other = BlockingConnection::connect(&copy.address).unwrap();
    other.batch(&format!("SET deadlock_timeout = '10min'; BEGIN; {}", change(last))).unwrap();
    let run = fixture.running(OrgScope::All).await;
    let chunk = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
    let store = Arc::clone(&fixture.store);
    let commit = tokio::spawn(async move {
        store.write(WriteMode::Shared, chunk.row_count(), move |tx| tx.commit_chunk(&chunk)).await
    });
    let watch = BlockingConnection::connect(&copy.address).unwrap();
    let waiting = "SELECT count(*)::text FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while watch.figure(waiting).unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    other.batch(&change(first)).unwrap();
    other.batch("COMMIT").unwrap();

    let deadlocks = "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()";
    let outcome = commit.await.unwrap().unwrap();
    assert_eq!((outcome.counts.orders, outcome.counts.processed, outcome.counts.failed), (0, 0, 0));
    assert_eq!(outcome.stale, [candidates[0].id, candidates[1].id]);
    // the server updates its statistics some time after a transaction
    while watch.figure(deadlocks).unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
