//! Webhooks: the rate of sent events without an import, and the slowdown of a concurrent bulk import.

use std::time::{Duration, Instant};

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::{Figure, Measured, Spread, Unit, per_second};
use crate::measure::{BULK_ROWS, MASTER_DATA, print_progress};
use crate::receiver::Receiver;
use crate::served::Server;
use crate::target::BenchTarget;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each sends events without an import, and measures an import without and with a webhook
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Events sent without an import
    #[arg(long, default_value_t = 10_000)]
    deliveries: usize,
    /// Candidates of an import
    #[arg(long, default_value_t = 100_000)]
    candidates: usize,
}

/// One connection, the same as of `orderdock import`.
const CLIENTS: usize = 1;
/// Maximum number of concurrent calls to a receiver. With the delay of the receiver, this allows slightly more than 100
/// calls per second.
const CALLS: u32 = 64;
const SLOW: Duration = Duration::from_millis(600);

/// Maximum time to wait until sent events are recorded as delivered.
const RECORDING_TIMEOUT: Duration = Duration::from_mins(1);

/// Results of a round as rates per second.
struct Round {
    /// Events sent without an import.
    sent_alone: f64,
    /// Candidates imported without a webhook.
    import_alone: f64,
    /// Candidates imported with a webhook, and the events sent at the same time.
    import_beside: f64,
    sent_beside: f64,
}

struct Bench<'a> {
    server: Server,
    rows: Rows,
    options: &'a Options,
    /// A receiver with a delay. Its webhook is paused between measurements, so that events accumulate.
    slow: Receiver,
    slow_webhook: String,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, deliveries, candidates } = *options;
    let description = format!(
        "{rounds} rounds, {deliveries} events alone, imports of {candidates} in bulks of {BULK_ROWS}"
    );
    let mut measured = Measured::new("webhooks", description);
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let slow = Receiver::start(SLOW)?;
    let slow_webhook = server.create_webhook(&slow.url)?;
    server.set_webhook(&slow_webhook, false)?;
    let mut bench = Bench { server, rows: Rows::known(LINES, MASTER_DATA), options, slow, slow_webhook };
    let mut all = Vec::new();
    // the first round is a warm-up
    for number in 0..=rounds {
        let round = bench.round(number % 2 == 0)?;
        print_progress("webhooks", format_args!("round {number} of {rounds}: {}", round.describe()));
        all.extend((number > 0).then_some(round));
    }
    bench.server.stop()?;
    add_figures(&all, &mut measured);
    Ok(measured)
}

impl Bench<'_> {
    /// Measures a round. The order of the two imports alternates, because the database grows.
    fn round(&mut self, alone_first: bool) -> Result<Round, Failure> {
        let sent_alone = self.send_alone()?;
        let (import_alone, beside) = if alone_first {
            (self.import()?, self.import_with_webhook()?)
        } else {
            let beside = self.import_with_webhook()?;
            (self.import()?, beside)
        };
        Ok(Round { sent_alone, import_alone: import_alone.0, import_beside: beside.0, sent_beside: beside.1 })
    }

    /// Measures the rate at which the accumulated events of a paused webhook are sent after its activation.
    fn send_alone(&mut self) -> Result<f64, Failure> {
        let receiver = Receiver::start(Duration::ZERO)?;
        let webhook = self.server.create_webhook(&receiver.url)?;
        self.server.set_webhook(&webhook, false)?;
        let deliveries = self.options.deliveries;
        self.import_candidates(deliveries)?;
        self.server.set_webhook(&webhook, true)?;
        receiver.wait_for(1)?;
        let took = receiver.wait_for(deliveries)?;
        self.wait_until_recorded(&webhook, deliveries)?;
        self.server.remove_webhook(&webhook)?;
        Ok(per_second(deliveries, took))
    }

    /// Waits until all events are recorded as delivered. Fails after a timeout.
    fn wait_until_recorded(&self, webhook: &str, deliveries: usize) -> Result<(), Failure> {
        let id = webhook.rsplit('/').next().unwrap_or_default();
        let delivered = format!("webhook_delivery WHERE status = 'delivered' AND webhook_id = {id}");
        let started = Instant::now();
        while self.server.database().count(&delivered)? != deliveries {
            if started.elapsed() > RECORDING_TIMEOUT {
                return Err(format!("{deliveries} events were delivered, others are noted").into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Measures an import while the slow receiver gets as many events as it can.
    fn import_with_webhook(&mut self) -> Result<(f64, f64), Failure> {
        self.server.set_webhook(&self.slow_webhook, true)?;
        // first lets the number of concurrent calls grow, which increases with each success
        self.slow.wait_for(self.slow.received() + usize::try_from(4 * CALLS)?)?;
        let seen = self.import()?;
        self.server.set_webhook(&self.slow_webhook, false)?;
        Ok(seen)
    }

    /// Imports candidates. Returns the rates of imported candidates, and of events sent to the slow receiver.
    fn import(&mut self) -> Result<(f64, f64), Failure> {
        let candidates = self.options.candidates;
        let before = self.slow.received();
        let took = self.import_candidates(candidates)?;
        Ok((per_second(candidates, took), per_second(self.slow.received() - before, took)))
    }

    fn import_candidates(&mut self, candidates: usize) -> Result<Duration, Failure> {
        let rows_each = BULK_ROWS.min(candidates);
        let before = self.server.candidates()?;
        let bulks = self.server.bulks(&mut self.rows, candidates / rows_each, rows_each);
        let took = self.server.send(bulks, CLIENTS)?.took;
        self.server.check_candidates(before, candidates)?;
        Ok(took)
    }
}

impl Round {
    fn describe(&self) -> String {
        let Self { sent_alone, import_alone, import_beside, sent_beside } = self;
        format!(
            "{sent_alone:.0} events per second; candidates {import_alone:.0} without a webhook, \
             {import_beside:.0} with a webhook and {sent_beside:.0} events per second"
        )
    }
}

fn add_figures(rounds: &[Round], measured: &mut Measured) {
    let mut add = |label: &str, unit, bound: Option<f64>, of: &dyn Fn(&Round) -> f64| {
        let figure = Figure::new(label, unit, Spread::of(rounds.iter().map(of)));
        measured.add(bound.map_or(figure.clone(), |minimum| figure.at_least(minimum)));
    };
    add("events sent to a webhook, without an import", Unit::PerSecond, Some(1_000.0), &|round| {
        round.sent_alone
    });
    let ratio: &dyn Fn(&Round) -> f64 = &|round| round.import_beside / round.import_alone;
    add("import with a webhook: ratio to the import without it", Unit::Ratio, Some(0.95), ratio);
    add("import with a webhook: events sent", Unit::PerSecond, Some(100.0), &|round| round.sent_beside);
    add("import with a webhook: candidates", Unit::PerSecond, None, &|round| round.import_beside);
    add("import without a webhook: candidates", Unit::PerSecond, None, &|round| round.import_alone);
}
