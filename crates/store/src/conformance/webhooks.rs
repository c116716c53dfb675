//! Webhooks, their deliveries, and the outcomes of attempts.

use orderdock_domain::candidate::Status;
use orderdock_domain::event::{EventCursor, EventKind, EventType};
use orderdock_domain::ids::{DataSourceId, DeliveryId, OrganisationId, WebhookId};
use orderdock_domain::webhook::{DeliveryStatus, WebhookSecret, WebhookStatus};

use super::calls::WebhookCalls as _;
use super::fixture::{Fixture, now};
use super::ordering::later;
use crate::{
    Attempt, AttemptsCommit, ClaimedDeliveries, Conflict, Delivery, DeliveryAttempt, DeliveryQuery,
    FencingToken, NewDelivery, QueuedDeliveries, StoreError, StoreResult, WEBHOOKS, Webhook, WebhookBacklog,
    WebhookChange, WebhookMessage, WebhookSecrets, WebhookSettings, WebhookState,
};

fn settings(url: &str) -> WebhookSettings {
    WebhookSettings {
        url: url.to_owned(),
        types: Vec::new(),
        organisation: None,
        data_source: None,
        records: false,
        description: None,
    }
}

fn cursor(position: i64, number: u32) -> EventCursor {
    EventCursor { position, number }
}

/// Returns an event of a candidate as a delivery in a sequence.
fn event(number: u32, sequence: &str) -> NewDelivery {
    let kind = EventKind::of_candidate(EventType::CandidateReceived, DataSourceId(3), Status::New, 1);
    let (organisation, record) = (OrganisationId(7), 1_000_000 + i64::from(number));
    let message = WebhookMessage::Event { cursor: cursor(5, number), organisation, at: now(), kind, record };
    NewDelivery { message, sequence: sequence.to_owned(), manual: false }
}

fn attempt(seconds: i64, status: u16) -> Attempt {
    Attempt {
        at: later(seconds),
        duration_ms: 12,
        status: Some(status),
        error: (status == 200).then(|| "the answer broke off".to_owned()),
        response: Some("grün".to_owned()),
    }
}

/// A webhook, and the fencing token of the instance that sends its deliveries.
struct WebhookScene {
    fixture: Fixture,
    webhook: Webhook,
    fence: FencingToken,
}

impl Fixture {
    async fn webhook(&self) -> Webhook {
        let id = WebhookId(self.instance().await.0);
        let webhook = Webhook {
            id,
            version: 1,
            settings: settings("https://receiver.example/events"),
            secrets: WebhookSecrets { current: WebhookSecret([1; 32]), before: None, rotated_at: None },
            created_at: now(),
            created_by: "Anna".to_owned(),
            updated_at: now(),
            updated_by: "Anna".to_owned(),
            state: WebhookState { status: WebhookStatus::Active, by: Some("Anna".to_owned()), at: now() },
            cursor: cursor(4, u32::MAX),
            last_success_at: None,
            last_failure_at: None,
            failing_since: None,
        };
        self.store.create_webhook(webhook.clone()).await.unwrap();
        webhook
    }

    async fn sending(self) -> WebhookScene {
        let webhook = self.webhook().await;
        let instance = self.instance().await;
        let fence = self.store.take_lease(WEBHOOKS, instance).await.unwrap().unwrap();
        WebhookScene { fixture: self, webhook, fence }
    }
}

impl WebhookScene {
    fn id(&self) -> WebhookId {
        self.webhook.id
    }

    async fn queue_deliveries(&self, deliveries: Vec<NewDelivery>) -> StoreResult<()> {
        let Webhook { id: webhook, version, cursor: from, .. } = self.read().await;
        let (fence, to) = (self.fence, cursor(from.position + 1, 1));
        self.fixture
            .store
            .queue_deliveries(QueuedDeliveries { webhook, version, fence, from, to, deliveries, now: now() })
            .await
    }

    async fn read(&self) -> Webhook {
        let all = self.fixture.store.webhooks().await.unwrap();
        all.into_iter().find(|webhook| webhook.id == self.id()).unwrap()
    }

