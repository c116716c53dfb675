//! Two instances on one database: the first fails in different ways, and the second takes over its work within a time
//! limit.

use crate::{
    pgbouncer,
    postgres_cluster::Cluster,
    postgres_faults::demo,
    proxy::Proxy,
    running::{self, Server, printed, status_and_body},
};
use orderdock_store_postgres::BlockingConnection;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub const BULK: &str = "/api/sales/order/candidates/bulk";
pub const ROWS: usize = 4_000;
/// Timeout of an expected state, long enough for a busy machine.
pub const LIMIT: Duration = Duration::from_mins(2);
/// Leases of the scheduler, of maintenance, of event delivery and of unresolved references.
const LEASES: i64 = 4;
/// Query for the number of leases of registered instances.
const LEADERS: &str = "SELECT count(*) FROM lease JOIN instance ON instance.id = lease.holder";
/// Maximum time between the last heartbeat of an instance and its takeover, in microseconds.
const SOON: i64 = 8_000_000;
/// Maximum interval of punctual heartbeats in microseconds: one every two seconds, checked every half second.
const IN_TIME: i64 = 2_500_000;
/// Tables that runs and imports write. A resumed instance may write others: heartbeats and the log of rejected requests.
const WRITTEN: [&str; 10] = [
    "candidate_row",
    "candidate_state",
    "candidate_identity",
    "candidate_content",
    "candidate_history",
    "run",
    "run_result",
    "sales_order",
    "allocation",
    "attachment",
];

/// Two instances on a database: the first leads, and reaches the database through a proxy.
pub struct Pair {
    pub cluster: Cluster,
    pub proxy: Proxy,
    pub first: Server,
    pub second: Server,
    pub token: String,
    pub folder: tempfile::TempDir,
}

impl Pair {
    pub async fn begin() -> Self {
        Self::reached_by(|cluster, proxy| [through(proxy), cluster.url("orders")]).await
    }

    /// Starts a pair that connects through PgBouncer.
    pub async fn behind_a_pooler() -> Self {
        Self::reached_by(|cluster, _| {
            let port = pgbouncer::before("postgres", "127.0.0.1", &cluster.port.to_string());
            let url = format!("postgres://pooled@127.0.0.1:{port}/orders?pooler=transaction");
            [url.clone(), url]
        })
        .await
    }

    async fn reached_by(urls: impl Fn(&Cluster, &Proxy) -> [String; 2]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // the transaction of a lease determines when it was acquired
        let cluster = Cluster::start(&["track_commit_timestamp=on"]);
        cluster.connect("postgres").batch("CREATE DATABASE orders").unwrap();
        let (server, token) = demo(folder.path(), &cluster.url("orders"), &[]);
        assert!(server.stop().status.success());
        let off = "INSERT INTO schedule (org_id, active, cron) SELECT id, false, '* * * * *' FROM organisation \
                   WHERE id <> 0 ON CONFLICT (org_id) DO UPDATE SET active = false";
        let connection = cluster.connect("orders");
        connection.batch(off).unwrap();
        let proxy = Proxy::start_for(cluster.port);
        let [url, other_url] = urls(&cluster, &proxy);
        let first = serve(&folder, &url);
        until("the first one leads", || connection.figure(LEADERS).unwrap() == LEASES).await;
        let second = serve(&folder, &other_url);
        until("there are two", || connection.figure("SELECT count(*) FROM instance").unwrap() == 2).await;
        Self { cluster, proxy, first, second, token, folder }
    }

    /// Starts another instance in place of the first one.
    pub fn restart_first(&mut self) {
        self.first = serve(&self.folder, &through(&self.proxy));
    }

    pub fn connect(&self) -> BlockingConnection {
        self.cluster.connect("orders")
    }

    /// Returns a request that imports candidates at an instance.
    pub fn bringing(&self, server: &Server, name: &str, rows: usize) -> RequestBuilder {
        let rows: Vec<_> = (0..rows).map(|line| row(name, line)).collect();
        server.post(BULK, &json!({ "requests": rows })).header("Authorization", &self.token)
    }

    /// Imports candidates at the first instance in the background.
    pub fn import_header(&self, name: &str, rows: usize) -> tokio::task::JoinHandle<Option<u16>> {
        let sent = self.bringing(&self.first, name, rows).send();
        tokio::spawn(async move { sent.await.ok().map(|response| response.status().as_u16()) })
    }

