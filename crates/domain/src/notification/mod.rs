//! Notifying people: rules about what they want to know, when a message is due, and its words.
//!
//! What is there is seen as occurrences, each of a cause: a candidate that has been in error for too long, a run that failed.
//! Which message follows from them is a pure function, the same for what happens now and for the days behind us: what was
//! tried is what is sent.

mod due;
mod message;
mod window;
mod words;

pub use due::{
    Cause, Due, Lasting, Occurrence, Silence, StateChange, lasting_of, next_due, silences, told_in,
    unsure_ends,
};
pub use message::{Composed, MessageItem, Telling};
pub use window::{NotificationWindow, Weekdays};

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::candidate::words;
use crate::event::EventType;
use crate::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};
use crate::problem::Language;

words! {
    /// What a rule looks at.
    NotificationKind {
        CandidatesInError "candidates-in-error"
        SourceSilent "source-silent"
        RunFailed "run-failed"
        WebhookPaused "webhook-paused"
        OrderNotHandedOver "order-not-handed-over"
    }

    /// What became of a message to one of its recipients.
    NotificationStatus { Waiting "waiting" Sent "sent" Failed "failed" }

    /// In what the patience of a rule is said, by the name of the member.
    PatienceUnit { Minutes "minutes" Hours "hours" }
}

impl NotificationKind {
    /// Whether what it tells of goes on until something ends it: then it has another message after a day.
    pub fn lasts(self) -> bool {
        self != Self::RunFailed
    }

    /// In what its patience is said; nothing where it has none.
    pub fn unit(self) -> Option<PatienceUnit> {
        match self {
            Self::CandidatesInError => Some(PatienceUnit::Minutes),
            Self::SourceSilent | Self::OrderNotHandedOver => Some(PatienceUnit::Hours),
            Self::RunFailed | Self::WebhookPaused => None,
        }
    }

    /// Whether an event of this type begins what a rule of this kind tells of.
    pub fn begins(self, event: EventType, in_error: bool) -> bool {
        match self {
            Self::CandidatesInError => match event {
                EventType::CandidateError => true,
                EventType::CandidateReceived | EventType::CandidateReactivated => in_error,
                _ => false,
            },
            Self::OrderNotHandedOver => event == EventType::OrderCompleted,
            Self::SourceSilent => event == EventType::CandidateReceived,
            Self::RunFailed | Self::WebhookPaused => false,
        }
    }

    /// Whether an event of this type happens only to records of which a rule of this kind tells. An excluded candidate may
    /// never have been in error, a voided order may have been handed over.
    pub fn surely_ends(self, event: EventType) -> bool {
        matches!(
            (self, event),
            (Self::CandidatesInError, EventType::CandidateReady)
                | (Self::OrderNotHandedOver, EventType::OrderHandedOver)
        )
    }

    /// Whether an event of this type ends it.
    pub fn ends(self, event: EventType) -> bool {
        match self {
            Self::CandidatesInError => {
                matches!(event, EventType::CandidateReady | EventType::CandidateInactive)
            }
            Self::OrderNotHandedOver => matches!(event, EventType::OrderHandedOver | EventType::OrderVoided),
            Self::SourceSilent | Self::RunFailed | Self::WebhookPaused => false,
        }
    }
}

impl PatienceUnit {
    pub fn minutes(self) -> i64 {
        match self {
            Self::Minutes => 1,
            Self::Hours => 60,
        }
    }
}

/// A week: who looks at things less often needs no mail.
pub const LONGEST_PATIENCE_MINUTES: i64 = 7 * 24 * 60;
/// Recipients of a rule.
pub const MOST_RECIPIENTS: usize = 20;

/// What people want to be notified of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationRule {
    pub id: NotificationRuleId,
    pub version: i64,
    /// Whose data it tells of; all where there is none.
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    /// For how long something may be as it is before the rule tells it.
    pub patience_minutes: i64,
    pub data_source: Option<DataSourceId>,
    /// When it notifies people.
    pub window: NotificationWindow,
    pub language: Language,
    pub recipients: Vec<MailAddress>,
    /// A webhook that it notifies besides.
    pub webhook: Option<WebhookId>,
    /// Absent while it is switched off.
    pub active_since: Option<Timestamp>,
    pub created_at: Timestamp,
    pub created_by: String,
}

impl NotificationRule {
    /// Of one that is only tried, or about to be stored.
    pub const UNSTORED: NotificationRuleId = NotificationRuleId(0);

    pub fn patience(&self) -> SignedDuration {
        SignedDuration::from_mins(self.patience_minutes)
    }
}

/// An address that mail is sent to or from: one line of printable ASCII, so that nothing of it gets into another header.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MailAddress(String);

impl MailAddress {
    const LONGEST: usize = 254;
    const LONGEST_LOCAL: usize = 64;

    /// `name@host`, without display name, quotes and comments.
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
        let right = text.len() <= Self::LONGEST
            && local.len() <= Self::LONGEST_LOCAL
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
    fn an_address_is_one_word_with_one_host() {
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
    fn what_begins_something_does_not_end_it() {
        for kind in NotificationKind::ALL {
            for event in EventType::ALL {
                assert!(!(kind.begins(*event, true) && kind.ends(*event)), "{kind:?} {event:?}");
            }
        }
    }
}
