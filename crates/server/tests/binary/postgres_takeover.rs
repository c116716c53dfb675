//! An instance dies in four ways, and another one goes on with what it did.

use crate::{
    attachments::{create_header, upload},
    postgres_cluster::Cluster,
    postgres_faults::demo,
    proxy::{Fault, Proxy},
    running::{Server, answered},
};
use orderdock_store_postgres::Plain;
use serde_json::{Value, json};
use std::{
    process::Command,
    time::{Duration, Instant},
};

const ROWS: usize = 4_000;
/// However busy the machine is.
const LIMIT: Duration = Duration::from_mins(2);

/// Two instances on a database: the first leads, and reaches the database through a proxy.
pub struct Pair {
    cluster: Cluster,
    proxy: Proxy,
    pub first: Server,
    pub second: Server,
    pub token: String,
    folder: tempfile::TempDir,
}

impl Pair {
    pub async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cluster = Cluster::start(&[]);
        let inside = cluster.inside("postgres");
        inside.batch("CREATE DATABASE orders").unwrap();
        let url = cluster.url("orders");
        let (server, token) = demo(folder.path(), &url, &[]);
        assert!(server.stop().status.success());
        let off = "INSERT INTO schedule (org_id, active, cron) SELECT id, false, '* * * * *' FROM organisation \
                   WHERE id <> 0 ON CONFLICT (org_id) DO UPDATE SET active = false";
        cluster.inside("orders").batch(off).unwrap();
        let proxy = Proxy::before(cluster.port);
        let serve = |url: &str| {
            let command = [
                "serve",
                "--data-dir",
                "d",
                "--attachments-shared",
                "--webhooks-allow-private",
                "--database",
                url,
            ];
            Server::start(folder.path(), &command)
        };
        let first = serve(&format!("postgres://postgres@127.0.0.1:{}/orders", proxy.port));
        let inside = cluster.inside("orders");
        until("the first one leads", || inside.figure(LEADERS).unwrap() == LEASES).await;
        let second = serve(&url);
        until("there are two", || inside.figure("SELECT count(*) FROM instance").unwrap() == 2).await;
        Self { cluster, proxy, first, second, token, folder }
    }

    fn inside(&self) -> Plain {
        self.cluster.inside("orders")
    }

    /// Brings candidates to the first instance, and tells nobody how that ends.
    pub fn bring(&self, name: &str, rows: usize) -> tokio::task::JoinHandle<Option<u16>> {
        let rows: Vec<_> = (0..rows).map(|line| row(name, line)).collect();
        let request = self.first.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
        let sent = request.header("Authorization", &self.token).send();
        tokio::spawn(async move { sent.await.ok().map(|answer| answer.status().as_u16()) })
    }

    /// A run at the first instance that raises all quantities, when some are raised and others not.
    async fn raising(&self) -> i64 {
        let edit = json!({"selection": {"filter": {"externalHeaderId": "H"}}, "changes": {"qty": {"changeBy": "+1"}}});
        let request = self.first.post("/api/sales/order/candidates/edit", &edit);
        let (status, run) = answered(request.header("Authorization", &self.token).send().await).await;
        assert_eq!(status, 202, "{run}");
        let run = run["id"].as_i64().unwrap();
        let inside = self.inside();
        let processed = format!("SELECT processed FROM run WHERE id = {run}");
        until("the run works", || inside.figure(&processed).unwrap() > 0).await;
        assert!(
            inside.figure(&processed).unwrap() < i64::try_from(ROWS).unwrap(),
            "it was too fast for the test"
        );
        run
    }

    /// The second one leads, keeps house and goes on with the run, to its end.
    async fn taken_over(&self, how: &str, run: Option<i64>) {
        let begun = Instant::now();
        let inside = self.inside();
        until("the dead one is buried", || inside.figure("SELECT count(*) FROM instance").unwrap() == 1)
            .await;
        let buried = begun.elapsed();
        until("the second one leads", || inside.figure(LEADERS).unwrap() == LEASES).await;
        let leads = begun.elapsed();
        let mut goes_on = leads;
        if let Some(run) = run {
            let adopted = format!(
                "SELECT count(*) FROM run JOIN instance ON instance.id = run.instance_id WHERE run.id = {run}"
            );
            until("the run goes on", || inside.figure(&adopted).unwrap() == 1).await;
            goes_on = begun.elapsed();
            let state = format!(
                "SELECT count(*) FROM run WHERE id = {run} AND state = 'done' AND processed = {ROWS}"
            );
            until("the run is through", || inside.figure(&state).unwrap() == 1).await;
            let raised =
                "SELECT count(*) FROM candidate WHERE external_header_id = 'H' AND version = 2 AND qty = 6";
            assert_eq!(inside.figure(raised).unwrap(), i64::try_from(ROWS).unwrap(), "each once");
        }
        eprintln!("{how}: buried after {buried:?}, led after {leads:?}, its run goes on after {goes_on:?}");
    }

    fn signal(&self, signal: &str) {
        let process = self.first.process_id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
    }

    /// Stops the first one where one of its connections is in this state.
    async fn stop_where(&self, state: &str) {
        let inside = self.inside();
        let session = inside.text("SELECT session FROM instance ORDER BY id LIMIT 1").unwrap();
        let held =
            format!("SELECT count(*) FROM pg_stat_activity WHERE application_name = '{session}' AND {state}");
        let begun = Instant::now();
        loop {
            self.signal("-STOP");
            // what was sent already may still be at work
            tokio::time::sleep(Duration::from_millis(30)).await;
            if inside.figure(&held).unwrap() > 0 {
                return;
            }
            self.signal("-CONT");
            assert!(begun.elapsed() < LIMIT, "it was never met so: {state}");
            tokio::time::sleep(Duration::from_millis(7)).await;
        }
    }

    /// It wakes up, begins anew, and has written nothing more.
    async fn wakes_up(&self) {
        let inside = self.inside();
        let before = inside.figure("SELECT max(id) FROM instance").unwrap();
        self.signal("-CONT");
        until("it begins anew", || inside.figure("SELECT max(id) FROM instance").unwrap() > before).await;
        let shown = self.first.get("/api/instances").header("Authorization", &self.token);
        let (status, shown) = answered(shown.send().await).await;
        assert_eq!(status, 200, "{shown}");
        let told = |instance: &Value| (instance["leads"].clone(), instance["answers"].clone());
        let told: Vec<_> = shown["items"].as_array().unwrap().iter().map(told).collect();
        assert_eq!(told, [(json!(true), json!(false)), (json!(false), json!(true))]);
    }
}

