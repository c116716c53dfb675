//! Notification rules, the facts that they observe, and their messages.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, DataSourceId, NotificationRuleId, OrderId};
use orderdock_domain::notification::NotificationRule;

use crate::{
    DueMailDelivery, FailedRun, LastMessage, LastingState, LastingStateQuery, MailAttempt, Notification,
    NotificationCommit, NotificationQuery, RuleRecord, StoreResult, UnsentNotifications,
};

/// Reads for notifications. Rules belong to administrators; the use case decides which ones a caller sees.
pub trait NotificationReader {
    /// Returns all rules, ordered by id.
    fn notification_rules(&self) -> StoreResult<Vec<RuleRecord>>;

    /// Returns candidates that have been in error since the instant of the query or earlier.
    fn candidates_in_error(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>>;

    /// Returns orders whose transfer to a receiver is expected but not confirmed.
    fn orders_not_handed_over(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>>;

    /// Returns the given candidates that were in error when they were excluded.
    fn excluded_in_error(
        &self,
        scope: &WriteScope,
        candidates: &[CandidateId],
    ) -> StoreResult<Vec<CandidateId>>;

    /// Returns the given orders that were never transferred.
    fn never_handed_over(&self, scope: &WriteScope, orders: &[OrderId]) -> StoreResult<Vec<OrderId>>;

    /// Returns the time of the last candidate of a data source before an instant.
    fn last_received(
        &self,
        scope: &WriteScope,
        data_source: DataSourceId,
        before: Timestamp,
    ) -> StoreResult<Option<Timestamp>>;

    /// Returns runs that failed since an instant and contain only candidates of the scope, oldest first, at most `limit`.
    fn runs_failed_since(
        &self,
        scope: &WriteScope,
        since: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<FailedRun>>;

    /// Returns the time of the last message per rule and cause, if it was after an instant.
    fn last_messages(&self, since: Timestamp) -> StoreResult<Vec<LastMessage>>;

    /// Returns messages whose next attempt is due, longest waiting first.
    fn due_sendings(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DueMailDelivery>>;

    /// Counts deliveries that were not sent; failed ones of messages since an instant.
    fn unsent_notifications(&self, failed_since: Timestamp) -> StoreResult<UnsentNotifications>;

    /// Returns messages, newest first.
    fn notifications(&self, query: &NotificationQuery) -> StoreResult<Vec<Notification>>;
}

/// Writes of notification rules and messages.
pub trait NotificationWriter: NotificationReader {
    /// Creates a rule; `Conflict` if `maximum` rules exist.
    fn create_notification_rule(&self, rule: &NotificationRule, maximum: u32) -> StoreResult<()>;

    /// Replaces a rule and increments its version; `Conflict` if the stored version differs or the rule was removed.
    fn change_notification_rule(&self, rule: &NotificationRule) -> StoreResult<()>;

    /// Removes a rule; its messages are kept and still sent. Returns `false` if it does not exist.
    fn remove_notification_rule(&self, rule: NotificationRuleId) -> StoreResult<bool>;

    /// Stores messages that are due now and returns their number. Skips messages whose rule was changed or removed, or
    /// has reported the same cause within the last hour. `TakenOver` if the fencing token of the lease
    /// [`NOTIFICATIONS`](crate::NOTIFICATIONS) is not the current one.
    fn commit_notifications(&self, commit: &NotificationCommit) -> StoreResult<u64>;

    /// Claims a delivery until an instant. Returns `false` if another instance has claimed it.
    fn begin_sending(&self, sending: &DueMailDelivery, until: Timestamp) -> StoreResult<bool>;

    /// Records the outcome of an attempt.
    fn record_mail_attempt(&self, tried: &MailAttempt) -> StoreResult<()>;

    /// Removes some messages older than an instant. Returns their number; 0 if none is left.
    fn sweep_notifications(&self, before: Timestamp) -> StoreResult<u64>;
}
