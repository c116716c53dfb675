//! Task that evaluates notification rules every minute and sends due messages.
//!
//! One instance at a time creates messages, by a lease; each message is written once for its cause and hour. Every
//! instance that can send mail does so: the start of an attempt is recorded and excludes other instances.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::notification::{Cause, MailAddress, NotificationRule, Occurrence, next_due};
use orderdock_store::{
    LastMessage, NOTIFICATIONS, NewNotification, NotificationCommit, WriteMode, webhook_recipient,
};

use super::facts::EVALUATION_DELAY;
use crate::Outcome;
use crate::notifications::NotificationService;

/// Interval of the check for messages to send.
const LOOK: Duration = Duration::from_secs(2);
/// Time that a message in progress gets at shutdown.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);
/// Interval of the evaluation of rules.
const EVERY: SignedDuration = SignedDuration::from_mins(1);
/// Maximum number of messages of all rules per hour; the rest is created later.
const MAX_MESSAGES_PER_HOUR: usize = 200;
/// Age up to which the last message of a cause is searched; longer than the interval of reminders.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(48);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Retention of messages.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Task that creates and sends notifications.
pub struct Notifier {
    service: Arc<NotificationService>,
    /// Time of the last evaluation.
    looked: Option<Timestamp>,
}

/// Result of one evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NotifierRound {
    /// Whether another process creates messages.
    pub idle: bool,
    pub made: u64,
}

impl NotificationService {
    pub fn notifier(self: &Arc<Self>) -> Notifier {
        Notifier { service: self.clone(), looked: None }
    }

    /// Deletes messages older than 30 days. The server calls it periodically.
    pub async fn sweep_notifications(&self) -> Outcome<u64> {
        let before = self.clock.ago(KEPT);
        Ok(self
            .store
            .write_in_batches(WriteMode::Unlocked, 1, move |tx| tx.sweep_notifications(before))
            .await?)
    }
}

impl Notifier {
    /// Creates and sends notifications until `stop` completes.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            let look = self.look();
            tokio::pin!(look);
            tokio::select! {
                () = &mut stop => {
                    // a message that a server has accepted must be recorded, otherwise it would be sent again
                    if tokio::time::timeout(SHUTDOWN_GRACE, look).await.is_err() {
                        tracing::warn!("notification interrupted by shutdown");
                    }
                    break;
                }
                () = &mut look => {}
            }
            tokio::select! {
                () = &mut stop => break,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    async fn look(&mut self) {
        let now = self.service.clock.now();
        // the absolute age, so that a clock that was set back causes no delay
        let due = self.looked.is_none_or(|last| now.duration_since(last).abs() >= EVERY);
        if due {
            self.looked = Some(now);
            if let Err(failure) = self.make().await {
                tracing::warn!(?failure, "evaluating notification rules failed");
            }
        }
        if let Err(failure) = self.service.send_notifications().await {
            tracing::warn!(?failure, "sending notifications failed");
        }
    }

    /// Creates due messages, unless another process holds the lease.
    pub async fn make(&self) -> Outcome<NotifierRound> {
        let service = &self.service;
        let rules = service
            .store
            .read(move |tx| tx.notification_rules())
            .await?
            .into_iter()
            .map(|record| record.rule);
        let active: Vec<_> = rules.filter(|rule| rule.active_since.is_some()).collect();
        if active.is_empty() {
            return Ok(NotifierRound::default());
        }
        let own = service.instances.instance().await?;
        let Some(fence) = service.store.take_lease(NOTIFICATIONS, own).await? else {
            return Ok(NotifierRound { idle: true, made: 0 });
        };
        let now = service.clock.now();
        let at = now.checked_sub(EVALUATION_DELAY).unwrap_or(now);
        let since = at.checked_sub(REMEMBERED).unwrap_or(at);
        let last = service.store.read(move |tx| tx.last_messages(since)).await?;
        let mut messages = Vec::new();
        for rule in active {
            match self.due(&rule, &last, at).await {
                Ok(due) => messages.extend(due),
                Err(failure) => {
                    tracing::warn!(rule = %rule.id, ?failure, "evaluating a notification rule failed");
                }
            }
        }
        let reported = last.iter().filter(|one| at.duration_since(one.at) < HOUR).count();
        let left = MAX_MESSAGES_PER_HOUR.saturating_sub(reported);
        if messages.len() > left {
            tracing::warn!(left, wanted = messages.len(), "hourly limit of notifications reached");
            messages.truncate(left);
        }
        if messages.is_empty() {
            return Ok(NotifierRound::default());
        }
        let notifications = NotificationCommit { fence, messages, now };
        let rows = notifications.messages.len();
        let made = service
            .store
            .write(WriteMode::Unlocked, rows, move |tx| tx.commit_notifications(&notifications))
            .await?;
        Ok(NotifierRound { idle: false, made })
    }

    /// Returns the messages of a rule that are due at an instant.
    async fn due(
        &self,
        rule: &NotificationRule,
        last: &[LastMessage],
        at: Timestamp,
    ) -> Outcome<Vec<NewNotification>> {
        let Some(active_since) = rule.active_since.filter(|since| *since <= at) else {
            return Ok(Vec::new());
        };
        let facts = self.service.current_occurrences(rule, active_since, at).await?;
        let mut causes: BTreeMap<Cause, Vec<Occurrence>> = BTreeMap::new();
        for one in &facts.occurrences {
            causes.entry(one.cause).or_default().push(*one);
        }
        let mut messages = Vec::new();
        for (cause, occurrences) in causes {
            let last = last.iter().find(|one| one.rule == rule.id && one.cause == cause).map(|one| one.at);
            let Some(due) = next_due(rule, &occurrences, (last, active_since), (at, at)) else { continue };
            let composed = self.service.compose(rule, &due, &facts).await?;
            let webhook = rule.webhook.map(webhook_recipient);
            messages.push(NewNotification {
                rule: rule.id,
                rule_version: rule.version,
                organisation: rule.organisation,
                kind: rule.kind,
                cause,
                at,
                composed,
                recipients: rule.recipients.iter().map(MailAddress::to_string).chain(webhook).collect(),
            });
        }
        Ok(messages)
    }
}
