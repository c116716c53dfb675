//! The steps of an import: reading JSON, collecting keys, planning, and encoding the rows of the response.
//!
//! Run with `cargo bench -p orderdock-bench`; `-- NAME` selects the steps whose names contain NAME.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use orderdock_api::request::candidate_request::read_bulk;
use orderdock_api::request::json::Handling;
use orderdock_api::response::{CandidateRow, WrittenBlocks};
use orderdock_bench::Failure;
use orderdock_bench::bodies::{LINES, Rows};
use orderdock_bench::database::Database;
use orderdock_bench::in_process::InProcess;
use orderdock_bench::measure::MASTER_DATA;
use orderdock_domain::ids::{IdBlock, RequestId};
use orderdock_domain::import::{
    ErrorPolicy, ImportCall, ImportContext, ImportKeys, ImportPlan, ImportRow, plan_import,
};
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZES: [usize; 3] = [1, 64, 1_000];
/// More ids than any batch of rows needs.
const IDS: u32 = 100_000;

/// Parsed rows and the import context of a database with their master data.
struct Known {
    rows: Vec<ImportRow>,
    context: ImportContext,
    process: InProcess,
}

fn main() {
    divan::main();
}

#[divan::bench(args = SIZES)]
fn reading(bencher: Bencher, rows: usize) {
    let text = bulk(rows);
    let (rows, bytes) = (ItemsCount::new(rows), BytesCount::of_str(&text));
    bencher.counter(rows).counter(bytes).bench_local(|| read_bulk(&text, Handling::Lenient));
}

#[divan::bench(args = SIZES)]
fn collecting_keys(bencher: Bencher, rows: usize) {
    let read = or_print(read(rows));
    bencher.counter(ItemsCount::new(rows)).bench_local(|| ImportKeys::collect(&read));
}

#[divan::bench(args = SIZES)]
fn planning(bencher: Bencher, rows: usize) {
    let Some(known) = or_print(known(rows).map(Some)) else { return };
    bencher
        .counter(ItemsCount::new(rows))
        .with_inputs(|| known.context.clone())
        .bench_local_values(|context| known.plan(context));
}

#[divan::bench(args = SIZES)]
fn encoding(bencher: Bencher, rows: usize) {
    let Some(known) = or_print(known(rows).map(Some)) else { return };
    let plan = known.plan(known.context.clone());
    bencher.counter(ItemsCount::new(rows)).bench_local(|| {
        let candidates = plan.writes.candidates.iter();
        let blocks = WrittenBlocks::of(&plan.related);
        let rows: Vec<_> = candidates.map(|candidate| CandidateRow::of(candidate, &blocks)).collect();
        serde_json::to_vec(&rows)
    });
}

fn bulk(rows: usize) -> String {
    Rows::known(LINES, MASTER_DATA).skip_bulks(1, 1_000).bulk(rows)
}

fn read(rows: usize) -> Result<Vec<ImportRow>, Failure> {
    let text = bulk(rows);
    let read = read_bulk(&text, Handling::Lenient).map_err(|_| "the rows cannot be read")?;
    Ok(read.rows.into_iter().map(|read| read.row).collect())
}

fn known(rows: usize) -> Result<Known, Failure> {
    let folder = tempfile::tempdir()?;
    let rows = read(rows)?;
    Runtime::new()?.block_on(async {
        let process =
            InProcess::start(Database::new(None, folder.path())?, folder.path(), MASTER_DATA).await?;
        // imports the rows once, to create their prices
        process.import(Rows::known(LINES, MASTER_DATA).candidates(1_000)).await?;
        let (scope, keys) = (process.operator().organisations.read(), ImportKeys::collect(&rows));
        let context = process.store.read(move |tx| tx.load_import_context(&scope, &keys)).await?;
        let known = Known { rows, context, process };
        let planned = known.plan(known.context.clone()).writes.candidates.len();
        if planned != known.rows.len() {
            return Err(format!("{planned} of {} rows would be taken", known.rows.len()).into());
        }
        Ok(known)
    })
}

impl Known {
    fn plan(&self, context: ImportContext) -> ImportPlan {
        let call = ImportCall {
            now: self.process.services.now(),
            request: RequestId(1),
            policy: ErrorPolicy::All,
            permissions: self.process.operator().permissions(),
            unresolved: None,
            ids: IdBlock::new(1_000_000_000, IDS),
        };
        plan_import(context, &self.rows, call)
    }
}

/// Returns the result of a step. Prints a failure and returns the default.
fn or_print<T: Default>(outcome: Result<T, Failure>) -> T {
    outcome.inspect_err(|failure| eprintln!("{failure}")).unwrap_or_default()
}
