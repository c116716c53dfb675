//! The database itself, ids and reference data.

use std::collections::HashSet;
use std::sync::Arc;

use orderdock_domain::ids::{CandidateId, SHARED};
use orderdock_domain::import::{ImportKeys, ImportWrites};
use orderdock_domain::masterdata::kinds::KindName;

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, batch, code, everything, members, scalar, upsert};
use crate::{MasterdataUpsert, WriteMode};

pub async fn ids_are_never_handed_out_twice(fixture: Fixture) {
    let another = fixture.another();
    let mut seen = HashSet::new();
    for count in [1, 3, 1_000] {
        for store in [&fixture.store, &another] {
            let mut block = store.reserve_ids(count).await.unwrap();
            assert_eq!(block.left(), count);
            while let Some(CandidateId(id)) = block.next() {
                assert!(id > 0 && id < 1 << 53 && seen.insert(id), "{id}");
            }
        }
    }
}

pub async fn reference_holds_the_common_records(fixture: Fixture) {
    let reference = fixture.reference().await;
    assert_eq!(reference.organisation(SHARED).unwrap().code, code("*"));
    assert!(reference.unit_by_code(&code("PCE")).is_some());
    assert_eq!(reference.currency(&code("EUR")).unwrap().precision, 2);
    assert!(reference.knows_country(&code("DE")));
    let names = &reference.data_sources[0].internal_names;
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].as_str().contains("rest_api"), "{names:?}");
    let defaults = reference.document_types.iter().filter(|kind| kind.is_default);
    assert_eq!(defaults.count(), 8);
}

pub async fn reference_data_is_cached_until_changed(fixture: Fixture) {
    let before = fixture.reference().await;
    assert!(Arc::ptr_eq(&before, &fixture.reference().await));
    let scene = fixture.scene("001").await;
    let after = fixture.reference().await;
    assert!(after.generation() > before.generation());
    assert_eq!(after.organisation(scene.organisation.id), Some(&scene.organisation));
}

pub async fn reference_changes_of_another_store_are_seen(fixture: Fixture) {
    let another = fixture.another();
    let before = another.reference().await.unwrap();
    let scene = fixture.scene("001").await;
    let after = another.reference().await.unwrap();
    assert_ne!(before.generation(), after.generation());
    assert_eq!(after.organisation_by_code(&code("001")).unwrap().id, scene.organisation.id);
    let context = another.load_import_context(everything(), ImportKeys::default()).await.unwrap();
    assert_eq!(context.reference.generation(), after.generation());
}

pub async fn masterdata_is_readable_after_it_was_written(fixture: Fixture) {
    let shipper = members(&[("code", scalar("DPD - Classic")), ("name", scalar("DPD"))]);
    let partner = members(&[("code", scalar("G0001")), ("name", scalar("Müller"))]);
    let before = fixture.reference().await.generation();
    fixture
        .masterdata(vec![(KindName::Shippers, vec![shipper.clone()]), (KindName::Partners, vec![partner])])
        .await;
    let reference = fixture.reference().await;
    assert!(reference.generation() > before);
    assert_eq!(reference.shippers[0].code, code("DPD - Classic"));
    let keys = ImportKeys { partner_codes: [code("G0001")].into(), ..ImportKeys::default() };
    let found = fixture.load(keys).await.partners;
    assert_eq!((found.len(), found[0].organisation), (1, SHARED));
    // an equal record changes nothing
    fixture.masterdata(vec![(KindName::Shippers, vec![shipper])]).await;
    assert_eq!(fixture.reference().await.generation(), reference.generation());
}

pub async fn faulty_masterdata_writes_nothing(fixture: Fixture) {
    let good = members(&[("code", scalar("DPD")), ("name", scalar("DPD"))]);
    let lost = members(&[("code", scalar("UPS")), ("name", scalar("UPS")), ("org", scalar("nowhere"))]);
    let batch = batch(&[(KindName::Shippers, vec![good, lost])]);
    let problems = fixture
        .store
        .upsert_masterdata(MasterdataUpsert { batch: batch.into(), ..upsert(&[]) })
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(fixture.reference().await.shippers.is_empty());
}

