//! The stream of live events: visible events of each listener, their rate, and the end of the stream.

use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_app::{Credential, LiveEvent, MAX_LISTENERS, MAX_LISTENERS_PER_CALLER, token};
use orderdock_domain::access::{OrgScope, Role, Scope};
use orderdock_domain::candidate::Releases;
use orderdock_domain::ids::InstanceId;
use orderdock_domain::processing::{Run, RunCounts, RunKind, RunState, RunTrigger};
use orderdock_store::{FencingToken, RunRecord, Store, WriteMode, WriteTransaction};
use orderdock_testkit::{CANDIDATES, TestApp, candidate, operator, send};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

const EVENTS: &str = "/api/events";
const LONG: Duration = Duration::from_mins(2);

/// An event stream, read as a browser does.
struct Stream {
    response: Response,
    text: String,
}

impl Stream {
    async fn open(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        let mut stream = Self { response, text: String::new() };
        let hello = stream.next().await.unwrap();
        assert_eq!(hello, ("hello".to_owned(), json!({ "version": env!("CARGO_PKG_VERSION") })));
        stream
    }

    async fn by_token(app: &TestApp, token: &str) -> Self {
        Self::open(app.request(Method::GET, EVENTS).header("Authorization", token)).await
    }

    /// Returns the name and data of the next event; `None` if the stream ends.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let line = |name| event.lines().find_map(|line| line.strip_prefix(name));
                let Some(name) = line("event: ") else { continue };
                return Some((name.to_owned(), serde_json::from_str(line("data: ").unwrap()).unwrap()));
            }
            let piece = timeout(LONG, self.response.chunk()).await.unwrap().unwrap()?;
            self.text.push_str(std::str::from_utf8(&piece).unwrap());
        }
    }

    /// Returns the next event about a run.
    async fn run(&mut self) -> Value {
        loop {
            let (name, data) = self.next().await.unwrap();
            if name == "run" {
                return data;
            }
        }
    }

    /// Returns the events that arrive within a time.
    async fn within(&mut self, time: Duration) -> Vec<(String, Value)> {
        let (end, mut events) = (Instant::now() + time, Vec::new());
        while let Ok(event) = tokio::time::timeout_at(end, self.next()).await {
            events.push(event.unwrap());
        }
        events
    }

    async fn ends(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// Stores a queued run as another process would.
async fn queued_run(app: &TestApp, store: &dyn Store, organisations: OrgScope) -> RunRecord {
    let id = store.write(WriteMode::Ids, 1, |tx| tx.reserve_ids(1)).await.unwrap().next().unwrap();
    let run = Run {
        id,
        kind: RunKind::Process,
        undoes: None,
        trigger: RunTrigger::Call,
        state: RunState::Queued,
        actor: "Anna".to_owned(),
        release: Releases::NONE,
        queued_at: app.services.now(),
        started_at: None,
        finished_at: None,
        total: 12,
        added: 0,
        counts: RunCounts::default(),
    };
    let record = RunRecord {
        fence: FencingToken(run.id.0),
        run,
        organisations,
        stop_requested: false,
        undone_by: None,
    };
    create_run(store, &record).await;
    record
}

async fn create_run(store: &dyn Store, record: &RunRecord) {
    let record = record.clone();
    let create = move |tx: &dyn WriteTransaction| tx.create_run(&record, InstanceId(1), None, None);
    store.write(WriteMode::Shared, 2, create).await.unwrap();
}

async fn resume_run(store: &dyn Store, record: &RunRecord, starts: Option<Timestamp>) {
    let (run, fence) = (record.run.id, record.fence);
    store.write(WriteMode::Shared, 1, move |tx| tx.resume_run(run, starts, fence)).await.unwrap();
}

async fn finish_run(store: &dyn Store, record: &RunRecord, state: RunState, now: Timestamp) {
    let (run, fence) = (record.run.id, record.fence);
    store.write(WriteMode::Shared, 1, move |tx| tx.finish_run(run, fence, state, now)).await.unwrap();
}

#[tokio::test]
async fn stream_is_not_buffered() {
    let app = TestApp::start().await;
    let request = app.request(Method::GET, EVENTS).header("Authorization", &app.admin);
    let stream = Stream::open(request.header("Accept-Encoding", "gzip, zstd")).await;
    let header = |name: &str| stream.response.headers().get(name).map(|value| value.to_str().unwrap());
    assert_eq!(header("content-type"), Some("text/event-stream"));
    assert_eq!(header("cache-control"), Some("no-store"));
    assert_eq!(header("x-accel-buffering"), Some("no"));
    assert_eq!(header("content-encoding"), None);
}

#[tokio::test]
async fn commits_of_all_processes_are_sent_once_a_second() {
    let app = TestApp::start().await;
    let mut stream = Stream::by_token(&app, &app.admin).await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    assert_eq!(stream.next().await.unwrap(), ("changed".to_owned(), json!({})));
    app.database.open().write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().0, "changed");

    let started = Instant::now();
    let mut updates = Vec::new();
    for line in 2..32 {
        app.import(candidate("H", &line.to_string(), json!({})).to_string()).await;
        updates.extend(stream.within(Duration::from_millis(100)).await);
    }
    // events can be late on a busy machine, and commits of other tests on the same server also send some
    while updates.len() < 2 {
        updates.extend(stream.within(Duration::from_millis(2_500)).await);
        assert!(started.elapsed() < LONG, "no update: {updates:?}");
    }
    let sent_for = started.elapsed();
    let maximum = usize::try_from(sent_for.as_secs()).unwrap() + 1;
    assert!((2..=maximum).contains(&updates.len()), "{} in {sent_for:?}", updates.len());
}

