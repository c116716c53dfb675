//! Cross-references: written as master data, loaded and counted by imports.

use std::collections::BTreeMap;
use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::CrossReferenceId;
use orderdock_domain::import::{ImportContext, ImportKeys, ImportWrites};
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, Node, RecordUsage, StoredRecord};
use orderdock_domain::masterdata::{CrossReferenceKind, CrossReferenceMember};
use orderdock_domain::problem::{Language, ProblemCode};

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, changed_by, code, list, members, now, only, scalar, upsert as given};
use crate::{
    BuildLogEntry, CrossReferenceFilter, Deactivation, MasterdataQuery, MasterdataUndo, MasterdataUpsert,
    MasterdataWindow, RequestLogEntry, UndoResult,
};

const KIND: KindName = KindName::CrossReferences;

fn record(values: &[(&str, &str)]) -> Node {
    let values = [("org", "001")].iter().chain(values).map(|(name, value)| (*name, scalar(value)));
    // a later value replaces the organisation
    let values: BTreeMap<_, _> = values.collect();
    members(&values.into_iter().collect::<Vec<_>>())
}

/// Creates partners P and Q, a product with the code T, and locations of P with an external id and a GLN.
async fn master_data(fixture: &Fixture) {
    fixture.scene("001").await;
    let location = |name: &str, value: &str| {
        members(&[(name, scalar(value)), ("country", scalar("DE")), ("city", scalar(value))])
    };
    let locations = list(vec![location("externalId", "L1"), location("gln", "4000000000006")]);
    let partner = |key: &str| vec![("org", scalar("001")), ("code", scalar(key)), ("name", scalar(key))];
    let with_locations: Vec<_> = partner("P").into_iter().chain([("locations", locations)]).collect();
    let product = record(&[("code", "T"), ("name", "Tea"), ("uom", "PCE")]);
    let lists = vec![
        (KindName::DataSources, vec![record(&[("internalNames", "SOURCE.shop")])]),
        (KindName::Partners, vec![members(&with_locations), members(&partner("Q"))]),
        (KindName::Products, vec![product]),
    ];
    fixture.masterdata(lists).await;
}

async fn write(fixture: &Fixture, records: Vec<Node>) -> Result<Vec<i64>, Vec<(ProblemCode, String)>> {
    let upserted = fixture.store.upsert_masterdata(given(&[(KIND, records)])).await.unwrap();
    upserted
        .map(|upserted| upserted.records.iter().map(|one| one.id).collect())
        .map_err(|problems| problems.into_iter().map(|one| (one.code, one.pointer.to_string())).collect())
}

async fn listed(fixture: &Fixture, search: Option<&str>, filter: CrossReferenceFilter) -> Vec<StoredRecord> {
    let query = MasterdataQuery {
        kind: KIND,
        language: Language::English,
        search: search.map(str::to_owned),
        organisation: None,
        active: None,
        cross_references: filter,
        parent: None,
        window: MasterdataWindow::First,
        limit: 9,
    };
    let page = fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
    assert_eq!(page.total.value, u64::try_from(page.records.len()).unwrap());
    page.records
}

