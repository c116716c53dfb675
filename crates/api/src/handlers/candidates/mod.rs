//! Handlers of order candidates, with helpers that several files share.

pub mod cancel;
pub mod edit;
pub mod export;
pub mod history;
pub mod holds;
pub mod import;
pub mod list;
pub mod problems;
pub mod read;
pub mod template;
pub mod unresolved_references;

use orderdock_app::Caller;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_store::{CandidateQuery, CandidateSort};

use crate::handlers::page::limit;
use crate::http::error::ApiError;
use crate::request::candidate_window::{read_sort, read_window};
use crate::request::filter::candidates::CandidateFilterInput;
use crate::request::query::Parameters;

/// Reads filters, sort order and window of a list. `sorts` are the allowed sort orders.
fn read_query(
    mut parameters: Parameters,
    sorts: &[CandidateSort],
    maximum: u32,
    (caller, language): (&Caller, Language),
    reference: &Reference,
) -> Result<CandidateQuery, ApiError> {
    let (sort, descending) = read_sort(&mut parameters, sorts);
    let limit = limit(&mut parameters, maximum);
    let window = read_window(&mut parameters, sort, descending);
    let filter = CandidateFilterInput::read(&mut parameters, caller, reference);
    parameters.finish()?;
    let filter = filter.resolve(caller, reference, language)?;
    Ok(CandidateQuery {
        filter,
        sort,
        descending,
        window,
        limit,
        counted: true,
        count_all: false,
        now: caller.now,
    })
}

/// Returns the version in the format of `ETag`.
fn entity_tag(candidate: &Candidate) -> String {
    format!("\"{}\"", candidate.version)
}

/// Parses the id in a path. A text that is not an id is not found.
fn candidate_id(text: &str) -> Result<CandidateId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(CandidateId).ok_or_else(|| Problem::not_found(ProblemCode::CandidateNotFound, text).into())
}