    /// Starts a run at the first instance that raises quantities, and returns its id.
    pub async fn start_edit(&self, name: &str) -> i64 {
        let edit = json!({"selection": {"filter": {"externalHeaderId": name}}, "changes": {"qty": {"changeBy": "+1"}}});
        let request = self.first.post("/api/sales/order/candidates/edit", &edit);
        let (status, run) = status_and_body(request.header("Authorization", &self.token).send().await).await;
        assert_eq!(status, 202, "{run}");
        run["id"].as_i64().unwrap()
    }

    /// Asserts that the second instance takes over all leases, deletes the claims of the first one and completes its
    /// run, within the time limit.
    pub async fn taken_over(&self, how: &str, run: Option<i64>) {
        let taking = Taking::watched(self, run).await;
        taking.print(how);
        let Some(run) = run else { return };
        let connection = self.connect();
        let state =
            format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'done' AND processed = {ROWS}");
        until("the run is through", || connection.figure(&state).unwrap() == 1).await;
        self.each_is_raised_once(run);
    }

    fn each_is_raised_once(&self, run: i64) {
        let figure = |sql: &str| self.connect().figure(sql).unwrap();
        let all = i64::try_from(ROWS).unwrap();
        let raised =
            "SELECT count(*) FROM candidate WHERE external_header_id = 'H' AND version = 2 AND qty = 6";
        assert_eq!(figure(raised), all, "each once");
        assert_eq!(figure("SELECT count(*) FROM candidate WHERE external_header_id = 'H'"), all);
        let history = "SELECT count(*) FROM candidate_history h JOIN candidate c ON c.id = h.candidate_id \
                    WHERE c.external_header_id = 'H' AND h.version = 2";
        assert_eq!(figure(history), all, "one entry per candidate");
        assert_eq!(figure(&format!("SELECT count(*) FROM run_result WHERE run_id = {run}")), all);
    }

    pub fn signal(&self, signal: &str) {
        running::signal(self.first.process_id(), signal);
    }

    /// Returns the application name of the connections of the first instance.
    pub fn session(&self) -> String {
        let row = self.row_of(&self.first);
        self.connect().text(&format!("SELECT session FROM instance WHERE id = {row}")).unwrap()
    }

    /// Returns the id of the row of an instance.
    fn row_of(&self, server: &Server) -> i64 {
        let named = format!("SELECT id FROM instance WHERE name LIKE '%/{}'", server.process_id());
        self.connect().figure(&named).unwrap()
    }

    /// Stops the first instance when one of its connections is in a state.
    pub async fn stop_where(&self, state: &str) {
        let (connection, session) = (self.connect(), self.session());
        let held =
            format!("SELECT count(*) FROM pg_stat_activity WHERE application_name = '{session}' AND {state}");
        let started = Instant::now();
        loop {
            self.signal("-STOP");
            // requests that were sent before may still be processed
            tokio::time::sleep(Duration::from_millis(30)).await;
            if connection.figure(&held).unwrap() > 0 {
                return;
            }
            self.signal("-CONT");
            assert!(started.elapsed() < LIMIT, "it was never met so: {state}");
            tokio::time::sleep(Duration::from_millis(7)).await;
        }
    }

    /// Returns the number of rows and the last writer of each table.
    fn written(&self) -> Vec<String> {
        let of = |table| {
            format!(
                "SELECT '{table} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) FROM {table}"
            )
        };
        self.connect().texts(&WRITTEN.map(of).join(" UNION ALL ")).unwrap()
    }

    /// Resumes the first instance and asserts that it writes nothing more of its previous work and registers again.
    pub async fn comes_back(&self, run: Option<i64>, lift: impl FnOnce()) {
        let written = self.written();
        lift();
        let (connection, named) = (self.connect(), self.first.process_id());
        let started = format!("SELECT count(*) FROM instance WHERE name LIKE '%/{named}'");
        until("it re-registers", || connection.figure(&started).unwrap() == 1).await;
        if let Some(run) = run {
            // the resumed instance aborts its run, because another instance has taken the run over
            tokio::time::timeout(LIMIT, self.first.logged("run failed")).await.unwrap();
            self.each_is_raised_once(run);
        }
        let shown = self.first.get("/api/instances").header("Authorization", &self.token);
        let (status, shown) = status_and_body(shown.send().await).await;
        assert_eq!(status, 200, "{shown}");
        let roles = |instance: &Value| (instance["leads"].clone(), instance["answers"].clone());
        let found: Vec<_> = shown["items"].as_array().unwrap().iter().map(roles).collect();
        assert_eq!(found, [(json!(true), json!(false)), (json!(false), json!(true))]);
        assert_eq!(self.written(), written, "nothing of its interrupted work is written");
        self.processes_new_work().await;
        self.nothing_is_wrong();
    }

