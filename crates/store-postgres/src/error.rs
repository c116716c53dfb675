//! Translation of errors of the driver to [`StoreError`].

use std::error::Error;

use orderdock_store::StoreError;
use orderdock_store_sql::conflict;
use tokio_postgres::error::{DbError, SqlState};

/// Translates the error of a statement.
pub fn translate(error: &tokio_postgres::Error) -> StoreError {
    let Some(failure) = error.as_db_error() else {
        let message = chain(error);
        // the connection has failed; any other error without a code is a bug in the use of the driver
        let broken = error.is_closed() || error.source().is_some_and(<dyn Error>::is::<std::io::Error>);
        return if broken { StoreError::Unavailable(message) } else { StoreError::Statement(message) };
    };
    let code = failure.code();
    let message = described(failure);
    if *code == SqlState::UNIQUE_VIOLATION || *code == SqlState::EXCLUSION_VIOLATION {
        return conflict(violated_table(failure));
    }
    if is_passing(code) {
        return conflict(failure.table().unwrap_or_default());
    }
    if *code == SqlState::LOCK_NOT_AVAILABLE {
        // the statement waited for the uncommitted row of another writer with the same key
        let waited_for = failure.where_().unwrap_or_default();
        // the context contains the table or its primary key
        let waits_for_response = waited_for.contains("in relation \"idempotency");
        return if waits_for_response { StoreError::ResponsePending } else { StoreError::Overloaded };
    }
    if *code == SqlState::DISK_FULL || *code == SqlState::OUT_OF_MEMORY {
        return StoreError::NoSpace(message);
    }
    if *code == SqlState::READ_ONLY_SQL_TRANSACTION {
        return StoreError::Unavailable(format!("the server is read-only, like a standby: {message}"));
    }
    let class = code.code().get(..2).unwrap_or_default();
    // connection errors, shutdowns, timeouts, missing privileges
    if ["08", "28", "53", "57", "58", "XX"].contains(&class)
        || *code == SqlState::INVALID_CATALOG_NAME
        || *code == SqlState::INSUFFICIENT_PRIVILEGE
        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
    {
        return StoreError::Unavailable(message);
    }
    StoreError::Statement(message)
}

/// Returns whether a retry of the transaction may succeed because the error was caused by a concurrent one.
pub fn is_passing(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

/// Returns the table of a violated constraint, otherwise the name of the constraint, which begins with the table.
fn violated_table(failure: &DbError) -> &str {
    failure.table().or(failure.constraint()).unwrap_or_default()
}

fn described(failure: &DbError) -> String {
    let mut text = format!("{} ({})", failure.message(), failure.code().code());
    if let Some(detail) = failure.detail() {
        text.push_str(": ");
        text.push_str(detail);
    }
    text
}

/// Returns the messages of an error and its causes.
pub fn chain(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |error| (**error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
