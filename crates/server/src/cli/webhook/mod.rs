//! Webhooks at the command line.

mod listed;

use super::{demo, one_of};
use crate::{
    config::{ServiceOptions, Settings, StorageOptions},
    failure::CommandFailure,
    wiring,
};
use clap::{
    Subcommand,
    builder::{NonEmptyStringValueParser, TypedValueParser},
};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::{NewWebhook, SourceName, WebhookPatch, resolve_organisation, revealed};
use orderdock_domain::{
    candidate::MaybeUndefined,
    event::EventType,
    ids::{DeliveryId, WebhookId},
    webhook::DeliveryStatus,
};
use orderdock_store::{DeliveryQuery, WebhookSettings};

/// Manage webhooks and inspect deliveries
///
/// Can run while the server is running. The server applies changes within a second and sends the events.
#[derive(Subcommand)]
pub enum WebhookCommand {
    Add(AddWebhook),
    /// List webhooks with their status
    #[command(after_help = "Examples:\n  orderdock webhook list")]
    List(StorageOptions),
    /// Show a webhook
    #[command(after_help = "Examples:\n  orderdock webhook show 1000493")]
    Show(KnownWebhook),
    /// Pause a webhook; its events are queued
    #[command(after_help = "Examples:\n  orderdock webhook pause 1000493")]
    Pause(KnownWebhook),
    /// Resume a webhook and send its queued events
    #[command(after_help = "Examples:\n  orderdock webhook resume 1000493 --webhooks-allow-private")]
    Resume(CalledWebhook),
    /// Delete a webhook and its deliveries
    #[command(after_help = "Examples:\n  orderdock webhook remove 1000493")]
    Remove(KnownWebhook),
    /// Replace the secret and print the new one once
    #[command(after_help = "Examples:\n  \
        orderdock webhook rotate 1000493\n  \
        orderdock webhook rotate 1000493 --keep-old-for 0")]
    Rotate {
        #[command(flatten)]
        webhook: KnownWebhook,
        /// Hours during which requests are also signed with the previous secret, at most 720
        #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(i64).range(0..=720))]
        keep_old_for: i64,
    },
    /// Send a test event from this machine and print the result
    #[command(after_help = "Examples:\n  orderdock webhook test 1000493")]
    Test(CalledWebhook),
    /// List deliveries, newest first
    #[command(after_help = "Examples:\n  \
        orderdock webhook deliveries 1000493\n  \
        orderdock webhook deliveries 1000493 --status waiting --limit 500")]
    Deliveries {
        #[command(flatten)]
        webhook: KnownWebhook,
        /// Only deliveries with this status
        #[arg(long, value_parser = one_of(&DeliveryStatus::ALL, DeliveryStatus::as_str))]
        status: Option<DeliveryStatus>,
        /// Maximum number of deliveries
        #[arg(long, value_name = "COUNT", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        limit: u32,
    },
    /// Send one delivery again, or all events since a time
    #[command(after_help = "Examples:\n  \
        orderdock webhook resend 1000493 17\n  \
        orderdock webhook resend 1000493 --since 2026-11-23T08:00:00Z")]
    Resend {
        #[command(flatten)]
        webhook: KnownWebhook,
        /// Delivery id, as shown by `webhook deliveries`
        #[arg(value_name = "DELIVERY_ID", required_unless_present = "since", conflicts_with = "since")]
        delivery: Option<i64>,
        /// Send all events again whose delivery was created since this time (ISO 8601) and is no longer pending
        #[arg(long, value_name = "TIMESTAMP")]
        since: Option<Timestamp>,
    },
}

/// Add a webhook and print its secret once
///
/// The webhook receives the events that occur after its creation.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock webhook add https://erp.example/orderdock\n  \
    orderdock webhook add https://shop.example/events --type orderdock.order.completed orderdock.order.voided --org 001\n  \
    orderdock webhook add http://127.0.0.1:9000/ --webhooks-allow-private --include record")]
