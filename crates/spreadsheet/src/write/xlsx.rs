//! Writer of XLSX files.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::cell::{WrittenCell, push_header};
use super::drop_down;
use super::layout::SheetLayout;
use super::package::{
    content_types, package_relationships, sheet_part, sheet_start, workbook, workbook_relationships,
};
use super::styles::STYLES;
use super::xml::range;
use crate::address::column_letters;

/// Fast: a level above would take twice the time for files that are a tenth smaller.
const COMPRESSION: i64 = 3;

/// Writes the sheets of a workbook one after the other. The file has at most 4 GiB per sheet, unpacked.
///
/// The writer begins with the first sheet. `take` returns the bytes written since the last call, so that the caller can
/// send them before the file is complete.
pub struct XlsxWriter {
    zip: ZipWriter<StreamWriter<Output>>,
    output: Output,
    sheets: Vec<SheetLayout>,
    /// Index of the sheet that is written.
    sheet: usize,
    /// Number of rows of the sheet.
    rows: u32,
    /// Letters of the columns of the sheet.
    letters: Vec<String>,
    /// XML of the current row; kept to reuse its memory.
    xml: String,
}

/// Bytes that were written and not yet taken.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl XlsxWriter {
    /// Begins a workbook with these sheets, of which there is at least one.
    pub fn new(sheets: Vec<SheetLayout>) -> io::Result<Self> {
        let output = Output::default();
        let zip = ZipWriter::new_stream(output.clone());
        let mut writer =
            Self { zip, output, sheets, sheet: 0, rows: 0, letters: Vec::new(), xml: String::new() };
        let count = writer.sheets.len();
        // programs recognise the format by the name of the first part
        for (name, content) in [
            ("[Content_Types].xml", content_types(count)),
            ("_rels/.rels", package_relationships()),
            ("xl/workbook.xml", workbook(&writer.sheets)),
            ("xl/_rels/workbook.xml.rels", workbook_relationships(count)),
            ("xl/styles.xml", STYLES.to_owned()),
        ] {
            writer.begin_part(name)?;
            writer.zip.write_all(content.as_bytes())?;
        }
        writer.begin_sheet()?;
        Ok(writer)
    }

    /// Adds a row to the sheet: one cell for each column.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = WrittenCell<'c>>) -> io::Result<()> {
        self.rows += 1;
        let number = self.rows;
        self.xml.clear();
        let _ = write!(self.xml, "<row r=\"{number}\">");
        for (cell, column) in cells.into_iter().zip(&self.letters) {
            cell.write(&mut self.xml, number, column);
        }
        self.xml.push_str("</row>");
        self.zip.write_all(self.xml.as_bytes())
    }

    /// Completes the sheet and begins the next one.
    pub fn next_sheet(&mut self) -> io::Result<()> {
        self.end_sheet()?;
        self.sheet += 1;
        self.begin_sheet()
    }

    /// Returns the bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        self.output.take()
    }

    /// Completes the file and returns the bytes written since the last `take`.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.end_sheet()?;
        self.zip.finish()?;
        Ok(self.output.take())
    }

    fn begin_part(&mut self, name: &str) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(COMPRESSION));
        Ok(self.zip.start_file(name, options)?)
    }

    fn begin_sheet(&mut self) -> io::Result<()> {
        self.begin_part(&sheet_part(self.sheet))?;
        let Some(layout) = self.sheets.get(self.sheet) else {
            return Err(io::Error::other("the workbook has no further sheet"));
        };
        self.rows = 1;
        let mut xml = sheet_start(layout, self.sheet == 0);
        xml.push_str("<row r=\"1\">");
        self.letters = (0..).map(column_letters).take(layout.columns.len()).collect();
        for (column, letters) in layout.columns.iter().zip(&self.letters) {
            push_header(&mut xml, 1, letters, &column.title);
        }
        xml.push_str("</row>");
        self.zip.write_all(xml.as_bytes())
    }

    fn end_sheet(&mut self) -> io::Result<()> {
        let mut xml = String::from("</sheetData>");
        if let Some(layout) = self.sheets.get(self.sheet) {
            let last = u32::try_from(layout.columns.len()).unwrap_or(u32::MAX).saturating_sub(1);
            if layout.filtered {
                let _ = write!(xml, "<autoFilter ref=\"{}\"/>", range((0, 1), (last, self.rows)));
            }
            drop_down::write(&mut xml, &layout.drop_downs);
            // codes are texts on purpose
            let cells = range((0, 1), (last, self.rows.max(2)));
            let _ = write!(
                xml,
                "<ignoredErrors><ignoredError sqref=\"{cells}\" numberStoredAsText=\"1\"/></ignoredErrors>"
            );
        }
        xml.push_str("</worksheet>");
        self.zip.write_all(xml.as_bytes())
    }
}
