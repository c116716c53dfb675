//! Worker of one webhook: creates deliveries from its part of the feed and sends due deliveries.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::cast;
use orderdock_domain::ids::DeliveryId;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::webhook::{
    AttemptHistory, AttemptOutcome, DeliveryStatus, NextDeliveryState, WebhookStatus, after_attempt, pause,
};
use orderdock_store::{
    Attempt, AttemptsCommit, ClaimedDeliveries, Conflict, Delivery, DeliveryAttempt, FencingToken,
    NewDelivery, QueuedDeliveries, StoreError, StoreResult, Webhook, WebhookMessage, WriteMode,
};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::sequence::sequence;
use super::{WebhookReply, WebhookTransport, context, post};
use crate::webhooks::WebhookService;
use crate::{After, Caller, Failure, Feed, FeedQuery, MAX_EVENTS, Outcome};

/// Limit of concurrent requests to one receiver, and its initial value. Failures halve it, down to one request.
const MAX_REQUESTS: usize = 64;
const FIRST_CALLS: usize = 8;
/// Deliveries that are loaded, or recorded, in one batch.
const AT_ONCE: u32 = 256;
/// Bodies that are encoded in one batch, and limit of their total bytes, because a record may have thousands of lines.
const WRITTEN_AT_ONCE: usize = 32;
const MAX_ENCODED_BYTES: usize = 4 << 20;
/// Maximum number of pending deliveries before more of the feed is read; the feed keeps the rest.
const WINDOW: u64 = 10_000;
/// Delay until results are recorded, together with later ones, because each commit delays a running import. The next
/// delivery of the same incoming order waits for it, and results of this time are sent twice after a kill.
const TOGETHER: Duration = Duration::from_millis(200);
/// Longest pause between two checks. The clock can be set and a delivery can be resent at any time.
const MAX_PAUSE: Duration = Duration::from_millis(500);
/// Outage after which all pending deliveries are sent immediately when the receiver is available again.
const AWAY: SignedDuration = SignedDuration::from_mins(1);
/// Backward step from which the clock counts as set back.
const SET_BACK: SignedDuration = SignedDuration::from_secs(2);

/// Worker of one webhook while this process holds the lease.
pub(super) struct WebhookWorker {
    service: Arc<WebhookService>,
    outgoing: WebhookTransport,
    fence: FencingToken,
    webhook: Webhook,
    settings_receiver: watch::Receiver<Option<Webhook>>,
    calls: JoinSet<RequestResult>,
    /// Deliveries that are loaded and not yet sent.
    ready: VecDeque<(Delivery, Bytes)>,
    /// Results that are not yet recorded.
    called: Vec<RequestResult>,
    called_since: Option<Instant>,
    /// Deliveries that are loaded and not yet recorded; they are not loaded again.
    in_progress: Vec<DeliveryId>,
    /// Current limit of concurrent requests.
    maximum: usize,
    /// End of the pause that the receiver requested.
    quiet_until: Option<Timestamp>,
    /// Approximate number of pending deliveries.
    waiting: u64,
    next_due: Option<Timestamp>,
    /// Latest time of the clock so far.
    latest: Timestamp,
    /// Whether the feed may have more events, and whether more deliveries may be due.
    more: bool,
    look: bool,
}

/// Result of a request.
struct RequestResult {
    delivery: Delivery,
    at: Timestamp,
    ended: Timestamp,
    took: Duration,
    reply: WebhookReply,
}

impl WebhookWorker {
    pub fn new(
        service: Arc<WebhookService>,
        outgoing: WebhookTransport,
        fence: FencingToken,
        webhook: Webhook,
        settings_receiver: watch::Receiver<Option<Webhook>>,
    ) -> Self {
        let latest = service.clock.now();
        Self {
            service,
            outgoing,
            fence,
            webhook,
            settings_receiver,
            calls: JoinSet::new(),
            ready: VecDeque::new(),
            called: Vec::new(),
            called_since: None,
            in_progress: Vec::new(),
            maximum: FIRST_CALLS,
            quiet_until: None,
            waiting: 0,
            next_due: None,
            latest,
            more: true,
            look: true,
        }
    }

