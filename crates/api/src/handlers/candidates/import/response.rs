//! Response of an import: a result per row, in order, or only the errors. It is encoded before the commit,
//! directly from the plan and without copies, because this is the hot path.

use std::collections::HashMap;
use std::sync::Arc;

use orderdock_app::{Encode, ImportResult};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::import::{CreatedRecord, ErrorPolicy, RowOutcome};
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::ImportBody;
use crate::http::error::{ApiError, MAX_ERRORS, MAX_PER_ROW, ProblemDocument};
use crate::response::{CandidateRow, Id, Item, LocatedProblem, WrittenBlocks};

/// Estimated size of an encoded row in bytes.
const ROW_BYTES: usize = 1_800;

/// Result of a row.
#[derive(Clone, Copy, Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outcome)]
pub enum OutcomeName {
    Created,
    /// The same row was imported before; nothing was written.
    Unchanged,
    Rejected,
}

/// A master data record that was created for a row.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = CreatedRecord)]
pub struct Created<'a> {
    /// Kind of the record: `org`, `bpartner`, `location`, `contact`, `group`, `product` or `productPrice`.
    kind: &'a str,
    id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
}

/// A row that was stored as a candidate.
#[derive(Serialize, ToSchema, Debug)]
pub struct ResultRow<'a> {
    pub outcome: OutcomeName,
    #[serde(flatten)]
    #[schema(inline, value_type = CandidateRow<'a>)]
    pub candidate: Option<CandidateRow<'a>>,
    /// Problems that prevent a sales order. Pointers are relative to the candidate.
    pub problems: Vec<Item<'a>>,
    /// Problems that do not prevent a sales order.
    pub warnings: Vec<Item<'a>>,
    /// Master data records that were created for this row.
    pub created: Vec<Created<'a>>,
}

/// A row that was not stored.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct RejectedRow<'a> {
    /// Index of the row in the request, starting at 0.
    pub index: usize,
    pub outcome: OutcomeName,
    pub external_header_id: Option<&'a str>,
    pub external_line_id: Option<&'a str>,
    /// The first 20 errors of the row.
    pub errors: Vec<Item<'a>>,
}

/// Result of one row of the request.
#[derive(Serialize, ToSchema, Debug)]
#[serde(untagged)]
#[schema(as = ImportedRow)]
pub enum ImportedRow<'a> {
    Stored(Box<ResultRow<'a>>),
    Rejected(RejectedRow<'a>),
}

/// Result of an import, with one entry per row in the order of the request.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CandidatesAnswer)]
pub struct CandidatesResponse<'a> {
    /// Present if all rows were rejected.
    #[serde(flatten)]
    #[schema(ignore)]
    error: Option<ProblemDocument<'a>>,
    #[schema(value_type = Vec<ImportedRow<'a>>)]
    result: ImportedRows<'a>,
    /// Total number of errors, if any. The response contains the first 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_total: Option<usize>,
    /// Warnings about the request as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Item<'a>>,
    /// Total number of warnings, if any. The response contains the first 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings_total: Option<usize>,
}

/// Returns the encoder of the response.
pub fn encoder(sent: Arc<ImportBody>, language: Language, request_id: &str) -> Encode {
    let request_id = request_id.to_owned();
    Arc::new(move |result| encode(&sent, language, &request_id, result))
}

fn encode(sent: &ImportBody, language: Language, request_id: &str, result: &ImportResult<'_>) -> Vec<u8> {
    let errors = LocatedProblems::of(sent, result, errors_of, ImportBody::errors_beyond);
    let rejected = result.plan.outcomes.iter().filter(|outcome| is_rejected(outcome)).count();
    if rejected > 0 && result.policy == ErrorPolicy::All {
        let error =
            ApiError { status: result.status, errors_total: errors.total, ..ApiError::of(errors.located) };
        return error.encode(language, request_id);
    }
    let warnings = LocatedProblems::of(sent, result, warnings_of, ImportBody::warnings_beyond);
    let about_all = sent.document_warnings();
    let all_rejected = rejected == result.plan.outcomes.len();
    let error = ApiError { errors_total: errors.total, ..ApiError::from(ProblemCode::RowRejected) };
    let warnings_total = warnings.total + sent.document_warnings_total();
    let (created, known) =
        (WrittenBlocks::of(&result.plan.related), WrittenBlocks::of(&result.existing.related));
    let response = CandidatesResponse {
        error: all_rejected.then(|| error.document(language, request_id)),
        result: ImportedRows {
            language,
            result,
            errors: &errors,
            warnings: &warnings,
            candidates: candidates(result, &created, &known),
        },
        errors_total: (errors.total > 0 && !all_rejected).then_some(errors.total),
        warnings: about_all.iter().map(|warning| warning.item(language)).collect(),
        warnings_total: (warnings_total > 0).then_some(warnings_total),
    };
    let mut bytes = Vec::with_capacity(512 + ROW_BYTES * result.plan.outcomes.len());
    if let Err(fault) = serde_json::to_writer(&mut bytes, &response) {
        tracing::error!(%fault, "encoding a response failed");
    }
    bytes
}

