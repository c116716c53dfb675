//! Candidates: importing, finding, mending and cancelling them.

mod by_reference;
mod cancel;
pub mod cancel_header;
pub mod cancel_line;
pub mod comment_on_candidate;
pub mod correct_candidate;
pub mod count_candidates;
pub mod edit_candidates;
pub mod export_candidates;
pub mod get_candidate;
pub mod get_candidate_history;
pub mod get_candidate_request;
pub mod get_candidates_by_header;
pub mod get_candidates_by_line;
pub mod group_problems;
pub mod import_candidate;
pub mod import_candidates_bulk;
pub mod importing;
pub mod list_assignees;
pub mod list_candidate_headers;
pub mod list_candidates;
pub mod revalidate_candidates;

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
