//! Lists as files for spreadsheets: written page by page, while they are read.

use std::borrow::Cow;
use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_domain::ids::CallerId;
use orderdock_domain::masterdata::Organisation;
use orderdock_domain::problem::Language;

use crate::Api;
use crate::http::refusal::Refusal;
use crate::shape::table::{BYTE_ORDER_MARK, CsvTable};

/// Rows of one file.
pub const MOST_ROWS: usize = 1_000_000;
/// A text in English and in German.
pub type BilingualText = (&'static str, &'static str);

/// What of a list is still to come; one page at a time is in memory.
pub trait Export: Send + Sized + 'static {
    /// The file's name without its ending.
    const NAME: BilingualText;
    const COLUMNS: &'static [BilingualText];

    fn language(&self) -> Language;

    /// The rows of the next page, and what follows it.
    fn next(self) -> impl Future<Output = Result<(Vec<u8>, Option<Self>), Refusal>> + Send;
}

/// Answers a list as a file.
pub async fn answer<E: Export>(api: Api, caller: CallerId, export: E) -> Result<Response, Refusal> {
    let language = export.language();
    // the first page is read before the answer begins, so that what fails at once is answered as usual
    let (first, rest) = export.next().await?;
    let rest = stream::try_unfold(rest, move |rest: Option<E>| {
        let api = api.clone();
        async move {
            let Some(export) = rest else { return Ok(None) };
            // what has begun waits for its turn however long that takes
            let _place = api.in_force.lists.wait(caller).await;
            // the answer has begun: all that is left is to break it off
            let next = export.next().await.map_err(|refusal| {
                tracing::error!(?refusal, "an export broke off");
                io::Error::other("the export broke off")
            });
            next.map(Some)
        }
    });
    let head = head(E::COLUMNS, language)?;
    let body = Body::from_stream(stream::iter([Ok(head), Ok(first)]).chain(rest));
    let name = format!("attachment; filename=\"{}.csv\"", word(E::NAME, language));
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, &*name),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, body).into_response())
}

fn head(columns: &[BilingualText], language: Language) -> Result<Vec<u8>, Refusal> {
    let mut table = CsvTable::new(language);
    table.row(columns.iter().map(|words| Cow::Borrowed(word(*words, language))))?;
    Ok([BYTE_ORDER_MARK.as_bytes(), &table.finish()?].concat())
}

/// The text in a language.
pub const fn word((english, german): BilingualText, language: Language) -> &'static str {
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// An instant as clocks of the organisation show it.
pub fn time(instant: Timestamp, organisation: Option<&Organisation>) -> String {
    let zone = organisation.map_or(jiff::tz::TimeZone::UTC, |one| one.time_zone.clone());
    instant.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S").to_string()
}
