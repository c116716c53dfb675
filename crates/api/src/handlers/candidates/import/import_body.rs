//! Received body of an import. It is kept to find the positions of problems that the planner reports later.

use bytes::Bytes;
use orderdock_app::{Effort, RowTexts, Services};
use orderdock_domain::cast;
use orderdock_domain::import::{ImportRow, RequestKind};
use orderdock_domain::problem::Problem;

use crate::http::error::{ApiError, MAX_ERRORS, MAX_PER_ROW};
use crate::request::candidate_request::{KEPT_PER_REQUEST, ReadBulk, ReadRow, read_bulk, read_one};
use crate::request::json::{
    Findings, Handling, ResolvedPointer, SyntaxFault, ValueFinding, locate, offset, text_of,
};
use crate::request::located::located;
use crate::response::LocatedProblem;

/// Format of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportFormat {
    /// A single candidate.
    Single,
    /// `{"requests": [candidate, …]}`.
    Bulk,
}

impl ImportFormat {
    /// Returns the format of a logged request; `None` if it is not an import.
    pub fn of(kind: RequestKind) -> Option<Self> {
        match kind {
            RequestKind::Single => Some(Self::Single),
            RequestKind::Bulk => Some(Self::Bulk),
            RequestKind::Call => None,
        }
    }
}

/// Bodies of this size in bytes or more are decoded on a worker thread.
const LARGE: usize = 64 << 10;

/// Body with the positions of its rows.
#[derive(Debug)]
pub struct ImportBody {
    pub form: ImportFormat,
    body: Bytes,
    /// Offset of the text after a byte order mark.
    begin: usize,
    rows: Vec<ImportBodyRow>,
    /// Findings about the document around the rows.
    warnings: Option<Findings>,
    /// Warnings about the query parameters.
    call_warnings: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub(super) struct ImportBodyRow {
    /// Offset and length in the text.
    at: u32,
    length: usize,
    errors: Findings,
    warnings: Findings,
}

impl From<&ReadRow<'_>> for ImportBodyRow {
    fn from(read: &ReadRow<'_>) -> Self {
        let (errors, warnings) = (read.errors.clone(), read.warnings.clone());
        Self { at: read.at, length: read.text.len(), errors, warnings }
    }
}

impl ImportBodyRow {
    /// Returns the row for a text that begins `by` bytes later.
    pub fn moved(&self, by: usize) -> Self {
        let by = offset(by);
        let moved = |findings: &Findings| findings.moved(by);
        let (errors, warnings) = (moved(&self.errors), moved(&self.warnings));
        Self { at: self.at + by, length: self.length, errors, warnings }
    }
}

impl ImportBody {
    /// Adds warnings about the query parameters.
    pub fn warned(self, call_warnings: Vec<Problem>) -> Self {
        Self { call_warnings, ..self }
    }

    /// Creates a body from rows that were read one by one.
    pub(super) fn bulk(body: Bytes, rows: Vec<ImportBodyRow>) -> Self {
        Self { form: ImportFormat::Bulk, body, begin: 0, rows, warnings: None, call_warnings: Vec::new() }
    }

    /// Decodes a body. If the document is invalid, the error also contains all problems of the rows.
    pub async fn read(
        services: &Services,
        body: Bytes,
        form: ImportFormat,
        handling: Handling,
    ) -> Result<(Self, Vec<ImportRow>), ApiError> {
        if body.len() < LARGE {
            return Self::decode(&body, form, handling);
        }
        services.workers.compute(Effort::Large, move || Self::decode(&body, form, handling)).await?
    }

    pub fn decode(
        body: &Bytes,
        form: ImportFormat,
        handling: Handling,
    ) -> Result<(Self, Vec<ImportRow>), ApiError> {
        let unreadable = |fault: SyntaxFault| ApiError::of(located(body, vec![(None, fault.finding())]));
        let text = text_of(body).map_err(unreadable)?;
        let (read, document) = match form {
            ImportFormat::Single => (vec![read_one(text, handling).map_err(unreadable)?], None),
            ImportFormat::Bulk => {
                let ReadBulk { rows, errors, warnings } = read_bulk(text, handling).map_err(unreadable)?;
                (rows, Some((errors, warnings)))
            }
        };
        let (errors, warnings) = document.unzip();
        let rows = read.iter().map(ImportBodyRow::from).collect();
        let begin = body.len() - text.len();
        let sent = Self { form, body: body.clone(), begin, rows, warnings, call_warnings: Vec::new() };
        match errors {
            Some(errors) if errors.total > 0 => Err(sent.rejected(&errors)),
            _ => Ok((sent, read.into_iter().map(|read| read.row).collect())),
        }
    }

