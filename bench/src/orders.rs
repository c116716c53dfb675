//! Candidates into orders: a run of the real use case on a real database, durable, against bare prepared inserts of
//! the rows that resulted: orders, lines, taxes, allocations, and the run's result for each candidate, which the run
//! has to show. Gathering, loading, planning and claiming the candidates, and drawing the numbers, are part of the run
//! and no part of the other side. The ratio for the orders alone, without results, stands beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use orderdock_api::Options as ApiOptions;
use orderdock_app::{
    Actor, App, AttachmentFiles, Clock, Gather, NewToken, OpContext, Randomness, RunCommand, RunTask,
};
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::candidate::Releases;
use orderdock_domain::processing::{RunCounts, RunTrigger};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::served::processor_time;
use crate::{Failure, bodies};

/// Candidates per transaction of the other side, as the run has.
const CANDIDATES_PER_COMMIT: usize = 5_000;
/// The tables of an order, and of what a run keeps, with the column that tells when it was made.
const TABLES: [(&str, &str); 5] = [
    ("sales_order", "id"),
    ("sales_order_line", "order_id"),
    ("sales_order_tax", "order_id"),
    ("allocation", "order_id"),
    ("run_result", "order_id"),
];
/// The tables of orders themselves.
const ORDERS: usize = 4;
const DEMO: [&str; 2] = [
    include_str!("../../crates/server/demo/1-settings.yaml"),
    include_str!("../../crates/server/demo/3-partners.yaml"),
];

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures both sides on fresh candidates.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Candidates of a round, in thousands.
    #[arg(long, default_value_t = 200)]
    thousands: usize,
    /// Lines of an order.
    #[arg(long, default_value_t = 4)]
    lines: usize,
    /// Business partners and products that the candidates refer to.
    #[arg(long, default_value_t = 500)]
    master_data: usize,
    /// Where the databases are made; default: the folder for temporary files.
    #[arg(long)]
    folder: Option<PathBuf>,
}

struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the wiring of the measurement")]
    fn now(&self) -> jiff::Timestamp {
        jiff::Timestamp::now()
    }
}

/// The token lives as long as the measurement.
struct NoRandomness;

impl Randomness for NoRandomness {
    fn token_bytes(&self) -> [u8; 48] {
        [7; 48]
    }
}

