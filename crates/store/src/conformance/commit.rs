//! Commits of imports: atomic, exact and durable.

use std::sync::Arc;

use orderdock_domain::candidate::{
    Candidate, ExtendedProps, Field, Hold, OrderDocType, PartnerRole, PaymentRule, ReferenceKey,
    ReferenceKind, Status, UnresolvedReference,
};
use orderdock_domain::ids::{
    DocumentTypeId, PaymentTermId, PricingSystemId, ShipperId, TaxCategoryId, WarehouseId,
};
use orderdock_domain::import::{Content, Expectation, ImportKeys, ImportWrites};
use orderdock_domain::masterdata::{Contact, Defaults, ExternalSystem, Location, Partner, PartnerGroup};
use orderdock_domain::problem::{Param, Problem, ProblemCode};
use orderdock_domain::text::Text;

use super::calls::{RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, Scene, TODAY, code, everything, known, name, now, number};
use crate::{
    Conflict, ImportCommit, ReadTransaction, RejectionChanges, StoreError, WriteMode, WriteTransaction,
};

fn text(words: &str) -> Text {
    Text::parse(words).unwrap().unwrap()
}

/// Returns a candidate with all optional values.
async fn full_candidate(
    fixture: &Fixture,
    scene: &Scene,
    contact: &Contact,
    (sales, system): (&Partner, &ExternalSystem),
) -> Candidate {
    let buyer = fixture.candidate(scene, "H1", "L1").await.buyer.unwrap();
    let role = PartnerRole { contact: Some(contact.id), ..buyer };
    Candidate {
        status: Status::Error,
        problems: vec![
            Problem::new(ProblemCode::TypeWrong, "/qty").with("expected", "Zahl").with("found", 3),
            Problem::new(ProblemCode::EnumUnknown, "").with("allowed", Param::Texts(vec!["a".to_owned()])),
        ],
        hold: Some(Hold::HeaderIncomplete),
        external_system: Some(system.id),
        request_index: 9_999,
        assigned_to: Some(code("Anna \u{e9}")),
        line: Some(-3),
        header_line_count: Some(i64::MAX),
        is_without_charge: Some(false),
        reason: Some(text("Replacement for \"H0\"")),
        promotion_code: Some(code("Summer \u{e9}")),
        extended_props: ExtendedProps::stored("{\"b\":[1.50,\"\\u0000ü\u{2028}\"],\"a\":null}"),
        buyer: Some(role),
        unresolved: vec![UnresolvedReference {
            field: Field::Shipper,
            kind: ReferenceKind::Shipper,
            keys: vec![(ReferenceKey::Code, "Ü \"1\"\u{2028}".to_owned())],
            system: Some(system.id),
            mapped: None,
        }],
        bill: Some(PartnerRole { location: None, contact: None, ..role }),
        drop_ship: Some(PartnerRole { contact: None, ..role }),
        hand_over: Some(PartnerRole { location: None, ..role }),
        product_description: Some(text("Blau\u{a0}& „grün“")),
        description: Some(text("it's \"so\"; DROP TABLE candidate; --")),
        qty: number("-0.0000000000000000000000000001"),
        price: Some(number("0")),
        list_price: Some(number("19.9")),
        net: Some(number("-12.53")),
        currency: Some(code("EUR")),
        discount: Some(number("33.333333")),
        pricing_system: Some(PricingSystemId(11)),
        tax_category: Some(TaxCategoryId(17)),
        date_required: Some(jiff::civil::date(2028, 2, 29)),
        preset_date_invoiced: Some(TODAY),
        preset_date_shipped: Some(jiff::civil::date(1999, 12, 31)),
        order_doc_type: Some(OrderDocType::PrepayOrder),
        invoice_doc_type: Some(DocumentTypeId(12)),
        payment_rule: Some(PaymentRule::DirectDebit),
        payment_term: Some(PaymentTermId(13)),
        shipper: Some(ShipperId(14)),
        sales_partner: Some(sales.id),
        warehouse: Some(WarehouseId(15)),
        warehouse_dest: Some(WarehouseId(1 << 52)),
        delivery_rule: Some(code("Availability")),
        delivery_via_rule: Some(code("Pickup")),
        content: Content::from_stored(
            ["of the shop\n", "/bpartner/x", "/billBPartner/y", "", "", "of the product", "what was sent"],
            3,
            [250; 16],
        ),
        created_at: now() + jiff::SignedDuration::from_micros(1),
        updated_at: now() + jiff::SignedDuration::from_hours(1),
        ..fixture.candidate(scene, "H1", "L1").await
    }
}

