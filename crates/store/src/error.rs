//! What can go wrong below the port.

/// Absence is no error; it is an empty list or `None`.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Something the plan relied on has changed: load, plan and commit again.
    #[error("the data changed since the plan was made: {0}")]
    Conflict(&'static str),
    /// The write queue is full.
    #[error("too many plans are waiting to be written")]
    Overloaded,
    /// COMMIT itself failed: what it should have written may or may not be there.
    #[error("the outcome of the commit is unknown: {0}")]
    OutcomeUnknown(String),
    #[error("no space left: {0}")]
    NoSpace(String),
    /// The database is closed, locked by something else, or damaged.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// A row holds what no version of Orderdock wrote.
    #[error("inconsistent data in {place}: {fault}")]
    Inconsistent { place: &'static str, fault: String },
    /// A statement failed that should not: a bug.
    #[error("the database refused a statement: {0}")]
    Statement(String),
}

pub type StoreResult<T> = Result<T, StoreError>;
