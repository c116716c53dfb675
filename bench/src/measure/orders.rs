//! Creating orders from candidates: a durable run of the use case, relative to bare inserts of the resulting rows
//! (orders, lines, taxes, allocations, and a result for each candidate). The run also selects, loads, plans and claims
//! the candidates and draws document numbers; the reference does not.

use std::path::Path;

use orderdock_app::{RunCommand, RunTask};
use orderdock_domain::candidate::Releases;
use orderdock_domain::processing::{RunCounts, RunTrigger};
use orderdock_store::RunTarget;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::bare::{Bare, Reference};
use crate::bodies::Rows;
use crate::figures::{Figure, Measured, Spread, Unit, microseconds_each, per_second};
use crate::in_process::InProcess;
use crate::measure::{BULK_ROWS, MASTER_DATA, print_progress};
use crate::spent::{Spent, Watch};
use crate::target::BenchTarget;

/// Number of candidates per transaction of the reference, the same as in a run.
const CANDIDATES_PER_COMMIT: usize = 5_000;
const ORDERS: &[&str] = &["sales_order", "sales_order_line", "sales_order_tax", "allocation"];

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures both sides on fresh candidates
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Candidates of a round, in thousands
    #[arg(long, default_value_t = 200)]
    thousands: usize,
    /// Lines of an order
    #[arg(long, default_value_t = 4)]
    lines: usize,
}

/// Results of a round, in which all sides write the same rows.
struct Round {
    candidates: usize,
    run: Spent,
    /// The reference that inserts all resulting rows.
    bare: Spent,
    orders_alone: Spent,
}

/// Returns the time of one side of a round.
type Side = fn(&Round) -> Spent;

struct Sides {
    runtime: Runtime,
    process: InProcess,
    all: Bare,
    orders: Bare,
    rows: Rows,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, thousands, lines } = *options;
    let description = format!("{rounds} rounds of {thousands},000 candidates, {lines} to an order");
    let mut measured = Measured::new("orders", description);
    let scratch = target.scratch()?;
    let mut sides = Sides::start(target, scratch.path(), lines)?;
    let mut all = Vec::new();
    for number in 1..=rounds {
        let round = sides.round(thousands)?;
        print_progress("orders", format_args!("round {number} of {rounds}: {}", round.describe()));
        all.push(round);
    }
    add_figures(&all, &mut measured);
    Ok(measured)
}

impl Sides {
    fn start(target: &BenchTarget, folder: &Path, lines: usize) -> Result<Self, Failure> {
        let (runtime, database) = (Runtime::new()?, target.database(folder)?);
        let process = runtime.block_on(InProcess::start(database, folder, MASTER_DATA))?;
        let copy = |name: &str, reference| Bare::new(&process.database, folder, name, reference);
        let all = copy("bare_all", Reference::AllRows)?;
        let orders = copy("bare_orders", Reference::Tables(ORDERS))?;
        Ok(Self { runtime, process, all, orders, rows: Rows::known(lines, MASTER_DATA) })
    }

    fn round(&mut self, thousands: usize) -> Result<Round, Failure> {
        for _ in 0..thousands {
            self.runtime.block_on(self.process.import(self.rows.candidates(BULK_ROWS)))?;
        }
        self.all.insert_new_rows(1)?;
        let before = self.order_count()?;
        let watch = Watch::on_this()?;
        let counts = self.runtime.block_on(self.process())?;
        let run = watch.read()?;
        let (candidates, orders) = (usize::try_from(counts.processed)?, usize::try_from(counts.orders)?);
        let created = self.order_count()? - before;
        if candidates != thousands * BULK_ROWS || created != orders {
            return Err(
                format!("{candidates} candidates became {orders} orders, {created} are stored").into()
            );
        }
        let commits = candidates.div_ceil(CANDIDATES_PER_COMMIT).max(1);
        let bare = self.all.insert_new_rows(commits)?.spent;
        let orders_alone = self.orders.insert_new_rows(commits)?.spent;
        Ok(Round { candidates, run, bare, orders_alone })
    }

    async fn process(&self) -> Result<RunCounts, Failure> {
        let command = RunCommand {
            task: RunTask::Process(Releases::NONE),
            trigger: RunTrigger::Command,
            gather: RunTarget::Due,
        };
        let record = self.process.services.runs.run_to_end(&self.process.operator(), command).await;
        let counts = record.map_err(|failure| format!("{failure:?}"))?.run.counts;
        if counts.processed != counts.selected {
            return Err(format!("some stayed: {counts:?}").into());
        }
        Ok(counts)
    }

    fn order_count(&self) -> Result<usize, Failure> {
        self.process.database.count("sales_order")
    }
}

impl Round {
    fn describe(&self) -> String {
        let of = |spent: &Spent| {
            let each = microseconds_each(spent.processor, self.candidates);
            format!(
                "{:.0} a second ({each:.1} µs of processor each)",
                per_second(self.candidates, spent.time)
            )
        };
        let (run, bare) = (of(&self.run), of(&self.bare));
        format!("run {run}, bare {bare}, ratio {:.2}", ratio(self, |round| round.bare))
    }
}

/// Returns the rate of the run relative to the reference.
fn ratio(round: &Round, reference: Side) -> f64 {
    reference(round).time.as_secs_f64() / round.run.time.as_secs_f64()
}

fn add_figures(rounds: &[Round], measured: &mut Measured) {
    let figure = |label: &str, unit, figure: &dyn Fn(&Round) -> f64| {
        Figure::new(format!("candidates to orders: {label}"), unit, Spread::of(rounds.iter().map(figure)))
    };
    let all = |round: &Round| ratio(round, |round| round.bare);
    measured.add(figure("ratio to bare inserts of the resulting rows", Unit::Ratio, &all).at_least(0.6));
    let alone = |round: &Round| ratio(round, |round| round.orders_alone);
    measured.add(figure(
        "ratio to bare inserts of order rows only, without run results",
        Unit::Ratio,
        &alone,
    ));
    let sides: [(&str, Side); 2] = [("run", |round| round.run), ("bare inserts", |round| round.bare)];
    for (side, spent) in sides {
        let rate = |round: &Round| per_second(round.candidates, spent(round).time);
        measured.add(figure(&format!("{side}, candidates"), Unit::PerSecond, &rate));
        let each = |round: &Round| microseconds_each(spent(round).processor, round.candidates);
        measured.add(figure(&format!("{side}, CPU time per candidate"), Unit::Microseconds, &each));
    }
}
