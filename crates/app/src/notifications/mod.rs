//! Notifications: rules, their dry runs, and the task that creates and sends messages.

mod facts;
mod history;
mod notifier;
mod open_entries;
mod rule_facts;
mod rules;
mod sending;

pub use notifier::{Notifier, NotifierRound};
pub use rules::{MAX_RULES, RuleChange, RuleTrial, TrialMessage};
pub use sending::{Mail, MailFault, Mailer};

use std::sync::{Arc, OnceLock};

use orderdock_store::Store;

use crate::clock::Clock;
use crate::feed::FeedService;
use crate::ids::IdSource;
use crate::instances::InstanceService;
use crate::webhooks::WebhookService;

/// Configuration of notifications.
#[derive(Clone, Default)]
pub struct NotificationConfig {
    /// Address of the order desk without a trailing slash; without it messages have no links.
    pub order_desk: Option<String>,
    /// Mail client of this process.
    pub mailer: Option<Arc<dyn Mailer>>,
}

/// Service for notification rules and their messages.
pub struct NotificationService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) feed: Arc<FeedService>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) webhooks: Arc<WebhookService>,
    /// Configuration, once it is set.
    pub(crate) notifying: OnceLock<NotificationConfig>,
}
