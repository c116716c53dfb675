//! Handler that exports rejected rows.

use std::borrow::Cow;
use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::problem::{Language, Param};
use orderdock_domain::text::Code;
use orderdock_store::{RejectedRowEntry, RejectedRowFilter, RejectedRowQuery};

use super::open_by_default;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::http::limits::caller_key;
use crate::request::query::{Parameters, RejectedRowExport, RejectedRowFilters};
use crate::request::rejected_rows::read_filter;
use crate::response::export::{self, BilingualText, Export, time, word};
use crate::response::table::CsvTable;

/// Column titles in English and German.
const COLUMNS: [BilingualText; 20] = [
    ("ID", "ID"),
    ("Status", "Status"),
    ("Organisation", "Organisation"),
    ("Data source", "Datenquelle"),
    ("Ext. order ID", "Ext. Bestell-ID"),
    ("Ext. line ID", "Ext. Positions-ID"),
    ("PO reference", "Bestellreferenz"),
    ("Customer", "Kunde"),
    ("Product", "Produkt"),
    ("Cause", "Ursache"),
    ("Error description", "Fehlerbeschreibung"),
    ("Fields", "Felder"),
    ("Rows rejected with it", "Ebenfalls abgelehnte Positionen"),
    ("Sender", "Absender"),
    ("Request", "Übermittlung"),
    ("First rejected", "Zuerst abgelehnt"),
    ("Last rejected", "Zuletzt abgelehnt"),
    ("Count", "Ablehnungen"),
    ("Reason", "Grund"),
    ("Row", "Position"),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum ExportFormat {
    Ndjson,
    Csv,
}

/// Export rejected rows.
///
/// Returns rejected rows as a file; without `status`, the open ones. `ndjson` leaves out unreadable bodies and rows that
/// are not stored completely.
#[utoipa::path(get, path = "/api/rejected-rows/export", tag = "rejected rows", operation_id = "exportRejectedRows",
    params(RejectedRowFilters, RejectedRowExport),
    responses((status = 200, description = "The file.",
        content((String = "application/x-ndjson"), (String = "text/csv")))))]
pub async fn export_rejected_rows(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, .. } = &request;
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(RejectedRowFilters, RejectedRowExport)>(uri);
    let filter = open_by_default(read_filter(&mut parameters, caller, &reference)?);
    let format = parameters.one("format", Param::one_of(["ndjson", "csv"]), |word| match word {
        "ndjson" => Some(ExportFormat::Ndjson),
        "csv" => Some(ExportFormat::Csv),
        _ => None,
    });
    parameters.finish()?;
    let rows = RowPages::of(filter);
    match format.unwrap_or(ExportFormat::Ndjson) {
        ExportFormat::Csv => export::respond(request, rows).await,
        ExportFormat::Ndjson => lines(request, rows).await,
    }
}

/// Pages of the entries of an export, oldest first.
struct RowPages(RejectedRowQuery);

impl RowPages {
    fn of(filter: RejectedRowFilter) -> Self {
        let sorted = RejectedRowQuery { ascending: true, ..RejectedRowQuery::default() };
        Self(RejectedRowQuery { filter, limit: MAX_PAGE_SIZE, whole: true, ..sorted })
    }

    /// Returns the entries of the next page, and whether another page can follow.
    async fn next(
        &mut self,
        QueryRequest { api, caller, .. }: &QueryRequest,
    ) -> Result<(Vec<RejectedRowEntry>, bool), ApiError> {
        let entries = api.services.rejected_rows.rejected_rows(caller, self.0.clone()).await?;
        self.0.after = entries.last().map(|last| (last.content.at, last.id));
        let more = entries.len() == MAX_PAGE_SIZE as usize;
        Ok((entries, more))
    }
}

impl Export for RowPages {
    const NAME: BilingualText = ("rejected-rows", "abgelehnte-positionen");
    const COLUMNS: &'static [BilingualText] = &COLUMNS;

