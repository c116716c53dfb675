//! Schedules, who follows them, and the stamp of master data.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{DocumentTypeId, InstanceId, OrganisationId};
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::kinds::KindName;

use orderdock_domain::order::{NumberPattern, OrganisationOrders};

use super::calls::ScheduleCalls as _;
use super::ordering::later;
use super::world::{World, members, now, scalar};
use crate::{
    Conflict, DEFAULT_CRON, Fence, HOUSEKEEPING, SCHEDULER, Schedule, ScheduleState, Store, StoreError,
};

/// The schedule of an organisation that has settled nothing.
pub fn schedule_of(organisation: OrganisationId) -> Schedule {
    Schedule {
        organisation,
        active: true,
        cron: DEFAULT_CRON.to_owned(),
        paused_until: None,
        state: ScheduleState::default(),
    }
}

pub async fn a_schedule_is_active_unless_it_was_switched_off(world: World) {
    let (one, other) = (world.scene("001").await.organisation.id, world.scene("002").await.organisation.id);
    let scope = || OrgScope::These(vec![one, other]).write();
    assert_eq!(world.store.schedules(scope()).await.unwrap(), [schedule_of(one), schedule_of(other)]);
    let changed = Schedule {
        active: false,
        cron: "0 6 * * *".to_owned(),
        paused_until: Some(later(60)),
        ..schedule_of(other)
    };
    world
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    assert_eq!(world.store.schedules(scope()).await.unwrap(), [schedule_of(one), changed]);
    let own = OrgScope::These(vec![one]).write();
    assert_eq!(world.store.schedules(own).await.unwrap().len(), 1);
}

/// A schedule whose state is noted, as it is read.
async fn followed(world: &World) -> (ScheduleState, Schedule) {
    let organisation = world.scene("001").await.organisation.id;
    let state = ScheduleState { last_run_at: Some(now()), due_at: Some(later(9)), validated_stamp: Some(4) };
    let lease = take(&world.store, world.instance().await).await.unwrap();
    world.store.note_schedule(organisation, state, lease).await.unwrap();
    let scope = OrgScope::These(vec![organisation]).write();
    (state, world.store.schedules(scope).await.unwrap().remove(0))
}

pub async fn the_state_of_a_schedule_leaves_its_settings(world: World) {
    let (state, schedule) = followed(&world).await;
    assert_eq!((schedule.active, schedule.cron.as_str(), schedule.state), (true, DEFAULT_CRON, state));
}

pub async fn settings_of_a_schedule_leave_its_state(world: World) {
    let (state, schedule) = followed(&world).await;
    let cron = "5 * * * *".to_owned();
    let changed = Schedule { cron, state: ScheduleState::default(), ..schedule };
    world
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    let scope = OrgScope::These(vec![changed.organisation]).write();
    assert_eq!(world.store.schedules(scope).await.unwrap(), [Schedule { state, ..changed }]);
}

pub async fn settings_are_written_whole_or_not_at_all(world: World) {
    let (_, before) = followed(&world).await;
    let changed = Schedule { active: false, ..before.clone() };
    let mut orders = OrganisationOrders::default();
    // of a document type that does not exist
    orders.number_patterns.extend(NumberPattern::parse("SO-{n:06}").map(|one| (DocumentTypeId(777), one)));
    assert!(world.store.save_process_settings(OrgScope::All.write(), changed.clone(), orders).await.is_err());
    let scope = || OrgScope::These(vec![before.organisation]).write();
    assert_eq!(world.store.schedules(scope()).await.unwrap(), std::slice::from_ref(&before));
    let others = OrgScope::These(vec![OrganisationId(777)]).write();
    let refused = world.store.save_process_settings(others, changed.clone(), OrganisationOrders::default());
    assert!(matches!(refused.await, Err(StoreError::Conflict(Conflict::Organisation))));
    assert_eq!(world.store.schedules(scope()).await.unwrap(), std::slice::from_ref(&before));
    world
        .store
        .save_process_settings(OrgScope::All.write(), changed.clone(), OrganisationOrders::default())
        .await
        .unwrap();
    assert_eq!(world.store.schedules(scope()).await.unwrap(), [changed]);
}

async fn take(store: &Arc<dyn Store>, holder: InstanceId) -> Option<Fence> {
    store.take_lease(SCHEDULER, holder).await.unwrap()
}

pub async fn one_instance_has_a_lease_as_long_as_it_lives(world: World) {
    let other = world.another();
    let (a, b) = (world.instance().await, world.instance().await);
    let first = take(&world.store, a).await.unwrap();
    assert_eq!(take(&other, b).await, None);
    assert_eq!(take(&world.store, a).await, Some(first), "who has it keeps it");
    let house = other.take_lease(HOUSEKEEPING, b).await.unwrap();
    assert!(house.is_some(), "another one is another's");
    world.store.end_instance(a).await.unwrap();
    assert_eq!(take(&world.store, a).await, None, "who has ended takes nothing");
    let second = take(&other, b).await.unwrap();
    assert!(second.0 > first.0, "no fence comes twice");
}

/// A process that sleeps through its own burial finds that another follows the schedules.
pub async fn who_has_lost_its_lease_notes_nothing(world: World) {
    let organisation = world.scene("001").await.organisation.id;
    let (a, b) = (world.instance().await, world.instance().await);
    let other = world.another();
    let note = async |store: &Arc<dyn Store>, at, lease| {
        let state = ScheduleState { last_run_at: Some(later(at)), ..ScheduleState::default() };
        store.note_schedule(organisation, state, lease).await
    };
    let lost = take(&world.store, a).await.unwrap();
    note(&world.store, 6, lost).await.unwrap();
    world.store.end_instance(a).await.unwrap();
    let lease = take(&other, b).await.unwrap();
    note(&other, 7, lease).await.unwrap();
    let noted = note(&world.store, 8, lost).await;
    assert!(matches!(noted, Err(StoreError::TakenOver)), "{noted:?}");
    let scope = OrgScope::These(vec![organisation]).write();
    assert_eq!(world.store.schedules(scope).await.unwrap()[0].state.last_run_at, Some(later(7)));
}

pub async fn changes_of_master_data_raise_the_stamp(world: World) {
    let scene = world.scene("001").await;
    let stamp = async || world.store.master_data_stamp().await.unwrap();
    let mut last = stamp().await;
    let mut writes = ImportWrites::default();
    writes.partners.created.push(world.partner(&scene.organisation, "G2"));
    world.commit(writes).await.unwrap();
    world.header(&scene, "H1", 1).await;
    assert_eq!(stamp().await, last, "a new partner concerns no candidate that is there");
    let mut writes = ImportWrites::default();
    writes.partners.changed.push(scene.partner.clone());
    world.commit(writes).await.unwrap();
    assert!(stamp().await > last);
    last = stamp().await;
    let unit = members(&[("code", scalar("XPX")), ("name", scalar("Pallet"))]);
    world.masterdata(vec![(KindName::Uoms, vec![unit])]).await;
    assert!(stamp().await > last);
}
