//! Snapshots in columns.

use orderdock_store::{Snapshot, StoreError, StoreResult, decode_snapshot, encode_snapshot};

use crate::Datum;
use crate::column::{Fields, owned};

pub fn json<T: Snapshot>(record: &T) -> Datum<'static> {
    owned(encode_snapshot(record))
}

/// The next column as the snapshot that it holds; absent ones are `None`.
pub fn optional<T: Snapshot>(place: &'static str, fields: &mut Fields<'_>) -> StoreResult<Option<T>> {
    let json = fields.take::<Option<String>>()?;
    json.map(|json| {
        decode_snapshot(&json).map_err(|fault| StoreError::Inconsistent { place, fault: fault.to_string() })
    })
    .transpose()
}

/// The next column as the snapshot that it holds.
pub fn snapshot<T: Snapshot>(place: &'static str, fields: &mut Fields<'_>) -> StoreResult<T> {
    optional(place, fields)?
        .ok_or_else(|| StoreError::Inconsistent { place, fault: "nothing there".to_owned() })
}
