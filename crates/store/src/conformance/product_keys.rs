//! Further keys of products: GTINs and the numbers of partners, written by master data, loaded for imports.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::ProductId;
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::kinds::{GTINS, GivenValue, KindName, Node, StoredRecord};
use orderdock_domain::masterdata::{PartnerProduct, ProductGtin};
use orderdock_domain::problem::{Language, ProblemCode};

use super::fixture::{Fixture, changed_by, code, list, members, scalar, upsert as given};
use crate::{CrossReferenceFilter, Deactivation, MasterdataQuery, MasterdataWindow, RequestLogEntry};

const EAN: &str = "4006381333931";
const EAN_14: &str = "04006381333931";
const SHORT: &str = "96385074";
const SHORT_14: &str = "00000096385074";

fn product(org: &str, key: &str, more: Vec<(&str, Node)>) -> Node {
    let mut all =
        vec![("org", scalar(org)), ("code", scalar(key)), ("name", scalar(key)), ("uom", scalar("PCE"))];
    all.extend(more);
    members(&all)
}

fn with_gtins(key: &str, gtins: &[&str]) -> Node {
    product("001", key, vec![(GTINS, list(gtins.iter().map(|gtin| scalar(gtin)).collect()))])
}

fn number(org: &str, bpartner: &str, number: &str, product: &str) -> Node {
    let named = [("org", org), ("bpartner", bpartner), ("number", number), ("product", product)];
    members(&named.map(|(name, text)| (name, scalar(text))))
}

async fn shown(fixture: &Fixture, kind: KindName, search: &str) -> Vec<StoredRecord> {
    let query = MasterdataQuery {
        kind,
        language: Language::English,
        search: Some(search.to_owned()),
        organisation: None,
        active: None,
        parent: None,
        window: MasterdataWindow::First,
        limit: 10,
        cross_references: CrossReferenceFilter::default(),
    };
    fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap().records
}

async fn gtins_of(fixture: &Fixture, key: &str) -> Vec<String> {
    let record = shown(fixture, KindName::Products, key).await.remove(0);
    match record.value(KindName::Products.kind(), GTINS) {
        Some(GivenValue::Codes(gtins)) => gtins.clone(),
        other => panic!("{other:?}"),
    }
}

async fn rejected(fixture: &Fixture, kind: KindName, records: Vec<Node>) -> Vec<(ProblemCode, String)> {
    let outcome = fixture.store.upsert_masterdata(given(&[(kind, records)])).await.unwrap();
    let problems = outcome.err().unwrap_or_default();
    problems.into_iter().map(|one| (one.code, one.pointer.to_string())).collect()
}

async fn write(fixture: &Fixture, kind: KindName, records: Vec<Node>) {
    assert_eq!(rejected(fixture, kind, records).await, []);
}

pub async fn gtins_have_14_digits_and_are_replaced_as_a_whole(fixture: Fixture) {
    fixture.scene("001").await;
    write(&fixture, KindName::Products, vec![with_gtins("T1", &[EAN, SHORT])]).await;
    assert_eq!(gtins_of(&fixture, "T1").await, [SHORT_14, EAN_14]);
    // in another notation and order, then without the member
    write(&fixture, KindName::Products, vec![with_gtins("T1", &[SHORT_14, EAN_14])]).await;
    write(&fixture, KindName::Products, vec![product("001", "T1", vec![])]).await;
    let stored = shown(&fixture, KindName::Products, "T1").await.remove(0);
    assert_eq!(stored.version, 1);
    write(&fixture, KindName::Products, vec![with_gtins("T1", &[SHORT])]).await;
    assert_eq!(gtins_of(&fixture, "T1").await, [SHORT_14]);
    let read = OrgScope::All.read();
    let history = fixture.store.masterdata_history(read, KindName::Products, stored.id, None, 1).await;
    let change = history.unwrap().unwrap().remove(0).changes.unwrap().remove(0);
    assert_eq!(change.field.name, GTINS);
    let both = [SHORT_14, EAN_14].map(str::to_owned).into();
    assert_eq!(
        (change.before, change.after),
        (GivenValue::Codes(both), GivenValue::Codes(vec![SHORT_14.to_owned()]))
    );
    write(&fixture, KindName::Products, vec![with_gtins("T1", &[])]).await;
    assert_eq!(gtins_of(&fixture, "T1").await, [""; 0]);
}