pub struct AddWebhook {
    /// URL that receives events by POST
    #[arg(value_name = "URL", value_parser = NonEmptyStringValueParser::new())]
    url: String,
    /// Event types [default: all]
    #[arg(long = "type", value_name = "TYPE", num_args = 1.., value_delimiter = ',', value_parser = event_type)]
    types: Vec<EventType>,
    /// Code of the organisation whose events are sent [default: all]
    #[arg(long = "org", value_name = "CODE")]
    organisation: Option<String>,
    /// Data source whose events are sent: its record id, internal name, ext-… or val-… [default: all]
    #[arg(long, value_name = "NAME")]
    data_source: Option<String>,
    /// Additional content of each event: `record` adds the current record
    #[arg(long, value_name = "CONTENT", value_parser = ["record"])]
    include: Option<String>,
    /// Purpose of the webhook, shown in lists
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Create the webhook paused
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    calling: CallingOptions,
}

/// A webhook of a database.
#[derive(clap::Args)]
pub struct KnownWebhook {
    /// Webhook id, as shown by `webhook list`
    #[arg(value_name = "ID", value_parser = clap::value_parser!(i64).map(WebhookId))]
    id: WebhookId,
    #[command(flatten)]
    storage: StorageOptions,
}

/// A webhook whose receiver the command calls, or the server after the command.
#[derive(clap::Args)]
pub struct CalledWebhook {
    /// Webhook id, as shown by `webhook list`
    #[arg(value_name = "ID", value_parser = clap::value_parser!(i64).map(WebhookId))]
    id: WebhookId,
    #[command(flatten)]
    calling: CallingOptions,
}

/// Options of commands that call receivers or set their URLs.
#[derive(clap::Args)]
struct CallingOptions {
    /// Allow addresses of private networks and of this machine, and plain http to this machine; use the same value as the
    /// server [default: false; demo: true]
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_WEBHOOKS_ALLOW_PRIVATE")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    webhooks_allow_private: Option<bool>,
    #[command(flatten)]
    storage: StorageOptions,
}

impl CallingOptions {
    fn resolve(self) -> Result<Settings, CommandFailure> {
        let webhooks_allow_private = self.webhooks_allow_private;
        let options = ServiceOptions { webhooks_allow_private, ..ServiceOptions::from(self.storage) };
        let mut settings = options.resolve("orderdock-data")?;
        if settings.webhooks_allow_private.is_none() && demo::is_demo(&settings) {
            settings.webhooks_allow_private = Some(true);
        }
        Ok(settings)
    }
}

impl WebhookCommand {
    pub async fn run(self) -> Result<(), CommandFailure> {
        match self {
            Self::Add(add) => add.run().await,
            Self::List(storage) => {
                let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
                super::print(&listed::webhooks(&services.webhooks.webhooks(&operator).await?))
            }
            Self::Show(KnownWebhook { id, storage }) => {
                let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
                let view = services.webhooks.webhook(&operator, id).await?;
                super::print(&listed::webhook(&view, &*services.reference().await?))
            }
            Self::Pause(KnownWebhook { id, storage }) => set_active(&storage.resolve()?, id, false).await,
            Self::Resume(CalledWebhook { id, calling }) => set_active(&calling.resolve()?, id, true).await,
            Self::Remove(KnownWebhook { id, storage }) => {
                let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
                services.webhooks.remove_webhook(&operator, id).await?;
                eprintln!("webhook {id} removed");
                Ok(())
            }
            Self::Rotate { webhook, keep_old_for } => rotate(webhook, keep_old_for).await,
            Self::Test(CalledWebhook { id, calling }) => test(id, &calling.resolve()?).await,
            Self::Deliveries { webhook: KnownWebhook { id, storage }, status, limit } => {
                let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
                let query = DeliveryQuery { webhook: id, status, before: None, limit };
                super::print(&listed::deliveries(
                    &services.webhooks.webhook_deliveries(&operator, query).await?,
                ))
            }
            Self::Resend { webhook, delivery, since } => resend(webhook, delivery, since).await,
        }
    }
}