    /// Returns the message ids that are due after `seconds`, and the time in seconds when the next one is due.
    async fn due(&self, seconds: i64) -> (Vec<String>, Option<i64>) {
        let (due, next) =
            self.fixture.store.due_deliveries(self.id(), later(seconds), Vec::new(), 100).await.unwrap();
        let next = next.map(|next| next.duration_since(now()).as_secs());
        (due.iter().map(|delivery| delivery.message.id()).collect(), next)
    }

    /// Returns all deliveries, newest first.
    async fn all(&self) -> Vec<Delivery> {
        self.list(None).await
    }

    async fn list(&self, status: Option<DeliveryStatus>) -> Vec<Delivery> {
        let query = DeliveryQuery { webhook: self.id(), status, before: None, limit: 100 };
        self.fixture.store.deliveries(query).await.unwrap()
    }

    async fn of(&self, event: &str) -> Delivery {
        self.all().await.into_iter().find(|delivery| delivery.message.id() == event).unwrap()
    }

    /// Returns an attempt at the second `at`: failed if it is repeated after `again_in` seconds, otherwise successful.
    async fn tried(&self, event: &str, at: i64, again_in: Option<i64>) -> DeliveryAttempt {
        let delivery = self.of(event).await;
        let status = if again_in.is_some() { DeliveryStatus::Waiting } else { DeliveryStatus::Delivered };
        DeliveryAttempt {
            delivery: delivery.id,
            sequence: delivery.sequence,
            number: delivery.attempts + 1,
            attempt: attempt(at, if again_in.is_some() { 500 } else { 200 }),
            status,
            next_attempt_at: again_in.map(|seconds| later(at + seconds)),
        }
    }

    fn commit(&self, at: i64, tried: Vec<DeliveryAttempt>) -> AttemptsCommit {
        let failed = tried.iter().any(|one| one.status == DeliveryStatus::Waiting).then(|| later(at));
        let succeeded = tried.iter().any(|one| one.status == DeliveryStatus::Delivered).then(|| later(at));
        AttemptsCommit {
            webhook: self.id(),
            fence: self.fence,
            tried,
            succeeded_at: succeeded,
            failed_at: failed,
            failing_since: failed.filter(|_| succeeded.is_none()),
            becomes: None,
            hasten: false,
            now: later(at),
        }
    }

    async fn note(&self, commit: AttemptsCommit) {
        self.fixture.store.record_attempts(commit).await.unwrap();
    }

    fn lose_the_lease(&mut self) {
        self.fence = FencingToken(self.fence.0 - 1);
    }
}

fn ids(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub async fn webhook_is_read_back_unchanged(fixture: Fixture) {
    let mut webhook = fixture.webhook().await;
    assert_eq!(fixture.store.webhooks().await.unwrap(), [webhook.clone()]);
    webhook.id = WebhookId(webhook.id.0 + 1);
    webhook.settings = WebhookSettings {
        types: vec![EventType::OrderCompleted, EventType::OrderVoided],
        organisation: Some(OrganisationId(7)),
        data_source: Some(DataSourceId(9)),
        records: true,
        description: Some("für das Lager".to_owned()),
        ..settings("https://receiver.example/?a=b")
    };
    webhook.secrets.before = Some((WebhookSecret([2; 32]), later(9)));
    webhook.secrets.rotated_at = Some(later(3));
    webhook.state = WebhookState { status: WebhookStatus::Paused, by: None, at: later(4) };
    (webhook.last_success_at, webhook.last_failure_at) = (Some(later(1)), Some(later(2)));
    webhook.failing_since = Some(later(2));
    fixture.store.create_webhook(webhook.clone()).await.unwrap();
    assert_eq!(fixture.store.webhooks().await.unwrap()[1], webhook);
}

pub async fn webhooks_are_ordered_by_id(fixture: Fixture) {
    let (one, other) = (fixture.webhook().await, fixture.webhook().await);
    let found: Vec<_> = fixture.store.webhooks().await.unwrap().iter().map(|webhook| webhook.id).collect();
    assert_eq!(found, [one.id, other.id]);
}

pub async fn change_of_outdated_webhook_version_is_a_conflict(fixture: Fixture) {
    let before = fixture.webhook().await;
    let state = WebhookState { status: WebhookStatus::Paused, by: Some("Bert".to_owned()), at: later(5) };
    let change = WebhookChange {
        id: before.id,
        version: 1,
        settings: WebhookSettings { records: true, ..settings("https://other.example/") },
        state: state.clone(),
        at: later(5),
        by: "Bert".to_owned(),
    };
    fixture.store.change_webhook(change.clone()).await.unwrap();
    let after = Webhook {
        version: 2,
        settings: change.settings.clone(),
        state,
        updated_at: later(5),
        updated_by: "Bert".to_owned(),
        ..before
    };
    assert_eq!(fixture.store.webhooks().await.unwrap(), std::slice::from_ref(&after));
    let again = fixture.store.change_webhook(change).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::Webhook))), "{again:?}");
    assert_eq!(fixture.store.webhooks().await.unwrap(), [after]);
}

