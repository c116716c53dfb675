//! Start-up time with an existing database.

use std::path::Path;
use std::time::Instant;

use crate::Failure;
use crate::figures::{Figure, Measured, Spread, Unit};
use crate::fill::{Data, Filled};
use crate::measure::{BULK_ROWS, MASTER_DATA, print_progress};
use crate::served::{Process, Server};
use crate::target::BenchTarget;

const CANDIDATES: usize = 1_000_000;

#[derive(clap::Args)]
pub struct Options {
    /// Number of starts after a shutdown, and after a kill
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    #[command(flatten)]
    data: Data,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let rounds = options.rounds;
    let Filled { server, mut rows, candidates, folder, scratch, .. } =
        options.data.fill(target, CANDIDATES)?;
    let mut measured =
        Measured::new("ready", format!("{rounds} starts of each kind, {candidates} candidates"));
    server.database().file()?; // fails for a database on a server
    server.stop()?;
    let binary = target.binary()?;
    let (mut orderly, mut killed) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        orderly.push(start(&binary, &folder)?);
        let server = Server::start(target, &folder, MASTER_DATA)?;
        let before = server.candidates()?;
        let bulk = server.bulks(&mut rows, 10, BULK_ROWS);
        server.send(bulk, 1)?;
        // dropping the server kills it, so the write-ahead log is left
        drop(server);
        killed.push(start(&binary, &folder)?);
        let server = Server::start(target, &folder, MASTER_DATA)?;
        server.check_candidates(before, 10 * BULK_ROWS)?;
        server.stop()?;
        let last = [orderly.last(), killed.last()].map(|seconds| seconds.copied().unwrap_or_default());
        print_progress(
            "ready",
            format_args!("round {round} of {rounds}: {:.3} s, after a kill {:.3} s", last[0], last[1]),
        );
    }
    let of = format!("ready, {candidates} candidates");
    measured
        .add(Figure::new(format!("{of}, after shutdown"), Unit::Seconds, Spread::of(orderly)).at_most(0.2));
    measured.add(Figure::new(
        format!("{of}, killed immediately after an import"),
        Unit::Seconds,
        Spread::of(killed),
    ));
    drop(scratch);
    Ok(measured)
}

/// Returns the seconds from the start of the process until it is ready.
fn start(binary: &Path, folder: &Path) -> Result<f64, Failure> {
    let started = Instant::now();
    let server = Process::start(binary, "serve", folder, None)?;
    server.wait_until_ready()?;
    let took = started.elapsed().as_secs_f64();
    server.stop()?;
    Ok(took)
}
