//! Durable bulk imports from several clients, relative to bare inserts of the resulting rows.

use std::path::Path;

use crate::Failure;
use crate::bare::{Bare, Reference};
use crate::bodies::{LINES, Rows};
use crate::figures::{Figure, Measured, Plot, Spread, Unit, microseconds_each, per_second};
use crate::measure::{BULK_ROWS, LARGEST_BULK, MASTER_DATA, print_progress};
use crate::served::Server;
use crate::spent::Spent;
use crate::target::BenchTarget;

/// Number of indexes of the reference in the target.
const INDEXES: usize = 4;
const BATCH_SIZES: [usize; 8] = [1, 10, 30, 100, 300, 1_000, 3_000, LARGEST_BULK];
/// Maximum number of requests per batch size.
const MAX_REQUESTS: usize = 2_000;
/// Tables into which each row of a bulk inserts a row.
const CANDIDATE: &[&str] = &["candidate"];
const ALL_NEW: &[&str] =
    &["candidate", "bpartner", "bpartner_location", "bpartner_contact", "product", "product_price"];

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures both sides
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Bulk requests of a round
    #[arg(long, default_value_t = 40)]
    requests: usize,
    /// Candidates of a request
    #[arg(long, default_value_t = BULK_ROWS)]
    rows: usize,
    /// Clients that send at the same time
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// Business partners and products that the rows refer to
    #[arg(long, default_value_t = MASTER_DATA)]
    master_data: usize,
}

#[derive(clap::Args)]
pub struct NewOptions {
    /// Rounds; each measures both sides
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Bulk requests of a round
    #[arg(long, default_value_t = 20)]
    requests: usize,
    /// Rows of a request
    #[arg(long, default_value_t = BULK_ROWS)]
    rows: usize,
    /// Clients that send at the same time
    #[arg(long, default_value_t = 4)]
    clients: usize,
}

#[derive(clap::Args)]
pub struct BatchOptions {
    /// Candidates of each batch size, but at most 2,000 requests
    #[arg(long, default_value_t = 20_000)]
    candidates: usize,
    /// Clients that send at the same time
    #[arg(long, default_value_t = 4)]
    clients: usize,
}

/// Results of a round, in which all sides write the same rows.
struct Round {
    rows: usize,
    /// Number of resulting rows of all tables.
    made: usize,
    served: Spent,
    /// The reference that inserts all resulting rows.
    bare: Spent,
    candidates_alone: Spent,
}

/// Returns the time of one side of a round.
type Side = fn(&Round) -> Spent;

/// Load of a round.
struct Load {
    requests: usize,
    rows: usize,
    clients: usize,
    /// Tables into which each row of a bulk inserts a row.
    makes: &'static [&'static str],
}

/// A server and its references.
struct Sides {
    server: Server,
    all: Bare,
    candidates: Bare,
}

/// Measures bulks with existing master data.
pub fn known(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, requests, rows, clients, master_data } = *options;
    let load = Load { requests, rows, clients, makes: CANDIDATE };
    let description =
        format!("{rounds} rounds of {requests} requests with {rows} candidates, {clients} clients");
    let mut measured = Measured::new("bulk", description);
    let of = "bulk, known master data";
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path(), master_data)?;
    let rounds = sides.rounds("bulk", rounds, &load, Rows::known(LINES, master_data))?;
    measured.add(processor(of, "candidate", &rounds).at_most(40.0));
    let named = "ratio to bare inserts of candidate rows only, 4 indexes (reference of the goal)";
    measured.add(ratio(format!("{of}: {named}"), &rounds, |round| round.candidates_alone).at_least(0.5));
    add_rates(of, &rounds, &mut measured);
    let statements = Spread::once(sides.server.lookups_per_request()?);
    measured.add(Figure::new(format!("{of}: look-ups per request"), Unit::Statements, statements));
    let memory = Spread::once(sides.server.process().peak_memory()?);
    measured.add(Figure::new(format!("{of}: peak memory of the server"), Unit::Mebibytes, memory));
    Ok(measured)
}

/// Measures bulks in which each row creates a partner, location, contact, product and price.
pub fn all_new(target: &BenchTarget, options: &NewOptions) -> Result<Measured, Failure> {
    let NewOptions { rounds, requests, rows, clients } = *options;
    let load = Load { requests, rows, clients, makes: ALL_NEW };
    let description = format!("{rounds} rounds of {requests} requests with {rows} rows, {clients} clients");
    let mut measured = Measured::new("bulk-new", description);
    let of = "bulk, all new";
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path(), 1)?;
    let rounds = sides.rounds("bulk-new", rounds, &load, Rows::all_new())?;
    measured.add(processor(of, "row", &rounds).at_most(85.0));
    add_rates(of, &rounds, &mut measured);
    Ok(measured)
}

