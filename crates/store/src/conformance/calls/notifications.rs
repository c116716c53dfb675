//! Reads and writes of notifications, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, DataSourceId, NotificationRuleId, OrderId};
use orderdock_domain::notification::NotificationRule;

use crate::{
    DueMailDelivery, FailedRun, LastMessage, LastingState, LastingStateQuery, MailAttempt, Notification,
    NotificationCommit, NotificationQuery, RuleRecord, Store, StoreResult, UnsentNotifications, WriteMode,
};

/// Methods of [`NotificationReader`](crate::NotificationReader) and [`NotificationWriter`](crate::NotificationWriter).
pub trait NotificationCalls {
    async fn notification_rules(&self) -> StoreResult<Vec<RuleRecord>>;
    async fn create_notification_rule(&self, rule: NotificationRule, maximum: u32) -> StoreResult<()>;
    async fn change_notification_rule(&self, rule: NotificationRule) -> StoreResult<()>;
    async fn remove_notification_rule(&self, rule: NotificationRuleId) -> StoreResult<bool>;
    async fn candidates_in_error(
        &self,
        scope: WriteScope,
        query: LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>>;
    async fn orders_not_handed_over(
        &self,
        scope: WriteScope,
        query: LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>>;
    async fn excluded_in_error(
        &self,
        scope: WriteScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateId>>;
    async fn never_handed_over(&self, scope: WriteScope, orders: Vec<OrderId>) -> StoreResult<Vec<OrderId>>;
    async fn last_received(
        &self,
        scope: WriteScope,
        data_source: DataSourceId,
        before: Timestamp,
    ) -> StoreResult<Option<Timestamp>>;
    async fn runs_failed_since(
        &self,
        scope: WriteScope,
        since: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<FailedRun>>;
    async fn last_messages(&self, since: Timestamp) -> StoreResult<Vec<LastMessage>>;
    async fn commit_notifications(&self, notifications: NotificationCommit) -> StoreResult<u64>;
    async fn due_sendings(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DueMailDelivery>>;
    async fn begin_sending(&self, sending: DueMailDelivery, until: Timestamp) -> StoreResult<bool>;
    async fn record_mail_attempt(&self, tried: MailAttempt) -> StoreResult<()>;
    async fn unsent_notifications(&self, failed_since: Timestamp) -> StoreResult<UnsentNotifications>;
    async fn notifications(&self, query: NotificationQuery) -> StoreResult<Vec<Notification>>;
    async fn sweep_notifications(&self, before: Timestamp) -> StoreResult<u64>;
}

impl NotificationCalls for dyn Store {
    async fn notification_rules(&self) -> StoreResult<Vec<RuleRecord>> {
        self.read(move |tx| tx.notification_rules()).await
    }

    async fn create_notification_rule(&self, rule: NotificationRule, maximum: u32) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.create_notification_rule(&rule, maximum)).await
    }

    async fn change_notification_rule(&self, rule: NotificationRule) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.change_notification_rule(&rule)).await
    }

    async fn remove_notification_rule(&self, rule: NotificationRuleId) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.remove_notification_rule(rule)).await
    }

    async fn candidates_in_error(
        &self,
        scope: WriteScope,
        query: LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>> {
        self.read(move |tx| tx.candidates_in_error(&scope, &query)).await
    }

    async fn orders_not_handed_over(
        &self,
        scope: WriteScope,
        query: LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>> {
        self.read(move |tx| tx.orders_not_handed_over(&scope, &query)).await
    }

    async fn excluded_in_error(
        &self,
        scope: WriteScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateId>> {
        self.read(move |tx| tx.excluded_in_error(&scope, &candidates)).await
    }

    async fn never_handed_over(&self, scope: WriteScope, orders: Vec<OrderId>) -> StoreResult<Vec<OrderId>> {
        self.read(move |tx| tx.never_handed_over(&scope, &orders)).await
    }

    async fn last_received(
        &self,
        scope: WriteScope,
        data_source: DataSourceId,
        before: Timestamp,
    ) -> StoreResult<Option<Timestamp>> {
        self.read(move |tx| tx.last_received(&scope, data_source, before)).await
    }

    async fn runs_failed_since(
        &self,
        scope: WriteScope,
        since: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<FailedRun>> {
        self.read(move |tx| tx.runs_failed_since(&scope, since, limit)).await
    }

    async fn last_messages(&self, since: Timestamp) -> StoreResult<Vec<LastMessage>> {
        self.read(move |tx| tx.last_messages(since)).await
    }

    async fn commit_notifications(&self, notifications: NotificationCommit) -> StoreResult<u64> {
        let rows = notifications.messages.len();
        self.write(WriteMode::Unlocked, rows, move |tx| tx.commit_notifications(&notifications)).await
    }

    async fn due_sendings(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DueMailDelivery>> {
        self.read(move |tx| tx.due_sendings(now, limit)).await
    }

    async fn begin_sending(&self, sending: DueMailDelivery, until: Timestamp) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.begin_sending(&sending, until)).await
    }

    async fn record_mail_attempt(&self, tried: MailAttempt) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.record_mail_attempt(&tried)).await
    }

    async fn unsent_notifications(&self, failed_since: Timestamp) -> StoreResult<UnsentNotifications> {
        self.read(move |tx| tx.unsent_notifications(failed_since)).await
    }

    async fn notifications(&self, query: NotificationQuery) -> StoreResult<Vec<Notification>> {
        self.read(move |tx| tx.notifications(&query)).await
    }

    async fn sweep_notifications(&self, before: Timestamp) -> StoreResult<u64> {
        self.write_in_batches(WriteMode::Unlocked, 1, move |tx| tx.sweep_notifications(before)).await
    }
}
