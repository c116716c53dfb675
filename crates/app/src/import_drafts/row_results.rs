//! Results of rows: what the import decided, with the cells of problems.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::import::RowOutcome;
use orderdock_domain::import_draft::{CheckedRow, RowCheck};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::suggested_fix::RecordSuggestion;
use orderdock_spreadsheet::MemberFault;
use orderdock_store::to_json;
use serde::{Deserialize, Serialize};

use super::settings::{DraftResults, MAX_VALUES, SuggestedCode, UnknownValue};
use super::sheet_bulks::BulkRow;
use crate::{Encode, ImportResult};

/// Maximum number of distinct unknown values that are counted.
const MAX_DISTINCT: usize = 10_000;
/// Maximum length of an unknown value in bytes. Longer values are not listed.
const MAX_VALUE_BYTES: usize = 255;

/// Problem of a row, with its cell. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowProblem {
    pub kind: RowProblemKind,
    pub reason: RowProblemReason,
    /// Column number of the cell, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<SuggestedCode>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowProblemKind {
    /// Rejects the row.
    Error,
    /// Prevents a sales order.
    Problem,
    Warning,
}

/// Reason of a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RowProblemReason {
    /// A cell that cannot be read.
    Cell {
        cell_code: String,
        /// JSON pointer of the member.
        pointer: String,
        message: String,
        seen: String,
    },
    /// A problem that the import found.
    Import(Problem),
}

impl RowProblemReason {
    pub fn code(&self) -> &str {
        match self {
            Self::Cell { cell_code, .. } => cell_code,
            Self::Import(problem) => problem.code.as_str(),
        }
    }

    pub fn pointer(&self) -> &str {
        match self {
            Self::Cell { pointer, .. } => pointer,
            Self::Import(problem) => &problem.pointer,
        }
    }
}

/// Results of a bulk, encoded as the response of the import.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BulkResult {
    pub request: RequestId,
    pub rows: Vec<SheetRowResult>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SheetRowResult {
    pub check: RowCheck,
    problems: Vec<RowProblem>,
    /// Kind and code of each record that was created for the row.
    created: Vec<(String, String)>,
}

/// Returns the encoder of [`BulkResult`].
pub(super) fn encoder() -> Encode {
    Arc::new(|result| {
        let candidates = result.plan.writes.candidates.iter();
        let candidates: HashMap<_, _> = candidates.map(|candidate| (candidate.id, candidate)).collect();
        let outcomes = result.plan.outcomes.iter().enumerate();
        let rows = outcomes.map(|(index, outcome)| imported_row(result, index, outcome, &candidates));
        let bulk = BulkResult { request: result.request, rows: rows.collect() };
        to_json(&bulk).into_bytes()
    })
}

fn imported_row(
    result: &ImportResult<'_>,
    index: usize,
    outcome: &RowOutcome,
    candidates: &HashMap<CandidateId, &Candidate>,
) -> SheetRowResult {
    let organisation = match outcome {
        RowOutcome::Created { candidate, .. } => candidates.get(candidate).map(|one| one.organisation),
        RowOutcome::Rejected { .. } => result.organisation_of_rejected(index),
        RowOutcome::Unchanged { .. } => None,
    };
    let of = |kind: RowProblemKind, problems: &[Problem]| -> Vec<RowProblem> {
        let problem = |problem| RowProblem {
            kind,
            reason: RowProblemReason::Import(Problem::clone(problem)),
            column: None,
            suggestions: suggested_codes(result.suggestions(index, organisation, problem)),
        };
        problems.iter().map(problem).collect()
    };
    match outcome {
        RowOutcome::Created { candidate, warnings, created } => {
            let problems = candidates.get(candidate).map(|one| one.problems.as_slice()).unwrap_or_default();
            let check = if problems.is_empty() { RowCheck::Ready } else { RowCheck::Problems };
            let mut all = of(RowProblemKind::Problem, problems);
            all.extend(of(RowProblemKind::Warning, warnings));
            let created = created.iter().filter_map(|one| Some((one.kind.to_owned(), one.code.clone()?)));
            SheetRowResult { check, problems: all, created: created.collect() }
        }
        RowOutcome::Unchanged { .. } => {
            SheetRowResult { check: RowCheck::Unchanged, problems: Vec::new(), created: Vec::new() }
        }
        RowOutcome::Rejected { errors } => {
            let conflicts = errors.iter().any(|error| error.code == ProblemCode::IdentityConflict);
            let check = if conflicts { RowCheck::Conflict } else { RowCheck::Rejected };
            SheetRowResult { check, problems: of(RowProblemKind::Error, errors), created: Vec::new() }
        }
    }
}

