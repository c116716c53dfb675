//! Import, search and correction of candidates.

use std::sync::Arc;

use orderdock_store::Store;

use crate::clock::Clock;
use crate::idempotency::IdempotencyService;
use crate::planned_write::PlannedWrites;
use crate::requests::RequestService;
use crate::workers::Workers;
mod attention;
mod batch;
mod correct;
mod day;
mod find;
mod import;
mod intake;
mod missing_records;
mod named_order;
mod problem_groups;
mod reference_suggestions;
mod resolve;
mod similar_codes;
mod suggested_fixes;

pub(crate) use batch::Batches;
pub use correct::{CandidateHistory, CandidateHistoryChange, ExpectedVersion, SenderReference};
pub use day::{is_quiet, usual};
pub(crate) use find::sent_id;
pub use find::{SourceName, resolve_organisation};
pub use import::{Encode, ImportCommand, ImportResult, ImportService};
pub use intake::{IntakeView, Period};
pub(crate) use named_order::{ambiguous_orders, without_system_first};
pub use problem_groups::ProblemGroupsView;
pub use reference_suggestions::{ReferenceSuggestion, SuggestionReason};
pub use resolve::{ReferenceResolver, ResolverRound};
pub(crate) use resolve::{chosen_partners, record_keys};

/// Service that finds, corrects and cancels candidates, and computes the figures of the order desk.
pub struct CandidateService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) workers: Arc<Workers>,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) requests: Arc<RequestService>,
    pub(crate) writes: Arc<PlannedWrites>,
}
