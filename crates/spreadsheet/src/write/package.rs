//! Parts of an XLSX file besides its sheets.

use std::fmt::Write as _;

use super::layout::SheetLayout;
use super::xml::escape;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
pub(super) const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const CONTENT: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// Returns the name of the part of a sheet, from 0.
pub(super) fn sheet_part(index: usize) -> String {
    format!("xl/worksheets/sheet{}.xml", index + 1)
}

/// Returns `[Content_Types].xml`.
pub(super) fn content_types(sheets: usize) -> String {
    let mut xml = format!(
        "{DECLARATION}<Types xmlns=\"{PACKAGE}/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{CONTENT}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{CONTENT}.styles+xml\"/>"
    );
    for index in 0..sheets {
        let part = sheet_part(index);
        let _ = write!(xml, "<Override PartName=\"/{part}\" ContentType=\"{CONTENT}.worksheet+xml\"/>");
    }
    xml.push_str("</Types>");
    xml
}

/// Returns `_rels/.rels`.
pub(super) fn package_relationships() -> String {
    format!(
        "{DECLARATION}<Relationships xmlns=\"{PACKAGE}/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{RELATIONSHIPS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    )
}

/// Returns `xl/_rels/workbook.xml.rels`.
pub(super) fn workbook_relationships(sheets: usize) -> String {
    let mut xml = format!("{DECLARATION}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for number in 1..=sheets {
        let _ = write!(
            xml,
            "<Relationship Id=\"rId{number}\" Type=\"{RELATIONSHIPS}/worksheet\" \
             Target=\"worksheets/sheet{number}.xml\"/>"
        );
    }
    let _ = write!(
        xml,
        "<Relationship Id=\"rId{}\" Type=\"{RELATIONSHIPS}/styles\" Target=\"styles.xml\"/></Relationships>",
        sheets + 1
    );
    xml
}

/// Returns `xl/workbook.xml`.
pub(super) fn workbook(sheets: &[SheetLayout]) -> String {
    let mut xml = format!("{DECLARATION}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONSHIPS}\"><sheets>");
    for (sheet, number) in sheets.iter().zip(1..) {
        xml.push_str("<sheet name=\"");
        escape(&mut xml, &sheet.name);
        let _ = write!(xml, "\" sheetId=\"{number}\" r:id=\"rId{number}\"/>");
    }
    xml.push_str("</sheets></workbook>");
    xml
}

/// Returns the beginning of a sheet: frozen titles and the widths of the columns.
pub(super) fn sheet_start(sheet: &SheetLayout, is_first: bool) -> String {
    let selected = if is_first { " tabSelected=\"1\"" } else { "" };
    let mut xml = format!(
        "{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView{selected} workbookViewId=\"0\">\
         <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
         <selection pane=\"bottomLeft\" activeCell=\"A2\" sqref=\"A2\"/></sheetView></sheetViews>\
         <sheetFormatPr defaultRowHeight=\"15\"/><cols>"
    );
    for (column, number) in sheet.columns.iter().zip(1..) {
        let (width, style) = (column.width, column.format as u8);
        let _ = write!(
            xml,
            "<col min=\"{number}\" max=\"{number}\" width=\"{width}\" style=\"{style}\" customWidth=\"1\"/>"
        );
    }
    xml.push_str("</cols><sheetData>");
    xml
}