#[tokio::test]
async fn run_events_are_sent_to_callers_with_access() {
    let app = TestApp::start().await;
    let store = app.database.open();
    let waiting = queued_run(&app, &*store, OrgScope::All).await;
    let id = waiting.run.id;
    let mut stream = Stream::by_token(&app, &app.admin).await;
    let other = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    let mut elsewhere = Stream::by_token(&app, &other).await;

    let update = stream.run().await;
    assert_eq!(
        (&update["id"], &update["state"], &update["actor"]),
        (&json!(id.0), &json!("queued"), &json!("Anna"))
    );
    resume_run(&*store, &waiting, Some(app.services.now())).await;
    assert_eq!(stream.run().await["state"], "running");
    resume_run(&*store, &waiting, None).await;
    let stop = move |tx: &dyn WriteTransaction| tx.stop_run(&OrgScope::All.write(), id, None);
    store.write(WriteMode::Shared, 2, stop).await.unwrap();
    let update = stream.run().await;
    assert_eq!((&update["state"], &update["stopRequested"]), (&json!("running"), &json!(true)));
    finish_run(&*store, &waiting, RunState::Stopped, app.services.now()).await;
    let update = stream.run().await;
    assert_eq!(
        (&update["state"], &update["finishedAt"]),
        (&json!("stopped"), &json!("2026-11-20T12:00:00Z"))
    );
    store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
    let after = stream.within(Duration::from_secs(2)).await;
    assert!(after.iter().all(|(name, _)| name == "changed"), "an end is sent once: {after:?}");
    let mut received = vec![elsewhere.next().await.unwrap()];
    received.extend(elsewhere.within(Duration::from_secs(1)).await);
    assert!(
        received.iter().all(|(name, _)| name == "changed"),
        "event of another organisation: {received:?}"
    );
}

#[tokio::test]
async fn short_run_is_sent_and_discarded_run_ends() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    app.clock.advance(SignedDuration::from_mins(10));
    let mut stream = Stream::by_token(&app, &app.admin).await;
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let done = send(request.header("Prefer", "wait=10")).await.json();
    assert_eq!(done["state"], "done", "{done}");
    loop {
        let update = stream.run().await;
        if update["finishedAt"].is_string() {
            assert_eq!(update, done);
            break;
        }
    }
    let store = app.database.open();
    let mut empty = queued_run(&app, &*store, OrgScope::All).await;
    assert_eq!(stream.run().await["state"], "queued");
    finish_run(&*store, &empty, RunState::Done, app.services.now()).await;
    assert_eq!(stream.run().await["state"], "done");
    // a scheduled run that changed nothing
    empty.run.trigger = RunTrigger::Schedule;
    empty.run.id = store.write(WriteMode::Ids, 1, |tx| tx.reserve_ids(1)).await.unwrap().next().unwrap();
    empty.fence = FencingToken(empty.run.id.0);
    create_run(&*store, &empty).await;
    assert_eq!(stream.run().await["state"], "queued");
    finish_run(&*store, &empty, RunState::Done, app.services.now()).await;
    let id = empty.run.id;
    assert_eq!(store.read(move |tx| tx.run(&OrgScope::All.write(), id)).await.unwrap(), None);
    let update = stream.run().await;
    assert_eq!((&update["id"], &update["state"]), (&json!(empty.run.id.0), &json!("done")));
    assert!(update["finishedAt"].is_string(), "{update}");
}

#[tokio::test]
async fn end_of_run_is_sent_even_if_late() {
    let app = TestApp::start().await;
    let store = app.database.open();
    for state in [RunState::Failed, RunState::Stopped, RunState::Done] {
        let record = queued_run(&app, &*store, OrgScope::All).await;
        let run = record.run.id;
        let mut stream = Stream::by_token(&app, &app.admin).await;
        assert_eq!(stream.run().await["state"], "queued");
        // its end was recorded before the listener connected, but is committed only now
        let ended = app.services.now() - SignedDuration::from_mins(2);
        finish_run(&*store, &record, state, ended).await;
        let update = stream.run().await;
        assert_eq!((&update["id"], &update["state"]), (&json!(run.0), &json!(state.as_str())));
        assert_eq!(update["finishedAt"], json!(ended.to_string()));
        store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
        let after = stream.within(Duration::from_secs(2)).await;
        assert!(after.iter().all(|(name, _)| name == "changed"), "an end is sent once: {after:?}");
    }
}

