//! Telling people: the rules, what they would have told, and who makes and sends the messages.

mod facts;
mod history;
mod notifier;
mod rules;
mod sending;

pub use notifier::{Notifier, NotifierRound};
pub use rules::{MOST_RULES, RuleChange, RuleTrial, TriedMessage};
pub use sending::{Mail, MailFault, Mailer};

use std::sync::{Arc, OnceLock};

use orderdock_store::Store;

use crate::clock::Clock;
use crate::feed::FeedService;
use crate::ids::IdSource;
use crate::instances::InstanceService;
use crate::webhooks::WebhookService;

/// What is needed to tell people.
#[derive(Clone, Default)]
pub struct Notifying {
    /// Where people find the order desk, without a slash at its end; messages have no links without it.
    pub order_desk: Option<String>,
    /// Who sends mail from this process.
    pub mailer: Option<Arc<dyn Mailer>>,
}

/// Notification rules, and the messages that follow from them.
pub struct NotificationService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) feed: Arc<FeedService>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) webhooks: Arc<WebhookService>,
    /// How people are notified, once that is set.
    pub(crate) notifying: OnceLock<Notifying>,
}
