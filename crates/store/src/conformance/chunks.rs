//! Chunks of runs: gathering, loading and writing them.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, CandidateChange, CandidateEvent, CandidateState, Hold, Status};
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{CallerId, OrganisationId};
use orderdock_domain::import::{Content, Expectation, ImportWrites, RejectedLine, RequestKind};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::masterdata::{ProductPrice, ScalePrice};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{
    HeaderKey, HeaderState, RejectedSystem, RunCandidateResult, RunCounts, RunOutcome, RunOutcomeKind,
    Validation,
};
use orderdock_domain::text::Code;

use super::calls::RunCalls as _;
use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, code, everything, list, members, number, scalar};
use super::ordering::{everyone, ids, later, order_ids};
use crate::{
    CandidateFilter, Chunk, ChunkCommit, ChunkExtent, ChunkOutcome, ExcludedOrder, Gathered, LoadedChunk,
    RunResultOutcome, RunScope, RunTarget, Selection, StoreError, StoredRequest, WriteMode, WriteTransaction,
};

async fn one(fixture: &Fixture, candidate: &Candidate) -> Candidate {
    let found = fixture.store.candidates(everything(), vec![candidate.id]).await.unwrap();
    found.candidates.into_iter().next().unwrap()
}

/// Returns the change of a candidate that a run does not order.
pub fn stays(candidate: &Candidate, status: Status, hold: Option<Hold>) -> CandidateChange {
    let problems = match status {
        Status::Error => vec![Problem::new(ProblemCode::PriceNone, "/product")],
        _ => Vec::new(),
    };
    let event = match (candidate.status, status) {
        (Status::New, Status::Error) => CandidateEvent::Failed,
        (Status::New, Status::Inactive) => CandidateEvent::Excluded,
        (Status::New, _) => CandidateEvent::Held,
        _ => CandidateEvent::Validated,
    };
    let call = CorrectionCall { actor: "Webshop".to_owned(), now: later(1), run: None };
    CandidateChange::of(candidate, event, CandidateState { status, hold, problems }, None, &call).unwrap()
}

/// Changes a candidate by a run.
pub async fn change(fixture: &Fixture, candidate: &Candidate, status: Status, hold: Option<Hold>) {
    let run = fixture.running(OrgScope::All).await;
    let mut chunk = fixture.chunk(run, Vec::new()).await;
    chunk.writes.changes.push(stays(candidate, status, hold));
    fixture.store.commit_chunk(chunk).await.unwrap();
}

// gather

pub async fn headers_with_new_candidates_are_due(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let first = fixture.header(&scene, "H1", 3).await;
    let second = fixture.header(&other, "H1", 2).await;
    let mut flat = fixture.candidate(&scene, "H1", "F").await;
    flat.identity.flat = true;
    fixture.import(std::slice::from_mut(&mut flat)).await.unwrap();
    let in_error = fixture.header(&scene, "H2", 1).await;
    change(&fixture, &in_error[0], Status::Error, None).await;
    let chunks = fixture.store.gather(everyone(), RunTarget::Due, 3).await.unwrap().chunks;
    let heads: Vec<_> = chunks.iter().map(|chunk| chunk.candidates.clone()).collect();
    assert_eq!(heads, [vec![first[0].id], vec![second[0].id, flat.id]]);
    assert!(chunks.iter().all(|chunk| chunk.extent == ChunkExtent::Headers));
    let own = RunScope::of(&OrgScope::These(vec![other.organisation.id]));
    let chunks = fixture.store.gather(own, RunTarget::Due, 100).await.unwrap().chunks;
    assert_eq!(chunks, [Chunk { candidates: vec![second[0].id], extent: ChunkExtent::Headers }]);
}

pub async fn candidate_held_for_a_clerk_is_not_due(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let held = fixture.header(&scene, "H1", 1).await;
    let waiting = fixture.header(&scene, "H2", 1).await;
    // `Hold::Destination`: the destination of the candidate does not create orders
    change(&fixture, &held[0], Status::New, Some(Hold::Destination)).await;
    change(&fixture, &waiting[0], Status::New, Some(Hold::HeaderSettling)).await;
    let chunks = fixture.store.gather(everyone(), RunTarget::Due, 100).await.unwrap().chunks;
    assert_eq!(chunks, [Chunk { candidates: ids(&waiting), extent: ChunkExtent::Headers }]);
}

