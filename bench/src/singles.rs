//! Single requests, one candidate each, over connections that are kept: what a request costs the server, and how many
//! there are in a second, against bare prepared inserts of the rows that resulted, one commit for each.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::bare::Bare;
use crate::clients::{self, Seen};
use crate::served::Server;
use crate::spread::Spread;
use crate::{Failure, LINES, bodies, server_binary};

/// Rows of the bulk that is imported beside.
const BULK_ROWS: usize = 200_000;
/// Rows of each of its requests.
const BULK_REQUEST_ROWS: usize = 10_000;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures both sides.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Requests of a round.
    #[arg(long, default_value_t = 12_000)]
    requests: usize,
    /// Connections that are open at the same time.
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Business partners and products that the rows refer to.
    #[arg(long, default_value_t = 500)]
    master_data: usize,
    /// Measures how long single requests take while 200,000 rows come in as bulks, too.
    #[arg(long)]
    beside_bulk: bool,
    /// The binary to measure; default: `orderdock` beside this program.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Where the databases are made; default: the folder for temporary files.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// One round: the same rows, twice.
struct Round {
    requests: usize,
    seen: Seen,
    /// Of the server.
    processor: Duration,
    bare: Duration,
}

/// What was measured, each over the rounds.
pub struct Figures {
    connections: usize,
    /// Microseconds of the server's processors for a request.
    processor: Spread,
    /// Requests and bare inserts a second.
    served: Spread,
    bare: Spread,
    /// The served rate as a part of the bare one.
    ratio: Spread,
    /// Milliseconds.
    median: Spread,
    p99: Spread,
    /// The 99th percentile as so many medians.
    tail: Spread,
    beside: Option<Beside>,
}

/// Single requests while a bulk came in.
struct Beside {
    requests: usize,
    median: Duration,
    p99: Duration,
    /// The 99th percentile as so many of those without the bulk.
    times: f64,
}

pub async fn measure(options: &Options) -> Result<Figures, Failure> {
    let binary = server_binary(options.binary.as_deref())?;
    let parent = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = tempfile::tempdir_in(parent)?;
    let bench = Bench::start(&binary, folder.path(), options).await?;
    bench.run(options).await
}

struct Bench {
    server: Server,
    copy: Bare,
    master_data: usize,
    next_order: usize,
}

impl Bench {
    async fn start(binary: &Path, folder: &Path, options: &Options) -> Result<Self, Failure> {
        let server = Server::start(binary, folder, options.master_data).await?;
        let copy = Bare::new(&server.database(), &folder.join("bare.sqlite"))?;
        Ok(Self { server, copy, master_data: options.master_data, next_order: 0 })
    }

    async fn run(mut self, options: &Options) -> Result<Figures, Failure> {
        let mut rounds = Vec::new();
        // One round beforehand warms both sides up and is not counted.
        for number in 0..=options.rounds {
            let round = self.round(options).await?;
            if number > 0 {
                println!("round {number}: {round}");
                rounds.push(round);
            }
        }
        let mut figures = Figures::of(options.connections, &rounds);
        if options.beside_bulk {
            figures.beside = Some(self.beside(options, figures.p99.median).await?);
        }
        Ok(figures)
    }

    async fn round(&mut self, options: &Options) -> Result<Round, Failure> {
        let requests = self.requests(options.requests);
        let before = self.server.processor_time()?;
        let seen = self.send(requests, options.connections, Arc::default()).await?;
        let processor = self.server.processor_time()?.saturating_sub(before);
        let (rows, bare) = self.copy.insert_what_is_new(1)?;
        if rows != options.requests {
            return Err(format!("{} requests were answered, {rows} rows are there", options.requests).into());
        }
        Ok(Round { requests: rows, seen, processor, bare })
    }

