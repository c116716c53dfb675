//! Reads the rows of a sheet as records of a kind.

use super::{
    columns::{LoadedMember, MemberOrigin, content_of, node},
    sheet::LoadedSheet,
};
use orderdock_domain::{
    masterdata::kinds::{Batch, Kind, Node, NodeContent, RecordReader},
    problem::Problem,
};
use orderdock_spreadsheet::{
    CellAddress, HiddenRows, MappedValue, SheetRow, SpreadsheetError, ValueReader, Workbook,
};
use std::ops::ControlFlow;

/// Records of a sheet with the rows that contain them.
pub struct SheetRecords {
    /// The records, or the problems that prevent reading them.
    pub batch: Result<Batch, Vec<Problem>>,
    /// Row number of each record.
    pub rows: Vec<u32>,
    /// Messages about cells that could not be read.
    pub faults: Vec<(CellAddress, String)>,
    /// Currency next to the amounts.
    pub currency: Option<&'static str>,
}

/// Reads all rows below the column names. Rows without values in the mapped columns are skipped.
pub fn read(
    workbook: &mut Workbook,
    sheet: &LoadedSheet,
    kind: &'static Kind,
) -> Result<SheetRecords, SpreadsheetError> {
    let mut reader = SheetRowReader {
        sheet,
        values: ValueReader::new(&sheet.detected, sheet.decimal_sign, sheet.date_order),
        rows: Vec::new(),
        faults: Vec::new(),
        currency: None,
    };
    let mut records = RecordReader::default();
    let skips_hidden = sheet.hidden_rows == Some(HiddenRows::Skip);
    workbook.rows(sheet.detected.sheet, &mut |row| {
        let is_data = row.number >= sheet.detected.first_row && !(row.hidden && skips_hidden);
        if is_data && let Some(record) = reader.record(kind, row) {
            records.record(kind, reader.rows.len(), &record);
            reader.rows.push(row.number);
        }
        ControlFlow::Continue(())
    })?;
    let SheetRowReader { rows, faults, currency, .. } = reader;
    Ok(SheetRecords { batch: records.finish(), rows, faults, currency })
}

struct SheetRowReader<'s> {
    sheet: &'s LoadedSheet,
    values: ValueReader,
    rows: Vec<u32>,
    faults: Vec<(CellAddress, String)>,
    currency: Option<&'static str>,
}

impl SheetRowReader<'_> {
    /// Returns the record in a row; `None` if none of its mapped cells has a value.
    fn record(&mut self, kind: &Kind, row: &SheetRow) -> Option<Node> {
        let sheet = self.sheet;
        let is_filled =
            |mapped: &LoadedMember| mapped.column().is_some_and(|column| row.get(column).is_some());
        if !sheet.members.iter().any(is_filled) {
            return None;
        }
        let mut members = self.values_of(row, None);
        for child in kind.children {
            let of_child =
                |mapped: &&LoadedMember| mapped.member.nested.is_some_and(|nested| nested.name == *child);
            if sheet.members.iter().filter(of_child).any(is_filled) {
                let nested = node(NodeContent::Members(self.values_of(row, Some(child.kind()))));
                members.push((child.kind().member.to_owned(), node(NodeContent::List(vec![nested]))));
            }
        }
        Some(node(NodeContent::Members(members)))
    }

    /// Returns the values of a record, or of the record nested in it. Empty cells are absent.
    fn values_of(&mut self, row: &SheetRow, nested: Option<&Kind>) -> Vec<(String, Node)> {
        let sheet = self.sheet;
        let wanted = nested.map(|nested| nested.name);
        let members =
            sheet.members.iter().filter(|mapped| mapped.member.nested.map(|nested| nested.name) == wanted);
        let mut values = Vec::new();
        for mapped in members {
            if let Some(content) = self.value(row, mapped) {
                values.push((mapped.member.field.name.to_owned(), node(content)));
            }
        }
        values
    }

    fn value(&mut self, row: &SheetRow, mapped: &LoadedMember) -> Option<NodeContent> {
        let column = match &mapped.source {
            MemberOrigin::Constant(content) => return Some(content.clone()),
            MemberOrigin::Column(column) => *column,
        };
        let address = CellAddress { row: row.number, column };
        let value = match self.values.read(mapped.kind, &row.get(column)?.value) {
            MappedValue::Absent => return None,
            MappedValue::Value(value) => value,
            MappedValue::Price(value, currency) => {
                let first = *self.currency.get_or_insert(currency);
                if first != currency {
                    let message = format!("The amount is in {currency}, but others are in {first}.");
                    self.faults.push((address, format!("{}: {message}", mapped.path)));
                }
                value
            }
            MappedValue::Fault { message, seen, .. } => {
                self.faults.push((address, format!("{}: {message} Seen: {seen:?}.", mapped.path)));
                return None;
            }
        };
        Some(content_of(Some(mapped.member.field.field_type), value))
    }
}
