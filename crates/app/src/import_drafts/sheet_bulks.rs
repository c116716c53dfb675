//! Groups the rows of a sheet into bulks that contain whole incoming orders.

use std::ops::ControlFlow;

use bytes::Bytes;
use orderdock_domain::problem::Problem;
use orderdock_spreadsheet::{ConvertedRow, SheetConverter};
use serde_json::Value;

use super::inspection::{HEADER_ID, Inspection};
use super::settings::DraftSettings;
use super::sheet_file::{Edits, open, unusable, visit_rows};

/// Number of rows after which a bulk is full; only a larger incoming order exceeds it.
const BULK_ROWS: usize = 1_000;
/// Maximum number of rows of an incoming order, as in a request.
pub(super) const MAX_ORDER_ROWS: usize = 10_000;
const LINE_ID: &str = "externalLineId";
const DATA_SOURCE: &str = "dataSourceInternalName";

/// A row as it is imported.
#[derive(Debug)]
pub(super) struct BulkRow {
    pub header_id: Option<String>,
    pub line_id: Option<String>,
    /// JSON of the row.
    pub text: String,
    /// The row; its JSON was taken out.
    pub converted: ConvertedRow,
}

/// Rows that are imported together.
#[derive(Debug, Default)]
pub(super) struct SheetBulk {
    pub rows: Vec<BulkRow>,
}

impl BulkRow {
    /// Returns the ids of order and line, if the row has both.
    pub fn ids(&self) -> Option<(&str, &str)> {
        self.header_id.as_deref().zip(self.line_id.as_deref())
    }
}

impl SheetBulk {
    /// Returns whether the only incoming order of the bulk has too many rows for a request.
    pub fn is_too_large(&self) -> bool {
        self.rows.len() > MAX_ORDER_ROWS
    }

    pub fn first_row(&self) -> u32 {
        self.rows.first().map_or(0, |row| row.converted.number)
    }

    pub fn last_row(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.converted.number)
    }
}

/// Collects rows into bulks.
#[derive(Default)]
struct Collector {
    full: SheetBulk,
    /// Rows of the current incoming order.
    order: Vec<BulkRow>,
}

impl Collector {
    /// Adds a row and returns a completed bulk.
    fn add(&mut self, row: BulkRow) -> Option<SheetBulk> {
        let continues =
            self.order.last().is_some_and(|last| last.header_id.is_some() && last.header_id == row.header_id);
        let ready = if continues { None } else { self.close_order() };
        self.order.push(row);
        ready
    }

    /// Adds the current order to the bulk. Returns the bulk before it if both together have too many rows.
    fn close_order(&mut self) -> Option<SheetBulk> {
        let overflows = !self.full.rows.is_empty() && self.full.rows.len() + self.order.len() > BULK_ROWS;
        let ready = overflows.then(|| std::mem::take(&mut self.full));
        self.full.rows.append(&mut self.order);
        ready
    }

    fn finish(mut self) -> impl Iterator<Item = SheetBulk> {
        let before = self.close_order();
        before.into_iter().chain([self.full]).filter(|bulk| !bulk.rows.is_empty())
    }
}

/// Reads the rows of a file and passes bulks to `pass` until it breaks.
pub(super) fn read_bulks(
    bytes: &Bytes,
    settings: &DraftSettings,
    inspection: &Inspection,
    edits: &Edits,
    mut pass: impl FnMut(SheetBulk) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let mut workbook = open(bytes, &settings.file)?;
    let mut converter =
        SheetConverter::new(&inspection.detected, &inspection.mapping).map_err(|error| unusable(&error))?;
    let mut collector = Collector::default();
    let mut flow = ControlFlow::Continue(());
    visit_rows(&mut workbook, inspection.detected.sheet, edits, |row| {
        if let Some(row) = converter.convert(row)
            && let Some(bulk) = collector.add(bulk_row(row, settings.data_source.as_deref()))
        {
            flow = pass(bulk);
        }
        flow
    })?;
    if flow.is_continue() {
        let _ = collector.finish().try_for_each(pass);
    }
    Ok(())
}

fn bulk_row(mut row: ConvertedRow, data_source: Option<&str>) -> BulkRow {
    let mut json = std::mem::take(&mut row.json);
    if let Some(name) = data_source {
        json.entry(DATA_SOURCE).or_insert_with(|| name.into());
    }
    let id = |name: &str| json.get(name).and_then(Value::as_str).map(str::to_owned);
    let (header_id, line_id) = (id(HEADER_ID), id(LINE_ID));
    BulkRow { header_id, line_id, text: Value::Object(json).to_string(), converted: row }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(header_id: Option<String>) -> BulkRow {
        BulkRow { header_id, line_id: None, text: String::new(), converted: ConvertedRow::default() }
    }

    /// Returns the numbers of rows of the bulks for orders with these numbers of rows.
    fn bulks(orders: &[usize]) -> Vec<usize> {
        let mut collector = Collector::default();
        let mut sizes = Vec::new();
        for (order, rows) in orders.iter().enumerate() {
            for _ in 0..*rows {
                sizes.extend(collector.add(row(Some(order.to_string()))).map(|bulk| bulk.rows.len()));
            }
        }
        sizes.extend(collector.finish().map(|bulk| bulk.rows.len()));
        sizes
    }

    #[test]
    fn bulks_contain_whole_orders() {
        let table: [(&[usize], &[usize]); 7] = [
            (&[], &[]),
            (&[1], &[1]),
            (&[400, 400, 400], &[800, 400]),
            (&[1_000, 1], &[1_000, 1]),
            (&[1, 1_000], &[1, 1_000]),
            (&[5_000, 3], &[5_000, 3]),
            (&[3, 10_001], &[3, 10_001]),
        ];
        for (orders, expected) in table {
            assert_eq!(bulks(orders), expected, "{orders:?}");
        }
    }

    #[test]
    fn rows_without_order_id_are_separate() {
        let mut collector = Collector::default();
        for _ in 0..3 {
            assert!(collector.add(row(None)).is_none());
        }
        assert_eq!(collector.order.len(), 1);
    }
}
