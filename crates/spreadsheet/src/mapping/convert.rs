//! Applies a mapping to the rows of a sheet.

use std::collections::HashMap;

use orderdock_domain::text::fold;
use serde_json::{Map, Value, json};

use super::model::{MappingError, MemberSource, SheetMapping};
use super::read_value::{MappedValue, ValueReader};
use crate::address::CellAddress;
use crate::detect::DetectedSheet;
use crate::members::{CURRENCY, HEADER_ID, LINE_ID, SheetMember};
use crate::settings::HiddenRows;
use crate::value::{CellValue, SheetCell, SheetRow};

/// A row of the API, made from a row of a sheet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ConvertedRow {
    /// Row number in the sheet.
    pub number: u32,
    pub json: Map<String, Value>,
    /// Cell of each member, by JSON pointer.
    pub cells: Vec<(String, CellAddress)>,
    /// Texts of codes before values were replaced, by path of the member. A mapping can replace them.
    pub texts: Vec<(&'static str, String)>,
    /// Members whose cells cannot be read. In the JSON, their value is an object, which the API rejects.
    pub faults: Vec<MemberFault>,
}

/// A cell that cannot be read as the value of its member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberFault {
    /// Member as a JSON pointer.
    pub pointer: String,
    pub cell: Option<CellAddress>,
    pub code: &'static str,
    pub message: String,
    pub seen: String,
}

/// Counts of rows that have content but were not converted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SkippedRows {
    /// Rows that the spreadsheet program does not show.
    pub hidden: u64,
    /// Rows with a sum and without product.
    pub subtotals: u64,
    /// Rows that repeat the column names.
    pub headers: u64,
    /// Rows in which all mapped columns are empty.
    pub unmapped: u64,
    /// Row numbers of the first subtotals and unmapped rows.
    pub first: Vec<u32>,
}

/// Maximum number of skipped rows that are listed.
const LISTED_ROWS: usize = 10;

/// Converts the rows of a sheet in ascending order.
pub struct SheetConverter {
    members: Vec<MappedMember>,
    values: ValueReader,
    header_row: u32,
    first_row: u32,
    /// Column names, by which repeated headers are recognised.
    headers: Vec<(u32, String)>,
    /// Columns of product keys.
    product_columns: Vec<u32>,
    skips_hidden: bool,
    /// Last line number of each incoming order.
    lines: HashMap<String, u64>,
    skipped: SkippedRows,
}

/// A member with its source and the numbers of its columns.
struct MappedMember {
    member: &'static SheetMember,
    pointer: String,
    source: MemberSource,
    columns: Vec<u32>,
    /// Values to replace, by folded text.
    values: HashMap<String, String>,
}

/// First words of texts that mark a sum.
const SUM_WORDS: [&str; 14] = [
    "summe",
    "zwischensumme",
    "gesamt",
    "endsumme",
    "endbetrag",
    "übertrag",
    "total",
    "subtotal",
    "sub-total",
    "grand total",
    "sum",
    "sum total",
    "mwst",
    "nettobetrag",
];

impl SheetConverter {
    pub fn new(detected: &DetectedSheet, mapping: &SheetMapping) -> Result<Self, MappingError> {
        mapping.check()?;
        let mut members = Vec::new();
        for (path, source) in &mapping.members {
            let Some(member) = SheetMember::of_path(path) else { continue };
            let mut columns = Vec::new();
            for name in source.column_names() {
                let column = detected.column_named(name).ok_or_else(|| {
                    let known: Vec<_> = detected
                        .columns
                        .iter()
                        .map(|column| format!("{:?}", detected.name_of(column)))
                        .collect();
                    MappingError::UnknownColumn {
                        path: path.clone(),
                        column: name.to_owned(),
                        known: known.join(", "),
                    }
                })?;
                columns.push(column.column);
            }
            let values = source.values.iter().map(|(from, to)| (fold(from), to.clone())).collect();
            members.push(MappedMember {
                member,
                pointer: member.pointer(),
                source: source.clone(),
                columns,
                values,
            });
        }
        // reading a price requires the currency, and numbering a line requires the header id
        members.sort_by_key(|mapped| match mapped.member.path {
            CURRENCY | HEADER_ID => 0,
            _ => 1,
        });
        let product = members.iter().filter(|mapped| mapped.member.path.starts_with("product."));
        Ok(Self {
            product_columns: product.flat_map(|mapped| mapped.columns.clone()).collect(),
            members,
            values: ValueReader {
                sign: mapping.file.decimal_sign,
                order: mapping.file.date_order,
                dates: detected.dates,
            },
            header_row: detected.header_row,
            first_row: detected.first_row,
            headers: detected.columns.iter().map(|column| (column.column, column.header.clone())).collect(),
            skips_hidden: mapping.file.hidden_rows == Some(HiddenRows::Skip),
            lines: HashMap::new(),
            skipped: SkippedRows::default(),
        })
    }

