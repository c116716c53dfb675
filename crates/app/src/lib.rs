//! The use cases of Orderdock, shared by HTTP, command line, browser and scheduler.
//!
//! Every use case takes an [`OpContext`] first: who asks, what they may do, whose records they see, and when.

mod application;
mod attachments;
mod attempts;
mod authenticate;
mod blocking;
mod context;
mod correct_candidates;
mod create_order;
mod edit_candidates;
mod events;
mod failure;
mod find_candidates;
mod find_orders;
mod idempotency;
mod import_candidates;
mod intake;
mod lookups;
mod masterdata;
mod metrics;
mod patience;
mod process_candidates;
mod requests;
mod runs;
mod scheduler;
mod session_secret;
mod sessions;
mod settings;
pub mod token;
mod tokens;
mod users;
mod void_order;

pub use application::{App, Clock, Randomness};
pub use attachments::{Attached, AttachmentFiles, AttachmentPlace, EncodeAttachment, IncomingFile, Upload};
pub use context::{Actor, OpContext, organisations_of};
pub use correct_candidates::{CandidateHistory, EncodeCancelled, Expected, Reference};
pub use create_order::{EncodeOrder, OrderCommand, OrderResult};
pub use edit_candidates::{EDIT_SAMPLE, EditCounts, EditedCandidate, PlannedEdit};
pub use events::{Credential, Event, Listener, MOST_LISTENERS, MOST_LISTENERS_EACH};
pub use failure::{Failure, Outcome, status_of};
pub use find_candidates::{SourceName, resolve_organisation};
pub use idempotency::{Idempotency, Run};
pub use import_candidates::{Answer, Encode, ImportCommand, ImportResult};
pub use intake::{IntakeView, Period};
pub use masterdata::{
    EncodeRecord, EncodeUpserted, Fault, LoadFailure, Loaded, MAX_FILE_BYTES, MAX_PUT_RECORDS, PutCommand,
};
pub use metrics::Metrics;
pub use process_candidates::{LARGEST_DRY_RUN, LARGEST_SELECTION, PlannedRun};
pub use requests::{CallCommand, KeptRequest, Received};
pub use runs::{RunCommand, RunTask};
pub use scheduler::{Scheduler, Tick};
pub use session_secret::SessionSecret;
pub use sessions::{SignedIn, Usage};
pub use settings::{ScheduleChange, ScheduleView, SettingsChange};
pub use tokens::NewToken;
pub use users::{NewUser, Password};

/// What the port answers, as callers of the use cases see it.
pub use orderdock_store::{
    BULK_PATH, CandidateCounts, CandidateFilter, CandidateOrder, CandidatePage, CandidateQuery,
    CandidateSort, Candidates, ChangePlace, ChangedBy, Gather, Intake, MasterdataPage, MasterdataQuery,
    MasterdataWindow, OrderFilter, OrderHead, OrderPage, OrderQuery, Position, RecordChange, RequestQuery,
    RunRecord, RunResult, RunResultOutcome, Schedule, ScheduleState, Selection, StatusCounts,
    StoreStatistics, StoredRequest, TokenRecord, Total, Upserted, UserRecord, Window,
};
