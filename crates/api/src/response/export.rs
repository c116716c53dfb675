//! CSV exports of lists, streamed page by page.

use std::borrow::Cow;
use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_domain::masterdata::Organisation;
use orderdock_domain::problem::Language;

use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::http::limits::caller_key;
use crate::response::table::{BYTE_ORDER_MARK, CsvTable};

/// Maximum number of rows of a file.
pub const MAX_ROWS: usize = 1_000_000;
/// Text in English and German.
pub type BilingualText = (&'static str, &'static str);

/// List that is exported page by page.
pub trait Export: Send + 'static {
    /// File name without extension.
    const NAME: BilingualText;
    const COLUMNS: &'static [BilingualText];

    /// Writes up to `maximum` rows of the next page. Returns the number of rows of the page and whether another
    /// one follows.
    fn page(
        &mut self,
        request: &QueryRequest,
        table: &mut CsvTable,
        maximum: usize,
    ) -> impl Future<Output = Result<(usize, bool), ApiError>> + Send;
}

/// Rest of an export. One page at a time is in memory.
struct ExportRest<E> {
    request: QueryRequest,
    export: E,
    /// Number of rows written so far.
    rows: usize,
}

impl<E: Export> ExportRest<E> {
    /// Returns the rows of the next page.
    async fn next(mut self) -> Result<(Vec<u8>, Option<Self>), ApiError> {
        let mut table = CsvTable::new(self.request.language);
        let (rows, more) = self.export.page(&self.request, &mut table, MAX_ROWS - self.rows).await?;
        self.rows += rows;
        Ok((table.finish()?, (more && self.rows < MAX_ROWS).then_some(self)))
    }
}

/// Returns a list as a file.
pub async fn respond<E: Export>(request: QueryRequest, export: E) -> Result<Response, ApiError> {
    let language = request.language;
    // the first page is read before the response begins, so that early errors are regular responses
    let (first, rest) = ExportRest { request, export, rows: 0 }.next().await?;
    let rest = stream::try_unfold(rest, async |rest: Option<ExportRest<E>>| {
        let Some(rest) = rest else { return Ok(None) };
        // an export that has begun waits for a permit without a timeout
        let api = rest.request.api.clone();
        let _permit = api.active_limits.lists.acquire(caller_key(&rest.request.caller)).await;
        // the response has begun and can only be aborted
        let next = rest.next().await.map_err(|error| {
            tracing::error!(?error, "export failed");
            io::Error::other("export failed")
        });
        next.map(Some)
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

fn head(columns: &[BilingualText], language: Language) -> Result<Vec<u8>, ApiError> {
    let mut table = CsvTable::new(language);
    table.row(columns.iter().map(|words| Cow::Borrowed(word(*words, language))))?;
    Ok([BYTE_ORDER_MARK.as_bytes(), &table.finish()?].concat())
}

/// Returns the text in a language.
pub const fn word((english, german): BilingualText, language: Language) -> &'static str {
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// Formats a timestamp in the time zone of the organisation.
pub fn time(instant: Timestamp, organisation: Option<&Organisation>) -> String {
    let zone = organisation.map_or(jiff::tz::TimeZone::UTC, |one| one.time_zone.clone());
    instant.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S").to_string()
}