/// Candidates in the results, with their related records.
fn candidates<'a>(
    result: &ImportResult<'a>,
    created: &'a WrittenBlocks<'a>,
    known: &'a WrittenBlocks<'a>,
) -> CandidatesById<'a> {
    let created = result.plan.writes.candidates.iter().map(|candidate| (candidate, created));
    let known = result.existing.candidates.iter().map(|candidate| (candidate, known));
    created.chain(known).map(|(candidate, blocks)| (candidate.id, (candidate, blocks))).collect()
}

type CandidatesById<'a> = HashMap<CandidateId, (&'a Candidate, &'a WrittenBlocks<'a>)>;

fn is_rejected(outcome: &RowOutcome) -> bool {
    matches!(outcome, RowOutcome::Rejected { .. })
}

fn errors_of(outcome: &RowOutcome) -> &[Problem] {
    match outcome {
        RowOutcome::Rejected { errors } => errors,
        RowOutcome::Created { .. } | RowOutcome::Unchanged { .. } => &[],
    }
}

fn warnings_of(outcome: &RowOutcome) -> &[Problem] {
    match outcome {
        RowOutcome::Created { warnings, .. } | RowOutcome::Unchanged { warnings, .. } => warnings,
        RowOutcome::Rejected { .. } => &[],
    }
}

/// First errors or warnings with their positions, and the total number.
struct LocatedProblems {
    /// Row numbers of the problems.
    rows: Vec<usize>,
    located: Vec<LocatedProblem>,
    total: usize,
}

impl LocatedProblems {
    fn of(
        sent: &ImportBody,
        result: &ImportResult<'_>,
        problems: fn(&RowOutcome) -> &[Problem],
        beyond: fn(&ImportBody, usize) -> usize,
    ) -> Self {
        let (mut first, mut total) = (Vec::new(), 0);
        for (index, outcome) in result.plan.outcomes.iter().enumerate() {
            let problems = problems(outcome);
            if problems.is_empty() {
                continue;
            }
            total += problems.len() + beyond(sent, index);
            let remaining = MAX_PER_ROW.min(MAX_ERRORS - first.len());
            first.extend(problems.iter().take(remaining).map(|problem| (index, problem)));
        }
        let rows = first.iter().map(|(index, _)| *index).collect();
        let mut located = sent.locate(&first);
        for (located, (index, problem)) in located.iter_mut().zip(&first) {
            let organisation = result.organisation_of_rejected(*index);
            located.suggestions = result.suggestions(*index, organisation, problem);
        }
        Self { rows, located, total }
    }

    fn of_row(&self, index: usize, language: Language) -> Vec<Item<'_>> {
        let begin = self.rows.partition_point(|row| *row < index);
        let end = self.rows.partition_point(|row| *row <= index);
        self.located[begin..end].iter().map(|located| located.item(language)).collect()
    }
}

struct ImportedRows<'a> {
    language: Language,
    result: &'a ImportResult<'a>,
    errors: &'a LocatedProblems,
    warnings: &'a LocatedProblems,
    candidates: CandidatesById<'a>,
}

impl Serialize for ImportedRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcomes = self.result.plan.outcomes.iter().enumerate();
        serializer.collect_seq(outcomes.map(|(index, outcome)| self.row(index, outcome)))
    }
}

impl ImportedRows<'_> {
    fn row<'r>(&'r self, index: usize, outcome: &'r RowOutcome) -> ImportedRow<'r> {
        match outcome {
            RowOutcome::Created { candidate, created, .. } => {
                self.stored(index, OutcomeName::Created, *candidate, created)
            }
            RowOutcome::Unchanged { candidate, .. } => {
                self.stored(index, OutcomeName::Unchanged, *candidate, &[])
            }
            RowOutcome::Rejected { .. } => {
                let row = &self.result.rows[index];
                ImportedRow::Rejected(RejectedRow {
                    index,
                    outcome: OutcomeName::Rejected,
                    external_header_id: row.header_id.as_deref(),
                    external_line_id: row.line_id.as_deref(),
                    errors: self.errors.of_row(index, self.language),
                })
            }
        }
    }

    fn stored<'r>(
        &'r self,
        index: usize,
        outcome: OutcomeName,
        candidate: CandidateId,
        created: &'r [CreatedRecord],
    ) -> ImportedRow<'r> {
        let known = self.candidates.get(&candidate);
        let problems = known.map(|(candidate, _)| candidate.problems.as_slice()).unwrap_or_default();
        let problems = problems.iter().take(MAX_PER_ROW);
        let created = created.iter().map(|record| Created {
            kind: record.kind,
            id: Id(record.id),
            code: record.code.as_deref(),
        });
        ImportedRow::Stored(Box::new(ResultRow {
            outcome,
            candidate: known.map(|(candidate, blocks)| CandidateRow::of(candidate, blocks)),
            problems: problems.map(|problem| Item::of(problem, self.language)).collect(),
            warnings: self.warnings.of_row(index, self.language),
            created: created.collect(),
        }))
    }
}
