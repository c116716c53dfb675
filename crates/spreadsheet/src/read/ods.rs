//! ODS files (Open Document Format, OASIS standard 1.3).

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::SignedDuration;
use quick_xml::events::{BytesStart, Event};

use super::merged::{MergedArea, MergedFill};
use super::package::{BoxedInput, Package, XmlPart, append_text, attribute, too_much};
use super::sink::{RowSink, RowVisitor};
use super::xlsx::iso_date;
use super::{SheetInfo, limits};
use crate::error::SpreadsheetError;
use crate::number::{percentage, rounded};
use crate::value::{CellFault, CellValue};

const CONTENT: &str = "content.xml";
const MANIFEST: &str = "META-INF/manifest.xml";

/// An open ODS file.
pub(super) struct OdsFile {
    package: Package,
    sheets: Vec<SheetInfo>,
}

impl OdsFile {
    pub fn open(input: BoxedInput) -> Result<Self, SpreadsheetError> {
        let mut package = Package::open(input)?;
        if package.names().any(|name| name.starts_with("Basic/") || name.starts_with("Scripts/")) {
            return Err(SpreadsheetError::Macros);
        }
        if package.contains(MANIFEST) {
            reject_encrypted(package.part(MANIFEST)?)?;
        }
        let sheets = read_sheets(package.part(CONTENT)?)?;
        if sheets.is_empty() {
            return Err(SpreadsheetError::broken("it contains no sheet"));
        }
        Ok(Self { package, sheets })
    }

    pub fn sheets(&self) -> Vec<SheetInfo> {
        self.sheets.clone()
    }

