//! Schedules, the lease of the scheduler, and the master data stamp.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{DocumentTypeId, InstanceId, OrganisationId};
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::kinds::KindName;

use orderdock_domain::order::{NumberPattern, OrganisationOrders};

use super::calls::InstanceCalls as _;
use super::calls::ScheduleCalls as _;
use super::fixture::{Fixture, members, now, scalar};
use super::ordering::later;
use crate::{
    Conflict, DEFAULT_CRON, FencingToken, HOUSEKEEPING, SCHEDULER, Schedule, ScheduleState, Store, StoreError,
};

/// Returns the schedule of an organisation without settings.
pub fn schedule_of(organisation: OrganisationId) -> Schedule {
    Schedule {
        organisation,
        active: true,
        cron: DEFAULT_CRON.to_owned(),
        paused_until: None,
        state: ScheduleState::default(),
    }
}

pub async fn schedule_is_active_unless_disabled(fixture: Fixture) {
    let (one, other) =
        (fixture.scene("001").await.organisation.id, fixture.scene("002").await.organisation.id);
    let scope = || OrgScope::These(vec![one, other]).write();
    assert_eq!(fixture.store.schedules(scope()).await.unwrap(), [schedule_of(one), schedule_of(other)]);
    let changed = Schedule {
        active: false,
        cron: "0 6 * * *".to_owned(),
        paused_until: Some(later(60)),
        ..schedule_of(other)
    };
    fixture
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    assert_eq!(fixture.store.schedules(scope()).await.unwrap(), [schedule_of(one), changed]);
    let own = OrgScope::These(vec![one]).write();
    assert_eq!(fixture.store.schedules(own).await.unwrap().len(), 1);
}

/// Stores the state of a schedule. Returns the state and the schedule as read.
async fn schedule_with_state(fixture: &Fixture) -> (ScheduleState, Schedule) {
    let organisation = fixture.scene("001").await.organisation.id;
    let state = ScheduleState { last_run_at: Some(now()), due_at: Some(later(9)), validated_stamp: Some(4) };
    let lease = take(&fixture.store, fixture.instance().await).await.unwrap();
    fixture.store.record_schedule_state(organisation, state, lease).await.unwrap();
    let scope = OrgScope::These(vec![organisation]).write();
    (state, fixture.store.schedules(scope).await.unwrap().remove(0))
}

pub async fn schedule_state_leaves_settings_unchanged(fixture: Fixture) {
    let (state, schedule) = schedule_with_state(&fixture).await;
    assert_eq!((schedule.active, schedule.cron.as_str(), schedule.state), (true, DEFAULT_CRON, state));
}

pub async fn settings_of_a_schedule_leave_its_state(fixture: Fixture) {
    let (state, schedule) = schedule_with_state(&fixture).await;
    let cron = "5 * * * *".to_owned();
    let changed = Schedule { cron, state: ScheduleState::default(), ..schedule };
    fixture
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    let scope = OrgScope::These(vec![changed.organisation]).write();
    assert_eq!(fixture.store.schedules(scope).await.unwrap(), [Schedule { state, ..changed }]);
}

pub async fn settings_are_written_atomically(fixture: Fixture) {
    let (_, before) = schedule_with_state(&fixture).await;
    let changed = Schedule { active: false, ..before.clone() };
    let mut orders = OrganisationOrders::default();
    // invalid: a pattern for a document type that does not exist
    orders.number_patterns.extend(NumberPattern::parse("SO-{n:06}").map(|one| (DocumentTypeId(777), one)));
    assert!(
        fixture.store.save_process_settings(OrgScope::All.write(), changed.clone(), orders).await.is_err()
    );
    let scope = || OrgScope::These(vec![before.organisation]).write();
    assert_eq!(fixture.store.schedules(scope()).await.unwrap(), std::slice::from_ref(&before));
    let others = OrgScope::These(vec![OrganisationId(777)]).write();
    let rejected =
        fixture.store.save_process_settings(others, changed.clone(), OrganisationOrders::default());
    assert!(matches!(rejected.await, Err(StoreError::Conflict(Conflict::Organisation))));
    assert_eq!(fixture.store.schedules(scope()).await.unwrap(), std::slice::from_ref(&before));
    fixture
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    assert_eq!(fixture.store.schedules(scope()).await.unwrap(), [changed]);
}

async fn take(store: &Arc<dyn Store>, holder: InstanceId) -> Option<FencingToken> {
    store.take_lease(SCHEDULER, holder).await.unwrap()
}

pub async fn lease_belongs_to_one_live_instance(fixture: Fixture) {
    let other = fixture.another();
    let (a, b) = (fixture.instance().await, fixture.instance().await);
    let first = take(&fixture.store, a).await.unwrap();
    assert_eq!(take(&other, b).await, None);
    assert_eq!(take(&fixture.store, a).await, Some(first), "the holder keeps the lease");
    let house = other.take_lease(HOUSEKEEPING, b).await.unwrap();
    assert!(house.is_some(), "another one is another's");
    fixture.store.end_instance(a).await.unwrap();
    assert_eq!(take(&fixture.store, a).await, None, "an ended instance cannot take the lease");
    let second = take(&other, b).await.unwrap();
    assert!(second.0 > first.0, "no fence comes twice");
}

/// An instance that was removed while it was suspended finds that another one holds the lease.
pub async fn schedule_state_without_the_lease_is_rejected(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let (a, b) = (fixture.instance().await, fixture.instance().await);
    let other = fixture.another();
    let note = async |store: &Arc<dyn Store>, at, lease| {
        let state = ScheduleState { last_run_at: Some(later(at)), ..ScheduleState::default() };
        store.record_schedule_state(organisation, state, lease).await
    };
    let lost = take(&fixture.store, a).await.unwrap();
    note(&fixture.store, 6, lost).await.unwrap();
    fixture.store.end_instance(a).await.unwrap();
    let lease = take(&other, b).await.unwrap();
    note(&other, 7, lease).await.unwrap();
    let noted = note(&fixture.store, 8, lost).await;
    assert!(matches!(noted, Err(StoreError::TakenOver)), "{noted:?}");
    let scope = OrgScope::These(vec![organisation]).write();
    assert_eq!(fixture.store.schedules(scope).await.unwrap()[0].state.last_run_at, Some(later(7)));
}

pub async fn changes_of_master_data_raise_the_stamp(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let stamp = async || fixture.store.master_data_stamp().await.unwrap();
    let mut last = stamp().await;
    let mut writes = ImportWrites::default();
    writes.partners.created.push(fixture.partner(&scene.organisation, "G2"));
    fixture.commit(writes).await.unwrap();
    fixture.header(&scene, "H1", 1).await;
    assert_eq!(stamp().await, last, "a new partner concerns no candidate that is there");
    let mut writes = ImportWrites::default();
    writes.partners.changed.push(scene.partner.clone());
    fixture.commit(writes).await.unwrap();
    assert!(stamp().await > last);
    last = stamp().await;
    let unit = members(&[("code", scalar("XPX")), ("name", scalar("Pallet"))]);
    fixture.masterdata(vec![(KindName::Uoms, vec![unit])]).await;
    assert!(stamp().await > last);
}
