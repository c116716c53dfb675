//! Latency of single requests during a bulk import, relative to the latency without one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::clients::{self, ClientResults};
use crate::figures::{Figure, Measured, Plot, Spread, Unit, milliseconds, per_second};
use crate::measure::singles::distribution;
use crate::measure::{BULK_ROWS, LARGEST_BULK, MASTER_DATA, print_progress};
use crate::served::Server;
use crate::target::BenchTarget;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures single requests without an import and during both kinds of bulks
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Candidates of the bulk import
    #[arg(long, default_value_t = 200_000)]
    candidates: usize,
    /// Connections with single requests
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Single requests without an import
    #[arg(long, default_value_t = 12_000)]
    requests: usize,
}

/// Results of the single requests and of the bulk import of one round.
struct Beside {
    singles: ClientResults,
    bulk: ClientResults,
}

struct Bench<'a> {
    server: Server,
    rows: Rows,
    options: &'a Options,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, candidates, connections, .. } = *options;
    let description = format!(
        "{rounds} rounds, single requests over {connections} connections, bulks of {candidates} rows"
    );
    let mut measured = Measured::new("beside", description);
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let mut bench = Bench { server, rows: Rows::known(LINES, MASTER_DATA), options };
    bench.alone()?;
    let mut alone = Vec::new();
    let mut beside = [BULK_ROWS, LARGEST_BULK].map(|size| (size.min(candidates), Vec::new()));
    for round in 1..=rounds {
        for (size, rounds_of_size) in &mut beside {
            let seen = bench.alone()?;
            let both = bench.measure_during_import(*size)?;
            print_progress(
                "beside",
                format_args!("round {round} of {rounds}: {}", both.describe(*size, &seen)),
            );
            rounds_of_size.push((milliseconds(seen.percentile(99.0)), both));
            alone.push(seen);
        }
    }
    let p99 = alone.iter().map(|seen| milliseconds(seen.percentile(99.0)));
    measured.add(Figure::new(
        "single POST without an import: p99 latency",
        Unit::Milliseconds,
        Spread::of(p99),
    ));
    for (size, rounds) in &beside {
        add_figures(*size, candidates, rounds, &mut measured);
    }
    Ok(measured)
}

impl Bench<'_> {
    fn alone(&mut self) -> Result<ClientResults, Failure> {
        let before = self.server.candidates()?;
        let requests = self.server.singles(&mut self.rows, self.options.requests);
        let seen = self.server.send(requests, self.options.connections)?;
        self.server.check_candidates(before, seen.latencies.len())?;
        Ok(seen)
    }

    /// Sends single requests while a bulk import runs.
    fn measure_during_import(&mut self, rows_each: usize) -> Result<Beside, Failure> {
        let (candidates, connections) = (self.options.candidates, self.options.connections);
        let before = self.server.candidates()?;
        let bulk_requests = candidates / rows_each;
        let bulks = self.server.bulks(&mut self.rows, bulk_requests, rows_each);
        let requests = self.server.singles(&mut self.rows, candidates);
        let stop = Arc::<AtomicBool>::default();
        let address = self.server.process().address();
        let (singles, bulk) = std::thread::scope(|threads| {
            let until = stop.clone();
            let singles = threads.spawn(move || clients::send_until(address, requests, connections, until));
            let bulk = clients::send(address, bulks, 1);
            stop.store(true, Ordering::Relaxed);
            (singles.join(), bulk)
        });
        let (singles, bulk) = (singles.map_err(|_| "the clients ended in a fault")??, bulk?);
        self.server.check_candidates(before, bulk_requests * rows_each + singles.latencies.len())?;
        Ok(Beside { singles, bulk })
    }
}

impl Beside {
    fn p99(&self) -> f64 {
        milliseconds(self.singles.percentile(99.0))
    }

    fn describe(&self, size: usize, alone: &ClientResults) -> String {
        format!(
            "bulks of {size}: {} single requests, median {:.1} ms, p99 {:.1} ms (alone {:.1} ms)",
            self.singles.latencies.len(),
            milliseconds(self.singles.percentile(50.0)),
            self.p99(),
            milliseconds(alone.percentile(99.0)),
        )
    }
}

/// Adds the figures of all rounds. Each round comes with the 99th percentile of the latency without an import before
/// it.
fn add_figures(size: usize, candidates: usize, rounds: &[(f64, Beside)], measured: &mut Measured) {
    let of = format!("single POST during an import of {candidates} in bulks of {size}");
    let figure = |label: &str, unit, figure: &dyn Fn(&(f64, Beside)) -> f64| {
        Figure::new(format!("{of}: {label}"), unit, Spread::of(rounds.iter().map(figure)))
    };
    let times = figure("p99 latency, relative to that without an import", Unit::Times, &|(alone, both)| {
        both.p99() / alone
    });
    measured.add(times.at_most(3.0));
    measured.add(figure("p99 latency", Unit::Milliseconds, &|(_, both)| both.p99()));
    let rate = |(_, both): &(f64, Beside)| per_second(both.singles.latencies.len(), both.singles.took);
    measured.add(figure("requests", Unit::PerSecond, &rate));
    let rate = |(_, both): &(f64, Beside)| per_second(both.bulk.latencies.len() * size, both.bulk.took);
    measured.add(figure("candidates of the bulks", Unit::PerSecond, &rate));
    let seen = ClientResults::merged(rounds.iter().map(|(_, both)| &both.singles));
    measured.draw(Plot::Latency, format!("during bulks of {size}"), distribution(&seen));
}
