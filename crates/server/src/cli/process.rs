use crate::{config::StorageOptions, failure::CommandFailure, wiring};
use orderdock_app::{Caller, RunCommand, RunTask, Services};
use orderdock_domain::{
    candidate::{Candidate, Releases, Status},
    ids::CandidateId,
    problem::Language,
    processing::{RunState, RunTrigger, SelectionScope},
};
use orderdock_store::{
    CandidateFilter, CandidateQuery, CandidateSort, OrderFilter, OrderQuery, PageStart, RunRecord,
    RunResultOutcome, RunTarget, Selection,
};
use std::{collections::BTreeMap, fmt::Write};

/// Create orders from candidates now
///
/// Runs the process `C_OLCand process to C_OrderLines` once for all organisations, like the scheduler. Candidates in
/// error are re-validated first. Candidates on hold are skipped unless `--release` names their reason. With
/// `--candidate`, only the incoming orders of these candidates are processed. Prints counts, orders, the number of
/// skipped candidates by reason, and failed candidates with their problems. Exit code 1 if candidates cannot become
/// orders. Can run while the server is running.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock process\n  \
    orderdock process --data-dir /var/lib/orderdock\n  \
    orderdock process --release header.incomplete --release sibling.rejected\n  \
    orderdock process --candidate 4711\n  \
    orderdock process --candidate 4711 --scope selection --release partial")]
pub struct Process {
    #[command(flatten)]
    storage: StorageOptions,
    /// Record id of a candidate: process only its incoming order; repeatable
    #[arg(long, value_name = "ID")]
    candidate: Vec<i64>,
    /// Process whole incoming orders, or only the given candidates (requires `--release partial`)
    #[arg(long, value_name = "SCOPE", requires = "candidate", default_value = "order",
        value_parser = super::one_of(SelectionScope::ALL, SelectionScope::as_str))]
    scope: SelectionScope,
    /// Also process candidates that are on hold for this reason; repeatable
    #[arg(long, value_name = "REASON", value_parser = super::one_of(&Releases::WORDS, |word| word))]
    release: Vec<&'static str>,
}

/// Maximum number of printed orders and of printed failed candidates.
const SHOWN: u32 = 50;
/// Page size of candidate lists.
const PAGE: u32 = 500;
/// Maximum number of skipped candidates that are loaded to count their reasons.
const LOOKED_AT: u64 = 20_000;

impl Process {
    pub async fn run(mut self) -> Result<(), CommandFailure> {
        let storage = std::mem::take(&mut self.storage);
        let services = wiring::open_with_long_timeout(&storage.resolve()?).await?;
        let operator = wiring::operator(&services);
        let record = Box::pin(services.instances.while_living(self.process(&services, &operator))).await?;
        let mut report = figures(&record);
        report.push_str(&orders(&services, &operator, &record).await?);
        report.push_str(&skipped(&services, &operator, record.run.counts.skipped).await?);
        report.push_str(&failed(&services, &operator, &record).await?);
        super::print(&report)?;
        match (record.run.state, record.run.counts.failed) {
            (RunState::Done, 0) => Ok(()),
            (RunState::Done, failed) => {
                Err(CommandFailure::work(format!("{} cannot become orders", candidates(failed))))
            }
            (state, _) => {
                Err(CommandFailure::work(format!("the run ended with the state {}", state.as_str())))
            }
        }
    }
}

impl Process {
    async fn process(&self, services: &Services, operator: &Caller) -> Result<RunRecord, CommandFailure> {
        let release = self.release.iter().copied().filter_map(|word| Releases::NONE.with_word(word));
        let release = release.fold(Releases::NONE, Releases::and);
        if self.candidate.is_empty() {
            return Ok(services.runs.process_due(operator, release).await?);
        }
        let selection = Selection::Ids(self.candidate.iter().copied().map(CandidateId).collect());
        let gather = match self.scope {
            SelectionScope::Order => RunTarget::WholeOrders(selection, &[Status::New, Status::Error]),
            SelectionScope::Selection if release.partial => RunTarget::Selected(selection),
            SelectionScope::Selection => {
                return Err(CommandFailure::call("--scope selection requires --release partial"));
            }
        };
        let command = RunCommand { task: RunTask::Process(release), trigger: RunTrigger::Command, gather };
        Ok(services.runs.run_to_end(operator, command).await?)
    }
}

