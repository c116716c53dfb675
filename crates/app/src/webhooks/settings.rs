//! Administration of webhooks.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::cast;
use orderdock_domain::event::{EventCursor, EventType};
use orderdock_domain::ids::{DataSourceId, OrganisationId, WebhookId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::webhook::{WebhookSecret, WebhookStatus};
use orderdock_store::{
    Conflict, StoreError, Webhook, WebhookBacklog, WebhookChange, WebhookSecrets, WebhookSettings,
    WebhookState, WriteMode,
};

use super::{DELIVERIES_PER_TRANSACTION, WebhookSender};
use crate::received::sent;
use crate::webhooks::WebhookService;
use crate::{Caller, Failure, Outcome};

/// Maximum number of webhooks per organisation, and of webhooks for all organisations.
pub const MAX_WEBHOOKS: usize = 100;
/// Longest time during which a replaced secret is used together with the new one.
const MAX_OVERLAP: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Parameters of a new webhook.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    pub settings: WebhookSettings,
    /// Whether it starts immediately.
    pub active: bool,
}

/// Changes of a webhook; absent values stay unchanged.
#[derive(Clone, Debug)]
pub struct WebhookPatch {
    /// Version that the caller has read.
    pub version: i64,
    pub url: Option<String>,
    pub types: MaybeUndefined<Vec<EventType>>,
    pub organisation: MaybeUndefined<OrganisationId>,
    pub data_source: MaybeUndefined<DataSourceId>,
    pub records: Option<bool>,
    pub description: MaybeUndefined<String>,
    pub active: Option<bool>,
}

/// A webhook with its pending deliveries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookView {
    pub webhook: Webhook,
    pub waiting: Option<WebhookBacklog>,
}

impl WebhookView {
    /// Returns why the webhook is not active; `None` if it is.
    pub fn reason(&self) -> Option<String> {
        let WebhookState { status, by, .. } = &self.webhook.state;
        match (status, by) {
            (WebhookStatus::Active, _) => None,
            (status, Some(by)) => Some(format!("{} by {by}", status.as_str())),
            (WebhookStatus::Ended, None) => Some("the receiver responded with 410".to_owned()),
            (_, None) => Some("no delivery succeeded for three days".to_owned()),
        }
    }
}

impl WebhookService {
    /// Creates a webhook for events from now on. [`super::revealed`] encodes its secret, which is shown only once.
    pub async fn create_webhook(
        &self,
        caller: &Caller,
        receivers: &dyn WebhookSender,
        new: NewWebhook,
    ) -> Outcome<Webhook> {
        caller.require(Scope::Admin, Phrase::ManageWebhooks)?;
        let NewWebhook { mut settings, active } = new;
        settings.organisation = organisation(caller, settings.organisation)?;
        may_call(receivers, &settings.url).await?;
        let webhooks = self.store.read(|tx| tx.webhooks()).await?;
        let own = webhooks.iter().filter(|one| one.settings.organisation == settings.organisation);
        if own.count() >= MAX_WEBHOOKS {
            let maximum = cast::<i64>(MAX_WEBHOOKS);
            return Err(Problem::new(ProblemCode::WebhookTooMany, "").with("limit", maximum).into());
        }
        let (now, name) = (self.clock.now(), &caller.actor.name);
        let webhook = Webhook {
            id: self.ids.take_one().await?,
            version: 1,
            settings,
            secrets: WebhookSecrets { current: self.webhook_secret(), before: None, rotated_at: None },
            created_at: now,
            created_by: name.clone(),
            updated_at: now,
            updated_by: name.clone(),
            state: state(active, name, now),
            cursor: self.end_of_feed().await?,
            last_success_at: None,
            last_failure_at: None,
            failing_since: None,
        };
        let record = webhook.clone();
        self.store.write(WriteMode::Unlocked, 1, move |tx| tx.create_webhook(&record)).await?;
        Ok(webhook)
    }

    pub async fn webhooks(&self, caller: &Caller) -> Outcome<Vec<WebhookView>> {
        caller.require(Scope::Admin, Phrase::ManageWebhooks)?;
        let webhooks = self.store.read(|tx| tx.webhooks()).await?;
        let waiting = self.store.read(|tx| tx.waiting_deliveries()).await?;
        let seen = webhooks.into_iter().filter(|webhook| sees(caller, webhook));
        let view = |webhook: Webhook| {
            let waiting = waiting.iter().find(|waiting| waiting.webhook == webhook.id).copied();
            WebhookView { webhook, waiting }
        };
        Ok(seen.map(view).collect())
    }

    pub async fn webhook(&self, caller: &Caller, id: WebhookId) -> Outcome<WebhookView> {
        let found = self.webhooks(caller).await?.into_iter().find(|view| view.webhook.id == id);
        found.ok_or_else(|| not_found(id))
    }

