//! The body of an import as it was sent, kept for the places of what is found wrong in it later.

use bytes::Bytes;
use orderdock_app::{App, Effort};
use orderdock_domain::fit;
use orderdock_domain::import::{ImportRow, RequestKind};
use orderdock_domain::problem::Problem;

use crate::http::refusal::{MOST_ERRORS, MOST_PER_ROW, Refusal};
use crate::request::candidate_request::{KEPT_PER_REQUEST, ReadBulk, ReadRow, read_bulk, read_one};
use crate::request::json::{Findings, Handling, Spot, SyntaxFault, ValueFinding, locate, offset, text_of};
use crate::request::located::located;
use crate::response::Located;

/// Which of the two bodies it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyForm {
    /// One candidate.
    Single,
    /// `{"requests": [candidate, …]}`.
    Bulk,
}

impl BodyForm {
    /// `None` for what is no import.
    pub fn of(kind: RequestKind) -> Option<Self> {
        match kind {
            RequestKind::Single => Some(Self::Single),
            RequestKind::Bulk => Some(Self::Bulk),
            RequestKind::Call => None,
        }
    }
}

/// Bodies from this size on are decoded on a thread of their own.
const LARGE: usize = 64 << 10;

/// A body and where its rows stand.
#[derive(Debug)]
pub struct SentBody {
    pub form: BodyForm,
    body: Bytes,
    /// Where its text begins, after a byte order mark.
    begin: usize,
    rows: Vec<SentRow>,
    /// About the document around the rows.
    warnings: Option<Findings>,
    /// About the call itself.
    call_warnings: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub(super) struct SentRow {
    /// Offset in the text, and length.
    at: u32,
    length: usize,
    errors: Findings,
    warnings: Findings,
}

impl From<&ReadRow<'_>> for SentRow {
    fn from(read: &ReadRow<'_>) -> Self {
        let (errors, warnings) = (read.errors.clone(), read.warnings.clone());
        Self { at: read.at, length: read.text.len(), errors, warnings }
    }
}

impl SentRow {
    /// The same where its text stands so much further on.
    pub fn moved(&self, by: usize) -> Self {
        let by = offset(by);
        let moved = |findings: &Findings| findings.moved(by);
        let (errors, warnings) = (moved(&self.errors), moved(&self.warnings));
        Self { at: self.at + by, length: self.length, errors, warnings }
    }
}

impl SentBody {
    /// With warnings about the call itself.
    pub fn warned(self, call_warnings: Vec<Problem>) -> Self {
        Self { call_warnings, ..self }
    }

    /// A list of rows that were read one by one.
    pub(super) fn bulk(body: Bytes, rows: Vec<SentRow>) -> Self {
        Self { form: BodyForm::Bulk, body, begin: 0, rows, warnings: None, call_warnings: Vec::new() }
    }

    /// Decodes a body; refuses one whose document cannot be understood, with all that is wrong in its rows too.
    pub async fn read(
        app: &App,
        body: Bytes,
        form: BodyForm,
        handling: Handling,
    ) -> Result<(Self, Vec<ImportRow>), Refusal> {
        if body.len() < LARGE {
            return Self::decode(&body, form, handling);
        }
        app.compute(Effort::Large, move || Self::decode(&body, form, handling)).await?
    }

    pub(super) fn decode(
        body: &Bytes,
        form: BodyForm,
        handling: Handling,
    ) -> Result<(Self, Vec<ImportRow>), Refusal> {
        let unreadable = |fault: SyntaxFault| Refusal::of(located(body, vec![(None, fault.finding())]));
        let text = text_of(body).map_err(unreadable)?;
        let (read, document) = match form {
            BodyForm::Single => (vec![read_one(text, handling).map_err(unreadable)?], None),
            BodyForm::Bulk => {
                let ReadBulk { rows, errors, warnings } = read_bulk(text, handling).map_err(unreadable)?;
                (rows, Some((errors, warnings)))
            }
        };
        let (errors, warnings) = document.unzip();
        let rows = read.iter().map(SentRow::from).collect();
        let begin = body.len() - text.len();
        let sent = Self { form, body: body.clone(), begin, rows, warnings, call_warnings: Vec::new() };
        match errors {
            Some(errors) if errors.total > 0 => Err(sent.refused(&errors)),
            _ => Ok((sent, read.into_iter().map(|read| read.row).collect())),
        }
    }

