//! Master data loaded from files into an empty database and read back with the storage traits.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_app::{Actor, Caller, Clock, LoadFailure, LoadedFile, MAX_FILE_BYTES, Randomness, Services};
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::{Reference, own_or_shared};
use orderdock_domain::number::canonical;
use orderdock_domain::text::Code;
use orderdock_store::{NewInstance, Store};
use orderdock_testkit::TestDatabase;

const DEMO: [&str; 4] = [
    include_str!("../demo/de/1-settings.yaml"),
    include_str!("../demo/2-postal-codes.yaml"),
    include_str!("../demo/de/3-partners.yaml"),
    include_str!("../demo/de/4-products.yaml"),
];

struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }
}

impl Randomness for Fixed {
    fn token_bytes(&self) -> [u8; 48] {
        [7; 48]
    }
}

struct Loader {
    services: Arc<Services>,
    store: Arc<dyn Store>,
    organisations: OrgScope,
    scope: Scope,
    // deleted on drop
    _database: TestDatabase,
}

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

impl Loader {
    fn new() -> Self {
        let database = TestDatabase::empty();
        let store = database.open();
        let services = Services::new(
            store.clone(),
            database.files(),
            Arc::new(Fixed),
            Arc::new(Fixed),
            NewInstance::default(),
        );
        Self { services, store, organisations: OrgScope::All, scope: Scope::Admin, _database: database }
    }

    async fn with_demo() -> Self {
        let loader = Self::new();
        for text in DEMO {
            loader.counts(text).await;
        }
        loader
    }

    async fn load(&self, text: &str) -> Result<LoadedFile, LoadFailure> {
        let context = Caller {
            actor: Actor { caller: None, name: "cli".to_owned() },
            scopes: Scopes::new(vec![self.scope]),
            organisations: self.organisations.clone(),
            default_organisation: None,
            request_id: "load".to_owned(),
            minimal_responses: false,
            now: Timestamp::UNIX_EPOCH,
        };
        self.services.master_data.load_masterdata(&context, text).await
    }

    /// Returns the counts of a file's report: `kind +created ~changed =unchanged`.
    async fn counts(&self, text: &str) -> String {
        let loaded =
            self.load(text).await.unwrap_or_else(|failure| panic!("{}", failure.lines("f").join("\n")));
        let words = |line: &str| {
            let (kind, counts) = line.split_once(": ").unwrap();
            let counts = counts.replace("created ", "+").replace("unchanged ", "=").replace("changed ", "~");
            format!("{kind} {}", counts.replace(", ", " "))
        };
        loaded.to_string().lines().map(words).collect::<Vec<_>>().join("; ")
    }

    async fn faults(&self, text: &str) -> Vec<String> {
        self.load(text).await.unwrap_err().lines("f")
    }

    async fn reference(&self) -> Arc<Reference> {
        self.store.reference().await.unwrap()
    }

    /// Loads the stored records of a partner code and a product code.
    async fn stored(&self, partner: &str, product: &str) -> ImportContext {
        let keys = ImportKeys {
            partner_codes: [code(partner)].into(),
            product_codes: [code(product)].into(),
            ..ImportKeys::default()
        };
        self.store.read(move |tx| tx.load_import_context(&OrgScope::All.read(), &keys)).await.unwrap()
    }
}