    /// Changes a webhook. A paused or ended one that becomes active continues with all pending deliveries.
    pub async fn change_webhook(
        &self,
        caller: &Caller,
        receivers: &dyn WebhookSender,
        id: WebhookId,
        patch: WebhookPatch,
    ) -> Outcome<WebhookView> {
        let Webhook { version, settings, state: was, updated_at, updated_by, .. } =
            self.webhook(caller, id).await?.webhook;
        if version != patch.version {
            return Err(outdated(version, updated_at, &updated_by));
        }
        let before = settings.organisation;
        // a webhook that is being paused is not called, so its address is not checked
        let is_called = patch.url.is_some() || patch.active != Some(false);
        let settings = WebhookSettings {
            url: patch.url.unwrap_or_else(|| settings.url.clone()),
            types: sent(patch.types, Some(settings.types)).unwrap_or_default(),
            organisation: organisation(caller, sent(patch.organisation, settings.organisation))?,
            data_source: sent(patch.data_source, settings.data_source),
            records: patch.records.unwrap_or(settings.records),
            description: sent(patch.description, settings.description),
        };
        // existing deliveries contain data of the previous organisation, which another one must not see
        if settings.organisation.is_some() && settings.organisation != before {
            return Err(Problem::new(ProblemCode::WebhookOrgFixed, "/orgCode").into());
        }
        if is_called {
            may_call(receivers, &settings.url).await?;
        }
        let (at, by) = (self.clock.now(), caller.actor.name.clone());
        let state = match patch.active {
            Some(active) if active != (was.status == WebhookStatus::Active) => state(active, &by, at),
            _ => was,
        };
        let change = WebhookChange { id, version, settings, state, at, by };
        match self.store.write(WriteMode::Unlocked, 1, move |tx| tx.change_webhook(&change)).await {
            Err(StoreError::Conflict(Conflict::Webhook)) => {
                let Webhook { version, updated_at, updated_by, .. } = self.webhook(caller, id).await?.webhook;
                Err(outdated(version, updated_at, &updated_by))
            }
            changed => {
                changed?;
                self.webhook(caller, id).await
            }
        }
    }

    /// Rotates the secret. Requests are also signed with the previous one for `keep_old_for`, at most 30 days. Returns
    /// the new secret and the end of this time.
    pub async fn rotate_webhook_secret(
        &self,
        caller: &Caller,
        id: WebhookId,
        keep_old_for: SignedDuration,
    ) -> Outcome<(WebhookSecret, Timestamp)> {
        self.webhook(caller, id).await?;
        let (secret, now) = (self.webhook_secret(), self.clock.now());
        let overlap = keep_old_for.clamp(SignedDuration::ZERO, MAX_OVERLAP);
        let until = now.saturating_add(overlap).unwrap_or(Timestamp::MAX);
        let rotated = self
            .store
            .write(WriteMode::Unlocked, 1, move |tx| tx.rotate_webhook_secret(id, &secret, now, until))
            .await?;
        if rotated {
            return Ok((secret, until));
        }
        Err(not_found(id))
    }

    /// Deletes a webhook at once, and then its deliveries in small batches.
    pub async fn remove_webhook(&self, caller: &Caller, id: WebhookId) -> Outcome<()> {
        self.webhook(caller, id).await?;
        let removed = self.store.write(WriteMode::Unlocked, 1, move |tx| tx.remove_webhook(id)).await?;
        // after an interruption, the rest is removed when it is old
        let remaining =
            self.store.write_in_batches(WriteMode::Unlocked, DELIVERIES_PER_TRANSACTION, move |tx| {
                tx.remove_deliveries(id)
            });
        remaining.await?;
        if removed { Ok(()) } else { Err(not_found(id)) }
    }

    fn webhook_secret(&self) -> WebhookSecret {
        let bytes = self.randomness.token_bytes();
        WebhookSecret(std::array::from_fn(|index| bytes[index]))
    }

    /// Returns the cursor after the latest committed event.
    async fn end_of_feed(&self) -> Outcome<EventCursor> {
        self.feed.place_events().await?;
        let page = self.store.read(|tx| tx.read_events(&OrgScope::All.read(), i64::MAX, 1)).await?;
        Ok(EventCursor::after_commit(page.ends.newest))
    }
}

/// Returns whether the caller may see a webhook, which requires access to all its events.
fn sees(caller: &Caller, webhook: &Webhook) -> bool {
    match webhook.settings.organisation {
        Some(organisation) => caller.organisations.contains(organisation),
        None => caller.organisations == OrgScope::All,
    }
}

/// Returns the organisation of a webhook. Only callers for all organisations may receive the events of all.
fn organisation(caller: &Caller, wanted: Option<OrganisationId>) -> Outcome<Option<OrganisationId>> {
    let own = match (&caller.organisations, wanted) {
        (OrgScope::All, wanted) => return Ok(wanted),
        (OrgScope::These(own), None) if own.len() == 1 => own.first().copied(),
        (own, Some(wanted)) => Some(wanted).filter(|wanted| own.contains(*wanted)),
        _ => None,
    };
    own.map(Some).ok_or_else(|| Problem::new(ProblemCode::OrgNotAllowed, "").with("code", "*").into())
}

async fn may_call(receivers: &dyn WebhookSender, url: &str) -> Outcome<()> {
    match receivers.reject(url).await {
        None => Ok(()),
        Some(reason) => {
            let problem = Problem::new(ProblemCode::WebhookUrlRefused, "/url").with("url", url.to_owned());
            Err(problem.with("reason", reason).into())
        }
    }
}

fn state(active: bool, by: &str, at: Timestamp) -> WebhookState {
    let status = if active { WebhookStatus::Active } else { WebhookStatus::Paused };
    WebhookState { status, by: Some(by.to_owned()), at }
}

fn outdated(version: i64, at: Timestamp, by: &str) -> Failure {
    let problem = Problem::new(ProblemCode::WebhookOutdated, "").with("user", by.to_owned());
    problem.with("time", at.to_string()).with("version", version).into()
}

pub(super) fn not_found(id: WebhookId) -> Failure {
    Problem::new(ProblemCode::WebhookNotFound, "").with("id", id.to_string()).into()
}
