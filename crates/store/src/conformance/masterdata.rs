//! Upserts, lists and the history of master data.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{PostalCodeId, SHARED, TokenId};
use orderdock_domain::import::{ImportKeys, ImportWrites};
use orderdock_domain::masterdata::Location;
use orderdock_domain::masterdata::kinds::{
    Counts, GivenValue, KindName, NESTED_SHOWN, Node, NodeContent, StoredRecord, UpsertOutcome,
};
use orderdock_domain::problem::{Language, ProblemCode};

use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, changed_by, code, list, members, number, scalar, upsert as given};
use crate::{
    ChangePosition, CrossReferenceFilter, Deactivation, MasterdataQuery, MasterdataUpsert, MasterdataWindow,
    RequestLogEntry, Total,
};

fn record(given: &[(&str, &str)]) -> Node {
    let given: Vec<_> = given.iter().map(|(name, value)| (*name, scalar(value))).collect();
    members(&given)
}

fn with(record: Node, name: &str, value: Node) -> Node {
    let NodeContent::Members(mut given) = record.content else { return record };
    given.push((name.to_owned(), value));
    Node { content: NodeContent::Members(given), ..record }
}

/// Returns a price list with a version and a price with scales, each kind before the kinds that it references.
fn price_file() -> Vec<(KindName, Vec<Node>)> {
    let version = record(&[("validFrom", "2015-01-01")]);
    let price_list = record(&[("code", "L"), ("name", "List"), ("pricingSystem", "S"), ("currency", "EUR")]);
    let price = record(&[
        ("priceList", "L"),
        ("validFrom", "2015-01-01"),
        ("product", "P1"),
        ("uom", "PCE"),
        ("price", "1.500"),
    ]);
    let scale = |from, price| record(&[("fromQuantity", from), ("price", price)]);
    let scales = list(vec![scale("100", "1.1"), scale("9.5", "1234567890123456.123456789012")]);
    vec![
        (KindName::ProductPrices, vec![with(price, "scales", scales)]),
        (KindName::Products, vec![record(&[("code", "P1"), ("name", "Crate"), ("uom", "PCE")])]),
        (KindName::PriceLists, vec![with(price_list, "versions", list(vec![version]))]),
        (KindName::PricingSystems, vec![record(&[("code", "S"), ("name", "System")])]),
    ]
}

async fn upsert(fixture: &Fixture, lists: &[(KindName, Vec<Node>)]) -> Vec<(KindName, Counts)> {
    fixture.store.upsert_masterdata(given(lists)).await.unwrap().unwrap().counts
}

pub async fn repeated_masterdata_writes_nothing(fixture: Fixture) {
    let created = Counts { created: 1, ..Counts::default() };
    let unchanged = Counts { unchanged: 1, ..Counts::default() };
    let kinds = [
        KindName::PricingSystems,
        KindName::PriceLists,
        KindName::PriceListVersions,
        KindName::Products,
        KindName::ProductPrices,
    ];
    assert_eq!(upsert(&fixture, &price_file()).await, kinds.map(|kind| (kind, created)));
    let generation = fixture.reference().await.generation();
    assert_eq!(upsert(&fixture, &price_file()).await, kinds.map(|kind| (kind, unchanged)));
    assert_eq!(fixture.reference().await.generation(), generation);
}

pub async fn masterdata_stores_lists_and_exact_numbers(fixture: Fixture) {
    let loaded = fixture.store.upsert_masterdata(given(&price_file())).await.unwrap().unwrap();
    let warnings: Vec<_> = loaded.warnings.iter().map(|one| (one.code, &*one.pointer)).collect();
    assert_eq!(warnings, [(ProblemCode::PriceRounded, "/product-prices/0/scales")]);
    let keys = ImportKeys { product_codes: [code("P1")].into(), ..ImportKeys::default() };
    let price = fixture.load(keys).await.product_prices.remove(0);
    assert_eq!(price.price, number("1.5"));
    let scales: Vec<_> = price.scales.iter().map(|scale| (scale.from_quantity, scale.price)).collect();
    let expected = [(number("9.5"), number("1234567890123456.123456789012")), (number("100"), number("1.1"))];
    assert_eq!(scales, expected);
}

