//! Figures for monitoring: candidates by status, webhook deliveries, the last run and the size of the database.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::WebhookId;
use orderdock_domain::processing::RunState;
use orderdock_domain::webhook::WebhookStatus;
use orderdock_store::{CandidateFilter, FeedBacklog, Store, StoreResult, Webhook};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::clock::Clock;

/// Age after which the figures are read again, regardless of the number of requests.
const MAX_AGE: Duration = Duration::from_secs(10);
/// Age of the messages whose failed deliveries are counted.
const FAILED_DURING: SignedDuration = SignedDuration::from_hours(48);

/// Figures of all organisations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperationFigures {
    pub candidates: Vec<(Status, u64)>,
    pub webhooks: Vec<WebhookFigures>,
    pub feed: Vec<FeedLag>,
    pub notifications: NotificationFigures,
    /// Absent if none of the latest 20 runs has ended.
    pub last_run: Option<LastRun>,
    /// Without the write-ahead log.
    pub database_bytes: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookFigures {
    pub webhook: WebhookId,
    pub pending_deliveries: u64,
    /// Age of the oldest pending delivery in seconds; 0 if there is none.
    pub oldest_pending_seconds: i64,
    /// Whether the last attempt failed.
    pub is_failing: bool,
}

/// Mails and other deliveries of notifications that were not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NotificationFigures {
    pub waiting: u64,
    /// Age of the oldest waiting notification in seconds; 0 if there is none.
    pub oldest_waiting_seconds: i64,
    /// Of the last two days. A notification fails after one day.
    pub failed: u64,
}

/// Lag of a reader of the event feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedLag {
    pub reader: &'static str,
    /// Age in seconds of the oldest commit that the reader has not read; 0 if there is none.
    pub seconds: i64,
    pub commits: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastRun {
    pub finished_at: Timestamp,
    pub has_failed: bool,
}

/// Figures as last read, and the time of the last attempt to read them.
#[derive(Default)]
pub(crate) struct CachedFigures {
    tried_at: Option<Instant>,
    /// Absent if the last attempt failed.
    figures: Option<Arc<OperationFigures>>,
}

impl CachedFigures {
    fn is_due(&self) -> bool {
        self.tried_at.is_none_or(|at| at.elapsed() >= MAX_AGE)
    }

    /// Takes the result of an attempt. After a failure the next attempt waits as long as after a success, so that
    /// requests do not add to the load of a failing database.
    fn update(&mut self, read: StoreResult<OperationFigures>) {
        self.tried_at = Some(Instant::now());
        self.figures = read
            .map(Arc::new)
            .inspect_err(|error| tracing::warn!(%error, "reading metrics from the database failed"))
            .ok();
    }
}

/// Service for figures that are read from the database.
pub struct MonitoringService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) figures: Mutex<CachedFigures>,
}

impl MonitoringService {
    /// Returns figures that are at most 10 seconds old; `None` if the database could not be read within that time.
    pub async fn operation_figures(&self) -> Option<Arc<OperationFigures>> {
        let mut cached = self.figures.lock().await;
        if cached.is_due() {
            cached.update(self.read_operation_figures().await);
        }
        cached.figures.clone()
    }

    async fn read_operation_figures(&self) -> StoreResult<OperationFigures> {
        let now = self.clock.now();
        let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        let counts =
            self.store.count_candidates(OrgScope::All.read(), CandidateFilter::default(), today).await?;
        let candidates = [
            (Status::New, counts.new),
            (Status::Error, counts.error),
            (Status::Processed, counts.processed),
            (Status::Inactive, counts.inactive),
        ];
        let pending = self.store.read(|tx| tx.waiting_deliveries()).await?;
        let webhooks = self.store.read(|tx| tx.webhooks()).await?;
        let feed = self.feed_lags(&webhooks, now).await?;
        let webhooks = webhooks.into_iter().map(|webhook| {
            let pending = pending.iter().find(|pending| pending.webhook == webhook.id);
            WebhookFigures {
                webhook: webhook.id,
                pending_deliveries: pending.map_or(0, |pending| pending.deliveries),
                oldest_pending_seconds: pending
                    .map_or(0, |pending| now.duration_since(pending.oldest).as_secs().max(0)),
                is_failing: webhook.failing_since.is_some(),
            }
        });
        let scope = OrgScope::All.write();
        let runs = self.store.read(move |tx| tx.runs(&scope, None, 20)).await?;
        let last_run = runs.iter().find_map(|record| {
            let finished_at = record.run.finished_at?;
            Some(LastRun { finished_at, has_failed: record.run.state == RunState::Failed })
        });
        Ok(OperationFigures {
            candidates: candidates.map(|(status, total)| (status, total.value)).to_vec(),
            webhooks: webhooks.collect(),
            feed,
            notifications: self.unsent_notifications(now).await?,
            last_run,
            database_bytes: self.store.read(|tx| tx.database_bytes()).await?,
        })
    }

    async fn unsent_notifications(&self, now: Timestamp) -> StoreResult<NotificationFigures> {
        let since = self.clock.ago(FAILED_DURING);
        let unsent = self.store.read(move |tx| tx.unsent_notifications(since)).await?;
        let age = |oldest: Timestamp| now.duration_since(oldest).as_secs().max(0);
        Ok(NotificationFigures {
            waiting: unsent.waiting,
            oldest_waiting_seconds: unsent.oldest_waiting_at.map_or(0, age),
            failed: unsent.failed,
        })
    }

    /// Returns the lag of the slowest active webhook, if there is one, and of search.
    async fn feed_lags(&self, webhooks: &[Webhook], now: Timestamp) -> StoreResult<Vec<FeedLag>> {
        let active = webhooks.iter().filter(|webhook| webhook.state.status == WebhookStatus::Active);
        let slowest = active.map(|webhook| webhook.cursor.first_position()).min();
        let search = self.store.read(|tx| tx.search_position()).await?;
        let readers = slowest.map(|from| ("webhooks", from)).into_iter().chain([("search", search)]);
        let mut lags = Vec::new();
        for (reader, from) in readers {
            let FeedBacklog { commits, oldest_at } = self.store.read(move |tx| tx.feed_backlog(from)).await?;
            let seconds = oldest_at.map_or(0, |oldest| now.duration_since(oldest).as_secs().max(0));
            lags.push(FeedLag { reader, seconds, commits });
        }
        Ok(lags)
    }
}

#[cfg(test)]
mod tests {
    use orderdock_store::StoreError;

    use super::*;

    fn figures() -> OperationFigures {
        OperationFigures {
            candidates: Vec::new(),
            webhooks: Vec::new(),
            feed: Vec::new(),
            notifications: NotificationFigures::default(),
            last_run: None,
            database_bytes: 1,
        }
    }

    #[test]
    fn failed_read_drops_figures_and_waits_for_next_attempt() {
        let failed = || Err(StoreError::Unavailable("it does not answer".to_owned()));
        let mut cached = CachedFigures::default();
        assert!(cached.is_due());
        cached.update(failed());
        assert!(!cached.is_due());
        cached.tried_at = Instant::now().checked_sub(MAX_AGE);
        assert!(cached.is_due());
        cached.update(Ok(figures()));
        assert_eq!(cached.figures.as_deref(), Some(&figures()));
        assert!(!cached.is_due());
        cached.update(failed());
        assert_eq!((cached.figures.as_ref(), cached.is_due()), (None, false));
    }
}
