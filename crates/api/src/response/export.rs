//! Exports of lists as files for spreadsheets, streamed page by page.

use std::io;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use orderdock_domain::problem::{Language, Param};

use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::http::limits::caller_key;
#[cfg(test)]
use crate::request::query::ParameterGroup;
use crate::request::query::Parameters;
pub use crate::response::export_cell::{BilingualText, ExportCell, ExportColumn, word};
use crate::response::table::CsvTable;
use crate::response::workbook::XlsxTable;

/// Maximum number of rows of a file.
pub const MAX_ROWS: usize = 1_000_000;

/// List that is exported page by page.
pub trait Export: Send + 'static {
    /// File name without extension.
    const NAME: BilingualText;
    /// Name of the sheet in a workbook.
    const SHEET: BilingualText;
    const COLUMNS: &'static [ExportColumn];

    /// Writes up to `maximum` rows of the next page. Returns the number of rows of the page and whether another
    /// one follows.
    fn page(
        &mut self,
        request: &QueryRequest,
        table: &mut ExportTable,
        maximum: usize,
    ) -> impl Future<Output = Result<(usize, bool), ApiError>> + Send;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableFormat {
    #[default]
    Csv,
    Xlsx,
}

/// Format and columns of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOptions {
    pub format: TableFormat,
    /// Indices of the columns, in the order of the file.
    pub columns: Vec<usize>,
}

/// Rows of a file that is written.
pub struct ExportTable {
    columns: Vec<usize>,
    writer: TableWriter,
}

enum TableWriter {
    Csv(Box<CsvTable>),
    Xlsx(Box<XlsxTable>),
}

impl ExportTable {
    fn new<E: Export>(options: TableOptions, language: Language) -> Result<Self, ApiError> {
        let columns: Vec<_> = options.columns.iter().filter_map(|index| E::COLUMNS.get(*index)).collect();
        let writer = match options.format {
            TableFormat::Csv => {
                let titles = columns.iter().map(|one| word(one.title, language));
                TableWriter::Csv(Box::new(CsvTable::new(language, titles)?))
            }
            TableFormat::Xlsx => {
                TableWriter::Xlsx(Box::new(XlsxTable::new(word(E::SHEET, language), &columns, language)?))
            }
        };
        Ok(Self { columns: options.columns, writer })
    }

    /// Adds a row with a cell for each column of the list, in their order.
    pub fn row(&mut self, cells: &[ExportCell]) -> Result<(), ApiError> {
        let chosen = self.columns.iter().filter_map(|index| cells.get(*index));
        match &mut self.writer {
            TableWriter::Csv(table) => table.row(chosen),
            TableWriter::Xlsx(table) => table.row(chosen),
        }
    }

    /// Returns the bytes written since the last call.
    fn take(&mut self) -> Result<Vec<u8>, ApiError> {
        match &mut self.writer {
            TableWriter::Csv(table) => table.take(),
            TableWriter::Xlsx(table) => Ok(table.take()),
        }
    }

    /// Completes the file and returns the bytes written since the last `take`.
    fn finish(self) -> Result<Vec<u8>, ApiError> {
        match self.writer {
            TableWriter::Csv(mut table) => table.take(),
            TableWriter::Xlsx(table) => table.finish(),
        }
    }
}

/// Reads `columns`; without it, the default columns of the list.
pub fn read_columns<E: Export>(parameters: &mut Parameters) -> Vec<usize> {
    let names = Param::one_of(E::COLUMNS.iter().map(|column| column.name));
    let find = |name: &str| E::COLUMNS.iter().position(|column| column.name == name);
    let mut columns: Vec<usize> = Vec::new();
    for index in parameters.many("columns", names, find) {
        if !columns.contains(&index) {
            columns.push(index);
        }
    }
    if columns.is_empty() {
        columns = (0..E::COLUMNS.len()).filter(|index| E::COLUMNS[*index].is_default).collect();
    }
    columns
}

