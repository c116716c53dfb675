//! Page parameters and cursors of lists.

use axum::http::Uri;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use orderdock_app::HistoryQuery;
use orderdock_domain::cast;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::HistoryPosition;

use crate::http::error::ApiError;
use crate::request::query::{HistoryParameters, Parameters};

const USUAL_LIMIT: u32 = 50;
/// Maximum page size of most lists.
pub const MAX_PAGE_SIZE: u32 = 500;

/// Maximum `offset`.
const MAX_SKIPPED: u32 = 1_000_000;

/// Reads the page size.
pub fn limit(parameters: &mut Parameters, maximum: u32) -> u32 {
    let expected = Phrase::NumberBetween.of([1.into(), i64::from(maximum).into()]);
    let limit = |text: &str| text.parse().ok().filter(|limit| (1..=maximum).contains(limit));
    parameters.one("limit", expected, limit).unwrap_or(USUAL_LIMIT)
}

/// Reads `offset`, the number of items to skip.
pub fn offset(parameters: &mut Parameters) -> Option<u32> {
    parameters.one("offset", Phrase::NumberUpTo.of([i64::from(MAX_SKIPPED).into()]), |text| {
        text.parse().ok().filter(|offset| *offset <= MAX_SKIPPED)
    })
}

/// Reads the cursor `after`. Version 0.2 called it `before` in some lists.
pub fn after<T>(parameters: &mut Parameters, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let former = parameters.one("before", Phrase::PageNext, &parse);
    parameters.one("after", Phrase::PageNext, &parse).or(former)
}

/// Removes the extra item that shows whether another page follows, and returns the cursor of the last
/// remaining item in that case.
pub fn cut<T, P>(found: &mut Vec<T>, limit: u32, place: impl FnOnce(&T) -> P) -> Option<P> {
    let limit = cast(limit);
    let more = found.len() > limit;
    found.truncate(limit);
    found.last().filter(|_| more).map(place)
}

/// Reads the parameters of a history.
pub fn history_query(uri: &Uri) -> Result<HistoryQuery, ApiError> {
    let mut parameters = Parameters::of::<HistoryParameters>(uri);
    let limit = limit(&mut parameters, MAX_PAGE_SIZE);
    let after = parameters.one("after", Phrase::PageNext, read_history_cursor);
    let newest_first = parameters.one("sort", Param::one_of(["at", "-at"]), |text| match text {
        "at" => Some(false),
        "-at" => Some(true),
        _ => None,
    });
    parameters.finish()?;
    Ok(HistoryQuery { newest_first: newest_first.unwrap_or_default(), after, limit })
}

/// Returns the cursor `next` of a history.
pub fn history_cursor(HistoryPosition { version, comment }: HistoryPosition) -> String {
    URL_SAFE_NO_PAD.encode(format!("{version} {comment}"))
}

fn read_history_cursor(text: &str) -> Option<HistoryPosition> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let (version, comment) = text.split_once(' ')?;
    Some(HistoryPosition { version: version.parse().ok()?, comment: comment.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_cursor_is_read_as_its_position() {
        let here = HistoryPosition { version: 3, comment: i64::MAX };
        assert_eq!(read_history_cursor(&history_cursor(here)), Some(here));
        for text in ["", "§", "MQ", "MSB4"] {
            assert_eq!(read_history_cursor(text), None, "{text}");
        }
    }
}