pub async fn measure(options: Options) -> Result<(), Failure> {
    let parent = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = tempfile::tempdir_in(parent)?;
    let bench = Bench::start(folder.path(), &options).await?;
    let mut next_order = 0;
    let (mut ratios, mut processor_ratios) = (Vec::new(), Vec::new());
    println!(
        "{} rounds of {},000 candidates, {} to an order",
        options.rounds, options.thousands, options.lines
    );
    for number in 1..=options.rounds {
        bench.import(&options, &mut next_order).await?;
        let started = Spent::now()?;
        let counts = bench.process().await?;
        let run = started.until_now()?;
        let copy = |name: &str| folder.path().join(format!("{name}-{number}.sqlite"));
        let rows = bare(&bench.database, &copy("bare"), &TABLES, counts)?;
        let orders = bare(&bench.database, &copy("orders"), &TABLES[..ORDERS], counts)?;
        let ratio = |bare: &Spent| bare.time.as_secs_f64() / run.time.as_secs_f64();
        println!(
            "round {number}: {} candidates into {} orders: run {}, bare {}, ratio {:.2} (orders alone {:.2})",
            counts.processed,
            counts.orders,
            run.of(counts),
            rows.of(counts),
            ratio(&rows),
            ratio(&orders),
        );
        ratios.push(ratio(&rows));
        processor_ratios.push(rows.processor.as_secs_f64() / run.processor.as_secs_f64());
    }
    println!("ratio bare / run: time {:.2}, processor time {:.2}", median(ratios), median(processor_ratios));
    Ok(())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

/// Time by the clock, and by the processors: where a machine is shared, the latter tells more.
struct Spent {
    time: Duration,
    processor: Duration,
}

struct Started {
    time: Instant,
    processor: Duration,
}

impl Spent {
    fn now() -> Result<Started, Failure> {
        Ok(Started { time: Instant::now(), processor: processor_time(std::process::id())? })
    }

    fn of(&self, counts: RunCounts) -> String {
        #[expect(clippy::cast_precision_loss, reason = "figures for reading, not amounts")]
        let candidates = counts.processed as f64;
        let rate = candidates / self.time.as_secs_f64();
        format!("{rate:.0}/s ({:.1} µs of processor each)", self.processor.as_secs_f64() * 1e6 / candidates)
    }
}

impl Started {
    fn until_now(&self) -> Result<Spent, Failure> {
        let processor = processor_time(std::process::id())?.saturating_sub(self.processor);
        Ok(Spent { time: self.time.elapsed(), processor })
    }
}

struct Bench {
    app: Arc<App>,
    database: PathBuf,
    url: String,
    token: String,
    http: reqwest::Client,
}

impl Bench {
    async fn start(folder: &Path, options: &Options) -> Result<Self, Failure> {
        let database = folder.join("orderdock.sqlite");
        let store = Arc::new(SqliteStore::open(&database, SqliteOptions::default())?);
        let files = AttachmentFiles::local(&folder.join("attachments")).map_err(|_| "attachments")?;
        let app = App::new(store, files, Arc::new(SystemClock), Arc::new(NoRandomness));
        let operator = operator(&app);
        let own = bodies::master_data(options.master_data);
        for document in DEMO.into_iter().chain([own.as_str()]) {
            app.load_masterdata(&operator, document)
                .await
                .map_err(|failure| failure.lines("bench").join("\n"))?;
        }
        let new = NewToken {
            name: "bench".into(),
            scopes: vec![Scope::Admin],
            organisations: Vec::new(),
            default_organisation: Some("001".into()),
            expires_in: None,
        };
        let token = app.create_token(&operator, new).await.map_err(|_| "no token")?.reveal().to_owned();
        let (router, _) = orderdock_api::router(app.clone(), ApiOptions::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/api/sales/order/candidates/bulk", listener.local_addr()?);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { app, database, url, token, http: orderdock_testkit::client() })
    }

    async fn import(&self, options: &Options, next_order: &mut usize) -> Result<(), Failure> {
        for _ in 0..options.thousands {
            let mut bodies = bodies::bulks(1, 1_000, options.lines, options.master_data, next_order);
            let body = bodies.pop().unwrap_or_default();
            let request = self.http.post(&self.url).header("Authorization", &self.token);
            let answer = request.header("Content-Type", "application/json").body(body).send().await?;
            if answer.status() != 201 {
                return Err(answer.text().await?.chars().take(2_000).collect::<String>().into());
            }
        }
        Ok(())
    }

    async fn process(&self) -> Result<RunCounts, Failure> {
        let command = RunCommand {
            task: RunTask::Process(Releases::NONE),
            trigger: RunTrigger::Command,
            gather: Gather::Due,
        };
        let record = self.app.run_to_end(&operator(&self.app), command).await;
        let counts = record.map_err(|failure| format!("{failure:?}"))?.run.counts;
        if counts.processed != counts.selected {
            return Err(format!("some stayed: {counts:?}").into());
        }
        Ok(counts)
    }
}

fn operator(app: &App) -> OpContext {
    OpContext {
        actor: Actor { caller: None, name: "bench".into() },
        scopes: Scopes::new(vec![Scope::Admin]),
        organisations: OrgScope::All,
        default_organisation: None,
        request_id: "bench".into(),
        now: app.now(),
    }
}

/// Copies what the last run wrote into a second database with the same tables and indexes; the time that the
/// inserts take, commits included. Reading the rows is no part of it.
fn bare(
    database: &Path,
    copy: &Path,
    from_tables: &[(&str, &str)],
    counts: RunCounts,
) -> Result<Spent, Failure> {
    let from = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut to = Connection::open(copy)?;
    to.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;")?;
    let orders = i64::try_from(counts.orders)?;
    let first: i64 = from.query_row(
        "SELECT min(id) FROM (SELECT id FROM sales_order ORDER BY id DESC LIMIT ?)",
        [orders],
        |row| row.get(0),
    )?;
    let mut tables = Vec::new();
    for (table, key) in from_tables {
        let schema =
            "SELECT sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL AND tbl_name = ?";
        let mut schema = from.prepare(schema)?;
        for sql in schema.query_map([table], |row| row.get::<_, String>(0))? {
            to.execute_batch(&sql?)?;
        }
        let mut statement =
            from.prepare(&format!("SELECT * FROM {table} WHERE {key} >= ? ORDER BY {key}"))?;
        let columns = statement.column_count();
        let mut found = statement.query([first])?;
        let mut rows: Vec<Vec<Value>> = Vec::new();
        while let Some(row) = found.next()? {
            rows.push((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?);
        }
        let places = vec!["?"; columns].join(", ");
        tables.push((format!("INSERT INTO {table} VALUES ({places})"), rows));
    }
    let commits = usize::try_from(counts.processed)?.div_ceil(CANDIDATES_PER_COMMIT).max(1);
    let started = Spent::now()?;
    for commit in 0..commits {
        let transaction = to.transaction()?;
        for (sql, rows) in &tables {
            let mut statement = transaction.prepare_cached(sql)?;
            let size = rows.len().div_ceil(commits);
            for row in rows.iter().skip(commit * size).take(size) {
                statement.execute(rusqlite::params_from_iter(row))?;
            }
        }
        transaction.commit()?;
    }
    started.until_now()
}
