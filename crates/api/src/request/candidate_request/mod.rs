//! Order candidates in request bodies, in both shapes and both variants.
//!
//! Reading validates the values of a row without the database. The planner decides later whether referenced records
//! exist and which are created.

mod advice;
mod candidate;
mod newer;
mod organisation;
mod partner;
mod product;
mod restricted;

pub(crate) use candidate::CandidateBody;
pub(crate) use restricted::{CodeOrNumber, Discount, PlainCode, RecordId};

use orderdock_domain::import::ImportRow;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Code;

use crate::request::json::{
    Findings, Handling, JsonNode, Keep, ListOf, Reader, SyntaxFault, ValueFault, ValueFinding, WalkedList,
    members, parse, visit_rows,
};

/// Maximum number of candidates in a request.
pub const MAX_REQUESTS: usize = 10_000;

/// Maximum number of stored errors, and of warnings, per row.
pub const KEPT_PER_ROW: usize = 20;

/// Maximum number for all rows of a request. Rows beyond it keep their first error, which marks them as
/// rejected.
pub const KEPT_PER_REQUEST: usize = 1000;

const KEEP: Keep = Keep { errors: KEPT_PER_ROW, warnings: KEPT_PER_ROW };

/// Name of the list of a bulk.
pub(crate) const REQUESTS: &str = "requests";

members! {
    /// Schema of a bulk in the OpenAPI document. Bulks are read row by row, see [`visit_rows`].
    BulkBody("BulkBody", Lenient) "A bulk import of 1 to 10,000 order candidates." {
        requests: "requests" ListOf<CandidateBody<'t>, 1, MAX_REQUESTS>, required;
    }
}

/// Row as sent, and its reading result.
#[derive(Clone, Debug)]
pub struct ReadRow<'a> {
    /// Request for the planner. Its errors and warnings are those below, without positions.
    pub row: ImportRow,
    pub errors: Findings,
    pub warnings: Findings,
    /// Text of the row. Offsets of later findings in it start at `at`.
    pub text: &'a str,
    pub at: u32,
}

/// Bulk whose text is valid JSON.
#[derive(Debug)]
pub struct ReadBulk<'a> {
    pub rows: Vec<ReadRow<'a>>,
    /// Problems of the document around the rows.
    pub errors: Findings,
    pub warnings: Findings,
}

/// Reads one candidate.
pub fn read_one(text: &str, handling: Handling) -> Result<ReadRow<'_>, SyntaxFault> {
    let node = parse(text)?;
    Ok(read_row(&node, text.trim_start(), Reader::new(handling, KEEP)))
}

/// Reads a bulk: `{"requests": [candidate, …]}`.
pub fn read_bulk(text: &str, handling: Handling) -> Result<ReadBulk<'_>, SyntaxFault> {
    let mut reader = Reader::new(handling, KEEP);
    let mut rows = Vec::new();
    let mut left = Keep { errors: KEPT_PER_REQUEST, warnings: KEPT_PER_REQUEST };
    let list = visit_rows(text, REQUESTS, &mut reader, |row| {
        if rows.len() < MAX_REQUESTS {
            let keep = Keep {
                errors: left.errors.clamp(1, KEPT_PER_ROW),
                warnings: left.warnings.min(KEPT_PER_ROW),
            };
            let read = read_row(&row.node, row.text, Reader::new(handling, keep));
            left.errors = left.errors.saturating_sub(read.errors.first.len());
            left.warnings = left.warnings.saturating_sub(read.warnings.first.len());
            rows.push(read);
        }
    })?;
    if let Some(WalkedList { at, rows }) = list {
        match rows {
            0 => reader.fault_at(REQUESTS, at, ValueFault::new(ProblemCode::BulkEmpty)),
            1..=MAX_REQUESTS => {}
            seen => {
                let fault = ValueFault::too_many(ProblemCode::BulkTooMany, seen, MAX_REQUESTS);
                reader.fault_at(REQUESTS, at, fault);
            }
        }
    }
    Ok(ReadBulk { rows, errors: reader.errors, warnings: reader.warnings })
}

fn read_row<'a>(node: &JsonNode<'_>, text: &'a str, mut reader: Reader) -> ReadRow<'a> {
    let (ids, origin, request) = candidate::read(&mut reader, node);
    let Reader { errors, warnings, .. } = reader;
    let request = match request {
        Some(request) if errors.total == 0 => Ok(request),
        _ => Err(problems(&errors.first)),
    };
    let row = ImportRow {
        header_id: ids.header.map(Code::into_string),
        line_id: ids.line.map(Code::into_string),
        origin,
        request,
        warnings: problems(&warnings.first),
    };
    ReadRow { row, errors, warnings, text, at: node.at }
}

fn problems(findings: &[ValueFinding]) -> Vec<Problem> {
    findings.iter().map(|finding| finding.problem.clone()).collect()
}

#[cfg(test)]
mod tests;
