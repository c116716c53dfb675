//! The quiet state: on a copy of a database no schedules run, and no webhooks or mails are sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use orderdock_store::Store;
use tokio::sync::watch;

use crate::Outcome;
use crate::clock::Randomness;

/// Quiet state of this process.
#[derive(Debug, Default)]
pub(crate) struct QuietState {
    /// Whether a setting forces the state, regardless of the database.
    is_forced: AtomicBool,
    current: watch::Sender<bool>,
}

/// Service for the quiet state of this process.
pub struct QuietService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) state: QuietState,
}

impl QuietService {
    /// Checks whether the database is a copy. A server calls this once before it starts its background tasks. With
    /// `force` the process stays quiet until it ends.
    pub async fn start_quiet_if_copy(&self, force: bool) -> Outcome<()> {
        let is_copy = self.store.check_identity(self.fresh_identity()).await?;
        self.state.is_forced.store(force, Ordering::Release);
        self.state.current.send_replace(is_copy || force);
        Ok(())
    }

    pub fn is_quiet(&self) -> bool {
        *self.state.current.borrow()
    }

    /// Waits until this process is not quiet.
    pub async fn until_active(&self) {
        // the sender lives as long as the service, so waiting cannot fail
        let _ = self.state.current.subscribe().wait_for(|is_quiet| !is_quiet).await;
    }

    /// Ends the quiet state of this process if the database was activated.
    pub async fn follow_activation(&self) -> Outcome<()> {
        let may_end = self.is_quiet() && !self.state.is_forced.load(Ordering::Acquire);
        if may_end && !self.store.read(|tx| tx.is_quiet()).await? {
            tracing::info!("database activated; schedules, webhooks and mail start");
            self.state.current.send_replace(false);
        }
        Ok(())
    }

    /// Marks a copy as the database in use. Returns whether it was quiet before.
    pub async fn activate_database(&self) -> Outcome<bool> {
        Ok(self.store.activate(self.fresh_identity()).await?)
    }

    /// Returns a random number greater than zero.
    fn fresh_identity(&self) -> i64 {
        let bytes = self.randomness.token_bytes();
        let number = bytes.iter().take(8).fold(0_i64, |number, byte| (number << 8) | i64::from(*byte));
        (number & i64::MAX).max(1)
    }
}
