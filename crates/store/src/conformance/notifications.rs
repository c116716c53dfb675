//! Notification rules, the facts that they observe, and the delivery of their messages.

use jiff::civil::time;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, CandidateEvent, Status};
use orderdock_domain::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};
use orderdock_domain::notification::{
    Cause, ComposedMessage, MailAddress, NotificationKind, NotificationRule, NotificationStatus,
    NotificationWindow, Weekdays,
};
use orderdock_domain::order::{Handover, HandoverReply, HandoverWrite, OrganisationOrders};
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use orderdock_domain::processing::RunState;

use super::calls::RunCalls as _;
use super::calls::{NotificationCalls as _, ScheduleCalls as _, SingleCalls as _};
use super::fixture::{Fixture, Scene, code, now};
use super::ordering::later;
use super::schedules::schedule_of;
use crate::{
    Conflict, DueMailDelivery, FencingToken, LastMessage, LastingState, LastingStateQuery, MailAttempt,
    NOTIFICATIONS, NewNotification, Notification, NotificationCommit, NotificationQuery, RuleRecord,
    StoreError, UnsentNotifications, webhook_recipient,
};

fn address(text: &str) -> MailAddress {
    MailAddress::parse(text).unwrap()
}

/// Returns a rule with only the required values.
fn plain(fixture: &Fixture) -> NotificationRule {
    NotificationRule {
        id: fixture.id(),
        version: 1,
        organisation: None,
        kind: NotificationKind::RunFailed,
        threshold_minutes: 0,
        data_source: None,
        window: NotificationWindow::always(TimeZone::UTC),
        language: Language::English,
        recipients: Vec::new(),
        webhook: Some(WebhookId(9)),
        active_since: None,
        created_at: now(),
        created_by: "cli".to_owned(),
    }
}

/// Returns a rule with all optional values.
fn full(fixture: &Fixture) -> NotificationRule {
    NotificationRule {
        organisation: Some(OrganisationId(5)),
        kind: NotificationKind::SourceSilent,
        threshold_minutes: 240,
        data_source: Some(DataSourceId(101)),
        window: NotificationWindow {
            weekdays: Weekdays::of(["mon", "fri"]).unwrap(),
            hours: Some((time(7, 30, 0, 0), time(18, 0, 0, 0))),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
        },
        language: Language::German,
        recipients: vec![address("anna@shop.example"), address("berta@shop.example")],
        webhook: None,
        active_since: Some(later(3)),
        created_by: "Anna „Süd“".to_owned(),
        ..plain(fixture)
    }
}

impl Fixture {
    async fn rules(&self) -> Vec<RuleRecord> {
        self.another().notification_rules().await.unwrap()
    }

    /// Creates a rule with the recipients anna and berta, and takes the lease for writing its messages.
    async fn rule_and_lease(&self) -> (NotificationRule, FencingToken) {
        let rule = full(self);
        self.store.create_notification_rule(rule.clone(), 10).await.unwrap();
        let fence = self.store.take_lease(NOTIFICATIONS, self.instance().await).await.unwrap().unwrap();
        (rule, fence)
    }

    async fn commit_messages(
        &self,
        fence: FencingToken,
        messages: Vec<NewNotification>,
    ) -> Result<u64, StoreError> {
        self.store.commit_notifications(NotificationCommit { fence, messages, now: now() }).await
    }

    async fn due(&self, at: Timestamp) -> Vec<DueMailDelivery> {
        self.another().due_sendings(at, 10).await.unwrap()
    }

    async fn messages(&self, query: NotificationQuery) -> Vec<Notification> {
        self.another().notifications(query).await.unwrap()
    }
}

fn message(rule: &NotificationRule, at: Timestamp) -> NewNotification {
    NewNotification {
        rule: rule.id,
        rule_version: rule.version,
        organisation: rule.organisation,
        kind: rule.kind,
        cause: Cause::DataSource(DataSourceId(101)),
        at,
        composed: ComposedMessage {
            subject: "Orderdock: Größe".to_owned(),
            text: "„Süd“\nund mehr\n".to_owned(),
        },
        recipients: vec!["anna@shop.example".to_owned(), webhook_recipient(WebhookId(9))],
    }
}

