//! Marker of connections with an authenticated request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::Extensions;

/// Whether a connection had a request with a valid token or session. The server adds it to the extensions of
/// each request.
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
