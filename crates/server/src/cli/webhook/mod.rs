//! Webhooks at the command line.

mod listed;

use crate::{
    config::{ServiceOptions, Settings, StorageOptions},
    failure::CommandFailure,
    wiring,
};
use clap::{Subcommand, builder::NonEmptyStringValueParser};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::{
    App, NewWebhook, OpContext, Outgoing, SourceName, WebhookPatch, resolve_organisation, revealed,
};
use orderdock_domain::{
    candidate::Sent,
    event::EventType,
    ids::{DeliveryId, WebhookId},
    webhook::DeliveryStatus,
};
use orderdock_store::{DeliveryQuery, WebhookSettings};
use std::sync::Arc;

/// Say where events are sent, and see what came of them
///
/// May run beside a running server, which sends; it takes notice within a second.
#[derive(clap::Args)]
pub struct WebhookArguments {
    #[command(subcommand)]
    command: WebhookCommand,
}

#[derive(Subcommand)]
enum WebhookCommand {
    Add(Add),
    List(List),
    Show(Show),
    Pause(Pause),
    Resume(Resume),
    Remove(Remove),
    Rotate(Rotate),
    Test(Test),
    Deliveries(Deliveries),
    Resend(Resend),
}

/// Add a webhook and print its secret, this once
///
/// It is sent what happens from now on.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock webhook add https://erp.example/orderdock\n  \
    orderdock webhook add https://shop.example/events --type orderdock.order.completed orderdock.order.voided --org 001\n  \
    orderdock webhook add http://127.0.0.1:9000/ --webhooks-allow-private --include record")]
struct Add {
    /// Where events are posted
    #[arg(value_name = "URL", value_parser = NonEmptyStringValueParser::new())]
    url: String,
    /// Types of events [default: all]
    #[arg(long = "type", value_name = "TYPE", num_args = 1.., value_delimiter = ',', value_parser = event_type)]
    types: Vec<EventType>,
    /// Organisation whose events are sent, by code [default: all]
    #[arg(long = "org", value_name = "CODE")]
    organisation: Option<String>,
    /// Data source whose events are sent: its record id, internal name, ext-… or val-… [default: all]
    #[arg(long, value_name = "NAME")]
    data_source: Option<String>,
    /// What an event carries beside its data
    #[arg(long, value_name = "WHAT", value_parser = ["record"])]
    include: Option<String>,
    /// What it is for; shown in lists
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Do not begin yet
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    calling: CallingOptions,
}

/// List the webhooks and how they fare
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook list")]
struct List {
    #[command(flatten)]
    storage: StorageOptions,
}

/// Show a webhook
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook show 1000493")]
struct Show {
    #[command(flatten)]
    one: One,
}

/// Send nothing more for now; what happens meanwhile waits
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook pause 1000493")]
struct Pause {
    #[command(flatten)]
    one: One,
}

/// Go on with all that waits
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook resume 1000493 --webhooks-allow-private")]
struct Resume {
    /// The id, as `webhook list` shows it
    #[arg(value_name = "ID")]
    id: i64,
    #[command(flatten)]
    calling: CallingOptions,
}

/// Remove a webhook with all that was sent to it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook remove 1000493")]
struct Remove {
    #[command(flatten)]
    one: One,
}

/// Replace the secret and print the new one, this once
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock webhook rotate 1000493\n  \
    orderdock webhook rotate 1000493 --keep-old-for 0")]
struct Rotate {
    #[command(flatten)]
    one: One,
    /// Hours in which calls are signed with the one before too, at most 720
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(i64).range(0..=720))]
    keep_old_for: i64,
}

/// Call the receiver once, from this machine, and tell what came of it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock webhook test 1000493")]
struct Test {
    /// The id, as `webhook list` shows it
    #[arg(value_name = "ID")]
    id: i64,
    #[command(flatten)]
    calling: CallingOptions,
}

/// List what is and was sent, newest first
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock webhook deliveries 1000493\n  \
    orderdock webhook deliveries 1000493 --status waiting --limit 500")]
struct Deliveries {
    #[command(flatten)]
    one: One,
    /// Only those with this status
    #[arg(long, value_parser = ["waiting", "delivered", "failed"])]
    status: Option<String>,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
}

/// Send one delivery again, or everything since an instant
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock webhook resend 1000493 17\n  \
    orderdock webhook resend 1000493 --since 2026-11-23T08:00:00Z")]
struct Resend {
    #[command(flatten)]
    one: One,
    /// The delivery, as `webhook deliveries` shows it
    #[arg(value_name = "DELIVERY", required_unless_present = "since", conflicts_with = "since")]
    delivery: Option<i64>,
    /// Every event that was sent since then, each once
    #[arg(long, value_name = "INSTANT")]
    since: Option<Timestamp>,
}

/// A webhook of a database.
#[derive(clap::Args)]
struct One {
    /// The id, as `webhook list` shows it
    #[arg(value_name = "ID")]
    id: i64,
    #[command(flatten)]
    storage: StorageOptions,
}

/// What a command needs that calls receivers, or says whom to call.
#[derive(clap::Args)]
struct CallingOptions {
    /// Addresses of private networks and of this machine may be called, these also without TLS; say it as for the server
    #[arg(long, value_name = "BOOL", env = "ORDERDOCK_WEBHOOKS_ALLOW_PRIVATE")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    webhooks_allow_private: Option<bool>,
    #[command(flatten)]
    storage: StorageOptions,
}

/// The application, who acts, and how events go out.
struct WebhookWork {
    app: Arc<App>,
    operator: OpContext,
    outgoing: Outgoing,
}

