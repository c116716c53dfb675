//! Slow work outside the asynchronous threads. Callers limit how much of it runs.

use crate::{Failure, Outcome};

/// Runs slow work on a thread that may block.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Failure::fault(&error.to_string()))
}
