//! Result of a dry run of a bulk edit in responses.

use orderdock_app::{EditCounts, EditedCandidate, PlannedEdit};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::changed_members;
use orderdock_domain::problem::Language;
use serde::Serialize;
use utoipa::ToSchema;

use super::values::Values;
use super::{Id, Item};

/// Planned result of a bulk edit.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = PlannedEdit)]
pub struct PlannedEditResponse<'a> {
    pub counts: EditCountsResponse,
    /// Problems that the selected candidates would have afterwards.
    pub remaining: Vec<RemainingProblem>,
    /// The first five candidates that would change.
    pub sample: Vec<EditedCandidateResponse<'a>>,
    /// The first five candidates that would be skipped.
    pub refused: Vec<RejectedCandidateResponse<'a>>,
}

/// A problem that candidates would still have after an edit.
#[derive(Serialize, ToSchema, Debug)]
pub struct RemainingProblem {
    #[schema(example = "price.none")]
    pub code: &'static str,
    /// Number of candidates that would have the problem. A candidate counts once for each of its problems.
    pub candidates: u64,
}

/// Counts of a bulk edit. `selected` is the sum of `changed`, `unchanged` and `refused`.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = EditCounts)]
pub struct EditCountsResponse {
    /// Number of selected candidates.
    pub selected: u64,
    /// Number of candidates that would change.
    pub changed: u64,
    /// Number of candidates that already have the requested values.
    pub unchanged: u64,
    /// Number of candidates that are processed, or for which the result would be invalid.
    pub refused: u64,
    /// Number of candidates in error that would no longer be in error.
    pub resolved: u64,
}

impl From<EditCounts> for EditCountsResponse {
    fn from(counts: EditCounts) -> Self {
        let EditCounts { selected, changed, unchanged, rejected, resolved } = counts;
        Self { selected, changed, unchanged, refused: rejected, resolved }
    }
}

/// A candidate before and after a change.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditedCandidate)]
pub struct EditedCandidateResponse<'a> {
    pub candidate_id: Id,
    pub external_header_id: &'a str,
    pub external_line_id: &'a str,
    pub po_reference: &'a str,
    pub before: EditedValues<'a>,
    pub after: EditedValues<'a>,
    /// Problems that the candidate would have. Pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
}

/// Values of the fields that change.
#[derive(Serialize, ToSchema, Debug)]
pub struct EditedValues<'a> {
    /// Status of the candidate. Absent if it does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    #[serde(flatten)]
    pub values: Values<'a>,
}

/// A candidate that cannot be changed.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefusedCandidate)]
pub struct RejectedCandidateResponse<'a> {
    pub candidate_id: Id,
    /// Reasons. Pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
}

impl<'a> PlannedEditResponse<'a> {
    pub fn of(planned: &'a PlannedEdit, language: Language) -> Self {
        let rejected = planned.rejected.iter().map(|(candidate, problems)| RejectedCandidateResponse {
            candidate_id: Id(candidate.0),
            problems: problems.iter().map(|problem| Item::of(problem, language)).collect(),
        });
        let remaining = planned.remaining.iter();
        let remaining = remaining
            .map(|(code, candidates)| RemainingProblem { code: code.as_str(), candidates: *candidates });
        Self {
            counts: planned.counts.into(),
            remaining: remaining.collect(),
            sample: planned.changed.iter().map(|one| EditedCandidateResponse::of(one, language)).collect(),
            refused: rejected.collect(),
        }
    }
}

impl<'a> EditedCandidateResponse<'a> {
    pub fn of(edited: &'a EditedCandidate, language: Language) -> Self {
        let (before, after) = (&edited.before, &edited.correction.candidate);
        let fields = changed_members(before, after, edited.correction.entry.as_ref());
        let values = |candidate: &'a Candidate| EditedValues {
            status: (before.status != after.status).then(|| candidate.status.as_str()),
            values: Values::of_fields(candidate, &edited.context.records.related, &fields),
        };
        Self {
            candidate_id: Id(before.id.0),
            external_header_id: before.identity.header_id.as_str(),
            external_line_id: before.identity.line_id.as_str(),
            po_reference: before.po_reference.as_str(),
            before: values(before),
            after: values(after),
            problems: after.problems.iter().map(|problem| Item::of(problem, language)).collect(),
        }
    }
}