pub async fn absent_masterdata_members_stay_unchanged(fixture: Fixture) {
    let partner = |given: &[(&str, &str)]| {
        let mut all = vec![("code", "G0001"), ("name", "Müller")];
        all.extend(given);
        vec![(KindName::Partners, vec![record(&all)])]
    };
    upsert(&fixture, &partner(&[("vatId", "DE1"), ("externalId", "7")])).await;
    upsert(&fixture, &partner(&[("externalId", "8")])).await;
    let keys = ImportKeys { partner_external_ids: [code("8")].into(), ..ImportKeys::default() };
    let found = fixture.load(keys).await.partners.remove(0);
    assert_eq!((found.version, found.organisation), (2, SHARED));
    assert_eq!((found.vat_id, found.external_id), (Some(code("DE1")), Some(code("8"))));
}

pub async fn masterdata_is_written_for_the_callers_organisations_only(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    let scope = OrgScope::These(vec![organisation]).write();
    let shipper = |org| vec![(KindName::Shippers, vec![record(&[("org", org), ("code", "DPD")])])];
    let upsert = |org| MasterdataUpsert { scope: scope.clone(), ..given(&shipper(org)) };
    let own = fixture.store.upsert_masterdata(upsert("001")).await.unwrap();
    assert!(own.is_ok(), "{own:?}");
    let shared = fixture.store.upsert_masterdata(upsert("*")).await.unwrap().unwrap_err();
    assert_eq!(shared[0].code, ProblemCode::RecordSharedForbidden);
    let owners: Vec<_> = fixture.reference().await.shippers.iter().map(|found| found.organisation).collect();
    assert_eq!(owners, [organisation]);
}

pub async fn default_can_move_to_another_record(fixture: Fixture) {
    let kinds = |first, second| {
        let kind = |name, default| {
            record(&[("name", name), ("baseType", "ARI"), ("subType", "SO"), ("default", default)])
        };
        vec![(KindName::DocumentTypes, vec![kind("A", first), kind("B", second)])]
    };
    upsert(&fixture, &kinds("true", "false")).await;
    upsert(&fixture, &kinds("false", "true")).await;
    let reference = fixture.reference().await;
    let sub_type = Some(code("SO"));
    let defaults: Vec<_> = reference
        .document_types
        .iter()
        .filter(|kind| kind.base_type == "ARI" && kind.sub_type == sub_type && kind.is_default)
        .map(|kind| kind.name.as_str())
        .collect();
    assert_eq!(defaults, ["B"]);
}

pub async fn record_can_reference_a_later_one(fixture: Fixture) {
    let organisation = record(&[("code", "N"), ("name", "New"), ("pricingSystem", "Own")]);
    let system = record(&[("org", "N"), ("code", "Own"), ("name", "Own system")]);
    let child = |parent| record(&[("code", "A-CHILD"), ("name", "Child"), ("parent", parent)]);
    let parent = |code| record(&[("code", code), ("name", code)]);
    let first = [
        (KindName::Partners, vec![child("B-PARENT"), parent("B-PARENT")]),
        (KindName::PricingSystems, vec![system]),
        (KindName::Organisations, vec![organisation]),
    ];
    upsert(&fixture, &first).await;
    let reference = fixture.reference().await;
    let new = reference.organisation_by_code(&code("N")).unwrap();
    let system = reference.pricing_system(new.defaults.pricing_system.unwrap()).unwrap();
    assert_eq!((system.organisation, new.version), (new.id, 1));
    let partners = |codes: [&str; 2]| {
        let keys = ImportKeys { partner_codes: codes.map(code).into(), ..ImportKeys::default() };
        let fixture = &fixture;
        async move {
            let mut partners = fixture.load(keys).await.partners;
            partners.sort_by(|one, other| one.code.as_str().cmp(other.code.as_str()));
            let [child, parent] = partners.try_into().unwrap();
            (child, parent)
        }
    };
    let (child_before, parent_before) = partners(["A-CHILD", "B-PARENT"]).await;
    assert_eq!((child_before.parent, child_before.version), (Some(parent_before.id), 1));

    // the same with an existing record, which changes only once
    let other = [(KindName::Partners, vec![child("C-OTHER"), parent("C-OTHER")])];
    upsert(&fixture, &other).await;
    let (child, parent) = partners(["A-CHILD", "C-OTHER"]).await;
    assert_eq!((child.parent, child.version), (Some(parent.id), 2));
    let counts = upsert(&fixture, &other).await;
    assert_eq!(counts, [(KindName::Partners, Counts { unchanged: 2, ..Counts::default() })]);
}

fn shipper(org: &str, code: &str, name: &str) -> Node {
    record(&[("org", org), ("code", code), ("name", name)])
}