pub async fn candidate_held_for_manual_release_is_open_and_not_due(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 1).await;
    let reference = fixture.reference().await;
    let name = reference.data_sources[0].internal_names[0].as_str();
    let by_hand = members(&[
        ("org", scalar("*")),
        ("internalNames", list(vec![scalar(name)])),
        ("releaseByHand", scalar("true")),
    ]);
    fixture.masterdata(vec![(KindName::DataSources, vec![by_hand])]).await;
    let gathered = async |target| {
        let chunks = fixture.store.gather(everyone(), target, 100).await.unwrap().chunks;
        chunks.into_iter().flat_map(|chunk| chunk.candidates).collect::<Vec<_>>()
    };
    assert_eq!(gathered(RunTarget::Due).await, ids(&candidates), "the hold is not stored yet");
    change(&fixture, &candidates[0], Status::New, Some(Hold::Release)).await;
    assert_eq!(gathered(RunTarget::Due).await, []);
    assert_eq!(gathered(RunTarget::Open).await, ids(&candidates));
    change(&fixture, &one(&fixture, &candidates[0]).await, Status::New, Some(Hold::Destination)).await;
    assert_eq!(gathered(RunTarget::Open).await, [], "its destination is not the making of orders");
}

pub async fn gathered_candidates_equal_the_selection(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let first = fixture.header(&scene, "H1", 2).await;
    let second = fixture.header(&scene, "H2", 2).await;
    let foreign = fixture.header(&other, "H1", 1).await;
    let scope = RunScope::of(&OrgScope::These(vec![scene.organisation.id]));
    let filter = CandidateFilter { external_header_id: Some("H2".to_owned()), ..CandidateFilter::default() };
    let table = [
        (Selection::Ids(vec![second[1].id, first[0].id, foreign[0].id]), vec![first[0].id, second[1].id]),
        (Selection::Header { data_source: first[0].data_source, header_id: "H1".to_owned() }, ids(&first)),
        (Selection::Filter { filter: Box::new(filter.clone()), exclude: vec![] }, ids(&second)),
        (Selection::Filter { filter: Box::new(filter), exclude: vec![second[0].id] }, vec![second[1].id]),
    ];
    for (selection, expected) in table {
        let gather = RunTarget::Selected(selection.clone());
        let chunks = fixture.store.gather(scope.clone(), gather, 100).await.unwrap().chunks;
        assert_eq!(chunks, [Chunk { candidates: expected, extent: ChunkExtent::Listed }], "{selection:?}");
    }
    let all = RunTarget::Selected(Selection::Filter { filter: Box::default(), exclude: vec![] });
    let chunks = fixture.store.gather(scope.clone(), all, 2).await.unwrap().chunks;
    let chunks: Vec<_> = chunks.into_iter().map(|chunk| chunk.candidates).collect();
    assert_eq!(chunks, [ids(&first), ids(&second)], "a header never lies in two chunks");
    change(&fixture, &first[1], Status::Error, None).await;
    let chunks = fixture
        .store
        .gather(scope, RunTarget::ToValidate { prices_since: jiff::Timestamp::MIN }, 100)
        .await
        .unwrap()
        .chunks;
    assert_eq!(chunks, [Chunk { candidates: vec![first[1].id], extent: ChunkExtent::Listed }]);
}

pub async fn selection_of_a_line_is_widened_to_its_incoming_order(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let header = fixture.header(&scene, "H1", 5).await;
    let second = fixture.header(&scene, "H2", 2).await;
    fixture.header(&other, "H1", 1).await;
    change(&fixture, &header[1], Status::Error, None).await;
    change(&fixture, &header[2], Status::Inactive, None).await;
    let scope = || RunScope::of(&OrgScope::These(vec![scene.organisation.id]));
    let whole = async |selection| {
        let gather = RunTarget::WholeOrders(selection, &[Status::New, Status::Error]);
        fixture.store.gather(scope(), gather, 4).await.unwrap()
    };
    let listed = |candidates| Chunk { candidates, extent: ChunkExtent::ListedAndHeaders };
    let open = vec![header[0].id, header[1].id, header[3].id, header[4].id];
    let table = [
        (Selection::Ids(vec![header[4].id]), vec![listed(open.clone())], 3),
        (Selection::Ids(vec![header[2].id]), vec![listed(ids(&header))], 4),
        (Selection::Ids(vec![header[0].id, second[1].id]), vec![listed(open), listed(ids(&second))], 4),
        (
            Selection::Header { data_source: second[0].data_source, header_id: "H2".to_owned() },
            vec![listed(ids(&second))],
            0,
        ),
    ];
    for (selection, chunks, added) in table {
        let expected = Gathered { chunks, added, ..Gathered::default() };
        assert_eq!(whole(selection.clone()).await, expected, "{selection:?}");
    }
}

