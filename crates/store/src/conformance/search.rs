//! Search by any part of a text.

use orderdock_domain::access::{OrgScope, ReadScope};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::kinds::{GivenValue, KindName};
use orderdock_domain::masterdata::{Location, Partner, Product};
use orderdock_domain::problem::Language;

use super::calls::OutboxCalls as _;
use super::calls::SingleCalls as _;
use super::find::{lines, query};
use super::fixture::{Fixture, Scene, code, everything, members, name, only, scalar};
use crate::{
    CandidateFilter, CrossReferenceFilter, MasterdataQuery, MasterdataWindow, OrderFilter, OrderQuery, Total,
};

impl Fixture {
    /// Builds all missing documents.
    pub async fn update_search(&self) {
        self.store.place_events().await.unwrap();
        while self.store.update_search().await.unwrap() {}
    }
}

fn searching(words: &str) -> CandidateFilter {
    CandidateFilter { search: Some(words.to_owned()), ..CandidateFilter::default() }
}

/// Returns the line ids of the candidates that a search finds.
async fn found(fixture: &Fixture, scope: ReadScope, words: &str) -> String {
    let page = fixture.store.find_candidates(scope.clone(), query(searching(words))).await.unwrap();
    assert_eq!(page.total, Total { value: page.candidates.len() as u64, exact: true }, "{words}");
    let counts =
        fixture.store.count_candidates(scope, searching(words), jiff::civil::Date::MIN).await.unwrap();
    assert_eq!(counts.all, page.total, "{words}");
    lines(&page)
}

pub async fn position_follows_the_documents(fixture: Fixture) {
    fixture.update_search().await;
    let before = fixture.store.read(|tx| tx.search_position()).await.unwrap();
    bakery(&fixture, "001").await;
    fixture.store.place_events().await.unwrap();
    assert_eq!(fixture.store.read(|tx| tx.search_position()).await.unwrap(), before);
    assert!(fixture.store.feed_backlog(before).await.unwrap().commits > 0);
    fixture.update_search().await;
    let after = fixture.store.read(|tx| tx.search_position()).await.unwrap();
    assert!(after > before, "{after}");
    assert_eq!(fixture.store.feed_backlog(after).await.unwrap().commits, 0);
}

/// Imports four candidates: `a` for a baker in Köln, `b` for a product, `c` and `d` with references.
async fn bakery(fixture: &Fixture, organisation: &str) -> Scene {
    let scene = fixture.scene(organisation).await;
    let baker =
        Partner { name: name("Bäckerei Müller KG"), ..fixture.partner(&scene.organisation, "K-77") };
    let shop = Location {
        postal: Some(code("50667")),
        city: Some(name("Köln")),
        ..fixture.location(&baker, "Hohe Straße 1")
    };
    let honey = Product {
        name: name("Honig Waldblüte 500 g"),
        ..fixture.product(&scene.organisation, "HW5", &scene.unit)
    };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(baker.clone());
    writes.locations.created.push(shop);
    writes.products.created.push(honey.clone());
    fixture.commit(writes).await.unwrap();
    let mut list = Vec::new();
    for (line, header) in [("a", "H1"), ("b", "H2"), ("c", "H3"), ("d", "SHOP-99123")] {
        list.push(fixture.candidate(&scene, header, line).await);
    }
    list[0].buyer.as_mut().unwrap().partner = baker.id;
    list[1].product = Some(honey.id);
    list[2].po_reference = code("PO-76344");
    list[2].identity.flat = true;
    fixture.import(&mut list).await.unwrap();
    scene
}

pub async fn any_part_of_partner_product_and_reference_is_found(fixture: Fixture) {
    bakery(&fixture, "001").await;
    assert_eq!(found(&fixture, everything(), "müller").await, "", "not before there are documents");
    fixture.update_search().await;
    for (words, expected) in [
        ("Müller", "a"),
        ("MUELLER", "a"),
        ("muller", "a"),
        ("Baeckerei", "a"),
        ("cker", "a"),
        ("müller kg", "a"),
        ("kg müller köln", "a"),
        ("k-77", "a"),
        ("Köln", "a"),
        ("koeln", "a"),
        ("50667", "a"),
        ("0667", "a"),
        ("Waldblüte", "b"),
        ("waldblu", "b"),
        ("honig 500", "b"),
        ("76344", "c"),
        ("99123", "d"),
        ("shop-991", "d"),
        ("PO-", "abcd"),
        ("müller waldblüte", ""),
        ("mülle_", ""),
        ("%67%", ""),
        ("bonn", "bcd"),
        ("kg", ""),
        ("p0027", "acd"),
    ] {
        assert_eq!(found(&fixture, everything(), words).await, expected, "{words}");
    }
}

