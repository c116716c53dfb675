//! Problems of records with the cells that caused them.

use super::{columns::LoadedMember, sheet::LoadedSheet};
use orderdock_app::problem_text;
use orderdock_domain::problem::{Param, Problem};
use orderdock_spreadsheet::CellAddress;
use std::collections::BTreeSet;

/// Maximum number of listed problems.
const MAX_LISTED: usize = 100;

/// Lists the first problems in the order of the rows. A problem of a constant is listed once.
pub fn describe(sheet: &LoadedSheet, rows: &[u32], problems: &[Problem]) -> Vec<String> {
    let mut lines: BTreeSet<(u32, u32, String)> = BTreeSet::new();
    for problem in problems {
        lines.insert(locate(sheet, rows, problem));
    }
    listed(lines.into_iter().map(|(_, _, line)| line).collect())
}

/// Returns the first messages and the number of others.
pub fn listed(mut messages: Vec<String>) -> Vec<String> {
    let more = messages.len().saturating_sub(MAX_LISTED);
    messages.truncate(MAX_LISTED);
    messages.extend((more > 0).then(|| format!("and {more} more")));
    messages
}

/// Returns row, column and message of a problem. Problems of constants precede those of rows.
fn locate(sheet: &LoadedSheet, rows: &[u32], problem: &Problem) -> (u32, u32, String) {
    let text = problem_text(&with_rows(rows, problem));
    let Some(row) = row_of(rows, &problem.pointer) else { return (0, 0, text) };
    let member: Vec<_> =
        problem.pointer.split('/').skip(3).filter(|step| step.parse::<usize>().is_err()).collect();
    let member = member.join(".");
    let is_within = |path: &str, outer: &str| {
        path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let matches =
        |mapped: &&LoadedMember| is_within(&member, &mapped.path) || is_within(&mapped.path, &member);
    let exact = sheet.members.iter().find(|mapped| mapped.path == member);
    let found = exact.or_else(|| sheet.members.iter().find(matches).filter(|_| !member.is_empty()));
    match found.map(|mapped| (&mapped.path, mapped.column())) {
        None => (row, 0, format!("{}: {text}", sheet.place(&format!("row {row}")))),
        Some((path, None)) => (0, 0, format!("{path}, for all rows: {text}")),
        Some((path, Some(column))) => {
            let cell = CellAddress { row, column };
            (row, column, format!("{}: {path}: {text}", sheet.place(&format!("cell {cell}"))))
        }
    }
}

/// Returns the row of the record at a JSON pointer.
fn row_of(rows: &[u32], pointer: &str) -> Option<u32> {
    let index: usize = pointer.split('/').nth(2)?.parse().ok()?;
    rows.get(index).copied()
}

/// Returns the problem with rows instead of pointers to other records.
fn with_rows(rows: &[u32], problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    for (_, value) in &mut problem.params {
        if let Param::Text(pointer) = value
            && pointer.starts_with('/')
            && let Some(row) = row_of(rows, pointer)
        {
            *pointer = format!("row {row}");
        }
    }
    problem
}