pub async fn incoming_order_with_an_excluded_line_is_not_gathered(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let first = fixture.header(&scene, "H1", 3).await;
    let second = fixture.header(&scene, "H2", 2).await;
    change(&fixture, &first[0], Status::Error, None).await;
    let scope = || RunScope::of(&OrgScope::These(vec![scene.organisation.id]));
    let filter = CandidateFilter { statuses: vec![Status::New], ..CandidateFilter::default() };
    // the filter does not match the first line, but the exclusion names it
    for (excluded, lines) in [(&first[0], 2), (&first[2], 2)] {
        let selection = Selection::Filter { filter: Box::new(filter.clone()), exclude: vec![excluded.id] };
        let gather = RunTarget::WholeOrders(selection, &[Status::New, Status::Error]);
        let expected = Gathered {
            chunks: vec![Chunk { candidates: ids(&second), extent: ChunkExtent::ListedAndHeaders }],
            added: 0,
            excluded: vec![ExcludedOrder {
                candidate: first[1].id,
                header_id: Some(code("H1")),
                po_reference: first[1].po_reference.clone(),
                lines,
            }],
            excluded_orders: 1,
        };
        assert_eq!(fixture.store.gather(scope(), gather, 100).await.unwrap(), expected);
    }
}

// load_chunk

async fn load(fixture: &Fixture, candidates: &[Candidate], extent: ChunkExtent) -> LoadedChunk {
    let chunk = Chunk { candidates: ids(candidates), extent };
    fixture.store.load_chunk(everyone(), chunk).await.unwrap()
}

pub async fn chunk_contains_its_lines_and_related_records(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    let loaded = load(&fixture, &candidates[..1], ChunkExtent::Listed).await;
    assert_eq!(ids(&loaded.candidates), [candidates[0].id], "unselected candidates are not loaded");
    let related = &loaded.context.related;
    assert_eq!(related.partners[&scene.partner.id], scene.partner);
    assert_eq!(related.locations[&scene.location.id], scene.location);
    assert_eq!(related.products[&scene.product.id], scene.product);
    assert_eq!(related.reference.generation(), fixture.reference().await.generation());
    assert_eq!(loaded.candidates[0].content, Content::default());
    let listed = load(&fixture, &candidates[..1], ChunkExtent::ListedAndHeaders).await;
    assert_eq!(ids(&listed.candidates), ids(&candidates), "new lines of the same order are added");
    let whole = load(&fixture, &candidates[..1], ChunkExtent::Headers).await;
    assert_eq!(ids(&whole.candidates), ids(&candidates), "a header goes whole");
    let stranger = RunScope::of(&OrgScope::These(vec![OrganisationId(1)]));
    let chunk = Chunk { candidates: ids(&candidates), extent: ChunkExtent::Headers };
    let hidden = fixture.store.load_chunk(stranger, chunk).await.unwrap();
    assert!(hidden.candidates.is_empty() && hidden.context.headers.is_empty());
}

pub async fn header_state_covers_all_arrived_lines(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut first = fixture.candidate(&scene, "H1", "1").await;
    first.header_line_count = Some(3);
    let mut second = fixture.candidate(&scene, "H1", "2").await;
    second.created_at = later(7);
    fixture.import(&mut [first.clone(), second]).await.unwrap();
    let state = async || {
        let loaded = load(&fixture, std::slice::from_ref(&first), ChunkExtent::Headers).await;
        loaded.context.headers[&HeaderKey::of(&first)].clone()
    };
    let whole = HeaderState {
        arrived: 2,
        ready: 2,
        announced: Some(3),
        one_bulk: true,
        newest: later(7),
        error: None,
        waiting: None,
        rejected_line: None,
    };
    assert_eq!(state().await, whole);
    let mut third = fixture.candidate(&scene, "H1", "3").await;
    third.created_at = later(9);
    fixture.import(std::slice::from_mut(&mut third)).await.unwrap();
    change(&fixture, &third, Status::Error, None).await;
    let error = Some((third.id, ProblemCode::PriceNone));
    let with_a_third = HeaderState { arrived: 3, one_bulk: false, newest: later(9), error, ..whole };
    assert_eq!(state().await, with_a_third);
    let selected = load(&fixture, std::slice::from_ref(&first), ChunkExtent::Listed).await;
    assert_eq!(
        selected.context.headers[&HeaderKey::of(&first)],
        with_a_third,
        "including selected candidates"
    );
}

