//! Readiness of the database for writes, checked by one task at a time. While a check is slow, callers get the last
//! result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use orderdock_store::{Store, StoreError, StoreResult, WriteMode};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// Time for which a result is reused, because anyone may call the check and each check is a commit that notifies every
/// listener.
const FRESH: Duration = Duration::from_secs(1);
/// Longest time a caller waits for a check.
const MAX_WAIT: Duration = Duration::from_millis(900);
/// Age from which the last result is no longer valid.
const STALE: Duration = Duration::from_secs(2);

/// Result of the last check, shared by all callers.
#[derive(Debug, Default)]
pub struct Readiness {
    last: Arc<watch::Sender<Option<Check>>>,
    is_checking: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
struct Check {
    ended: Instant,
    result: StoreResult<()>,
}

impl Check {
    fn within(this: Option<&Self>, age: Duration) -> Option<StoreResult<()>> {
        this.filter(|check| check.ended.elapsed() < age).map(|check| check.result.clone())
    }
}

impl Readiness {
    /// Returns the result of a check that ended at most 2 seconds ago; `Unavailable` if there is none.
    pub async fn check(&self, store: &Arc<dyn Store>) -> StoreResult<()> {
        let mut checks = self.last.subscribe();
        let known = Check::within(checks.borrow_and_update().as_ref(), FRESH);
        if let Some(known) = known {
            return known;
        }
        self.begin(store.clone());
        // the result is read from `last`, whether or not the check ends in time
        let _ = timeout(MAX_WAIT, checks.changed()).await;
        let last = Check::within(checks.borrow().as_ref(), STALE);
        last.unwrap_or_else(|| Err(StoreError::Unavailable("no response".to_owned())))
    }

    /// Starts a check unless one is running. It continues if its caller is cancelled.
    fn begin(&self, store: Arc<dyn Store>) {
        if self.is_checking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (last, is_checking) = (self.last.clone(), self.is_checking.clone());
        tokio::spawn(async move {
            let checked =
                tokio::spawn(
                    async move { store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await },
                )
                .await;
            let result = checked.unwrap_or_else(|fault| Err(StoreError::Unavailable(fault.to_string())));
            is_checking.store(false, Ordering::Release);
            last.send_replace(Some(Check { ended: Instant::now(), result }));
        });
    }
}
