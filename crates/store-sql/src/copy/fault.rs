//! Why there is no copy.

use std::fmt;

use orderdock_store::{StoreError, StoreResult};

/// Why there is no copy.
#[derive(Debug)]
pub enum CopyFault {
    /// Nothing was changed: one of the two is not what it must be.
    Refused(String),
    /// What was copied so far stays, and the same copy goes on behind it.
    Failed { place: String, error: StoreError },
    /// These tables are not the same in both, though all was copied.
    Different(Vec<String>),
}

impl fmt::Display for CopyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
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

/// Tells where an error happened.
pub fn at<T>(place: &str, done: StoreResult<T>) -> Result<T, CopyFault> {
    done.map_err(|error| CopyFault::Failed { place: place.to_owned(), error })
}
