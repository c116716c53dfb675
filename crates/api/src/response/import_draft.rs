//! Import drafts in responses.

use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_app::{DraftProgress, DraftResults, DraftView, Inspection, SheetTotals, UnknownValue};
use orderdock_domain::import_draft::{ImportDraft, RowCheckCounts};
use orderdock_domain::masterdata::Reference;
use orderdock_spreadsheet::{DetectedSheet, FileKind, Question, SheetColumn, SkippedRows, ValueSample};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, MappingResponse, SuggestedRecord};

/// An uploaded spreadsheet.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportDraftSummary)]
pub struct ImportDraftSummaryResponse<'a> {
    id: Id,
    /// Version of the draft. Incremented by each change and when a job begins or ends, but not by its progress.
    version: i64,
    /// Code of the organisation.
    org: &'a str,
    file_name: &'a str,
    /// Size of the file in bytes.
    size: i64,
    /// `open`: changed since the last check. `checking`, `importing`: in progress. `checked`: the results are current.
    /// `stopped`: the import ended early and can be continued. `imported`. `undone`: the imported lines were excluded.
    status: &'static str,
    created_by: &'a str,
    created_at: Timestamp,
    changed_by: &'a str,
    changed_at: Timestamp,
    /// Time at which the draft is deleted, unless it is changed before.
    expires_at: Timestamp,
    checks: Option<RowChecksResponse>,
    progress: Option<ImportProgressResponse>,
}

/// Numbers of rows by result of the last check or import.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportRowChecks)]
pub struct RowChecksResponse {
    /// Rows without problems.
    ready: u64,
    /// Rows that become candidates with problems.
    problems: u64,
    rejected: u64,
    /// Rows that were imported before.
    unchanged: u64,
    /// Rows with the ids of an imported row and different content.
    conflict: u64,
}

/// Progress of the last check or import.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportProgress)]
pub struct ImportProgressResponse {
    /// Processed rows.
    rows: u64,
    /// All rows.
    total: u64,
}

/// An uploaded spreadsheet with its structure, mapping and results.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportDraft)]
pub struct ImportDraftResponse<'a> {
    #[serde(flatten)]
    #[schema(inline)]
    summary: ImportDraftSummaryResponse<'a>,
    file: SheetFileResponse<'a>,
    columns: Vec<SheetColumnResponse<'a>>,
    mapping: MappingResponse<'a>,
    /// Whether a user confirmed the mapping, or a saved mapping was applied. Otherwise it is a proposal.
    confirmed: bool,
    /// Saved mapping that was applied.
    mapping_name: Option<&'a str>,
    /// Decisions that are required before a check.
    questions: Vec<SheetQuestionResponse<'a>>,
    /// Names of columns with values that are not imported.
    unused: &'a [String],
    /// Internal name of the data source. Absent for the default one.
    data_source: Option<&'a str>,
    /// Rows that a rejected row keeps out: `header` all rows of its incoming order, `row` only itself, `all` all rows.
    error_policy: &'static str,
    /// Rows with unknown records: `store` stores them with problems, `reject` rejects them.
    unresolved: &'static str,
    totals: SheetTotalsResponse<'a>,
    /// Numbers of master data records that are created, by kind. Records without a code are not counted.
    created: &'a BTreeMap<String, u64>,
    /// Values that name no record, most frequent first, at most 1,000.
    values: Vec<UnknownValueResponse<'a>>,
    result: Option<ImportResultResponse>,
    /// Reason why the last check or import ended early.
    failure: Option<&'a str>,
    /// Run that excluded the imported lines.
    undo_run: Option<Id>,
    /// Newest other draft with the same file.
    same_file: Option<ImportDraftSummaryResponse<'a>>,
}

/// Structure of the file.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpreadsheetFile)]
pub struct SheetFileResponse<'a> {
    /// `csv`, `xlsx` or `ods`.
    kind: &'static str,
    /// Encoding of a text file, for example `windows-1252`.
    #[schema(value_type = Option<String>)]
    encoding: Option<orderdock_spreadsheet::TextEncoding>,
    /// Character between the fields of a text file.
    #[schema(value_type = Option<String>)]
    delimiter: Option<orderdock_spreadsheet::TextDelimiter>,
    sheets: Vec<SheetResponse<'a>>,
    /// Name of the imported sheet; empty for a text file.
    sheet: &'a str,
    /// Row number of the column names; 0 if the sheet has none.
    header_row: u32,
    /// Row number of the first row with data.
    first_row: u32,
    /// Number of rows from `firstRow` on.
    rows: u64,
    /// Number of rows that the spreadsheet program does not show.
    hidden_rows: u64,
    /// Number of cells that have the value of a merged cell.
    merged_cells: u64,
}

