//! A clock that replaces the one of the database.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// The time for the expiry of leases, claims and heartbeats; set by tests.
#[derive(Clone)]
pub struct StoreClock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl StoreClock {
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for StoreClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreClock({})", self.now())
    }
}