pub async fn resumed_webhook_is_due_immediately(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "a")]).await.unwrap();
    let mut commit = sending.commit(10, vec![sending.tried("5-1", 10, Some(36_000)).await]);
    commit.becomes = Some(WebhookStatus::Paused);
    sending.note(commit).await;
    let paused = sending.read().await;
    assert_eq!(paused.state, WebhookState { status: WebhookStatus::Paused, by: None, at: later(10) });
    assert_eq!(paused.failing_since, Some(later(10)));
    let state = WebhookState { status: WebhookStatus::Active, by: Some("Bert".to_owned()), at: later(20) };
    let Webhook { id, version, settings, .. } = paused;
    let change = WebhookChange { id, version, settings, state, at: later(20), by: "Bert".to_owned() };
    sending.fixture.store.change_webhook(change).await.unwrap();
    assert_eq!(sending.read().await.failing_since, None);
    assert_eq!(sending.due(20).await, (ids(&["5-1"]), None), "and the other behind it");
    let first = sending.of("5-1").await;
    assert_eq!((first.attempts, first.tries, first.first_tried_at), (1, 0, None));
}

pub async fn rotated_secret_is_stored_with_the_new_one(fixture: Fixture) {
    let webhook = fixture.webhook().await;
    let rotate = async |id| {
        fixture.store.rotate_webhook_secret(id, WebhookSecret([9; 32]), later(1), later(60)).await.unwrap()
    };
    assert!(rotate(webhook.id).await);
    assert!(!rotate(WebhookId(1)).await);
    let secrets = WebhookSecrets {
        current: WebhookSecret([9; 32]),
        before: Some((WebhookSecret([1; 32]), later(60))),
        rotated_at: Some(later(1)),
    };
    assert_eq!(fixture.store.webhooks().await.unwrap(), [Webhook { secrets, ..webhook }]);
}

pub async fn removed_webhook_has_no_deliveries(fixture: Fixture) {
    let sending = fixture.sending().await;
    let other = sending.fixture.webhook().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-1", 1, None).await])).await;
    let sent = sending.of("5-1").await.id;
    assert!(sending.fixture.store.remove_webhook(sending.id()).await.unwrap());
    assert!(!sending.fixture.store.remove_webhook(sending.id()).await.unwrap());
    assert_eq!(sending.fixture.store.remove_deliveries(sending.id()).await.unwrap(), 2);
    assert_eq!(sending.all().await, []);
    assert_eq!(sending.fixture.store.attempts(vec![sent]).await.unwrap(), []);
    assert_eq!(sending.fixture.store.webhooks().await.unwrap(), [other]);
    let late = AttemptsCommit { tried: Vec::new(), ..sending.commit(2, Vec::new()) };
    let late = sending.fixture.store.record_attempts(late).await;
    assert!(matches!(late, Err(StoreError::TakenOver)), "{late:?}");
}

pub async fn removal_of_deliveries_leaves_other_webhooks_unchanged(fixture: Fixture) {
    let sending = fixture.sending().await;
    let store = &sending.fixture.store;
    let other = sending.fixture.webhook().await.id;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    let delivery = store.store_delivery(other, event(3, "a"), attempt(0, 200), true).await.unwrap().unwrap();
    assert_eq!(store.remove_deliveries(sending.id()).await.unwrap(), 2);
    assert_eq!(sending.all().await, []);
    assert!(store.delivery(other, delivery).await.unwrap().is_some());
    assert_eq!(store.remove_deliveries(sending.id()).await.unwrap(), 0);
}

/// Returns the delivery in the state of one that waits for an earlier delivery of its sequence.
fn unattempted(delivery: &Delivery) -> Delivery {
    let status = DeliveryStatus::Waiting;
    Delivery { status, attempts: 0, next_attempt_at: None, ..delivery.clone() }
}

