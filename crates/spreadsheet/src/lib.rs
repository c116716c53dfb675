//! Spreadsheets as rows of the API: reads CSV, XLSX and ODS files, detects how their values are written, and maps their
//! columns to members of order candidates.
//!
//! 1. [`Workbook::open`] detects the format from the content and rejects protected, broken and oversized files.
//!    [`Workbook::rows`] visits the rows of a sheet in constant memory. A visitor that needs only the first rows
//!    stops early.
//! 2. [`detect`] inspects a workbook: sheet, header row, columns, decimal sign, date order. Each finding has samples; an
//!    ambiguous one is a [`Question`] and is never guessed.
//! 3. [`propose`] maps the columns by name and content. The result, a [`SheetMapping`], can be stored as JSON and edited.
//! 4. [`SheetConverter`] applies a mapping to rows. It returns the JSON of each row and the cell of each of its members.
//!
//! [`XlsxWriter`] writes workbooks as a stream; [`OrderTemplateLists`] writes a workbook to fill with order lines.
//!
//! Formulas are not calculated: the value that the spreadsheet program stored is read.

mod address;
mod detect;
mod error;
mod mapping;
mod members;
mod number;
mod order_template;
mod read;
mod serial_date;
mod settings;
mod text_value;
mod value;
mod write;

pub use address::{CellAddress, column_letters};
pub use detect::{DetectedSheet, Question, QuestionKind, SheetColumn, ValueSample, detect};
pub use error::SpreadsheetError;
pub use mapping::{
    ConvertedRow, MappedValue, MappingError, MemberFault, MemberSource, Proposal, SheetConverter,
    SheetMapping, SkippedRows, SplitText, ValueReader, complete_settings, propose,
};
pub use members::{MappedKind, SHEET_MEMBERS, SheetMember, normalised_name};
pub use order_template::{OrderTemplateLists, TemplateEntry};
pub use read::{
    FileKind, OpenOptions, RowVisitor, SheetInfo, SpreadsheetInput, TextDelimiter, TextEncoding, Workbook,
};
pub use settings::{FileSettings, HiddenRows};
pub use text_value::{DateOrder, DecimalSign};
pub use value::{CellFault, CellValue, SheetCell, SheetRow};
pub use write::{CellFormat, ColumnLayout, DropDown, SheetLayout, WrittenCell, XlsxWriter};
