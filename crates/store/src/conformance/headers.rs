//! Lists of headers.

use std::collections::HashSet;

use jiff::civil::date;
use orderdock_domain::candidate::{Candidate, Hold, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::ProductPrice;
use orderdock_domain::number::canonical;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::HeaderKey;

use super::find::{found, query};
use super::fixture::{Fixture, Scene, code, everything, name, now, number, only};
use crate::{CandidateFilter, CandidateQuery, CandidateSort, HeaderPage, PageStart};

/// The sort orders of the list of headers.
const SORTS: [CandidateSort; 4] = [
    CandidateSort::CreatedAt,
    CandidateSort::DateRequired,
    CandidateSort::PoReference,
    CandidateSort::Bpartner,
];

async fn headers(fixture: &Fixture, query: CandidateQuery) -> HeaderPage {
    fixture.store.find_headers(everything(), query).await.unwrap()
}

fn leaders(page: &HeaderPage) -> Vec<CandidateId> {
    page.headers.iter().map(|header| header.leader).collect()
}

/// Imports candidates of several headers in mixed order: of two organisations, some with flat ids, with different
/// dates, references and buyers within a header.
async fn import_mixed_headers(fixture: &Fixture) -> (Scene, Scene) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let partner = fixture.partner(&scene.organisation, "A-first");
    let mut writes = ImportWrites::default();
    writes.partners.created.push(partner.clone());
    fixture.commit(writes).await.unwrap();
    let mut list = Vec::new();
    for line in 0..40_usize {
        let of = if line % 11 == 0 { &other } else { &scene };
        let header = ["H1", "h1", "H2", "K", "L", "M", "N"][line * line % 7];
        let mut candidate = fixture.candidate(of, header, &line.to_string()).await;
        candidate.identity.flat = line % 9 == 4;
        candidate.po_reference = code(["B", "a", "Ä"][line % 3]);
        candidate.date_required = (line % 5 > 0).then(|| date(2026, 12, 1 + i8::try_from(line % 5).unwrap()));
        candidate.status = if line % 4 == 1 { Status::Error } else { Status::New };
        if line % 6 == 2 && line % 11 > 0 {
            candidate.buyer.as_mut().unwrap().partner = partner.id;
        }
        list.push(candidate);
    }
    fixture.import(&mut list).await.unwrap();
    (scene, other)
}

/// Returns no filter, filters that are read from an index, and filters that are checked row by row.
fn filters(other: &Scene) -> [CandidateFilter; 5] {
    let none = CandidateFilter::default;
    [
        none(),
        CandidateFilter { statuses: vec![Status::Error], ..none() },
        CandidateFilter { has_attachment: Some(false), ..none() },
        CandidateFilter { bpartner: Some("A-first".to_owned()), ..none() },
        CandidateFilter { organisation: Some(other.organisation.id), has_attachment: Some(false), ..none() },
    ]
}

/// The list of headers is the list of candidates with only the first candidate of each header.
pub async fn headers_are_ordered_by_first_candidate(fixture: Fixture) {
    let (_, other) = import_mixed_headers(&fixture).await;
    for filter in filters(&other) {
        for sort in SORTS {
            let whole = CandidateQuery { sort, ..query(filter.clone()) };
            let mut seen = HashSet::new();
            let all = found(&fixture, whole.clone()).await.candidates;
            let first = all.iter().filter(|one| seen.insert(HeaderKey::of(one)));
            let expected: Vec<_> = first.map(|one| one.id).collect();
            let page = headers(&fixture, whole.clone()).await;
            assert_eq!(leaders(&page), expected, "{sort:?} {filter:?}");
            assert_eq!((page.total.value, page.total.exact), (expected.len() as u64, true), "{filter:?}");
            let counted = headers(&fixture, CandidateQuery { count_all: true, ..whole.clone() }).await;
            assert_eq!((leaders(&counted), counted.total), (expected.clone(), page.total), "{filter:?}");
            let reversed = headers(&fixture, CandidateQuery { descending: true, ..whole }).await;
            assert!(leaders(&reversed).iter().rev().eq(&expected), "{sort:?} {filter:?} descending");
            for header in page.headers {
                let of_header =
                    CandidateFilter { header_of: vec![header.leader], ..CandidateFilter::default() };
                assert_eq!(found(&fixture, query(of_header)).await.total.value, header.counts.all());
                let matching = CandidateFilter { header_of: vec![header.leader], ..filter.clone() };
                assert_eq!(found(&fixture, query(matching)).await.total.value, header.matching);
            }
        }
    }
}