pub async fn single_request_is_not_a_bulk(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.request = StoredRequest { kind: RequestKind::Single, ..commit.request };
    let mut candidate = fixture.candidate(&scene, "H1", "1").await;
    candidate.request = commit.request.id;
    commit.writes.candidates.push(candidate.clone());
    fixture.store.commit_import(commit).await.unwrap();
    let loaded = load(&fixture, std::slice::from_ref(&candidate), ChunkExtent::Headers).await;
    assert!(!loaded.context.headers[&HeaderKey::of(&candidate)].one_bulk);
}

pub async fn flat_candidates_are_grouped_by_buyer_and_reference(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let flat = async |id: &str, reference: &str| {
        let mut candidate = fixture.candidate(&scene, id, id).await;
        candidate.identity.flat = true;
        candidate.po_reference = code(reference);
        candidate
    };
    let mut together = [flat("a", "R").await, flat("b", "R").await, flat("c", "S").await];
    fixture.import(&mut together).await.unwrap();
    // an incoming order whose header id equals the flat id
    fixture.header(&scene, "a", 1).await;
    let loaded = load(&fixture, &together[..1], ChunkExtent::Headers).await;
    assert_eq!(ids(&loaded.candidates), ids(&together[..2]));
    assert_eq!(loaded.context.headers[&HeaderKey::of(&together[0])].arrived, 2);
}

pub async fn headers_that_differ_in_one_letter_are_distinct(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let upper = fixture.header(&scene, "H A", 2).await;
    let lower = fixture.header(&scene, "h a", 1).await;
    fixture.header(&other, "H A", 3).await;
    for (header, count) in [(&upper, 2), (&lower, 1)] {
        let loaded = load(&fixture, &header[..1], ChunkExtent::Headers).await;
        assert_eq!(ids(&loaded.candidates), ids(header));
        assert_eq!(loaded.context.headers[&HeaderKey::of(&header[0])].arrived, count);
    }
    let chunks = fixture.store.gather(everyone(), RunTarget::Due, 1).await.unwrap().chunks;
    assert_eq!(chunks.len(), 3, "each is a chunk of its own: {chunks:?}");
}

/// Returns the rejected line that a header waits for.
async fn awaited(fixture: &Fixture, header: &Candidate) -> Option<Code> {
    let loaded = load(fixture, std::slice::from_ref(header), ChunkExtent::Headers).await;
    loaded.context.headers[&HeaderKey::of(header)].rejected_line.clone()
}

pub async fn rejected_line_is_awaited_until_it_arrives(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let data_source = Some(fixture.reference().await.data_sources[0].id);
    let rejected = |line: &str, index| RejectedLine {
        organisation: Some(scene.organisation.id),
        data_source,
        system: RejectedSystem::NotSent,
        header_id: code("H1"),
        line_id: code(line),
        index,
    };
    let send = async |token, rejected: Vec<RejectedLine>, lines: &[&str]| {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.request = StoredRequest { caller: Some(CallerId(token)), ..commit.request };
        commit.writes.rejected = rejected;
        for line in lines {
            let mut candidate = fixture.candidate(&scene, "H1", line).await;
            candidate.request = commit.request.id;
            commit.writes.candidates.push(candidate);
        }
        let candidates = commit.writes.candidates.clone();
        fixture.store.commit_import(commit).await.unwrap();
        candidates
    };
    let first = send(5, vec![], &["1"]).await.remove(0);
    assert_eq!(awaited(&fixture, &first).await, None);
    send(6, vec![rejected("2", 0)], &[]).await;
    assert_eq!(awaited(&fixture, &first).await, None, "another sender's header");
    send(5, vec![rejected("2", 0), rejected("3", 1)], &[]).await;
    assert_eq!(awaited(&fixture, &first).await, Some(code("2")));
    send(5, vec![], &["2"]).await;
    assert_eq!(awaited(&fixture, &first).await, Some(code("3")));
    send(5, vec![], &["3"]).await;
    assert_eq!(awaited(&fixture, &first).await, None);
    // also a line of a request that was rejected as a whole
    let rejected_request = StoredRequest { caller: Some(CallerId(5)), status: 400, ..fixture.request() };
    fixture.store.store_request(rejected_request, vec![rejected("4", 0)]).await.unwrap();
    assert_eq!(awaited(&fixture, &first).await, Some(code("4")));
}