fn all() -> NotificationQuery {
    NotificationQuery { organisations: OrgScope::All, rule: None, status: None, before: None, limit: 10 }
}

fn hours(count: i64) -> Timestamp {
    now() + SignedDuration::from_hours(count)
}

pub async fn notification_rule_is_read_back_unchanged(fixture: Fixture) {
    let rules = [plain(&fixture), full(&fixture)];
    for rule in &rules {
        fixture.store.create_notification_rule(rule.clone(), 10).await.unwrap();
    }
    let found: Vec<_> = fixture.rules().await.into_iter().map(|record| record.rule).collect();
    assert_eq!(found, rules);
}

pub async fn rule_above_the_limit_is_a_conflict(fixture: Fixture) {
    fixture.store.create_notification_rule(plain(&fixture), 1).await.unwrap();
    let second = fixture.store.create_notification_rule(plain(&fixture), 1).await;
    assert!(matches!(second, Err(StoreError::Conflict(Conflict::NotificationRule))), "{second:?}");
    assert_eq!(fixture.rules().await.len(), 1);
}

pub async fn change_of_outdated_rule_version_is_a_conflict(fixture: Fixture) {
    let before = plain(&fixture);
    fixture.store.create_notification_rule(before.clone(), 10).await.unwrap();
    let changed = NotificationRule { id: before.id, created_by: "cli".to_owned(), ..full(&fixture) };
    fixture.store.change_notification_rule(changed.clone()).await.unwrap();
    assert_eq!(fixture.rules().await[0].rule, NotificationRule { version: 2, ..changed.clone() });
    let unknown = NotificationRule { id: NotificationRuleId(7), ..changed.clone() };
    for wrong in [changed, unknown] {
        let again = fixture.store.change_notification_rule(wrong).await;
        assert!(matches!(again, Err(StoreError::Conflict(Conflict::NotificationRule))), "{again:?}");
    }
}

pub async fn messages_of_removed_rule_remain(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    fixture.commit_messages(fence, vec![message(&rule, now())]).await.unwrap();
    assert!(fixture.store.remove_notification_rule(rule.id).await.unwrap());
    assert!(!fixture.store.remove_notification_rule(rule.id).await.unwrap());
    assert_eq!((fixture.rules().await.len(), fixture.messages(all()).await.len()), (0, 1));
    assert_eq!(fixture.due(now()).await.len(), 2, "existing messages are sent");
}

/// Returns the candidate in error since its import.
fn faulty(candidate: Candidate) -> Candidate {
    let problems = vec![Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "0")];
    Candidate { status: Status::Error, problems, ..candidate }
}

pub async fn candidates_in_error_have_the_start_of_the_error(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let at = |candidate: Candidate, seconds| Candidate { created_at: later(seconds), ..candidate };
    let mut candidates = [
        at(faulty(fixture.candidate(&scene, "H1", "1").await), 10),
        at(fixture.candidate(&scene, "H1", "2").await, 10),
        at(faulty(fixture.candidate(&scene, "H1", "3").await), 30),
        at(faulty(fixture.candidate(&other, "H2", "1").await), 10),
        at(fixture.candidate(&scene, "H1", "4").await, 0),
    ];
    fixture.import(&mut candidates).await.unwrap();
    // one second after the import
    fixture.correct_to(&candidates[4], CandidateEvent::Corrected, Status::Error).await.unwrap();
    let of = |scene: &Scene| OrgScope::These(vec![scene.organisation.id]);
    let found = async |scope: OrgScope, seconds, limit| {
        let query = LastingStateQuery { data_source: None, since: later(seconds), limit };
        let mut found = fixture.store.candidates_in_error(scope.write(), query).await.unwrap();
        found.sort_by_key(|one| one.id);
        found
    };
    let lasting = |candidate: &Candidate, seconds| LastingState {
        organisation: candidate.organisation,
        id: candidate.id.0,
        since: later(seconds),
    };
    let [first, _, late, foreign, changed] = &candidates;
    let own = of(&scene);
    assert_eq!(found(own.clone(), 0, 10).await, []);
    assert_eq!(found(own.clone(), 1, 10).await, [lasting(changed, 1)]);
    assert_eq!(found(own.clone(), 9, 10).await, [lasting(changed, 1)]);
    assert_eq!(found(own.clone(), 10, 10).await, [lasting(first, 10), lasting(changed, 1)]);
    let everything = [lasting(first, 10), lasting(late, 30), lasting(foreign, 10), lasting(changed, 1)];
    assert_eq!(found(OrgScope::All, 60, 10).await, everything);
    assert_eq!(found(OrgScope::All, 60, 1).await, [lasting(changed, 1)], "the newest");
    let query = LastingStateQuery { data_source: Some(DataSourceId(7)), since: later(60), limit: 10 };
    assert_eq!(fixture.store.candidates_in_error(OrgScope::All.write(), query).await.unwrap(), []);
}