impl WebhookWork {
    async fn begin(settings: &Settings) -> Result<Self, CommandFailure> {
        let app = wiring::open_existing(settings).await?;
        let operator = wiring::operator(&app);
        Ok(Self { app, operator, outgoing: wiring::outgoing(wiring::receivers(settings)?) })
    }
}

impl StorageOptions {
    async fn work(self) -> Result<WebhookWork, CommandFailure> {
        WebhookWork::begin(&ServiceOptions::from(self).resolve("orderdock-data")?).await
    }
}

impl CallingOptions {
    async fn work(self) -> Result<WebhookWork, CommandFailure> {
        let webhooks_allow_private = self.webhooks_allow_private;
        let options = ServiceOptions { webhooks_allow_private, ..ServiceOptions::from(self.storage) };
        WebhookWork::begin(&options.resolve("orderdock-data")?).await
    }
}

impl WebhookArguments {
    pub async fn run(self) -> Result<(), CommandFailure> {
        match self.command {
            WebhookCommand::Add(add) => add.run().await,
            WebhookCommand::List(list) => list.run().await,
            WebhookCommand::Show(show) => show.run().await,
            WebhookCommand::Pause(pause) => {
                set_active(pause.one.storage.work().await?, pause.one.id, false).await
            }
            WebhookCommand::Resume(resume) => set_active(resume.calling.work().await?, resume.id, true).await,
            WebhookCommand::Remove(remove) => remove.run().await,
            WebhookCommand::Rotate(rotate) => rotate.run().await,
            WebhookCommand::Test(test) => test.run().await,
            WebhookCommand::Deliveries(deliveries) => deliveries.run().await,
            WebhookCommand::Resend(resend) => resend.run().await,
        }
    }
}

impl Add {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, outgoing } = self.calling.work().await?;
        let reference = app.reference().await?;
        let organisation = self.organisation.map(|code| resolve_organisation(&operator, &reference, &code));
        let data_source = self.data_source.map(|name| {
            let name = SourceName(name);
            let found = name.find(&operator, &reference).map(|source| source.id);
            found.ok_or_else(|| CommandFailure::work(format!("there is no data source {:?}", name.0)))
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
        let webhook = app.create_webhook(&operator, &*outgoing.receivers, new).await?;
        eprintln!(
            "webhook {} is sent what happens from now on; its secret, which is shown this once:",
            webhook.id
        );
        super::print(&format!("{}\n", revealed(webhook.secrets.current)))
    }
}

impl List {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.storage.work().await?;
        super::print(&listed::webhooks(&app.webhooks(&operator).await?))
    }
}

impl Show {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.one.storage.work().await?;
        let view = app.webhook(&operator, WebhookId(self.one.id)).await?;
        super::print(&listed::webhook(&view, &*app.reference().await?))
    }
}

async fn set_active(work: WebhookWork, id: i64, active: bool) -> Result<(), CommandFailure> {
    let WebhookWork { app, operator, outgoing } = work;
    let id = WebhookId(id);
    let version = app.webhook(&operator, id).await?.webhook.version;
    let patch = WebhookPatch {
        version,
        url: None,
        types: Sent::Absent,
        organisation: Sent::Absent,
        data_source: Sent::Absent,
        records: None,
        description: Sent::Absent,
        active: Some(active),
    };
    let view = app.change_webhook(&operator, &*outgoing.receivers, id, patch).await?;
    eprintln!("webhook {id} is {}", view.webhook.state.status.as_str());
    Ok(())
}

impl Remove {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.one.storage.work().await?;
        app.remove_webhook(&operator, WebhookId(self.one.id)).await?;
        eprintln!("webhook {} is removed", self.one.id);
        Ok(())
    }
}

impl Rotate {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.one.storage.work().await?;
        let (id, overlap) = (WebhookId(self.one.id), SignedDuration::from_hours(self.keep_old_for));
        let (secret, until) = app.rotate_webhook_secret(&operator, id, overlap).await?;
        eprintln!(
            "calls are signed with the secret before too until {until:.0}; the new one, which is shown this once:"
        );
        super::print(&format!("{}\n", revealed(secret)))
    }
}

impl Test {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, outgoing } = self.calling.work().await?;
        let view = app.test_webhook(&operator, &outgoing, WebhookId(self.id)).await?;
        super::print(&listed::deliveries(std::slice::from_ref(&view)))?;
        if view.delivery.status == DeliveryStatus::Delivered {
            return Ok(());
        }
        Err(CommandFailure::work("the receiver did not take it"))
    }
}

impl Deliveries {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.one.storage.work().await?;
        let status = self.status.as_deref().and_then(DeliveryStatus::parse);
        let query =
            DeliveryQuery { webhook: WebhookId(self.one.id), status, before: None, limit: self.limit };
        super::print(&listed::deliveries(&app.webhook_deliveries(&operator, query).await?))
    }
}

impl Resend {
    async fn run(self) -> Result<(), CommandFailure> {
        let WebhookWork { app, operator, .. } = self.one.storage.work().await?;
        let id = WebhookId(self.one.id);
        if let Some(delivery) = self.delivery {
            let view = app.resend_delivery(&operator, id, DeliveryId(delivery)).await?;
            return super::print(&listed::deliveries(std::slice::from_ref(&view)));
        }
        let sent = app.resend_since(&operator, id, self.since.unwrap_or(operator.now)).await?;
        eprintln!("{sent} deliveries are sent again");
        Ok(())
    }
}

fn event_type(text: &str) -> Result<EventType, String> {
    let known: Vec<_> = EventType::ALL.iter().map(|one| one.as_str()).collect();
    EventType::parse(text).ok_or_else(|| format!("expected one of {}; seen {text:?}", known.join(", ")))
}