#[tokio::test]
async fn demo_data_is_complete() {
    let loader = Loader::with_demo().await;
    let reference = loader.reference().await;
    for organisation in ["001", "test-org-03"] {
        let organisation = reference.organisation_by_code(&code(organisation)).unwrap();
        assert_eq!(organisation.time_zone.iana_name(), Some("Europe/Berlin"));
        let system = reference.pricing_system(organisation.defaults.pricing_system.unwrap()).unwrap();
        assert_eq!(system.code, "Testpreise Kunden");
    }
    let lists: Vec<_> = reference
        .price_lists
        .iter()
        .map(|list| (list.code.as_str(), list.country.as_ref().unwrap().as_str(), list.currency.as_str()))
        .collect();
    assert_eq!(lists, [("DE-EUR", "DE", "EUR"), ("IN-INR", "IN", "INR")]);
    assert!(
        reference.price_list_versions.iter().all(|version| version.valid_from.to_string() == "2015-01-01")
    );
    let rates: Vec<_> = reference.taxes.iter().map(|tax| canonical(&tax.rate)).collect();
    assert_eq!(rates, ["19", "7", "18"]);
    let group = &reference.partner_groups[0];
    assert!(group.name == "Standard" && group.defaults.pricing_system.is_some());
    let defaults: Vec<_> = reference
        .document_types
        .iter()
        .filter(|kind| kind.is_default)
        .map(|kind| kind.name.as_str())
        .collect();
    assert_eq!(
        defaults,
        [
            "Sales Order",
            "Prepay Order",
            "Proposal",
            "Quotation",
            "Invoice",
            "Invoice KV",
            "Invoice EA",
            "Invoice GM"
        ]
    );
    assert!(reference.document_types.iter().any(|kind| kind.name == "Angebot" && !kind.is_default));
    assert_eq!(reference.shippers[0].code, "DPD - Classic");

    for (partner, product, price) in
        [("G0001", "P002737", "10"), ("1000106", "9002737", "321"), ("V0042", "A001", "25.5")]
    {
        let stored = loader.stored(partner, product).await;
        let location = &stored.locations[0];
        assert!(
            location.ship_to_default && location.bill_to_default && location.postal_code.is_some(),
            "{partner}"
        );
        assert_eq!(location.country, "DE", "{partner}");
        assert_eq!(canonical(&stored.product_prices[0].price), price, "{product}");
        assert_eq!(reference.unit(stored.products[0].unit).unwrap().code, "PCE", "{product}");
    }
    let known = loader.stored("G0001", "A001").await;
    assert_eq!(known.partners[0].external_id, Some(code("2156425")));
    assert_eq!(known.locations[0].external_id, Some(code("2156425")));
    assert_eq!(loader.stored("V0042", "A001").await.partners[0].sales_code, Some(code("test_42")));
}

#[tokio::test]
async fn repeated_file_writes_nothing() {
    let loader = Loader::with_demo().await;
    let (reference, stored) = (loader.reference().await, loader.stored("G0001", "P002737").await);
    for text in DEMO {
        let counts = loader.counts(text).await;
        assert!(!counts.replace("+0 ~0", "").contains(['+', '~']), "{counts}");
    }
    assert_eq!(loader.reference().await.generation(), reference.generation());
    let again = loader.stored("G0001", "P002737").await;
    assert_eq!((again.partners, again.locations), (stored.partners, stored.locations));
}

#[tokio::test]
async fn json_and_yaml_files_are_equivalent() {
    let loader = Loader::with_demo().await;
    let json = "\u{feff}{\n\t\"products\": [\n\t\t{\"code\": \"A001\", \"name\": \"Holzkiste 40 \\u00d7 30 cm\", \
                \"uom\": \"PCE\", \"active\": true, \"externalId\": null}\n\t]\n}";
    assert_eq!(loader.counts(json).await, "products +0 ~0 =1");
    let price = "product-prices: [{priceList: DE-EUR, validFrom: 2015-01-01, product: A001, uom: PCE, \
                 price: \"25.500\"}]";
    assert_eq!(loader.counts(price).await, "product-prices +0 ~0 =1");
}

#[tokio::test]
async fn absent_members_are_kept_and_null_restores_defaults() {
    let loader = Loader::with_demo().await;
    let table = [
        ("bpartners: [{code: G0001, name: Testkunde Nord GmbH, vatId: DE1, customer: false}]", "~1 =0"),
        ("bpartners: [{code: G0001, name: Testkunde Nord GmbH}]", "~0 =1"),
        ("bpartners: [{code: G0001, name: Testkunde Nord GmbH, externalId: null, customer: null}]", "~1 =0"),
    ];
    for (text, counts) in table {
        assert_eq!(loader.counts(text).await, format!("bpartners +0 {counts}"), "{text}");
    }
    let partner = &loader.stored("G0001", "A001").await.partners[0];
    assert_eq!((partner.vat_id.clone(), partner.external_id.clone()), (Some(code("DE1")), None));
    assert!(partner.customer && partner.version == 3 && partner.group.is_some());
}