fn candidates(count: u64) -> String {
    if count == 1 { "1 candidate".to_owned() } else { format!("{count} candidates") }
}

fn figures(record: &RunRecord) -> String {
    let (run, counts) = (&record.run, record.run.counts);
    format!(
        "run {}: {}\nselected {}, added {}, processed {}, orders {}, skipped {}, failed {}\n",
        run.id,
        run.state.as_str(),
        counts.selected,
        run.added,
        counts.processed,
        counts.orders,
        counts.skipped,
        counts.failed,
    )
}

async fn orders(
    services: &Services,
    operator: &Caller,
    record: &RunRecord,
) -> Result<String, CommandFailure> {
    if record.run.counts.orders == 0 {
        return Ok(String::new());
    }
    let filter = OrderFilter { run: Some(record.run.id), ..OrderFilter::default() };
    let query = OrderQuery { filter, descending: false, after: None, limit: SHOWN, counted: true };
    let page = services.orders.find_orders(operator, query).await?;
    let mut lines = String::from("\norders\n");
    // writing to a String cannot fail
    for order in &page.orders {
        let header = &order.header;
        let mut total = order.grand_total;
        total.rescale(header.currency_digits);
        let _ = writeln!(
            lines,
            "  {:<10} {:<12} {:<24} {:>14} {}",
            order.document_no.as_ref().map_or("", |number| number.as_str()),
            header.buyer.partner.code.as_str(),
            header.po_reference.as_ref().map_or("", |reference| reference.as_str()),
            total.to_string(),
            header.currency.as_str(),
        );
    }
    let more = record.run.counts.orders.saturating_sub(page.orders.len() as u64);
    if more > 0 {
        let _ = writeln!(lines, "  and {more} more");
    }
    Ok(lines)
}

/// Returns the hold reasons of skipped candidates, each with the number of candidates.
async fn skipped(services: &Services, operator: &Caller, skipped: u64) -> Result<String, CommandFailure> {
    if skipped == 0 {
        return Ok(String::new());
    }
    let mut reasons: BTreeMap<(&'static str, String), u64> = BTreeMap::new();
    let (mut window, mut seen) = (PageStart::Offset(0), 0_u64);
    while seen < LOOKED_AT {
        let filter = CandidateFilter { statuses: vec![Status::New], ..CandidateFilter::default() };
        let query = CandidateQuery {
            filter,
            sort: CandidateSort::CreatedAt,
            descending: false,
            window,
            limit: PAGE,
            counted: false,
            count_all: false,
            now: operator.now,
        };
        let page = services.candidates.find_candidates(operator, query).await?;
        for candidate in &page.candidates {
            seen += 1;
            *reasons.entry(reason(candidate)).or_default() += 1;
        }
        match page.next {
            Some(next) => window = PageStart::After(next),
            None => break,
        }
    }
    let mut lines = String::from("\nskipped\n");
    for ((word, message), count) in reasons {
        let _ = writeln!(lines, "  {count:>6}  {word:<18} {message}"); // into a String
    }
    Ok(lines)
}

fn reason(candidate: &Candidate) -> (&'static str, String) {
    match &candidate.hold {
        Some(hold) => (hold.reason().as_str(), hold.message(Language::English)),
        None => ("new", "Received after the run started.".to_owned()),
    }
}

/// Returns the candidates that cannot become an order, with their problems.
async fn failed(
    services: &Services,
    operator: &Caller,
    record: &RunRecord,
) -> Result<String, CommandFailure> {
    if record.run.counts.failed == 0 {
        return Ok(String::new());
    }
    let mut lines = String::from("\nfailed\n");
    let (mut after, mut shown): (Option<CandidateId>, u64) = (None, 0);
    while shown < u64::from(SHOWN) {
        let results = services.runs.run_results(operator, record.run.id, None, after, PAGE).await?;
        let Some(last) = results.last() else { break };
        after = Some(last.candidate);
        for result in &results {
            if let RunResultOutcome::Failed(problems) = &result.outcome {
                shown += 1;
                let messages: Vec<_> =
                    problems.iter().map(|problem| problem.message(Language::English)).collect();
                let _ = writeln!(lines, "  {:<10} {}", result.candidate, messages.join(" ")); // into a String
            }
        }
    }
    let more = record.run.counts.failed.saturating_sub(shown);
    if more > 0 {
        let _ = writeln!(lines, "  and {more} more"); // into a String
    }
    Ok(lines)
}