pub async fn rejected_line_holds_every_possible_header(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (here, there) = (Some(scene.organisation.id), Some(other.organisation.id));
    let sources: Vec<_> =
        fixture.reference().await.data_sources.iter().map(|source| Some(source.id)).collect();
    // All headers have the first data source. A rejected row without a valid organisation or data source can belong to
    // any header with its id.
    let table = [
        ("H1", here, sources[0], (true, false)),
        ("H2", there, sources[0], (false, true)),
        ("H3", here, sources[1], (false, false)),
        ("H4", here, None, (true, false)),
        ("H5", None, None, (true, true)),
    ];
    for (header, organisation, data_source, (own_waits, foreign_waits)) in table {
        let own = fixture.header(&scene, header, 1).await.remove(0);
        let foreign = fixture.header(&other, header, 1).await.remove(0);
        let (header_id, line_id) = (code(header), code("fell"));
        let system = RejectedSystem::NotSent;
        let line = RejectedLine { organisation, data_source, system, header_id, line_id, index: 0 };
        fixture.store.store_request(fixture.request(), vec![line]).await.unwrap();
        assert_eq!(awaited(&fixture, &own).await.is_some(), own_waits, "{header}");
        assert_eq!(awaited(&fixture, &foreign).await.is_some(), foreign_waits, "{header}");
    }
}

pub async fn chunk_contains_prices_of_its_products(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let version = super::conflicts::price_list(&fixture).await;
    let mut other = fixture.product(&scene.organisation, "P2", &scene.unit);
    other.organisation = scene.organisation.id;
    let prices = [&scene.product, &other].map(|product| ProductPrice {
        id: fixture.id(),
        organisation: scene.organisation.id,
        active: true,
        price_list_version: version,
        product: product.id,
        unit: scene.unit.id,
        price: number("1.99"),
        tax_category: None,
        scales: vec![ScalePrice { from_quantity: number("10"), price: number("1.5") }],
    });
    let mut writes = ImportWrites::default();
    writes.products.created.push(other);
    writes.product_prices = prices.to_vec();
    fixture.commit(writes).await.unwrap();
    let candidates = fixture.header(&scene, "H1", 1).await;
    let loaded = load(&fixture, &candidates, ChunkExtent::Listed).await;
    assert_eq!(loaded.context.product_prices, prices[..1]);
}

// commit_chunk

pub async fn order_claims_its_candidates(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (first, second) = (fixture.header(&scene, "H1", 2).await, fixture.header(&scene, "H2", 1).await);
    let orders = vec![fixture.order(&scene, &first), fixture.order(&scene, &second)];
    let made = order_ids(&orders);
    let (run, outcome) = fixture.process(orders).await.unwrap();
    let counts = RunCounts { selected: 3, processed: 3, orders: 2, skipped: 0, failed: 0 };
    assert_eq!(outcome, ChunkOutcome { counts, stale: vec![], stop: false });
    for candidate in first.iter().chain(&second) {
        let now = one(&fixture, candidate).await;
        assert_eq!(
            (now.status, now.version, now.hold, now.updated_at),
            (Status::Processed, 2, None, later(1))
        );
    }
    let record = fixture.store.run(OrgScope::All.write(), run).await.unwrap().unwrap();
    assert_eq!((record.run.total, record.run.counts), (12, counts));
    let results = fixture.store.run_results(run, None, None, 100).await.unwrap();
    assert_eq!(results.len(), 3);
    let RunResultOutcome::Ordered { order, document_no, line, split_by } = &results[2].outcome else {
        panic!("{results:?}")
    };
    assert_eq!((*order, document_no, *line, *split_by), (made[1], &code("SO-0002"), 10, None));
}

