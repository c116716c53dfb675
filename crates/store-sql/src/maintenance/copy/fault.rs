//! Errors of a copy.

use std::fmt;

use orderdock_store::{StoreError, StoreResult};

/// Error of a copy.
#[derive(Debug)]
pub enum CopyFault {
    /// The source or target is unsuitable; nothing was changed.
    Rejected(String),
    /// The copied rows are kept, and the same copy can be continued.
    Failed { place: String, error: StoreError },
    /// Everything was copied, but these tables differ.
    Different(Vec<String>),
}

impl fmt::Display for CopyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(why) => f.write_str(why),
            Self::Failed { place, error } => write!(f, "{place}: {error}"),
            Self::Different(tables) => write!(
                f,
                "the copy differs from the source: {}. One of them was changed during the copy: start again with an empty \
                 database",
                tables.join("; ")
            ),
        }
    }
}

/// Adds the location to an error.
pub fn at<T>(place: &str, done: StoreResult<T>) -> Result<T, CopyFault> {
    done.map_err(|error| CopyFault::Failed { place: place.to_owned(), error })
}
