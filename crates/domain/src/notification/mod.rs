//! Notifications by mail and webhook: rules, due messages and their text.
//!
//! Conditions such as a candidate in error or a failed run become occurrences with a cause. A pure function derives due
//! messages from occurrences. It is also used for past days, so that a trial shows the messages that a rule would have
//! sent.

mod due;
mod line_figures;
mod message;
mod templates;
mod window;

pub use due::{
    Cause, ConditionChange, ConditionPeriod, DueMessage, Occurrence, Silence, condition_periods, messages_in,
    next_due, silences, unconfirmed_ends,
};
pub use line_figures::{HoldSummary, LineFigures};
pub use message::{ComposedMessage, MessageBuilder, MessageItem};
pub use window::{NotificationWindow, Weekdays};

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::candidate::string_enum;
use crate::event::EventType;
use crate::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};
use crate::problem::Language;

string_enum! {
    /// Condition that a rule monitors.
    NotificationKind {
        CandidatesInError "candidates-in-error"
        CandidatesRejected "candidates-rejected"
        CandidatesOnHold "candidates-on-hold"
        ReferencesUnresolved "references-unresolved"
        SourceSilent "source-silent"
        RunFailed "run-failed"
        WebhookPaused "webhook-paused"
        OrderNotHandedOver "order-not-handed-over"
    }

    /// Delivery status of a message to one recipient.
    NotificationStatus { Waiting "waiting" Sent "sent" Failed "failed" }

    /// Unit of the threshold of a rule, by the name of its JSON member.
    ThresholdUnit { Minutes "minutes" Hours "hours" }
}

impl NotificationKind {
    /// Returns whether the condition has a duration. Such a condition is reported again after 24 hours.
    pub fn lasts(self) -> bool {
        self != Self::RunFailed
    }

    /// Returns the unit of the threshold; `None` if the kind has no threshold.
    pub fn unit(self) -> Option<ThresholdUnit> {
        match self {
            Self::CandidatesInError
            | Self::CandidatesRejected
            | Self::CandidatesOnHold
            | Self::ReferencesUnresolved => Some(ThresholdUnit::Minutes),
            Self::SourceSilent | Self::OrderNotHandedOver => Some(ThresholdUnit::Hours),
            Self::RunFailed | Self::WebhookPaused => None,
        }
    }

    /// Returns whether an event of this type starts the condition.
    pub fn begins(self, event: EventType, in_error: bool) -> bool {
        match self {
            Self::CandidatesInError => match event {
                EventType::CandidateError => true,
                EventType::CandidateReceived | EventType::CandidateReactivated => in_error,
                _ => false,
            },
            Self::OrderNotHandedOver => event == EventType::OrderCompleted,
            Self::SourceSilent => event == EventType::CandidateReceived,
            Self::CandidatesRejected
            | Self::CandidatesOnHold
            | Self::ReferencesUnresolved
            | Self::RunFailed
            | Self::WebhookPaused => false,
        }
    }

    /// Returns whether an event of this type that ends the condition implies that it had started. An excluded candidate may
    /// never have been in error, and a voided order may have been handed over.
    pub fn surely_ends(self, event: EventType) -> bool {
        matches!(
            (self, event),
            (Self::CandidatesInError, EventType::CandidateReady)
                | (Self::OrderNotHandedOver, EventType::OrderHandedOver)
        )
    }

    /// Returns whether an event of this type ends the condition.
    pub fn ends(self, event: EventType) -> bool {
        match self {
            Self::CandidatesInError => {
                matches!(event, EventType::CandidateReady | EventType::CandidateInactive)
            }
            Self::OrderNotHandedOver => matches!(event, EventType::OrderHandedOver | EventType::OrderVoided),
            Self::CandidatesRejected
            | Self::CandidatesOnHold
            | Self::ReferencesUnresolved
            | Self::SourceSilent
            | Self::RunFailed
            | Self::WebhookPaused => false,
        }
    }
}

impl ThresholdUnit {
    pub fn minutes(self) -> i64 {
        match self {
            Self::Minutes => 1,
            Self::Hours => 60,
        }
    }
}

/// Maximum threshold in minutes: one week.
pub const MAX_THRESHOLD_MINUTES: i64 = 7 * 24 * 60;
/// Maximum number of recipients of a rule.
pub const MAX_RECIPIENTS: usize = 20;

/// Notification rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationRule {
    pub id: NotificationRuleId,
    pub version: i64,
    /// Organisation whose data the rule covers; `None` for all.
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    /// Minimum duration of a condition in minutes before the rule reports it.
    pub threshold_minutes: i64,
    pub data_source: Option<DataSourceId>,
    /// Weekdays and hours in which the rule sends messages.
    pub window: NotificationWindow,
    pub language: Language,
    pub recipients: Vec<MailAddress>,
    /// Webhook that is notified in addition to the recipients.
    pub webhook: Option<WebhookId>,
    /// Time of activation; `None` while the rule is inactive.
    pub active_since: Option<Timestamp>,
    pub created_at: Timestamp,
    pub created_by: String,
}

impl NotificationRule {
    /// Id of a rule that is not stored, for example in a trial.
    pub const UNSTORED: NotificationRuleId = NotificationRuleId(0);

    pub fn threshold(&self) -> SignedDuration {
        SignedDuration::from_mins(self.threshold_minutes)
    }
}

/// Mail address of a sender or recipient. Consists of printable ASCII characters only, which prevents header injection.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MailAddress(String);

impl MailAddress {
    const MAX_LENGTH: usize = 254;
    const MAX_LOCAL_LENGTH: usize = 64;

    /// Parses `name@host` without display name, quotes and comments.
    pub fn parse(text: &str) -> Option<Self> {
        let (local, host) = text.rsplit_once('@')?;
        let atom = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
        };
        let label = |part: &str| {
            !part.is_empty()
                && part.len() <= 63
                && !part.starts_with('-')
                && !part.ends_with('-')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let right = text.len() <= Self::MAX_LENGTH
            && local.len() <= Self::MAX_LOCAL_LENGTH
            && local.split('.').all(atom)
            && host.split('.').all(label);
        right.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_address_needs_one_mailbox_and_one_host() {
        for right in ["anna@shop.example", "a.b+c@localhost", "o'neil@x-y.example", "{x}@shop.example"] {
            assert_eq!(MailAddress::parse(right).unwrap().to_string(), right);
        }
        let long = format!("{}@shop.example", "a".repeat(65));
        for wrong in [
            "",
            "anna",
            "@shop.example",
            "anna@",
            "anna@shop..example",
            ".anna@shop.example",
            "anna..b@shop.example",
            "anna b@shop.example",
            "Anna <anna@shop.example>",
            "\"anna\"@shop.example",
            "anna@shop.example\r\nBcc: all@shop.example",
            "anna@shop.example\n",
            "anna@-shop.example",
            "änna@shop.example",
            "anna@süd.example",
            "anna@berta@shop.example",
            "anna@[127.0.0.1]",
            "anna,berta@shop.example",
            &long,
        ] {
            assert_eq!(MailAddress::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn no_event_both_begins_and_ends_a_condition() {
        for kind in NotificationKind::ALL {
            for event in EventType::ALL {
                assert!(!(kind.begins(*event, true) && kind.ends(*event)), "{kind:?} {event:?}");
            }
        }
    }
}