pub async fn windows_walk_through_headers_both_ways(fixture: Fixture) {
    let (_, other) = import_mixed_headers(&fixture).await;
    for filter in filters(&other) {
        for (sort, descending) in SORTS.into_iter().flat_map(|sort| [(sort, false), (sort, true)]) {
            let whole = CandidateQuery { sort, descending, ..query(filter.clone()) };
            let expected = leaders(&headers(&fixture, whole.clone()).await);
            let part = |window| CandidateQuery { limit: 2, window, ..whole.clone() };
            let (mut page, mut forward) = (headers(&fixture, part(PageStart::Offset(0))).await, Vec::new());
            loop {
                forward.extend(leaders(&page));
                let Some(next) = page.next.clone() else { break };
                page = headers(&fixture, part(PageStart::After(next))).await;
                assert!(page.previous.is_some(), "{sort:?}");
            }
            assert_eq!(forward, expected, "{sort:?} {descending}");
            let mut backward = leaders(&page);
            while let Some(previous) = page.previous {
                page = headers(&fixture, part(PageStart::Before(previous))).await;
                backward.splice(0..0, leaders(&page));
            }
            assert_eq!(backward, expected, "{sort:?} {descending} backwards");
            let behind = headers(&fixture, part(PageStart::Offset(3))).await;
            assert!(leaders(&behind).iter().eq(expected.iter().skip(3).take(2)), "{sort:?}");
        }
    }
}

/// Returns a candidate of header `H` with a price.
async fn candidate_with_price(
    fixture: &Fixture,
    scene: &Scene,
    line: &str,
    currency: &str,
    price: &str,
) -> Candidate {
    let mut candidate = fixture.candidate(scene, "H", line).await;
    (candidate.currency, candidate.price) = (Some(code(currency)), Some(number(price)));
    candidate.qty = number("3");
    candidate
}

pub async fn header_summary_contains_totals_of_its_lines(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let product = fixture.product(&scene.organisation, "BOX", &scene.unit);
    let reference = fixture.reference().await;
    let another = reference.units.iter().find(|unit| unit.id != scene.unit.id).unwrap();
    let version = super::conflicts::price_list(&fixture).await;
    let mut writes = ImportWrites::default();
    writes.products.created.push(product.clone());
    writes.product_prices.push(ProductPrice {
        id: fixture.id(),
        organisation: scene.organisation.id,
        price_list_version: version,
        product: product.id,
        unit: another.id,
        price: number("1"),
        tax_category: None,
        scales: Vec::new(),
        active: true,
    });
    fixture.commit(writes).await.unwrap();
    let mut list = vec![
        candidate_with_price(&fixture, &scene, "1", "EUR", "0.105").await,
        candidate_with_price(&fixture, &scene, "2", "EUR", "10").await,
        candidate_with_price(&fixture, &scene, "3", "CHF", "0.30").await,
        candidate_with_price(&fixture, &scene, "4", "EUR", "1").await,
        candidate_with_price(&fixture, &scene, "5", "EUR", "1").await,
        candidate_with_price(&fixture, &scene, "6", "EUR", "1000").await,
        candidate_with_price(&fixture, &scene, "7", "EUR", "1").await,
        candidate_with_price(&fixture, &other, "1", "EUR", "7").await,
    ];
    list[1].discount = Some(number("50"));
    list[2].hold = Some(Hold::HeaderIncomplete);
    list[2].date_required = Some(date(2026, 12, 9));
    // one with a list price for its own unit, one with a list price for another unit
    (list[3].price, list[3].list_price) = (None, Some(number("2")));
    (list[4].price, list[4].list_price, list[4].product) = (None, Some(number("2")), Some(product.id));
    list[5].status = Status::Inactive;
    list[6].status = Status::Error;
    list[6].problems = vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", "A")];
    list[6].price = None;
    list[6].date_required = Some(date(2026, 12, 8));
    fixture.import(&mut list).await.unwrap();
    let page =
        fixture.store.find_headers(only(scene.organisation.id), query(CandidateFilter::default())).await;
    let page = page.unwrap();
    let [header] = page.headers.as_slice() else { panic!("{:?}", page.headers) };
    let counts = (header.counts.new, header.counts.error, header.counts.inactive, header.held);
    assert_eq!((counts, header.matching), ((5, 1, 1, 5), 7));
    let summary = |(currency, sum): &(_, _)| format!("{currency} {}", canonical(sum));
    assert_eq!(header.totals.iter().map(summary).collect::<Vec<_>>(), ["CHF 0.9", "EUR 21.32"]);
    assert_eq!((header.unpriced, header.date_required), (2, Some(date(2026, 12, 8))));
    assert_eq!((header.error, header.hold), (Some(list[6].id), Some(list[0].id)));
    assert_eq!(header.received, (now(), now()));
    assert_eq!(page.candidate(list[6].id).unwrap().problems, list[6].problems);
    assert_eq!(page.related.partners[&scene.partner.id].name, name("G0001"));
    // the summary includes lines that the filter excludes; `header_of` shows no candidates outside the scope
    let late = CandidateFilter { date_required_from: Some(date(2026, 12, 9)), ..CandidateFilter::default() };
    let page = headers(&fixture, query(late)).await;
    assert_eq!((leaders(&page), page.headers[0].matching), (vec![list[2].id], 1));
    assert_eq!(page.headers[0].counts, header.counts);
    let foreign = CandidateFilter { header_of: vec![list[7].id], ..CandidateFilter::default() };
    for (scope, count) in [(everything(), 1), (only(scene.organisation.id), 0)] {
        let page = fixture.store.find_headers(scope.clone(), query(foreign.clone())).await.unwrap();
        assert_eq!(page.headers.len(), count);
        let page = fixture.store.find_candidates(scope, query(foreign.clone())).await.unwrap();
        assert_eq!(page.candidates.len(), count);
    }
}
