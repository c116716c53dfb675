use std::path::PathBuf;

use clap::Parser;
use orderdock_bench::Failure;
use orderdock_bench::figures::Measured;
use orderdock_bench::measure::{
    attacked, beside, bulk, bytes, instances, memory, orders, ready, references, singles, size, webhooks,
};
use orderdock_bench::report::{self, Report};
use orderdock_bench::target::BenchTarget;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Orderdock, mostly relative to bare inserts of the resulting rows
///
/// Each measurement creates its data, alternates between subject and reference, checks the stored rows, and prints its
/// figures with the goals. `docs/performance.md` explains each.
#[derive(Parser)]
#[command(after_help = "Examples:\n  \
    cargo build --profile shipped && cargo run --profile shipped -p orderdock-bench -- all\n  \
    cargo run --profile shipped -p orderdock-bench -- all --size 10000000 --json run.json\n  \
    cargo run --profile shipped -p orderdock-bench -- report run.json\n  \
    cargo run --profile shipped -p orderdock-bench -- bulk --rounds 3 --binary other/orderdock")]
struct Command {
    #[command(subcommand)]
    work: Work,
    #[command(flatten)]
    target: BenchTarget,
    /// Also write the results to this file
    #[arg(long, global = true, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Work {
    /// All measurements except `size`, which takes long
    All {
        /// Minimal amounts, in less than two minutes: checks only that everything works
        #[arg(long)]
        quick: bool,
        /// Also run `size`, with this number of candidates
        #[arg(long, value_name = "CANDIDATES")]
        size: Option<usize>,
    },
    #[command(flatten)]
    One(Measurement),
    /// Write the tables and plots of `docs/performance.md` from the results
    Report(report::Options),
}

#[derive(clap::Subcommand)]
enum Measurement {
    /// Single requests over HTTP with one candidate each, relative to bare inserts with one commit each
    Singles(singles::Options),
    /// Single requests during a bulk import
    Beside(beside::Options),
    /// Imports and health checks while anonymous clients request the largest documents and occupy HTTP/2 connections
    Attacked(attacked::Options),
    /// Bulks over HTTP with known master data, relative to bare inserts
    Bulk(bulk::Options),
    /// Bulks in which each row creates a partner, location, contact, product and price
    BulkNew(bulk::NewOptions),
    /// Database bytes per candidate, by table and index
    Bytes(bytes::Options),
    /// Orders created from candidates in this process, relative to bare inserts
    Orders(orders::Options),
    /// Peak memory of the server
    Memory(memory::Options),
    /// Two instances on one PostgreSQL database, relative to one
    Instances(instances::Options),
    /// Rate by candidates per request
    Batches(bulk::BatchOptions),
    /// Rate of single requests by connections
    Clients(singles::ClientOptions),
    /// Lists of 100,000 unresolved references
    References(references::Options),
    /// Time of a start with a database of 1,000,000 candidates
    Ready(ready::Options),
    /// Events sent to a webhook, without and during a bulk import
    Webhooks(webhooks::Options),
    /// Imports and lists with a database of 10,000,000 candidates; takes long
    Size(size::Options),
}

/// Arguments of the measurements of `all`.
const ALL: [&str; 13] = [
    "singles",
    "beside",
    "attacked",
    "bulk",
    "bulk-new",
    "bytes",
    "orders",
    "memory",
    "batches",
    "clients",
    "ready",
    "references",
    "webhooks",
];
/// Arguments of the measurements of `all --quick`, with a small `size`.
const QUICK: [&str; 14] = [
    "singles --rounds=1 --requests=200 --connections=16",
    "beside --rounds=1 --candidates=2000 --requests=200 --connections=16",
    "attacked --rounds=1 --requests=100",
    "bulk --rounds=1 --requests=4 --rows=200",
    "bulk-new --rounds=1 --requests=4 --rows=200",
    "bytes --bulk=1000 --singly=200",
    "orders --rounds=1 --thousands=1",
    "memory --rounds=1 --rows=500 --clients=50 --requests=200",
    "batches --candidates=300",
    "clients --requests=100",
    "ready --rounds=1 --candidates=1000",
    "references --references=2000 --looks=5",
    "webhooks --rounds=1 --deliveries=500 --candidates=2000",
    "size --rounds=1 --candidates=2000 --requests=1 --looks=5",
];

fn main() -> Result<(), Failure> {
    let Command { work, target, json } = Command::parse();
    let mut measured = Vec::new();
    let outcome = match work {
        Work::One(one) => one.measure(&target).map(|one| measured.push(one)),
        Work::Report(options) => return report::write(&options),
        Work::All { quick, size } => {
            let size = size.map(|candidates| format!("size --candidates={candidates}"));
            let usual = if quick { &QUICK[..] } else { &ALL[..] };
            let all = usual.iter().copied().chain(size.as_deref());
            all.map(|words| measurement(words)?.measure(&target))
                .try_for_each(|one| one.map(|one| measured.push(one)))
        }
    };
    // The results before a failure are reported too, because they took long.
    let report = Report::of(measured, &target);
    println!("{report}");
    if let Some(file) = json {
        report.write(&file)?;
    }
    outcome
}

fn measurement(words: &str) -> Result<Measurement, Failure> {
    let words = ["orderdock-bench"].into_iter().chain(words.split(' '));
    match Command::try_parse_from(words)?.work {
        Work::One(measurement) => Ok(measurement),
        _ => Err("this is no measurement".into()),
    }
}

impl Measurement {
    fn measure(self, target: &BenchTarget) -> Result<Measured, Failure> {
        match self {
            Self::Singles(options) => singles::measure(target, &options),
            Self::Beside(options) => beside::measure(target, &options),
            Self::Attacked(options) => attacked::measure(target, &options),
            Self::Bulk(options) => bulk::known(target, &options),
            Self::BulkNew(options) => bulk::all_new(target, &options),
            Self::Bytes(options) => bytes::measure(target, &options),
            Self::Orders(options) => orders::measure(target, &options),
            Self::Memory(options) => memory::measure(target, &options),
            Self::Instances(options) => instances::measure(target, &options),
            Self::Batches(options) => bulk::batches(target, &options),
            Self::Clients(options) => singles::clients(target, &options),
            Self::References(options) => references::measure(target, &options),
            Self::Ready(options) => ready::measure(target, &options),
            Self::Webhooks(options) => webhooks::measure(target, &options),
            Self::Size(options) => size::measure(target, &options),
        }
    }
}