    /// Sends deliveries until the webhook is stopped or another process takes over.
    pub async fn run(mut self) {
        let mut fault = None;
        while let Err(failure) = self.go().await {
            if matches!(failure, WorkerStop::TakenOver) {
                return;
            }
            if fault.replace(()).is_none() {
                tracing::warn!(webhook = %self.webhook.id, ?failure, "processing a webhook failed");
            }
            // deliveries in progress are loaded again
            self.forget();
            sleep(MAX_PAUSE * 4).await;
        }
    }

    fn forget(&mut self) {
        self.calls = JoinSet::new();
        (self.ready, self.called, self.in_progress) = (VecDeque::new(), Vec::new(), Vec::new());
        (self.called_since, self.more, self.look) = (None, true, true);
    }

    async fn go(&mut self) -> Result<(), WorkerStop> {
        self.begin().await?;
        let mut commits = self.service.feed.events.watch_runs().await?;
        loop {
            let latest = self.settings_receiver.borrow_and_update().clone();
            let may_continue = latest.is_some();
            if let Some(webhook) = latest.filter(|latest| latest.version > self.webhook.version) {
                self.take(webhook);
            }
            self.check_clock().await?;
            if may_continue {
                self.prepare().await?;
                if !self.call().await? {
                    continue;
                }
            }
            if self.is_to_be_noted(may_continue) {
                if self.note().await? {
                    continue;
                }
                return Ok(());
            }
            if !may_continue && self.calls.is_empty() {
                return Ok(());
            }
            let pause = self.pause();
            let noted_by = self.called_since.map(|since| since + TOGETHER);
            tokio::select! {
                Some(called) = self.calls.join_next() => {
                    self.handle_result(called);
                    // one claim serves all requests that have ended
                    while let Some(called) = self.calls.try_join_next() {
                        self.handle_result(called);
                    }
                }
                _ = commits.changed() => (self.more, self.look) = (true, true),
                _ = self.settings_receiver.changed() => self.look = true,
                () = sleep_until(noted_by.unwrap_or_else(Instant::now)), if noted_by.is_some() => {}
                () = sleep(pause) => self.look = true,
            }
        }
    }

    /// Applies stored settings and secrets; the cursor of this worker is kept.
    fn take(&mut self, webhook: Webhook) {
        if webhook.version != self.webhook.version {
            self.quiet_until = None;
        }
        let Webhook { version, settings, secrets, .. } = webhook;
        (self.webhook.version, self.webhook.settings, self.webhook.secrets) = (version, settings, secrets);
    }

    async fn begin(&mut self) -> Result<(), WorkerStop> {
        let waiting = self.service.store.read(|tx| tx.waiting_deliveries()).await?;
        let own = waiting.iter().find(|waiting| waiting.webhook == self.webhook.id);
        self.waiting = own.map_or(0, |waiting| waiting.deliveries);
        self.reset_future_timestamps(self.service.clock.now()).await?;
        // another process may have moved the cursor
        let webhooks = self.service.store.read(|tx| tx.webhooks()).await?;
        let own = webhooks.into_iter().find(|webhook| webhook.id == self.webhook.id);
        self.webhook = own.ok_or(WorkerStop::TakenOver)?;
        Ok(())
    }

    async fn reset_future_timestamps(&self, now: Timestamp) -> StoreResult<()> {
        let webhook = self.webhook.id;
        self.service
            .store
            .write(WriteMode::Unlocked, 1, move |tx| tx.reset_future_timestamps(webhook, now))
            .await
    }

    /// Makes deliveries due that wait for a time of a clock that has been set back.
    async fn check_clock(&mut self) -> Result<(), WorkerStop> {
        let now = self.service.clock.now();
        if now < self.latest.saturating_sub(SET_BACK).unwrap_or(now) {
            self.reset_future_timestamps(now).await?;
            (self.quiet_until, self.latest, self.look) = (None, now, true);
        }
        self.latest = self.latest.max(now);
        Ok(())
    }

    fn pause(&self) -> Duration {
        let until = [self.next_due, self.quiet_until].into_iter().flatten().min();
        let until = until.map(|until| until.duration_since(self.service.clock.now()));
        let until = until.map_or(MAX_PAUSE, |until| until.try_into().unwrap_or_default());
        until.clamp(Duration::from_millis(10), MAX_PAUSE)
    }

