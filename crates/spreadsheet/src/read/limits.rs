//! Limits that keep memory and time of reading bounded.

/// Maximum size of a file in bytes.
pub const FILE_BYTES: u64 = 64 << 20;
/// Maximum size of an ODS file in bytes. Its single part contains all sheets, so every pass reads all of them.
pub const ODS_FILE_BYTES: u64 = 5 << 20;
/// Maximum size of the unpacked content of a file in bytes, and of the text of a sheet.
pub const UNPACKED_BYTES: u64 = 500 << 20;
/// Maximum number of packed parts.
pub const PARTS: usize = 10_000;
/// Maximum number of sheets.
pub const SHEETS: usize = 1_000;
/// Maximum row number, as in Excel.
pub const ROWS: u32 = 1_048_576;
/// Maximum number of columns. Excel has 16,384.
pub const COLUMNS: u32 = 1_000;
/// Maximum number of characters in a cell, as in Excel.
pub const CELL_CHARACTERS: usize = 32_767;
/// Maximum size of the text of a row in bytes.
pub const ROW_BYTES: usize = 1 << 20;
/// Maximum number of cells of a sheet that are not empty.
pub const CELLS: u64 = 20_000_000;
/// Maximum number of merged areas of a sheet.
pub const MERGED_AREAS: usize = 100_000;
/// Maximum size of the texts that the cells of an XLSX file share, in bytes. They are kept in memory.
pub(super) const SHARED_TEXT_BYTES: usize = 256 << 20;
/// Maximum number of shared texts.
pub(super) const SHARED_TEXTS: usize = 10_000_000;
/// Maximum size of a tag or a piece of text in XML, in bytes.
pub(super) const XML_EVENT_BYTES: usize = 1 << 20;
/// Maximum depth of XML elements.
pub(super) const XML_DEPTH: usize = 100;