#[tokio::test]
async fn lists_in_a_record_are_replaced() {
    let loader = Loader::with_demo().await;
    let price = |scales: &str| {
        format!(
            "product-prices: [{{priceList: DE-EUR, validFrom: 2015-01-01, product: A001, uom: PCE, price: 25.50, \
             scales: {scales}}}]"
        )
    };
    let scales = "[{fromQuantity: 100, price: 22.125}, {fromQuantity: 9.5, price: 24}]";
    assert_eq!(loader.counts(&price(scales)).await, "product-prices +0 ~1 =0");
    assert_eq!(loader.counts(&price(scales)).await, "product-prices +0 ~0 =1");
    let stored = loader.stored("G0001", "A001").await.product_prices.remove(0);
    let scales: Vec<_> =
        stored.scales.iter().map(|scale| format!("{} {}", scale.from_quantity, scale.price)).collect();
    assert_eq!(scales, ["9.5 24", "100 22.125"]);
    assert_eq!(loader.counts(&price("[]")).await, "product-prices +0 ~1 =0");
    assert!(loader.stored("G0001", "A001").await.product_prices[0].scales.is_empty());

    let names = "data-sources: [{internalNames: [SOURCE.de.metas.ordercandidate.rest.OrderCandidatesRestControllerImpl, \
                 SOURCE.shop], settleSeconds: 5}]";
    assert_eq!(loader.counts(names).await, "data-sources +0 ~1 =0");
    assert_eq!(loader.counts(names).await, "data-sources +0 ~0 =1");
    let reference = loader.reference().await;
    let source = reference.data_sources.iter().find(|source| source.settle_seconds == 5).unwrap();
    let names: Vec<_> =
        source.internal_names.iter().map(|name| name.as_str().rsplit('.').next().unwrap()).collect();
    let controller = "OrderCandidatesRestControllerImpl";
    assert_eq!(names, [controller, controller, "shop"]);
}

#[tokio::test]
async fn references_resolve_in_any_order_and_prefer_own_records() {
    let loader = Loader::with_demo().await;
    let text = "
product-prices:
  - {org: '001', priceList: OWN, validFrom: 2020-02-01, product: A001, uom: CT, price: 300}
products:
  - {org: '001', code: A001, name: Own crate, uom: CT, conversions: [{from: CT, to: PCE, multiplier: 12}]}
price-lists:
  - org: '001'
    code: OWN
    name: Own
    pricingSystem: Testpreise Kunden
    currency: EUR
    versions:
      - {validFrom: 2020-02-01, baseValidFrom: 2020-01-01}
      - {validFrom: 2020-01-01, basePriceList: DE-EUR, baseValidFrom: 2015-01-01}
pricing-systems:
  - {org: '001', code: Testpreise Kunden, name: Own system}
organisations:
  - {code: '001', name: Hauptbetrieb, pricingSystem: Testpreise Kunden, warehouse: W}
  - {code: new, name: New}
warehouses:
  - {org: '001', code: W}
  - {org: new, code: W, country: IN}
";
    loader.counts(text).await;
    assert!(!loader.counts(text).await.replace("+0 ~0", "").contains(['+', '~']));
    let reference = loader.reference().await;
    let own = reference.organisation_by_code(&code("001")).unwrap();
    let system = reference.pricing_system(own.defaults.pricing_system.unwrap()).unwrap();
    assert_eq!((system.name.as_str(), system.organisation), ("Own system", own.id));
    let list = reference.price_lists.iter().find(|list| list.code == "OWN").unwrap();
    assert_eq!(list.pricing_system, system.id);
    let version = |day: &str| {
        let mut versions = reference.price_list_versions.iter();
        versions.find(|version| version.valid_from.to_string() == day).unwrap()
    };
    assert_eq!(version("2020-02-01").base, Some(version("2020-01-01").id));
    assert_eq!(version("2020-01-01").base, Some(version("2015-01-01").id));
    let stored = loader.stored("G0001", "A001").await;
    let product = own_or_shared(stored.products.iter(), own.id, |product| product.organisation).unwrap();
    assert_eq!((product.name.as_str(), product.conversions.len()), ("Own crate", 1));
    let price = stored.product_prices.iter().find(|price| price.organisation == own.id).unwrap();
    assert_eq!((price.product, price.price_list_version), (product.id, version("2020-02-01").id));
}

