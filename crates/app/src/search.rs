//! Keeps the documents of searches up to date.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::{App, Outcome};

/// How often the feed is read; a document is there a little later than this after the commit of its record.
const EVERY: Duration = Duration::from_secs(2);
/// How long others may write between two transactions of a backlog.
const PAUSE: Duration = Duration::from_millis(5);

/// Makes documents of what was committed.
pub struct SearchUpdater {
    app: Arc<App>,
}

impl App {
    pub fn search_updater(self: &Arc<Self>) -> SearchUpdater {
        SearchUpdater { app: self.clone() }
    }

    /// Makes the documents of everything that was committed until now.
    pub async fn update_search(&self) -> Outcome<()> {
        self.place_events().await?;
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
                updated = self.app.update_search() => {
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
