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
mod counts;
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
mod requests;
mod runs;
mod webhooks;
mod workers;

pub use access::{
    KnownBrowser, Login, Network, NewToken, NewUser, Password, SessionSecret, SignedIn, Usage, secrets, token,
};
pub use application::{App, Clock, Randomness};
pub use attachments::{Attached, AttachmentFiles, AttachmentPlace, EncodeAttachment, IncomingFile, Upload};
pub use candidates::{
    Answer, CandidateHistory, Encode, EncodeCancelled, Expected, ImportCommand, ImportResult, IntakeView,
    Period, ProblemGroupsView, Reference, SourceName, resolve_organisation,
};
pub use context::{Actor, OpContext, organisations_of};
pub use events::{Credential, Event, Listener, MOST_LISTENERS, MOST_LISTENERS_EACH};
pub use failure::{Failure, Outcome, status_of};
pub use feed::{After, Feed, FeedEvent, FeedQuery, LONGEST_WAIT, MOST_EVENTS, MOST_RECORDS, Records};
pub use idempotency::{Idempotency, Run, check_idempotency_key};
pub use instances::InstancesView;
pub use masterdata::{
    EncodeRecord, EncodeUpserted, Fault, LoadFailure, Loaded, MAX_FILE_BYTES, MAX_PUT_RECORDS, PutCommand,
};
pub use metrics::{ConnectionMetrics, Metrics};
pub use notifications::{
    MOST_RULES, Mail, MailFault, Mailer, Notifier, Notifying, RuleChange, RuleView, Told, Tried, TriedMessage,
};
pub use orders::{EncodeHandedOver, EncodeOrder, HandedOver, MOST_HANDED_OVER, OrderCommand, OrderResult};
pub use requests::{CallCommand, KeptRequest, Received, RefusedRows, Visible};
pub use runs::{
    DRY_RUN_SAMPLE, EDIT_SAMPLE, EditCounts, EditedCandidate, LARGEST_SELECTION, LeftGroup, PlannedEdit,
    PlannedHold, PlannedRelease, PlannedRun, PlannedUndo, RELEASE_SAMPLE, ReleasedOrder, RunCommand, RunTask,
    ScheduleChange, ScheduleView, Scheduler, SettingsChange, Stays, Tick, UndoCounts, UndoTask, Worth,
};
pub use webhooks::{
    Answered, Asked, Deliverer, DeliveryView, KEPT_OF_ANSWER, MOST_WEBHOOKS, NewWebhook, NoReceivers,
    Outgoing, OutgoingCall, Receivers, TEST_TYPE, WebhookPatch, WebhookView, WriteMessages, revealed,
};
pub use workers::{Effort, Room};

/// What the port answers, as callers of the use cases see it.
pub use orderdock_store::{
    Attempt, CandidateCounts, CandidateFilter, CandidateOrder, CandidatePage, CandidateQuery, CandidateSort,
    Candidates, ChangePlace, ChangedBy, Delivery, DeliveryQuery, Gather, HeaderPage, HeaderSummary, Instance,
    Intake, MasterdataPage, MasterdataQuery, MasterdataWindow, Message, NamedCandidate, NamedOrder,
    NamedRequest, NewInstance, Notification, NotificationQuery, OrderFilter, OrderHead, OrderHistory,
    OrderPage, OrderQuery, Position, ProblemGroup, ProblemGroupQuery, RecordChange, RequestQuery, RunRecord,
    RunResult, RunResultOutcome, Schedule, ScheduleState, Selection, Sending, StatusCounts, StoreStatistics,
    StoredRequest, TokenRecord, Total, Upserted, UserRecord, Webhook, WebhookSettings, WebhookState,
    WebhookWaiting, Window,
};
