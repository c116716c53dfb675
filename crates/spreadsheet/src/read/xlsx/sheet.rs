//! Rows of a worksheet.

use std::ops::ControlFlow;

use jiff::civil::{Date, DateTime};
use quick_xml::events::{BytesStart, Event};

use super::ValueContext;
use super::parts::is_true;
use super::strings::read_rich_text;
use crate::address::CellAddress;
use crate::error::SpreadsheetError;
use crate::number::{percentage, rounded};
use crate::read::limits;
use crate::read::merged::{MergedArea, MergedFill};
use crate::read::package::{Package, XmlPart, append_text, attribute, too_much};
use crate::read::sink::{RowSink, RowVisitor};
use crate::serial_date::NumberKind;
use crate::value::{CellFault, CellValue};

/// Reads the merged areas of a sheet, which are listed after its rows.
pub(super) fn read_merged_areas(
    package: &mut Package,
    part: &str,
) -> Result<Vec<MergedArea>, SpreadsheetError> {
    let mut areas = Vec::new();
    // most sheets have no merged areas, and searching is faster than parsing
    if !package.part_contains(part, "mergeCell")? {
        return Ok(areas);
    }
    let mut part = package.part(part)?;
    loop {
        match part.next()? {
            Event::Start(element) if element.local_name().as_ref() == "mergeCell" => {
                areas.extend(attribute(&element, "ref")?.and_then(|area| MergedArea::parse(&area)));
                if areas.len() > limits::MERGED_AREAS {
                    return Err(too_much("the number of merged areas", limits::MERGED_AREAS as u64));
                }
            }
            Event::Eof => return Ok(areas),
            _ => {}
        }
    }
}

/// Visits the rows of a sheet.
pub(super) fn read_rows(
    package: &mut Package,
    part: &str,
    context: &ValueContext,
    merged: Vec<MergedArea>,
    visit: &mut RowVisitor<'_>,
) -> Result<(), SpreadsheetError> {
    let mut part = package.part(part)?;
    let mut visit = |row: &_| visit(row);
    let mut sink = RowSink::new(&mut visit);
    let mut fill = MergedFill::new(merged);
    let mut cell = CellText::default();
    let (mut row, mut hidden, mut column) = (0_u32, false, 0_u32);
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "row" => {
                    let number = attribute(&element, "r")?.and_then(|number| number.parse().ok());
                    row = number.unwrap_or(row.saturating_add(1));
                    hidden = is_true(attribute(&element, "hidden")?.as_deref());
                    column = 0;
                }
                "c" => {
                    let address = cell.begin(&element)?;
                    column = address.map_or(column, |address| address.column);
                    cell.read(&mut part)?;
                    if let Some(value) = context.value(&cell)? {
                        sink.cell(column, value, false)?;
                    }
                    column = column.saturating_add(1);
                }
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "row" => {
                    fill.fill(row, &mut sink)?;
                    if sink.end_row(row, hidden, 1)? == ControlFlow::Break(()) {
                        return Ok(());
                    }
                }
                "sheetData" => return Ok(()),
                _ => {}
            },
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Content of a cell as written. The buffers are reused.
#[derive(Default)]
struct CellText {
    kind: String,
    format: usize,
    text: String,
    has_formula: bool,
}

impl CellText {
    fn begin(&mut self, element: &BytesStart<'_>) -> Result<Option<CellAddress>, SpreadsheetError> {
        let mut address = None;
        self.kind.clear();
        self.text.clear();
        (self.format, self.has_formula) = (0, false);
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| SpreadsheetError::broken(error.to_string()))?;
            match attribute.key.as_ref() {
                "r" => address = CellAddress::parse(&attribute.value),
                "t" => self.kind.push_str(&attribute.value),
                "s" => self.format = attribute.value.parse().unwrap_or(usize::MAX),
                _ => {}
            }
        }
        Ok(address)
    }

    /// Reads to the end of the cell.
    fn read(&mut self, part: &mut XmlPart<'_>) -> Result<(), SpreadsheetError> {
        let mut in_value = false;
        loop {
            let event = part.next()?;
            match &event {
                Event::Start(element) => match element.local_name().as_ref() {
                    "v" => in_value = self.kind != "inlineStr",
                    "f" => self.has_formula = true,
                    "is" => {
                        drop(event);
                        read_rich_text(part, "is", &mut self.text)?;
                    }
                    _ => {}
                },
                Event::End(element) => match element.local_name().as_ref() {
                    "v" => in_value = false,
                    "c" => return Ok(()),
                    _ => {}
                },
                Event::Eof => return Ok(()),
                _ if in_value => append_text(&event, &mut self.text)?,
                _ => {}
            }
        }
    }
}

impl ValueContext {
    /// Returns the value of a cell, or `None` if it is empty.
    fn value(&self, cell: &CellText) -> Result<Option<CellValue>, SpreadsheetError> {
        let text = cell.text.as_str();
        if cell.has_formula && (self.uncalculated || (text.is_empty() && cell.kind != "str")) {
            return Ok(Some(CellValue::Fault(CellFault::NotCalculated)));
        }
        Ok(match cell.kind.as_str() {
            "s" => {
                let index = text.trim().parse().ok();
                let shared = index.and_then(|index| self.texts.get(index));
                let missing = || SpreadsheetError::broken("a cell refers to a text that does not exist");
                if text.is_empty() { None } else { CellValue::of_text(shared.ok_or_else(missing)?) }
            }
            "str" | "inlineStr" => CellValue::of_text(text),
            "b" => (!text.is_empty()).then(|| CellValue::Boolean(is_true(Some(text.trim())))),
            "e" => Some(CellValue::Fault(CellFault::Formula(text.to_owned()))),
            "d" => iso_date(text),
            _ => self.number(text.trim(), cell.format),
        })
    }

    fn number(&self, text: &str, format: usize) -> Option<CellValue> {
        if text.is_empty() {
            return None;
        }
        let unreadable = || CellValue::Fault(CellFault::Unreadable(text.to_owned()));
        let Some(number) = rounded(text) else { return Some(unreadable()) };
        let kind = self.kinds.get(format).copied().unwrap_or_default();
        Some(match kind {
            NumberKind::Date | NumberKind::Time => {
                self.dates.value(&number.text, kind).unwrap_or_else(unreadable)
            }
            _ if number.lost_digits => CellValue::Fault(CellFault::TooManyDigits(text.to_owned())),
            NumberKind::Percentage => percentage(text).map_or_else(unreadable, CellValue::Percentage),
            NumberKind::Number => CellValue::Number(number.text),
        })
    }
}

/// Parses an ISO 8601 date, with or without time, of an XLSX or ODS file.
pub(in crate::read) fn iso_date(text: &str) -> Option<CellValue> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(time) = text.contains('T').then(|| text.trim_end_matches('Z').parse::<DateTime>()) {
        let midnight = |time: DateTime| time.time() == jiff::civil::Time::midnight();
        return Some(match time {
            Ok(time) if midnight(time) => CellValue::Date(time.date()),
            Ok(time) => CellValue::DateTime(time),
            Err(_) => CellValue::Fault(CellFault::Unreadable(text.to_owned())),
        });
    }
    Some(match text.parse::<Date>() {
        Ok(date) => CellValue::Date(date),
        Err(_) => CellValue::Fault(CellFault::Unreadable(text.to_owned())),
    })
}