/// A sheet of a workbook.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetSheet)]
pub struct SheetResponse<'a> {
    name: &'a str,
    hidden: bool,
}

/// A column of the sheet.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetColumn)]
pub struct SheetColumnResponse<'a> {
    /// Column number, from 0.
    column: u32,
    /// Letters of the column.
    #[schema(example = "AB")]
    letters: String,
    /// Name by which a mapping refers to the column: its header if that is unique, otherwise its letters in brackets.
    name: String,
    header: &'a str,
    /// Number of cells with content.
    filled: u64,
    /// The first different values, at most three.
    samples: Vec<ValueSampleResponse<'a>>,
    /// Path of the member that the column is mapped to.
    member: Option<&'a str>,
}

/// A value of the sheet.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetSample)]
pub struct ValueSampleResponse<'a> {
    #[schema(example = "B7")]
    cell: String,
    text: &'a str,
}

/// A decision that is not guessed.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetQuestion)]
pub struct SheetQuestionResponse<'a> {
    /// `sheet`, `headerRow`, `firstRow`, `delimiter`, `decimalSign`, `dateOrder`, `hiddenRows`, `uncertainColumn`,
    /// `severalColumns` or `missingMember`.
    #[schema(value_type = String)]
    kind: orderdock_spreadsheet::QuestionKind,
    /// Path of the setting in `mapping`.
    #[schema(example = "file.dateOrder")]
    setting: &'a str,
    /// The question in English.
    text: &'a str,
    /// Possible values; empty if there are too many.
    choices: &'a [String],
    samples: Vec<ValueSampleResponse<'a>>,
}

/// Counts of the sheet.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetTotals)]
pub struct SheetTotalsResponse<'a> {
    /// Rows to import.
    rows: u64,
    /// Incoming orders of these rows.
    orders: u64,
    /// Rows with cells that cannot be read.
    unreadable: u64,
    /// Edited cells.
    edited: u64,
    skipped: SkippedRowsResponse<'a>,
}

/// Numbers of rows that are not imported.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetSkippedRows)]
pub struct SkippedRowsResponse<'a> {
    /// Rows that the spreadsheet program does not show.
    hidden: u64,
    /// Rows with a sum and without product.
    subtotals: u64,
    /// Rows that repeat the column names.
    headers: u64,
    /// Rows in which all mapped columns are empty.
    unmapped: u64,
    /// Numbers of the first skipped rows.
    first: &'a [u32],
}

/// A value that names no record.
#[derive(Serialize, ToSchema)]
#[schema(as = UnknownSheetValue)]
pub struct UnknownValueResponse<'a> {
    /// Path of the member.
    #[schema(example = "product.code")]
    member: &'a str,
    /// Problem code.
    #[schema(example = "product.unresolved")]
    code: &'a str,
    /// Text as `values` of the member's source can replace it.
    value: &'a str,
    rows: u64,
    /// Records that it may mean.
    suggestions: Vec<SuggestedRecord<'a>>,
}

/// Result of the import.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportDraftResult)]
pub struct ImportResultResponse {
    /// Incoming orders of the imported rows.
    orders: u64,
    /// Logged requests that created the candidates.
    requests: Vec<Id>,
}

impl<'a> ImportDraftSummaryResponse<'a> {
    pub fn of(
        draft: &'a ImportDraft,
        results: Option<&DraftResults>,
        counts: Option<RowCheckCounts>,
        reference: &'a Reference,
    ) -> Self {
        let progress = results.and_then(|results| results.progress);
        let organisation = reference.organisation(draft.organisation);
        Self {
            id: Id(draft.id.0),
            version: draft.version,
            org: organisation.map(|one| one.code.as_str()).unwrap_or_default(),
            file_name: draft.file_name.as_str(),
            size: draft.size,
            status: draft.status.as_str(),
            created_by: &draft.created_by,
            created_at: draft.created_at,
            changed_by: &draft.changed_by,
            changed_at: draft.changed_at,
            expires_at: draft.expires_at,
            checks: counts.map(RowChecksResponse::from),
            progress: progress.map(|DraftProgress { rows, total }| ImportProgressResponse { rows, total }),
        }
    }
}