#[expect(clippy::too_many_lines, reason = "one record of each kind")]
pub async fn written_records_are_read_back_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let group = PartnerGroup {
        id: fixture.id(),
        organisation: scene.organisation.id,
        active: true,
        name: name("Standard"),
        defaults: Defaults { delivery_rule: Some(code("A")), ..Defaults::default() },
    };
    let system = fixture.system(&scene.organisation, "shop-1");
    let sales = Partner {
        external_id: Some(code("2156425")),
        name2: Some(name("2")),
        name3: Some(name("3")),
        company_name: Some(name("Company")),
        group: Some(group.id),
        phone: Some(name("+49 228")),
        language: Some(code("de_DE")),
        url: Some(text("https://one")),
        url2: Some(text("https://two")),
        url3: Some(text("https://three")),
        global_id: Some(code("global")),
        vat_id: Some(code("DE1")),
        parent: Some(scene.partner.id),
        customer: false,
        vendor: true,
        invoice_rule: Some(code("Immediate")),
        sales_code: Some(code("test_42")),
        tax_exempt: true,
        defaults: Defaults { payment_rule: Some(PaymentRule::Paypal), ..Defaults::default() },
        active: false,
        ..fixture.partner(&scene.organisation, "S1")
    };
    let location = Location {
        external_id: Some(code("L-1")),
        gln: Some(code("4012345000009")),
        name: Some(name("Lager")),
        bpartner_name: Some(name("Firma")),
        address2: Some(name("2")),
        address3: Some(name("3")),
        address4: Some(name("4")),
        po_box: Some(name("99")),
        district: Some(name("District")),
        region: Some(name("NRW")),
        ship_to: false,
        ship_to_default: true,
        bill_to: false,
        bill_to_default: true,
        ..fixture.location(&sales, "Straße 1")
    };
    let contact = Contact {
        external_id: Some(code("C-1")),
        code: Some(code("C")),
        greeting: Some(name("Frau")),
        first_name: Some(name("Ada")),
        last_name: Some(name("L")),
        email: Some(name("Ada@Example.com")),
        phone: Some(name("1")),
        mobile_phone: Some(name("2")),
        fax: Some(name("3")),
        description: Some(text("words")),
        newsletter: true,
        default_contact: true,
        ship_to_default: true,
        bill_to_default: true,
        sales: true,
        sales_default: true,
        purchase: true,
        purchase_default: true,
        subject_matter: true,
        ..fixture.contact(&sales, "Ada L")
    };
    let mut writes = ImportWrites::default();
    writes.partner_groups.created.push(group.clone());
    writes.external_systems.created.push(system.clone());
    writes.partners.created.push(sales.clone());
    writes.locations.created.push(location.clone());
    writes.contacts.created.push(contact.clone());
    fixture.commit(writes).await.unwrap();
    let mut candidates = [full_candidate(&fixture, &scene, &contact, (&sales, &system)).await];
    fixture.import(&mut candidates).await.unwrap();

    let found = fixture.store.candidates(everything(), vec![candidates[0].id]).await.unwrap();
    assert_eq!(found.candidates, candidates);
    assert_eq!(found.related.partners[&sales.id], sales);
    assert_eq!(found.related.partners[&scene.partner.id], scene.partner);
    assert_eq!(found.related.locations[&scene.location.id], scene.location);
    assert_eq!(found.related.contacts[&contact.id], contact);
    assert_eq!(found.related.products[&scene.product.id], scene.product);
    assert!(found.related.reference.partner_groups.contains(&group));
    assert!(found.related.reference.external_systems.contains(&system));
    let keys = ImportKeys {
        partner_external_ids: [code("2156425")].into(),
        location_glns: [code("4012345000009")].into(),
        contact_external_ids: [code("C-1")].into(),
        ..ImportKeys::default()
    };
    let context = fixture.load(keys).await;
    assert_eq!(context.partners, [sales]);
    assert_eq!(context.locations, [location]);
    assert_eq!(context.contacts, [contact]);
}

