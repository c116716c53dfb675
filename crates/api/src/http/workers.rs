//! Threads for compressing and decompressing large bodies, so that other requests do not wait.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

/// Bodies that are compressed or decompressed at the same time: at most half of the processors, rounded up.
static WORKERS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, |count| count.get().div_ceil(2))));

/// Runs work on a thread for blocking work. Returns `None` if it panics.
pub async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let _permit = WORKERS.acquire().await.ok()?;
    tokio::task::spawn_blocking(work).await.ok()
}