    pub fn rows(&mut self, index: usize, visit: &mut RowVisitor<'_>) -> Result<(), SpreadsheetError> {
        let mut part = self.package.part(CONTENT)?;
        let mut sheet = 0;
        loop {
            match part.next()? {
                Event::Start(element) if element.name().as_ref() == "table:table" => {
                    if sheet == index {
                        return read_rows(&mut part, visit);
                    }
                    skip_table(&mut part)?;
                    sheet += 1;
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }
}

fn reject_encrypted(mut part: XmlPart<'_>) -> Result<(), SpreadsheetError> {
    loop {
        match part.next()? {
            Event::Start(element) if element.local_name().as_ref() == "encryption-data" => {
                return Err(SpreadsheetError::Protected);
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn read_sheets(mut part: XmlPart<'_>) -> Result<Vec<SheetInfo>, SpreadsheetError> {
    let mut sheets = Vec::new();
    let mut hidden_styles = HashSet::new();
    let mut style = None;
    loop {
        match part.next()? {
            Event::Start(element) => match element.name().as_ref() {
                "style:style" => style = attribute(&element, "name")?.map(String::from),
                "style:table-properties" => {
                    let is_hidden = attribute(&element, "display")?.is_some_and(|shown| shown == "false");
                    hidden_styles.extend(style.take().filter(|_| is_hidden));
                }
                "table:table" => {
                    let name = attribute(&element, "name")?.unwrap_or_default().into_owned();
                    let style = attribute(&element, "style-name")?;
                    let hidden = style.is_some_and(|style| hidden_styles.contains(&*style));
                    sheets.push(SheetInfo { name, hidden });
                    if sheets.len() > limits::SHEETS {
                        return Err(too_much("the number of sheets", limits::SHEETS as u64));
                    }
                    skip_table(&mut part)?;
                }
                _ => {}
            },
            Event::Eof => return Ok(sheets),
            _ => {}
        }
    }
}

/// Reads to the end of a table that has just begun. Cells can contain further tables.
fn skip_table(part: &mut XmlPart<'_>) -> Result<(), SpreadsheetError> {
    let mut depth = 1;
    while depth > 0 {
        match part.next()? {
            Event::Start(element) if element.name().as_ref() == "table:table" => depth += 1,
            Event::End(element) if element.name().as_ref() == "table:table" => depth -= 1,
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

/// Visits the rows of a table that has just begun.
fn read_rows(part: &mut XmlPart<'_>, visit: &mut RowVisitor<'_>) -> Result<(), SpreadsheetError> {
    let mut visit = |row: &_| visit(row);
    let mut sink = RowSink::new(&mut visit);
    let mut fill = MergedFill::default();
    let mut number = 1_u32;
    loop {
        match part.next()? {
            Event::Start(element) if element.name().as_ref() == "table:table-row" => {
                let times = repeats(&element, "number-rows-repeated")?;
                let hidden = attribute(&element, "visibility")?.is_some_and(|shown| shown != "visible");
                read_row(part, number, &mut sink, &mut fill)?;
                fill.fill(number, &mut sink)?;
                if sink.end_row(number, hidden, times)? == ControlFlow::Break(()) {
                    return Ok(());
                }
                number = number.saturating_add(times);
            }
            Event::End(element) if element.name().as_ref() == "table:table" => return Ok(()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn repeats(element: &BytesStart<'_>, name: &str) -> Result<u32, SpreadsheetError> {
    Ok(attribute(element, name)?.and_then(|count| count.parse().ok()).unwrap_or(1))
}

/// Reads the cells of a row that has just begun.
fn read_row(
    part: &mut XmlPart<'_>,
    number: u32,
    sink: &mut RowSink<'_>,
    fill: &mut MergedFill,
) -> Result<(), SpreadsheetError> {
    let mut column = 0_u32;
    let mut text = String::new();
    loop {
        match part.next()? {
            Event::Start(element) => {
                let covered = element.name().as_ref() == "table:covered-table-cell";
                if !covered && element.name().as_ref() != "table:table-cell" {
                    continue;
                }
                let times = repeats(&element, "number-columns-repeated")?;
                let spanned = repeats(&element, "number-rows-spanned")?;
                let cell = OdsCell::read(&element)?;
                let end = element.name().as_ref().to_owned();
                read_text(part, &end, &mut text)?;
                // a covered cell keeps the content that it had before it was merged
                if let Some(value) = cell.value(&text).filter(|_| !covered) {
                    for column in (column..).take(times as usize) {
                        sink.cell(column, value.clone(), false)?;
                    }
                    if spanned > 1 {
                        let last_row = number.saturating_add(spanned - 1);
                        fill.begin(MergedArea { column, first_row: number, last_row })?;
                    }
                }
                column = column.saturating_add(times);
            }
            Event::End(element) if element.name().as_ref() == "table:table-row" => return Ok(()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Reads the paragraphs of a cell that has just begun, without comments and drawings.
fn read_text(part: &mut XmlPart<'_>, end: &str, text: &mut String) -> Result<(), SpreadsheetError> {
    text.clear();
    let (mut depth, mut skipped_from, mut paragraph, mut paragraphs) = (0_usize, None, None, 0);
    loop {
        let event = part.next()?;
        match &event {
            Event::Start(element) => {
                depth += 1;
                match element.name().as_ref() {
                    name if name == "office:annotation" || name.starts_with("draw:") => {
                        skipped_from = skipped_from.or(Some(depth));
                    }
                    _ if skipped_from.is_some() => {}
                    "text:p" => {
                        if paragraphs > 0 {
                            text.push('\n');
                        }
                        paragraphs += 1;
                        paragraph = paragraph.or(Some(depth));
                    }
                    "text:s" => {
                        let count =
                            repeats(element, "c")?.min(u32::try_from(limits::CELL_CHARACTERS).unwrap_or(0));
                        text.extend(std::iter::repeat_n(' ', count as usize));
                    }
                    "text:tab" => text.push('\t'),
                    "text:line-break" => text.push('\n'),
                    _ => {}
                }
            }
            Event::End(element) => {
                if depth == 0 && element.name().as_ref() == end {
                    return Ok(());
                }
                skipped_from = skipped_from.filter(|from| depth > *from);
                paragraph = paragraph.filter(|from| depth > *from);
                depth = depth.saturating_sub(1);
            }
            Event::Eof => return Ok(()),
            _ if skipped_from.is_none() && paragraph.is_some() => append_text(&event, text)?,
            _ => {}
        }
    }
}

/// Attributes of a cell.
#[derive(Default)]
struct OdsCell {
    kind: String,
    value: Option<String>,
    has_formula: bool,
    is_error: bool,
}

impl OdsCell {
    fn read(element: &BytesStart<'_>) -> Result<Self, SpreadsheetError> {
        let mut cell = Self::default();
        for found in element.attributes().with_checks(false) {
            let found = found.map_err(|error| SpreadsheetError::broken(error.to_string()))?;
            let local = found.key.local_name();
            match found.key.as_ref() {
                "office:value-type" => cell.kind.push_str(&found.value),
                "office:value"
                | "office:date-value"
                | "office:time-value"
                | "office:boolean-value"
                | "office:string-value" => {
                    cell.value = attribute(element, local.as_ref())?.map(String::from);
                }
                "table:formula" => cell.has_formula = true,
                "calcext:value-type" => cell.is_error = &*found.value == "error",
                _ => {}
            }
        }
        Ok(cell)
    }

    /// Returns the value of the cell with this displayed text, or `None` if it is empty.
    fn value(&self, text: &str) -> Option<CellValue> {
        if self.is_error {
            return Some(CellValue::Fault(CellFault::Formula(text.to_owned())));
        }
        let value = self.value.as_deref().unwrap_or_default();
        let unreadable = || CellValue::Fault(CellFault::Unreadable(value.to_owned()));
        match self.kind.as_str() {
            "float" | "currency" => Some(match rounded(value) {
                Some(number) if number.lost_digits => {
                    CellValue::Fault(CellFault::TooManyDigits(value.to_owned()))
                }
                Some(number) => CellValue::Number(number.text),
                None => unreadable(),
            }),
            "percentage" => Some(percentage(value).map_or_else(unreadable, CellValue::Percentage)),
            "date" => iso_date(value),
            "time" => Some(time_of_day(value).map_or_else(unreadable, CellValue::Text)),
            "boolean" => Some(CellValue::Boolean(value == "true")),
            "string" => CellValue::of_text(self.value.as_deref().unwrap_or(text)),
            _ if self.has_formula => Some(CellValue::Fault(CellFault::NotCalculated)),
            _ => CellValue::of_text(text),
        }
    }
}

/// Returns a duration such as `PT08H30M00S` as `08:30:00`.
fn time_of_day(duration: &str) -> Option<String> {
    let seconds = duration.parse::<SignedDuration>().ok()?.as_secs();
    (seconds >= 0).then(|| format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60))
}