pub async fn decimals_are_stored_with_every_digit(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let texts = [
        "0",
        "1.10",
        "-1",
        "9999999999999999999999999999",
        "0.0000000000000000000000000001",
        "12345678901234567890.12345678",
        "-79228162514264337593.543950",
    ];
    let mut candidates = Vec::new();
    for (line, text) in texts.iter().enumerate() {
        let candidate = fixture.candidate(&scene, "H1", &line.to_string()).await;
        candidates.push(Candidate { qty: number(text), price: Some(number(text)), ..candidate });
    }
    fixture.import(&mut candidates).await.unwrap();
    let ids = candidates.iter().map(|candidate| candidate.id).collect();
    let found = fixture.store.candidates(everything(), ids).await.unwrap();
    assert_eq!(found.candidates, candidates);
}

pub async fn unicode_texts_are_read_back_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    for text in
        ["Müller & Söhne", "日本 ", "שלום", "👩👧 emoji", "a'b\"c\\d%_*?", "İstanbul ẞ", "null", "1e5", "[1]"]
    {
        let partner = Partner {
            name: name(&format!("{text} 👩‍👩‍👧")),
            ..fixture.partner(&scene.organisation, text)
        };
        let location = Location { external_id: Some(code(text)), ..fixture.location(&partner, text) };
        let contact = Contact { email: Some(name(text)), ..fixture.contact(&partner, text) };
        let mut writes = ImportWrites::default();
        writes.partners.created.push(partner.clone());
        writes.locations.created.push(location.clone());
        writes.contacts.created.push(contact.clone());
        fixture.commit(writes).await.unwrap();
        let candidate = fixture.candidate(&scene, text, text).await;
        let mut candidates = [Candidate { po_reference: code(text), ..candidate }];
        fixture.import(&mut candidates).await.unwrap();
        let keys = ImportKeys {
            identities: [(code(text), code(text))].into(),
            partner_codes: [code(text)].into(),
            location_external_ids: [code(text)].into(),
            contact_name_keys: [contact.name_key()].into(),
            ..ImportKeys::default()
        };
        let context = fixture.load(keys).await;
        assert_eq!(context.partners, [partner], "{text}");
        assert_eq!(context.locations, [location], "{text}");
        assert_eq!(context.contacts, [contact], "{text}");
        assert_eq!(context.identities.len(), 1, "{text}");
        assert_eq!(context.identities[0].identity, candidates[0].identity, "{text}");
    }
}

pub async fn conflicting_import_writes_nothing(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut first = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut first).await.unwrap();
    let before = fixture.reference().await;
    let organisation = fixture.organisation("002");
    let partner = fixture.partner(&organisation, "P1");
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.response = Some(fixture.response(orderdock_domain::ids::TokenId(5), "a-1"));
    let key = commit.response.as_ref().map(|response| response.key.clone()).unwrap();
    commit.writes.organisations.created.push(organisation);
    commit.writes.partners.created.push(partner);
    commit.writes.candidates.push(fixture.candidate(&scene, "H2", "L1").await);
    commit.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    let new = commit.writes.candidates[0].id;
    let outcome = fixture.store.commit_import(commit).await;
    assert!(matches!(outcome, Err(StoreError::Conflict(Conflict::Identity))), "{outcome:?}");
    assert_eq!(fixture.reference().await.generation(), before.generation());
    let keys = ImportKeys { partner_codes: [code("P1")].into(), ..ImportKeys::default() };
    assert!(fixture.load(keys).await.partners.is_empty());
    assert!(fixture.store.candidates(everything(), vec![new]).await.unwrap().candidates.is_empty());
    assert_eq!(fixture.store.stored_response(key).await.unwrap(), None);
}

