//! Sends messages to each recipient separately; retries failures with growing pauses.

use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::cast;
use orderdock_domain::ids::WebhookId;
use orderdock_domain::notification::{ComposedMessage, MailAddress, NotificationStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_store::{
    DueMailDelivery, MailAttempt, NewDelivery, StoreError, WebhookMessage, WriteMode, recipient_webhook,
};

use super::NotificationConfig;
use crate::Outcome;
use crate::notifications::NotificationService;

/// Event type for webhooks.
const RAISED: &str = "orderdock.notification.raised";
/// Messages that are loaded with one query.
const AT_ONCE: u32 = 50;
/// Timeout of an attempt, regardless of the mail server.
const MAX_ATTEMPT_DURATION: Duration = Duration::from_mins(1);
/// Age from which an attempt without a result is abandoned: its process has died.
const EXPIRES_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// Minutes until the next attempt, by number of failures; the last value applies to all further ones.
const PAUSES: [i64; 6] = [1, 2, 5, 15, 30, 60];
/// Age from which an unsent message fails, because it is outdated.
const FAILED_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// Maximum number of stored characters of an error.
const MAX_ERROR_LENGTH: usize = 500;

/// A message to one mailbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    pub to: MailAddress,
    /// Message id, equal for all attempts, so that mailboxes detect duplicates.
    pub id: String,
    pub composed: ComposedMessage,
}

/// Failure to send a mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailFault {
    /// Reason in English; our own ones are translated for the reader.
    pub message: String,
    /// Whether the server failed, so that other mails need not be tried now.
    pub of_server: bool,
}

/// Mail client.
pub trait Mailer: Send + Sync + 'static {
    /// Sends a mail; returns when the server has accepted it.
    fn send(&self, mail: Mail) -> BoxFuture<'_, Result<(), MailFault>>;
}

impl NotificationService {
    /// Sets the configuration, once, before the first message.
    pub fn notify_by(&self, notifying: NotificationConfig) {
        if self.notifying.set(notifying).is_err() {
            tracing::warn!("notification transport configured twice");
        }
    }

    pub(crate) fn notifying(&self) -> &NotificationConfig {
        self.notifying.get_or_init(NotificationConfig::default)
    }

    /// Returns whether this process can send mail.
    pub fn sends_mail(&self) -> bool {
        self.notifying().mailer.is_some()
    }

    /// Tries to send due messages. Returns how many were sent.
    pub async fn send_notifications(&self) -> Outcome<u32> {
        let now = self.clock.now();
        let due = self.store.read(move |tx| tx.due_sendings(now, AT_ONCE)).await?;
        let (mut sent, mut reachable) = (0, true);
        for sending in due {
            let is_mail = recipient_webhook(&sending.recipient).is_none();
            if is_mail && (!reachable || !self.handles(&sending)) {
                continue;
            }
            let until = self.clock.now().checked_add(EXPIRES_AFTER).unwrap_or(Timestamp::MAX);
            let claimed = sending.clone();
            if !self.store.write(WriteMode::Unlocked, 1, move |tx| tx.begin_sending(&claimed, until)).await? {
                continue;
            }
            let outcome = self.try_to_send(&sending).await;
            reachable = reachable && !outcome.as_ref().is_err_and(|fault| fault.of_server);
            sent += u32::from(outcome.is_ok());
            let tried = tried(&sending, outcome, self.clock.now());
            self.store.write(WriteMode::Unlocked, 1, move |tx| tx.record_mail_attempt(&tried)).await?;
        }
        Ok(sent)
    }

    /// Returns whether this process handles a message. Without a mail server it only handles those that have failed for
    /// a day.
    fn handles(&self, sending: &DueMailDelivery) -> bool {
        self.sends_mail() || self.clock.now().duration_since(sending.at) >= FAILED_AFTER
    }

    async fn try_to_send(&self, sending: &DueMailDelivery) -> Result<(), MailFault> {
        if let Some(webhook) = recipient_webhook(&sending.recipient) {
            return self.hand_to_webhook(webhook, sending).await;
        }
        let Some(mailer) = self.notifying().mailer.clone() else {
            return Err(fault(Phrase::NoMailServer));
        };
        let Some(to) = MailAddress::parse(&sending.recipient) else {
            return Err(fault(Phrase::NoMailAddress));
        };
        let id = format!("{}.{}.{}", sending.message, sending.position, sending.at.as_microsecond());
        let mail = Mail { to, id, composed: sending.composed.clone() };
        let sent = tokio::time::timeout(MAX_ATTEMPT_DURATION, mailer.send(mail)).await;
        sent.unwrap_or_else(|_| {
            let message =
                Phrase::MailServerSlow.format_stored(&[&MAX_ATTEMPT_DURATION.as_secs().to_string()]);
            Err(MailFault { message, of_server: true })
        })
    }