#[tokio::test]
async fn repeated_locations_and_contacts_are_matched() {
    let loader = Loader::with_demo().await;
    let partner = |rest: &str| format!("bpartners: [{{code: '1000106', name: Testkunde Rhein KG, {rest}}}]");
    let table = [
        // equal address in another spelling
        (
            "locations: [{address1: am  RHEINUFER 3, postal: '53179', city: BONN, country: DE, name: Lager 1}]",
            "locations +0 ~1 =0",
        ),
        (
            "locations: [{address1: Am Rheinufer 4, postal: '53179', city: Bonn, country: DE}]",
            "locations +1 ~0 =0",
        ),
        ("locations: [{gln: '4012345000009', address1: Am Rheinufer 5, country: DE}]", "locations +1 ~0 =0"),
        ("locations: [{gln: '4012345000009', address1: Am Rheinufer 6, country: DE}]", "locations +0 ~1 =0"),
        // an unknown external id creates a location
        ("locations: [{externalId: L1, address1: Am Rheinufer 6, country: DE}]", "locations +1 ~0 =0"),
        ("locations: [{externalId: L1, address1: Am Rheinufer 7, country: DE}]", "locations +0 ~1 =0"),
        ("contacts: [{name: Eva Ohm, email: eva@rhein.example}]", "contacts +1 ~0 =0"),
        ("contacts: [{name: eva  ohm, phone: '1'}]", "contacts +0 ~1 =0"),
        ("contacts: [{name: Eva Ohm, email: ohm@rhein.example}]", "contacts +1 ~0 =0"),
        ("contacts: [{externalId: C1, name: Eva Ohm}]", "contacts +1 ~0 =0"),
    ];
    for (rest, counts) in table {
        let expected = format!("bpartners +0 ~0 =1; bpartners.{counts}");
        assert_eq!(loader.counts(&partner(rest)).await, expected, "{rest}");
    }
}

#[tokio::test]
async fn faulty_file_writes_nothing() {
    let loader = Loader::with_demo().await;
    let generation = loader.reference().await.generation();
    let text =
        "shippers: [{code: New}]\nproducts: [{code: N1, name: N, uom: PCE}, {code: N2, name: N, uom: PCF}]";
    assert_eq!(loader.faults(text).await, ["f:2:68: products[1].uom: No unit “PCF” exists."]);
    let reference = loader.reference().await;
    assert_eq!((reference.generation(), reference.shippers.len()), (generation, 1));
    assert!(loader.stored("-", "N1").await.products.is_empty());
}

#[tokio::test]
async fn caller_writes_only_own_organisations() {
    let mut loader = Loader::with_demo().await;
    let own = loader.reference().await.organisation_by_code(&code("001")).unwrap().id;
    loader.organisations = OrgScope::These(vec![own]);
    assert_eq!(loader.counts("shippers: [{org: '001', code: Own}]").await, "shippers +1 ~0 =0");
    let text = "shippers:\n  - {org: test-org-03, code: Own}\n  - {code: Own}\nuoms:\n  - {code: X, name: X}";
    assert_eq!(
        loader.faults(text).await,
        [
            "f:2:11: shippers[0].org: Permission denied: no access to organisation “test-org-03”.",
            "f:3:5: shippers[1].org: Permission denied: shared records can only be changed with access to all organisations.",
            "f:5:5: uoms[0].org: Permission denied: shared records can only be changed with access to all organisations.",
        ]
    );
}