pub async fn candidates_that_were_not_in_error_ended_no_error(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates =
        [faulty(fixture.candidate(&scene, "H1", "1").await), fixture.candidate(&scene, "H1", "2").await];
    fixture.import(&mut candidates).await.unwrap();
    let ids: Vec<_> = candidates.iter().map(|candidate| candidate.id).collect();
    let found = async || fixture.store.excluded_in_error(OrgScope::All.write(), ids.clone()).await.unwrap();
    assert_eq!(found().await, []);
    for candidate in &candidates {
        fixture.correct_to(candidate, CandidateEvent::Excluded, Status::Inactive).await.unwrap();
    }
    assert_eq!(found().await, [ids[0]]);
    let other_organisation = OrgScope::These(vec![OrganisationId(7)]);
    assert_eq!(fixture.store.excluded_in_error(other_organisation.write(), ids).await.unwrap(), []);
}

pub async fn never_transferred_orders_are_distinguished(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (one, taken) =
        (super::orders::created(&fixture, &scene).await, super::orders::created(&fixture, &scene).await);
    let orders = fixture.store.orders_to_hand_over(OrgScope::All.write(), vec![taken.id]).await.unwrap();
    let handover =
        Handover { receiver: code("ERP"), at: now(), reply: HandoverReply::Accepted { number: None } };
    let write = HandoverWrite { order: orders[0].clone(), handover, now: later(9) };
    fixture.store.hand_over(vec![write], None).await.unwrap();
    let never = async |scope: OrgScope| {
        fixture.store.never_handed_over(scope.write(), vec![one.id, taken.id]).await.unwrap()
    };
    assert_eq!(never(OrgScope::All).await, [one.id]);
    assert_eq!(never(OrgScope::These(vec![OrganisationId(7)])).await, []);
}