    /// Queues a message as a delivery of a webhook, which retries it. The id is equal for all attempts.
    async fn hand_to_webhook(&self, id: WebhookId, sending: &DueMailDelivery) -> Result<(), MailFault> {
        let unwritten = |error: StoreError| MailFault { message: error.to_string(), of_server: false };
        let webhooks = self.store.read(|tx| tx.webhooks()).await.map_err(unwritten)?;
        let Some(webhook) = webhooks.into_iter().find(|webhook| webhook.id == id) else {
            return Err(fault(Phrase::NoSuchWebhook));
        };
        // the webhook may belong to another organisation since
        if webhook.settings.organisation.is_some_and(|own| sending.organisation != Some(own)) {
            return Err(fault(Phrase::WebhookOfAnother));
        }
        let message = WebhookMessage::Own {
            id: format!("notification-{}", sending.message),
            event_type: RAISED.to_owned(),
            subject: Some(format!("/api/notification-rules/{}", sending.rule)),
            data: sending.data(),
            at: sending.at,
        };
        let delivery = NewDelivery { sequence: message.id(), message, manual: false };
        let now = self.clock.now();
        let queued = self
            .store
            .write(WriteMode::Unlocked, 2, move |tx| tx.queue_delivery(id, &delivery, now))
            .await
            .map_err(unwritten)?;
        queued.map(|_| ()).ok_or_else(|| fault(Phrase::NoSuchWebhook))
    }
}

fn fault(message: Phrase) -> MailFault {
    MailFault { message: message.english().to_owned(), of_server: false }
}

fn tried(sending: &DueMailDelivery, outcome: Result<(), MailFault>, now: Timestamp) -> MailAttempt {
    let attempt = sending.attempts + 1;
    let again = now.checked_add(pause(attempt)).unwrap_or(Timestamp::MAX);
    let too_late = again.duration_since(sending.at) >= FAILED_AFTER;
    let (status, next_attempt_at) = match &outcome {
        Ok(()) => (NotificationStatus::Sent, None),
        Err(_) if too_late => (NotificationStatus::Failed, None),
        Err(_) => (NotificationStatus::Waiting, Some(again)),
    };
    let error = outcome.err().map(|fault| fault.message.chars().take(MAX_ERROR_LENGTH).collect::<String>());
    if let Some(error) = &error {
        tracing::warn!(message_id = %sending.message, attempt, error, "sending a notification failed");
    }
    MailAttempt {
        message: sending.message,
        position: sending.position,
        attempt,
        status,
        next_attempt_at,
        sent_at: error.is_none().then_some(now),
        error,
    }
}

/// Returns the pause after a number of failed attempts.
fn pause(attempts: u32) -> SignedDuration {
    let index = cast::<usize>(attempts.saturating_sub(1));
    SignedDuration::from_mins(PAUSES.get(index).or(PAUSES.last()).copied().unwrap_or(60))
}

#[cfg(test)]
mod tests {
    use orderdock_domain::ids::{NotificationMessageId, NotificationRuleId};
    use orderdock_domain::notification::NotificationKind;

    use super::*;

    #[test]
    fn message_is_retried_for_a_day_with_backoff() {
        let at: Timestamp = "2026-11-20T12:00:00Z".parse().unwrap();
        let mut sending = DueMailDelivery {
            message: NotificationMessageId(1),
            position: 0,
            recipient: "anna@shop.example".to_owned(),
            rule: NotificationRuleId(1),
            kind: NotificationKind::RunFailed,
            organisation: None,
            at,
            composed: ComposedMessage { subject: String::new(), text: String::new() },
            attempts: 0,
        };
        let (mut now, mut pauses) = (at, Vec::new());
        loop {
            let tried = tried(&sending, Err(fault(Phrase::NoMailServer)), now);
            assert_eq!(
                (tried.attempt, tried.sent_at, tried.error.as_deref()),
                (sending.attempts + 1, None, Some("no mail server is configured"))
            );
            sending.attempts += 1;
            let Some(next) = tried.next_attempt_at else {
                assert_eq!(tried.status, NotificationStatus::Failed);
                break;
            };
            assert_eq!(tried.status, NotificationStatus::Waiting);
            pauses.push(next.duration_since(now).as_secs() / 60);
            now = next;
        }
        assert_eq!(pauses[..7], [1, 2, 5, 15, 30, 60, 60]);
        assert!(now.duration_since(at) > SignedDuration::from_hours(22), "{now}");
        let sent = tried(&sending, Ok(()), now);
        assert_eq!((sent.status, sent.sent_at, sent.error), (NotificationStatus::Sent, Some(now), None));
    }
}
