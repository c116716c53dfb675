//! What the threads of this process share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Holds what is shared, also after somebody who held it died: what is done with it does not stop half-way.
pub fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
