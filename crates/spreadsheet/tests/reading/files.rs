//! Builders of spreadsheet files, and helpers that read their cells as text.

use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use orderdock_spreadsheet::{CellValue, OpenOptions, SpreadsheetError, Workbook};
use rust_xlsxwriter::{Workbook as Writer, Worksheet, XlsxError};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Writes an XLSX file with one sheet.
pub fn xlsx(fill: impl FnOnce(&mut Worksheet) -> Result<(), XlsxError>) -> Vec<u8> {
    let mut writer = Writer::new();
    fill(writer.add_worksheet()).unwrap();
    writer.save_to_buffer().unwrap()
}

/// Writes an XLSX file with one sheet from rows of texts. Texts such as `=1+1` stay texts.
pub fn xlsx_of_texts(rows: &[&[&str]]) -> Vec<u8> {
    xlsx(|sheet| {
        for (row, cells) in (0..).zip(rows) {
            for (column, text) in (0..).zip(*cells).filter(|(_, text)| !text.is_empty()) {
                sheet.write_string(row, column, *text)?;
            }
        }
        Ok(())
    })
}

/// Writes a ZIP package. Parts whose name begins with `!` are not compressed.
pub fn packed(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let stored = name.strip_prefix('!');
        let method = if stored.is_some() { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(stored.unwrap_or(name), options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const ROOT: &str = r#"<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const RELATIONS: &str = r#"<Relationships><Relationship Id="s1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="s2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>
<Relationship Id="s3" Type="http://x/styles" Target="/xl/styles.xml"/></Relationships>"#;

/// Writes an XLSX file by hand: properties of the workbook, shared texts, styles, content of the sheet.
pub fn raw_xlsx(properties: &str, shared: &str, styles: &str, sheet: &str) -> Vec<u8> {
    raw_xlsx_with(properties, shared, styles, sheet.as_bytes(), &[])
}

pub fn raw_xlsx_with(
    properties: &str,
    shared: &str,
    styles: &str,
    sheet: &[u8],
    more: &[(&str, &[u8])],
) -> Vec<u8> {
    let workbook = format!(
        r#"<workbook>{properties}<sheets><sheet name="S" sheetId="1" r:id="s1"/></sheets></workbook>"#
    );
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("_rels/.rels", ROOT.as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", RELATIONS.as_bytes()),
        ("xl/sharedStrings.xml", shared.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    parts.extend(more);
    packed(&parts)
}

/// Writes an ODS file with the content of `office:spreadsheet`.
pub fn ods(spreadsheet: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles><style:style style:name=\"hidden\"><style:table-properties \
         table:display=\"false\"/></style:style></office:automatic-styles><office:body><office:spreadsheet>{spreadsheet}\
         </office:spreadsheet></office:body></office:document-content>"
    );
    packed(&[
        ("!mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
        ("content.xml", content.as_bytes()),
    ])
}

pub fn opened(bytes: Vec<u8>) -> Result<Workbook, SpreadsheetError> {
    Workbook::open(Box::new(Cursor::new(bytes)), OpenOptions::default())
}

/// Returns the cells of the first sheet as `A1 text`, with the kind of each value that is not text.
pub fn cells(bytes: Vec<u8>) -> Vec<String> {
    read(&mut opened(bytes).unwrap()).unwrap()
}

pub fn read(workbook: &mut Workbook) -> Result<Vec<String>, SpreadsheetError> {
    let mut cells = Vec::new();
    workbook.rows(0, &mut |row| {
        for cell in &row.cells {
            let address = orderdock_spreadsheet::CellAddress { row: row.number, column: cell.column };
            let kind = match &cell.value {
                CellValue::Text(_) => "",
                CellValue::Number(_) => " number",
                CellValue::Percentage(_) => " percentage",
                CellValue::Date(_) => " date",
                CellValue::DateTime(_) => " time",
                CellValue::Boolean(_) => " boolean",
                CellValue::Fault(_) => " fault",
            };
            let marks = [(cell.merged, " merged"), (row.hidden, " hidden")];
            let marks: String = marks.iter().filter(|(set, _)| *set).map(|(_, mark)| *mark).collect();
            cells.push(format!("{address}{kind}{marks} {}", cell.value.to_text()));
        }
        ControlFlow::Continue(())
    })?;
    Ok(cells)
}
