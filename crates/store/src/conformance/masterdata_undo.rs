//! Undoing the changes of one call on master data.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, Node, StoredRecord};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::Text;

use super::fixture::{Fixture, changed_by, list, members, number, scalar, upsert as given};
use crate::{
    CrossReferenceFilter, MasterdataQuery, MasterdataUndo, MasterdataUpsert, MasterdataWindow,
    RequestLogEntry,
};

fn record(given: &[(&str, &str)], nested: Option<(&str, Node)>) -> Node {
    let given = given.iter().map(|(name, value)| (*name, scalar(value)));
    let nested = nested.map(|(name, node)| (name, list(vec![node])));
    members(&given.chain(nested).collect::<Vec<_>>())
}

fn price_list(version: &str) -> Vec<(KindName, Vec<Node>)> {
    let version = record(&[("validFrom", version)], None);
    let list = [("code", "DE-EUR"), ("name", "List"), ("pricingSystem", "S"), ("currency", "EUR")];
    vec![
        (KindName::PricingSystems, vec![record(&[("code", "S"), ("name", "System")], None)]),
        (KindName::PriceLists, vec![record(&list, Some(("versions", version)))]),
    ]
}

fn price(org: &str, amount: &str) -> Vec<(KindName, Vec<Node>)> {
    let scale = record(&[("fromQuantity", "10"), ("price", "1")], None);
    let price = [
        ("org", org),
        ("priceList", "DE-EUR"),
        ("validFrom", "2026-09-21"),
        ("product", "P002737"),
        ("uom", "PCE"),
        ("price", amount),
    ];
    vec![(KindName::ProductPrices, vec![record(&price, Some(("scales", scale)))])]
}

async fn write(fixture: &Fixture, actor: &str, seconds: i64, lists: &[(KindName, Vec<Node>)]) -> i64 {
    let upsert = MasterdataUpsert { by: changed_by(actor, seconds), ..given(lists) };
    fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap().records.pop().unwrap().id
}

/// Undoes the changes of an actor. Returns kind and version of each undone record, and whether it was removed.
async fn undo(
    fixture: &Fixture,
    scope: &OrgScope,
    (kind, id): (KindName, i64),
    actor: &str,
    dry_run: bool,
) -> Result<Vec<(KindName, i64, bool)>, Vec<ProblemCode>> {
    let log_entry = RequestLogEntry { request: fixture.request(), response: None };
    let build_log_entry: crate::BuildLogEntry<crate::UndoResult> = Arc::new(move |_| log_entry.clone());
    let undo = MasterdataUndo {
        read: scope.read(),
        write: scope.write(),
        kind,
        id,
        request_id: format!("request of {actor}"),
        reason: Text::parse("a slip").unwrap(),
        by: changed_by("undoer", 90),
        dry_run,
        build_log_entry: (!dry_run).then_some(build_log_entry),
    };
    let outcome = fixture.store.undo_masterdata(undo).await.unwrap();
    outcome
        .map(|undone| undone.records.iter().map(|one| (one.kind, one.version, one.removed)).collect())
        .map_err(|problems| problems.iter().map(|one| one.code).collect())
}

async fn stored(fixture: &Fixture, kind: KindName, id: i64) -> Option<StoredRecord> {
    fixture.store.masterdata(OrgScope::All.read(), kind, id).await.unwrap()
}

pub async fn master_data_change_is_undone(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    write(&fixture, "loader", 0, &price_list("2026-09-21")).await;
    let conversion = record(&[("from", "KGM"), ("to", "PCE"), ("multiplier", "4")], None);
    let product = [("org", "001"), ("code", "P002737"), ("name", "Renamed"), ("uom", "PCE")];
    let product = vec![(KindName::Products, vec![record(&product, Some(("conversions", conversion)))])];
    let before = stored(&fixture, KindName::Products, scene.product.id.0).await.unwrap();
    let id = write(&fixture, "clerk", 1, &product).await;
    assert_eq!(id, scene.product.id.0);
    let stamp = fixture.store.master_data_stamp().await.unwrap();
    let expected =
        Ok(vec![(KindName::Products, before.version + 2, false), (KindName::ProductConversions, 2, true)]);
    let of = (KindName::Products, id);
    assert_eq!(undo(&fixture, &OrgScope::All, of, "clerk", true).await, expected);
    assert_eq!(fixture.store.master_data_stamp().await.unwrap(), stamp, "it was only tried");
    assert_eq!(undo(&fixture, &OrgScope::All, of, "clerk", false).await, expected);
    let after = stored(&fixture, KindName::Products, id).await.unwrap();
    assert_eq!((after.values, after.version), (before.values, before.version + 2));
    assert_eq!(after.children[0].records, []);
    assert!(
        fixture.store.master_data_stamp().await.unwrap() > stamp,
        "candidates without errors are revalidated"
    );
    let again = undo(&fixture, &OrgScope::All, of, "clerk", false).await;
    assert_eq!(again, Err(vec![ProblemCode::UndoRecordUndone]));

    let history =
        fixture.store.masterdata_history(OrgScope::All.read(), KindName::Products, id, None, 9).await;
    let summary: Vec<_> = history.unwrap().unwrap().into_iter().filter_map(|one| one.undoes).collect();
    let mut removed: Vec<_> = summary.iter().map(|one| (one.version, one.removed)).collect();
    removed.sort_unstable();
    assert_eq!(removed, [(1, true), (before.version + 1, false)]);
    assert!(summary.iter().all(|one| one.reason == Text::parse("a slip").unwrap()));
}

