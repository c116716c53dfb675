//! The port: one trait for each room, together the [`Store`].

mod access;
mod attachments;
mod candidates;
mod corrections;
mod imports;
mod instances;
mod masterdata;
mod notifications;
mod orders;
mod outbox;
mod requests;
mod runs;
mod saved_views;
mod schedules;
mod search;
mod upkeep;
mod webhooks;

pub use access::AccessStore;
pub use attachments::AttachmentStore;
pub use candidates::{CandidateStore, DataSourceChoice};
pub use corrections::CorrectionStore;
pub use imports::ImportStore;
pub use instances::InstanceStore;
pub use masterdata::MasterdataStore;
pub use notifications::NotificationStore;
pub use orders::OrderStore;
pub use outbox::OutboxStore;
pub use requests::RequestStore;
pub use runs::RunStore;
pub use saved_views::SavedViewStore;
pub use schedules::ScheduleStore;
pub use search::SearchStore;
pub use upkeep::{StoreStatistics, Upkeep};
pub use webhooks::WebhookStore;

/// A database. A call that writes returns after the durable commit, never before.
pub trait Store:
    ImportStore
    + MasterdataStore
    + CandidateStore
    + CorrectionStore
    + OrderStore
    + RunStore
    + ScheduleStore
    + InstanceStore
    + RequestStore
    + AccessStore
    + AttachmentStore
    + OutboxStore
    + WebhookStore
    + NotificationStore
    + SavedViewStore
    + SearchStore
    + Upkeep
{
}
