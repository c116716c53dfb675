//! The use cases of Orderdock, shared by HTTP, command line, browser and scheduler.
//!
//! Every use case takes an [`OpContext`] first: who asks, what they may do, whose records they see, and when.

mod access;
mod application;
mod attachments;
mod blocking;
mod bodies;
mod candidates;
mod context;
mod events;
mod failure;
mod feed;
mod idempotency;
mod ids;
mod instances;
mod locked;
mod lookups;
mod masterdata;
mod metrics;
mod notifications;
mod orders;
mod overtaken;
mod rate_limit;
mod received;
mod requests;
mod runs;
mod saved_views;
mod webhooks;
mod workers;

pub use access::*;
pub use application::{App, Clock, Randomness};
pub use attachments::*;
pub use candidates::*;
pub use context::{Actor, OpContext, organisations_of};
pub use events::{Credential, Listener, LiveEvent, MOST_LISTENERS, MOST_LISTENERS_EACH};
pub use failure::{Failure, Outcome, status_of};
pub use feed::{After, Feed, FeedEvent, FeedQuery, LONGEST_WAIT, MOST_EVENTS, MOST_RECORDS, Records};
pub use idempotency::{FirstAnswer, Idempotency, check_idempotency_key};
pub use instances::InstancesView;
pub use masterdata::*;
pub use metrics::{ConnectionMetrics, Metrics};
pub use notifications::*;
pub use orders::*;
pub use received::{Answer, EncodeBody, Received};
pub use requests::{CallCommand, KeptRequest, RefusedRows, Visible};
pub use runs::*;
pub use saved_views::SavedViewChange;
pub use webhooks::*;
pub use workers::{Effort, Room};