    /// Asserts that the resumed instance processes new work with a new fencing token.
    async fn processes_new_work(&self) {
        let connection = self.connect();
        let fences = "SELECT max(fence) FROM (SELECT fence FROM run UNION ALL SELECT fence FROM lease) f";
        let before = connection.figure(fences).unwrap();
        assert_eq!(self.import_header("N", 3).await.unwrap(), Some(201));
        let run = self.start_edit("N").await;
        let done = format!("SELECT count(*) FROM run WHERE id = {run} AND state = 'done' AND processed = 3");
        until("its run is through", || connection.figure(&done).unwrap() == 1).await;
        let own = self.row_of(&self.first);
        let own =
            format!("SELECT count(*) FROM run WHERE id = {run} AND fence > {before} AND instance_id = {own}");
        assert_eq!(connection.figure(&own).unwrap(), 1);
    }

    /// Asserts that the doctor reports no differences.
    pub fn nothing_is_wrong(&self) {
        let url = self.cluster.url("orders");
        let found = printed(self.folder.path(), &["doctor", "--data-dir", "d", "--database", &url]);
        assert!(!found.contains("error  "), "{found}");
    }
}

fn through(proxy: &Proxy) -> String {
    format!("postgres://postgres@127.0.0.1:{}/orders", proxy.port)
}

/// An instance on a database, with the folder that both share.
pub fn serve(folder: &tempfile::TempDir, url: &str) -> Server {
    let shared = ["--data-dir", "d", "--attachments-shared", "--webhooks-allow-private"];
    Server::start(folder.path(), &[&["serve"], &shared[..], &["--database", url]].concat())
}

pub fn row(name: &str, line: usize) -> Value {
    let mut row: Value = serde_json::from_str(include_str!("../../demo/en/first-candidate.json")).unwrap();
    row["externalHeaderId"] = name.into();
    row["externalLineId"] = line.to_string().into();
    row["qty"] = 5.into();
    row
}

