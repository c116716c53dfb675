//! Translates errors of the driver to [`StoreError`].

use orderdock_store::StoreError;
use orderdock_store_sql::conflict;
use rusqlite::{Error, ErrorCode, ffi};

/// Translates the error of a statement.
pub fn translate(error: Error) -> StoreError {
    let Error::SqliteFailure(failure, message) = error else {
        return StoreError::Statement(error.to_string());
    };
    let message = message.unwrap_or_else(|| failure.to_string());
    match failure.code {
        ErrorCode::ConstraintViolation => match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => conflict_of(&message),
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

/// Translates the error of COMMIT. Without disk space nothing was written; after any other error the outcome is
/// unknown.
pub fn translate_commit(error: Error) -> StoreError {
    match translate(error) {
        StoreError::NoSpace(message) => StoreError::NoSpace(message),
        other => StoreError::OutcomeUnknown(other.to_string()),
    }
}

/// Returns the conflict for the table in `UNIQUE constraint failed: table.column, …` or `… failed: index 'table_…'`.
fn conflict_of(message: &str) -> StoreError {
    let (_, place) = message.split_once("failed: ").unwrap_or_default();
    conflict(place.trim_start_matches("index '").split(['.', '\'']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use orderdock_store::Conflict;

    use super::*;

    #[test]
    fn unique_violation_maps_to_its_conflict() {
        let table = [
            ("UNIQUE constraint failed: bpartner.code, bpartner.org_id", Conflict::Partner),
            ("UNIQUE constraint failed: bpartner_location.bpartner_id", Conflict::Location),
            ("UNIQUE constraint failed: index 'bpartner_contact_name'", Conflict::Contact),
            ("UNIQUE constraint failed: index 'attachment_header'", Conflict::Attachment),
            ("UNIQUE constraint failed: index 'document_type_default'", Conflict::ReferenceData),
            ("UNIQUE constraint failed: nowhere.id", Conflict::ReferenceData),
        ];
        for (message, expected) in table {
            let found = conflict_of(message);
            assert!(matches!(found, StoreError::Conflict(found) if found == expected), "{message}: {found}");
        }
        let idempotency = conflict_of("UNIQUE constraint failed: idempotency.caller_id, idempotency.method");
        assert!(matches!(idempotency, StoreError::ResponseExists), "{idempotency}");
    }
}