    async fn page(
        &mut self,
        request: &QueryRequest,
        table: &mut CsvTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let reference = request.api.services.reference().await?;
        let (entries, more) = self.next(request).await?;
        for entry in entries.iter().take(maximum) {
            let organisation = entry.content.organisation.and_then(|id| reference.organisation(id));
            let source = entry.content.data_source.and_then(|id| reference.data_source(id));
            let source = source.and_then(|source| source.internal_names.first()).map(Code::as_str);
            table.row(cells(entry, organisation, source, request.language))?;
        }
        Ok((entries.len(), more))
    }
}

const fn status(status: RejectedRowStatus) -> BilingualText {
    match status {
        RejectedRowStatus::Open => ("Open", "Offen"),
        RejectedRowStatus::Imported => ("Imported", "Importiert"),
        RejectedRowStatus::SentAgain => ("Sent again", "Erneut gesendet"),
        RejectedRowStatus::Dismissed => ("Dismissed", "Verworfen"),
    }
}

fn cells<'c>(
    entry: &'c RejectedRowEntry,
    organisation: Option<&'c orderdock_domain::masterdata::Organisation>,
    source: Option<&'c str>,
    language: Language,
) -> [Cow<'c, str>; COLUMNS.len()] {
    let content = &entry.content;
    let text = |text: Option<&'c str>| CsvTable::text(text.unwrap_or_default());
    let escaped = |text: String| Cow::Owned(CsvTable::text(&text).into_owned());
    let id = |id: &'c Option<Code>| text(id.as_ref().map(Code::as_str));
    let problems: Vec<_> = content.problems.iter().map(|problem| problem.message(language)).collect();
    let pointers: Vec<_> = content.problems.iter().map(|problem| &*problem.pointer).collect();
    [
        entry.id.to_string().into(),
        word(status(entry.status), language).into(),
        text(organisation.map(|one| one.code.as_str())),
        text(source),
        id(&content.header_id),
        id(&content.line_id),
        text(Some(&content.po_reference)),
        text(Some(&content.customer)),
        text(Some(&content.product)),
        content.code.as_str().into(),
        escaped(problems.join(" ")),
        escaped(pointers.join(" ")),
        content.rejected_with.to_string().into(),
        text(Some(&content.sender_name)),
        content.request.to_string().into(),
        time(entry.first_at, organisation).into(),
        time(content.at, organisation).into(),
        entry.count.to_string().into(),
        text(entry.reason.as_deref()),
        escaped(one_line(&content.text)),
    ]
}

/// Returns JSON on one line. Line breaks are only white space in JSON, because texts contain them escaped.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// Returns the rows of a page as lines, and the rest of the export.
async fn page(
    request: QueryRequest,
    mut rows: RowPages,
) -> Result<(Vec<u8>, Option<(QueryRequest, RowPages)>), ApiError> {
    let (entries, more) = rows.next(&request).await?;
    let mut lines = Vec::new();
    let whole = entries.iter().filter(|entry| entry.content.index.is_some() && !entry.content.is_cut);
    for entry in whole {
        lines.extend_from_slice(one_line(&entry.content.text).as_bytes());
        lines.push(b'\n');
    }
    Ok((lines, more.then_some((request, rows))))
}

async fn lines(request: QueryRequest, rows: RowPages) -> Result<Response, ApiError> {
    // the first page is read before the response begins, so that early errors are regular responses
    let (first, rest) = page(request, rows).await?;
    let rest = stream::try_unfold(rest, async |rest| {
        let Some((request, rows)) = rest else { return Ok(None) };
        let request: QueryRequest = request;
        let api = request.api.clone();
        let _permit = api.active_limits.lists.acquire(caller_key(&request.caller)).await;
        // the response has begun and can only be aborted
        let next = page(request, rows).await.map_err(|error| {
            tracing::error!(?error, "export failed");
            io::Error::other("export failed")
        });
        next.map(Some)
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rejected-rows.ndjson\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = Body::from_stream(stream::iter([Ok(first)]).chain(rest));
    Ok((headers, body).into_response())
}
