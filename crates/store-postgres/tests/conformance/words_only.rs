//! Search on a server without the extension `pg_trgm`: only the beginnings of words match.

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::Partner;
use orderdock_domain::text::{Code, Name};
use orderdock_store::conformance::Fixture;
use orderdock_store::{CandidateFilter, CandidateQuery, CandidateSort, PageStart};
use orderdock_store_postgres::testing::TemplateDatabase;
use orderdock_store_postgres::{BlockingConnection, Postgres};
use orderdock_store_sql::SqlStore;

/// Returns the line ids of the candidates that a search finds.
async fn found(fixture: &Fixture, words: &str) -> String {
    let query = CandidateQuery {
        filter: CandidateFilter { search: Some(words.to_owned()), ..CandidateFilter::default() },
        sort: CandidateSort::CreatedAt,
        descending: false,
        window: PageStart::Offset(0),
        limit: 10,
        counted: true,
        count_all: false,
        now: Timestamp::UNIX_EPOCH,
    };
    let page = fixture.store.find_candidates(OrgScope::All.read(), query).await.unwrap();
    page.candidates.iter().map(|candidate| candidate.identity.line_id.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn beginnings_of_words_are_found_without_trigrams() {
    let copy = TemplateDatabase::migrated().copy();
    let plain = BlockingConnection::connect(&copy.address).unwrap();
    let address = copy.address.clone();
    let opener = move || Arc::new(SqlStore::<Postgres>::open(&address, super::options()).unwrap()) as Arc<_>;
    let fixture = Fixture::new(Box::new(opener)).await;
    plain.batch("DROP EXTENSION pg_trgm CASCADE").unwrap();

    let scene = fixture.scene("001").await;
    let baker = Partner {
        name: Name::parse("Bäckerei Müller KG").unwrap().unwrap(),
        ..fixture.partner(&scene.organisation, "K-77")
    };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(baker.clone());
    fixture.commit(writes).await.unwrap();
    let mut lines = [fixture.candidate(&scene, "H1", "a").await, fixture.candidate(&scene, "H2", "b").await];
    lines[0].buyer.as_mut().unwrap().partner = baker.id;
    lines[1].po_reference = Code::parse("PO-76344").unwrap().unwrap();
    fixture.import(&mut lines).await.unwrap();
    fixture.update_search().await;

    for (words, expected) in [
        ("Müller", "a"),
        ("muell", "a"),
        ("kg müller", "a"),
        ("76344", "b"),
        ("PO-763", "b"),
        // parts within a word need trigrams
        ("cker", ""),
        ("6344", ""),
        ("müller 76344", ""),
    ] {
        assert_eq!(found(&fixture, words).await, expected, "{words}");
    }
}

#[test]
fn doctor_explains_how_to_enable_trigrams() {
    let copy = TemplateDatabase::migrated().copy();
    let findings = || orderdock_store_postgres::examine(&copy.address, 6, Timestamp::UNIX_EPOCH).unwrap();
    let words_only = "search matches only the beginnings of words";
    assert!(!findings().iter().any(|finding| finding.fault.contains(words_only)), "{:?}", findings());
    let plain = BlockingConnection::connect(&copy.address).unwrap();
    plain.batch("DROP EXTENSION pg_trgm CASCADE").unwrap();
    let findings = findings();
    let finding = findings.iter().find(|finding| finding.fault.contains(words_only)).unwrap();
    assert!(!finding.grave && finding.advice.contains("CREATE EXTENSION pg_trgm"), "{finding:?}");
    assert!(finding.advice.contains("`orderdock migrate`"), "{finding:?}");
}
