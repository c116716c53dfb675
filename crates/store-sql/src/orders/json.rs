//! Columns with snapshots of what an order keeps.

use orderdock_domain::ids::{RequestId, WarehouseId};
use orderdock_domain::order::{LineExplanation, Named, OrderDocumentType, OrderHeader};
use orderdock_store::{Snapshot, StoreError, StoreResult, decode_snapshot, encode_snapshot};

use crate::Datum;
use crate::column::{Columns, Fields, NULL, Taken, owned};

pub fn json<T: Snapshot>(record: &T) -> Datum<'static> {
    owned(encode_snapshot(record))
}

/// Reads the snapshot in the next column, which is named by `place`; `None` if the column is null.
fn optional<T: Snapshot>(fields: &mut Fields<'_>, place: &'static str) -> StoreResult<Option<T>> {
    let json: Option<String> = fields.take()?;
    let snapshot = json.map(|json| decode_snapshot(&json)).transpose();
    snapshot.map_err(|fault| StoreError::Inconsistent { place, fault: fault.to_string() })
}

/// Reads the snapshot in the next column, which is named by `place` and not null.
fn required<T: Snapshot>(fields: &mut Fields<'_>, place: &'static str) -> StoreResult<T> {
    let no_value = || StoreError::Inconsistent { place, fault: "no value".to_owned() };
    optional(fields, place)?.ok_or_else(no_value)
}

impl Taken for OrderDocumentType {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        required(fields, "sales_order.document_type")
    }
}

impl Taken for OrderHeader {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        required(fields, "sales_order.header")
    }
}

impl Taken for Vec<RequestId> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        required(fields, "sales_order.requests")
    }
}

impl Taken for LineExplanation {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        required(fields, "sales_order_line.explanation")
    }
}

impl Columns for LineExplanation {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        row.push(json(self));
    }
}

impl Taken for Option<Named<WarehouseId>> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        optional(fields, "sales_order_line.warehouse_dest")
    }
}

impl Columns for Option<Named<WarehouseId>> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        row.push(self.as_ref().map_or(NULL, json));
    }
}