pub async fn gtin_belongs_to_one_active_product(fixture: Fixture) {
    fixture.scene("001").await;
    fixture.scene("002").await;
    let kind = KindName::Products;
    let set_active = |key: &str, active: &str| product("001", key, vec![("active", scalar(active))]);
    write(&fixture, kind, vec![with_gtins("T1", &[EAN]), with_gtins("T2", &[SHORT])]).await;
    let taken = |place: usize| (ProblemCode::RecordTaken, format!("/products/{place}/gtins"));
    assert_eq!(rejected(&fixture, kind, vec![with_gtins("T3", &[EAN_14])]).await, [taken(0)]);
    let both = vec![with_gtins("T3", &["40170725"]), with_gtins("T4", &["40170725"])];
    assert_eq!(rejected(&fixture, kind, both).await, [taken(1)]);
    // two products exchange their GTINs; another organisation has the same ones
    write(&fixture, kind, vec![with_gtins("T1", &[SHORT]), with_gtins("T2", &[EAN])]).await;
    let foreign = product("002", "T1", vec![(GTINS, list(vec![scalar(EAN)]))]);
    write(&fixture, kind, vec![foreign]).await;
    // other products can get the GTINs of an inactive product, which then cannot become active again
    write(&fixture, kind, vec![set_active("T1", "false"), with_gtins("T3", &[SHORT])]).await;
    assert_eq!(gtins_of(&fixture, "T1").await, [SHORT_14]);
    assert_eq!(rejected(&fixture, kind, vec![set_active("T1", "true")]).await, [taken(0)]);
    let without = product("001", "T1", vec![("active", scalar("true")), (GTINS, list(vec![]))]);
    write(&fixture, kind, vec![without]).await;
    write(&fixture, kind, vec![set_active("T2", "false")]).await;
    write(&fixture, kind, vec![set_active("T2", "true")]).await;
    assert_eq!(gtins_of(&fixture, "T2").await, [EAN_14]);
}

/// Returns the keys of rows with the scene's partner and these products.
fn keys(products: &[&str]) -> ImportKeys {
    ImportKeys {
        partner_codes: [code("G0001")].into(),
        product_codes: products.iter().map(|key| code(key)).collect(),
        ..ImportKeys::default()
    }
}

async fn load(fixture: &Fixture, products: &[&str]) -> (ImportContext, u64) {
    let before = fixture.store.statistics().import_load_statements;
    let context = fixture.load(keys(products)).await;
    (context, fixture.store.statistics().import_load_statements - before)
}

async fn id_of(fixture: &Fixture, key: &str) -> ProductId {
    ProductId(shown(fixture, KindName::Products, key).await.remove(0).id)
}

pub async fn products_are_loaded_by_gtin(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (none, without) = load(&fixture, &[EAN]).await;
    assert_eq!((none.products, none.gtins), (vec![], vec![]));
    let conversion = members(&[("from", scalar("CT")), ("to", scalar("PCE")), ("multiplier", scalar("12"))]);
    let more = vec![("conversions", list(vec![conversion])), (GTINS, list(vec![scalar(EAN)]))];
    write(&fixture, KindName::Products, vec![product("001", "T1", more), with_gtins("T2", &[SHORT])]).await;
    let (context, with) = load(&fixture, &[EAN]).await;
    let product = id_of(&fixture, "T1").await;
    let gtin = ProductGtin { product, organisation: scene.organisation.id, gtin: code(EAN_14) };
    assert_eq!(context.gtins, [gtin]);
    let found: Vec<_> = context.products.iter().map(|one| (one.id, one.conversions.len())).collect();
    assert_eq!(found, [(product, 1)]);
    // four more statements: the lookup, products, conversions and prices
    assert_eq!(with, without + 4);
    // a GTIN sent as external id, and a product found by code; a code that is no GTIN is not looked up
    let by_id = ImportKeys { product_external_ids: [code(SHORT)].into(), ..keys(&["P002737"]) };
    let context = fixture.load(by_id).await;
    assert_eq!((context.gtins.len(), context.products.len()), (1, 2));
    let (wrong, count) = load(&fixture, &["4006381333932"]).await;
    assert_eq!((wrong.gtins, count), (vec![], without));
    // not for other organisations, and not for inactive products
    let other = fixture.scene("002").await.organisation.id;
    let others = fixture.load_as(OrgScope::These(vec![other]).read(), keys(&[EAN])).await;
    assert_eq!((others.gtins, others.products), (vec![], vec![]));
    deactivate(&fixture, KindName::Products, product.0).await;
    let (inactive, _) = load(&fixture, &[EAN]).await;
    assert_eq!((inactive.gtins, inactive.products), (vec![], vec![]));
}

