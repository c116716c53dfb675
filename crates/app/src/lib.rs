//! The use cases of Orderdock, shared by HTTP API, command line, browser and scheduler.
//!
//! The first argument of every use case is a [`Caller`]: name, scopes, organisations and time of the request.

mod access;
mod attachments;
mod blocking;
mod bodies;
mod candidates;
mod clock;
mod context;
mod events;
mod excerpt;
mod failure;
mod feed;
mod heartbeat;
mod history;
mod idempotency;
mod ids;
mod import_drafts;
mod instances;
mod locked;
mod lookups;
mod masterdata;
mod metrics;
mod notifications;
mod operation;
mod orders;
mod planned_write;
mod quiet;
mod rate_limit;
mod readiness;
mod received;
mod rejected_entries;
mod rejected_rows;
mod requests;
mod runs;
mod saved_views;
mod search;
mod services;
mod storage;
mod webhooks;
mod workers;

pub use access::*;
pub use attachments::*;
pub use candidates::*;
pub use clock::{Clock, Randomness};
pub use context::{Actor, Caller, organisations_of};
pub use events::{Credential, EventService, Listener, LiveEvent, MAX_LISTENERS, MAX_LISTENERS_PER_CALLER};
pub use excerpt::is_excerpt;
pub use failure::{Failure, Outcome, status_of};
pub use feed::{After, Feed, FeedEvent, FeedQuery, FeedService, MAX_EVENTS, MAX_RECORDS, MAX_WAIT, Records};
pub use heartbeat::Heartbeat;
pub use history::{HistoryChange, HistoryItem, HistoryPage, HistoryQuery};
pub use idempotency::{Idempotency, IdempotencyGuard, IdempotencyService, check_idempotency_key};
pub use import_drafts::*;
pub use instances::{InstanceService, InstancesView};
pub use masterdata::*;
pub use metrics::{ConnectionMetrics, Metrics};
pub use notifications::*;
pub use operation::{
    FeedLag, LastRun, MonitoringService, NotificationFigures, OperationFigures, WebhookFigures,
};
pub use orders::*;
pub use quiet::QuietService;
pub use received::{EncodeBody, EncodedResponse, Received};
pub use rejected_entries::RowTexts;
pub use rejected_rows::{PreparedResend, RejectedRowGroups, RejectedRowService, Resend};
pub use requests::{CallCommand, RejectedRows, RequestService, RequestVisibility, VisibleRequest};
pub use runs::*;
pub use saved_views::{SavedViewChange, SavedViewService};
pub use search::{KeyRefolder, SearchService, SearchUpdater};
pub use services::Services;
pub use storage::{Disk, DiskSpace, DiskView, OrganisationStorage, StorageLimits, StorageService};
pub use webhooks::*;
pub use workers::{Effort, MemoryPermit, Workers};