pub async fn imports_in_a_row_are_written_all_or_none(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut raised = fixture.commit_of(ImportWrites::default()).await;
    raised.writes.partners.changed.push(Partner { name: name("Neu"), ..scene.partner.clone() });
    // the second import depends on the partner version that the first one writes
    let mut relying = fixture.commit_of(ImportWrites::default()).await;
    relying.writes.unchanged.push(Expectation::Partner(scene.partner.id, scene.partner.version + 1));
    relying.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    relying.response = Some(fixture.response(orderdock_domain::ids::TokenId(5), "a-1"));
    let mut repeated = fixture.commit_of(ImportWrites::default()).await;
    repeated.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    let key = relying.response.as_ref().map(|response| response.key.clone()).unwrap();
    let (request, id) = (relying.request.id, relying.writes.candidates[0].id);

    let copies = [copy_of(&raised), copy_of(&relying), repeated];
    let outcome = fixture.store.commit_imports(copies.into()).await;
    assert!(matches!(outcome, Err(StoreError::Conflict(Conflict::Identity))), "{outcome:?}");
    let outcome = fixture.store.commit_imports(vec![copy_of(&relying), copy_of(&raised)]).await;
    assert!(matches!(outcome, Err(StoreError::Conflict(_))), "{outcome:?}");
    assert!(fixture.store.candidates(everything(), vec![id]).await.unwrap().candidates.is_empty());
    assert_eq!(fixture.store.stored_response(key.clone()).await.unwrap(), None);

    fixture.store.commit_imports(vec![raised, relying]).await.unwrap();
    let found = fixture.another().candidates(everything(), vec![id]).await.unwrap();
    assert_eq!(found.candidates.len(), 1);
    assert_eq!(found.related.partners[&scene.partner.id].name, name("Neu"));
    assert!(fixture.store.stored_response(key).await.unwrap().is_some());
    assert!(fixture.store.request(request).await.unwrap().is_some());
}

fn copy_of(commit: &ImportCommit) -> ImportCommit {
    let ImportCommit { writes, request, response, rejections, now } = commit;
    ImportCommit {
        writes: writes.clone(),
        request: request.clone(),
        response: response.clone(),
        rejections: rejections.clone(),
        now: *now,
    }
}

pub async fn changes_raise_the_version(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut writes = ImportWrites::default();
    writes.partners.changed.push(Partner { name: name("Neu"), ..scene.partner.clone() });
    writes.locations.changed.push(Location { address1: Some(name("Neu 1")), ..scene.location.clone() });
    writes.organisations.changed.push(scene.organisation.clone());
    writes.products.changed.push(scene.product.clone());
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys {
        partner_codes: [scene.partner.code.clone()].into(),
        product_codes: [scene.product.code.clone()].into(),
        location_address_keys: [
            Location { address1: Some(name("NEU  1")), ..scene.location.clone() }.address_key()
        ]
        .into(),
        ..ImportKeys::default()
    };
    let context = fixture.load(keys).await;
    assert_eq!(context.partners, [Partner { name: name("Neu"), version: 2, ..scene.partner }]);
    let location = Location { address1: Some(name("Neu 1")), version: 2, ..scene.location };
    assert_eq!(context.locations, [location]);
    assert_eq!(context.products[0].version, 2);
    assert_eq!(context.reference.organisation(scene.organisation.id).unwrap().version, 2);
}

pub async fn committed_data_survives_reopening(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let block = fixture.store.reserve_ids(1).await.unwrap();
    let fixture = fixture.reopened();
    let found = fixture.store.candidates(everything(), vec![candidates[0].id]).await.unwrap();
    assert_eq!(found.candidates, candidates);
    assert_eq!(fixture.reference().await.organisation(scene.organisation.id), Some(&scene.organisation));
    let mut next = fixture.store.reserve_ids(1).await.unwrap();
    assert_ne!(next.next::<i64>(), block.clone().next::<i64>());
}

pub async fn failing_plan_leaves_concurrent_plans_unaffected(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commits = Vec::new();
    for number in 0..40 {
        // every fourth plan has the identity of the first one
        let header = if number % 4 == 0 { "same".to_owned() } else { number.to_string() };
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.writes.candidates.push(fixture.candidate(&scene, &header, "L1").await);
        commits.push(commit);
    }
    let ids: Vec<_> = commits.iter().map(|commit| commit.writes.candidates[0].id).collect();
    let outcomes = commit_concurrently(&fixture, commits).await;
    for (number, outcome) in outcomes.iter().enumerate() {
        let there = fixture.store.candidates(everything(), vec![ids[number]]).await.unwrap().candidates.len();
        assert_eq!(there == 1, outcome.is_ok(), "{number}: {outcome:?}");
        assert!(number % 4 == 0 || outcome.is_ok(), "{number}: {outcome:?}");
    }
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_err()).count(), 9);
}

