//! Rows with equal external ids of several external systems.

use orderdock_domain::attachment::ExternalHeader;
use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::{CandidateId, ExternalSystemId};
use orderdock_domain::import::{ImportKeys, ImportWrites, RejectedLine};
use orderdock_domain::processing::{HeaderKey, HeaderState, RejectedSystem};
use orderdock_domain::text::Code;

use super::attachments::{attach, file};
use super::calls::{RequestCalls as _, RunCalls as _, SingleCalls as _};
use super::find::{found, query};
use super::fixture::{Fixture, Scene, code, everything, known};
use super::ordering::{everyone, ids};
use crate::{
    CandidateFilter, Chunk, ChunkExtent, Conflict, ReferenceOwner, RunTarget, Selection, StoreError,
    StoreResult,
};

/// One organisation with two external systems.
struct Shops {
    scene: Scene,
    systems: [ExternalSystemId; 2],
}

impl Shops {
    async fn open(fixture: &Fixture) -> Self {
        let scene = fixture.scene("001").await;
        let systems = ["a", "b"].map(|key| fixture.system(&scene.organisation, key));
        let ids = systems.each_ref().map(|system| system.id);
        let mut writes = ImportWrites::default();
        writes.external_systems.created.extend(systems);
        fixture.commit(writes).await.unwrap();
        Self { scene, systems: ids }
    }

    /// Returns a line of header `H`.
    async fn line(&self, fixture: &Fixture, system: Option<usize>, line: &str) -> Candidate {
        let external_system = system.map(|place| self.systems[place]);
        Candidate { external_system, ..fixture.candidate(&self.scene, "H", line).await }
    }

    /// Imports lines `1` and `2` of header `H` for each system.
    async fn orders(&self, fixture: &Fixture) -> [Vec<Candidate>; 2] {
        let mut orders = [Vec::new(), Vec::new()];
        for (place, order) in orders.iter_mut().enumerate() {
            for line in ["1", "2"] {
                order.push(self.line(fixture, Some(place), line).await);
            }
            import(fixture, order, place > 0).await.unwrap();
        }
        orders
    }
}

/// Imports candidates; `used_before` if rows of another system already have these ids.
async fn import(fixture: &Fixture, candidates: &mut [Candidate], used_before: bool) -> StoreResult<()> {
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    for candidate in candidates.iter_mut() {
        candidate.request = commit.request.id;
    }
    commit.writes.candidates = candidates.to_vec();
    if used_before {
        commit.writes.ids_used_before = ids(candidates);
    }
    fixture.store.commit_import(commit).await
}

pub async fn rows_with_equal_ids_that_meet_are_a_conflict(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    // Rows in the order of their commits. Each was planned without the others, so the later commit must detect the
    // earlier one.
    let table = [
        ("1", None, false, true),
        ("1", None, false, false),
        ("1", Some(0), false, false),
        ("2", Some(0), false, true),
        ("2", None, false, false),
        ("2", Some(1), false, false),
        ("2", Some(1), true, true),
        ("2", Some(1), true, false),
        ("2", Some(0), false, false),
    ];
    for (line, system, used_before, written) in table {
        let mut row = [shops.line(&fixture, system, line).await];
        let outcome = import(&fixture, &mut row, used_before).await;
        let conflict = matches!(outcome, Err(StoreError::Conflict(Conflict::Identity)));
        assert_eq!((outcome.is_ok(), conflict), (written, !written), "{line} {system:?} {outcome:?}");
    }
}

pub async fn known_rows_are_loaded_with_systems(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let mut without = [shops.line(&fixture, None, "3").await];
    import(&fixture, &mut without, false).await.unwrap();
    let identities = ["1", "3"].map(|line| (code("H"), code(line))).into();
    let context = fixture.load(ImportKeys { identities, ..ImportKeys::default() }).await;
    let loaded: Vec<_> = context.identities.iter().map(|known| (known.candidate, known.system)).collect();
    let expected = [&orders[0][0], &orders[1][0], &without[0]].map(|one| (one.id, one.external_system));
    assert_eq!(loaded, expected);
    // each incoming order has the date of its first line
    let systems: Vec<_> = context.header_dates.iter().map(|date| date.system).collect();
    assert_eq!(systems, expected.map(|(_, system)| system));
}

pub async fn incoming_orders_are_separate_per_system(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let page = fixture.store.find_headers(everything(), query(CandidateFilter::default())).await.unwrap();
    let leaders: Vec<_> = page.headers.iter().map(|header| (header.leader, header.counts.all())).collect();
    assert_eq!(leaders, [(orders[0][0].id, 2), (orders[1][0].id, 2)]);
    let of_second = CandidateFilter { header_of: vec![orders[1][1].id], ..CandidateFilter::default() };
    assert_eq!(ids(&found(&fixture, query(of_second)).await.candidates), ids(&orders[1]));
}