#[tokio::test]
async fn kinds_in_a_file_require_their_scopes() {
    let mut loader = Loader::new();
    let (uoms, organisations) = ("uoms: [{code: X, name: X}]", "organisations: [{code: X, name: X}]");
    let table = [
        (Scope::CandidatesWrite, uoms, Some("masterdata:write")),
        (Scope::MasterdataWrite, uoms, None),
        (Scope::MasterdataWrite, organisations, Some("admin")),
        (Scope::Admin, organisations, None),
    ];
    for (scope, text, missing) in table {
        loader.scope = scope;
        match (loader.load(text).await, missing) {
            (Ok(_), None) => {}
            (Err(failure), Some(missing)) => {
                let lines = failure.lines("f");
                assert!(lines.len() == 1 && lines[0].contains(missing), "{lines:?}");
            }
            (result, _) => panic!("{scope:?} {text}: {result:?}"),
        }
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one table: a file and its faults per row")]
async fn every_fault_has_its_location() {
    let loader = Loader::with_demo().await;
    let table: [(&str, &[&str]); 32] = [
        ("", &["1:1: Expected an object with kinds of master data as fields, got nothing."]),
        ("[]", &["1:1: Expected an object with kinds of master data as fields, got an empty list."]),
        ("uoms: 5", &["1:7: uoms: Expected a list, got “5”."]),
        ("uoms: []\nuoms: []", &["2:7: uoms: The field “uoms” occurs more than once."]),
        (
            "uoms:\n  - {code: X, name: }\n  - {code: Z, naem: Ü, name: Y, name: Z}\n  - 7",
            &[
                "2:19: uoms[0].name: The required field “name” is missing.",
                "3:21: uoms[1].naem: Unknown field “naem”. Known fields: code, name, precision, roundConvertedQuantities, active.",
                "3:39: uoms[1].name: The field “name” occurs more than once.",
                "4:5: uoms[2]: Expected an object, got “7”.",
            ],
        ),
        (
            "taxes:\n  - {code: T, taxCategory: nix, fromCountry: XX, rate: '19,5', validFrom: 2015-13-01}",
            &[
                "2:28: taxes[0].taxCategory: No tax category “nix” exists for organisation *.",
                "2:46: taxes[0].fromCountry: No country “XX” exists.",
                "2:56: taxes[0].rate: Invalid number: decimal comma. Use a decimal point, as in 5.5. Seen: “19,5”.",
                "2:75: taxes[0].validFrom: Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08. Seen: “2015-13-01”.",
            ],
        ),
        // a record with a fault still counts as existing for the records that refer to it
        (
            "price-lists:\n  - {code: L, name: L, pricingSystem: no, currency: EUR, versions: [{validFrom: 2020-01-01}]}\n\
             product-prices:\n  - {priceList: L, validFrom: 2020-01-01, product: A001, uom: PCE, price: 1}",
            &["2:39: price-lists[0].pricingSystem: No pricing system “no” exists for organisation *."],
        ),
        (
            "taxes:\n  - {code: T, taxCategory: standard, fromCountry: FR, rate: 1, validFrom: 2016-01-02, validTo: 2016-01-01}",
            &["2:96: taxes[0].validTo: Expected a date from 2016-01-02 on, got “2016-01-01”."],
        ),
        (
            "taxes:\n  - {code: T, taxCategory: standard, fromCountry: DE, toCountry: DE, rate: 1, validFrom: 2016-01-01}",
            &["2:5: taxes[0]: Tax “DE-19” already covers the same category, countries and dates."],
        ),
        (
            "uoms:\n  - {code: X, name: A}\n  - {code: X, name: B}",
            &["3:5: uoms[1]: Duplicate record: the same unit is at uoms[0]."],
        ),
        (
            "document-types:\n  - {name: A, baseType: SOO, subType: SO, default: true}",
            &[
                "2:52: document-types[0].default: Only one record can have default. It is already set for document type “Sales Order”.",
            ],
        ),
        (
            "document-types:\n  - {org: '001', name: A, baseType: SOO, default: true}\n  - {org: '001', name: B, baseType: SOO, default: true}",
            &[
                "3:51: document-types[1].default: Only one record can have default. It is already set for document-types[0].",
            ],
        ),
        (
            "document-types:\n  - {name: A, baseType: XXX}",
            &["2:25: document-types[0].baseType: Invalid value “XXX”. Allowed values: SOO, ARI."],
        ),
        (
            "price-lists:\n  - code: DE-EUR\n    name: Germany, net\n    pricingSystem: Testpreise Kunden\n    currency: EUR\n    \
             versions:\n      - {validFrom: 2016-01-01, baseValidFrom: 2017-01-01}\n      - {validFrom: 2017-01-01, baseValidFrom: 2016-01-01}",
            &[
                "7:48: price-lists[0].versions[0].baseValidFrom: The base versions refer to each other in a cycle.",
                "8:48: price-lists[0].versions[1].baseValidFrom: The base versions refer to each other in a cycle.",
            ],
        ),
        (
            "price-lists:\n  - code: DE-EUR\n    name: Germany, net\n    pricingSystem: Testpreise Kunden\n    currency: EUR\n    \
             versions:\n      - {validFrom: 2016-01-01, basePriceList: IN-INR}",
            &[
                "7:9: price-lists[0].versions[0].baseValidFrom: The required field “baseValidFrom” is missing.",
            ],
        ),
        (
            "product-prices:\n  - {priceList: DE-EUR, validFrom: 2015-01-02, product: NO, uom: PCE, price: ten}\n  \
             - {priceList: NO, validFrom: 2015-01-01, product: A001, uom: PCE, price: 1, scales: [{fromQuantity: 5, price: 1}, {fromQuantity: 5.0, price: 2}, {}]}",
            &[
                "2:36: product-prices[0].validFrom: No price list version “DE-EUR 2015-01-02” exists for organisation *.",
                "2:57: product-prices[0].product: No product “NO” exists for organisation *.",
                "2:78: product-prices[0].price: Invalid number. Use a format like 12.5. Seen: “ten”.",
                "3:17: product-prices[1].priceList: No price list “NO” exists for organisation *.",
                "3:117: product-prices[1].scales[1]: The list contains this entry more than once. Seen: 5.",
                "3:148: product-prices[1].scales[2].fromQuantity: The required field “fromQuantity” is missing.",
                "3:148: product-prices[1].scales[2].price: The required field “price” is missing.",
            ],
        ),
        // the report lists each missing or invalid record once, without consequential errors
        (
            "product-prices:\n  - {priceList: DE-EUR, product: A001, uom: PCE, price: 1}\n  \
             - {priceList: DE-EUR, validFrom: 2015-1-1, product: A001, uom: PCE, price: 1}\n  \
             - {validFrom: 2015-01-01, product: A001, uom: PCE, price: 1}",
            &[
                "2:5: product-prices[0].validFrom: The required field “validFrom” is missing.",
                "3:36: product-prices[1].validFrom: Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08. Seen: “2015-1-1”.",
                "4:5: product-prices[2].priceList: The required field “priceList” is missing.",
            ],
        ),
        (
            "price-lists:\n  - {code: L, name: L, pricingSystem: Testpreise Kunden, currency: EUR, versions: [{validFrom: 2016-01-01, basePriceList: IN-INR, baseValidFrom: 1.1.2015}]}",
            &[
                "2:146: price-lists[0].versions[0].baseValidFrom: Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08. Seen: “1.1.2015”.",
            ],
        ),
        ("shippers: [{org: '009', code: X}]", &["1:18: shippers[0].org: Organisation “009” does not exist."]),
        (
            "bpartners: [{code: B1, name: B, externalId: '2156425'}]",
            &["1:45: bpartners[0].externalId: “2156425” is already used by business partner “G0001”."],
        ),
        (
            "bpartners: [{code: B1, name: B, locations: [{country: DE, shipToDefault: true}, {country: DE, gln: '1', shipToDefault: true}, {country: DE}, {city: X}]}]",
            &[
                "1:120: bpartners[0].locations[1].shipToDefault: Only one record can have shipToDefault. It is already set for bpartners[0].locations[0].",
                "1:127: bpartners[0].locations[2]: Duplicate record: the same location is at bpartners[0].locations[0].",
                "1:142: bpartners[0].locations[3].country: The required field “country” is missing.",
            ],
        ),
        ("uoms: [&x {code: A, name: A}, *x]", &["1:31: Invalid YAML or JSON: aliases are not supported."]),
        ("uoms: [!!str x]", &["1:14: Invalid YAML or JSON: tags are not supported."]),
        ("--- {}\n--- {}", &["2:1: Invalid YAML or JSON: the file contains more than one document."]),
        (
            "{\"uoms\": [{\"code\": \"X\", \"name\": \"X\"}",
            &["1:10: Invalid YAML or JSON: unclosed bracket '['."],
        ),
        (
            "data-sources: [{internalNames: []}]",
            &["1:32: data-sources[0].internalNames: Expected at least one code, got an empty list."],
        ),
        (
            "data-sources: [{internalNames: [A, A]}]",
            &[
                "1:36: data-sources[0].internalNames[1]: The list contains this entry more than once. Seen: “A”.",
            ],
        ),
        (
            "data-sources: [{internalNames: [A, by-ref]}]",
            &["1:36: data-sources[0].internalNames[1]: “by-ref” is a reserved name. Choose another one."],
        ),
        (
            "data-sources: [{internalNames: [DEST.de.metas.invoicecandidate, DEST.de.metas.ordercandidate]}]",
            &["1:16: data-sources[0]: The key matches several records: data source."],
        ),
        ("uoms: [{code: X, name: [1]}]", &["1:24: uoms[0].name: Expected text, got a list."]),
        (
            "organisations: [{code: p, name: p, pricingSystem: no}]",
            &["1:51: organisations[0].pricingSystem: No pricing system “no” exists for organisation p."],
        ),
        (
            "uoms: [{code: X, name: \"a\\u0001b\"}]",
            &[
                "1:24: uoms[0].name: The text contains the control character U+0001. Remove it. Seen: “a\u{1}b”.",
            ],
        ),
    ];
    for (text, expected) in table {
        let expected: Vec<_> = expected.iter().map(|fault| format!("f:{fault}")).collect();
        assert_eq!(loader.faults(text).await, expected, "{text}");
    }
}

#[tokio::test]
async fn unknown_kind_is_reported_with_known_kinds() {
    let faults = Loader::new().faults("prices:\n  - {}").await;
    let start = "f:2:3: prices: Unknown kind “prices”. Known kinds: organisations, countries, ";
    assert!(faults.len() == 1 && faults[0].starts_with(start), "{faults:?}");
    assert!(faults[0].ends_with(", product-prices, bpartner-products, cross-references."), "{faults:?}");
}

#[tokio::test]
async fn size_depth_and_number_of_faults_are_limited() {
    let loader = Loader::new();
    let full = format!("uoms: []\n#{}", "x".repeat(MAX_FILE_BYTES - 10));
    assert_eq!(full.len(), MAX_FILE_BYTES);
    assert_eq!(loader.counts(&full).await, "");
    let faults = loader.faults(&format!("{full}x")).await;
    assert_eq!(faults, ["f:1:1: The body exceeds the limit of 67108864 bytes."]);

    let nested = |depth: usize| format!("x: {}{}", "[".repeat(depth), "]".repeat(depth));
    let deep = "Invalid YAML or JSON: objects and lists may be nested at most 32 levels.";
    for (depth, too_deep) in [(32, false), (33, true)] {
        let faults = loader.faults(&nested(depth - 1)).await;
        assert_eq!(faults.iter().any(|fault| fault.ends_with(deep)), too_deep, "{depth} {faults:?}");
    }

    let many = format!("uoms:\n{}", "  - 1\n".repeat(101));
    let faults = loader.faults(&many).await;
    assert_eq!((faults.len(), faults[100].as_str()), (101, "f: and 1 more"));
}
