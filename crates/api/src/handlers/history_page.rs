//! Pages of the histories of candidates and orders.

use axum::http::Uri;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use orderdock_app::HistoryQuery;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::HistoryPlace;

use super::page::{MOST, limit};
use crate::http::refusal::Refusal;
use crate::request::query::{HistoryParameters, Parameters};

/// Reads the parameters of a history.
pub fn history_query(uri: &Uri) -> Result<HistoryQuery, Refusal> {
    let mut parameters = Parameters::of::<HistoryParameters>(uri);
    let limit = limit(&mut parameters, MOST);
    let after = parameters.one("after", Phrase::PageNext, place);
    let newest_first = parameters.one("sort", Param::one_of(["at", "-at"]), |text| match text {
        "at" => Some(false),
        "-at" => Some(true),
        _ => None,
    });
    parameters.finish()?;
    Ok(HistoryQuery { newest_first: newest_first.unwrap_or_default(), after, limit })
}

/// `next` of a page.
pub fn cursor(HistoryPlace { version, comment }: HistoryPlace) -> String {
    URL_SAFE_NO_PAD.encode(format!("{version} {comment}"))
}

fn place(text: &str) -> Option<HistoryPlace> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let (version, comment) = text.split_once(' ')?;
    Some(HistoryPlace { version: version.parse().ok()?, comment: comment.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_as_its_place() {
        let here = HistoryPlace { version: 3, comment: i64::MAX };
        assert_eq!(place(&cursor(here)), Some(here));
        for text in ["", "§", "MQ", "MSB4"] {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
