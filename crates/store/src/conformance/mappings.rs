//! Mappings of missing records to existing ones.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{
    Candidate, Field, MissingRecord, MissingRecordId, ReferenceKey, ReferenceKind, Status,
    UnresolvedReference,
};
use orderdock_domain::ids::{CrossReferenceId, PartnerId, RunId};
use orderdock_domain::import::ReferenceMapping;
use orderdock_domain::masterdata::{CrossReferenceKind, CrossReferenceMember};
use orderdock_domain::processing::RunKind;

use super::calls::RunCalls as _;
use super::fixture::{Fixture, Scene, code, now};
use crate::{
    ChangeAuthor, Chunk, ChunkExtent, FencingToken, RememberedValue, RunWork, TakenValue, WriteMode,
};

/// Imports a candidate that waits for a missing product.
async fn waiting(fixture: &Fixture, scene: &Scene, header: &str) -> (Candidate, MissingRecordId) {
    let reference = UnresolvedReference {
        field: Field::ProductCode,
        kind: ReferenceKind::Product,
        keys: vec![(ReferenceKey::Code, "KAF".to_owned())],
        system: None,
        mapped: None,
    };
    let waiting = Candidate {
        product: None,
        unresolved: vec![reference.clone()],
        status: Status::Error,
        ..fixture.candidate(scene, header, "1").await
    };
    let mut candidates = [waiting];
    fixture.import(&mut candidates).await.unwrap();
    let [candidate] = candidates;
    let id = MissingRecord::of(&candidate, &reference).id();
    (candidate, id)
}

pub async fn targets_are_found_by_kind_and_id(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let target =
        async |kind, id: i64| fixture.store.read(move |tx| tx.mapping_target(kind, id)).await.unwrap();
    let product = target(ReferenceKind::Product, scene.product.id.0).await.unwrap();
    assert_eq!((product.label.as_str(), product.unit), (scene.product.code.as_str(), Some(scene.unit.id)));
    assert_eq!((product.organisation, product.active), (scene.organisation.id, true));
    let location = target(ReferenceKind::Location, scene.location.id.0).await.unwrap();
    assert_eq!(location.partner, Some(scene.partner.id));
    assert_eq!(target(ReferenceKind::Unit, scene.unit.id.0).await.unwrap().label, scene.unit.code.as_str());
    assert!(target(ReferenceKind::Partner, scene.partner.id.0).await.is_some());
    assert!(target(ReferenceKind::SalesPartner, scene.partner.id.0).await.is_some());
    for kind in ReferenceKind::ALL {
        assert_eq!(target(*kind, 1).await, None, "{kind:?}");
    }
}

pub async fn buyers_of_missing_records_are_known(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (first, id) = waiting(&fixture, &scene, "H1").await;
    let buyers = async |scope: OrgScope, lines: Vec<_>| {
        fixture.store.read(move |tx| tx.buyers_of_missing(&scope.write(), id, &lines)).await.unwrap()
    };
    let buyer: Option<PartnerId> = Some(scene.partner.id);
    assert_eq!(buyers(OrgScope::All, Vec::new()).await, [buyer]);
    assert_eq!(buyers(OrgScope::All, vec![first.id]).await, [buyer]);
    assert_eq!(buyers(OrgScope::All, vec![orderdock_domain::ids::CandidateId(1)]).await, []);
    assert_eq!(buyers(OrgScope::These(vec![other.organisation.id]), Vec::new()).await, []);
}

pub async fn lines_of_unfinished_mappings_are_known(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (line, missing) = waiting(&fixture, &scene, "H1").await;
    let other = fixture.candidate(&scene, "H2", "1").await;
    let candidates = [line.id, other.id];
    let mapped = async || fixture.store.read(move |tx| tx.lines_being_mapped(&candidates)).await.unwrap();
    assert_eq!(mapped().await, []);
    let mut record = fixture.run_record(OrgScope::All);
    record.run.kind = RunKind::Map;
    let mapping = ReferenceMapping {
        missing,
        kind: ReferenceKind::Product,
        record: scene.product.id.0,
        unit: None,
        cross_reference: None,
    };
    let chunks = vec![Chunk { candidates: vec![line.id], extent: ChunkExtent::Listed }];
    let work = RunWork { mapping: Some(mapping), selected: true, chunks, ..RunWork::default() };
    let id = record.run.id;
    fixture.store.create_run(record, fixture.instance().await, Some(work), None).await.unwrap();
    assert_eq!(mapped().await, [line.id]);
    let state = orderdock_domain::processing::RunState::Done;
    let finish = move |tx: &dyn crate::WriteTransaction| tx.finish_run(id, FencingToken(id.0), state, now());
    fixture.store.write(WriteMode::Shared, 1, finish).await.unwrap();
    assert_eq!(mapped().await, []);
}

impl Fixture {
    async fn remember(&self, value: RememberedValue) -> Result<CrossReferenceId, TakenValue> {
        let by = author();
        let remember = move |tx: &dyn crate::WriteTransaction| tx.remember_value(&value, &by);
        self.store.write(WriteMode::Records, 1, remember).await.unwrap()
    }

    async fn forget(&self, run: RunId) -> bool {
        let by = author();
        self.store.write(WriteMode::Records, 1, move |tx| tx.forget_value(run, &by)).await.unwrap()
    }
}

fn author() -> ChangeAuthor {
    ChangeAuthor { actor: "anna".to_owned(), request_id: "r".to_owned(), at: now() }
}

impl Fixture {
    async fn value(&self, scene: &Scene, record: i64, run: i64) -> RememberedValue {
        RememberedValue {
            id: self.id(),
            organisation: scene.organisation.id,
            data_source: self.candidate(scene, "H1", "1").await.data_source,
            partner: None,
            kind: CrossReferenceKind::Product,
            member: CrossReferenceMember::Code,
            value: code("KAF"),
            record,
            run: RunId(run),
        }
    }
}

pub async fn value_maps_to_one_record(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let product = scene.product.id.0;
    let first = fixture.value(&scene, product, 1).await;
    let id = fixture.remember(first.clone()).await.unwrap();
    assert_eq!(id, first.id);
    let again = fixture.value(&scene, product, 2).await;
    assert_eq!(fixture.remember(again).await, Ok(id), "it exists");
    let taken = TakenValue { record: product, user: Some("anna".to_owned()) };
    let other = fixture.value(&scene, 7, 3).await;
    assert_eq!(fixture.remember(other).await, Err(taken));
    let reference = fixture.reference().await;
    assert!(reference.cross_reference_kinds.contains(&CrossReferenceKind::Product));
}

pub async fn only_the_run_that_remembered_a_value_forgets_it(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let product = scene.product.id.0;
    let (first, again) = (fixture.value(&scene, product, 1).await, fixture.value(&scene, product, 2).await);
    let id = fixture.remember(first).await.unwrap();
    fixture.remember(again).await.unwrap();
    assert!(!fixture.forget(RunId(2)).await, "another run created it");
    assert!(fixture.forget(RunId(1)).await);
    assert!(!fixture.forget(RunId(1)).await, "it is inactive");
    let other = fixture.value(&scene, 7, 4).await;
    assert_eq!(fixture.remember(other).await, Ok(id), "an inactive one is used again");
    assert!(!fixture.forget(RunId(1)).await, "it was changed since");
    assert!(fixture.forget(RunId(4)).await);
}
