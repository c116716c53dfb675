//! Candidates that wait for missing records.

use std::collections::{BTreeMap, BTreeSet};

use jiff::SignedDuration;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{
    Candidate, CandidateEvent, CandidateState, Field, MissingRecordId, ReferenceKey, ReferenceKind, Status,
    UnresolvedReference,
};
use orderdock_domain::correction::{Correction, CorrectionCall, HistoryEntry};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::import::Expectation;
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::order::CandidateClaim;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, Scene, code, everything, now, number};
use crate::{
    CandidateFilter, CandidateQuery, CandidateSort, Conflict, FoundMissingRecord, MissingRecordQuery,
    MissingRecordSort, PageStart, RecordChanges, ResolutionCommit, StoreError, StoreResult, WriteMode,
};

/// Returns a candidate without buyer, product and unit.
async fn waiting(fixture: &Fixture, scene: &Scene, header: &str) -> Candidate {
    let reference = |field, kind, value: &str| UnresolvedReference {
        field,
        kind,
        keys: vec![(ReferenceKey::Code, value.to_owned()), (ReferenceKey::ExternalId, value.to_owned())],
        system: None,
        mapped: None,
    };
    Candidate {
        buyer: None,
        product: None,
        unit: None,
        unresolved: vec![
            reference(Field::Bpartner, ReferenceKind::Partner, "Müller"),
            reference(Field::ProductCode, ReferenceKind::Product, "KAF \"1\""),
        ],
        status: Status::Error,
        problems: vec![
            Problem::new(ProblemCode::BpartnerUnresolved, "/bpartner/bpartner").with("keys", "code Müller"),
        ],
        ..fixture.candidate(scene, header, "1").await
    }
}

impl Fixture {
    async fn waiting_candidates(&self, scope: OrgScope, after: CandidateId, limit: u32) -> Vec<CandidateId> {
        let scope = scope.write();
        self.store.read(move |tx| tx.waiting_candidates(&scope, after, limit)).await.unwrap()
    }

    async fn all_waiting(&self) -> Vec<CandidateId> {
        self.waiting_candidates(OrgScope::All, CandidateId(0), 100).await
    }

    async fn missing(&self, query: MissingRecordQuery) -> Vec<FoundMissingRecord> {
        self.missing_of(OrgScope::All, query).await
    }

    async fn missing_of(&self, scope: OrgScope, query: MissingRecordQuery) -> Vec<FoundMissingRecord> {
        let (scope, query) = (scope.write(), MissingRecordQuery { limit: 10, ..query });
        self.store.list(move |tx| tx.missing_records(&scope, &query)).await.unwrap()
    }

    async fn waiting_for(&self, scope: OrgScope, changed: RecordChanges) -> Vec<CandidateId> {
        let scope = scope.write();
        self.store.read(move |tx| tx.candidates_waiting_for(&scope, &changed)).await.unwrap()
    }

    /// Resolves a candidate with the records of the scene.
    async fn resolve(
        &self,
        before: &Candidate,
        after: Candidate,
        unchanged: Vec<Expectation>,
    ) -> StoreResult<()> {
        let call = CorrectionCall { actor: "scheduler".to_owned(), now: now(), run: None };
        let states = (&CandidateState::of(before), &CandidateState::of(&after));
        let entry = HistoryEntry::of(&CandidateClaim::of(before), CandidateEvent::Validated, states, &call);
        let corrections = vec![Correction { candidate: after, entry: Some(entry), warnings: Vec::new() }];
        let commit = ResolutionCommit { unchanged, corrections, used: BTreeMap::new(), now: now() };
        self.store.write(WriteMode::Shared, 2, move |tx| tx.commit_resolution(&commit)).await
    }
}

