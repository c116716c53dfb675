//! Runs of the process and its settings.

pub mod read;
pub mod settings;
pub mod start;

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
