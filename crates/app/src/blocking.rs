//! Work that takes its time, off the asynchronous threads; what runs here has limits of its own.

use crate::{Failure, Outcome};

/// Runs what takes its time on a thread that may.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Failure::fault(&error.to_string()))
}