#[tokio::test]
async fn stream_ends_with_its_credential() {
    let app = TestApp::start().await;
    app.create_user("Anna", Role::Clerk, &[]).await;
    let open = async |session: &orderdock_testkit::BrowserSession| {
        Stream::open(session.with(app.request(Method::GET, EVENTS))).await
    };
    let (first, second) = (app.sign_in("Anna").await, app.sign_in("Anna").await);
    let (mut signed_out, mut left) = (open(&first).await, open(&second).await);
    let mut by_token = Stream::by_token(&app, &app.token(&[Scope::CandidatesRead]).await).await;
    assert_eq!(send(first.writing(app.request(Method::DELETE, "/api/session"))).await.status, 204);
    signed_out.ends().await;
    let tokens = app.services.access.tokens(&operator(&app.services)).await.unwrap();
    app.services.access.revoke_token(&operator(&app.services), tokens.last().unwrap().id).await.unwrap();
    app.clock.advance(SignedDuration::from_secs(1));
    by_token.ends().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    while left.next().await.unwrap().0 != "changed" {}
    // listening does not extend the session
    app.clock.advance(SignedDuration::from_hours(12));
    left.ends().await;
}

#[tokio::test]
async fn streams_end_on_shutdown() {
    let app = TestApp::start().await;
    let mut stream = Stream::by_token(&app, &app.admin).await;
    app.services.events.close_listeners();
    stream.ends().await;
}

#[tokio::test]
async fn runs_are_polled_once_for_all_streams() {
    let app = TestApp::start().await;
    let credential = Credential::Token(token::parse(&app.admin).unwrap());
    let mut listeners = Vec::new();
    for _ in 0..MAX_LISTENERS {
        listeners
            .push(app.services.events.listen(&operator(&app.services), credential.clone()).await.unwrap());
    }
    let looks = || app.services.metrics.run_looks.load(Ordering::Relaxed);
    let store = app.database.open();
    let record = queued_run(&app, &*store, OrgScope::All).await;
    let run = record.run.id;
    for state in [RunState::Queued, RunState::Done] {
        if state == RunState::Done {
            finish_run(&*store, &record, state, app.services.now()).await;
        }
        for listener in &mut listeners {
            let update = loop {
                if let LiveEvent::Run(update) = timeout(LONG, listener.next()).await.unwrap().unwrap() {
                    break update;
                }
            };
            assert_eq!((update.run.id, update.run.state), (run, state));
        }
    }
    // one at the first listener, one after each commit, and some for commits of the service itself
    assert!((3..10).contains(&looks()), "{} looks for {MAX_LISTENERS} listeners", looks());
}

#[tokio::test]
async fn streams_above_limit_are_rejected() {
    let app = TestApp::start().await;
    let credential = Credential::Token(token::parse(&app.admin).unwrap());
    let mut listeners = Vec::new();
    for _ in 1..MAX_LISTENERS {
        listeners
            .push(app.services.events.listen(&operator(&app.services), credential.clone()).await.unwrap());
    }
    let last = Stream::by_token(&app, &app.admin).await;
    let rejected = app.get(&app.admin, EVENTS).await;
    assert_eq!(rejected.status, 503, "{}", rejected.text);
    assert_eq!((rejected.header("retry-after"), &rejected.json()["retryable"]), ("1", &json!(true)));
    assert_eq!(app.get(&app.admin, CANDIDATES).await.status, 200, "nothing else is held up");
    drop(last);
    // the slot is free when the server has noticed the disconnect
    let started = Instant::now();
    while app.get(&app.admin, EVENTS).await.status == 503 {
        assert!(started.elapsed() < LONG);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn caller_cannot_use_all_streams() {
    let app = TestApp::start().await;
    app.create_user("Anna", Role::Clerk, &[]).await;
    app.create_user("Berta", Role::Clerk, &[]).await;
    let (first, second, other) =
        (app.sign_in("Anna").await, app.sign_in("Anna").await, app.sign_in("Berta").await);
    let open_stream = async |session: &orderdock_testkit::BrowserSession| {
        session.with(app.request(Method::GET, EVENTS)).send().await.unwrap()
    };
    let mut open = Vec::new();
    for session in [&first, &second].into_iter().cycle().take(MAX_LISTENERS_PER_CALLER) {
        let stream = open_stream(session).await;
        assert_eq!(stream.status(), 200);
        open.push(stream);
    }
    for session in [&first, &second] {
        let rejected = open_stream(session).await;
        assert_eq!(
            (rejected.status().as_u16(), &rejected.headers()["retry-after"]),
            (503, &"1".parse().unwrap())
        );
    }
    assert_eq!(open_stream(&other).await.status(), 200);
    let token = app.token(&[Scope::CandidatesRead]).await;
    for _ in 0..MAX_LISTENERS_PER_CALLER {
        open.push(app.request(Method::GET, EVENTS).header("Authorization", &token).send().await.unwrap());
    }
    assert!(open.iter().all(|stream| stream.status() == 200));
    assert_eq!(app.get(&token, EVENTS).await.status, 503);
    open.clear();
    // the slots are free when the server has noticed the disconnects
    let started = Instant::now();
    while open_stream(&first).await.status() == 503 {
        assert!(started.elapsed() < LONG);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