pub async fn deliveries_of_a_sequence_wait_for_each_other(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "a"), event(3, "b"), event(4, "a")]).await.unwrap();
    assert_eq!(sending.read().await.cursor, cursor(5, 1));
    sending.queue_deliveries(vec![event(5, "b"), event(6, "c")]).await.unwrap();
    assert_eq!(sending.due(0).await, (ids(&["5-1", "5-3", "5-6"]), None));
    let delivery = sending.of("5-4").await;
    let message = event(4, "a").message;
    assert_eq!(delivery, Delivery { message, created_at: now(), ..unattempted(&delivery) });
    sending.note(sending.commit(1, vec![sending.tried("5-1", 1, None).await])).await;
    assert_eq!(sending.due(1).await.0, ids(&["5-3", "5-6", "5-2"]));
}

pub async fn deliveries_without_the_lease_are_not_queued(fixture: Fixture) {
    let mut sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a")]).await.unwrap();
    let from = sending.webhook.cursor;
    let stale = QueuedDeliveries {
        webhook: sending.id(),
        version: 1,
        fence: sending.fence,
        from,
        to: cursor(9, 1),
        deliveries: vec![event(1, "a")],
        now: now(),
    };
    let stale = sending.fixture.store.queue_deliveries(stale).await;
    assert!(matches!(stale, Err(StoreError::TakenOver)), "it was laid out before: {stale:?}");
    let commit = sending.commit(1, vec![sending.tried("5-1", 1, None).await]);
    sending.lose_the_lease();
    let lost = sending.queue_deliveries(vec![event(2, "a")]).await;
    assert!(matches!(lost, Err(StoreError::TakenOver)), "{lost:?}");
    let lost = sending.fixture.store.record_attempts(AttemptsCommit { fence: sending.fence, ..commit }).await;
    assert!(matches!(lost, Err(StoreError::TakenOver)), "{lost:?}");
    let all = sending.all().await;
    assert_eq!(
        all.iter().map(|one| (one.message.id(), one.attempts)).collect::<Vec<_>>(),
        [("5-1".to_owned(), 0)]
    );
}

pub async fn delivery_in_progress_is_not_due(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b"), event(3, "c")]).await.unwrap();
    let in_progress = vec![sending.of("5-1").await.id];
    let (due, next) =
        sending.fixture.store.due_deliveries(sending.id(), now(), in_progress, 1).await.unwrap();
    assert_eq!((due.iter().map(|one| one.message.id()).collect::<Vec<_>>(), next), (ids(&["5-2"]), None));
    sending.note(sending.commit(1, vec![sending.tried("5-2", 1, Some(60)).await])).await;
    assert_eq!(sending.due(5).await, (ids(&["5-1", "5-3"]), Some(61)));
    assert_eq!(sending.due(61).await.0, ids(&["5-1", "5-3", "5-2"]), "the longest waiting first");
}

impl WebhookScene {
    async fn claim(&self, deliveries: Vec<DeliveryId>) -> StoreResult<ClaimedDeliveries> {
        self.fixture.store.claim_deliveries(self.id(), self.fence, deliveries).await
    }

    async fn change_address(&self) {
        let Webhook { id, version, state, .. } = self.read().await;
        let settings = settings("https://new.example/");
        let change = WebhookChange { id, version, settings, state, at: later(5), by: "Bert".to_owned() };
        self.fixture.store.change_webhook(change).await.unwrap();
    }
}

pub async fn claim_after_change_returns_new_state(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    let (one, other) = (sending.of("5-1").await.id, sending.of("5-2").await.id);
    let before = ClaimedDeliveries { webhook: sending.read().await, deliveries: vec![one, other] };
    assert_eq!(sending.claim(vec![one, other]).await.unwrap(), before);
    let (secret, id) = (WebhookSecret([9; 32]), sending.id());
    assert!(sending.fixture.store.rotate_webhook_secret(id, secret, later(1), later(60)).await.unwrap());
    sending.change_address().await;
    sending.note(sending.commit(1, vec![sending.tried("5-1", 1, None).await])).await;
    let claimed = sending.claim(vec![one, other]).await.unwrap();
    let secrets = claimed.webhook.secrets;
    assert_eq!((secrets.current, secrets.before), (secret, Some((WebhookSecret([1; 32]), later(60)))));
    assert_eq!(claimed.webhook.settings.url, "https://new.example/");
    assert_eq!(claimed.deliveries, [other], "without the one that was delivered");
}

