//! Cases in which engines differ unless the statements prevent it. Cases in other files cover some of them:
//!
//! | Difference | Case |
//! |---|---|
//! | maximum of NULL and a value | `only_unreferenced_contents_are_doomed` |
//! | limit of two rows per key among concurrently written rows | here, and `used_references_are_loaded_with_headers` |
//! | the same key twice in one statement | here |
//! | sums and lists of no rows | here |
//! | U+0000, which PostgreSQL cannot store in a text | here |
//! | trailing zeros of a decimal | here |
//! | open ranges, and instants before the range of an engine | here, and `every_filter_narrows` |
//! | order of NULL in a sorted list | `every_sort_orders_by_value_then_id` |
//!
//! Behaviour of PostgreSQL alone (cached plans, vacuum, words) is tested in `store-postgres`.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CallerId, InstanceId};
use orderdock_domain::import::{ImportKeys, ImportWrites};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::problem::Language;

use super::calls::RunCalls as _;
use super::calls::{AccessCalls as _, RequestCalls as _, SingleCalls as _};
use super::find::{found, query};
use super::fixture::{Fixture, code, everything, known, now, number};
use crate::{
    CandidateFilter, CrossReferenceFilter, MasterdataQuery, MasterdataWindow, OrderFilter, OrderQuery,
    RequestQuery, StoreError,
};

/// Texts that contain U+0000, which PostgreSQL rejects.
const NULS: [&str; 3] = ["\0", "G0001\0", "\0G0001"];

fn orders(filter: OrderFilter) -> OrderQuery {
    OrderQuery { filter, descending: false, after: None, limit: 9, counted: true }
}

fn master_data(search: Option<String>) -> MasterdataQuery {
    let window = MasterdataWindow::First;
    let (kind, organisation, active, parent) = (KindName::Partners, None, None, None);
    MasterdataQuery {
        kind,
        search,
        language: Language::English,
        organisation,
        active,
        cross_references: CrossReferenceFilter::default(),
        parent,
        window,
        limit: 9,
    }
}

/// No stored text contains U+0000, so a search for it finds nothing instead of failing.
pub async fn nul_in_a_search_finds_no_candidate(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "1").await];
    fixture.import(&mut candidates).await.unwrap();
    for text in NULS.map(str::to_owned) {
        let some = || Some(text.clone());
        for filter in [
            CandidateFilter { bpartner: some(), ..CandidateFilter::default() },
            CandidateFilter { product: some(), ..CandidateFilter::default() },
            CandidateFilter { external_system: some(), ..CandidateFilter::default() },
            CandidateFilter { po_reference: some(), ..CandidateFilter::default() },
            CandidateFilter { promotion_code: some(), ..CandidateFilter::default() },
            CandidateFilter { external_header_id: some(), ..CandidateFilter::default() },
            CandidateFilter { search: some(), ..CandidateFilter::default() },
        ] {
            let page = found(&fixture, query(filter.clone())).await;
            assert_eq!((page.candidates, page.total.value), (vec![], 0), "{filter:?}");
        }
        let source = candidates[0].data_source;
        for (header, line) in [(text.clone(), None), ("H1".to_owned(), some())] {
            let there = fixture
                .store
                .candidates_by_reference(everything(), known(source), header, line)
                .await
                .unwrap();
            assert_eq!(there.candidates, [], "{text:?}");
        }
        assert_eq!(fixture.store.headers_named(everything(), text.clone()).await.unwrap(), []);
    }
}

pub async fn nul_in_a_search_finds_no_other_record(fixture: Fixture) {
    fixture.scene("001").await;
    for text in NULS.map(str::to_owned) {
        let some = || Some(text.clone());
        for filter in [
            OrderFilter { external_header_id: some(), ..OrderFilter::default() },
            OrderFilter { po_reference: some(), ..OrderFilter::default() },
            OrderFilter { document_no: some(), ..OrderFilter::default() },
            OrderFilter { bpartner: some(), ..OrderFilter::default() },
            OrderFilter { search: some(), ..OrderFilter::default() },
        ] {
            let page = fixture.store.find_orders(everything(), orders(filter)).await.unwrap();
            assert_eq!(page.total.value, 0);
        }
        for query in [
            RequestQuery { reference: some(), limit: 9, ..RequestQuery::default() },
            RequestQuery { token: some(), limit: 9, ..RequestQuery::default() },
        ] {
            assert_eq!(fixture.store.find_requests(query).await.unwrap(), []);
        }
        let page = fixture.store.find_masterdata(everything(), master_data(some())).await.unwrap();
        assert_eq!(page.records.len(), 0, "{text:?}");
        assert_eq!(fixture.store.user_by_name(text.clone()).await.unwrap(), None);
        assert_eq!(fixture.store.token_by_public_id(text.clone()).await.unwrap(), None);
        let key = fixture.response(CallerId(5), &text).key;
        assert_eq!(fixture.store.stored_response(key).await.unwrap(), None);
    }
}