fn text(record: &StoredRecord, kind: KindName, member: &str) -> String {
    match record.value(kind.kind(), member) {
        Some(GivenValue::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Returns the only record of a kind that a search finds.
async fn found(fixture: &Fixture, kind: KindName, search: &str) -> StoredRecord {
    let query = MasterdataQuery {
        kind,
        language: Language::English,
        search: Some(search.to_owned()),
        organisation: None,
        active: None,
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 2,
    };
    let mut page = fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
    assert_eq!(page.records.len(), 1, "{search}");
    page.records.remove(0)
}

pub async fn upsert_returns_the_outcome_of_each_record(fixture: Fixture) {
    let list = |city| {
        let location = record(&[("externalId", "L"), ("country", "DE"), ("city", city)]);
        let partner = |code, nested: Vec<Node>| {
            with(record(&[("code", code), ("name", code)]), "locations", super::fixture::list(nested))
        };
        vec![(KindName::Partners, vec![partner("A", vec![location]), partner("B", Vec::new())])]
    };
    let outcomes = async |upsert| {
        let upserted = fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap();
        upserted.records.iter().map(|record| (record.version, record.outcome)).collect::<Vec<_>>()
    };
    let created = (1, UpsertOutcome::Created);
    let dry = MasterdataUpsert { dry_run: true, ..given(&list("Bonn")) };
    assert_eq!(outcomes(dry).await, [created, created]);
    assert_eq!(outcomes(given(&list("Bonn"))).await, [created, created], "the dry run wrote nothing");
    let nested = (1, UpsertOutcome::Changed);
    assert_eq!(outcomes(given(&list("Ulm"))).await, [nested, (1, UpsertOutcome::Unchanged)]);
}

pub async fn upsert_stores_its_request_with_the_response(fixture: Fixture) {
    let (response, request) = (fixture.response(TokenId(1), "k"), fixture.request());
    let log_entry = RequestLogEntry { request, response: Some(response.clone()) };
    let lists = vec![(KindName::Shippers, vec![shipper("*", "DPD", "Parcels")])];
    let build_log_entry: crate::BuildLogEntry<crate::UpsertResult> = Arc::new(move |upserted| {
        assert!(upserted.records[0].id > 0, "the id is known");
        log_entry.clone()
    });
    let upsert = MasterdataUpsert { build_log_entry: Some(build_log_entry), ..given(&lists) };
    fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap();
    assert_eq!(fixture.store.stored_response(response.key.clone()).await.unwrap(), Some(response));
}

/// Existing addresses of all organisations are linked; an existing link does not change.
pub async fn addresses_are_linked_to_later_postal_codes(fixture: Fixture) {
    let scenes = [fixture.scene("001").await, fixture.scene("002").await];
    let bonn = scenes[0].location.clone();
    let elsewhere = Location { postal: Some(code("53180")), ..fixture.location(&scenes[0].partner, "2") };
    let mut writes = ImportWrites::default();
    writes.locations.created.push(elsewhere.clone());
    fixture.commit(writes).await.unwrap();
    let places = async || {
        let mut places = Vec::new();
        for scene in &scenes {
            let read = fixture.store.masterdata(OrgScope::All.read(), KindName::Partners, scene.partner.id.0);
            let locations = read.await.unwrap().unwrap().children[0].records.clone();
            places
                .extend(locations.into_iter().map(|record| (record.id, record.version, record.postal_code)));
        }
        places
    };
    let unlinked = places().await;
    assert!(unlinked.iter().all(|(_, version, link)| (*version, *link) == (1, None)), "{unlinked:?}");
    let postal = |country: &str, cities: &[&str]| {
        let one = |city: &&str| record(&[("country", country), ("postal", "53179"), ("city", city)]);
        vec![(KindName::PostalCodes, cities.iter().map(one).collect::<Vec<_>>())]
    };
    upsert(&fixture, &postal("AT", &["Wien"])).await;
    assert_eq!(places().await, unlinked, "another country's");
    upsert(&fixture, &postal("DE", &["Bad Godesberg", "bonn"])).await;
    let city = found(&fixture, KindName::PostalCodes, "bonn").await;
    let linked = places().await;
    for (id, version, link) in &linked {
        let expected = if *id == elsewhere.id.0 { (1, None) } else { (2, Some(PostalCodeId(city.id))) };
        assert_eq!((*version, *link), expected, "{id} of {linked:?}");
    }
    upsert(&fixture, &postal("DE", &["Bonn"])).await;
    assert_eq!(places().await, linked, "a link stays");

    // planned before the postal code existed, but written after it
    let late = fixture.location(&scenes[0].partner, "3");
    let mut writes = ImportWrites::default();
    writes.locations.created.push(late.clone());
    fixture.commit(writes).await.unwrap();
    let (_, _, link) = *places().await.iter().find(|(id, ..)| *id == late.id.0).unwrap();
    assert_eq!(
        places().await.iter().find(|(id, ..)| *id == bonn.id.0).unwrap().1,
        2,
        "others stay as they are"
    );
    assert!(link.is_some());
}

pub async fn record_is_read_with_nested_records(fixture: Fixture) {
    upsert(&fixture, &price_file()).await;
    let list = found(&fixture, KindName::PriceLists, "l").await;
    let read = fixture.store.masterdata(OrgScope::All.read(), KindName::PriceLists, list.id).await.unwrap();
    assert_eq!(read.as_ref(), Some(&list));
    assert_eq!(text(&list, KindName::PriceLists, "pricingSystem"), "S");
    assert_eq!((list.children[0].records.len(), list.children[0].total), (1, 1));
    let price = found(&fixture, KindName::ProductPrices, "p1").await;
    let value = |member| price.value(KindName::ProductPrices.kind(), member);
    assert_eq!(value("priceList"), Some(&GivenValue::Text("L".to_owned())));
    assert_eq!(
        value("validFrom"),
        list.children[0].records[0].value(KindName::PriceListVersions.kind(), "validFrom")
    );
    assert_eq!(value("price"), Some(&GivenValue::Decimal(number("1.5"))));
    let Some(GivenValue::Scales(scales)) = value("scales") else { panic!("{price:?}") };
    assert_eq!(scales[0], (number("9.5"), number("1234567890123456.123456789012")));
}

pub async fn records_of_other_organisations_are_hidden(fixture: Fixture) {
    let (own, other) = (fixture.scene("001").await.organisation, fixture.scene("002").await.organisation);
    let shippers = [("001", "A"), ("002", "B"), ("*", "C")].map(|(org, code)| shipper(org, code, code));
    upsert(&fixture, &[(KindName::Shippers, shippers.to_vec())]).await;
    let scope = OrgScope::These(vec![own.id]).read();
    let query = MasterdataQuery {
        kind: KindName::Shippers,
        language: Language::English,
        search: None,
        organisation: None,
        active: None,
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 10,
    };
    let page = fixture.store.find_masterdata(scope.clone(), query).await.unwrap();
    let owners: Vec<_> = page.records.iter().map(|record| record.owner).collect();
    assert_eq!(owners, [own.id, SHARED]);
    let hidden = found(&fixture, KindName::Shippers, "b").await;
    assert_eq!(hidden.owner, other.id);
    let read = fixture.store.masterdata(scope.clone(), KindName::Shippers, hidden.id).await.unwrap();
    assert_eq!(read, None);
    let history =
        fixture.store.masterdata_history(scope.clone(), KindName::Shippers, hidden.id, None, 9).await;
    assert_eq!(history.unwrap(), None);
    let organisation = fixture.store.masterdata(scope, KindName::Organisations, other.id.0).await.unwrap();
    assert_eq!(organisation, None);
}

pub async fn lists_of_master_data_are_narrowed_and_walked(fixture: Fixture) {
    let shippers: Vec<_> = (0..25).map(|number| shipper("*", &format!("S{number:02}"), "Ähnlich")).collect();
    upsert(&fixture, &[(KindName::Shippers, shippers)]).await;
    let mut query = MasterdataQuery {
        kind: KindName::Shippers,
        language: Language::English,
        search: Some("äHN".to_owned()),
        organisation: Some(SHARED),
        active: Some(true),
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 10,
    };
    let total = Total { value: 25, exact: true };
    let (mut sizes, mut firsts) = (Vec::new(), Vec::new());
    loop {
        let page = fixture.store.find_masterdata(OrgScope::All.read(), query.clone()).await.unwrap();
        assert_eq!((page.total, page.previous.is_some()), (total, !sizes.is_empty()));
        sizes.push(page.records.len());
        firsts.push(page.records[0].id);
        let Some(next) = page.next else { break };
        query.window = MasterdataWindow::After(next);
    }
    assert_eq!(sizes, [10, 10, 5]);
    query.window = MasterdataWindow::Before(firsts[2]);
    for (first, precedes) in [(firsts[1], true), (firsts[0], false)] {
        let page = fixture.store.find_masterdata(OrgScope::All.read(), query.clone()).await.unwrap();
        assert_eq!((page.records.len(), page.records[0].id), (10, first));
        assert_eq!((page.next, page.previous.is_some()), (page.records.last().map(|one| one.id), precedes));
        query.window = MasterdataWindow::Before(first);
    }
    let inactive = MasterdataQuery { active: Some(false), window: MasterdataWindow::First, ..query };
    let page = fixture.store.find_masterdata(OrgScope::All.read(), inactive).await.unwrap();
    assert_eq!((page.records.len(), page.next, page.total), (0, None, Total { value: 0, exact: true }));
}

/// Returns a partner with this number of locations.
fn partner_with(code: &str, locations: usize) -> Node {
    let locations = (0..locations).map(|number| {
        record(&[("externalId", &format!("L{number:04}")), ("country", "DE"), ("city", "Bonn")])
    });
    with(record(&[("code", code), ("name", code)]), "locations", list(locations.collect()))
}

pub async fn nested_records_are_shown_up_to_a_limit_and_listed_beyond(fixture: Fixture) {
    let partners = vec![partner_with("FULL", NESTED_SHOWN), partner_with("MORE", NESTED_SHOWN + 1)];
    upsert(&fixture, &[(KindName::Partners, partners)]).await;
    for (code, total) in [("full", NESTED_SHOWN), ("more", NESTED_SHOWN + 1)] {
        let partner = found(&fixture, KindName::Partners, code).await;
        let locations = &partner.children[0];
        assert_eq!((locations.records.len(), locations.total), (NESTED_SHOWN, total), "{code}");
        let alone = fixture.store.masterdata(OrgScope::All.read(), KindName::Partners, partner.id).await;
        assert_eq!(alone.unwrap().as_ref(), Some(&partner));
        let beyond = MasterdataQuery {
            kind: KindName::Locations,
            language: Language::English,
            search: None,
            organisation: None,
            active: None,
            cross_references: CrossReferenceFilter::default(),
            parent: Some(partner.id),
            window: locations
                .records
                .last()
                .map_or(MasterdataWindow::First, |last| MasterdataWindow::After(last.id)),
            limit: 10,
        };
        let page = fixture.store.find_masterdata(OrgScope::All.read(), beyond).await.unwrap();
        assert_eq!(page.records.len(), total - NESTED_SHOWN, "{code}");
        assert_eq!(page.total, Total { value: u64::try_from(total).unwrap(), exact: true });
    }
}

pub async fn search_returns_first_page_and_total(fixture: Fixture) {
    let partners = (0..1_100).map(|number| {
        let name = if number % 2 == 0 { "Ähre" } else { "Zeche" };
        record(&[("code", &format!("P{number:04}")), ("name", name)])
    });
    upsert(&fixture, &[(KindName::Partners, partners.collect())]).await;
    let lower = Total { value: 1_000, exact: false };
    for (search, first, total) in [
        ("p", "P0000", lower),
        ("p10", "P1000", Total { value: 100, exact: true }),
        ("zec", "P0001", Total { value: 550, exact: true }),
        ("p0042", "P0042", Total { value: 1, exact: true }),
        ("q", "", Total { value: 0, exact: true }),
    ] {
        let query = MasterdataQuery {
            kind: KindName::Partners,
            language: Language::English,
            search: Some(search.to_owned()),
            organisation: None,
            active: None,
            cross_references: CrossReferenceFilter::default(),
            parent: None,
            window: MasterdataWindow::First,
            limit: 20,
        };
        let page = fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
        let code = page.records.first().map(|partner| text(partner, KindName::Partners, "code"));
        assert_eq!((code.unwrap_or_default().as_str(), page.total), (first, total), "{search}");
    }
}

pub async fn deactivated_record_is_inactive(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    upsert(&fixture, &[(KindName::Shippers, vec![shipper("*", "DPD", "Parcels")])]).await;
    let id = found(&fixture, KindName::Shippers, "dpd").await.id;
    let generation = fixture.reference().await.generation();
    let deactivate = async |scope: &OrgScope, id| {
        let log_entry = RequestLogEntry { request: fixture.request(), response: None };
        let deactivation = Deactivation {
            read: scope.read(),
            write: scope.write(),
            kind: KindName::Shippers,
            id,
            by: changed_by("clerk", 1),
            build_log_entry: Arc::new(move |_| log_entry.clone()),
        };
        let done = fixture.store.deactivate_masterdata(deactivation).await.unwrap();
        done.map(|record| (record.version, record.is_active(KindName::Shippers.kind())))
            .map_err(|fault| fault.code)
    };
    let one = OrgScope::These(vec![organisation]);
    assert_eq!(deactivate(&one, id).await, Err(ProblemCode::RecordSharedForbidden));
    assert_eq!(deactivate(&OrgScope::All, 1).await, Err(ProblemCode::RecordNotFound));
    assert_eq!(deactivate(&OrgScope::All, id).await, Ok((2, false)));
    assert_eq!(deactivate(&OrgScope::All, id).await, Ok((2, false)), "again it stays as it is");
    assert!(fixture.reference().await.generation() > generation);
    let history =
        fixture.store.masterdata_history(OrgScope::All.read(), KindName::Shippers, id, None, 9).await;
    let history = history.unwrap().unwrap();
    let changes = history[0].changes.as_ref().unwrap();
    assert_eq!((history.len(), changes[0].field.name, history[0].by.actor.as_str()), (2, "active", "clerk"));
}

pub async fn history_is_read_back_to_the_first_change(fixture: Fixture) {
    let lists = |name: &str, rate: &str| {
        let tax =
            [("code", "T"), ("name", name), ("taxCategory", "C"), ("fromCountry", "DE"), ("rate", rate)];
        let tax = with(record(&tax), "validFrom", scalar("2020-01-01"));
        let category = record(&[("code", "C"), ("name", "C")]);
        vec![(KindName::TaxCategories, vec![category]), (KindName::Taxes, vec![tax])]
    };
    for (place, (name, rate)) in [("a", "19"), ("a", "19.50"), ("b", "7"), ("b", "7")].into_iter().enumerate()
    {
        let by = changed_by("loader", i64::try_from(place).unwrap());
        let upsert = MasterdataUpsert { by, ..given(&lists(name, rate)) };
        fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap();
    }
    let id = found(&fixture, KindName::Taxes, "t").await.id;
    let mut place: Option<ChangePosition> = None;
    let mut summary = Vec::new();
    loop {
        let page =
            fixture.store.masterdata_history(OrgScope::All.read(), KindName::Taxes, id, place, 1).await;
        let page = page.unwrap().unwrap();
        let Some(change) = page.first() else { break };
        place = Some(change.position());
        let changes = change.changes.iter().flatten();
        let changes = changes.map(|one| (one.field.name, one.before.clone(), one.after.clone()));
        summary.push((change.version, change.by.clone(), changes.collect::<Vec<_>>()));
    }
    let text = |text: &str| GivenValue::Text(text.to_owned());
    let decimal = |text| GivenValue::Decimal(number(text));
    let expected = [
        (
            3,
            changed_by("loader", 2),
            vec![("name", text("a"), text("b")), ("rate", decimal("19.5"), decimal("7"))],
        ),
        (2, changed_by("loader", 1), vec![("rate", decimal("19"), decimal("19.5"))]),
        (1, changed_by("loader", 0), Vec::new()),
    ];
    assert_eq!(summary, expected, "an equal value adds no entry");
}

pub async fn import_is_in_the_history(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (mut partner, product) = (scene.partner.clone(), scene.product.clone());
    partner.name = super::fixture::name("Renamed");
    let mut writes = ImportWrites::default();
    writes.locations.created.push(fixture.location(&partner, "New street"));
    writes.partners.changed.push(partner.clone());
    let commit = fixture.commit_of(writes).await;
    let request_id = commit.request.request_id.clone();
    fixture.store.commit_import(commit).await.unwrap();
    let history = async |kind, id| {
        let history = fixture.store.masterdata_history(OrgScope::All.read(), kind, id, None, 9).await;
        let changes = history.unwrap().unwrap();
        let mut summary: Vec<_> = changes
            .iter()
            .map(|change| {
                assert_eq!(change.by.request_id, request_id);
                (change.kind, change.version, change.changes.as_ref().map(Vec::len))
            })
            .collect();
        summary.sort_unstable();
        summary
    };
    let expected = [
        (KindName::Partners, 1, None),
        (KindName::Partners, 2, Some(1)),
        (KindName::Locations, 1, None),
        (KindName::Locations, 1, None),
    ];
    assert_eq!(history(KindName::Partners, partner.id.0).await, expected);
    assert_eq!(history(KindName::Products, product.id.0).await, [(KindName::Products, 1, None)]);
}