pub async fn candidates_wait_until_their_records_are_known(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates = [
        waiting(&fixture, &scene, "H1").await,
        waiting(&fixture, &scene, "H2").await,
        waiting(&fixture, &other, "H3").await,
        fixture.candidate(&scene, "H4", "1").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let ids: Vec<_> = candidates.iter().map(|one| one.id).collect();
    let found = fixture.store.candidates(everything(), ids.clone()).await.unwrap().candidates;
    assert_eq!(found, candidates);
    assert_eq!(fixture.all_waiting().await, ids[..3]);
    assert_eq!(fixture.waiting_candidates(OrgScope::All, ids[0], 1).await, [ids[1]]);
    let own = |id: OrganisationId| OrgScope::These(vec![id]);
    assert_eq!(fixture.waiting_candidates(own(other.organisation.id), CandidateId(0), 9).await, [ids[2]]);

    let [first, second, ..] = &candidates;
    let resolved = Candidate {
        buyer: candidates[3].buyer,
        product: candidates[3].product,
        unit: candidates[3].unit,
        unresolved: Vec::new(),
        status: Status::New,
        problems: Vec::new(),
        ..first.clone()
    };
    fixture.resolve(first, resolved.clone(), Vec::new()).await.unwrap();
    let found = fixture.store.candidates(everything(), vec![first.id]).await.unwrap().candidates;
    assert_eq!(found, [Candidate { version: 2, ..resolved }]);
    let excluded = Candidate { status: Status::Inactive, ..second.clone() };
    fixture.resolve(second, excluded, Vec::new()).await.unwrap();
    assert_eq!(fixture.all_waiting().await, [ids[2]]);
}

pub async fn outdated_resolution_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [waiting(&fixture, &scene, "H1").await];
    fixture.import(&mut candidates).await.unwrap();
    let [before] = &candidates;
    let after = Candidate { unresolved: Vec::new(), ..before.clone() };
    let outdated = Candidate { version: 7, ..after.clone() };
    let rejected = fixture.resolve(before, outdated, Vec::new()).await;
    assert!(matches!(rejected, Err(StoreError::Conflict(Conflict::Candidate))), "{rejected:?}");
    let changed = vec![Expectation::Partner(scene.partner.id, 99)];
    let rejected = fixture.resolve(before, after, changed).await;
    assert!(matches!(rejected, Err(StoreError::Conflict(_))), "{rejected:?}");
    assert_eq!(fixture.all_waiting().await, [before.id]);
}

pub async fn candidates_are_found_by_keys_of_changed_records(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let named = |kind, field, key, value: &str| {
        let keys = vec![(key, value.to_owned())];
        vec![UnresolvedReference { field, kind, keys, system: None, mapped: None }]
    };
    let gln = (scene.location.gln.as_ref().map_or("4000001000005", |gln| gln.as_str())).to_owned();
    let product = |value: &str| named(ReferenceKind::Product, Field::ProductCode, ReferenceKey::Code, value);
    let open = [
        product(scene.product.code.as_str()),
        product(&scene.product.code.as_str().to_lowercase()),
        named(ReferenceKind::Partner, Field::Bpartner, ReferenceKey::Code, scene.partner.code.as_str()),
        named(ReferenceKind::Location, Field::Location, ReferenceKey::Gln, &gln),
        named(ReferenceKind::Contact, Field::Contact, ReferenceKey::Name, "Nobody"),
        product("ANOTHER"),
    ];
    let mut candidates = Vec::new();
    for (unresolved, number) in open.into_iter().zip(1..) {
        let candidate = fixture.candidate(&scene, &format!("H{number}"), "1").await;
        candidates.push(Candidate { unresolved, status: Status::Error, ..candidate });
    }
    let unresolved = product(scene.product.code.as_str());
    let candidate = fixture.candidate(&other, "H9", "1").await;
    candidates.push(Candidate { unresolved, status: Status::Error, ..candidate });
    candidates.push(fixture.candidate(&scene, "H10", "1").await);
    fixture.import(&mut candidates).await.unwrap();
    let ids: Vec<_> = candidates.iter().map(|one| one.id).collect();
    let records = |kind, id| RecordChanges {
        records: BTreeMap::from([(kind, BTreeSet::from([id]))]),
        ..RecordChanges::default()
    };
    let of_product = records(KindName::Products, scene.product.id.0);
    let found = fixture.waiting_for(OrgScope::All, of_product.clone()).await;
    assert_eq!(found, [ids[0], ids[1], ids[6]]);
    let own = OrgScope::These(vec![scene.organisation.id]);
    assert_eq!(fixture.waiting_for(own, of_product).await, ids[..2]);
    let partner = records(KindName::Partners, scene.partner.id.0);
    assert_eq!(fixture.waiting_for(OrgScope::All, partner).await, ids[2..5]);
    let location = records(KindName::Locations, scene.location.id.0);
    assert_eq!(fixture.waiting_for(OrgScope::All, location).await, ids[3..5]);
    let changed = RecordChanges { candidates: ids.iter().copied().collect(), ..RecordChanges::default() };
    assert_eq!(fixture.waiting_for(OrgScope::All, changed).await, ids[..7]);
    let nothing = records(KindName::Products, 0);
    assert_eq!(fixture.waiting_for(OrgScope::All, nothing).await, []);
}

