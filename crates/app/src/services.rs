//! All use cases of the process, by topic. The API, the command line and the background tasks reach them through
//! [`Services`]; this module connects them and must not decide anything.

use std::sync::{Arc, OnceLock};

use orderdock_domain::masterdata::Reference;
use orderdock_store::{NewInstance, Store, StoreStatistics};
use tokio::sync::Mutex;

use crate::access::{AccessService, Attempts, SessionCache, TokenCache, WrongCredentials};
use crate::attachments::{AttachmentFiles, AttachmentService};
use crate::bodies::Dictionaries;
use crate::candidates::{Batches, CandidateService, ImportService};
use crate::clock::{Clock, Randomness};
use crate::events::{EventService, Listeners};
use crate::feed::FeedService;
use crate::heartbeat::Heartbeat;
use crate::idempotency::{IdempotencyService, RunningKeys};
use crate::ids::IdSource;
use crate::import_drafts::{DraftState, ImportDraftService};
use crate::instances::{InstanceRegistration, InstanceService};
use crate::masterdata::MasterDataService;
use crate::notifications::NotificationService;
use crate::operation::MonitoringService;
use crate::orders::OrderService;
use crate::planned_write::PlannedWrites;
use crate::quiet::{QuietService, QuietState};
use crate::rate_limit::RateLimit;
use crate::readiness::Readiness;
use crate::rejected_rows::RejectedRowService;
use crate::requests::{self, RequestService};
use crate::runs::{RunQueue, RunService};
use crate::saved_views::SavedViewService;
use crate::search::SearchService;
use crate::storage::{Storage, StorageService};
use crate::webhooks::WebhookService;
use crate::workers::Workers;
use crate::{Metrics, Outcome};

/// The services of a process; each owns its state.
pub struct Services {
    pub access: Arc<AccessService>,
    pub attachments: Arc<AttachmentService>,
    pub candidates: Arc<CandidateService>,
    pub events: Arc<EventService>,
    pub feed: Arc<FeedService>,
    pub heartbeat: Arc<Heartbeat>,
    pub idempotency: Arc<IdempotencyService>,
    pub import_drafts: Arc<ImportDraftService>,
    pub imports: Arc<ImportService>,
    pub instances: Arc<InstanceService>,
    pub master_data: Arc<MasterDataService>,
    pub metrics: Arc<Metrics>,
    pub monitoring: Arc<MonitoringService>,
    pub notifications: Arc<NotificationService>,
    pub orders: Arc<OrderService>,
    pub quiet: Arc<QuietService>,
    pub rejected_rows: Arc<RejectedRowService>,
    pub requests: Arc<RequestService>,
    pub runs: Arc<RunService>,
    pub saved_views: Arc<SavedViewService>,
    pub search: Arc<SearchService>,
    pub storage: Arc<StorageService>,
    pub webhooks: Arc<WebhookService>,
    pub workers: Arc<Workers>,
    pub clock: Arc<dyn Clock>,
    store: Arc<dyn Store>,
    readiness: Readiness,
}

impl Services {
    /// Connects the services of a process. `about` describes the process to the other instances.
    pub fn new(
        store: Arc<dyn Store>,
        files: AttachmentFiles,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        about: NewInstance,
    ) -> Arc<Self> {
        let ids = Arc::new(IdSource::new(Arc::clone(&store), Arc::clone(&clock)));
        let parts = Parts {
            store,
            clock,
            randomness,
            ids,
            workers: Arc::default(),
            metrics: Arc::default(),
            dictionaries: Dictionaries::default(),
        };
        let storage = Arc::new(StorageService { store: parts.store(), state: Storage::default() });
        let idempotency = parts.idempotency();
        let writes = parts.writes(&idempotency);
        let log = WriteParts { requests: parts.requests(&storage), idempotency, writes };
        let instances = parts.instances(about);
        let access = parts.access();
        let events = parts.events(&access);
        let feed = parts.feed(&events);
        let webhooks = parts.webhooks(&feed, &instances);
        let candidates = parts.candidates(&log);
        let runs = parts.runs(&log, &candidates, &instances);
        let attachments = parts.attachments(&log, files, &instances, &storage);
        let imports = parts.imports(&log);
        let import_drafts = Arc::new(ImportDraftService {
            store: parts.store(),
            clock: parts.clock(),
            ids: parts.ids(),
            attachments: Arc::clone(&attachments),
            idempotency: Arc::clone(&log.idempotency),
            imports: Arc::clone(&imports),
            instances: Arc::clone(&instances),
            runs: Arc::clone(&runs),
            state: DraftState::default(),
        });
        Arc::new(Self {
            attachments,
            import_drafts,
            imports,
            heartbeat: parts.heartbeat(&instances, &runs),
            master_data: parts.master_data(&log),
            monitoring: parts.monitoring(),
            notifications: parts.notifications(&feed, &webhooks, &instances),
            orders: parts.orders(&log),
            quiet: parts.quiet(),
            rejected_rows: parts.rejected_rows(&log),
            saved_views: parts.saved_views(),
            search: Arc::new(SearchService { store: parts.store(), feed: Arc::clone(&feed) }),
            access,
            candidates,
            events,
            feed,
            idempotency: log.idempotency,
            instances,
            metrics: parts.metrics,
            requests: log.requests,
            runs,
            storage,
            webhooks,
            workers: parts.workers,
            clock: parts.clock,
            store: parts.store,
            readiness: Readiness::default(),
        })
    }

