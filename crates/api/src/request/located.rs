//! Adds lines and columns to findings, in one pass over the body.

use crate::http::error::ApiError;
use crate::request::json::{
    Handling, JsonNode, Keep, Reader, SyntaxFault, ValueFinding, line_columns, parse, text_of,
};
use crate::response::LocatedProblem;

/// Returns findings of rows with their positions. The number is the row of a list.
pub fn located(body: &[u8], findings: Vec<(Option<usize>, ValueFinding)>) -> Vec<LocatedProblem> {
    let offsets: Vec<u32> = findings.iter().map(|(_, finding)| finding.at).collect();
    let places = line_columns(body, &offsets);
    let together = findings.into_iter().zip(places);
    together
        .map(|((index, finding), position)| LocatedProblem {
            index,
            position: Some(position),
            seen: finding.seen,
            ..finding.problem.into()
        })
        .collect()
}

/// Reads a body that is rejected if it has any problem. Returns at most `errors` problems.
pub fn read_whole<T>(
    sent: &[u8],
    errors: usize,
    read: impl for<'t> FnOnce(&mut Reader, &'t JsonNode<'t>) -> Option<T>,
) -> Result<T, ApiError> {
    match read_partly(sent, errors, read)? {
        (read, None) => Ok(read),
        (_, Some(error)) => Err(error),
    }
}

/// Reads the valid parts of a body. The error, if any, must be returned together with later problems.
pub fn read_partly<T>(
    sent: &[u8],
    errors: usize,
    read: impl for<'t> FnOnce(&mut Reader, &'t JsonNode<'t>) -> Option<T>,
) -> Result<(T, Option<ApiError>), ApiError> {
    let unreadable = |fault: SyntaxFault| ApiError::of(located(sent, vec![(None, fault.finding())]));
    let node = parse(text_of(sent).map_err(unreadable)?).map_err(unreadable)?;
    let mut reader = Reader::new(Handling::default(), Keep { errors, warnings: 0 });
    let read = read(&mut reader, &node);
    let errors = reader.errors;
    let error = || {
        let first = errors.first.into_iter().map(|finding| (None, finding)).collect();
        ApiError { errors_total: errors.total, ..ApiError::of(located(sent, first)) }
    };
    match read {
        Some(read) => Ok((read, (errors.total > 0).then(error))),
        None => Err(error()),
    }
}