pub async fn candidates_without_buyer_precede_all_partners(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [
        fixture.candidate(&scene, "H1", "1").await,
        waiting(&fixture, &scene, "H2").await,
        fixture.candidate(&scene, "H3", "1").await,
        waiting(&fixture, &scene, "H4").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let sorted = |descending, limit, window| CandidateQuery {
        sort: CandidateSort::Bpartner,
        descending,
        limit,
        window,
        ..super::find::query(CandidateFilter::default())
    };
    for (descending, expected) in [(false, [1, 3, 0, 2]), (true, [2, 0, 3, 1])] {
        let expected = expected.map(|index: usize| candidates[index].id);
        for limit in [1, 3, 9] {
            let (mut seen, mut window) = (Vec::new(), PageStart::Offset(0));
            loop {
                let query = sorted(descending, limit, window);
                let page = fixture.store.find_candidates(everything(), query).await.unwrap();
                seen.extend(page.candidates.iter().map(|one| one.id));
                let Some(next) = page.next else { break };
                window = PageStart::After(next);
            }
            assert_eq!(seen, expected, "{descending} {limit}");
        }
        let query = sorted(descending, 2, PageStart::Offset(1));
        let page = fixture.store.find_candidates(everything(), query).await.unwrap();
        let seen: Vec<_> = page.candidates.iter().map(|one| one.id).collect();
        assert_eq!(seen, expected[1..3], "{descending}");
        let query = sorted(descending, 9, PageStart::Offset(0));
        let headers = fixture.store.find_headers(everything(), query).await.unwrap();
        let leaders: Vec<_> = headers.headers.iter().map(|one| one.leader).collect();
        assert_eq!(leaders, expected, "{descending}");
    }
}

/// Returns a candidate that waits for a product.
async fn without_product(fixture: &Fixture, scene: &Scene, line: (&str, &str), value: &str) -> Candidate {
    let keys = vec![(ReferenceKey::Code, value.to_owned())];
    let reference = UnresolvedReference {
        field: Field::ProductCode,
        kind: ReferenceKind::Product,
        keys,
        system: None,
        mapped: None,
    };
    Candidate {
        product: None,
        unresolved: vec![reference],
        status: Status::Error,
        ..fixture.candidate(scene, line.0, line.1).await
    }
}

pub async fn numbers_of_missing_records_follow_their_lines(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let priced = |candidate: Candidate, price: &str| Candidate {
        price: Some(number(price)),
        currency: Some(code("EUR")),
        qty: number("3"),
        ..candidate
    };
    let mut candidates = [
        priced(without_product(&fixture, &scene, ("H1", "1"), "A").await, "1.115"),
        priced(without_product(&fixture, &scene, ("H1", "2"), "A").await, "2"),
        without_product(&fixture, &scene, ("H2", "1"), "A").await,
        without_product(&fixture, &scene, ("H3", "1"), "B").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let numbers = async || {
        let query = MissingRecordQuery { descending: true, ..MissingRecordQuery::default() };
        let found = fixture.missing(query).await;
        let numbers = found.iter().map(|one| {
            let worth: Vec<_> = one.worth.iter().map(|(_, amount)| amount.normalize().to_string()).collect();
            let value = one.record.value(ReferenceKey::Code).unwrap_or_default().to_owned();
            (value, one.lines, one.orders, one.unpriced, worth.join(" "), one.oldest.0)
        });
        numbers.collect::<Vec<_>>()
    };
    let expected = |value: &str, [lines, orders, unpriced]: [u64; 3], worth: &str, oldest: &Candidate| {
        (value.to_owned(), lines, orders, unpriced, worth.to_owned(), oldest.id)
    };
    let [first, second, third, last] = &candidates;
    let b = expected("B", [1, 1, 1], "", last);
    // each line is rounded: 3.345 becomes 3.35
    assert_eq!(numbers().await, [expected("A", [3, 2, 1], "9.35", first), b.clone()]);
    let resolved = Candidate {
        product: Some(scene.product.id),
        unresolved: Vec::new(),
        status: Status::New,
        ..first.clone()
    };
    fixture.resolve(first, resolved, Vec::new()).await.unwrap();
    assert_eq!(numbers().await, [expected("A", [2, 2, 1], "6", second), b]);
    let moved = last.unresolved.clone();
    fixture.resolve(second, Candidate { unresolved: moved, ..second.clone() }, Vec::new()).await.unwrap();
    let b = expected("B", [2, 2, 1], "6", second);
    assert_eq!(numbers().await, [b.clone(), expected("A", [1, 1, 1], "", third)]);
    let excluded = Candidate { status: Status::Inactive, ..third.clone() };
    fixture.resolve(third, excluded, Vec::new()).await.unwrap();
    assert_eq!(numbers().await, [b]);
}

pub async fn missing_records_are_sorted_and_filtered(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates = [
        without_product(&fixture, &scene, ("H1", "1"), "A_1").await,
        without_product(&fixture, &scene, ("H2", "1"), "B").await,
        without_product(&fixture, &scene, ("H3", "1"), "B").await,
        without_product(&fixture, &other, ("H4", "1"), "Straße").await,
        waiting(&fixture, &other, "H5").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let query = MissingRecordQuery::default;
    let values = |found: Vec<FoundMissingRecord>| {
        let values =
            found.iter().map(|one| one.record.value(ReferenceKey::Code).unwrap_or_default().to_owned());
        values.collect::<BTreeSet<_>>()
    };
    let set = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<BTreeSet<_>>();
    let all = fixture.missing(query()).await;
    let largest = all.last().unwrap().id;
    assert_eq!((all.len(), all[4].lines), (5, 2), "ascending by lines");
    let text = |search: &str| MissingRecordQuery { search: Some(search.to_owned()), ..query() };
    for (wanted, expected) in [
        (MissingRecordQuery { organisation: Some(scene.organisation.id), ..query() }, &["A_1", "B"][..]),
        (MissingRecordQuery { kinds: vec![ReferenceKind::Partner], ..query() }, &["Müller"]),
        (text("STRASSE"), &["Straße"]),
        (text("_"), &["A_1"]),
        (text("%"), &[]),
        (text("kaf"), &["KAF \"1\""]),
        (MissingRecordQuery { external_system: Some("none".to_owned()), ..query() }, &[]),
        (MissingRecordQuery { data_source: Some(DataSourceId(0)), ..query() }, &[]),
        (MissingRecordQuery { id: Some(largest), ..query() }, &["B"]),
        (MissingRecordQuery { id: Some(MissingRecordId::default()), ..query() }, &[]),
    ] {
        assert_eq!(values(fixture.missing(wanted.clone()).await), set(expected), "{wanted:?}");
    }
    let own = OrgScope::These(vec![scene.organisation.id]);
    assert_eq!(values(fixture.missing_of(own, query()).await), set(&["A_1", "B"]));
    for (sort, descending) in [
        (MissingRecordSort::Lines, false),
        (MissingRecordSort::Lines, true),
        (MissingRecordSort::Oldest, false),
        (MissingRecordSort::Oldest, true),
    ] {
        let sorted = MissingRecordQuery { sort, descending, ..query() };
        let expected = fixture.missing(sorted.clone()).await;
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = MissingRecordQuery { after, limit: 2, ..sorted.clone() };
            let scope = OrgScope::All.write();
            let page = fixture.store.list(move |tx| tx.missing_records(&scope, &page)).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.position(sort));
            found.extend(page);
        }
        assert_eq!(found, expected, "{sort:?} {descending}");
    }
    let line = CandidateFilter { missing_record: Some(largest), ..CandidateFilter::default() };
    let lines = fixture.store.find_candidates(everything(), super::find::query(line)).await.unwrap();
    let lines: Vec<_> = lines.candidates.iter().map(|one| one.id).collect();
    assert_eq!(lines, [candidates[1].id, candidates[2].id]);
}

pub async fn missing_records_are_open_since_their_oldest_line(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let later = |minutes| now() + SignedDuration::from_mins(minutes);
    let mut candidates = [
        without_product(&fixture, &scene, ("H1", "1"), "A").await,
        without_product(&fixture, &scene, ("H2", "1"), "A").await,
        without_product(&fixture, &scene, ("H3", "1"), "B").await,
        without_product(&fixture, &other, ("H4", "1"), "C").await,
    ];
    for (candidate, minutes) in candidates.iter_mut().zip([0, 60, 30, 20]) {
        candidate.created_at = later(minutes);
    }
    fixture.import(&mut candidates).await.unwrap();
    let open = async |scope: OrgScope, minutes, data_source| {
        let query = MissingRecordQuery {
            data_source,
            open_since: Some(later(minutes)),
            sort: MissingRecordSort::Oldest,
            descending: true,
            ..MissingRecordQuery::default()
        };
        let found = fixture.missing_of(scope, query).await;
        let value = |one: &FoundMissingRecord| one.record.value(ReferenceKey::Code).unwrap().to_owned();
        found.iter().map(|one| (value(one), one.lines, one.oldest.1)).collect::<Vec<_>>()
    };
    let entry = |value: &str, lines, minutes| (value.to_owned(), lines, later(minutes));
    assert_eq!(open(OrgScope::All, -1, None).await, []);
    assert_eq!(open(OrgScope::All, 0, None).await, [entry("A", 2, 0)]);
    assert_eq!(open(OrgScope::All, 29, None).await, [entry("C", 1, 20), entry("A", 2, 0)]);
    let mine = || OrgScope::These(vec![scene.organisation.id]);
    assert_eq!(open(mine(), 90, None).await, [entry("B", 1, 30), entry("A", 2, 0)]);
    assert_eq!(open(mine(), 90, Some(DataSourceId(0))).await, []);
}

pub async fn products_of_the_last_orders_are_suggested(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let candidates = fixture.header(&scene, "H1", 1).await;
    let order = fixture.order(&scene, &candidates);
    fixture.process(vec![order]).await.unwrap();
    let ordered = async |scope: OrgScope, buyer| {
        let found = fixture.store.read(move |tx| tx.recently_ordered(&scope.read(), buyer)).await.unwrap();
        found.into_iter().map(|product| (product.id, product.code)).collect::<Vec<_>>()
    };
    let product = [(scene.product.id, scene.product.code.clone())];
    assert_eq!(ordered(OrgScope::All, scene.partner.id).await, product);
    assert_eq!(ordered(OrgScope::These(vec![other.organisation.id]), scene.partner.id).await, []);
    assert_eq!(ordered(OrgScope::All, other.partner.id).await, []);
}