pub async fn claim_without_lease_is_taken_over(fixture: Fixture) {
    let mut sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a")]).await.unwrap();
    let one = sending.of("5-1").await.id;
    sending.lose_the_lease();
    let lost = sending.claim(vec![one]).await;
    assert!(matches!(lost, Err(StoreError::TakenOver)), "{lost:?}");
}

pub async fn events_selected_by_old_settings_are_a_conflict(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.change_address().await;
    let (from, webhook, fence) = (sending.webhook.cursor, sending.id(), sending.fence);
    let deliveries = vec![event(1, "a")];
    let stale =
        QueuedDeliveries { webhook, version: 1, fence, from, to: cursor(9, 1), deliveries, now: now() };
    let stale = sending.fixture.store.queue_deliveries(stale).await;
    assert!(matches!(stale, Err(StoreError::Conflict(Conflict::Webhook))), "{stale:?}");
    assert_eq!((sending.all().await, sending.read().await.cursor), (Vec::new(), from));
}

pub async fn recorded_attempts_release_waiting_deliveries(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "a"), event(3, "b")]).await.unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-1", 1, Some(5)).await])).await;
    let webhook = sending.read().await;
    let state = (webhook.last_success_at, webhook.last_failure_at, webhook.failing_since);
    assert_eq!(state, (None, Some(later(1)), Some(later(1))));
    sending.note(sending.commit(6, vec![sending.tried("5-1", 6, Some(60)).await])).await;
    assert_eq!(sending.read().await.failing_since, Some(later(1)), "since the first");
    let first = sending.of("5-1").await;
    assert_eq!((first.attempts, first.tries, first.first_tried_at), (2, 2, Some(later(1))));
    assert_eq!(sending.due(6).await, (ids(&["5-3"]), Some(66)));
    let tried = vec![sending.tried("5-1", 66, None).await, sending.tried("5-3", 66, Some(5)).await];
    sending.note(sending.commit(66, tried)).await;
    let webhook = sending.read().await;
    let state = (webhook.last_success_at, webhook.last_failure_at, webhook.failing_since);
    assert_eq!(state, (Some(later(66)), Some(later(66)), None));
    assert_eq!(sending.due(66).await, (ids(&["5-2"]), Some(71)));
    assert_eq!(sending.of("5-1").await.status, DeliveryStatus::Delivered);
}

pub async fn attempts_are_listed_in_order(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    let (one, other) = (sending.of("5-1").await.id, sending.of("5-2").await.id);
    for (at, again) in [(1, Some(5)), (6, Some(60)), (66, None)] {
        let tried = vec![sending.tried("5-1", at, again).await];
        sending.note(sending.commit(at, tried)).await;
    }
    let attempts = sending.fixture.store.attempts(vec![other, one]).await.unwrap();
    assert_eq!(attempts, [(one, attempt(1, 500)), (one, attempt(6, 500)), (one, attempt(66, 200))]);
}

pub async fn recovered_receiver_gets_all_deliveries_at_once(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b"), event(3, "c")]).await.unwrap();
    let tried = vec![sending.tried("5-1", 1, Some(9_000)).await, sending.tried("5-2", 1, Some(9_000)).await];
    sending.note(sending.commit(1, tried)).await;
    assert_eq!(sending.due(90).await.0, ids(&["5-3"]));
    let commit = sending.commit(90, vec![sending.tried("5-3", 90, None).await]);
    sending.note(AttemptsCommit { hasten: true, ..commit }).await;
    assert_eq!(sending.due(90).await, (ids(&["5-1", "5-2"]), None));
}

pub async fn only_active_webhook_is_paused_automatically(fixture: Fixture) {
    let sending = fixture.sending().await;
    let paused = AttemptsCommit { becomes: Some(WebhookStatus::Ended), ..sending.commit(1, Vec::new()) };
    sending.note(paused.clone()).await;
    let state = WebhookState { status: WebhookStatus::Ended, by: None, at: later(1) };
    assert_eq!(sending.read().await.state, state);
    sending.note(AttemptsCommit { becomes: Some(WebhookStatus::Paused), now: later(2), ..paused }).await;
    assert_eq!(sending.read().await.state, state, "as it was");
    let laid_out = sending.queue_deliveries(vec![event(1, "a")]).await;
    assert!(matches!(laid_out, Err(StoreError::TakenOver)), "{laid_out:?}");
}

