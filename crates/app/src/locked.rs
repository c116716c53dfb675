//! Locking of a mutex that threads share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if it is poisoned: no critical section leaves the data half-changed.
pub fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