impl AddWebhook {
    async fn run(self) -> Result<(), CommandFailure> {
        let settings = self.calling.resolve()?;
        let (services, operator) = wiring::open_as_operator(&settings).await?;
        let receivers = wiring::receivers(&settings)?;
        let reference = services.reference().await?;
        let organisation = self.organisation.map(|code| resolve_organisation(&operator, &reference, &code));
        let data_source = self.data_source.map(|name| {
            let name = SourceName(name);
            let found = name.find(&operator, &reference).map(|source| source.id);
            found.ok_or_else(|| CommandFailure::work(format!("unknown data source {:?}", name.0)))
        });
        let settings = WebhookSettings {
            url: self.url,
            types: self.types,
            organisation: organisation.transpose()?,
            data_source: data_source.transpose()?,
            records: self.include.is_some(),
            description: self.description,
        };
        let new = NewWebhook { settings, active: !self.paused };
        let webhook = services.webhooks.create_webhook(&operator, &*receivers, new).await?;
        eprintln!("webhook {} created; the secret is shown only once:", webhook.id);
        super::print(&format!("{}\n", revealed(webhook.secrets.current)))
    }
}

async fn set_active(settings: &Settings, id: WebhookId, active: bool) -> Result<(), CommandFailure> {
    let (services, operator) = wiring::open_as_operator(settings).await?;
    let receivers = wiring::receivers(settings)?;
    let version = services.webhooks.webhook(&operator, id).await?.webhook.version;
    let patch = WebhookPatch {
        version,
        url: None,
        types: MaybeUndefined::Absent,
        organisation: MaybeUndefined::Absent,
        data_source: MaybeUndefined::Absent,
        records: None,
        description: MaybeUndefined::Absent,
        active: Some(active),
    };
    let view = services.webhooks.change_webhook(&operator, &*receivers, id, patch).await?;
    eprintln!("webhook {id} is {}", view.webhook.state.status.as_str());
    Ok(())
}

async fn rotate(webhook: KnownWebhook, keep_old_for: i64) -> Result<(), CommandFailure> {
    let (services, operator) = wiring::open_as_operator(&webhook.storage.resolve()?).await?;
    let overlap = SignedDuration::from_hours(keep_old_for);
    let (secret, until) = services.webhooks.rotate_webhook_secret(&operator, webhook.id, overlap).await?;
    eprintln!(
        "requests are also signed with the previous secret until {until:.0}; the new secret is shown only once:"
    );
    super::print(&format!("{}\n", revealed(secret)))
}

async fn test(id: WebhookId, settings: &Settings) -> Result<(), CommandFailure> {
    let (services, operator) = wiring::open_as_operator(settings).await?;
    let outgoing = wiring::outgoing(&services, wiring::receivers(settings)?);
    let view = services.webhooks.test_webhook(&operator, &outgoing, id).await?;
    super::print(&listed::deliveries(std::slice::from_ref(&view)))?;
    if view.delivery.status == DeliveryStatus::Delivered {
        return Ok(());
    }
    Err(CommandFailure::work("the receiver did not accept the event"))
}

async fn resend(
    webhook: KnownWebhook,
    delivery: Option<i64>,
    since: Option<Timestamp>,
) -> Result<(), CommandFailure> {
    let KnownWebhook { id, storage } = webhook;
    let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
    if let Some(delivery) = delivery {
        let view = services.webhooks.resend_delivery(&operator, id, DeliveryId(delivery)).await?;
        return super::print(&listed::deliveries(std::slice::from_ref(&view)));
    }
    let sent = services.webhooks.resend_since(&operator, id, since.unwrap_or(operator.now)).await?;
    eprintln!("{sent} deliveries queued");
    Ok(())
}

fn event_type(text: &str) -> Result<EventType, String> {
    let known: Vec<_> = EventType::ALL.iter().map(|one| one.as_str()).collect();
    EventType::parse(text).ok_or_else(|| format!("expected one of {}; got {text:?}", known.join(", ")))
}