pub async fn clock_set_back_delays_no_delivery(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    sending.note(sending.commit(7_200, vec![sending.tried("5-1", 7_200, Some(60)).await])).await;
    sending.note(sending.commit(1, vec![sending.tried("5-2", 1, Some(9_000)).await])).await;
    sending.fixture.store.reset_future_timestamps(sending.id(), later(3_600)).await.unwrap();
    assert_eq!(sending.due(3_600).await, (ids(&["5-1"]), Some(9_001)));
}

pub async fn waiting_deliveries_are_counted(fixture: Fixture) {
    let sending = fixture.sending().await;
    assert_eq!(sending.fixture.store.waiting_deliveries().await.unwrap(), []);
    sending.queue_deliveries(vec![event(1, "a"), event(2, "a"), event(3, "b")]).await.unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-3", 1, None).await])).await;
    let waiting = WebhookBacklog { webhook: sending.id(), deliveries: 2, oldest: now() };
    assert_eq!(sending.fixture.store.waiting_deliveries().await.unwrap(), [waiting]);
}

fn own() -> NewDelivery {
    let message = WebhookMessage::Own {
        id: "m77".to_owned(),
        event_type: "orderdock.webhook.test".to_owned(),
        subject: Some("/api/webhooks/7".to_owned()),
        data: "{\"webhookId\":7}".to_owned(),
        at: later(1),
    };
    NewDelivery { message, sequence: "m77".to_owned(), manual: true }
}

pub async fn queued_message_is_due_immediately(fixture: Fixture) {
    let sending = fixture.sending().await;
    let queue = async |webhook| sending.fixture.store.queue_delivery(webhook, own(), later(2)).await.unwrap();
    assert_eq!(queue(WebhookId(1)).await, None);
    let id = queue(sending.id()).await.unwrap();
    assert_eq!(sending.due(2).await.0, ids(&["m77"]));
    let delivery = sending.fixture.store.delivery(sending.id(), id).await.unwrap().unwrap();
    assert_eq!((delivery.message, delivery.manual, delivery.attempts), (own().message, true, 0));
}

pub async fn stored_delivery_contains_its_attempt(fixture: Fixture) {
    let sending = fixture.sending().await;
    let keep = async |webhook, delivered| {
        sending.fixture.store.store_delivery(webhook, own(), attempt(3, 204), delivered).await.unwrap()
    };
    assert_eq!(keep(WebhookId(1), true).await, None);
    for (delivered, status) in [(true, DeliveryStatus::Delivered), (false, DeliveryStatus::Failed)] {
        let id = keep(sending.id(), delivered).await.unwrap();
        let delivery = sending.fixture.store.delivery(sending.id(), id).await.unwrap().unwrap();
        assert_eq!((delivery.status, delivery.attempts, delivery.next_attempt_at), (status, 1, None));
        assert_eq!(sending.fixture.store.attempts(vec![id]).await.unwrap(), [(id, attempt(3, 204))]);
    }
    assert_eq!(sending.due(900).await, (Vec::new(), None));
}

pub async fn deliveries_are_listed_newest_first(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending
        .queue_deliveries((1..=5).map(|number| event(number, &number.to_string())).collect())
        .await
        .unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-2", 1, None).await])).await;
    let summary = |found: &[Delivery]| found.iter().map(|one| one.message.id()).collect::<Vec<_>>();
    assert_eq!(summary(&sending.all().await), ids(&["5-5", "5-4", "5-3", "5-2", "5-1"]));
    assert_eq!(summary(&sending.list(Some(DeliveryStatus::Delivered)).await), ids(&["5-2"]));
    let before = Some(sending.of("5-4").await.id);
    let query =
        DeliveryQuery { webhook: sending.id(), status: Some(DeliveryStatus::Waiting), before, limit: 1 };
    assert_eq!(summary(&sending.fixture.store.deliveries(query).await.unwrap()), ids(&["5-3"]));
}

