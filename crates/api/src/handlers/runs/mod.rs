//! Handlers of runs and of the process settings.

pub mod read;
pub mod settings;
pub mod start;

use orderdock_domain::ids::RunId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::handlers::page::{MAX_PAGE_SIZE, limit};
use crate::http::error::ApiError;
use crate::request::query::Parameters;

/// Reads the cursor and page size.
fn read_page(mut parameters: Parameters) -> Result<(Option<i64>, u32), ApiError> {
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok());
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    parameters.finish()?;
    Ok((after, limit))
}

fn run_id(text: &str) -> Result<RunId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RunId).ok_or_else(|| Problem::not_found(ProblemCode::RunNotFound, text).into())
}
