//! Handler that exports rejected rows.

use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use orderdock_domain::import::RejectedRowStatus;
use orderdock_domain::masterdata::Organisation;
use orderdock_domain::problem::{Language, Param};
use orderdock_domain::text::Code;
use orderdock_store::{RejectedRowEntry, RejectedRowFilter, RejectedRowQuery};

use super::open_by_default;
use crate::handlers::attachments::FileContent;
use crate::handlers::page::MAX_PAGE_SIZE;
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::http::limits::caller_key;
use crate::request::query::{Parameters, RejectedRowExport, RejectedRowFilters};
use crate::request::rejected_rows::read_filter;
use crate::response::export::{
    self, BilingualText, Export, ExportCell, ExportColumn, ExportTable, TableFormat, TableOptions, word,
};

const COLUMNS: [ExportColumn; 20] = [
    ExportColumn::new("id", ("ID", "ID"), 12),
    ExportColumn::new("status", ("Status", "Status"), 14),
    ExportColumn::new("orgCode", ("Organisation", "Organisation"), 15),
    ExportColumn::new("dataSourceInternalName", ("Data source", "Datenquelle"), 16),
    ExportColumn::new("externalHeaderId", ("Ext. order ID", "Ext. Bestell-ID"), 20),
    ExportColumn::new("externalLineId", ("Ext. line ID", "Ext. Positions-ID"), 18),
    ExportColumn::new("poReference", ("PO reference", "Bestellreferenz"), 20),
    ExportColumn::new("customer", ("Customer", "Kunde"), 20),
    ExportColumn::new("product", ("Product", "Produkt"), 20),
    ExportColumn::new("cause", ("Cause", "Ursache"), 28),
    ExportColumn::new("problems", ("Error description", "Fehlerbeschreibung"), 40),
    ExportColumn::new("pointers", ("Fields", "Felder"), 28),
    ExportColumn::new("rejectedWith", ("Rows rejected with it", "Ebenfalls abgelehnte Positionen"), 22),
    ExportColumn::new("sender", ("Sender", "Absender"), 20),
    ExportColumn::new("requestId", ("Request", "Übermittlung"), 36),
    ExportColumn::new("firstRejectedAt", ("First rejected", "Zuerst abgelehnt"), 18),
    ExportColumn::new("lastRejectedAt", ("Last rejected", "Zuletzt abgelehnt"), 18),
    ExportColumn::new("count", ("Count", "Ablehnungen"), 12),
    ExportColumn::new("reason", ("Reason", "Grund"), 30),
    ExportColumn::new("row", ("Row", "Position"), 60),
];

/// Export rejected rows.
///
/// Returns rejected rows as a file; without `status`, the open ones. `ndjson` leaves out unreadable bodies and rows that
/// are not stored completely.
#[utoipa::path(get, path = "/api/rejected-rows/export", tag = "rejected rows", operation_id = "exportRejectedRows",
    params(RejectedRowFilters, RejectedRowExport),
    responses((status = 200, description = "The file.",
        content((String = "application/x-ndjson"), (String = "text/csv"),
            (inline(FileContent) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn export_rejected_rows(request: QueryRequest) -> Result<Response, ApiError> {
    let QueryRequest { api, caller, uri, .. } = &request;
    let reference = api.services.reference().await?;
    let mut parameters = Parameters::of::<(RejectedRowFilters, RejectedRowExport)>(uri);
    let filter = open_by_default(read_filter(&mut parameters, caller, &reference)?);
    let format = parameters.one("format", Param::one_of(["ndjson", "csv", "xlsx"]), |word| match word {
        "ndjson" => Some(None),
        "csv" => Some(Some(TableFormat::Csv)),
        "xlsx" => Some(Some(TableFormat::Xlsx)),
        _ => None,
    });
    let columns = export::read_columns::<RowPages>(&mut parameters);
    parameters.finish()?;
    let rows = RowPages::of(filter);
    match format.flatten() {
        Some(format) => export::respond(request, rows, TableOptions { format, columns }).await,
        None => lines(request, rows).await,
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
    const SHEET: BilingualText = ("Rejected rows", "Abgelehnte Positionen");
    const COLUMNS: &'static [ExportColumn] = &COLUMNS;

    async fn page(
        &mut self,
        request: &QueryRequest,
        table: &mut ExportTable,
        maximum: usize,
    ) -> Result<(usize, bool), ApiError> {
        let reference = request.api.services.reference().await?;
        let (entries, more) = self.next(request).await?;
        for entry in entries.iter().take(maximum) {
            let organisation = entry.content.organisation.and_then(|id| reference.organisation(id));
            let source = entry.content.data_source.and_then(|id| reference.data_source(id));
            let source = source.and_then(|source| source.internal_names.first()).map(Code::as_str);
            table.row(&cells(entry, organisation, source, request.language))?;
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
    organisation: Option<&'c Organisation>,
    source: Option<&'c str>,
    language: Language,
) -> [ExportCell<'c>; COLUMNS.len()] {
    let content = &entry.content;
    let id = |id: &'c Option<Code>| ExportCell::optional(id.as_ref().map(Code::as_str));
    let problems: Vec<_> = content.problems.iter().map(|problem| problem.message(language)).collect();
    let pointers: Vec<_> = content.problems.iter().map(|problem| &*problem.pointer).collect();
    [
        ExportCell::Integer(entry.id.0),
        ExportCell::text(word(status(entry.status), language)),
        ExportCell::optional(organisation.map(|one| one.code.as_str())),
        ExportCell::optional(source),
        id(&content.header_id),
        id(&content.line_id),
        ExportCell::text(&*content.po_reference),
        ExportCell::text(&*content.customer),
        ExportCell::text(&*content.product),
        ExportCell::text(content.code.as_str()),
        ExportCell::text(problems.join(" ")),
        ExportCell::text(pointers.join(" ")),
        ExportCell::count(content.rejected_with),
        ExportCell::text(&*content.sender_name),
        ExportCell::text(content.request.to_string()),
        ExportCell::time(entry.first_at, organisation),
        ExportCell::time(content.at, organisation),
        ExportCell::count(entry.count),
        ExportCell::optional(entry.reason.as_deref()),
        ExportCell::text(one_line(&content.text)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_columns_are_those_of_the_file() {
        let names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(export::documented_columns::<RejectedRowExport>(), names);
    }
}