/// Reads `format` and `columns`.
pub fn read_options<E: Export>(parameters: &mut Parameters) -> TableOptions {
    let format = parameters.one("format", Param::one_of(["csv", "xlsx"]), |word| match word {
        "csv" => Some(TableFormat::Csv),
        "xlsx" => Some(TableFormat::Xlsx),
        _ => None,
    });
    TableOptions { format: format.unwrap_or_default(), columns: read_columns::<E>(parameters) }
}

/// Rest of an export. One page at a time is in memory.
struct ExportRest<E> {
    request: QueryRequest,
    export: E,
    table: ExportTable,
    /// Number of rows written so far.
    rows: usize,
}

impl<E: Export> ExportRest<E> {
    /// Returns the bytes of the next page.
    async fn next(mut self) -> Result<(Vec<u8>, Option<Self>), ApiError> {
        let (rows, more) = self.export.page(&self.request, &mut self.table, MAX_ROWS - self.rows).await?;
        self.rows += rows;
        if more && self.rows < MAX_ROWS {
            return Ok((self.table.take()?, Some(self)));
        }
        Ok((self.table.finish()?, None))
    }
}

/// Returns a list as a file.
pub async fn respond<E: Export>(
    request: QueryRequest,
    export: E,
    options: TableOptions,
) -> Result<Response, ApiError> {
    let (language, format) = (request.language, options.format);
    let table = ExportTable::new::<E>(options, language)?;
    // the first page is read before the response begins, so that early errors are regular responses
    let (first, rest) = ExportRest { request, export, table, rows: 0 }.next().await?;
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
    let body = Body::from_stream(stream::iter([Ok(first)]).chain(rest));
    let (media_type, extension) = match format {
        TableFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        TableFormat::Xlsx => (XLSX, "xlsx"),
    };
    Ok((file_headers(media_type, &format!("{}.{extension}", word(E::NAME, language))), body).into_response())
}

/// Media type of workbooks.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Returns the headers of a download.
pub fn file_headers(media_type: &str, name: &str) -> [(header::HeaderName, String); 3] {
    [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ]
}

/// Returns the column names that the description of `columns` lists.
#[cfg(test)]
pub fn documented_columns<G: ParameterGroup>() -> Vec<&'static str> {
    let columns = G::PARAMETERS.iter().find(|parameter| parameter.name == "columns");
    let (_, list) = columns.unwrap().description.split_once(": ").unwrap();
    list.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sample;

    impl Export for Sample {
        const NAME: BilingualText = ("sample", "beispiel");
        const SHEET: BilingualText = ("Sample", "Beispiel");
        const COLUMNS: &'static [ExportColumn] = &[
            ExportColumn::new("id", ("ID", "ID"), 8),
            ExportColumn::new("qty", ("Quantity", "Menge"), 8),
            ExportColumn::on_request("files", ("Files", "Anhänge"), 8),
        ];

        async fn page(
            &mut self,
            _: &QueryRequest,
            _: &mut ExportTable,
            _: usize,
        ) -> Result<(usize, bool), ApiError> {
            Ok((0, false))
        }
    }

    fn chosen(query: &str) -> Option<Vec<usize>> {
        let uri = format!("/x?{query}").parse().unwrap();
        let mut parameters = Parameters::read(&uri, &["columns"]);
        let columns = read_columns::<Sample>(&mut parameters);
        parameters.finish().is_ok().then_some(columns)
    }

    #[test]
    fn columns_are_chosen_in_order() {
        for (query, expected) in [
            ("", Some(vec![0, 1])),
            ("columns=", Some(vec![0, 1])),
            ("columns=files,id", Some(vec![2, 0])),
            ("columns=qty&columns=id,qty", Some(vec![1, 0])),
            ("columns=id,price", None),
        ] {
            assert_eq!(chosen(query), expected, "{query}");
        }
    }

    #[test]
    fn row_has_the_chosen_cells() {
        let options = TableOptions { format: TableFormat::Csv, columns: vec![2, 0] };
        let mut table = ExportTable::new::<Sample>(options, Language::German).unwrap();
        table.row(&[ExportCell::Integer(7), ExportCell::Empty, ExportCell::text("=a")]).unwrap();
        let bytes = table.finish().unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "\u{feff}Anhänge;ID\r\n'=a;7\r\n");
    }
}