    /// Returns the rows that were skipped so far.
    pub fn skipped(&self) -> &SkippedRows {
        &self.skipped
    }

    /// Converts a row. Returns `None` for the header, rows before the data and skipped rows.
    pub fn convert(&mut self, row: &SheetRow) -> Option<ConvertedRow> {
        if row.number < self.first_row || row.number == self.header_row || self.skips(row) {
            return None;
        }
        let mut converted = ConvertedRow { number: row.number, ..ConvertedRow::default() };
        for mapped in &self.members {
            if mapped.source.numbered {
                let header = converted.json.get(HEADER_ID).and_then(Value::as_str).unwrap_or_default();
                let line = self.lines.entry(header.to_owned()).or_default();
                *line += 1;
                converted.json.insert(LINE_ID.to_owned(), line.to_string().into());
            } else {
                converted.add(row, mapped, &self.values);
            }
        }
        Some(converted)
    }

    /// Returns whether a row is skipped, and counts it if so.
    fn skips(&mut self, row: &SheetRow) -> bool {
        let filled = |column: &u32| row.get(*column).is_some_and(|cell| !cell.merged);
        let lacks_product = !self.product_columns.is_empty() && !self.product_columns.iter().any(filled);
        let skipped = &mut self.skipped;
        let counter = if row.hidden && self.skips_hidden {
            &mut skipped.hidden
        } else if !self.members.iter().flat_map(|mapped| &mapped.columns).any(filled) {
            &mut skipped.unmapped
        } else if repeats_header(&self.headers, row) {
            &mut skipped.headers
        } else if lacks_product && row.cells.iter().any(|cell| is_sum(&cell.value)) {
            &mut skipped.subtotals
        } else {
            return false;
        };
        *counter += 1;
        let is_listed = !row.hidden || !self.skips_hidden;
        if is_listed && skipped.first.len() < LISTED_ROWS {
            skipped.first.push(row.number);
        }
        true
    }
}

/// Returns whether a row repeats the column names. Columns without a name are ignored.
fn repeats_header(headers: &[(u32, String)], row: &SheetRow) -> bool {
    let mut named = headers.iter().filter(|(_, name)| !name.is_empty()).peekable();
    let is_name =
        |(column, name): &(u32, String)| row.get(*column).is_some_and(|cell| *name == cell.value.to_text());
    named.peek().is_some() && named.all(is_name)
}

fn is_sum(value: &CellValue) -> bool {
    let CellValue::Text(text) = value else { return false };
    let text = fold(text);
    SUM_WORDS.iter().any(|word| {
        text.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic) || *word == "gesamt")
    })
}

impl ConvertedRow {
    /// Returns the cell of the member at a JSON pointer, or of the first member within an object. `None` for the row.
    pub fn cell_of(&self, pointer: &str) -> Option<CellAddress> {
        let found = self.cells.iter().find(|(member, _)| {
            !pointer.is_empty() && (is_within(pointer, member) || is_within(member, pointer))
        });
        found.map(|(_, cell)| *cell)
    }

    /// Returns path and text of the code at a JSON pointer, or of the first code within an object.
    pub fn text_of(&self, pointer: &str) -> Option<(&'static str, &str)> {
        let found = self.texts.iter().find(|(path, _)| {
            let member = format!("/{}", path.replace('.', "/"));
            !pointer.is_empty() && (is_within(pointer, &member) || is_within(&member, pointer))
        });
        found.map(|(path, text)| (*path, text.as_str()))
    }

