//! ToRow with snapshots of what an order keeps.

use orderdock_domain::ids::{RequestId, WarehouseId};
use orderdock_domain::order::{LineExplanation, Named, OrderDocumentType, OrderHeader};
use orderdock_store::{Snapshot, StoreError, StoreResult, decode_snapshot, encode_snapshot};

use crate::SqlValue;
use crate::column::{FromRow, NULL, RowReader, ToRow, owned};

pub fn json<T: Snapshot>(record: &T) -> SqlValue<'static> {
    owned(encode_snapshot(record))
}

/// Reads the snapshot in the next column, which is named by `place`; `None` if the column is null.
fn optional<T: Snapshot>(row: &mut RowReader<'_>, place: &'static str) -> StoreResult<Option<T>> {
    let json: Option<String> = row.read()?;
    let snapshot = json.map(|json| decode_snapshot(&json)).transpose();
    snapshot.map_err(|fault| StoreError::Inconsistent { place, fault: fault.to_string() })
}

/// Reads the snapshot in the next column, which is named by `place` and not null.
fn required<T: Snapshot>(row: &mut RowReader<'_>, place: &'static str) -> StoreResult<T> {
    let no_value = || StoreError::Inconsistent { place, fault: "no value".to_owned() };
    optional(row, place)?.ok_or_else(no_value)
}

impl FromRow for OrderDocumentType {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        required(row, "sales_order.document_type")
    }
}

impl FromRow for OrderHeader {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        required(row, "sales_order.header")
    }
}

impl FromRow for Vec<RequestId> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        required(row, "sales_order.requests")
    }
}

impl FromRow for LineExplanation {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        required(row, "sales_order_line.explanation")
    }
}

impl ToRow for LineExplanation {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(json(self));
    }
}

impl FromRow for Option<Named<WarehouseId>> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        optional(row, "sales_order_line.warehouse_dest")
    }
}

impl ToRow for Option<Named<WarehouseId>> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(self.as_ref().map_or(NULL, json));
    }
}
