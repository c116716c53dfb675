//! JSON snapshots of the data of an order that does not follow changes of master data.

use orderdock_domain::ids::{RequestId, WarehouseId};
use orderdock_domain::order::{LineExplanation, OrderDocumentType, OrderHeader, RecordSnapshot};
use orderdock_store::{StoreError, StoreResult, from_json, to_json};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::SqlValue;
use crate::sql::column::{FromRow, NULL, RowReader, ToRow, owned};

pub fn json<T: Serialize>(record: &T) -> SqlValue<'static> {
    owned(to_json(record))
}

/// Reads the snapshot in the next column; `None` if it is null. `place` names the column in errors.
fn optional<T: DeserializeOwned>(row: &mut RowReader<'_>, place: &'static str) -> StoreResult<Option<T>> {
    let json: Option<String> = row.read()?;
    json.map(|json| from_json(place, &json)).transpose()
}

/// Reads the snapshot in the next column, which is not null. `place` names the column in errors.
fn required<T: DeserializeOwned>(row: &mut RowReader<'_>, place: &'static str) -> StoreResult<T> {
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

impl FromRow for Option<RecordSnapshot<WarehouseId>> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        optional(row, "sales_order_line.warehouse_dest")
    }
}

impl ToRow for Option<RecordSnapshot<WarehouseId>> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(self.as_ref().map_or(NULL, json));
    }
}