/// Sums of no rows are 0, and empty lists of ids are valid.
pub async fn empty_database_returns_empty_results(fixture: Fixture) {
    let page = found(&fixture, query(CandidateFilter::default())).await;
    assert_eq!((page.candidates, page.total.value), (vec![], 0));
    let counted = fixture
        .store
        .count_candidates(everything(), CandidateFilter::default(), jiff::civil::Date::MIN)
        .await
        .unwrap();
    assert_eq!((counted.all.value, counted.new.value), (0, 0));
    let page = fixture.store.find_orders(everything(), orders(OrderFilter::default())).await.unwrap();
    assert_eq!((page.orders.len(), page.total.value), (0, 0));
    assert_eq!(fixture.store.candidates(everything(), Vec::new()).await.unwrap().candidates, []);
    assert_eq!(fixture.store.orders_of_candidates(everything(), Vec::new()).await.unwrap().len(), 0);
    assert_eq!(fixture.store.runs(OrgScope::All.write(), None, 9).await.unwrap(), []);
    assert_eq!(fixture.store.active_runs(OrgScope::All.write(), Timestamp::MIN).await.unwrap(), []);
    assert_eq!(fixture.store.sweep_requests(now()).await.unwrap(), 0);
    assert_eq!(fixture.store.sweep_sessions(now()).await.unwrap(), 0);
    assert_eq!(fixture.store.mark_for_removal(InstanceId(1), SignedDuration::ZERO, 9).await.unwrap(), []);
}

/// The bounds are outside the range of an engine.
pub async fn earliest_instants_match_everything(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "1").await];
    fixture.import(&mut candidates).await.unwrap();
    for (from, to, expected) in [
        (Some(Timestamp::MIN), None, 1),
        (None, Some(Timestamp::MAX), 1),
        (Some(Timestamp::MIN), Some(Timestamp::MAX), 1),
        (None, Some(Timestamp::MIN), 0),
        (Some(Timestamp::MAX), None, 0),
    ] {
        let filter = CandidateFilter { created_from: from, created_to: to, ..CandidateFilter::default() };
        assert_eq!(found(&fixture, query(filter.clone())).await.candidates.len(), expected, "{filter:?}");
        let requests = RequestQuery { from, to, limit: 9, ..RequestQuery::default() };
        assert_eq!(
            fixture.store.find_requests(requests).await.unwrap().is_empty(),
            expected == 0,
            "{filter:?}"
        );
    }
}

/// Rows of one statement do not see each other, so counting the stored ones is not enough.
pub async fn two_headers_are_stored_per_reference(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = Vec::new();
    for header in 0..1_000 {
        let candidate = fixture.candidate(&scene, &format!("H{header:04}"), "1").await;
        candidates.push(Candidate { po_reference: code("PO"), ..candidate });
    }
    fixture.import(&mut candidates).await.unwrap();
    let keys = ImportKeys {
        po_references: [code("PO")].into(),
        partner_codes: [code(scene.partner.code.as_str())].into(),
        ..ImportKeys::default()
    };
    let known = fixture.load(keys).await.po_references;
    let headers: BTreeSet<_> = known.iter().map(|known| known.header_id.as_str().to_owned()).collect();
    assert_eq!(headers, ["H0000".to_owned(), "H0001".to_owned()].into());
}

/// Both plans of one transaction insert the same order reference as a new one.
pub async fn equal_notes_of_two_plans_are_stored_once(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commits = Vec::new();
    for header in ["H1", "H2"] {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        let candidate = fixture.candidate(&scene, header, "1").await;
        commit.writes.candidates = vec![Candidate { po_reference: code("PO"), ..candidate }];
        commits.push(commit);
    }
    fixture.store.commit_imports(commits).await.unwrap();
    let counted = fixture
        .store
        .count_candidates(everything(), CandidateFilter::default(), jiff::civil::Date::MIN)
        .await
        .unwrap();
    assert_eq!(counted.all.value, 2);
    let user = super::users::user(&fixture, "anna");
    fixture.store.create_user(user.clone()).await.unwrap();
    let again = fixture.store.create_user(user).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
}

/// Equal numbers are stored as equal texts.
pub async fn trailing_zero_of_a_decimal_is_not_stored(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = Vec::new();
    for (line, qty) in ["1.10", "1.1", "100", "1.100"].into_iter().enumerate() {
        let candidate = fixture.candidate(&scene, "H1", &line.to_string()).await;
        candidates.push(Candidate { qty: number(qty), price: Some(number(qty)), ..candidate });
    }
    fixture.import(&mut candidates).await.unwrap();
    let ids = candidates.iter().map(|candidate| candidate.id).collect();
    let found = fixture.store.candidates(everything(), ids).await.unwrap().candidates;
    let texts = |price: bool| -> Vec<String> {
        let number = |one: &Candidate| if price { one.price.unwrap() } else { one.qty };
        found.iter().map(|one| number(one).to_string()).collect()
    };
    for price in [false, true] {
        assert_eq!(texts(price), ["1.1", "1.1", "100", "1.1"], "price: {price}");
    }
}