fn shown(record: &StoredRecord, member: &str) -> Option<String> {
    match record.value(KIND.kind(), member) {
        Some(GivenValue::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

const PRODUCT: [(&str, &str); 3] = [("kind", "product"), ("value", "KAF-1"), ("targetProduct", "T")];

fn with<'v>(values: &[(&'v str, &'v str)]) -> Node {
    record(&PRODUCT.iter().chain(values).copied().collect::<Vec<_>>())
}

pub async fn cross_references_are_identified_by_value_and_source(fixture: Fixture) {
    master_data(&fixture).await;
    let any = write(&fixture, vec![with(&[])]).await.unwrap();
    let narrower = vec![
        with(&[("dataSource", "SOURCE.shop")]),
        with(&[("bpartner", "P")]),
        with(&[("member", "externalId")]),
        record(&[("kind", "uom"), ("value", "KAF-1"), ("targetUom", "PCE")]),
    ];
    let others = write(&fixture, narrower.clone()).await.unwrap();
    assert_eq!(others.len(), 4);
    assert!(!others.contains(&any[0]));
    assert_eq!(write(&fixture, narrower).await.unwrap(), others);
    assert_eq!(write(&fixture, vec![with(&[("member", "any"), ("note", "n")])]).await.unwrap(), any);
    let twice = write(&fixture, vec![with(&[]), with(&[("member", "any")])]).await.unwrap_err();
    assert_eq!(twice, [(ProblemCode::RecordDuplicate, "/cross-references/1".to_owned())]);
    let all = listed(&fixture, Some("kaf"), CrossReferenceFilter::default()).await;
    assert_eq!(all.len(), 5);
    assert_eq!(shown(&all[1], "dataSource").as_deref(), Some("SOURCE.shop"));
    assert_eq!(shown(&all[2], "bpartner").as_deref(), Some("P"));
    let unused = RecordUsage { uses: Some(0), last_used_at: None, created_by: Some("cli".to_owned()) };
    assert_eq!(all[0].usage, Some(unused));
}

pub async fn cross_references_are_listed_by_value_kind_and_target(fixture: Fixture) {
    master_data(&fixture).await;
    let records = vec![
        with(&[]),
        with(&[("value", "kaf-1")]),
        record(&[("kind", "bpartner"), ("value", "KAF-1"), ("targetBpartner", "Q")]),
    ];
    let ids = write(&fixture, records).await.unwrap();
    let product = fixture.load(ImportKeys { product_codes: [code("T")].into(), ..ImportKeys::default() });
    let product = product.await.products[0].id.0;
    let found = async |kind, value: Option<&str>, target| {
        let filter = CrossReferenceFilter { kind, value: value.map(code), target };
        listed(&fixture, None, filter).await.iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(found(None, Some("KAF-1"), None).await, [ids[0], ids[2]]);
    assert_eq!(found(Some(CrossReferenceKind::Product), Some("KAF-1"), None).await, [ids[0]]);
    assert_eq!(found(Some(CrossReferenceKind::Partner), None, None).await, [ids[2]]);
    assert_eq!(found(None, None, Some(product)).await, [ids[0], ids[1]]);
    assert_eq!(found(Some(CrossReferenceKind::Partner), None, Some(product)).await, [0; 0]);
    let filter = CrossReferenceFilter { value: Some(code("KAF-1")), ..CrossReferenceFilter::default() };
    assert_eq!(listed(&fixture, Some("ka"), filter).await.len(), 2);
}

pub async fn cross_reference_needs_the_target_of_its_kind(fixture: Fixture) {
    master_data(&fixture).await;
    fixture.scene("002").await;
    let other = [("org", "002"), ("code", "X"), ("name", "X")];
    fixture.masterdata(vec![(KindName::Partners, vec![record(&other)])]).await;
    let fault = |problem, member: &str| (problem, format!("/cross-references/0/{member}"));
    let table: [(&[(&str, &str)], _); 6] = [
        (&[("kind", "product")], fault(ProblemCode::PropertyMissing, "targetProduct")),
        (
            &[("kind", "uom"), ("targetUom", "PCE"), ("targetProduct", "T")],
            fault(ProblemCode::PropertyConflict, "targetProduct"),
        ),
        (&[("kind", "location"), ("targetLocation", "L1")], fault(ProblemCode::PropertyMissing, "bpartner")),
        (
            &[("kind", "location"), ("bpartner", "Q"), ("targetLocation", "L1")],
            fault(ProblemCode::RecordReferenceUnknown, "targetLocation"),
        ),
        (
            &[("kind", "bpartner"), ("targetBpartner", "X")],
            fault(ProblemCode::RecordReferenceUnknown, "targetBpartner"),
        ),
        (
            &[("kind", "product"), ("bpartner", "X"), ("targetProduct", "T")],
            fault(ProblemCode::RecordReferenceUnknown, "bpartner"),
        ),
    ];
    for (values, expected) in table {
        let values: Vec<_> = [("value", "V")].iter().chain(values).copied().collect();
        assert_eq!(write(&fixture, vec![record(&values)]).await, Err(vec![expected]), "{values:?}");
    }
    let location = |value, target| {
        record(&[("kind", "location"), ("bpartner", "P"), ("value", value), ("targetLocation", target)])
    };
    write(&fixture, vec![location("1", "L1"), location("2", "4000000000006")]).await.unwrap();
    let stored = listed(&fixture, None, CrossReferenceFilter::default()).await;
    let targets: Vec<_> = stored.iter().map(|one| shown(one, "targetLocation").unwrap()).collect();
    assert_eq!(targets, ["L1", "4000000000006"]);
}

fn loaded(context: &ImportContext) -> Vec<(i64, CrossReferenceKind)> {
    context.cross_references.iter().map(|one| (one.id.0, one.kind)).collect()
}

pub async fn cross_references_are_loaded_with_their_targets(fixture: Fixture) {
    master_data(&fixture).await;
    let keys = ImportKeys {
        partner_codes: [code("1001")].into(),
        location_glns: [code("9")].into(),
        product_codes: [code("KAF-1")].into(),
        unit_codes: [code("Kiste")].into(),
        ..ImportKeys::default()
    };
    assert_eq!(loaded(&fixture.load(keys.clone()).await), []);
    let records = vec![
        with(&[("dataSource", "SOURCE.shop"), ("member", "code")]),
        with(&[("value", "kaf-1")]),
        record(&[("kind", "bpartner"), ("value", "1001"), ("targetBpartner", "P")]),
        record(&[("kind", "location"), ("value", "9"), ("bpartner", "P"), ("targetLocation", "L1")]),
        record(&[("kind", "uom"), ("value", "Kiste"), ("targetUom", "PCE")]),
        // not loaded: rows contain this value as a partner code, not as a product code
        with(&[("value", "1001")]),
    ];
    let ids = write(&fixture, records).await.unwrap();
    let context = fixture.load(keys.clone()).await;
    let expected = [
        (ids[0], CrossReferenceKind::Product),
        (ids[2], CrossReferenceKind::Partner),
        (ids[3], CrossReferenceKind::Location),
        (ids[4], CrossReferenceKind::Unit),
    ];
    assert_eq!(loaded(&context), expected);
    let of_product = &context.cross_references[0];
    let product = context.products.iter().find(|one| one.code == code("T")).unwrap();
    assert_eq!((of_product.record, of_product.partner), (product.id.0, None));
    assert_eq!(of_product.member, Some(CrossReferenceMember::Code));
    let source = of_product.data_source.unwrap();
    let sources = &context.reference.data_sources;
    assert!(sources.iter().any(|one| one.id == source && one.internal_names == [code("SOURCE.shop")]));
    let partner = context.partners.iter().find(|one| one.code == code("P")).unwrap();
    assert_eq!(context.cross_references[1].record, partner.id.0);
    let location = context.cross_references[2].record;
    assert!(context.locations.iter().any(|one| one.id.0 == location && one.partner == partner.id));
    let other = fixture.scene("002").await.organisation.id;
    assert_eq!(loaded(&fixture.load_as(only(other), keys.clone()).await), []);
    // another store detects the new cross-references
    let another = fixture.another().load_import_context(OrgScope::All.read(), keys.clone()).await.unwrap();
    assert_eq!(loaded(&another), expected);
    deactivate(&fixture, ids[0]).await;
    assert_eq!(loaded(&fixture.load(keys).await), expected[1..]);
}

async fn deactivate(fixture: &Fixture, id: i64) {
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let deactivation = Deactivation {
        read: OrgScope::All.read(),
        write: OrgScope::All.write(),
        kind: KIND,
        id,
        by: changed_by("clerk", 1),
        build_log_entry: Arc::new(move |_| log_entry.clone()),
    };
    fixture.store.deactivate_masterdata(deactivation).await.unwrap().unwrap();
}

pub async fn inactive_targets_of_cross_references_are_loaded(fixture: Fixture) {
    master_data(&fixture).await;
    let ids = write(&fixture, vec![with(&[])]).await.unwrap();
    let product = record(&[("code", "T"), ("name", "Tea"), ("uom", "PCE"), ("active", "false")]);
    fixture.masterdata(vec![(KindName::Products, vec![product])]).await;
    let keys = ImportKeys { product_codes: [code("KAF-1")].into(), ..ImportKeys::default() };
    let context = fixture.load(keys).await;
    assert_eq!(loaded(&context), [(ids[0], CrossReferenceKind::Product)]);
    assert!(context.products.iter().any(|one| one.code == code("T") && !one.active));
}

pub async fn uses_of_cross_references_are_counted(fixture: Fixture) {
    master_data(&fixture).await;
    let ids = write(&fixture, vec![with(&[]), with(&[("value", "B")])]).await.unwrap();
    let count = |rows| ImportWrites {
        used_cross_references: [(CrossReferenceId(ids[0]), rows)].into(),
        ..ImportWrites::default()
    };
    fixture.commit(count(3)).await.unwrap();
    fixture.commit(count(4)).await.unwrap();
    let stored = listed(&fixture, None, CrossReferenceFilter::default()).await;
    let used = RecordUsage { uses: Some(7), last_used_at: Some(now()), created_by: Some("cli".to_owned()) };
    assert_eq!((stored[0].usage.as_ref(), stored[0].version), (Some(&used), 1));
    assert_eq!(stored[1].usage.as_ref().map(|usage| (usage.uses, usage.last_used_at)), Some((Some(0), None)));
}

pub async fn created_cross_reference_is_removed_by_undo(fixture: Fixture) {
    master_data(&fixture).await;
    let by = changed_by("clerk", 0);
    let upsert = MasterdataUpsert { by, ..given(&[(KIND, vec![with(&[("member", "code")])])]) };
    let id = fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap().records[0].id;
    let used_cross_references = [(CrossReferenceId(id), 1)].into();
    fixture.commit(ImportWrites { used_cross_references, ..ImportWrites::default() }).await.unwrap();
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let build_log_entry: BuildLogEntry<UndoResult> = Arc::new(move |_| log_entry.clone());
    let undo = MasterdataUndo {
        read: OrgScope::All.read(),
        write: OrgScope::All.write(),
        kind: KIND,
        id,
        request_id: "request of clerk".to_owned(),
        reason: None,
        by: changed_by("clerk", 1),
        dry_run: false,
        build_log_entry: Some(build_log_entry),
    };
    assert!(fixture.store.undo_masterdata(undo).await.unwrap().unwrap().records[0].removed);
    assert_eq!(listed(&fixture, None, CrossReferenceFilter::default()).await, []);
    let history = fixture.store.masterdata_history(OrgScope::All.read(), KIND, id, None, 9).await;
    assert_eq!(history.unwrap().unwrap().len(), 2);
    let keys = ImportKeys { product_codes: [code("KAF-1")].into(), ..ImportKeys::default() };
    assert_eq!(loaded(&fixture.load(keys).await), []);
}
