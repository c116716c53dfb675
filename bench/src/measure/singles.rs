//! Single requests with one candidate each over persistent connections: processor time per request, and rate relative
//! to bare inserts of the resulting rows with one commit per request.

use std::path::Path;

use crate::Failure;
use crate::bare::{Bare, Reference};
use crate::bodies::{LINES, Rows};
use crate::clients::ClientResults;
use crate::figures::{Figure, Measured, Plot, Spread, Unit, microseconds_each, milliseconds, per_second};
use crate::measure::{MASTER_DATA, print_progress};
use crate::served::Server;
use crate::spent::Spent;
use crate::target::BenchTarget;

/// The percentiles of a distribution.
const PERCENT: [f64; 14] =
    [1.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 99.0, 99.5, 99.9];
const CONNECTIONS: [usize; 6] = [1, 4, 16, 64, 256, 600];

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures both sides
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Requests of a round
    #[arg(long, default_value_t = 12_000)]
    requests: usize,
    /// Connections that are open at the same time
    #[arg(long, default_value_t = 64)]
    connections: usize,
}

#[derive(clap::Args)]
pub struct ClientOptions {
    /// Requests of each number of connections
    #[arg(long, default_value_t = 6_000)]
    requests: usize,
}

/// Results of a round, in which both sides write the same rows.
struct Round {
    requests: usize,
    seen: ClientResults,
    served: Spent,
    bare: Spent,
}

struct Sides {
    server: Server,
    copy: Bare,
    rows: Rows,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, requests, connections } = *options;
    let description = format!("{rounds} rounds of {requests} requests over {connections} connections");
    let mut measured = Measured::new("singles", description);
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path())?;
    let mut all = Vec::new();
    // The first round is a warm-up.
    sides.round(requests, connections)?;
    for number in 1..=rounds {
        let round = sides.round(requests, connections)?;
        print_progress("singles", format_args!("round {number} of {rounds}: {}", round.describe()));
        all.push(round);
    }
    add_figures(connections, &all, &mut measured);
    let seen = ClientResults::merged(all.iter().map(|round| &round.seen));
    measured.draw(Plot::Latency, "without an import", distribution(&seen));
    Ok(measured)
}

/// Measures the rate depending on the number of clients.
pub fn clients(target: &BenchTarget, options: &ClientOptions) -> Result<Measured, Failure> {
    let requests = options.requests;
    let mut measured = Measured::new("clients", format!("{requests} requests per number of connections"));
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path())?;
    sides.round(requests, 16)?;
    let (mut served, mut bare) = (Vec::new(), Vec::new());
    for connections in CONNECTIONS.into_iter().filter(|connections| *connections <= requests) {
        let round = sides.round(requests, connections)?;
        print_progress("clients", format_args!("{connections} connections: {}", round.describe()));
        let name = format!("single POST, {connections} connections");
        let rate = Spread::once(round.served_rate());
        measured.add(Figure::new(format!("{name}: requests"), Unit::PerSecond, rate));
        let processor = Spread::once(round.processor());
        measured.add(Figure::new(format!("{name}: CPU time per request"), Unit::Microseconds, processor));
        #[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
        let at = |rate| (connections as f64, rate);
        served.push(at(round.served_rate()));
        bare.push(at(round.bare_rate()));
    }
    measured.draw(Plot::Clients, "served", served);
    measured.draw(Plot::Clients, "bare rows, one commit each", bare);
    Ok(measured)
}

/// Returns the points of a distribution of latencies.
pub fn distribution(seen: &ClientResults) -> Vec<(f64, f64)> {
    PERCENT.iter().map(|percent| (*percent, milliseconds(seen.percentile(*percent)))).collect()
}

impl Sides {
    fn start(target: &BenchTarget, folder: &Path) -> Result<Self, Failure> {
        let server = Server::start(target, &folder.join("served"), MASTER_DATA)?;
        let copy = Bare::new(server.database(), folder, "bare", Reference::AllRows)?;
        Ok(Self { server, copy, rows: Rows::known(LINES, MASTER_DATA) })
    }

    fn round(&mut self, requests: usize, connections: usize) -> Result<Round, Failure> {
        let written = self.server.singles(&mut self.rows, requests);
        let watch = self.server.process().watch()?;
        let seen = self.server.send(written, connections)?;
        let served = Spent { time: seen.took, ..watch.read()? };
        let bare = self.copy.insert_per_request(requests, connections.min(32))?;
        bare.check(&["candidate"], requests)?;
        Ok(Round { requests, seen, served, bare: bare.spent })
    }
}

impl Round {
    fn served_rate(&self) -> f64 {
        per_second(self.requests, self.served.time)
    }

    fn bare_rate(&self) -> f64 {
        per_second(self.requests, self.bare.time)
    }

    fn processor(&self) -> f64 {
        microseconds_each(self.served.processor, self.requests)
    }

    fn median(&self) -> f64 {
        milliseconds(self.seen.percentile(50.0))
    }

    fn p99(&self) -> f64 {
        milliseconds(self.seen.percentile(99.0))
    }

    fn describe(&self) -> String {
        format!(
            "{:.0} requests per second, bare {:.0}, {:.0} µs of CPU time each, median {:.1} ms, p99 {:.1} ms",
            self.served_rate(),
            self.bare_rate(),
            self.processor(),
            self.median(),
            self.p99()
        )
    }
}

fn add_figures(connections: usize, rounds: &[Round], measured: &mut Measured) {
    let figure = |label: &str, unit, figure: fn(&Round) -> f64| {
        let label = format!("single POST, {connections} connections: {label}");
        Figure::new(label, unit, Spread::of(rounds.iter().map(figure)))
    };
    measured.add(figure("CPU time per request", Unit::Microseconds, Round::processor).at_most(120.0));
    let ratio = |round: &Round| round.served_rate() / round.bare_rate();
    let named = "ratio to bare inserts of the same rows, one commit each";
    measured.add(figure(named, Unit::Ratio, ratio).at_least(1.2));
    let tail = |round: &Round| round.p99() / round.median();
    measured.add(figure("p99 latency, relative to the median", Unit::Times, tail).at_most(10.0));
    measured.add(figure("requests", Unit::PerSecond, Round::served_rate));
    measured.add(figure("bare inserts, one commit each", Unit::PerSecond, Round::bare_rate));
    let processor = |round: &Round| microseconds_each(round.bare.processor, round.requests);
    measured.add(figure("CPU time per bare insert", Unit::Microseconds, processor));
    measured.add(figure("median latency", Unit::Milliseconds, Round::median));
    measured.add(figure("p99 latency", Unit::Milliseconds, Round::p99));
}