    /// Creates deliveries from the feed and loads due ones.
    async fn prepare(&mut self) -> Result<(), WorkerStop> {
        if self.more && self.waiting < WINDOW {
            self.queue_deliveries().await?;
        }
        let few = cast::<usize>(AT_ONCE / 4);
        if !self.look || self.ready.len() >= few || self.is_quiet() {
            return Ok(());
        }
        let (id, now) = (self.webhook.id, self.service.clock.now());
        let in_progress = self.in_progress.clone();
        let (due, next) =
            self.service.store.read(move |tx| tx.due_deliveries(id, now, &in_progress, AT_ONCE)).await?;
        let mut all = due.len() < cast::<usize>(AT_ONCE);
        self.next_due = next;
        self.waiting = self.waiting.max(cast::<u64>(due.len()));
        let (caller, records) = (self.context(), self.webhook.settings.records);
        for some in due.chunks(WRITTEN_AT_ONCE) {
            if self.ready.iter().map(|(_, body)| body.len()).sum::<usize>() >= MAX_ENCODED_BYTES {
                all = false;
                break;
            }
            let messages: Vec<WebhookMessage> =
                some.iter().map(|delivery| delivery.message.clone()).collect();
            let bodies = self.outgoing.messages.write(&caller, &messages, records).await?;
            self.in_progress.extend(some.iter().map(|delivery| delivery.id));
            self.ready.extend(some.iter().cloned().zip(bodies));
        }
        self.look = !all;
        Ok(())
    }

    fn context(&self) -> Caller {
        context(&self.webhook, self.service.clock.now())
    }

    /// Creates deliveries from the next part of the feed.
    async fn queue_deliveries(&mut self) -> Result<(), WorkerStop> {
        self.service.feed.place_events().await?;
        if !self.reload().await? {
            return Ok(());
        }
        let from = self.webhook.cursor;
        let feed = match self.read(After::Cursor(from)).await {
            Err(failure) => {
                let moved = moved(&failure).ok_or(failure)?;
                tracing::warn!(webhook = %self.webhook.id, %from, "events expired before they were sent");
                self.read(moved).await?
            }
            feed => feed?,
        };
        let to = feed.next;
        self.more = feed.events.len() >= cast::<usize>(MAX_EVENTS);
        if to == from {
            return Ok(());
        }
        let deliveries: Vec<NewDelivery> =
            feed.events.iter().map(|event| new_delivery(event, &feed)).collect();
        let count = cast::<u64>(deliveries.len());
        let Webhook { id: webhook, version, .. } = self.webhook;
        let (fence, now) = (self.fence, self.service.clock.now());
        let laid_out = QueuedDeliveries { webhook, version, fence, from, to, deliveries, now };
        let rows = laid_out.row_count();
        match self
            .service
            .store
            .write(WriteMode::Unlocked, rows, move |tx| tx.queue_deliveries(&laid_out))
            .await
        {
            // the settings have changed since the events were selected
            Err(StoreError::Conflict(Conflict::Webhook)) => {
                self.more = true;
                return Ok(());
            }
            laid_out => laid_out?,
        }
        self.webhook.cursor = to;
        self.waiting += count;
        self.look |= count > 0;
        Ok(())
    }

    /// Loads the webhook and claims deliveries for the holder of the lease.
    async fn claim(&self, deliveries: Vec<DeliveryId>) -> StoreResult<ClaimedDeliveries> {
        let (webhook, fence) = (self.webhook.id, self.fence);
        self.service.store.read(move |tx| tx.claim_deliveries(webhook, fence, &deliveries)).await
    }

    /// Loads the settings. Returns `false` if the webhook is no longer active.
    async fn reload(&mut self) -> Result<bool, WorkerStop> {
        let claimed = self.claim(Vec::new()).await?;
        if claimed.webhook.state.status != WebhookStatus::Active {
            return Ok(false);
        }
        if claimed.webhook.version != self.webhook.version {
            self.discard_ready();
        }
        self.take(claimed.webhook);
        Ok(true)
    }

    async fn read(&self, after: After) -> Outcome<Feed> {
        let settings = &self.webhook.settings;
        let query = FeedQuery {
            after,
            types: settings.types.clone(),
            data_source: settings.data_source,
            limit: MAX_EVENTS,
            wait: Duration::ZERO,
            records: false,
        };
        self.service.feed.read_feed(&self.context(), &query, after).await
    }