pub async fn history_of_removed_record_remains(fixture: Fixture) {
    fixture.scene("001").await;
    write(&fixture, "loader", 0, &price_list("2026-09-21")).await;
    let id = write(&fixture, "clerk", 1, &price("001", "2")).await;
    let of = (KindName::ProductPrices, id);
    let removed = Ok(vec![(KindName::ProductPrices, 2, true)]);
    assert_eq!(undo(&fixture, &OrgScope::All, of, "clerk", false).await, removed);
    assert_eq!(stored(&fixture, KindName::ProductPrices, id).await, None);
    let history = async |kind| {
        let found = fixture.store.masterdata_history(OrgScope::All.read(), kind, id, None, 9).await.unwrap();
        found.map(|changes| changes.len())
    };
    assert_eq!(history(KindName::ProductPrices).await, Some(2));
    assert_eq!(history(KindName::Taxes).await, None, "of another kind");
    let newest =
        fixture.store.masterdata_history(OrgScope::All.read(), KindName::ProductPrices, id, None, 1).await;
    let newest = newest.unwrap().unwrap().remove(0);
    let amount = newest.changes.iter().flatten().find(|one| one.field.name == "price").unwrap();
    assert_eq!((&amount.before, &amount.after), (&GivenValue::Decimal(number("2")), &GivenValue::Null));
    let recreated = write(&fixture, "clerk", 2, &price("001", "2")).await;
    assert_ne!(recreated, id);
    assert_eq!(
        undo(&fixture, &OrgScope::All, of, "clerk", false).await,
        Err(vec![ProblemCode::RecordNotFound])
    );
}

pub async fn master_data_change_in_use_is_not_undone(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let list = write(&fixture, "list", 0, &price_list("2026-09-21")).await;
    write(&fixture, "version", 0, &price_list("2027-01-01")).await;
    let id = write(&fixture, "clerk", 0, &price("001", "2")).await;
    let of = (KindName::ProductPrices, id);
    let own = OrgScope::These(vec![scene.organisation.id]);
    // the price references the new version; a version without prices can be removed
    let of_list = (KindName::PriceLists, list);
    let named = undo(&fixture, &OrgScope::All, of_list, "list", true).await.unwrap_err();
    assert!(
        named.contains(&ProblemCode::UndoRecordNamed) && named.contains(&ProblemCode::UndoRecordStays),
        "{named:?}"
    );
    assert_eq!(
        undo(&fixture, &own, of_list, "version", true).await,
        Err(vec![ProblemCode::RecordSharedForbidden])
    );
    let version = Ok(vec![(KindName::PriceListVersions, 2, true)]);
    assert_eq!(undo(&fixture, &OrgScope::All, of_list, "version", true).await, version);
    // an order with a price from this version
    assert!(undo(&fixture, &own, of, "clerk", true).await.is_ok());
    let candidates = fixture.header(&scene, "H1", 1).await;
    let commit = fixture.order(&scene, &candidates);
    fixture.process(vec![commit]).await.unwrap();
    assert_eq!(undo(&fixture, &own, of, "clerk", true).await, Err(vec![ProblemCode::UndoRecordUsed]));
    let used = undo(&fixture, &OrgScope::All, of_list, "list", true).await.unwrap_err();
    assert!(used.contains(&ProblemCode::UndoRecordUsed), "{used:?}");
    assert_eq!(
        undo(&fixture, &OrgScope::All, of_list, "version", true).await,
        version,
        "no line was priced by it"
    );
    // another actor changed the record
    write(&fixture, "other", 5, &price("001", "3")).await;
    assert_eq!(undo(&fixture, &own, of, "clerk", false).await, Err(vec![ProblemCode::UndoRecordChanged]));
    let restored = Ok(vec![(KindName::ProductPrices, 3, false)]);
    assert_eq!(undo(&fixture, &own, of, "other", false).await, restored, "the order was made before that");
    assert_eq!(undo(&fixture, &own, of, "nobody", false).await, Err(vec![ProblemCode::UndoRecordUnknown]));
}

pub async fn records_of_other_organisations_are_not_undone(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    fixture.scene("002").await;
    write(&fixture, "loader", 0, &price_list("2026-09-21")).await;
    let own = OrgScope::These(vec![scene.organisation.id]);
    let foreign = write(&fixture, "other", 1, &price("002", "2")).await;
    let shipper = record(&[("code", "DPD"), ("name", "Parcels")], None);
    let shared = write(&fixture, "other", 1, &[(KindName::Shippers, vec![shipper])]).await;
    for (of, code) in [
        ((KindName::ProductPrices, foreign), ProblemCode::RecordNotFound),
        ((KindName::Shippers, shared), ProblemCode::RecordSharedForbidden),
        ((KindName::Taxes, foreign), ProblemCode::RecordNotFound),
    ] {
        assert_eq!(undo(&fixture, &own, of, "other", false).await, Err(vec![code]));
    }
    let query = MasterdataQuery {
        kind: KindName::ProductPrices,
        language: Language::English,
        search: None,
        organisation: None,
        active: Some(true),
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 9,
    };
    let page = fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
    assert!(page.records.iter().any(|one| one.id == foreign), "{page:?}");
}