pub async fn changed_candidate_fails_only_its_order(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (first, second, third) = (
        fixture.header(&scene, "H1", 1).await,
        fixture.header(&scene, "H2", 2).await,
        fixture.header(&scene, "H3", 1).await,
    );
    let orders: Vec<_> = [&first, &second, &third].map(|one| fixture.order(&scene, one)).into();
    change(&fixture, &second[1], Status::New, Some(Hold::HeaderSettling)).await;
    let (run, outcome) = fixture.process(orders).await.unwrap();
    assert_eq!(outcome.stale, ids(&second));
    assert_eq!(outcome.counts, RunCounts { selected: 2, processed: 2, orders: 2, ..RunCounts::default() });
    assert_eq!(one(&fixture, &second[0]).await.status, Status::New, "the order is not written");
    let placed = fixture.store.orders_of_candidates(everything(), ids(&third)).await.unwrap();
    assert_eq!(placed[0].document_no, code("SO-0002"), "and no number was drawn for it");
    assert_eq!(fixture.store.run_results(run, None, None, 100).await.unwrap().len(), 2);
}

pub async fn ordered_candidate_is_not_ordered_again(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    let other = fixture.another();
    let mut wins = 0;
    for store in [&fixture.store, &other] {
        let run = fixture.running(OrgScope::All).await;
        let chunk = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
        wins += store.commit_chunk(chunk).await.unwrap().counts.orders;
    }
    assert_eq!(wins, 1);
    // not even with the current version, because its status has changed
    let mut again = fixture.order(&scene, &candidates);
    again.claims.iter_mut().for_each(|claim| claim.version = 2);
    let (_, outcome) = fixture.process(vec![again]).await.unwrap();
    assert_eq!(outcome.counts.orders, 0);
}

/// Increments the expected generations, as if the reference data had changed since.
pub fn raise(unchanged: &mut [Expectation]) {
    for one in unchanged {
        if let Expectation::Reference(_, generation) = one {
            *generation += 1;
        }
    }
}

pub async fn changed_master_data_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 1).await;
    let run = fixture.running(OrgScope::All).await;
    let faults: [fn(&mut ChunkCommit, &Expectation); 2] = [
        |chunk, _| raise(&mut chunk.writes.unchanged),
        |chunk, expectation| chunk.writes.unchanged.push(*expectation),
    ];
    for fault in faults {
        let mut chunk = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
        fault(&mut chunk, &Expectation::Product(scene.product.id, 5));
        let failed = fixture.store.commit_chunk(chunk).await;
        assert!(matches!(failed, Err(StoreError::Conflict(_))), "{failed:?}");
        assert_eq!(one(&fixture, &candidates[0]).await, candidates[0]);
    }
    let record = fixture.store.run(OrgScope::All.write(), run).await.unwrap().unwrap();
    assert_eq!(record.run.counts, RunCounts::default());
}

pub async fn unwritable_order_leaves_other_orders_unaffected(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (bad, good) = (fixture.header(&scene, "H1", 2).await, fixture.header(&scene, "H2", 1).await);
    let mut impossible = fixture.order(&scene, &bad);
    impossible.order.lines[1].line = impossible.order.lines[0].line;
    let (run, outcome) = fixture.process(vec![impossible, fixture.order(&scene, &good)]).await.unwrap();
    let counts = RunCounts { selected: 3, processed: 1, orders: 1, skipped: 0, failed: 2 };
    assert_eq!(outcome.counts, counts);
    let faulty = one(&fixture, &bad[0]).await;
    assert_eq!((faulty.status, faulty.problems[0].code), (Status::Error, ProblemCode::ServerFault));
    let results = fixture.store.run_results(run, None, None, 100).await.unwrap();
    assert!(matches!(results[0].outcome, RunResultOutcome::Failed(_)), "{results:?}");
}