/// Of who follows the schedules, who keeps house and who sends events.
const LEASES: i64 = 3;
/// How many of the leases somebody has who lives.
const LEADERS: &str = "SELECT count(*) FROM lease JOIN instance ON instance.id = lease.holder";

pub fn row(name: &str, line: usize) -> Value {
    let mut row: Value = serde_json::from_str(include_str!("../../demo/first-candidate.json")).unwrap();
    row["externalHeaderId"] = name.into();
    row["externalLineId"] = line.to_string().into();
    row["qty"] = 5.into();
    row
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LIMIT, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn one_that_is_killed_is_taken_over() {
    let mut pair = Pair::begin().await;
    assert_eq!(pair.bring("H", ROWS).await.unwrap(), Some(201));
    let run = pair.raising().await;
    pair.first.kill();
    pair.taken_over("killed", Some(run)).await;
}

/// What a schedule does is stored in nothing but the schedule: what is left undone is due, and the next one to lead does it.
#[tokio::test]
async fn a_schedule_whose_instance_is_killed_goes_on_at_the_other() {
    let mut pair = Pair::begin().await;
    assert_eq!(pair.bring("H", ROWS).await.unwrap(), Some(201));
    let inside = pair.inside();
    inside.batch("UPDATE schedule SET active = true").unwrap();
    let begun = "SELECT coalesce(max(id), 0) FROM run WHERE trigger = 'schedule' AND started_at IS NOT NULL";
    until("the schedule's run works", || inside.figure(begun).unwrap() > 0).await;
    let run = inside.figure(begun).unwrap();
    pair.first.kill();
    let ended = format!("SELECT count(*) FROM run WHERE id = {run} AND finished_at IS NOT NULL");
    assert_eq!(inside.figure(&ended).unwrap(), 0, "it was too fast for the test");
    pair.taken_over("killed in a run of the schedule", None).await;
    let left = "SELECT count(*) FROM candidate WHERE external_header_id = 'H' AND status <> 'processed'";
    until("all are in orders", || inside.figure(left).unwrap() == 0).await;
    let ordered = "SELECT count(*) FROM allocation a JOIN candidate c ON c.id = a.candidate_id WHERE c.external_header_id = 'H'";
    assert_eq!(inside.figure(ordered).unwrap(), i64::try_from(ROWS).unwrap(), "each once");
    let stopped = format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'stopped'");
    until("the dead one's run is told as stopped", || inside.figure(&stopped).unwrap() == 1).await;
}

#[tokio::test]
async fn one_that_is_stopped_between_statements_is_taken_over_and_wakes_up_harmless() {
    let pair = Pair::begin().await;
    assert_eq!(pair.bring("H", ROWS).await.unwrap(), Some(201));
    let run = pair.raising().await;
    pair.stop_where("state = 'idle in transaction'").await;
    pair.taken_over("stopped between statements", Some(run)).await;
    pair.wakes_up().await;
}

#[tokio::test]
async fn one_that_is_stopped_inside_copy_holds_up_nobody() {
    let pair = Pair::begin().await;
    let (inside, gate) = (pair.inside(), pair.inside());
    let session = inside.text("SELECT session FROM instance ORDER BY id LIMIT 1").unwrap();
    let copies = |waits: &str| {
        let sql = format!(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = '{session}' AND query LIKE 'COPY%' AND {waits}"
        );
        inside.figure(&sql).unwrap() > 0
    };
    // it is stopped before the server asks for the first row
    gate.batch("BEGIN; LOCK TABLE candidate_row IN SHARE MODE").unwrap();
    let sent = pair.bring("H", ROWS);
    until("its COPY waits for us", || copies("wait_event_type = 'Lock'")).await;
    pair.signal("-STOP");
    gate.batch("ROLLBACK").unwrap();
    until("the server waits for its rows", || copies("wait_event = 'ClientRead'")).await;
    let begun = Instant::now();
    let rows: Vec<_> = (0..ROWS).map(|line| row("H", line)).collect();
    let same = pair.second.post("/api/sales/order/candidates/bulk", &json!({ "requests": rows }));
    let same = tokio::spawn(same.header("Authorization", &pair.token).send());
    pair.taken_over("stopped inside COPY", None).await;
    let (status, answer) = answered(same.await.unwrap()).await;
    assert_eq!(status, 201, "{answer}");
    eprintln!("the same rows by the other instance: {:?}", begun.elapsed());
    pair.wakes_up().await;
    // its client is told one thing or the other; the rows are there once
    sent.await.unwrap();
    let there = "SELECT count(*) FROM candidate WHERE external_header_id = 'H'";
    assert_eq!(pair.inside().figure(there).unwrap(), i64::try_from(ROWS).unwrap());
}

#[tokio::test]
async fn one_that_is_cut_off_from_the_network_is_taken_over() {
    let pair = Pair::begin().await;
    assert_eq!(pair.bring("H", ROWS).await.unwrap(), Some(201));
    let run = pair.raising().await;
    pair.proxy.suffer(Fault::Silence);
    pair.taken_over("cut off", Some(run)).await;
}

/// Twice the same file: at one that is killed or paused while it comes in, and at the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_came_in_at_one_that_died_is_whole_at_the_other() {
    const MEBIBYTES: usize = 20;
    for signal in ["-KILL", "-STOP"] {
        let pair = Pair::begin().await;
        create_header(&pair.second, &pair.token).await;
        let slow = upload(&pair.first, &pair.token, MEBIBYTES, Duration::from_millis(100)).send();
        let slow = tokio::spawn(slow);
        let incoming = pair.folder.path().join("d/attachments/incoming");
        let comes_in = || std::fs::read_dir(&incoming).is_ok_and(|mut files| files.next().is_some());
        until("a part of the file is there", comes_in).await;
        assert!(!slow.is_finished(), "it was too fast for the test");
        pair.signal(signal);
        let quick = upload(&pair.second, &pair.token, MEBIBYTES, Duration::ZERO).send().await;
        let (status, attachment) = answered(quick).await;
        assert_eq!(status, 201, "{attachment}");
        pair.taken_over("in an upload", None).await;
        if signal == "-STOP" {
            pair.wakes_up().await;
        }
        match slow.await.unwrap() {
            // who sleeps and wakes up finds the same bytes there, or is told to send them again
            Ok(answer) => assert!([200, 503].contains(&answer.status().as_u16()), "{signal}: {answer:?}"),
            Err(_) => assert_eq!(signal, "-KILL"),
        }
        let inside = pair.inside();
        assert_eq!(inside.figure("SELECT count(*) FROM attachment").unwrap(), 1, "{signal}");
        let url = attachment["url"].as_str().unwrap();
        let whole = pair.second.get(url).header("Authorization", &pair.token).send().await.unwrap();
        assert_eq!(whole.status(), 200, "{signal}");
        assert_eq!(whole.bytes().await.unwrap().len(), MEBIBYTES << 20, "{signal}");
    }
}