    fn is_quiet(&self) -> bool {
        self.quiet_until.is_some_and(|until| self.service.clock.now() < until)
    }

    /// Starts as many requests as the limit allows, with the stored settings and secrets. Returns `false` if the
    /// webhook was changed and the bodies must be encoded again.
    async fn call(&mut self) -> Result<bool, WorkerStop> {
        if self.is_quiet() {
            return Ok(true);
        }
        self.quiet_until = None;
        let free = self.maximum.saturating_sub(self.calls.len());
        let next: Vec<DeliveryId> = self.ready.iter().take(free).map(|(delivery, _)| delivery.id).collect();
        if next.is_empty() {
            return Ok(true);
        }
        let claimed = self.claim(next.clone()).await?;
        if claimed.webhook.state.status != WebhookStatus::Active {
            return Ok(true);
        }
        let changed = claimed.webhook.version != self.webhook.version;
        self.take(claimed.webhook);
        if changed {
            self.discard_ready();
            return Ok(false);
        }
        self.in_progress.retain(|id| !next.contains(id) || claimed.deliveries.contains(id));
        for (delivery, body) in self.ready.drain(..next.len()).collect::<Vec<_>>() {
            if !claimed.deliveries.contains(&delivery.id) {
                continue;
            }
            let call = self.service.outgoing_call(&self.webhook, &self.outgoing, &delivery.message, body);
            let (service, receivers) = (self.service.clone(), self.outgoing.receivers.clone());
            self.calls.spawn(async move {
                let (at, started) = (service.clock.now(), Instant::now());
                let reply = post(&*receivers, call).await;
                RequestResult { delivery, at, ended: service.clock.now(), took: started.elapsed(), reply }
            });
        }
        Ok(true)
    }

    /// Discards deliveries that are not yet sent, so that they are loaded again.
    fn discard_ready(&mut self) {
        for (delivery, _) in self.ready.drain(..) {
            self.in_progress.retain(|id| *id != delivery.id);
        }
        self.look = true;
    }

    fn handle_result(&mut self, called: Result<RequestResult, tokio::task::JoinError>) {
        let called = match called {
            Ok(called) => called,
            Err(fault) => {
                // the delivery is loaded again when the worker restarts, here or in another process
                tracing::error!(%fault, "webhook request task failed");
                return;
            }
        };
        match called.reply.outcome(called.ended) {
            AttemptOutcome::Delivered => self.maximum = (self.maximum + 1).min(MAX_REQUESTS),
            AttemptOutcome::Unsubscribed => self.maximum = 1,
            AttemptOutcome::Failed { retry_after } => {
                self.maximum = (self.maximum / 2).max(1);
                let until = retry_after.and_then(|_| called.ended.checked_add(pause(1, 0, retry_after)).ok());
                self.quiet_until = self.quiet_until.max(until);
            }
        }
        self.called_since.get_or_insert_with(Instant::now);
        self.called.push(called);
    }

    fn is_to_be_noted(&self, may_continue: bool) -> bool {
        let Some(since) = self.called_since else { return false };
        let idle = self.calls.is_empty() && (self.ready.is_empty() || !may_continue);
        let many = self.called.len() >= cast::<usize>(AT_ONCE);
        idle || many || since.elapsed() >= TOGETHER
    }

    /// Records the results of requests. Returns whether the webhook is still active.
    async fn note(&mut self) -> Result<bool, WorkerStop> {
        let mut called = std::mem::take(&mut self.called);
        self.called_since = None;
        called.sort_by_key(|called| called.ended);
        let commit = self.judge(&called);
        let ids: Vec<DeliveryId> = called.iter().map(|called| called.delivery.id).collect();
        let through = commit.tried.iter().filter(|tried| tried.status != DeliveryStatus::Waiting).count();
        let next = commit.tried.iter().filter_map(|tried| tried.next_attempt_at).min();
        let (becomes, failing_since) = (commit.becomes, commit.failing_since);
        let succeeded = commit.succeeded_at.is_some();
        let rows = commit.row_count();
        self.service.store.write(WriteMode::Unlocked, rows, move |tx| tx.record_attempts(&commit)).await?;
        self.webhook.failing_since =
            if succeeded { failing_since } else { self.webhook.failing_since.or(failing_since) };
        if let Some(status) = becomes {
            let id = self.webhook.id;
            tracing::warn!(webhook = %id, status = status.as_str(), "webhook stopped");
            return Ok(false);
        }
        self.waiting = self.waiting.saturating_sub(cast::<u64>(through));
        self.in_progress.retain(|id| !ids.contains(id));
        self.next_due = [self.next_due, next].into_iter().flatten().min();
        // later deliveries of completed sequences are due now
        self.look = true;
        self.more |= self.waiting < WINDOW;
        Ok(true)
    }

