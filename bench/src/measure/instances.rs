//! Two instances on one database relative to one, with the same requests and connections, alternately.

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::clients;
use crate::figures::{Figure, Measured, Spread, Unit, per_second};
use crate::measure::{BULK_ROWS, MASTER_DATA, print_progress};
use crate::served::{Process, Server};
use crate::target::BenchTarget;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures one instance and two
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Single requests of a round
    #[arg(long, default_value_t = 6_000)]
    requests: usize,
    /// Bulk requests of a round, of 1,000 candidates each
    #[arg(long, default_value_t = 20)]
    bulks: usize,
    /// Connections that are open at the same time
    #[arg(long, default_value_t = 32)]
    connections: usize,
}

/// Rates with one instance and with two.
struct Round {
    singles: [f64; 2],
    bulks: [f64; 2],
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    if !target.is_served() {
        return Err("only a database of PostgreSQL has several instances: --database URL".into());
    }
    let Options { rounds, requests, bulks, connections } = *options;
    let description = format!("{rounds} rounds of {requests} requests over {connections} connections");
    let mut measured = Measured::new("instances", description);
    let scratch = target.scratch()?;
    let folder = scratch.path().join("served");
    let server = Server::start(target, &folder, MASTER_DATA)?;
    let second = Process::start(&target.binary()?, "demo", &folder, server.database().url())?;
    second.wait_until_ready()?;
    let mut rows = Rows::known(LINES, MASTER_DATA);
    let one = [server.process().address()];
    let two = [server.process().address(), second.address()];
    let mut all = Vec::new();
    // the first round is a warm-up
    for number in 0..=rounds {
        let mut rate = |instances: &[&str], bulks: usize, requests: usize| {
            let before = server.candidates()?;
            let written = if bulks > 0 {
                server.bulks(&mut rows, bulks, BULK_ROWS)
            } else {
                server.singles(&mut rows, requests)
            };
            let candidates = if bulks > 0 { bulks * BULK_ROWS } else { requests };
            let connections = if bulks > 0 { 4 } else { connections };
            let took = send(instances, written, connections)?;
            server.check_candidates(before, candidates)?;
            Ok::<_, Failure>(per_second(candidates, took))
        };
        let round = Round {
            singles: [rate(&one, 0, requests)?, rate(&two, 0, requests)?],
            bulks: [rate(&one, bulks, 0)?, rate(&two, bulks, 0)?],
        };
        print_progress("instances", format_args!("round {number} of {rounds}: {}", round.describe()));
        all.extend((number > 0).then_some(round));
    }
    add_figures(&all, &mut measured);
    second.stop()?;
    server.stop()?;
    Ok(measured)
}

/// Returns the rates with one instance and with two.
type RateOf = fn(&Round) -> [f64; 2];

/// Distributes requests and connections over the instances. Returns the total duration.
fn send(
    instances: &[&str],
    mut requests: Vec<Vec<u8>>,
    connections: usize,
) -> Result<std::time::Duration, Failure> {
    let (share, connections_each) = (requests.len().div_ceil(instances.len()), connections / instances.len());
    let started = std::time::Instant::now();
    std::thread::scope(|scope| {
        let mut sending = Vec::new();
        for address in instances {
            let rest = requests.split_off(share.min(requests.len()));
            let part = std::mem::replace(&mut requests, rest);
            let sent = move || {
                clients::send(address, part, connections_each.max(1)).map_err(|error| error.to_string())
            };
            sending.push(scope.spawn(sent));
        }
        for one in sending {
            one.join().map_err(|_| "a client panicked")??;
        }
        Ok::<_, Failure>(())
    })?;
    Ok(started.elapsed())
}

impl Round {
    fn describe(&self) -> String {
        let Self { singles: [one, two], bulks: [bulk, bulks] } = self;
        format!(
            "single requests {one:.0} and {two:.0} per second, candidates of bulks {bulk:.0} and {bulks:.0}"
        )
    }
}

fn add_figures(rounds: &[Round], measured: &mut Measured) {
    let sides: [(&str, RateOf); 2] =
        [("single requests", |round| round.singles), ("candidates of bulks", |round| round.bulks)];
    for (label, of) in sides {
        let figure = |name: &str, unit, figure: &dyn Fn([f64; 2]) -> f64| {
            let spread = Spread::of(rounds.iter().map(|round| figure(of(round))));
            Figure::new(format!("{label}: {name}"), unit, spread)
        };
        measured.add(
            figure("two instances, relative to one", Unit::Ratio, &|[one, two]| two / one).at_least(1.0),
        );
        measured.add(figure("one instance", Unit::PerSecond, &|[one, _]| one));
        measured.add(figure("two instances", Unit::PerSecond, &|[_, two]| two));
    }
}
