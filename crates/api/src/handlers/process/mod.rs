//! Runs, when they begin, and who works on them.

pub mod get_process_settings;
pub mod get_run;
pub mod get_run_results;
pub mod list_instances;
pub mod list_process_settings;
pub mod list_runs;
pub mod process_candidates;
pub mod put_process_settings;
mod settings;
pub mod start;
pub mod start_run;
pub mod stop_run;
pub mod undo_run;

use orderdock_domain::ids::RunId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::handlers::page::{MOST, limit};
use crate::http::refusal::Refusal;
use crate::request::query::Parameters;

/// The id behind which a page begins, and how long it may be.
fn read_page(mut parameters: Parameters) -> Result<(Option<i64>, u32), Refusal> {
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok());
    let limit = limit(&mut parameters, MOST);
    parameters.finish()?;
    Ok((after, limit))
}

fn run_id(text: &str) -> Result<RunId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RunId).ok_or_else(|| Problem::not_found(ProblemCode::RunNotFound, text).into())
}