pub async fn one_of_many_equal_plans_is_committed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commits = Vec::new();
    for _ in 0..16 {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
        commits.push(commit);
    }
    let outcomes = commit_concurrently(&fixture, commits).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let lost = |outcome: &Result<(), StoreError>| {
        matches!(outcome, Ok(()) | Err(StoreError::Conflict(Conflict::Identity)))
    };
    assert!(outcomes.iter().all(lost), "{outcomes:?}");
}

async fn commit_concurrently(fixture: &Fixture, commits: Vec<ImportCommit>) -> Vec<Result<(), StoreError>> {
    let tasks: Vec<_> = commits
        .into_iter()
        .map(|commit| {
            let store = Arc::clone(&fixture.store);
            tokio::spawn(async move { store.commit_import(commit).await })
        })
        .collect();
    let mut outcomes = Vec::new();
    for task in tasks {
        outcomes.push(task.await.unwrap());
    }
    outcomes
}

pub async fn ten_thousand_rows_are_one_commit(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let first = fixture.candidate(&scene, "H", "0").await;
    let mut candidates: Vec<_> = (0..10_000)
        .map(|line| {
            let mut candidate = Candidate { id: fixture.id(), request_index: line, ..first.clone() };
            candidate.identity.line_id = code(&line.to_string());
            candidate
        })
        .collect();
    let before = fixture.store.statistics().commits;
    fixture.import(&mut candidates).await.unwrap();
    assert_eq!(fixture.store.statistics().commits, before + 1);
    let source = candidates[0].data_source;
    let found = fixture
        .store
        .candidates_by_reference(everything(), known(source), "H".to_owned(), None)
        .await
        .unwrap();
    assert_eq!(found.candidates, candidates);
}

pub async fn exclusive_import_reads_current_data_and_its_own_writes(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let keys = ImportKeys {
        partner_codes: [scene.partner.code.clone()].into(),
        identities: [(code("H1"), code("L1"))].into(),
        ..ImportKeys::default()
    };
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    let candidate = fixture.candidate(&scene, "H1", "L1").await;
    let id = candidate.id;
    commit.writes.candidates.push(candidate.clone());
    let partner = scene.partner.clone();
    let work = move |tx: &dyn WriteTransaction| {
        let context = tx.load_import_context(&everything(), &keys)?;
        assert_eq!((context.partners, context.identities.len()), (vec![partner.clone()], 0));
        tx.commit_import(&commit)?;
        let context = tx.load_import_context(&everything(), &keys)?;
        assert_eq!(context.identities[0].candidate, id, "the transaction sees its own writes");
        Ok(tx.candidates(&everything(), &[id])?.candidates)
    };
    assert_eq!(fixture.store.write(WriteMode::Exclusive, 1, work).await.unwrap(), [candidate]);
    assert_eq!(fixture.store.candidates(everything(), vec![id]).await.unwrap().candidates.len(), 1);
}

pub async fn reads_of_a_transaction_see_one_snapshot(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let before = fixture.reference().await.generation();
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    let id = commit.writes.candidates[0].id;
    let (sender, receiver) = std::sync::mpsc::channel();
    let (hold, holding) = std::sync::mpsc::channel();
    let work = move |tx: &dyn ReadTransaction| {
        let first = tx.candidates(&everything(), &[id])?.candidates;
        hold.send(()).unwrap();
        receiver.recv().unwrap();
        let context = tx.load_import_context(&everything(), &ImportKeys::default())?;
        Ok((first, tx.candidates(&everything(), &[id])?.candidates, context.reference.generation()))
    };
    let mut reading = Box::pin(fixture.store.read(work));
    tokio::select! {
        biased;
        _ = &mut reading => unreachable!("it waits for the commit"),
        () = std::future::ready(()) => {}
    }
    holding.recv().unwrap();
    fixture.another().commit_import(commit).await.unwrap();
    sender.send(()).unwrap();
    assert_eq!(reading.await.unwrap(), (Vec::new(), Vec::new(), before));
    let found = fixture.store.candidates(everything(), vec![id]).await.unwrap().candidates;
    assert_eq!(found.len(), 1, "a later transaction sees it");
}

