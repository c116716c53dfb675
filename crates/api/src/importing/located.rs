//! Lines and columns, all in one walk over the body.

use crate::json::{Finding, places};
use crate::shape::Located;

/// Findings of rows (with the row's number, where there is a list) and their places in the text as sent.
pub fn located(body: &[u8], findings: Vec<(Option<usize>, Finding)>) -> Vec<Located> {
    let offsets: Vec<u32> = findings.iter().map(|(_, finding)| finding.at).collect();
    let places = places(body, &offsets);
    let together = findings.into_iter().zip(places);
    together
        .map(|((index, finding), place)| Located {
            problem: finding.problem,
            index,
            place: Some(place),
            seen: finding.seen,
        })
        .collect()
}
