//! How fast are the import and the making of orders, honestly? Bulk requests over HTTP, durable, against bare prepared
//! inserts of the rows that resulted, on the same file system and in the same run. Machines are shared and noisy: only
//! ratios count.

mod bare;
mod bodies;
mod clients;
mod orders;
mod served;
mod singles;
mod spread;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;

type Failure = Box<dyn std::error::Error>;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Lines of an order.
const LINES: usize = 3;

/// Measures against bare inserts of the same rows; without a command, bulk import over HTTP.
#[derive(Parser)]
#[command(
    after_help = "Examples:\n  \
    cargo build --release && cargo run --release -p orderdock-bench\n  \
    cargo run --release -p orderdock-bench -- orders\n  \
    cargo run --release -p orderdock-bench -- singles --beside-bulk\n  \
    cargo run --release -p orderdock-bench -- lines 1000000 > million.ndjson",
    args_conflicts_with_subcommands = true
)]
struct Command {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    import: Options,
}

#[derive(clap::Subcommand)]
enum Other {
    /// Candidates into orders, in this process, against bare inserts of the rows that resulted.
    Orders(orders::Options),
    /// Single requests over HTTP, one candidate each, against bare inserts with one commit each.
    Singles(singles::Options),
    /// Writes candidates as NDJSON to standard output, three lines to an order, for `orderdock import`.
    Lines {
        /// How many.
        count: usize,
        /// Business partners and products that they refer to, and create where they are not there.
        #[arg(long, default_value_t = 500)]
        master_data: usize,
    },
}

#[derive(clap::Args)]
struct Options {
    /// Rounds; each measures both sides.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Bulk requests per round.
    #[arg(long, default_value_t = 40)]
    requests: usize,
    /// Candidates per request.
    #[arg(long, default_value_t = 1000)]
    rows: usize,
    /// Clients that send at the same time.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// Business partners and products that the rows refer to.
    #[arg(long, default_value_t = 500)]
    master_data: usize,
    /// The binary to measure; default: `orderdock` beside this program.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Where the databases are made; default: the folder for temporary files.
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// One round: the same rows, twice.
struct Round {
    rows: usize,
    served: Duration,
    bare: Duration,
}

impl Round {
    /// The served rate as a part of the bare rate.
    fn ratio(&self) -> f64 {
        self.bare.as_secs_f64() / self.served.as_secs_f64()
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let command = Command::parse();
    match command.other {
        None => import(command.import).await,
        Some(Other::Orders(options)) => orders::measure(options).await,
        Some(Other::Singles(options)) => {
            println!("{}", singles::measure(&options).await?);
            Ok(())
        }
        Some(Other::Lines { count, master_data }) => write_lines(count, master_data),
    }
}

fn write_lines(count: usize, master_data: usize) -> Result<(), Failure> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut line = String::new();
    for number in 0..count {
        line.clear();
        bodies::candidate(&mut line, number / LINES, number % LINES, master_data);
        writeln!(output, "{line}")?;
    }
    Ok(output.flush()?)
}

/// The binary to measure: the one that was named, else the one beside this program.
fn server_binary(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let binary = match named {
        Some(path) => path.to_owned(),
        None => std::env::current_exe()?.with_file_name("orderdock"),
    };
    if !binary.is_file() {
        return Err(format!("{} is not there; run `cargo build --release` first", binary.display()).into());
    }
    Ok(binary)
}

async fn import(options: Options) -> Result<(), Failure> {
    let binary = server_binary(options.binary.as_deref())?;
    let parent = options.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = tempfile::tempdir_in(parent)?;
    let server = served::Server::start(&binary, folder.path(), options.master_data).await?;
    let mut copy = bare::Bare::new(&server.database(), &folder.path().join("bare.sqlite"))?;
    println!(
        "{} rounds of {} requests with {} candidates, {} clients, {} partners and products",
        options.rounds, options.requests, options.rows, options.clients, options.master_data
    );
    let mut rounds = Vec::new();
    let mut next_order = 0;
    let mut warm = Duration::ZERO;
    // One round beforehand warms both sides up and is not counted.
    for number in 0..=options.rounds {
        let bodies =
            bodies::bulks(options.requests, options.rows, LINES, options.master_data, &mut next_order);
        let served_in = server.send(bodies, options.clients).await?;
        let (rows, bare_in) = copy.insert_what_is_new(bare::BULK_CANDIDATES)?;
        let round = Round { rows, served: served_in, bare: bare_in };
        if number > 0 {
            print_round(number, &round);
            rounds.push(round);
        } else {
            warm = server.processor_time()?;
        }
    }
    report(&rounds, &server, warm).await
}

fn print_round(number: usize, round: &Round) {
    #[expect(clippy::cast_precision_loss, reason = "a rate for reading, not an amount")]
    let rate = |time: Duration| round.rows as f64 / time.as_secs_f64();
    println!(
        "round {number}: served {:>8.0} rows/s, bare {:>8.0} rows/s, ratio {:.2}",
        rate(round.served),
        rate(round.bare),
        round.ratio()
    );
}

async fn report(rounds: &[Round], server: &served::Server, warm: Duration) -> Result<(), Failure> {
    let ratio = spread::Spread::of(rounds.iter().map(Round::ratio).collect());
    println!("ratio served / bare: median {ratio:.2}");
    let lookups = server.lookups_per_request().await?;
    println!("look-ups per request: {lookups:.1} statements");
    let rows: usize = rounds.iter().map(|round| round.rows).sum();
    #[expect(clippy::cast_precision_loss, reason = "a figure for reading, not an amount")]
    let microseconds = server.processor_time()?.saturating_sub(warm).as_secs_f64() * 1e6 / rows as f64;
    println!("processor time of the server: {microseconds:.1} µs a candidate");
    println!("peak memory of the server: {} MiB", server.peak_memory_mib()?);
    Ok(())
}