pub async fn documents_follow_their_records(fixture: Fixture) {
    bakery(&fixture, "001").await;
    fixture.update_search().await;
    let partner = |called: &str| {
        let partner = [("code", "K-77"), ("name", called), ("org", "001")];
        members(&partner.map(|(member, value)| (member, scalar(value))))
    };
    fixture.masterdata(vec![(KindName::Partners, vec![partner("Konditorei Schmidt")])]).await;
    fixture.update_search().await;
    for (words, expected) in [("müller", ""), ("schmidt", "a"), ("schmidt köln", "a"), ("köln", "a")] {
        assert_eq!(found(&fixture, everything(), words).await, expected, "{words}");
    }
}

pub async fn orders_are_found_by_any_part(fixture: Fixture) {
    let scene = bakery(&fixture, "001").await;
    let candidates = fixture.header(&scene, "SHOP-4711", 1).await;
    fixture.process(vec![fixture.order(&scene, &candidates)]).await.unwrap();
    let mut other = fixture.order(&scene, &[]);
    other.order.header.po_reference = Some(code("Bestellung Ä-12345"));
    let commit = fixture.order_commit(other).await;
    fixture.store.create_order(commit).await.unwrap();
    fixture.update_search().await;
    for (words, expected) in [
        ("12345", &["SO-0002"][..]),
        ("ae-123", &["SO-0002"]),
        ("4711", &["SO-0001"]),
        ("0002", &["SO-0002"]),
        ("bonn", &["SO-0001", "SO-0002"]),
        ("köln", &[]),
    ] {
        let filter = OrderFilter { search: Some(words.to_owned()), ..OrderFilter::default() };
        let query = OrderQuery { filter, descending: false, after: None, limit: 9, counted: true };
        let page = fixture.store.find_orders(everything(), query).await.unwrap();
        let numbers: Vec<_> =
            page.orders.iter().map(|order| order.document_no.as_ref().unwrap().as_str()).collect();
        assert_eq!((numbers.as_slice(), page.total.value), (expected, expected.len() as u64), "{words}");
    }
}

/// Returns the codes of the records that a search finds.
async fn look_up(
    fixture: &Fixture,
    kind: KindName,
    words: &str,
    language: Language,
    scope: ReadScope,
) -> String {
    let query = MasterdataQuery {
        kind,
        search: Some(words.to_owned()),
        language,
        organisation: None,
        active: None,
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 20,
    };
    let page = fixture.store.find_masterdata(scope, query).await.unwrap();
    assert_eq!(page.total, Total { value: page.records.len() as u64, exact: true }, "{words}");
    let codes = page.records.iter().filter_map(|record| match record.value(kind.kind(), "code") {
        Some(GivenValue::Text(code)) => Some(code.as_str()),
        _ => None,
    });
    codes.collect::<Vec<_>>().join(" ")
}

pub async fn look_ups_find_any_part(fixture: Fixture) {
    bakery(&fixture, "001").await;
    fixture.update_search().await;
    for (kind, words, expected) in [
        (KindName::Partners, "müller", "K-77"),
        (KindName::Partners, "baeck", "K-77"),
        (KindName::Partners, "50667", "K-77"),
        (KindName::Partners, "köln müller", "K-77"),
        (KindName::Partners, "bonn", "G0001"),
        (KindName::Partners, "k-", "K-77"),
        (KindName::Partners, "ll", ""),
        (KindName::Products, "waldblüte", "HW5"),
        (KindName::Products, "2737", "P002737"),
        (KindName::Organisations, "001", "001"),
        (KindName::Countries, "schland", ""),
        (KindName::Countries, "rman", "DE"),
    ] {
        let found = look_up(&fixture, kind, words, Language::English, everything()).await;
        assert_eq!(found, expected, "{kind:?} {words}");
    }
}

pub async fn units_are_found_by_displayed_name(fixture: Fixture) {
    for (kind, words, language, expected) in [
        (KindName::Uoms, "Stück", Language::German, "PCE EA C62"),
        (KindName::Uoms, "stueck", Language::German, "PCE EA C62"),
        (KindName::Uoms, "Stück", Language::English, ""),
        (KindName::Uoms, "piece", Language::German, "PCE"),
        (KindName::Uoms, "kart", Language::German, "CT"),
        (KindName::Currencies, "Franken", Language::German, "CHF"),
        (KindName::Currencies, "Franken", Language::English, ""),
        (KindName::Currencies, "swiss", Language::German, "CHF"),
    ] {
        let found = look_up(&fixture, kind, words, language, everything()).await;
        assert_eq!(found, expected, "{words} {language:?}");
    }
}