pub async fn fresh_store_is_writable(fixture: Fixture) {
    let before = fixture.store.statistics().commits;
    fixture.store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
    assert_eq!(fixture.store.statistics().commits, before + 1);
}

pub async fn partitions_can_be_created_repeatedly(fixture: Fixture) {
    let another = fixture.another();
    let last = fixture.store.reserve_ids(1).await.unwrap().next::<CandidateId>().unwrap();
    let (one, other) = tokio::join!(fixture.store.create_partitions(), another.create_partitions());
    one.and(other).unwrap();
    let scene = fixture.scene("001").await;
    fixture.import(&mut [fixture.candidate(&scene, "H", "L").await]).await.unwrap();
    fixture.store.create_partitions().await.unwrap();
    let next = another.reserve_ids(1).await.unwrap().next::<CandidateId>().unwrap();
    assert!(next > last, "ids are ascending: {last:?} {next:?}");
}

pub async fn stamp_changes_with_every_commit(fixture: Fixture) {
    let another = fixture.another();
    let mut last = [fixture.store.commit_stamp().await.unwrap(), another.commit_stamp().await.unwrap()];
    for round in 0..6 {
        let store = if round % 2 == 0 { &fixture.store } else { &another };
        store.write(WriteMode::Unlocked, 1, |tx| tx.check_writable()).await.unwrap();
        let seen = [fixture.store.commit_stamp().await.unwrap(), another.commit_stamp().await.unwrap()];
        assert!(seen[0] != last[0] && seen[1] != last[1], "{round}: {last:?} {seen:?}");
        last = seen;
    }
    // on a server with other databases, their commits also change the stamp, so this repeats
    for _ in 0..1_000 {
        if fixture.store.commit_stamp().await.unwrap() == fixture.store.commit_stamp().await.unwrap() {
            return;
        }
    }
    panic!("nothing was committed, and the stamp changes all the time");
}

pub async fn loads_and_commits_are_counted(fixture: Fixture) {
    let before = fixture.store.statistics();
    fixture.load(ImportKeys::default()).await;
    fixture.commit(ImportWrites::default()).await.unwrap();
    let after = fixture.store.statistics();
    assert_eq!(after.import_loads, before.import_loads + 1);
    assert_eq!(after.commits, before.commits + 1);
    assert_eq!(after.committed_plans, before.committed_plans + 1);
    assert_eq!(after.waiting_plans, 0);
}

pub async fn time_of_claims_is_the_same_for_all_processes(fixture: Fixture) {
    let another = fixture.another();
    let first = fixture.store.now().await.unwrap();
    let second = another.now().await.unwrap();
    let third = fixture.store.now().await.unwrap();
    assert!(first <= second && second <= third, "{first} {second} {third}");
}

pub async fn database_time_is_monotonic(fixture: Fixture) {
    let summary = [fixture.store.time().await.unwrap(), fixture.another().time().await.unwrap()];
    assert!(summary[0] <= summary[1], "{summary:?}");
    assert_eq!(summary[0].is_some(), summary[1].is_some());
}

pub async fn database_has_a_size(fixture: Fixture) {
    assert!(fixture.store.read(|tx| tx.database_bytes()).await.unwrap() > 100_000);
}

pub async fn identity_of_the_same_database_is_stable(fixture: Fixture) {
    for fresh in [11, 12] {
        assert!(!fixture.store.check_identity(fresh).await.unwrap(), "{fresh}");
        assert!(!fixture.another().check_identity(fresh + 10).await.unwrap(), "{fresh}");
    }
}

pub async fn fresh_database_is_not_quiet(fixture: Fixture) {
    assert!(!fixture.store.read(|tx| tx.is_quiet()).await.unwrap());
}

pub async fn activated_database_is_not_quiet(fixture: Fixture) {
    assert!(!fixture.store.check_identity(11).await.unwrap());
    assert!(!fixture.store.activate(12).await.unwrap(), "it was not quiet before");
    assert!(!fixture.another().check_identity(13).await.unwrap());
    assert!(!fixture.store.read(|tx| tx.is_quiet()).await.unwrap());
}