impl From<RowCheckCounts> for RowChecksResponse {
    fn from(counts: RowCheckCounts) -> Self {
        let RowCheckCounts { ready, problems, rejected, unchanged, conflict } = counts;
        Self { ready, problems, rejected, unchanged, conflict }
    }
}

impl<'a> ImportDraftResponse<'a> {
    pub fn of(view: &'a DraftView, reference: &'a Reference) -> Self {
        let DraftView { draft, settings, results, inspection, counts, same_file } = view;
        let detected = &inspection.detected;
        let is_imported = !results.requests.is_empty();
        let requests = results.requests.iter().map(|request| Id(request.0)).collect();
        Self {
            summary: ImportDraftSummaryResponse::of(draft, Some(results), *counts, reference),
            file: SheetFileResponse::of(inspection),
            columns: detected.columns.iter().map(|one| column(inspection, one)).collect(),
            mapping: MappingResponse { file: &inspection.mapping.file, members: &inspection.mapping.members },
            confirmed: settings.members.is_some(),
            mapping_name: settings.mapping_name.as_deref(),
            questions: inspection.questions.iter().map(question).collect(),
            unused: &inspection.unused,
            data_source: settings.data_source.as_deref(),
            error_policy: settings.error_policy.as_str(),
            unresolved: settings.unresolved.as_str(),
            totals: totals(&inspection.totals),
            created: &results.created,
            values: results.values.iter().map(unknown_value).collect(),
            result: is_imported.then_some(ImportResultResponse { orders: results.orders, requests }),
            failure: results.failure.as_deref(),
            undo_run: draft.undo_run.map(|run| Id(run.0)),
            same_file: same_file
                .as_ref()
                .map(|other| ImportDraftSummaryResponse::of(other, None, None, reference)),
        }
    }
}

impl<'a> SheetFileResponse<'a> {
    fn of(inspection: &'a Inspection) -> Self {
        let (kind, encoding, delimiter) = match inspection.kind {
            FileKind::Csv { encoding, delimiter, .. } => ("csv", Some(encoding), Some(delimiter)),
            FileKind::Xlsx => ("xlsx", None, None),
            FileKind::Ods => ("ods", None, None),
        };
        let sheets = inspection.sheets.iter();
        let DetectedSheet { sheet_name, header_row, first_row, rows, hidden_rows, merged_cells, .. } =
            &inspection.detected;
        Self {
            kind,
            encoding,
            delimiter,
            sheets: sheets.map(|sheet| SheetResponse { name: &sheet.name, hidden: sheet.hidden }).collect(),
            sheet: sheet_name,
            header_row: *header_row,
            first_row: *first_row,
            rows: *rows,
            hidden_rows: *hidden_rows,
            merged_cells: *merged_cells,
        }
    }
}

fn column<'a>(inspection: &'a Inspection, column: &'a SheetColumn) -> SheetColumnResponse<'a> {
    SheetColumnResponse {
        column: column.column,
        letters: orderdock_spreadsheet::column_letters(column.column),
        name: inspection.detected.name_of(column),
        header: &column.header,
        filled: column.filled,
        samples: column.samples.iter().map(sample).collect(),
        member: inspection.member_of(column.column),
    }
}

fn sample(ValueSample { cell, text }: &ValueSample) -> ValueSampleResponse<'_> {
    ValueSampleResponse { cell: cell.to_string(), text }
}

fn question(Question { kind, setting, text, choices, samples }: &Question) -> SheetQuestionResponse<'_> {
    SheetQuestionResponse {
        kind: *kind,
        setting,
        text,
        choices,
        samples: samples.iter().map(sample).collect(),
    }
}

fn totals(totals: &SheetTotals) -> SheetTotalsResponse<'_> {
    let SheetTotals { rows, orders, unreadable, edited, skipped } = totals;
    let SkippedRows { hidden, subtotals, headers, unmapped, first } = skipped;
    SheetTotalsResponse {
        rows: *rows,
        orders: *orders,
        unreadable: *unreadable,
        edited: *edited,
        skipped: SkippedRowsResponse {
            hidden: *hidden,
            subtotals: *subtotals,
            headers: *headers,
            unmapped: *unmapped,
            first,
        },
    }
}

fn unknown_value(value: &UnknownValue) -> UnknownValueResponse<'_> {
    let suggestions = value.suggestions.iter();
    UnknownValueResponse {
        member: &value.member,
        code: &value.code,
        value: &value.value,
        rows: value.rows,
        suggestions: suggestions.map(|one| SuggestedRecord { code: &one.code, name: &one.name }).collect(),
    }
}