    /// Returns the error of a document that is invalid around its rows.
    fn rejected(&self, document: &Findings) -> ApiError {
        let own = document.first.iter().map(|finding| (None, finding.clone()));
        let rows = self.rows.iter().enumerate().flat_map(|(index, row)| {
            row.errors.first.iter().map(move |finding| (Some(index), self.within(index, finding)))
        });
        let first = own.chain(rows).take(KEPT_PER_REQUEST).collect();
        let total = document.total + self.rows.iter().map(|row| row.errors.total).sum::<usize>();
        ApiError { errors_total: total, ..ApiError::of(located(&self.body, first)) }
    }

    /// Converts a finding of a row to one of the body.
    fn within(&self, index: usize, finding: &ValueFinding) -> ValueFinding {
        let problem = self.placed(index, &finding.problem);
        ValueFinding { problem, at: finding.at, seen: finding.seen.clone() }
    }

    /// Returns the problem with a pointer into the body.
    fn placed(&self, index: usize, problem: &Problem) -> Problem {
        let pointer = match self.form {
            ImportFormat::Single => problem.pointer.clone(),
            ImportFormat::Bulk => format!("/requests/{index}{}", problem.pointer).into(),
        };
        Problem { pointer, ..problem.clone() }
    }

    /// Number of reader errors of a row beyond the stored ones.
    pub fn errors_beyond(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.errors.total - row.errors.first.len())
    }

    pub fn warnings_beyond(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.warnings.total - row.warnings.first.len())
    }

    /// Row number in a bulk; `None` for a single candidate.
    pub fn index(&self, index: usize) -> Option<usize> {
        (self.form == ImportFormat::Bulk).then_some(index)
    }

    /// Returns the positions of problems `(row, problem)`. Problems of the reader have one; for others the
    /// row is parsed again.
    pub fn locate(&self, problems: &[(usize, &Problem)]) -> Vec<LocatedProblem> {
        let mut findings = Vec::with_capacity(problems.len().min(MAX_ERRORS));
        for row in problems.chunk_by(|left, right| left.0 == right.0) {
            let index = row[0].0;
            let known = self.rows.get(index);
            let resolve_pointers = known.map(|known| self.resolve_pointers(known, row)).unwrap_or_default();
            for (place, (_, problem)) in row.iter().take(MAX_PER_ROW).enumerate() {
                let resolved =
                    resolve_pointers.get(place).cloned().unwrap_or(ResolvedPointer { at: 0, seen: None });
                let problem = self.placed(index, problem);
                findings.push((
                    self.index(index),
                    ValueFinding { problem, at: resolved.at, seen: resolved.seen },
                ));
            }
        }
        located(&self.body, findings)
    }

    fn resolve_pointers(&self, row: &ImportBodyRow, problems: &[(usize, &Problem)]) -> Vec<ResolvedPointer> {
        let noted = |problem: &Problem| {
            let mut findings = row.errors.first.iter().chain(&row.warnings.first);
            findings.find(|finding| finding.problem == *problem)
        };
        let pointers = problems.iter().map(|(_, problem)| &*problem.pointer);
        let mut resolve_pointers = if problems.iter().all(|(_, problem)| noted(problem).is_some()) {
            vec![ResolvedPointer { at: 0, seen: None }; problems.len()]
        } else {
            locate(self.text_of(row), pointers)
        };
        for (resolved, (_, problem)) in resolve_pointers.iter_mut().zip(problems) {
            *resolved = match noted(problem) {
                Some(finding) => ResolvedPointer { at: finding.at, seen: finding.seen.clone() },
                None => ResolvedPointer { at: row.at + resolved.at, seen: resolved.seen.take() },
            };
        }
        resolve_pointers
    }

    fn text_of(&self, row: &ImportBodyRow) -> &str {
        let at = cast::<usize>(row.at) + self.begin;
        let bytes = self.body.get(at..at + row.length).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns the warnings about the query parameters and the document.
    pub fn document_warnings(&self) -> Vec<LocatedProblem> {
        let first = self.warnings.iter().flat_map(|warnings| &warnings.first);
        let of_call = self.call_warnings.iter().cloned().map(LocatedProblem::from);
        of_call.chain(located(&self.body, first.map(|finding| (None, finding.clone())).collect())).collect()
    }

    pub fn document_warnings_total(&self) -> usize {
        self.call_warnings.len() + self.warnings.as_ref().map_or(0, |warnings| warnings.total)
    }
}

impl RowTexts for ImportBody {
    fn text(&self, index: usize) -> &str {
        self.rows.get(index).map_or("", |row| self.text_of(row).trim_end())
    }
}
