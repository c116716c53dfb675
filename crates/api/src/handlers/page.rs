//! Pages of lists: how long they are, and where the next one begins.

use orderdock_domain::fit;
use orderdock_domain::phrase::Phrase;

use crate::request::query::Parameters;

const USUAL_LIMIT: u32 = 50;
/// The longest page of most lists.
pub const MOST: u32 = 500;

/// Most items that a page can skip.
const MOST_SKIPPED: u32 = 1_000_000;

/// How much a page may have.
pub fn limit(parameters: &mut Parameters, most: u32) -> u32 {
    let expected = Phrase::NumberBetween.of([1.into(), i64::from(most).into()]);
    let limit = |text: &str| text.parse().ok().filter(|limit| (1..=most).contains(limit));
    parameters.one("limit", expected, limit).unwrap_or(USUAL_LIMIT)
}

/// Reads the number of items to skip.
pub fn offset(parameters: &mut Parameters) -> Option<u32> {
    parameters.one("offset", Phrase::NumberUpTo.of([i64::from(MOST_SKIPPED).into()]), |text| {
        text.parse().ok().filter(|offset| *offset <= MOST_SKIPPED)
    })
}

/// Reads the cursor of the next page in lists that called it `before` in version 0.2.
pub fn after<T>(parameters: &mut Parameters, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let former = parameters.one("before", Phrase::PageNext, &parse);
    parameters.one("after", Phrase::PageNext, &parse).or(former)
}

/// Cuts off what was looked for to see whether more follows; the place of the last one that stays, if it does.
pub fn cut<T, P>(found: &mut Vec<T>, limit: u32, place: impl FnOnce(&T) -> P) -> Option<P> {
    let limit = fit(limit);
    let more = found.len() > limit;
    found.truncate(limit);
    found.last().filter(|_| more).map(place)
}
