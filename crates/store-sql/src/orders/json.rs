//! Snapshots in columns.

use orderdock_domain::ids::{RequestId, WarehouseId};
use orderdock_domain::order::{LineExplanation, Named, OrderDocumentType, OrderHeader};
use orderdock_store::{Snapshot, StoreError, StoreResult, decode_snapshot, encode_snapshot};

use crate::Datum;
use crate::column::{Columns, Fields, NULL, Taken, owned};

pub fn json<T: Snapshot>(record: &T) -> Datum<'static> {
    owned(encode_snapshot(record))
}

/// Declares in which columns snapshots stand.
macro_rules! snapshots {
    ($($place:literal: $snapshot:ty),+ $(,)?) => {$(
        impl Taken for Option<$snapshot> {
            fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
                let read = |json: String| decode_snapshot(&json);
                let read = fields.take::<Option<_>>()?.map(read).transpose();
                read.map_err(|fault| StoreError::Inconsistent { place: $place, fault: fault.to_string() })
            }
        }

        impl Taken for $snapshot {
            fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
                let nothing = || StoreError::Inconsistent { place: $place, fault: "no value".to_owned() };
                fields.take::<Option<_>>()?.ok_or_else(nothing)
            }
        }

        impl Columns for Option<$snapshot> {
            fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
                row.push(self.as_ref().map_or(NULL, json));
            }
        }

        impl Columns for $snapshot {
            fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
                row.push(json(self));
            }
        }
    )+};
}

snapshots! {
    "sales_order.document_type": OrderDocumentType,
    "sales_order.header": OrderHeader,
    "sales_order.requests": Vec<RequestId>,
    "sales_order_line.explanation": LineExplanation,
    "sales_order_line.warehouse_dest": Named<WarehouseId>,
}
