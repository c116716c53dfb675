//! What a run does about faults that pass: it has long been begun, and nobody waits to try it again.

use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};
use tokio::time::{Instant, sleep};

/// How long work is tried again.
const PATIENCE: Duration = Duration::from_mins(3);
const PAUSE: Duration = Duration::from_secs(1);

/// Whether a fault passes by itself. After some of these nobody knows whether something was written.
pub(crate) fn passes(error: &StoreError) -> bool {
    matches!(error, StoreError::Overloaded | StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_))
}

/// Does what may be done twice, again while a fault that passes is in its way and `goes_on` says so.
pub(crate) async fn patiently<T, W: Future<Output = StoreResult<T>>>(
    goes_on: impl Fn() -> bool,
    work: impl Fn() -> W,
) -> StoreResult<T> {
    let until = Instant::now() + PATIENCE;
    loop {
        match work().await {
            Err(error) if passes(&error) && goes_on() && Instant::now() < until => {
                tracing::warn!(%error, "a run waits for a fault to pass");
                sleep(PAUSE).await;
            }
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How often work is done that fails so often, and how it ends.
    async fn tries(fails: u32, error: StoreError, goes_on: bool) -> (u32, bool) {
        let tries = Cell::new(0);
        let work = || {
            tries.set(tries.get() + 1);
            let done = if tries.get() <= fails { Err(error.clone()) } else { Ok(()) };
            std::future::ready(done)
        };
        let done = patiently(|| goes_on, work).await;
        (tries.get(), done.is_ok())
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_passes_is_waited_for_and_not_for_ever() {
        let most = u32::try_from(PATIENCE.as_secs()).unwrap() + 1;
        for (fails, error, goes_on, expected) in [
            (0, StoreError::Overloaded, true, (1, true)),
            (3, StoreError::Overloaded, true, (4, true)),
            (3, StoreError::Unavailable(String::new()), true, (4, true)),
            (1, StoreError::OutcomeUnknown(String::new()), true, (2, true)),
            (1, StoreError::Statement(String::new()), true, (1, false)),
            (1, StoreError::NoSpace(String::new()), true, (1, false)),
            (3, StoreError::Overloaded, false, (1, false)),
            (u32::MAX, StoreError::Overloaded, true, (most, false)),
        ] {
            assert_eq!(tries(fails, error.clone(), goes_on).await, expected, "{fails} {error}");
        }
    }
}