fn suggested_codes(found: Vec<RecordSuggestion>) -> Vec<SuggestedCode> {
    found.into_iter().map(|RecordSuggestion { code, name }| SuggestedCode { code, name }).collect()
}

impl SheetRowResult {
    /// Returns a row that is not sent because of a problem.
    pub fn rejected(problem: Problem) -> Self {
        let reason = RowProblemReason::Import(problem);
        let problem =
            RowProblem { kind: RowProblemKind::Error, reason, column: None, suggestions: Vec::new() };
        Self { check: RowCheck::Rejected, problems: vec![problem], created: Vec::new() }
    }

    /// Returns the problems with their cells. Errors of cells that cannot be read are replaced by the reason.
    fn located(self, row: &BulkRow) -> Vec<RowProblem> {
        let converted = &row.converted;
        let mut problems = self.problems;
        problems.retain(|problem| !converted.has_fault(problem.reason.pointer()));
        for problem in &mut problems {
            problem.column = converted.cell_of(problem.reason.pointer()).map(|cell| cell.column);
        }
        let faults = converted.faults.iter().map(|fault| {
            let MemberFault { pointer, cell, code, message, seen } = fault.clone();
            RowProblem {
                kind: RowProblemKind::Error,
                reason: RowProblemReason::Cell { cell_code: code.to_owned(), pointer, message, seen },
                column: cell.map(|cell| cell.column),
                suggestions: Vec::new(),
            }
        });
        faults.chain(problems).collect()
    }
}

/// Collects the results of the rows of a draft.
#[derive(Debug, Default)]
pub(super) struct ResultTally {
    created: HashSet<(String, String)>,
    values: HashMap<(String, String), UnknownValue>,
}

impl ResultTally {
    /// Adds the result of a row and returns it in stored form.
    pub fn add(&mut self, row: &BulkRow, mut imported: SheetRowResult) -> CheckedRow {
        self.created.extend(std::mem::take(&mut imported.created));
        let check = imported.check;
        let problems = imported.located(row);
        for problem in &problems {
            self.add_value(row, problem);
        }
        CheckedRow {
            row: row.converted.number,
            check,
            header_id: row.header_id.clone(),
            problems: (!problems.is_empty()).then(|| to_json(&problems)),
        }
    }

    /// Counts the value of a problem that names no record.
    fn add_value(&mut self, row: &BulkRow, problem: &RowProblem) {
        let code = problem.reason.code();
        if !(code.ends_with("unknown") || code.ends_with(".unresolved")) {
            return;
        }
        let Some((member, value)) = row.converted.text_of(problem.reason.pointer()) else { return };
        if value.is_empty() || value.len() > MAX_VALUE_BYTES {
            return;
        }
        let key = (member.to_owned(), value.to_owned());
        if self.values.len() >= MAX_DISTINCT && !self.values.contains_key(&key) {
            return;
        }
        let known = self.values.entry(key).or_insert_with(|| UnknownValue {
            member: member.to_owned(),
            code: code.to_owned(),
            value: value.to_owned(),
            rows: 0,
            suggestions: Vec::new(),
        });
        known.rows += 1;
        if known.suggestions.is_empty() {
            known.suggestions.clone_from(&problem.suggestions);
        }
    }

    /// Adds the collected results to those that the job began with, and returns all.
    pub fn added_to(&self, before: &DraftResults) -> DraftResults {
        let mut created = before.created.clone();
        for (kind, _) in &self.created {
            *created.entry(kind.clone()).or_default() += 1;
        }
        let mut all = self.values.clone();
        for known in &before.values {
            let key = (known.member.clone(), known.value.clone());
            let value = all.entry(key).or_insert_with(|| UnknownValue { rows: 0, ..known.clone() });
            value.rows += known.rows;
        }
        let mut values: Vec<_> = all.into_values().collect();
        values.sort_unstable_by(|a, b| {
            b.rows.cmp(&a.rows).then_with(|| (&a.member, &a.value).cmp(&(&b.member, &b.value)))
        });
        values.truncate(MAX_VALUES);
        DraftResults { created, values, ..before.clone() }
    }
}