pub async fn until(condition: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < LIMIT, "timeout: {condition}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// State of both instances at one time; times are microseconds of the database clock.
struct Look {
    at: i64,
    /// Last heartbeat of the first instance; `None` once its row is deleted.
    heartbeat: Option<i64>,
    /// Last heartbeat of the second instance, and the start of its punctual heartbeats.
    other_heartbeat: i64,
    watches: i64,
    /// Time at which the second instance had acquired all leases.
    leads: Option<i64>,
    /// Time at which the second instance took over the run.
    runs: Option<i64>,
    /// Number of claims of the first instance that are still valid.
    claims: i64,
}

impl Look {
    /// Returns the query that reads the state of both instances as lines of numbers.
    fn question(first: i64, second: i64, run: i64) -> String {
        let micros = |time: &str| format!("(extract(epoch FROM {time}) * 1000000)::bigint");
        let (now, signed, watching) =
            (micros("clock_timestamp()"), micros("signed_at"), micros("watching_since"));
        let taken = micros("pg_xact_commit_timestamp(xmin)");
        format!(
            "SELECT concat_ws(' ', {now}, coalesce((SELECT {signed} FROM instance WHERE id = {first}), 0), \
             (SELECT {signed} FROM instance WHERE id = {second}), \
             (SELECT {watching} FROM instance WHERE id = {second}), \
             coalesce((SELECT max({taken}) FROM lease WHERE holder = {second} HAVING count(*) = {LEASES}), 0), \
             coalesce((SELECT {taken} FROM run WHERE id = {run} AND instance_id = {second}), 0), \
             (SELECT count(*) FROM attachment_content WHERE claimed_by = {first} AND NOT doomed \
             AND claimed_until > clock_timestamp()))"
        )
    }

    fn read(line: &str) -> Self {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let [at, heartbeat, other_heartbeat, watches, leads, runs, claims] = numbers[..] else {
            panic!("{line}")
        };
        let some = |number: i64| (number > 0).then_some(number);
        let (heartbeat, leads, runs) = (some(heartbeat), some(leads), some(runs));
        Self { at, heartbeat, other_heartbeat, watches, leads, runs, claims }
    }
}

/// Takeover of the first instance by the second; times are microseconds of the database clock.
struct Taking {
    last_heartbeat: i64,
    /// Start of the punctual heartbeats that the second instance needs before it declares others lost, so that its own
    /// delay does not count.
    watches: i64,
    buried: i64,
    leads: i64,
    runs: Option<i64>,
    /// Heartbeats of the second instance.
    heartbeats: Vec<i64>,
}

impl Taking {
    /// Observes the takeover, from the existing row of the first instance until the second has taken over everything.
    async fn watched(pair: &Pair, run: Option<i64>) -> Self {
        let connection = pair.connect();
        let question =
            Look::question(pair.row_of(&pair.first), pair.row_of(&pair.second), run.unwrap_or_default());
        let (mut last_heartbeat, mut buried, mut heartbeats) = (None, None, Vec::new());
        let started = Instant::now();
        loop {
            let look = Look::read(&connection.text(&question).unwrap());
            if heartbeats.last() != Some(&look.other_heartbeat) {
                heartbeats.push(look.other_heartbeat);
            }
            match look.heartbeat {
                Some(heartbeat) => last_heartbeat = Some(heartbeat),
                // the claims are deleted with the row, in one transaction
                None => assert_eq!(look.claims, 0, "claims of one that is buried"),
            }
            if look.heartbeat.is_none() && buried.is_none() {
                buried = Some((look.at, look.watches));
            }
            let runs_on = run.is_none() || look.runs.is_some();
            if let (Some((buried, watches)), Some(leads), true) = (buried, look.leads, runs_on) {
                let last_heartbeat = last_heartbeat.unwrap();
                return Self { last_heartbeat, watches, buried, leads, runs: look.runs, heartbeats };
            }
            assert!(started.elapsed() < LIMIT, "it is not taken over");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Prints the takeover time and asserts its limit.
    ///
    /// The limit is eight seconds plus the delay of the survivor's own heartbeats on a busy machine. A survivor that missed
    /// two heartbeats must send heartbeats for six seconds before a takeover; the time starts there.
    fn print(&self, how: &str) {
        let since = self.last_heartbeat.max(self.watches);
        let taken = self.leads.max(self.runs.unwrap_or_default());
        let late = total_delay(&self.heartbeats, taken);
        let seconds = |time: i64| {
            format!("{:.2} s", Duration::from_micros((time - since).unsigned_abs()).as_secs_f64())
        };
        eprintln!(
            "{how}: from the last sign of life to its burial {}, to all leases {}, to its run {}; signs came late by {late} µs, \
             watching began {} after it",
            seconds(self.buried),
            seconds(self.leads),
            self.runs.map_or_else(|| "–".to_owned(), seconds),
            Duration::from_micros((since - self.last_heartbeat).unsigned_abs()).as_secs_f64(),
        );
        assert!(
            taken - since <= SOON + late,
            "{how}: it took {}, and signs came late by {late} µs",
            seconds(taken)
        );
    }
}

/// Returns the total delay of the heartbeats, including the next one, which is not earlier than `end`.
fn total_delay(heartbeats: &[i64], end: i64) -> i64 {
    let points: Vec<i64> =
        heartbeats.iter().copied().filter(|heartbeat| *heartbeat < end).chain([end]).collect();
    points.windows(2).map(|pair| (pair[1] - pair[0] - IN_TIME).max(0)).sum()
}

#[test]
fn events_after_two_and_a_half_seconds_are_late() {
    let second = 1_000_000;
    for (heartbeats, end, expected) in [
        (&[0, 2, 4, 6][..], 7, 0),
        (&[0, 2, 5], 6, second / 2),
        (&[0, 2], 6, second * 3 / 2),
        (&[0, 4, 6], 3, second / 2),
    ] {
        let heartbeats: Vec<i64> = heartbeats.iter().map(|heartbeat| heartbeat * second).collect();
        assert_eq!(total_delay(&heartbeats, end * second), expected, "{heartbeats:?} {end}");
    }
}