pub async fn unconfirmed_orders_are_listed_if_transfers_are_enabled(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (one, taken) =
        (super::orders::created(&fixture, &scene).await, super::orders::created(&fixture, &scene).await);
    super::orders::created(&fixture, &other).await;
    let orders =
        OrganisationOrders { hand_over_since: Some(one.created_at), ..OrganisationOrders::default() };
    let schedule = schedule_of(scene.organisation.id);
    fixture.store.save_process_settings(OrgScope::All.write(), schedule, orders).await.unwrap();
    let waiting = async |since| {
        let query = LastingStateQuery { data_source: None, since, limit: 10 };
        let found = fixture.store.orders_not_handed_over(OrgScope::All.write(), query).await.unwrap();
        found.iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(waiting(taken.created_at).await, [taken.id.0, one.id.0]);
    assert_eq!(waiting(one.created_at - SignedDuration::from_secs(1)).await, [] as [i64; 0]);
    let orders = fixture.store.orders_to_hand_over(OrgScope::All.write(), vec![taken.id]).await.unwrap();
    let handover =
        Handover { receiver: code("ERP"), at: now(), reply: HandoverReply::Accepted { number: None } };
    let write = HandoverWrite { order: orders[0].clone(), handover, now: later(9) };
    fixture.store.hand_over(vec![write], None).await.unwrap();
    assert_eq!(waiting(later(60)).await, [one.id.0]);
    let other_scope = OrgScope::These(vec![other.organisation.id]).write();
    let query = LastingStateQuery { data_source: None, since: later(60), limit: 10 };
    assert_eq!(fixture.store.orders_not_handed_over(other_scope, query).await.unwrap(), []);
}

pub async fn last_received_is_the_time_of_the_last_candidate(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates = Vec::new();
    for (scene, line, at) in [(&scene, "1", hours(1)), (&scene, "2", hours(3)), (&other, "3", hours(5))] {
        let candidate = fixture.candidate(scene, "H", line).await;
        candidates.push(Candidate { created_at: at, ..candidate });
    }
    fixture.import(&mut candidates).await.unwrap();
    let source = candidates[0].data_source;
    let own = OrgScope::These(vec![scene.organisation.id]);
    let micro = SignedDuration::from_micros(1);
    for (scope, source, before, expected) in [
        (&OrgScope::All, source, hours(9), Some(hours(5))),
        (&own, source, hours(9), Some(hours(3))),
        (&own, source, hours(3) + micro, Some(hours(3))),
        (&own, source, hours(3), Some(hours(1))),
        (&own, source, hours(1), None),
        (&own, DataSourceId(7), hours(9), None),
    ] {
        let found = fixture.store.last_received(scope.write(), source, before).await.unwrap();
        assert_eq!(found, expected, "{scope:?} {source} {before}");
    }
}

pub async fn failed_runs_require_write_scope_for_all_organisations(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let mut runs = Vec::new();
    for (organisations, state, seconds) in [
        (OrgScope::These(vec![one]), RunState::Failed, 10),
        (OrgScope::These(vec![one, other]), RunState::Failed, 20),
        (OrgScope::These(vec![one]), RunState::Done, 25),
        (OrgScope::All, RunState::Failed, 30),
    ] {
        let id = fixture.running(organisations.clone()).await;
        fixture.store.finish_run(id, FencingToken(id.0), state, later(seconds)).await.unwrap();
        runs.push(id);
    }
    let failed = async |scope: OrgScope, seconds| {
        let found = fixture.store.runs_failed_since(scope.write(), later(seconds), 10).await.unwrap();
        found.iter().map(|run| (run.id, run.failed_at)).collect::<Vec<_>>()
    };
    assert_eq!(failed(OrgScope::These(vec![one]), 0).await, [(runs[0], later(10))]);
    let everything = [(runs[0], later(10)), (runs[1], later(20)), (runs[3], later(30))];
    assert_eq!(failed(OrgScope::All, 0).await, everything);
    assert_eq!(failed(OrgScope::All, 20).await, everything[1..]);
}

pub async fn message_is_created_once_per_cause_and_hour(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    let first = message(&rule, now());
    assert_eq!(fixture.commit_messages(fence, vec![first.clone(), first.clone()]).await.unwrap(), 1);
    let other = NewNotification { cause: Cause::Several, ..first.clone() };
    let soon = message(&rule, now() + SignedDuration::from_mins(59));
    assert_eq!(fixture.commit_messages(fence, vec![soon, other.clone()]).await.unwrap(), 1);
    assert_eq!(fixture.commit_messages(fence, vec![message(&rule, hours(1))]).await.unwrap(), 1);
    let summary = fixture.store.last_messages(now()).await.unwrap();
    let expected = [(first.cause, hours(1)), (other.cause, now())];
    let summary: Vec<_> = expected
        .iter()
        .filter(|(cause, at)| summary.contains(&LastMessage { rule: rule.id, cause: *cause, at: *at }))
        .collect();
    assert_eq!(summary.len(), 2);
    assert_eq!(fixture.store.last_messages(hours(1)).await.unwrap().len(), 1);
}

pub async fn message_of_outdated_rule_version_is_not_created(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    fixture.store.change_notification_rule(rule.clone()).await.unwrap();
    let off = plain(&fixture);
    fixture.store.create_notification_rule(off.clone(), 10).await.unwrap();
    let unknown = NotificationRule { id: NotificationRuleId(7), ..rule.clone() };
    let messages = [&rule, &off, &unknown].map(|rule| message(rule, now())).to_vec();
    assert_eq!(fixture.commit_messages(fence, messages).await.unwrap(), 0);
    assert_eq!(fixture.messages(all()).await, []);
}

pub async fn messages_without_the_lease_are_rejected(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    let late = fixture.commit_messages(FencingToken(fence.0 - 1), vec![message(&rule, now())]).await;
    assert!(matches!(late, Err(StoreError::TakenOver)), "{late:?}");
    assert_eq!(fixture.messages(all()).await, []);
}

pub async fn attempt_is_claimed_by_one_instance(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    fixture.commit_messages(fence, vec![message(&rule, now())]).await.unwrap();
    let due = fixture.due(now()).await;
    let recipients: Vec<_> =
        due.iter().map(|one| (one.position, one.recipient.as_str(), one.attempts)).collect();
    assert_eq!(recipients, [(0, "anna@shop.example", 0), (1, "webhook:9", 0)]);
    assert_eq!((due[0].rule, &due[0].composed), (rule.id, &message(&rule, now()).composed));
    assert!(fixture.store.begin_sending(due[0].clone(), later(300)).await.unwrap());
    assert!(!fixture.another().begin_sending(due[0].clone(), later(300)).await.unwrap());
    assert_eq!(fixture.due(later(299)).await.len(), 1, "the other one");
    let again = fixture.due(later(300)).await;
    assert_eq!(again.iter().map(|one| one.attempts).collect::<Vec<_>>(), [0, 1]);
}

/// Returns an attempt to deliver to this recipient.
fn tried(due: &DueMailDelivery, status: NotificationStatus) -> MailAttempt {
    let sent = status == NotificationStatus::Sent;
    MailAttempt {
        message: due.message,
        position: due.position,
        attempt: due.attempts + 1,
        status,
        next_attempt_at: (status == NotificationStatus::Waiting).then(|| later(60)),
        sent_at: sent.then(|| later(5)),
        error: (!sent).then(|| "550 „nein“".to_owned()),
    }
}

pub async fn mail_attempt_outcome_is_stored(fixture: Fixture) {
    use NotificationStatus::{Failed, Sent, Waiting};
    let (rule, fence) = fixture.rule_and_lease().await;
    fixture.commit_messages(fence, vec![message(&rule, now())]).await.unwrap();
    let due = fixture.due(now()).await;
    let unbegun = tried(&due[0], Sent);
    fixture.store.record_mail_attempt(unbegun).await.unwrap();
    assert_eq!(fixture.due(now()).await.len(), 2, "no attempt has begun");
    fixture.store.begin_sending(due[0].clone(), later(300)).await.unwrap();
    fixture.store.record_mail_attempt(tried(&due[0], Waiting)).await.unwrap();
    assert_eq!(fixture.rules().await[0].last_error.as_deref(), Some("550 „nein“"));
    let again = fixture.due(later(60)).await.into_iter().find(|one| one.position == 0).unwrap();
    fixture.store.begin_sending(again.clone(), later(300)).await.unwrap();
    fixture.store.record_mail_attempt(tried(&again, Sent)).await.unwrap();
    fixture.store.begin_sending(due[1].clone(), later(300)).await.unwrap();
    fixture.store.record_mail_attempt(tried(&due[1], Failed)).await.unwrap();
    assert_eq!(fixture.due(hours(9)).await, []);
    let message = fixture.messages(all()).await.remove(0);
    let sendings: Vec<_> = message
        .sendings
        .iter()
        .map(|one| (one.status, one.attempts, one.sent_at, one.error.as_deref()))
        .collect();
    assert_eq!(sendings, [(Sent, 2, Some(later(5)), None), (Failed, 1, None, Some("550 „nein“"))]);
    assert_eq!(fixture.rules().await[0].last_sent_at, Some(later(5)));
}

pub async fn unsent_deliveries_are_counted(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    let unsent = async |since| fixture.another().unsent_notifications(since).await.unwrap();
    assert_eq!(unsent(now()).await, UnsentNotifications::default());
    fixture.commit_messages(fence, vec![message(&rule, now())]).await.unwrap();
    let two = UnsentNotifications { waiting: 2, oldest_waiting_at: Some(now()), failed: 0 };
    assert_eq!(unsent(now()).await, two);
    for (due, status) in
        fixture.due(now()).await.iter().zip([NotificationStatus::Sent, NotificationStatus::Failed])
    {
        fixture.store.begin_sending(due.clone(), later(300)).await.unwrap();
        fixture.store.record_mail_attempt(tried(due, status)).await.unwrap();
    }
    let failed = |failed| UnsentNotifications { failed, ..UnsentNotifications::default() };
    assert_eq!(unsent(now()).await, failed(1));
    assert_eq!(unsent(later(1)).await, failed(0), "of older messages");
}

pub async fn attempt_far_in_the_future_is_due(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    fixture.commit_messages(fence, vec![message(&rule, now())]).await.unwrap();
    // the clock was set back by three hours
    assert_eq!(fixture.due(hours(-3)).await.len(), 2);
    assert_eq!(fixture.due(now() - SignedDuration::from_mins(30)).await, []);
}

pub async fn messages_are_listed_newest_first(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    let shared = NotificationRule { active_since: Some(now()), ..plain(&fixture) };
    fixture.store.create_notification_rule(shared.clone(), 10).await.unwrap();
    for (rule, at) in [(&rule, now()), (&shared, hours(1)), (&rule, hours(2))] {
        assert_eq!(fixture.commit_messages(fence, vec![message(rule, at)]).await.unwrap(), 1);
    }
    let first = fixture.due(now()).await.into_iter().filter(|one| one.at == now());
    for due in first {
        fixture.store.begin_sending(due.clone(), later(300)).await.unwrap();
        fixture.store.record_mail_attempt(tried(&due, NotificationStatus::Sent)).await.unwrap();
    }
    let found = fixture.messages(all()).await;
    assert_eq!(found.iter().map(|one| one.at).collect::<Vec<_>>(), [hours(2), hours(1), now()]);
    let own = OrgScope::These(vec![OrganisationId(5)]);
    for (query, expected) in [
        (NotificationQuery { organisations: own, ..all() }, vec![hours(2), now()]),
        (NotificationQuery { organisations: OrgScope::These(vec![]), ..all() }, vec![]),
        (NotificationQuery { rule: Some(shared.id), ..all() }, vec![hours(1)]),
        (NotificationQuery { status: Some(NotificationStatus::Sent), ..all() }, vec![now()]),
        (NotificationQuery { status: Some(NotificationStatus::Waiting), ..all() }, vec![hours(2), hours(1)]),
        (NotificationQuery { status: Some(NotificationStatus::Failed), ..all() }, vec![]),
        (NotificationQuery { before: Some(found[0].id), limit: 1, ..all() }, vec![hours(1)]),
    ] {
        let found = fixture.messages(query.clone()).await;
        assert_eq!(found.iter().map(|one| one.at).collect::<Vec<_>>(), expected, "{query:?}");
    }
}

pub async fn old_messages_are_swept(fixture: Fixture) {
    let (rule, fence) = fixture.rule_and_lease().await;
    for at in [now(), hours(2)] {
        fixture.commit_messages(fence, vec![message(&rule, at)]).await.unwrap();
    }
    assert_eq!(fixture.store.sweep_notifications(hours(2)).await.unwrap(), 1);
    assert_eq!(fixture.store.sweep_notifications(hours(2)).await.unwrap(), 0);
    let left = fixture.messages(all()).await;
    assert_eq!(left.iter().map(|one| (one.at, one.sendings.len())).collect::<Vec<_>>(), [(hours(2), 2)]);
    assert_eq!(fixture.due(hours(3)).await.len(), 2);
}
