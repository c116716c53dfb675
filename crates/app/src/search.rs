//! Background tasks that keep search documents and search keys up to date.

use std::sync::Arc;
use std::time::Duration;

use orderdock_store::{Refold, RefoldProgress, Store};
use tokio::time::sleep;

use crate::Outcome;
use crate::feed::FeedService;

/// Interval of reading the feed. A document is available a little later than this after the commit of its record.
const EVERY: Duration = Duration::from_secs(2);
/// Documents are available at most 5 s after the commit.
const _: () = assert!(EVERY.as_secs() <= 4);
/// Pause between two transactions of a backlog, so that others can write.
const PAUSE: Duration = Duration::from_millis(5);

/// Interval of the check for keys of an older version.
const KEYS_EVERY: Duration = Duration::from_secs(10);
/// Batches of recomputed keys per log line.
const LOGGED_EVERY: u64 = 100;

/// Task that recomputes search keys of an older version.
pub struct KeyRefolder {
    service: Arc<SearchService>,
}

/// Task that updates the search documents of committed records.
pub struct SearchUpdater {
    service: Arc<SearchService>,
}

/// Service for search documents and search keys.
pub struct SearchService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) feed: Arc<FeedService>,
}

impl SearchService {
    pub fn search_updater(self: &Arc<Self>) -> SearchUpdater {
        SearchUpdater { service: self.clone() }
    }

    pub fn key_refolder(self: &Arc<Self>) -> KeyRefolder {
        KeyRefolder { service: self.clone() }
    }

    /// Recomputes the search keys of older versions, unless an instance of such a version is alive.
    pub async fn refold_keys(&self) -> Outcome<()> {
        let (mut batches, mut changed, mut duplicates) = (0_u64, 0, 0);
        while let Refold::Progress(progress) = self.store.refold_keys().await? {
            let RefoldProgress { table, next, .. } = progress;
            changed += progress.changed;
            duplicates += progress.duplicates;
            if batches.is_multiple_of(LOGGED_EVERY) {
                tracing::info!(table, next, changed, duplicates, "recomputing search keys");
            }
            batches += 1;
            sleep(PAUSE).await;
        }
        if batches > 0 {
            tracing::info!(changed, duplicates, "search keys recomputed");
        }
        Ok(())
    }

    /// Updates the search documents of all records that were committed until now.
    pub async fn update_search(&self) -> Outcome<()> {
        self.feed.place_events().await?;
        while self.store.update_search().await? {
            sleep(PAUSE).await;
        }
        Ok(())
    }
}

impl SearchUpdater {
    /// Updates search documents until `stop` completes. The next process continues with the rest.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                updated = self.service.update_search() => {
                    if let Err(failure) = updated {
                        tracing::warn!(?failure, "updating search documents failed");
                    }
                }
            }
            tokio::select! {
                () = &mut stop => return,
                () = sleep(EVERY) => {}
            }
        }
    }
}

impl KeyRefolder {
    /// Recomputes search keys until `stop` completes. The next process continues with the rest.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                refolded = self.service.refold_keys() => {
                    if let Err(failure) = refolded {
                        tracing::warn!(?failure, "recomputing search keys failed");
                    }
                }
            }
            tokio::select! {
                () = &mut stop => return,
                () = sleep(KEYS_EVERY) => {}
            }
        }
    }
}