    /// Single requests for as long as a bulk takes.
    async fn beside(&mut self, options: &Options, p99_alone: f64) -> Result<Beside, Failure> {
        let bulks = BULK_ROWS / BULK_REQUEST_ROWS;
        let bulks = bodies::bulks(bulks, BULK_REQUEST_ROWS, LINES, self.master_data, &mut self.next_order);
        let requests = self.requests(BULK_ROWS);
        let stop = Arc::<AtomicBool>::default();
        let singles = self.send(requests, options.connections, stop.clone());
        let bulk = async {
            let took = self.server.send(bulks, 1).await;
            stop.store(true, Ordering::Relaxed);
            took
        };
        let (seen, took) = tokio::join!(singles, bulk);
        let (seen, _) = (seen?, took?);
        let p99 = seen.percentile(99);
        Ok(Beside {
            requests: seen.latencies.len(),
            median: seen.percentile(50),
            p99,
            times: milliseconds(p99) / p99_alone,
        })
    }

    /// Requests with a row each that was never sent before, as they go over the line.
    fn requests(&mut self, count: usize) -> Vec<Vec<u8>> {
        let first = self.next_order + 1;
        self.next_order += count.div_ceil(LINES);
        let request = |number: usize| {
            let mut body = String::with_capacity(1_400);
            bodies::candidate(&mut body, first + number / LINES, number % LINES, self.master_data);
            format!(
                "POST /api/sales/order/candidates HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                self.server.address(),
                self.server.token(),
                body.len()
            )
            .into_bytes()
        };
        (0..count).map(request).collect()
    }

    fn send(
        &self,
        requests: Vec<Vec<u8>>,
        connections: usize,
        stop: Arc<AtomicBool>,
    ) -> impl Future<Output = Result<Seen, Failure>> + use<> {
        let address = self.server.address().to_owned();
        let sent = tokio::task::spawn_blocking(move || {
            clients::send(&address, requests, connections, stop).map_err(|failure| failure.to_string())
        });
        async move { Ok(sent.await??) }
    }
}

impl Round {
    fn served_rate(&self) -> f64 {
        rate(self.requests, self.seen.took)
    }

    fn bare_rate(&self) -> f64 {
        rate(self.requests, self.bare)
    }

    #[expect(clippy::cast_precision_loss, reason = "a figure for reading, not an amount")]
    fn processor(&self) -> f64 {
        self.processor.as_secs_f64() * 1e6 / self.requests as f64
    }

    fn p50(&self) -> f64 {
        milliseconds(self.seen.percentile(50))
    }

    fn p99(&self) -> f64 {
        milliseconds(self.seen.percentile(99))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.0} requests/s, bare {:.0}/s, {:.0} µs of processor each, median {:.1} ms, p99 {:.1} ms",
            self.served_rate(),
            self.bare_rate(),
            self.processor(),
            self.p50(),
            self.p99()
        )
    }
}

impl Figures {
    fn of(connections: usize, rounds: &[Round]) -> Self {
        let over = |figure: fn(&Round) -> f64| Spread::of(rounds.iter().map(figure).collect());
        Self {
            connections,
            processor: over(Round::processor),
            served: over(Round::served_rate),
            bare: over(Round::bare_rate),
            ratio: over(|round| round.served_rate() / round.bare_rate()),
            median: over(Round::p50),
            p99: over(Round::p99),
            tail: over(|round| round.p99() / round.p50()),
            beside: None,
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "single requests over {} connections", self.connections)?;
        writeln!(f, "processor of the server for each: {:.0} µs", self.processor)?;
        writeln!(f, "requests a second: {:.0}", self.served)?;
        writeln!(f, "bare inserts a second, one commit each: {:.0}", self.bare)?;
        writeln!(f, "ratio served / bare: {:.2}", self.ratio)?;
        writeln!(f, "median latency: {:.1} ms", self.median)?;
        writeln!(f, "p99 latency: {:.1} ms", self.p99)?;
        write!(f, "p99 / median: {:.1}", self.tail)?;
        if let Some(Beside { requests, median, p99, times }) = &self.beside {
            write!(
                f,
                "\nbeside a bulk of {BULK_ROWS} rows: {requests} requests, median {:.1} ms, p99 {:.1} ms, \
                 {times:.1} times that without",
                milliseconds(*median),
                milliseconds(*p99)
            )?;
        }
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for reading, not an amount")]
fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
