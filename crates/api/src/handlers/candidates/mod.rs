//! Order candidates.

pub mod cancel;
pub mod edit;
pub mod export;
pub mod history;
pub mod import;
pub mod list;
pub mod problems;
pub mod read;

use orderdock_app::OpContext;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{CandidateQuery, CandidateSort};

use crate::handlers::page::limit;
use crate::http::refusal::Refusal;
use crate::request::candidate_window::{read_sort, read_window};
use crate::request::filter::candidates::CandidateFilterInput;
use crate::request::query::Parameters;

/// The filters of a list, its order, which is one of those, and a part of it.
fn read_query(
    mut parameters: Parameters,
    sorts: &[CandidateSort],
    most: u32,
    caller: &OpContext,
    reference: &Reference,
) -> Result<CandidateQuery, Refusal> {
    let (sort, descending) = read_sort(&mut parameters, sorts);
    let limit = limit(&mut parameters, most);
    let window = read_window(&mut parameters, sort, descending);
    let filter = CandidateFilterInput::read(&mut parameters, caller, reference);
    parameters.finish()?;
    let filter = filter.resolve(caller, reference)?;
    Ok(CandidateQuery { filter, sort, descending, window, limit, counted: true, now: caller.now })
}

/// The version as `ETag` and `If-Match` write it.
fn entity_tag(candidate: &Candidate) -> String {
    format!("\"{}\"", candidate.version)
}

/// A path's candidate; a text that is no id names none.
fn candidate_id(text: &str) -> Result<CandidateId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(CandidateId).ok_or_else(|| Problem::not_found(ProblemCode::CandidateNotFound, text).into())
}
