//! Driver errors in the words of the port.

use orderdock_store::StoreError;
use rusqlite::{Error, ErrorCode, ffi};

/// The tables whose unique rules a plan can run into.
const TABLES: &[&str] = &[
    "allocation",
    "attachment",
    "attachment_content",
    "bpartner",
    "bpartner_contact",
    "bpartner_group",
    "bpartner_location",
    "candidate",
    "candidate_history",
    "candidate_identity",
    "country",
    "currency",
    "data_source",
    "data_source_name",
    "document_type",
    "idempotency",
    "organisation",
    "payment_term",
    "po_reference_use",
    "postal_code",
    "price_list",
    "price_list_version",
    "pricing_system",
    "product",
    "product_price",
    "product_price_scale",
    "request",
    "run",
    "run_result",
    "sales_order",
    "sales_order_line",
    "sales_order_tax",
    "session",
    "shipper",
    "tax",
    "tax_category",
    "token",
    "token_org",
    "uom",
    "uom_conversion",
    "user",
    "user_org",
    "warehouse",
];

/// What a failed statement means.
pub fn translate(error: Error) -> StoreError {
    let Error::SqliteFailure(failure, message) = error else {
        return StoreError::Statement(error.to_string());
    };
    let message = message.unwrap_or_else(|| failure.to_string());
    match failure.code {
        ErrorCode::ConstraintViolation => match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => StoreError::Conflict(table_of(&message)),
            _ => StoreError::Statement(message),
        },
        ErrorCode::DiskFull => StoreError::NoSpace(message),
        ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked
        | ErrorCode::CannotOpen
        | ErrorCode::DatabaseCorrupt
        | ErrorCode::NotADatabase
        | ErrorCode::SystemIoFailure
        | ErrorCode::FileLockingProtocolFailed
        | ErrorCode::PermissionDenied
        | ErrorCode::ReadOnly => StoreError::Unavailable(message),
        _ => StoreError::Statement(message),
    }
}

/// What a failed COMMIT means: without space nothing was written, after anything else nobody knows.
pub fn translate_commit(error: Error) -> StoreError {
    match translate(error) {
        StoreError::NoSpace(message) => StoreError::NoSpace(message),
        other => StoreError::OutcomeUnknown(other.to_string()),
    }
}

/// The table in `UNIQUE constraint failed: table.column, …` or `… failed: index 'table_…'`.
fn table_of(message: &str) -> &'static str {
    let Some((_, place)) = message.split_once("failed: ") else { return "a unique rule" };
    let named = place.trim_start_matches("index '").split(['.', '\'']).next().unwrap_or_default();
    TABLES
        .iter()
        .copied()
        .filter(|table| {
            named == *table || named.strip_prefix(table).is_some_and(|rest| rest.starts_with('_'))
        })
        .max_by_key(|table| table.len())
        .unwrap_or("a unique rule")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_table_of_a_unique_rule() {
        let table = [
            ("UNIQUE constraint failed: bpartner.code, bpartner.org_id", "bpartner"),
            ("UNIQUE constraint failed: bpartner_location.bpartner_id", "bpartner_location"),
            ("UNIQUE constraint failed: index 'document_type_default'", "document_type"),
            ("UNIQUE constraint failed: nowhere.id", "a unique rule"),
        ];
        for (message, expected) in table {
            assert_eq!(table_of(message), expected, "{message}");
        }
    }
}