pub async fn selection_is_widened_within_a_system(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let gathered = async |target| {
        let chunks = fixture.store.gather(everyone(), target, 1).await.unwrap().chunks;
        chunks.into_iter().map(|chunk| chunk.candidates).collect::<Vec<_>>()
    };
    let due: Vec<Vec<CandidateId>> = gathered(RunTarget::Due).await;
    assert_eq!(due.len(), 2, "each incoming order is a chunk of its own: {due:?}");
    let whole = |selection| RunTarget::WholeOrders(selection, &[Status::New]);
    assert_eq!(gathered(whole(Selection::Ids(vec![orders[1][1].id]))).await, [ids(&orders[1])]);
    let data_source = orders[0][0].data_source;
    let header = || Selection::Header { data_source, header_id: "H".to_owned() };
    assert_eq!(gathered(whole(header())).await, [ids(&orders[0]), ids(&orders[1])]);
    // without a system, the header selects only the incoming order without a system
    let mut without = [shops.line(&fixture, None, "3").await];
    import(&fixture, &mut without, false).await.unwrap();
    assert_eq!(gathered(whole(header())).await, [ids(&without)]);
}

async fn state(fixture: &Fixture, line: &Candidate) -> HeaderState {
    let chunk = Chunk { candidates: vec![line.id], extent: ChunkExtent::Headers };
    let loaded = fixture.store.load_chunk(everyone(), chunk).await.unwrap();
    assert_eq!(loaded.candidates.len(), 2);
    loaded.context.headers[&HeaderKey::of(line)].clone()
}

pub async fn state_of_an_incoming_order_is_separate_per_system(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let of = |order: usize| &orders[order][0];
    assert_eq!([state(&fixture, of(0)).await.arrived, state(&fixture, of(1)).await.arrived], [2, 2]);
    let reject = async |line: &str, system| {
        let rejected = RejectedLine {
            organisation: Some(shops.scene.organisation.id),
            data_source: Some(of(0).data_source),
            system,
            header_id: code("H"),
            line_id: code(line),
            index: 0,
        };
        fixture.store.store_request(fixture.request(), vec![rejected]).await.unwrap();
    };
    let awaited = async || -> [Option<Code>; 2] {
        [state(&fixture, of(0)).await.rejected_line, state(&fixture, of(1)).await.rejected_line]
    };
    // line 1 has arrived in both systems, so neither waits for it
    reject("1", RejectedSystem::Any).await;
    reject("3", RejectedSystem::NotSent).await;
    assert_eq!(awaited().await, [None, None]);
    reject("3", RejectedSystem::One(shops.systems[1])).await;
    assert_eq!(awaited().await, [None, Some(code("3"))]);
    // the arrived line of the other system does not end the hold
    reject("4", RejectedSystem::Any).await;
    assert_eq!(awaited().await, [Some(code("4")), Some(code("3"))]);
}

pub async fn attachments_belong_to_a_system(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let headers = orders.each_ref().map(|order| ExternalHeader::of(&order[0]));
    assert_eq!(fixture.store.headers_named(everything(), "H".to_owned()).await.unwrap(), headers);
    // equal content in both systems is no conflict
    let files = headers.each_ref().map(|header| file(&fixture, header, 7));
    attach(&fixture, &files[0]).await.unwrap();
    let has = |has_attachment| CandidateFilter { has_attachment: Some(has_attachment), ..Default::default() };
    assert_eq!(ids(&found(&fixture, query(has(true))).await.candidates), ids(&orders[0]));
    assert_eq!(ids(&found(&fixture, query(has(false))).await.candidates), ids(&orders[1]));
    attach(&fixture, &files[1]).await.unwrap();
    for file in &files {
        let of = fixture.store.attachments_of(everything(), vec![file.target.clone()]).await.unwrap();
        assert_eq!(of, std::slice::from_ref(file));
        let with =
            fixture.store.attachment_with(everything(), file.target.clone(), file.content).await.unwrap();
        assert_eq!(with.as_ref(), Some(file));
    }
    assert!(attach(&fixture, &file(&fixture, &headers[1], 7)).await.is_err(), "the same content again");
}

pub async fn reference_names_rows_by_source_or_system(fixture: Fixture) {
    let shops = Shops::open(&fixture).await;
    let orders = shops.orders(&fixture).await;
    let by = async |owner: ReferenceOwner, line: Option<&str>| {
        let line = line.map(str::to_owned);
        let owner = Box::new(move |_: &_| Some(owner));
        let found = fixture.store.candidates_by_reference(everything(), owner, "H".to_owned(), line).await;
        ids(&found.unwrap().candidates)
    };
    let both: Vec<_> = orders.iter().flat_map(|order| ids(order)).collect();
    let source = orders[0][0].data_source;
    assert_eq!(by(ReferenceOwner::DataSource(source), None).await, both);
    assert_eq!(by(ReferenceOwner::Systems(vec![shops.systems[1]]), None).await, ids(&orders[1]));
    assert_eq!(by(ReferenceOwner::Systems(shops.systems.into()), None).await, both);
    let line = by(ReferenceOwner::Systems(vec![shops.systems[0]]), Some("2")).await;
    assert_eq!(line, [orders[0][1].id]);
    assert_eq!(by(ReferenceOwner::Systems(Vec::new()), None).await, []);
    let known =
        fixture.store.candidates_by_reference(everything(), known(source), "H".to_owned(), None).await;
    assert_eq!(ids(&known.unwrap().candidates), both);
}