pub async fn priority_read_sees_committed_data(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    let id = commit.writes.candidates[0].id;
    fixture.store.commit_import(commit).await.unwrap();
    let work = move |tx: &dyn ReadTransaction| Ok(tx.candidates(&everything(), &[id])?.candidates.len());
    assert_eq!(fixture.another().priority_read(work).await.unwrap(), 1);
}

pub async fn list_contains_previous_writes(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.writes.candidates.push(fixture.candidate(&scene, "H1", "L1").await);
    let id = commit.writes.candidates[0].id;
    fixture.store.commit_import(commit).await.unwrap();
    let work = move |tx: &dyn ReadTransaction| Ok(tx.candidates(&everything(), &[id])?.candidates.len());
    assert_eq!(fixture.another().list(work).await.unwrap(), 1);
}

pub async fn write_without_changes_is_committed(fixture: Fixture) {
    assert_eq!(fixture.store.write(WriteMode::Exclusive, 1, |_| Ok(7)).await.unwrap(), 7);
}

pub async fn failed_write_is_undone_and_can_be_repeated(fixture: Fixture) {
    let commit = Arc::new(fixture.commit_of(ImportWrites::default()).await);
    let again = commit.clone();
    let work = move |tx: &dyn WriteTransaction| {
        tx.commit_import(&commit)?;
        Err::<(), _>(StoreError::Conflict(Conflict::Candidate))
    };
    let failed = fixture.store.write(WriteMode::Exclusive, 1, work).await;
    assert!(matches!(failed, Err(StoreError::Conflict(Conflict::Candidate))), "{failed:?}");
    fixture.store.write(WriteMode::Exclusive, 1, move |tx| tx.commit_import(&again)).await.unwrap();
}

pub async fn ids_of_exclusive_writes_are_never_handed_out_twice(fixture: Fixture) {
    let another = fixture.another();
    let mut last = 0;
    for store in [&fixture.store, &another, &fixture.store] {
        let mut inside = store.write(WriteMode::Exclusive, 1, |tx| tx.reserve_ids(3)).await.unwrap();
        let mut beside = store.reserve_ids(1).await.unwrap();
        for _ in 0..3 {
            let id = inside.next::<i64>().unwrap();
            assert!(id > last, "{id} {last}");
            last = id;
        }
        assert!(beside.next::<i64>().unwrap() > last);
        last += 1;
    }
}

pub async fn exclusive_imports_of_all_stores_have_no_conflicts(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let stores = [fixture.store.clone(), fixture.another()];
    let mut tasks = Vec::new();
    for number in 0..20 {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.writes.organisations.created.push(fixture.organisation(&format!("turn {number}")));
        let candidate = fixture.candidate(&scene, "H1", "L1").await;
        let keys = ImportKeys { identities: [(code("H1"), code("L1"))].into(), ..ImportKeys::default() };
        let writes = commit.writes.organisations.created.clone();
        let request = commit.request.clone();
        let work = move |tx: &dyn WriteTransaction| {
            let context = tx.load_import_context(&everything(), &keys)?;
            let mut commit = ImportCommit {
                writes: ImportWrites {
                    unchanged: context.reference.expectations([]),
                    ..ImportWrites::default()
                },
                request: request.clone(),
                response: None,
                rejections: RejectionChanges::default(),
                now: now(),
            };
            commit.writes.organisations.created.clone_from(&writes);
            if context.identities.is_empty() {
                commit.writes.candidates.push(candidate.clone());
            }
            tx.commit_import(&commit)
        };
        let store = Arc::clone(&stores[number % 2]);
        tasks.push(tokio::spawn(async move { store.write(WriteMode::Exclusive, 2, work).await }));
    }
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let organisations = &fixture.reference().await.organisations;
    let made = organisations.iter().filter(|one| one.code.as_str().starts_with("turn")).count();
    assert_eq!(made, 20);
}
