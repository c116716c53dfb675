//! The running application: the store, the clock, the ids at hand and the caches.

use std::sync::{Arc, OnceLock};

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::IdBlock;
use orderdock_domain::masterdata::Reference;
use orderdock_store::{NewInstance, Store, StoreResult, StoreStatistics, WriteMode};

use crate::access::{Attempts, SessionCache, TokenCache, WrongCredentials};
use crate::attachments::AttachmentFiles;
use crate::bodies::Dictionaries;
use crate::candidates::Batches;
use crate::events::Listeners;
use crate::idempotency::RunningKeys;
use crate::ids::Ids;
use crate::instances::Living;
use crate::notifications::Notifying;
use crate::operation::CachedFigures;
use crate::quiet::QuietState;
use crate::rate_limit::RateLimit;
use crate::readiness::Readiness;
use crate::runs::Jobs;
use crate::storage::Storage;
use crate::workers::Workers;
use crate::{Failure, Metrics, Outcome, requests};

/// Reads the time; tests set it.
pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Timestamp;

    /// Goes from now on as the clock of the store does, which tells this time.
    fn follow(&self, _time: Timestamp) {}

    /// By how much the clock of the machine is ahead of that of the store.
    fn ahead(&self) -> SignedDuration {
        SignedDuration::ZERO
    }
}

/// Unpredictable bytes for tokens and sessions; tests seed it.
pub trait Randomness: Send + Sync + 'static {
    fn token_bytes(&self) -> [u8; 48];
}

/// What every use case runs on; one for the process.
pub struct App {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) files: AttachmentFiles,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) tokens: TokenCache,
    pub(crate) sessions: SessionCache,
    pub(crate) attempts: Attempts,
    pub(crate) wrong_credentials: WrongCredentials,
    /// Refused requests without a body, by caller.
    pub(crate) refused: RateLimit,
    pub(crate) dictionaries: Dictionaries,
    pub(crate) running_keys: RunningKeys,
    pub(crate) jobs: Jobs,
    pub(crate) living: Living,
    pub(crate) listeners: Listeners,
    /// Held by who gives events their places.
    pub(crate) placing: tokio::sync::Mutex<()>,
    /// How people are notified, once that is set.
    pub(crate) notifying: OnceLock<Notifying>,
    pub(crate) storage: Storage,
    pub(crate) workers: Workers,
    pub(crate) batches: Batches,
    pub(crate) quiet: QuietState,
    pub(crate) operation: CachedFigures,
    ids: Ids,
    readiness: Readiness,
    pub metrics: Metrics,
}

impl App {
    pub fn new(
        store: Arc<dyn Store>,
        files: AttachmentFiles,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        about: NewInstance,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            files,
            clock,
            randomness,
            tokens: TokenCache::default(),
            sessions: SessionCache::default(),
            attempts: Attempts::default(),
            wrong_credentials: WrongCredentials::default(),
            refused: RateLimit::new(requests::MOST_REFUSED, requests::REFUSED_WITHIN),
            dictionaries: Dictionaries::default(),
            running_keys: RunningKeys::default(),
            jobs: Jobs::default(),
            living: Living::new(about),
            listeners: Listeners::default(),
            placing: tokio::sync::Mutex::default(),
            notifying: OnceLock::new(),
            storage: Storage::default(),
            workers: Workers::default(),
            batches: Batches::default(),
            quiet: QuietState::default(),
            operation: CachedFigures::default(),
            ids: Ids::default(),
            readiness: Readiness::default(),
            metrics: Metrics::default(),
        })
    }

    /// Takes the time from the store, where that has a clock of its own: so all processes on it have the same, and no
    /// machine needs one that is right. The server does it at its start and now and then.
    pub async fn follow_store_time(&self) {
        match self.store.time().await {
            Ok(time) => time.into_iter().for_each(|time| self.clock.follow(time)),
            Err(error) => tracing::warn!(%error, "reading the database clock failed"),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// So long ago.
    pub(crate) fn ago(&self, time: SignedDuration) -> Timestamp {
        self.now().checked_sub(time).unwrap_or(Timestamp::MIN)
    }

    /// The small kinds of master data; for callers that translate names of queries.
    pub async fn reference(&self) -> Outcome<Arc<Reference>> {
        Ok(self.store.reference().await?)
    }

    /// Checks that writing works, or did within the last two seconds; returns within one second.
    pub async fn check_ready(&self) -> Outcome<()> {
        self.require_free_space()?;
        Ok(self.readiness.check(&self.store).await?)
    }

    /// Makes room in the database for what comes.
    pub async fn make_room(&self) -> Outcome<()> {
        Ok(self.store.make_room().await?)
    }

    /// A number that nobody can foresee.
    pub(crate) fn chance(&self) -> u16 {
        let [low, high, ..] = self.randomness.token_bytes();
        u16::from_le_bytes([low, high])
    }

    /// What the store counts about itself.
    pub fn store_statistics(&self) -> StoreStatistics {
        self.store.statistics()
    }

    /// Takes `count` ids, from what is at hand or from the store.
    pub(crate) async fn take_ids(&self, count: u32) -> StoreResult<IdBlock> {
        if count == 0 {
            return Ok(IdBlock::new(0, 0));
        }
        if let Some(ids) = self.ids.take(count, self.now()) {
            return Ok(ids);
        }
        let asked = self.now();
        let wanted = self.ids.wanted(count);
        let mut fresh = self.store.write(WriteMode::Ids, 1, move |tx| tx.reserve_ids(wanted)).await?;
        let taken = fresh.split(count).unwrap_or_else(|| IdBlock::new(0, 0));
        self.ids.keep(fresh, asked);
        Ok(taken)
    }

    /// Takes one id.
    pub(crate) async fn take_id<T: From<i64>>(&self) -> Outcome<T> {
        self.take_ids(1).await?.next().ok_or_else(|| Failure::fault("no id was reserved"))
    }

    /// Sees to it that so many ids are at hand for the next moment: who is about to take them does not wait for the
    /// writer then.
    pub(crate) async fn reserve_ids(&self, count: u32) -> StoreResult<()> {
        let asked = self.now();
        if self.ids.left(asked) < count {
            let fresh = self.store.write(WriteMode::Ids, 1, move |tx| tx.reserve_ids(count)).await?;
            self.ids.keep(fresh, asked);
        }
        Ok(())
    }
}
