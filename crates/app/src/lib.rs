//! The use cases of Orderdock, shared by HTTP, command line, browser and scheduler.
//!
//! Every use case takes an [`OpContext`] first: who asks, what they may do, whose records they see, and when.

mod application;
mod authenticate;
mod context;
mod failure;
mod find_candidates;
mod idempotency;
mod import_candidates;
mod masterdata;
mod metrics;
mod requests;
pub mod token;
mod tokens;

pub use application::{App, Clock, Randomness};
pub use context::{Actor, OpContext};
pub use failure::{Failure, Outcome, status_of};
pub use find_candidates::{SourceName, resolve_organisation};
pub use idempotency::{Idempotency, Run};
pub use import_candidates::{Answer, Encode, ImportCommand, ImportResult};
pub use masterdata::{Fault, LoadFailure, Loaded, MAX_FILE_BYTES};
pub use metrics::Metrics;
pub use requests::{KeptRequest, Received};
pub use tokens::NewToken;

/// What the port answers, as callers of the use cases see it.
pub use orderdock_store::{
    CandidateFilter, CandidatePage, CandidateQuery, CandidateSort, Candidates, Position, StoreStatistics,
    StoredRequest, TokenRecord, Total, Window,
};
