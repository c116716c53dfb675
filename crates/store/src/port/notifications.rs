//! Notifying people.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, DataSourceId, NotificationRuleId, OrderId};
use orderdock_domain::notification::NotificationRule;

use crate::{
    DueSending, FailedRun, LastTold, LongStanding, Notification, NotificationCommit, NotificationQuery,
    RuleRecord, SendingTried, StandingQuery, StoreResult,
};

/// Notification rules, what they look at, and the messages that they made. Rules belong to administrators: the use case says
/// whose they see. Messages are made with the fence of the lease [`NOTIFICATIONS`](crate::NOTIFICATIONS).
#[async_trait]
pub trait NotificationStore: Send + Sync + 'static {
    /// In the order of their ids.
    async fn notification_rules(&self) -> StoreResult<Vec<RuleRecord>>;

    /// A new one; Conflict if there are `most` of them.
    async fn create_notification_rule(&self, rule: NotificationRule, most: u32) -> StoreResult<()>;

    /// Writes one over, with the next version; Conflict if it has another version by now, or is gone.
    async fn change_notification_rule(&self, rule: NotificationRule) -> StoreResult<()>;

    /// `false` if there is no such one. What it made stays, and is sent.
    async fn remove_notification_rule(&self, rule: NotificationRuleId) -> StoreResult<bool>;

    /// Candidates that are in error.
    async fn candidates_in_error(
        &self,
        scope: WriteScope,
        query: StandingQuery,
    ) -> StoreResult<Vec<LongStanding>>;

    /// Orders that nobody has, where one is expected to hand them over.
    async fn orders_not_handed_over(
        &self,
        scope: WriteScope,
        query: StandingQuery,
    ) -> StoreResult<Vec<LongStanding>>;

    /// Of candidates that became inactive those that were in error until then.
    async fn excluded_in_error(
        &self,
        scope: WriteScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateId>>;

    /// Of orders those that nobody has been handed over.
    async fn never_handed_over(&self, scope: WriteScope, orders: Vec<OrderId>) -> StoreResult<Vec<OrderId>>;

    /// When the last candidate came of a data source, before an instant.
    async fn last_received(
        &self,
        scope: WriteScope,
        data_source: DataSourceId,
        before: Timestamp,
    ) -> StoreResult<Option<Timestamp>>;

    /// Runs that have failed since then and take candidates of the scope alone, oldest first, at most `limit`.
    async fn runs_failed_since(
        &self,
        scope: WriteScope,
        since: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<FailedRun>>;

    /// When each rule told of each cause last, as far as that was since an instant.
    async fn last_told(&self, since: Timestamp) -> StoreResult<Vec<LastTold>>;

    /// Writes messages, to be sent at once; those are left out whose rule has another version by now, or is gone, or has told
    /// of the cause within the hour. Tells how many were written; `TakenOver` if somebody else leads.
    async fn commit_notifications(&self, commit: NotificationCommit) -> StoreResult<u64>;

    /// Those whose attempt is due, the longest waiting first.
    async fn due_sendings(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DueSending>>;

    /// Begins an attempt that nobody else begins until an instant; `false` if somebody else has begun it.
    async fn begin_sending(&self, sending: DueSending, until: Timestamp) -> StoreResult<bool>;

    /// Writes what an attempt came to.
    async fn note_sending(&self, tried: SendingTried) -> StoreResult<()>;

    /// Newest first.
    async fn notifications(&self, query: NotificationQuery) -> StoreResult<Vec<Notification>>;

    /// Removes messages older than an instant, in small pieces; tells how many.
    async fn sweep_notifications(&self, before: Timestamp) -> StoreResult<u64>;
}
