//! Reads files into rows of typed cells.

mod delimited;
mod limits;
mod merged;
mod ods;
mod package;
mod sink;
mod xlsx;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::error::SpreadsheetError;
use crate::serial_date::DateSystem;
use delimited::DelimitedFile;
use ods::OdsFile;
use package::BoxedInput;
use xlsx::XlsxFile;

pub use delimited::{TextDelimiter, TextEncoding};
pub use package::SpreadsheetInput;
pub use sink::RowVisitor;

/// Format of a spreadsheet file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Delimited text, with its encoding and delimiter.
    Csv {
        encoding: TextEncoding,
        delimiter: TextDelimiter,
        /// Another delimiter that divides the rows equally well; the file is ambiguous.
        other_delimiter: Option<TextDelimiter>,
    },
    Xlsx,
    Ods,
}

/// Settings of a text file. Absent settings are detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenOptions {
    pub encoding: Option<TextEncoding>,
    pub delimiter: Option<TextDelimiter>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetInfo {
    pub name: String,
    /// The spreadsheet program does not show the sheet.
    pub hidden: bool,
}

/// An open spreadsheet.
pub struct Workbook {
    content: WorkbookContent,
    sheets: Vec<SheetInfo>,
}

enum WorkbookContent {
    Csv(DelimitedFile),
    Xlsx(XlsxFile),
    Ods(OdsFile),
}

impl Workbook {
    pub fn open_path(path: &Path, options: OpenOptions) -> Result<Self, SpreadsheetError> {
        Self::open(Box::new(File::open(path)?), options)
    }

    /// Opens a spreadsheet. Its format is recognised by its content.
    pub fn open(
        mut input: Box<dyn SpreadsheetInput>,
        options: OpenOptions,
    ) -> Result<Self, SpreadsheetError> {
        let size = input.seek(SeekFrom::End(0))?;
        reject_size(size, limits::FILE_BYTES)?;
        input.rewind()?;
        let mut beginning = Vec::new();
        input.by_ref().take(4096).read_to_end(&mut beginning)?;
        input.rewind()?;
        let content = match beginning.as_slice() {
            [] => return Err(SpreadsheetError::Empty),
            [b'P', b'K', 3, 4, ..] => Self::open_package(input, &beginning, size)?,
            [0xD0, 0xCF, 0x11, 0xE0, ..] => return Err(compound_file(input)?),
            _ => {
                reject_other_formats(&beginning)?;
                let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
                input.take(limits::FILE_BYTES).read_to_end(&mut bytes)?;
                WorkbookContent::Csv(DelimitedFile::open(bytes, options.encoding, options.delimiter)?)
            }
        };
        let sheets = match &content {
            WorkbookContent::Csv(_) => vec![SheetInfo { name: String::new(), hidden: false }],
            WorkbookContent::Xlsx(file) => file.sheets(),
            WorkbookContent::Ods(file) => file.sheets(),
        };
        Ok(Self { content, sheets })
    }

    fn open_package(
        input: BoxedInput,
        beginning: &[u8],
        size: u64,
    ) -> Result<WorkbookContent, SpreadsheetError> {
        // an ODS file begins with its media type, which is not compressed
        const ODS: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";
        let media_type = beginning.get(38..).unwrap_or_default();
        if media_type.starts_with(ODS) {
            reject_size(size, limits::ODS_FILE_BYTES)?;
            return OdsFile::open(input).map(WorkbookContent::Ods);
        }
        if media_type.starts_with(b"application/vnd.oasis.opendocument") {
            return Err(SpreadsheetError::Unsupported { kind: "another OpenDocument file" });
        }
        XlsxFile::open(input).map(WorkbookContent::Xlsx)
    }

    pub fn kind(&self) -> FileKind {
        match &self.content {
            WorkbookContent::Csv(file) => FileKind::Csv {
                encoding: file.encoding,
                delimiter: file.delimiter,
                other_delimiter: file.other_delimiter,
            },
            WorkbookContent::Xlsx(_) => FileKind::Xlsx,
            WorkbookContent::Ods(_) => FileKind::Ods,
        }
    }

    /// Returns the sheets in their order. A text file has one sheet without a name.
    pub fn sheets(&self) -> &[SheetInfo] {
        &self.sheets
    }

    /// Returns the date system for numbers without a date format.
    pub(crate) fn date_system(&self) -> DateSystem {
        match &self.content {
            WorkbookContent::Xlsx(file) => file.date_system(),
            WorkbookContent::Csv(_) | WorkbookContent::Ods(_) => DateSystem::From1900,
        }
    }

    /// Returns the index of the sheet with this name.
    pub fn sheet_index(&self, name: &str) -> Result<usize, SpreadsheetError> {
        let found = self.sheets.iter().position(|sheet| sheet.name == name);
        found.ok_or_else(|| {
            let known: Vec<_> = self.sheets.iter().map(|sheet| format!("{:?}", sheet.name)).collect();
            SpreadsheetError::UnknownSheet { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Visits the rows of a sheet that have content, in their order, until the visitor breaks.
    pub fn rows(&mut self, sheet: usize, visit: &mut RowVisitor<'_>) -> Result<(), SpreadsheetError> {
        match &mut self.content {
            _ if sheet >= self.sheets.len() => Ok(()),
            WorkbookContent::Csv(file) => file.rows(visit),
            WorkbookContent::Xlsx(file) => file.rows(sheet, visit),
            WorkbookContent::Ods(file) => file.rows(sheet, visit),
        }
    }
}

fn reject_size(size: u64, limit: u64) -> Result<(), SpreadsheetError> {
    if size <= limit {
        return Ok(());
    }
    Err(SpreadsheetError::FileTooLarge { size: size.div_ceil(1 << 20), limit: limit >> 20 })
}

/// Returns the reason why a compound file is rejected: an encrypted XLSX file, or a file of Excel 97 to 2003.
fn compound_file(mut input: BoxedInput) -> Result<SpreadsheetError, SpreadsheetError> {
    let mut bytes = Vec::new();
    input.by_ref().take(limits::FILE_BYTES).read_to_end(&mut bytes)?;
    let contains = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(name.len()).any(|window| window == name)
    };
    Ok(if contains("EncryptedPackage") {
        SpreadsheetError::Protected
    } else {
        SpreadsheetError::Unsupported { kind: "a file of Excel 97 to 2003 (.xls)" }
    })
}

fn reject_other_formats(beginning: &[u8]) -> Result<(), SpreadsheetError> {
    let text =
        beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning).trim_ascii_start().to_ascii_lowercase();
    let starts = |start: &str| text.starts_with(start.as_bytes());
    let kind = if ["<!doctype html", "<html", "<table", "<meta", "<head"].into_iter().any(starts) {
        "an HTML page"
    } else if starts("<?xml") || starts("<workbook") {
        "an XML file"
    } else if starts("%pdf") {
        "a PDF file"
    } else if starts("{\\rtf") {
        "a text document"
    } else {
        return Ok(());
    };
    Err(SpreadsheetError::Unsupported { kind })
}
