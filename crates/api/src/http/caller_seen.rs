//! Whether a connection has had a request with a valid token or session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::Extensions;

/// The server puts it into the extensions of each request of a connection.
#[derive(Clone, Default, Debug)]
pub struct CallerSeen(Arc<AtomicBool>);

impl CallerSeen {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn set_in(extensions: &Extensions) {
        if let Some(seen) = extensions.get::<Self>() {
            seen.set();
        }
    }
}
