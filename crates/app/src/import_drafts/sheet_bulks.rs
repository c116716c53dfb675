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
const SYSTEM: &str = "externalSystemCode";
const LINE_ID: &str = "externalLineId";
const DATA_SOURCE: &str = "dataSourceInternalName";

/// A row as it is imported.
#[derive(Debug)]
pub(super) struct BulkRow {
    pub header_id: Option<String>,
    pub line_id: Option<String>,
    /// Code of the external system, which is part of the identity.
    pub system: Option<String>,
    /// JSON of the row.
    pub text: String,
    /// The row; its JSON was taken out.
    pub converted: ConvertedRow,
}

/// Rows that are imported together.
#[derive(Debug, Default)]
pub(super) struct SheetBulk {
    pub rows: Vec<BulkRow>,
    /// The rows belong to an incoming order with more rows than a request can have.
    pub is_too_large: bool,
}

impl BulkRow {
    /// Returns the external system and the ids of order and line, if the row has both ids.
    pub fn ids(&self) -> Option<(Option<&str>, &str, &str)> {
        Some((self.system.as_deref(), self.header_id.as_deref()?, self.line_id.as_deref()?))
    }
}

impl SheetBulk {
    pub fn first_row(&self) -> u32 {
        self.rows.first().map_or(0, |row| row.converted.number)
    }

    pub fn last_row(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.converted.number)
    }
}

/// Collects rows into bulks.
#[derive(Default)]
struct BulkCollector {
    full: SheetBulk,
    /// Rows of the current incoming order.
    order: Vec<BulkRow>,
    /// Whether the current order has too many rows. Its rows are passed on without waiting for its end.
    is_too_large: bool,
}

impl BulkCollector {
    /// Adds a row and returns completed bulks.
    fn add(&mut self, row: BulkRow) -> Vec<SheetBulk> {
        let continues =
            self.order.last().is_some_and(|last| last.header_id.is_some() && last.header_id == row.header_id);
        let mut ready = if continues { Vec::new() } else { self.close_order() };
        self.order.push(row);
        if self.order.len() > MAX_ORDER_ROWS || (self.is_too_large && self.order.len() > BULK_ROWS) {
            self.is_too_large = true;
            ready.extend(self.take_full());
            // the last row stays, by which the next row is recognised as a row of the same order
            let last = self.order.split_off(self.order.len() - 1);
            ready.push(SheetBulk { rows: std::mem::replace(&mut self.order, last), is_too_large: true });
        }
        ready
    }

    /// Ends the current order. Returns the bulk before it if both together have too many rows.
    fn close_order(&mut self) -> Vec<SheetBulk> {
        if std::mem::take(&mut self.is_too_large) {
            return vec![SheetBulk { rows: std::mem::take(&mut self.order), is_too_large: true }];
        }
        let overflows = self.full.rows.len() + self.order.len() > BULK_ROWS;
        let ready = if overflows { self.take_full() } else { None };
        self.full.rows.append(&mut self.order);
        ready.into_iter().collect()
    }

    fn take_full(&mut self) -> Option<SheetBulk> {
        (!self.full.rows.is_empty()).then(|| std::mem::take(&mut self.full))
    }

    fn finish(mut self) -> impl Iterator<Item = SheetBulk> {
        let mut ready = self.close_order();
        ready.extend(self.take_full());
        ready.into_iter().filter(|bulk| !bulk.rows.is_empty())
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
    let mut collector = BulkCollector::default();
    let mut flow = ControlFlow::Continue(());
    visit_rows(&mut workbook, inspection.detected.sheet, edits, |row| {
        if let Some(row) = converter.convert(row) {
            let ready = collector.add(bulk_row(row, settings.data_source.as_deref()));
            flow = ready.into_iter().try_for_each(&mut pass);
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
    let (header_id, line_id, system) = (id(HEADER_ID), id(LINE_ID), id(SYSTEM));
    BulkRow { header_id, line_id, system, text: Value::Object(json).to_string(), converted: row }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(header_id: Option<String>) -> BulkRow {
        BulkRow {
            header_id,
            line_id: None,
            system: None,
            text: String::new(),
            converted: ConvertedRow::default(),
        }
    }

    /// Number of rows, and whether the incoming order is too large.
    type BulkSize = (usize, bool);

    fn size(bulk: &SheetBulk) -> BulkSize {
        (bulk.rows.len(), bulk.is_too_large)
    }

    /// Returns the sizes of the bulks for orders with these numbers of rows.
    fn bulks(orders: &[usize]) -> Vec<BulkSize> {
        let mut collector = BulkCollector::default();
        let mut sizes = Vec::new();
        for (order, rows) in orders.iter().enumerate() {
            for _ in 0..*rows {
                sizes.extend(collector.add(row(Some(order.to_string()))).iter().map(size));
            }
        }
        sizes.extend(collector.finish().map(|bulk| size(&bulk)));
        sizes
    }

    #[test]
    fn bulks_contain_whole_orders() {
        let table: [(&[usize], &[BulkSize]); 7] = [
            (&[], &[]),
            (&[1], &[(1, false)]),
            (&[400, 400, 400], &[(800, false), (400, false)]),
            (&[1_000, 1], &[(1_000, false), (1, false)]),
            (&[1, 1_000], &[(1, false), (1_000, false)]),
            (&[5_000, 3], &[(5_000, false), (3, false)]),
            (&[3, 12_000, 2], &[(3, false), (10_000, true), (1_000, true), (1_000, true), (2, false)]),
        ];
        for (orders, expected) in table {
            assert_eq!(bulks(orders), expected, "{orders:?}");
        }
    }

    #[test]
    fn rows_without_order_id_are_separate() {
        let mut collector = BulkCollector::default();
        for _ in 0..3 {
            assert!(collector.add(row(None)).is_empty());
        }
        assert_eq!(collector.order.len(), 1);
    }
}
