//! Writing master data by description.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::SHARED;
use orderdock_domain::import::ImportKeys;
use orderdock_domain::masterdata::kinds::{Content, Counts, KindName, Node};
use orderdock_domain::problem::Code;

use super::world::{World, batch, code, list, members, number, scalar};

fn record(given: &[(&str, &str)]) -> Node {
    let given: Vec<_> = given.iter().map(|(name, value)| (*name, scalar(value))).collect();
    members(&given)
}

fn with(record: Node, name: &str, value: Node) -> Node {
    let Content::Members(mut given) = record.content else { return record };
    given.push((name.to_owned(), value));
    Node { content: Content::Members(given), ..record }
}

/// A price list with a version and a price by scales, each kind after those it refers to.
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

async fn upsert(world: &World, lists: &[(KindName, Vec<Node>)]) -> Vec<(KindName, Counts)> {
    world.store.upsert_masterdata(OrgScope::All.write(), batch(lists)).await.unwrap().unwrap()
}

pub async fn masterdata_again_writes_nothing(world: World) {
    let created = Counts { created: 1, ..Counts::default() };
    let unchanged = Counts { unchanged: 1, ..Counts::default() };
    let kinds = [
        KindName::PricingSystems,
        KindName::PriceLists,
        KindName::PriceListVersions,
        KindName::Products,
        KindName::ProductPrices,
    ];
    assert_eq!(upsert(&world, &price_file()).await, kinds.map(|kind| (kind, created)));
    let generation = world.reference().await.generation;
    assert_eq!(upsert(&world, &price_file()).await, kinds.map(|kind| (kind, unchanged)));
    assert_eq!(world.reference().await.generation, generation);
}

pub async fn masterdata_keeps_lists_and_exact_numbers(world: World) {
    upsert(&world, &price_file()).await;
    let keys = ImportKeys { product_codes: [code("P1")].into(), ..ImportKeys::default() };
    let price = world.load(keys).await.product_prices.remove(0);
    assert_eq!(price.price, number("1.5"));
    let scales: Vec<_> = price.scales.iter().map(|scale| (scale.from_quantity, scale.price)).collect();
    let expected = [(number("9.5"), number("1234567890123456.123456789012")), (number("100"), number("1.1"))];
    assert_eq!(scales, expected);
}

pub async fn masterdata_leaves_absent_members_as_they_are(world: World) {
    let partner = |given: &[(&str, &str)]| {
        let mut all = vec![("code", "G0001"), ("name", "Müller")];
        all.extend(given);
        vec![(KindName::Partners, vec![record(&all)])]
    };
    upsert(&world, &partner(&[("vatId", "DE1"), ("externalId", "7")])).await;
    upsert(&world, &partner(&[("externalId", "8")])).await;
    let keys = ImportKeys { partner_external_ids: [code("8")].into(), ..ImportKeys::default() };
    let found = world.load(keys).await.partners.remove(0);
    assert_eq!((found.version, found.organisation), (2, SHARED));
    assert_eq!((found.vat_id, found.external_id), (Some(code("DE1")), Some(code("8"))));
}

pub async fn masterdata_is_written_for_the_callers_organisations_only(world: World) {
    let organisation = world.scene("001").await.organisation.id;
    let scope = OrgScope::These(vec![organisation]).write();
    let shipper = |org| vec![(KindName::Shippers, vec![record(&[("org", org), ("code", "DPD")])])];
    let own = world.store.upsert_masterdata(scope.clone(), batch(&shipper("001"))).await.unwrap();
    assert!(own.is_ok(), "{own:?}");
    let shared = world.store.upsert_masterdata(scope, batch(&shipper("*"))).await.unwrap().unwrap_err();
    assert_eq!(shared[0].code, Code::RecordSharedForbidden);
    let owners: Vec<_> = world.reference().await.shippers.iter().map(|found| found.organisation).collect();
    assert_eq!(owners, [organisation]);
}

pub async fn a_default_can_pass_to_another_record(world: World) {
    let kinds = |first, second| {
        let kind = |name, default| {
            record(&[("name", name), ("baseType", "ARI"), ("subType", "SO"), ("default", default)])
        };
        vec![(KindName::DocumentTypes, vec![kind("A", first), kind("B", second)])]
    };
    upsert(&world, &kinds("true", "false")).await;
    upsert(&world, &kinds("false", "true")).await;
    let reference = world.reference().await;
    let sub_type = Some(code("SO"));
    let defaults: Vec<_> = reference
        .document_types
        .iter()
        .filter(|kind| kind.base_type == "ARI" && kind.sub_type == sub_type && kind.is_default)
        .map(|kind| kind.name.as_str())
        .collect();
    assert_eq!(defaults, ["B"]);
}