pub async fn delivery_is_found_under_its_webhook_only(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a")]).await.unwrap();
    let delivery = sending.of("5-1").await;
    let found = async |webhook, id| sending.fixture.store.delivery(webhook, id).await.unwrap();
    assert_eq!(found(sending.id(), delivery.id).await, Some(delivery.clone()));
    assert_eq!(found(WebhookId(1), delivery.id).await, None);
    assert_eq!(found(sending.id(), DeliveryId(999_999)).await, None);
}

pub async fn resent_delivery_keeps_id_and_order(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "a"), event(3, "b")]).await.unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-1", 1, None).await])).await;
    sending.note(sending.commit(2, vec![sending.tried("5-3", 2, Some(9_000)).await])).await;
    let (through, waiting) = (sending.of("5-1").await.id, sending.of("5-3").await.id);
    let again = vec![through, waiting, DeliveryId(999_999)];
    let sent = sending.fixture.store.resend(sending.id(), again, later(3)).await.unwrap();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[1], waiting, "waiting deliveries are due now");
    let copy = sending.fixture.store.delivery(sending.id(), sent[0]).await.unwrap().unwrap();
    let expected = Delivery { message: event(1, "a").message, manual: true, ..unattempted(&copy) };
    assert_eq!(copy, Delivery { created_at: later(3), ..expected }, "behind 5-2");
    assert_eq!(sending.due(3).await.0, ids(&["5-2", "5-3"]));
    sending.note(sending.commit(4, vec![sending.tried("5-2", 4, None).await])).await;
    assert_eq!(sending.due(4).await.0, ids(&["5-3", "5-1"]));
    assert_eq!(sending.fixture.store.resend(WebhookId(1), vec![through], later(3)).await.unwrap(), []);
}

pub async fn deliveries_to_resend_contain_each_event_once(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending
        .queue_deliveries((1..=4).map(|number| event(number, &number.to_string())).collect())
        .await
        .unwrap();
    for event in ["5-1", "5-2", "5-3"] {
        sending.note(sending.commit(1, vec![sending.tried(event, 1, None).await])).await;
    }
    let (one, two, three) =
        (sending.of("5-1").await.id, sending.of("5-2").await.id, sending.of("5-3").await.id);
    let copy = sending.fixture.store.resend(sending.id(), vec![one], later(2)).await.unwrap()[0];
    sending
        .fixture
        .store
        .record_attempts(
            sending
                .commit(3, vec![DeliveryAttempt { delivery: copy, ..sending.tried("5-1", 3, None).await }]),
        )
        .await
        .unwrap();
    let since = async |seconds, behind, limit| {
        sending.fixture.store.deliveries_since(sending.id(), later(seconds), behind, limit).await.unwrap()
    };
    assert_eq!(since(0, DeliveryId(0), 9).await, [one, two, three], "neither waiting nor resent deliveries");
    assert_eq!(since(0, one, 1).await, [two]);
    assert_eq!(since(1, DeliveryId(0), 9).await, []);
}

pub async fn swept_deliveries_no_longer_block_others(fixture: Fixture) {
    let sending = fixture.sending().await;
    sending.queue_deliveries(vec![event(1, "a"), event(2, "b")]).await.unwrap();
    sending.note(sending.commit(1, vec![sending.tried("5-2", 1, None).await])).await;
    let swept = sending.of("5-2").await.id;
    sending.fixture.store.resend(sending.id(), vec![swept], later(50)).await.unwrap();
    let (from, webhook, fence) = (sending.read().await.cursor, sending.id(), sending.fence);
    let deliveries = vec![event(3, "a")];
    let later_part =
        QueuedDeliveries { webhook, version: 1, fence, from, to: cursor(9, 1), deliveries, now: later(60) };
    sending.fixture.store.queue_deliveries(later_part).await.unwrap();
    let sweep = async |seconds| sending.fixture.store.sweep_deliveries(later(seconds)).await.unwrap();
    assert_eq!(sweep(0).await, 0);
    assert_eq!(sweep(10).await, 2);
    assert_eq!(sending.fixture.store.attempts(vec![swept]).await.unwrap(), []);
    assert_eq!(sending.due(60).await.0, ids(&["5-3", "5-2"]), "a delivery behind a swept one is due");
}
