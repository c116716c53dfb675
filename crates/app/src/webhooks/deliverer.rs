//! Leader of webhook delivery: one process of all, with a task for each active webhook.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::ids::WebhookId;
use orderdock_domain::webhook::WebhookStatus;
use orderdock_store::{FencingToken, WEBHOOKS, Webhook};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout_at};

use super::WebhookTransport;
use super::worker::WebhookWorker;
use crate::Outcome;
use crate::webhooks::WebhookService;

/// Interval of the check for the lease and for changed webhooks.
const LOOK: Duration = Duration::from_millis(500);
/// Time that running requests get at shutdown; aborted ones are sent again.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Task that sends events to webhooks.
pub struct Deliverer {
    service: Arc<WebhookService>,
    outgoing: WebhookTransport,
    lead: Option<LeaderState>,
}

/// State while this process holds the lease.
struct LeaderState {
    fence: FencingToken,
    workers: HashMap<WebhookId, RunningWorker>,
}

/// An active webhook and its task.
struct RunningWorker {
    /// Current settings; `None` to stop sending.
    settings_sender: watch::Sender<Option<Webhook>>,
    task: JoinHandle<()>,
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Deliverer {
    pub(super) fn new(service: Arc<WebhookService>, outgoing: WebhookTransport) -> Self {
        Self { service, outgoing, lead: None }
    }

    /// Sends events until `stop` completes.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let mut left = self.service.instances.left_by_others();
        loop {
            if let Err(failure) = self.look().await {
                tracing::error!(?failure, "loading webhooks failed");
            }
            tokio::select! {
                () = &mut stop => break,
                Ok(()) = left.changed() => {}
                () = sleep(LOOK) => {}
            }
        }
        self.end().await;
    }

    /// Starts and updates the tasks of active webhooks if this process holds the lease.
    async fn look(&mut self) -> Outcome<()> {
        let own = self.service.instances.instance().await?;
        let Some(fence) = self.service.store.take_lease(WEBHOOKS, own).await? else {
            self.lead = None;
            return Ok(());
        };
        if self.lead.as_ref().is_none_or(|lead| lead.fence != fence) {
            self.lead = Some(LeaderState { fence, workers: HashMap::new() });
        }
        let webhooks = self.service.store.read(|tx| tx.webhooks()).await?;
        if let Some(lead) = &mut self.lead {
            lead.follow(&self.service, &self.outgoing, webhooks);
        }
        Ok(())
    }

    async fn end(mut self) {
        let Some(lead) = self.lead.take() else { return };
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        for followed in lead.workers.values() {
            followed.settings_sender.send_replace(None);
        }
        for mut followed in lead.workers.into_values() {
            // dropping the task aborts requests that take longer
            let _ = timeout_at(until, &mut followed.task).await;
        }
    }
}

impl LeaderState {
    fn follow(&mut self, service: &Arc<WebhookService>, outgoing: &WebhookTransport, webhooks: Vec<Webhook>) {
        let mut active: HashMap<WebhookId, Webhook> =
            webhooks.into_iter().map(|webhook| (webhook.id, webhook)).collect();
        active.retain(|_, webhook| webhook.state.status == WebhookStatus::Active);
        // the task of a webhook that ended is started again if the webhook is active
        self.workers.retain(|_, followed| !followed.task.is_finished());
        for (id, followed) in &self.workers {
            let now = active.remove(id);
            followed.settings_sender.send_if_modified(|before| {
                let changed = *before != now;
                *before = now;
                changed
            });
        }
        for (id, webhook) in active {
            let (settings_sender, settings_receiver) = watch::channel(Some(webhook.clone()));
            let worker =
                WebhookWorker::new(service.clone(), outgoing.clone(), self.fence, webhook, settings_receiver);
            self.workers.insert(id, RunningWorker { settings_sender, task: tokio::spawn(worker.run()) });
        }
    }
}