pub async fn unprocessed_candidates_have_a_reason(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 3).await;
    let hold = Hold::SiblingError { candidate: candidates[0].id, code: ProblemCode::PriceNone };
    let run = fixture.running(OrgScope::All).await;
    let mut chunk = fixture.chunk(run, Vec::new()).await;
    let stale = Candidate { version: 7, ..candidates[2].clone() };
    let failing = stays(&candidates[0], Status::Error, None);
    let problems = failing.after.problems.clone();
    let waiting = stays(&candidates[1], Status::New, Some(hold.clone()));
    chunk.writes.changes = vec![failing, waiting, stays(&stale, Status::Error, None)];
    let outcomes = [
        RunOutcome::Failed(problems.clone()),
        RunOutcome::Held(hold.clone()),
        RunOutcome::Passed(Status::Inactive),
    ];
    for (candidate, outcome) in candidates.iter().zip(outcomes) {
        let warnings = vec![Problem::new(ProblemCode::PriceRounded, "/price")];
        chunk.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
    }
    fixture.store.commit_chunk(chunk).await.unwrap();
    let failed = one(&fixture, &candidates[0]).await;
    let waiting = one(&fixture, &candidates[1]).await;
    let left = one(&fixture, &candidates[2]).await;
    assert_eq!((failed.status, failed.problems, failed.version), (Status::Error, problems.clone(), 2));
    assert_eq!((waiting.status, waiting.hold, waiting.version), (Status::New, Some(hold.clone()), 2));
    let beside = Candidate { hold: Some(hold.clone()), ..candidates[2].clone() };
    assert_eq!(left, beside, "a stale change is not written; only the hold follows the sibling");
    let results = fixture.store.run_results(run, None, None, 100).await.unwrap();
    for (word, place) in [(RunOutcomeKind::Failed, 0), (RunOutcomeKind::Held, 1), (RunOutcomeKind::Passed, 2)]
    {
        let alone = fixture.store.run_results(run, Some(word), None, 100).await.unwrap();
        assert_eq!(alone, results[place..=place]);
    }
    assert_eq!(fixture.store.run_results(run, Some(RunOutcomeKind::Ordered), None, 100).await.unwrap(), []);
    let outcomes: Vec<_> = results.iter().map(|result| result.outcome.clone()).collect();
    assert_eq!(
        outcomes,
        [
            RunResultOutcome::Failed(problems),
            RunResultOutcome::Held(hold),
            RunResultOutcome::Passed(Status::Inactive)
        ]
    );
    assert!(results.iter().all(|result| result.warnings[0].code == ProblemCode::PriceRounded));
}

pub async fn validation_of_unchanged_candidate_is_written(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    change(&fixture, &candidates[0], Status::Error, None).await;
    let run = fixture.running(OrgScope::All).await;
    let mut chunk = fixture.chunk(run, Vec::new()).await;
    let valid = Validation {
        status: Status::New,
        problems: vec![],
        warnings: vec![],
        list_price: Some(number("1.99")),
        net: Some(number("12.53")),
        currency: Some(code("EUR")),
    };
    let call = CorrectionCall { actor: "Webshop".to_owned(), now: later(1), run: Some(run) };
    let in_error = one(&fixture, &candidates[0]).await;
    let stale = Candidate { version: 9, ..candidates[1].clone() };
    chunk.writes.changes = [in_error, stale].iter().filter_map(|one| valid.change(one, &call)).collect();
    assert_eq!(chunk.writes.changes.len(), 2);
    fixture.store.commit_chunk(chunk).await.unwrap();
    let looked_at = one(&fixture, &candidates[0]).await;
    assert_eq!((looked_at.status, looked_at.version, looked_at.problems), (Status::New, 3, vec![]));
    assert_eq!((looked_at.list_price, looked_at.currency), (Some(number("1.99")), Some(code("EUR"))));
    assert_eq!(looked_at.net, Some(number("12.53")));
    assert_eq!(one(&fixture, &candidates[1]).await, candidates[1]);
}

pub async fn exclusive_chunk_is_planned_from_current_data(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 2).await;
    let run = fixture.running(OrgScope::All).await;
    let commit = fixture.chunk(run, vec![fixture.order(&scene, &candidates)]).await;
    let chunk = Chunk { candidates: vec![candidates[0].id], extent: ChunkExtent::Headers };
    let wanted = ids(&candidates);
    let work = move |tx: &dyn WriteTransaction| {
        assert_eq!(ids(&tx.load_chunk(&everyone(), &chunk)?.candidates), wanted);
        tx.commit_chunk(&commit)
    };
    assert_eq!(fixture.store.write(WriteMode::Exclusive, 3, work).await.unwrap().counts.orders, 1);
}
