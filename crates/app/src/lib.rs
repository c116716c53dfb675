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

pub use access::{
    KnownBrowser, Login, Network, NewToken, NewUser, Password, SessionSecret, SignedIn, Usage, secrets, token,
};
pub use application::{App, Clock, Randomness};
pub use attachments::{Attached, AttachmentFiles, AttachmentPlace, EncodeAttachment, IncomingFile, Upload};
pub use candidates::{
    CandidateHistory, Encode, EncodeCancelled, EncodeComment, Expected, ImportCommand, ImportResult,
    IntakeView, Period, ProblemGroupsView, SenderReference, SourceName, is_quiet, resolve_organisation,
    usual,
};
pub use context::{Actor, OpContext, organisations_of};
pub use events::{Credential, Listener, LiveEvent, MOST_LISTENERS, MOST_LISTENERS_EACH};
pub use failure::{Failure, Outcome, status_of};
pub use feed::{After, Feed, FeedEvent, FeedQuery, LONGEST_WAIT, MOST_EVENTS, MOST_RECORDS, Records};
pub use idempotency::{FirstAnswer, Idempotency, check_idempotency_key};
pub use instances::InstancesView;
pub use masterdata::{
    EncodeRecord, EncodeUndone, EncodeUpserted, FileFault, LoadFailure, LoadedFile, MAX_FILE_BYTES,
    MAX_PUT_RECORDS, PutCommand, UndoRecordCommand,
};
pub use metrics::{ConnectionMetrics, Metrics};
pub use notifications::{
    MOST_RULES, Mail, MailFault, Mailer, Notifier, NotifierRound, Notifying, RuleChange, RuleTrial,
    TriedMessage,
};
pub use orders::{EncodeHandedOver, EncodeOrder, HandedOver, MOST_HANDED_OVER, OrderCommand, OrderResult};
pub use received::{Answer, Received};
pub use requests::{CallCommand, KeptRequest, RefusedRows, Visible};
pub use runs::{
    DRY_RUN_SAMPLE, EDIT_SAMPLE, EditCounts, EditedCandidate, LARGEST_SELECTION, LeftGroup, OrdersWorth,
    PlannedEdit, PlannedHold, PlannedRelease, PlannedRun, PlannedUndo, RELEASE_SAMPLE, ReleasedOrder,
    RunCommand, RunTask, ScheduleChange, ScheduleView, Scheduler, SettingsChange, StayingCandidate, Stays,
    Tick, UndoCounts, UndoTask,
};
pub use saved_views::SavedViewChange;
pub use webhooks::{
    Answered, Deliverer, DeliveryView, KEPT_OF_ANSWER, MOST_WEBHOOKS, NewWebhook, NoReceivers, Outgoing,
    OutgoingCall, Receivers, RetryAfter, TEST_TYPE, WebhookPatch, WebhookView, WriteMessages, revealed,
};
pub use workers::{Effort, Room};