    /// Evaluates results in the given order.
    fn judge(&self, called: &[RequestResult]) -> AttemptsCommit {
        let mut commit = AttemptsCommit {
            webhook: self.webhook.id,
            fence: self.fence,
            tried: Vec::with_capacity(called.len()),
            succeeded_at: None,
            failed_at: None,
            failing_since: None,
            becomes: None,
            hasten: false,
            now: self.service.clock.now(),
        };
        let mut failing_since = self.webhook.failing_since;
        for one in called {
            let outcome = one.reply.outcome(one.ended);
            let Delivery { id, sequence, attempts, tries, first_tried_at, .. } = &one.delivery;
            let before = AttemptHistory { failed: *tries, first_tried_at: *first_tried_at, failing_since };
            let (then, becomes) = after_attempt(outcome, before, one.ended, self.service.randomness.chance());
            if outcome == AttemptOutcome::Delivered {
                commit.hasten |= failing_since.is_some_and(|since| one.ended.duration_since(since) >= AWAY);
                commit.succeeded_at = Some(one.ended);
                (failing_since, commit.failing_since) = (None, None);
            } else {
                commit.failed_at = Some(one.ended);
                failing_since.get_or_insert(one.ended);
                commit.failing_since = failing_since;
            }
            // `WorkerStop` has precedence
            commit.becomes = commit.becomes.filter(|was| *was == WebhookStatus::Ended).or(becomes);
            let (status, next_attempt_at) = match then {
                NextDeliveryState::Delivered => (DeliveryStatus::Delivered, None),
                NextDeliveryState::GivenUp => (DeliveryStatus::Failed, None),
                NextDeliveryState::RetryAt(at) => (DeliveryStatus::Waiting, Some(at)),
            };
            commit.tried.push(DeliveryAttempt {
                delivery: *id,
                sequence: sequence.clone(),
                number: attempts + 1,
                attempt: attempt(one.at, one.took, one.reply.clone()),
                status,
                next_attempt_at,
            });
        }
        commit
    }
}

/// Reason why a worker stops, for good or until a retry.
#[derive(Debug)]
enum WorkerStop {
    /// Another process took over, or the webhook was deleted.
    TakenOver,
    Fault(#[expect(dead_code, reason = "the log shows it")] Failure),
}

impl From<StoreError> for WorkerStop {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TakenOver => Self::TakenOver,
            error => Self::Fault(error.into()),
        }
    }
}

impl From<Failure> for WorkerStop {
    fn from(failure: Failure) -> Self {
        Self::Fault(failure)
    }
}

/// Returns the start position after an unusable cursor, which has expired or belongs to another database.
fn moved(failure: &Failure) -> Option<After> {
    failure.problems.iter().find_map(|problem| match problem.code {
        ProblemCode::EventCursorExpired => Some(After::Nothing),
        ProblemCode::EventCursorUnknown => Some(After::Now),
        _ => None,
    })
}

/// Converts a result into the attempt that is stored.
pub(super) fn attempt(at: Timestamp, took: Duration, reply: WebhookReply) -> Attempt {
    let WebhookReply { status, error, response, .. } = reply;
    let duration_ms = cast::<i64>(took.as_millis());
    Attempt { at, duration_ms, status, error, response }
}

fn new_delivery(event: &crate::FeedEvent, feed: &Feed) -> NewDelivery {
    let crate::FeedEvent { cursor, at, organisation, kind, subject } = *event;
    let message = WebhookMessage::Event { cursor, organisation, at, kind, record: subject.record() };
    let sequence = sequence(subject, organisation, cursor, &feed.records);
    NewDelivery { message, sequence, manual: false }
}