    /// Returns whether the member at a JSON pointer has a fault, so that errors of its value only follow from it.
    pub fn has_fault(&self, pointer: &str) -> bool {
        self.faults.iter().any(|fault| is_within(pointer, &fault.pointer))
    }

    fn add(&mut self, row: &SheetRow, mapped: &MappedMember, values: &ValueReader) {
        let cells: Vec<&SheetCell> = mapped.columns.iter().filter_map(|column| row.get(*column)).collect();
        let cell = cells.first().map(|cell| CellAddress { row: row.number, column: cell.column });
        if mapped.member.kind.is_code() && !cells.is_empty() {
            self.texts.push((mapped.member.path, mapped.text(&cells)));
        }
        let value = match mapped.read(&cells, values) {
            MappedValue::Absent => return,
            MappedValue::Value(value) => value,
            MappedValue::Price(value, currency) => match self.json.get(CURRENCY).and_then(Value::as_str) {
                Some(given) if given != currency => {
                    let message =
                        format!("The price is in {currency}, but the currency of the row is {given}.");
                    self.fault(mapped, cell, "cell.currency", message, &value.to_string())
                }
                Some(_) => value,
                None => {
                    self.json.insert(CURRENCY.to_owned(), currency.into());
                    self.cells.extend(cell.map(|cell| (format!("/{CURRENCY}"), cell)));
                    value
                }
            },
            MappedValue::Fault { code, message, seen } => self.fault(mapped, cell, code, message, &seen),
        };
        self.cells.extend(cell.map(|cell| (mapped.pointer.clone(), cell)));
        insert(&mut self.json, mapped.member.path, value);
    }

    /// Records a fault and returns the object that replaces the value in the JSON.
    fn fault(
        &mut self,
        mapped: &MappedMember,
        cell: Option<CellAddress>,
        code: &'static str,
        message: String,
        seen: &str,
    ) -> Value {
        let pointer = mapped.pointer.clone();
        self.faults.push(MemberFault { pointer, cell, code, message, seen: seen.to_owned() });
        json!({ "unreadable": seen })
    }
}

/// Returns whether a pointer equals `outer` or is within it.
fn is_within(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Inserts a value at a dotted path and creates missing objects.
fn insert(object: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            object.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = object.entry(first).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

impl MappedMember {
    fn read(&self, cells: &[&SheetCell], values: &ValueReader) -> MappedValue {
        let kind = self.member.kind;
        if let Some(constant) = &self.source.constant {
            return ValueReader::canonical(kind, constant);
        }
        if let Some(fault) = cells.iter().find_map(|cell| MappedValue::of_fault(&cell.value)) {
            return fault;
        }
        let text = match cells {
            [] => None,
            [cell] if self.source.split.is_none() && self.source.pad.is_none() && self.values.is_empty() => {
                return values.read(kind, &cell.value);
            }
            cells => Some(self.text(cells)),
        };
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            let default = self.source.default.as_ref();
            return default.map_or(MappedValue::Absent, |default| ValueReader::canonical(kind, default));
        };
        if let Some(replaced) = self.values.get(&fold(&text)) {
            return ValueReader::canonical(kind, replaced);
        }
        match cells {
            // typed cell whose text was neither split nor padded
            [cell] if !matches!(cell.value, CellValue::Text(_)) && text == cell.value.to_text() => {
                values.read(kind, &cell.value)
            }
            _ => values.read(kind, &CellValue::Text(text)),
        }
    }

    /// Returns the texts of the cells after splitting, padding and joining.
    fn text(&self, cells: &[&SheetCell]) -> String {
        let texts: Vec<_> = cells.iter().map(|cell| self.part(&cell.value.to_text())).collect();
        texts.join(self.source.join.as_deref().unwrap_or(" "))
    }

    /// Returns the selected part of a text, padded with zeros.
    fn part(&self, text: &str) -> String {
        let text = match &self.source.split {
            Some(split) => text.split(&split.at).nth(split.part - 1).unwrap_or_default(),
            None => text,
        };
        let text = text.trim();
        match self.source.pad {
            Some(width) if !text.is_empty() => format!("{text:0>width$}", width = usize::from(width)),
            _ => text.to_owned(),
        }
    }
}
