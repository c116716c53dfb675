//! Telling people: the rules, what they would have told, and who makes and sends the messages.

mod facts;
mod history;
mod notifier;
mod rules;
mod sending;

pub use notifier::{Notifier, NotifierRound};
pub use rules::{MOST_RULES, RuleChange, RuleTrial, TriedMessage};
pub use sending::{Mail, MailFault, Mailer};

use std::sync::Arc;

/// What is needed to tell people.
#[derive(Clone, Default)]
pub struct Notifying {
    /// Where people find the order desk, without a slash at its end; messages have no links without it.
    pub order_desk: Option<String>,
    /// Who sends mail from this process.
    pub mailer: Option<Arc<dyn Mailer>>,
}
