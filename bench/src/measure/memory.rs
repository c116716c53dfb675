//! Peak memory of a server. Each figure is measured on a new server.

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::{Figure, Measured, Spread, Unit};
use crate::measure::{LARGEST_BULK, MASTER_DATA, print_progress};
use crate::served::Server;
use crate::target::BenchTarget;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each starts a fresh server for each figure
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Candidates of a bulk
    #[arg(long, default_value_t = LARGEST_BULK)]
    rows: usize,
    /// Clients with single requests
    #[arg(long, default_value_t = 600)]
    clients: usize,
    /// Single requests of all clients together
    #[arg(long, default_value_t = 12_000)]
    requests: usize,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, rows, clients, requests } = *options;
    let mut measured = Measured::new("memory", format!("{rounds} rounds on fresh servers"));
    let idle = over(rounds, || idle(target))?;
    measured.add(figure("idle", idle).at_most(40.0));
    let one = over(rounds, || bulks(target, 1, rows))?;
    measured.add(figure(&format!("one bulk of {rows}, peak"), one).at_most(150.0));
    let four = over(rounds, || bulks(target, 4, rows))?;
    measured.add(figure(&format!("four concurrent bulks of {rows}, peak"), four).at_most(200.0));
    let singles = over(rounds, || singles(target, clients, requests))?;
    measured.add(figure(&format!("{clients} clients with single requests, peak"), singles).at_most(200.0));
    Ok(measured)
}

fn figure(label: &str, spread: Spread) -> Figure {
    print_progress("memory", format_args!("{label}: {:.0} MiB", spread.median));
    Figure::new(format!("memory of the server, {label}"), Unit::Mebibytes, spread)
}

fn over(rounds: usize, measure: impl Fn() -> Result<f64, Failure>) -> Result<Spread, Failure> {
    Ok(Spread::of((0..rounds).map(|_| measure()).collect::<Result<Vec<_>, _>>()?))
}

/// Measures the memory of a server with master data before its first request.
fn idle(target: &BenchTarget) -> Result<f64, Failure> {
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    server.database().file()?;
    server.stop()?;
    let server = crate::served::Process::start(&target.binary()?, "serve", scratch.path(), None)?;
    server.wait_until_ready()?;
    server.memory()
}

fn bulks(target: &BenchTarget, bulks: usize, rows: usize) -> Result<f64, Failure> {
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let before = server.candidates()?;
    let requests = server.bulks(&mut Rows::known(LINES, MASTER_DATA), bulks, rows);
    server.send(requests, bulks)?;
    server.check_candidates(before, bulks * rows)?;
    server.process().peak_memory()
}

fn singles(target: &BenchTarget, clients: usize, requests: usize) -> Result<f64, Failure> {
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let before = server.candidates()?;
    let written = server.singles(&mut Rows::known(LINES, MASTER_DATA), requests);
    server.send(written, clients)?;
    server.check_candidates(before, requests)?;
    server.process().peak_memory()
}