async fn deactivate(fixture: &Fixture, kind: KindName, id: i64) {
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let deactivation = Deactivation {
        kind,
        id,
        read: OrgScope::All.read(),
        write: OrgScope::All.write(),
        by: changed_by("clerk", 1),
        build_log_entry: Arc::new(move |_| log_entry.clone()),
    };
    fixture.store.deactivate_masterdata(deactivation).await.unwrap().unwrap();
}

pub async fn numbers_of_loaded_partners_are_loaded(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (_, without) = load(&fixture, &["KAF-1"]).await;
    write(&fixture, KindName::Products, vec![product("001", "T1", vec![])]).await;
    let other = members(&[("org", scalar("001")), ("code", scalar("P2")), ("name", scalar("P2"))]);
    write(&fixture, KindName::Partners, vec![other]).await;
    let kind = KindName::PartnerProducts;
    let numbers = vec![
        number("001", "G0001", "KAF-1", "T1"),
        number("001", "G0001", "KAF-2", "T1"),
        number("001", "P2", "KAF-1", "P002737"),
    ];
    write(&fixture, kind, numbers).await;
    let product = id_of(&fixture, "T1").await;
    let (context, with) = load(&fixture, &["KAF-1", "unknown"]).await;
    let partner_product = PartnerProduct {
        organisation: scene.organisation.id,
        partner: scene.partner.id,
        product,
        number: code("KAF-1"),
    };
    assert_eq!(context.partner_products, [partner_product]);
    assert_eq!(context.products.iter().map(|one| one.id).collect::<Vec<_>>(), [product]);
    // four more statements: the lookup, products, conversions and prices
    assert_eq!(with, without + 4);
    let other_organisation = fixture.scene("002").await.organisation.id;
    let others = fixture.load_as(OrgScope::These(vec![other_organisation]).read(), keys(&["KAF-1"])).await;
    assert_eq!((others.partner_products, others.products), (vec![], vec![]));
    let record = shown(&fixture, kind, "kaf-1").await.remove(0);
    deactivate(&fixture, kind, record.id).await;
    let (context, _) = load(&fixture, &["KAF-1", "KAF-2"]).await;
    let loaded: Vec<_> = context.partner_products.iter().map(|one| one.number.clone()).collect();
    assert_eq!(loaded, [code("KAF-2")]);
}

pub async fn number_of_a_partner_maps_to_one_product(fixture: Fixture) {
    fixture.scene("001").await;
    fixture.scene("002").await;
    let kind = KindName::PartnerProducts;
    write(&fixture, KindName::Products, vec![product("001", "T1", vec![])]).await;
    write(&fixture, kind, vec![number("001", "G0001", "7", "T1")]).await;
    write(&fixture, kind, vec![number("001", "G0001", "7", "P002737")]).await;
    let found = shown(&fixture, kind, "7").await;
    let member = |record: &StoredRecord, name: &str| record.value(kind.kind(), name).cloned();
    assert_eq!((found.len(), found[0].version), (1, 2));
    assert_eq!(member(&found[0], "product"), Some(GivenValue::Text("P002737".to_owned())));
    // searches also find the partner and the product
    for (search, count) in [("g00", 1), ("p002", 1), ("none", 0)] {
        assert_eq!(shown(&fixture, kind, search).await.len(), count, "{search}");
    }
    // a record cannot reference a partner or product of another organisation
    let unknown =
        |member: &str| (ProblemCode::RecordReferenceUnknown, format!("/bpartner-products/0/{member}"));
    let foreign = number("002", "G0001", "7", "T1");
    assert_eq!(rejected(&fixture, kind, vec![foreign]).await, [unknown("product")]);
    let twice = vec![number("001", "G0001", "8", "T1"), number("001", "G0001", "8", "T1")];
    let duplicate = (ProblemCode::RecordDuplicate, "/bpartner-products/1".to_owned());
    assert_eq!(rejected(&fixture, kind, twice).await, [duplicate]);
}