    /// Sets the clock to the time of the database server, if it has one, so that all processes share one time. The
    /// server calls this at its start and periodically.
    pub async fn follow_store_time(&self) {
        match self.store.time().await {
            Ok(time) => time.into_iter().for_each(|time| self.clock.follow(time)),
            Err(error) => tracing::warn!(%error, "reading the database clock failed"),
        }
    }

    pub fn now(&self) -> jiff::Timestamp {
        self.clock.now()
    }

    /// Returns the small kinds of master data.
    pub async fn reference(&self) -> Outcome<Arc<Reference>> {
        Ok(self.store.reference().await?)
    }

    /// Checks that the database accepts writes or accepted them within the last 2 seconds. Returns within 1 second.
    pub async fn check_ready(&self) -> Outcome<()> {
        self.storage.require_free_space()?;
        Ok(self.readiness.check(&self.store).await?)
    }

    /// Creates the partitions of the coming months.
    pub async fn create_partitions(&self) -> Outcome<()> {
        Ok(self.store.create_partitions().await?)
    }

    /// Returns the store's counters of its own work.
    pub fn store_statistics(&self) -> StoreStatistics {
        self.store.statistics()
    }
}

/// Parts that many services share.
struct Parts {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    ids: Arc<IdSource>,
    workers: Arc<Workers>,
    metrics: Arc<Metrics>,
    dictionaries: Dictionaries,
}

/// Services that every logged write uses.
struct WriteParts {
    requests: Arc<RequestService>,
    idempotency: Arc<IdempotencyService>,
    writes: Arc<PlannedWrites>,
}

impl Parts {
    fn store(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store)
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    fn randomness(&self) -> Arc<dyn Randomness> {
        Arc::clone(&self.randomness)
    }

    fn ids(&self) -> Arc<IdSource> {
        Arc::clone(&self.ids)
    }

    fn workers(&self) -> Arc<Workers> {
        Arc::clone(&self.workers)
    }

    fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.metrics)
    }

    fn idempotency(&self) -> Arc<IdempotencyService> {
        Arc::new(IdempotencyService {
            store: self.store(),
            metrics: self.metrics(),
            running_keys: RunningKeys::default(),
        })
    }

    fn writes(&self, idempotency: &Arc<IdempotencyService>) -> Arc<PlannedWrites> {
        Arc::new(PlannedWrites {
            store: self.store(),
            ids: self.ids(),
            workers: self.workers(),
            metrics: self.metrics(),
            idempotency: Arc::clone(idempotency),
        })
    }

    fn requests(&self, storage: &Arc<StorageService>) -> Arc<RequestService> {
        Arc::new(RequestService {
            store: self.store(),
            clock: self.clock(),
            ids: self.ids(),
            workers: self.workers(),
            storage: Arc::clone(storage),
            dictionaries: self.dictionaries.clone(),
            rejected: RateLimit::new(requests::MAX_REJECTED, requests::REJECTED_WINDOW),
        })
    }

    fn instances(&self, about: NewInstance) -> Arc<InstanceService> {
        Arc::new(InstanceService {
            store: self.store(),
            clock: self.clock(),
            registration: InstanceRegistration::new(about),
        })
    }

    fn access(&self) -> Arc<AccessService> {
        Arc::new(AccessService {
            store: self.store(),
            clock: self.clock(),
            randomness: self.randomness(),
            ids: self.ids(),
            metrics: self.metrics(),
            tokens: TokenCache::default(),
            sessions: SessionCache::default(),
            attempts: Attempts::default(),
            wrong_credentials: WrongCredentials::default(),
        })
    }

    fn events(&self, access: &Arc<AccessService>) -> Arc<EventService> {
        Arc::new(EventService {
            store: self.store(),
            clock: self.clock(),
            metrics: self.metrics(),
            access: Arc::clone(access),
            listeners: Listeners::default(),
        })
    }

    fn feed(&self, events: &Arc<EventService>) -> Arc<FeedService> {
        Arc::new(FeedService {
            store: self.store(),
            clock: self.clock(),
            events: Arc::clone(events),
            position_lock: Mutex::default(),
        })
    }

    fn webhooks(&self, feed: &Arc<FeedService>, instances: &Arc<InstanceService>) -> Arc<WebhookService> {
        Arc::new(WebhookService {
            store: self.store(),
            clock: self.clock(),
            ids: self.ids(),
            randomness: self.randomness(),
            feed: Arc::clone(feed),
            instances: Arc::clone(instances),
        })
    }

    fn candidates(&self, log: &WriteParts) -> Arc<CandidateService> {
        Arc::new(CandidateService {
            store: self.store(),
            clock: self.clock(),
            workers: self.workers(),
            idempotency: Arc::clone(&log.idempotency),
            requests: Arc::clone(&log.requests),
            writes: Arc::clone(&log.writes),
        })
    }

    fn imports(&self, log: &WriteParts) -> Arc<ImportService> {
        Arc::new(ImportService {
            ids: self.ids(),
            workers: self.workers(),
            metrics: self.metrics(),
            requests: Arc::clone(&log.requests),
            writes: Arc::clone(&log.writes),
            dictionaries: self.dictionaries.clone(),
            batches: Batches::default(),
        })
    }

    fn runs(
        &self,
        log: &WriteParts,
        candidates: &Arc<CandidateService>,
        instances: &Arc<InstanceService>,
    ) -> Arc<RunService> {
        Arc::new(RunService {
            store: self.store(),
            clock: self.clock(),
            ids: self.ids(),
            workers: self.workers(),
            metrics: self.metrics(),
            candidates: Arc::clone(candidates),
            idempotency: Arc::clone(&log.idempotency),
            instances: Arc::clone(instances),
            requests: Arc::clone(&log.requests),
            writes: Arc::clone(&log.writes),
            jobs: RunQueue::default(),
        })
    }

    fn attachments(
        &self,
        log: &WriteParts,
        files: AttachmentFiles,
        instances: &Arc<InstanceService>,
        storage: &Arc<StorageService>,
    ) -> Arc<AttachmentService> {
        Arc::new(AttachmentService {
            store: self.store(),
            clock: self.clock(),
            ids: self.ids(),
            files,
            idempotency: Arc::clone(&log.idempotency),
            instances: Arc::clone(instances),
            requests: Arc::clone(&log.requests),
            storage: Arc::clone(storage),
            writes: Arc::clone(&log.writes),
        })
    }

    fn heartbeat(&self, instances: &Arc<InstanceService>, runs: &Arc<RunService>) -> Arc<Heartbeat> {
        Arc::new(Heartbeat {
            store: self.store(),
            clock: self.clock(),
            instances: Arc::clone(instances),
            runs: Arc::clone(runs),
        })
    }

    fn master_data(&self, log: &WriteParts) -> Arc<MasterDataService> {
        Arc::new(MasterDataService {
            store: self.store(),
            idempotency: Arc::clone(&log.idempotency),
            requests: Arc::clone(&log.requests),
        })
    }

    fn monitoring(&self) -> Arc<MonitoringService> {
        Arc::new(MonitoringService { store: self.store(), clock: self.clock(), figures: Mutex::default() })
    }

    fn notifications(
        &self,
        feed: &Arc<FeedService>,
        webhooks: &Arc<WebhookService>,
        instances: &Arc<InstanceService>,
    ) -> Arc<NotificationService> {
        Arc::new(NotificationService {
            store: self.store(),
            clock: self.clock(),
            ids: self.ids(),
            feed: Arc::clone(feed),
            instances: Arc::clone(instances),
            webhooks: Arc::clone(webhooks),
            notifying: OnceLock::new(),
        })
    }

    fn orders(&self, log: &WriteParts) -> Arc<OrderService> {
        Arc::new(OrderService {
            store: self.store(),
            requests: Arc::clone(&log.requests),
            writes: Arc::clone(&log.writes),
        })
    }

    fn quiet(&self) -> Arc<QuietService> {
        Arc::new(QuietService {
            store: self.store(),
            randomness: self.randomness(),
            state: QuietState::default(),
        })
    }

    fn rejected_rows(&self, log: &WriteParts) -> Arc<RejectedRowService> {
        Arc::new(RejectedRowService {
            store: self.store(),
            clock: self.clock(),
            requests: Arc::clone(&log.requests),
        })
    }

    fn saved_views(&self) -> Arc<SavedViewService> {
        Arc::new(SavedViewService { store: self.store(), ids: self.ids() })
    }
}