pub async fn candidates_are_found_by_the_unit_that_the_list_shows(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let reference = fixture.reference().await;
    let mut list = Vec::new();
    for (line, unit) in [("a", "PCE"), ("b", "CT"), ("c", "KGM")] {
        let unit = reference.unit_by_code(&code(unit)).unwrap().id;
        list.push(Candidate { unit: Some(unit), ..fixture.candidate(&scene, "H", line).await });
    }
    fixture.import(&mut list).await.unwrap();
    for (words, language, expected) in [
        ("Stück", Language::German, "a"),
        ("stueck", Language::German, "a"),
        ("Stück", Language::English, ""),
        ("pieces", Language::English, "a"),
        ("Kartons", Language::German, "b"),
        ("kart", Language::German, "b"),
        ("Kartons", Language::English, ""),
        ("carton", Language::English, "b"),
        ("CARTONS", Language::English, "b"),
        ("kg", Language::German, "c"),
        ("k", Language::German, ""),
        ("kilogram", Language::German, "c"),
        ("Palette", Language::German, ""),
    ] {
        for (scope, expected) in [
            (everything(), expected),
            (only(scene.organisation.id), expected),
            (OrgScope::These(vec![]).read(), ""),
        ] {
            let filter = CandidateFilter { search_language: language, ..searching(words) };
            let page = fixture.store.find_candidates(scope.clone(), query(filter.clone())).await.unwrap();
            assert_eq!(lines(&page), expected, "{words} {language:?}");
            let headers = fixture.store.find_headers(scope.clone(), query(filter.clone())).await.unwrap();
            assert_eq!(headers.headers.len(), expected.len(), "{words} {language:?}");
            let counts = fixture.store.count_candidates(scope, filter, jiff::civil::Date::MIN).await.unwrap();
            let total = Total { value: expected.len() as u64, exact: true };
            assert_eq!(counts.all, total, "{words} {language:?}");
        }
    }
}

pub async fn only_records_of_visible_organisations_are_found(fixture: Fixture) {
    let (one, two) = (bakery(&fixture, "001").await, bakery(&fixture, "002").await);
    fixture.update_search().await;
    for words in ["müller", "köln", "waldblüte", "76344", "99123"] {
        for (scope, expected) in [
            (everything(), 2),
            (only(one.organisation.id), 1),
            (only(two.organisation.id), 1),
            (OrgScope::These(vec![]).read(), 0),
        ] {
            assert_eq!(found(&fixture, scope, words).await.len(), expected, "{words}");
        }
    }
    let found = look_up(&fixture, KindName::Partners, "müller", Language::English, only(one.organisation.id));
    assert_eq!(found.await, "K-77");
}

/// So many partners match that the search compares candidates instead of looking partners up by id. Only a few of the
/// partners have candidates.
pub async fn many_matches_are_compared_one_by_one(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let partners = (0..10_050).map(|number| {
        let called = format!("Kundschaft {number}");
        Partner { name: name(&called), ..fixture.partner(&scene.organisation, &format!("N{number}")) }
    });
    let mut writes = ImportWrites::default();
    writes.partners.created = partners.collect();
    let last = writes.partners.created.last().unwrap().id;
    let first = writes.partners.created[0].id;
    fixture.commit(writes).await.unwrap();
    let mut imported = Vec::new();
    for line in ["a", "b", "c"] {
        imported.push(fixture.candidate(&scene, &format!("H{line}"), line).await);
    }
    imported[0].buyer.as_mut().unwrap().partner = first;
    imported[1].buyer.as_mut().unwrap().partner = last;
    fixture.import(&mut imported).await.unwrap();
    fixture.update_search().await;
    let page = fixture.store.find_candidates(everything(), query(searching("schaft"))).await.unwrap();
    assert_eq!((lines(&page).as_str(), page.total.exact), ("ab", false));
    let counts = fixture
        .store
        .count_candidates(everything(), searching("schaft"), jiff::civil::Date::MIN)
        .await
        .unwrap();
    assert!(!counts.all.exact);
    let headers = fixture.store.find_headers(everything(), query(searching("schaft"))).await.unwrap();
    assert_eq!(headers.headers.len(), 2);
    assert_eq!(found(&fixture, everything(), "schaft 10049").await, "b");
}

pub async fn committed_record_without_document_is_backlog(fixture: Fixture) {
    fixture.update_search().await;
    let has_backlog = async || fixture.store.read(|tx| tx.has_search_backlog()).await.unwrap();
    assert!(!has_backlog().await);
    bakery(&fixture, "001").await;
    fixture.store.place_events().await.unwrap();
    assert!(has_backlog().await);
    fixture.update_search().await;
    assert!(!has_backlog().await);
}

pub async fn documents_can_be_built_by_several_processes(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = Vec::new();
    for line in 0..5_000 {
        let mut candidate =
            fixture.candidate(&scene, &format!("ORDER-{}", line / 2), &line.to_string()).await;
        candidate.po_reference = code(&format!("PO-{}", line / 2));
        candidates.push(candidate);
    }
    fixture.import(&mut candidates).await.unwrap();
    let other = fixture.another();
    fixture.store.place_events().await.unwrap();
    loop {
        let (one, two) = tokio::join!(fixture.store.update_search(), other.update_search());
        let (one, two) = (one.unwrap(), two.unwrap());
        if !one && !two {
            break;
        }
    }
    for (words, expected) in [("der-2499", "49984999"), ("der-0", "01"), ("-1234", "24682469")] {
        assert_eq!(found(&fixture, everything(), words).await, expected, "{words}");
    }
    assert!(!fixture.store.update_search().await.unwrap());
}
