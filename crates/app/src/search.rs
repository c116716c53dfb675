//! Keeps the documents of searches up to date.

use std::sync::Arc;
use std::time::Duration;

use orderdock_store::{Refold, RefoldProgress, Store};
use tokio::time::sleep;

use crate::Outcome;
use crate::feed::FeedService;

/// How often the feed is read; a document is there a little later than this after the commit of its record.
const EVERY: Duration = Duration::from_secs(2);
/// How long others may write between two transactions of a backlog.
const PAUSE: Duration = Duration::from_millis(5);

/// Time between two looks for keys of an older version.
const KEYS_EVERY: Duration = Duration::from_secs(10);
/// Batches of recomputed keys from one log line to the next.
const LOGGED_EVERY: u64 = 100;

/// Recomputes search keys of an older version.
pub struct KeyRefolder {
    service: Arc<SearchService>,
}

/// Makes documents of what was committed.
pub struct SearchUpdater {
    service: Arc<SearchService>,
}

/// Search documents and search keys.
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

    /// Makes the documents of everything that was committed until now.
    pub async fn update_search(&self) -> Outcome<()> {
        self.feed.place_events().await?;
        while self.store.update_search().await? {
            sleep(PAUSE).await;
        }
        Ok(())
    }
}

impl SearchUpdater {
    /// Makes documents until the stop. What is left then is made by the next process.
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
    /// Recomputes keys until the stop. What is left then is recomputed by the next process.
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