    /// A document that is wrong around its rows.
    fn refused(&self, document: &Findings) -> Refusal {
        let own = document.first.iter().map(|finding| (None, finding.clone()));
        let rows = self.rows.iter().enumerate().flat_map(|(index, row)| {
            row.errors.first.iter().map(move |finding| (Some(index), self.within(index, finding)))
        });
        let first = own.chain(rows).take(KEPT_PER_REQUEST).collect();
        let total = document.total + self.rows.iter().map(|row| row.errors.total).sum::<usize>();
        Refusal { errors_total: total, ..Refusal::of(located(&self.body, first)) }
    }

    /// A finding of a row as one of the whole body.
    fn within(&self, index: usize, finding: &ValueFinding) -> ValueFinding {
        let problem = self.placed(index, &finding.problem);
        ValueFinding { problem, at: finding.at, seen: finding.seen.clone() }
    }

    /// The problem with its pointer into the whole body.
    fn placed(&self, index: usize, problem: &Problem) -> Problem {
        let pointer = match self.form {
            BodyForm::Single => problem.pointer.clone(),
            BodyForm::Bulk => format!("/requests/{index}{}", problem.pointer).into(),
        };
        Problem { pointer, ..problem.clone() }
    }

    /// How many errors the reader found in a row beyond those that it kept.
    pub fn errors_beyond(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.errors.total - row.errors.first.len())
    }

    pub fn warnings_beyond(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.warnings.total - row.warnings.first.len())
    }

    /// The entry's number, where there is a list.
    pub fn index(&self, index: usize) -> Option<usize> {
        (self.form == BodyForm::Bulk).then_some(index)
    }

    /// Finds the places of problems of rows: `(row, problem)`. What the reader found it has placed itself; for
    /// the rest the row is read once more.
    pub fn locate(&self, problems: &[(usize, &Problem)]) -> Vec<Located> {
        let mut findings = Vec::with_capacity(problems.len().min(MOST_ERRORS));
        for row in problems.chunk_by(|left, right| left.0 == right.0) {
            let index = row[0].0;
            let known = self.rows.get(index);
            let spots = known.map(|known| self.spots(known, row)).unwrap_or_default();
            for (place, (_, problem)) in row.iter().take(MOST_PER_ROW).enumerate() {
                let spot = spots.get(place).cloned().unwrap_or(Spot { at: 0, seen: None });
                let problem = self.placed(index, problem);
                findings.push((self.index(index), ValueFinding { problem, at: spot.at, seen: spot.seen }));
            }
        }
        located(&self.body, findings)
    }

    fn spots(&self, row: &SentRow, problems: &[(usize, &Problem)]) -> Vec<Spot> {
        let noted = |problem: &Problem| {
            let mut findings = row.errors.first.iter().chain(&row.warnings.first);
            findings.find(|finding| finding.problem == *problem)
        };
        let pointers = problems.iter().map(|(_, problem)| &*problem.pointer);
        let mut spots = if problems.iter().all(|(_, problem)| noted(problem).is_some()) {
            vec![Spot { at: 0, seen: None }; problems.len()]
        } else {
            locate(self.text(row), pointers)
        };
        for (spot, (_, problem)) in spots.iter_mut().zip(problems) {
            *spot = match noted(problem) {
                Some(finding) => Spot { at: finding.at, seen: finding.seen.clone() },
                None => Spot { at: row.at + spot.at, seen: spot.seen.take() },
            };
        }
        spots
    }

    fn text(&self, row: &SentRow) -> &str {
        let at = fit::<usize>(row.at) + self.begin;
        let bytes = self.body.get(at..at + row.length).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The warnings about the call and about the document around the rows.
    pub fn document_warnings(&self) -> Vec<Located> {
        let first = self.warnings.iter().flat_map(|warnings| &warnings.first);
        let of_call = self.call_warnings.iter().cloned().map(Located::from);
        of_call.chain(located(&self.body, first.map(|finding| (None, finding.clone())).collect())).collect()
    }

    pub fn document_warnings_total(&self) -> usize {
        self.call_warnings.len() + self.warnings.as_ref().map_or(0, |warnings| warnings.total)
    }
}