/// Measures the rate depending on the number of candidates per request.
pub fn batches(target: &BenchTarget, options: &BatchOptions) -> Result<Measured, Failure> {
    let BatchOptions { candidates, clients } = *options;
    let description = format!("up to {candidates} candidates per size, {clients} clients");
    let mut measured = Measured::new("batches", description);
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path(), MASTER_DATA)?;
    let mut rows = Rows::known(LINES, MASTER_DATA);
    let warm = Load { requests: clients, rows: BULK_ROWS, clients, makes: CANDIDATE };
    sides.round(&warm, &mut rows)?;
    let (mut served, mut bare) = (Vec::new(), Vec::new());
    for size in BATCH_SIZES.into_iter().filter(|size| *size <= candidates) {
        let requests = (candidates / size).min(MAX_REQUESTS);
        let round = sides.round(&Load { requests, rows: size, clients, makes: CANDIDATE }, &mut rows)?;
        print_progress("batches", format_args!("{requests} requests of {size}: {}", round.describe()));
        let rate = per_second(round.rows, round.served.time);
        let label = format!("requests of {size}: candidates");
        measured.add(Figure::new(label, Unit::PerSecond, Spread::once(rate)));
        #[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
        let at = |rate| (size as f64, rate);
        served.push(at(rate));
        bare.push(at(per_second(round.rows, round.bare.time)));
    }
    measured.draw(Plot::BatchSize, "served", served);
    measured.draw(Plot::BatchSize, "bare rows", bare);
    Ok(measured)
}

impl Sides {
    fn start(target: &BenchTarget, folder: &Path, master_data: usize) -> Result<Self, Failure> {
        let server = Server::start(target, &folder.join("served"), master_data)?;
        let copy = |name: &str, reference| Bare::new(server.database(), folder, name, reference);
        let all = copy("bare_all", Reference::AllRows)?;
        let candidates = copy("bare_candidates", Reference::Candidates { indexes: INDEXES })?;
        Ok(Self { server, all, candidates })
    }

    /// Runs a warm-up round, then the measured rounds.
    fn rounds(
        &mut self,
        name: &str,
        rounds: usize,
        load: &Load,
        mut rows: Rows,
    ) -> Result<Vec<Round>, Failure> {
        self.round(load, &mut rows)?;
        let mut measured = Vec::new();
        for number in 1..=rounds {
            let round = self.round(load, &mut rows)?;
            print_progress(name, format_args!("round {number} of {rounds}: {}", round.describe()));
            measured.push(round);
        }
        Ok(measured)
    }

    fn round(&mut self, load: &Load, rows: &mut Rows) -> Result<Round, Failure> {
        let requests = self.server.bulks(rows, load.requests, load.rows);
        let watch = self.server.process().watch()?;
        let seen = self.server.send(requests, load.clients)?;
        let served = Spent { time: seen.took, ..watch.read()? };
        let bare = self.all.insert_new_rows(load.requests)?;
        let candidates_alone = self.candidates.insert_new_rows(load.requests)?;
        let sent = load.requests * load.rows;
        bare.check(load.makes, sent)?;
        candidates_alone.check(CANDIDATE, sent)?;
        Ok(Round {
            rows: sent,
            made: bare.rows(),
            served,
            bare: bare.spent,
            candidates_alone: candidates_alone.spent,
        })
    }
}

impl Round {
    fn describe(&self) -> String {
        let rate = |spent: &Spent| per_second(self.rows, spent.time);
        format!(
            "{:.0} candidates a second, {:.1} µs of processor each; bare: all rows {:.0}, candidates alone {:.0}",
            rate(&self.served),
            microseconds_each(self.served.processor, self.rows),
            rate(&self.bare),
            rate(&self.candidates_alone),
        )
    }
}

fn processor(of: &str, each: &str, rounds: &[Round]) -> Figure {
    let spread = rounds.iter().map(|round| microseconds_each(round.served.processor, round.rows));
    Figure::new(format!("{of}: CPU time per {each}"), Unit::Microseconds, Spread::of(spread))
}

/// Returns the rate of the server relative to the reference.
fn ratio(label: String, rounds: &[Round], reference: Side) -> Figure {
    let ratio = |round: &Round| reference(round).time.as_secs_f64() / round.served.time.as_secs_f64();
    Figure::new(label, Unit::Ratio, Spread::of(rounds.iter().map(ratio)))
}

fn add_rates(of: &str, rounds: &[Round], measured: &mut Measured) {
    measured
        .add(ratio(format!("{of}: ratio to bare inserts of all resulting rows"), rounds, |round| round.bare));
    let rates: [(&str, Side); 3] = [
        ("candidates", |round| round.served),
        ("bare inserts of all resulting rows, candidates", |round| round.bare),
        ("bare inserts of candidate rows only, 4 indexes", |round| round.candidates_alone),
    ];
    for (label, spent) in rates {
        let rate = rounds.iter().map(|round| per_second(round.rows, spent(round).time));
        measured.add(Figure::new(format!("{of}: {label}"), Unit::PerSecond, Spread::of(rate)));
    }
    #[expect(clippy::cast_precision_loss, reason = "figures for reading, not amounts")]
    let made = rounds.iter().map(|round| round.made as f64 / round.rows as f64);
    measured.add(Figure::new(format!("{of}: resulting rows per sent row"), Unit::Rows, Spread::of(made)));
    let processor = rounds.iter().map(|round| microseconds_each(round.bare.processor, round.rows));
    let label = format!("{of}: CPU time of the bare inserts per candidate");
    measured.add(Figure::new(label, Unit::Microseconds, Spread::of(processor)));
}
