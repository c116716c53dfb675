//! Taking back what a call did to master data.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::masterdata::kinds::{GivenValue, KindName, Node, StoredRecord};
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::Text;

use super::world::{World, changed_by, list, members, number, scalar, upsert as given};
use crate::{KeptCall, MasterdataQuery, MasterdataUndo, MasterdataUpsert, MasterdataWindow};

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

async fn write(world: &World, actor: &str, seconds: i64, lists: &[(KindName, Vec<Node>)]) -> i64 {
    let upsert = MasterdataUpsert { by: changed_by(actor, seconds), ..given(lists) };
    world.store.upsert_masterdata(upsert).await.unwrap().unwrap().records.pop().unwrap().id
}

/// Undoes what somebody did to a record, and tells of what comes back whether it is removed.
async fn undo(
    world: &World,
    scope: &OrgScope,
    (kind, id): (KindName, i64),
    actor: &str,
    dry_run: bool,
) -> Result<Vec<(KindName, i64, bool)>, Vec<ProblemCode>> {
    let kept = KeptCall { request: world.request(), answer: None };
    let keep: crate::KeepCall<crate::Undone> = Arc::new(move |_| kept.clone());
    let undo = MasterdataUndo {
        read: scope.read(),
        write: scope.write(),
        kind,
        id,
        request_id: format!("request of {actor}"),
        reason: Text::parse("a slip").unwrap(),
        by: changed_by("undoer", 90),
        dry_run,
        keep: (!dry_run).then_some(keep),
    };
    let outcome = world.store.undo_masterdata(undo).await.unwrap();
    outcome
        .map(|undone| undone.records.iter().map(|one| (one.kind, one.version, one.removed)).collect())
        .map_err(|problems| problems.iter().map(|one| one.code).collect())
}

async fn stored(world: &World, kind: KindName, id: i64) -> Option<StoredRecord> {
    world.store.masterdata(OrgScope::All.read(), kind, id).await.unwrap()
}

pub async fn what_a_call_did_to_a_record_is_taken_back(world: World) {
    let scene = world.scene("001").await;
    write(&world, "loader", 0, &price_list("2026-09-21")).await;
    let conversion = record(&[("from", "KGM"), ("to", "PCE"), ("multiplier", "4")], None);
    let product = [("org", "001"), ("code", "P002737"), ("name", "Renamed"), ("uom", "PCE")];
    let product = vec![(KindName::Products, vec![record(&product, Some(("conversions", conversion)))])];
    let before = stored(&world, KindName::Products, scene.product.id.0).await.unwrap();
    let id = write(&world, "clerk", 1, &product).await;
    assert_eq!(id, scene.product.id.0);
    let stamp = world.store.master_data_stamp().await.unwrap();
    let expected =
        Ok(vec![(KindName::Products, before.version + 2, false), (KindName::ProductConversions, 2, true)]);
    let of = (KindName::Products, id);
    assert_eq!(undo(&world, &OrgScope::All, of, "clerk", true).await, expected);
    assert_eq!(world.store.master_data_stamp().await.unwrap(), stamp, "it was only tried");
    assert_eq!(undo(&world, &OrgScope::All, of, "clerk", false).await, expected);
    let after = stored(&world, KindName::Products, id).await.unwrap();
    assert_eq!((after.values, after.version), (before.values, before.version + 2));
    assert_eq!(after.children[0].records, []);
    assert!(
        world.store.master_data_stamp().await.unwrap() > stamp,
        "what became free of an error is looked at"
    );
    let again = undo(&world, &OrgScope::All, of, "clerk", false).await;
    assert_eq!(again, Err(vec![ProblemCode::UndoRecordUndone]));

    let history = world.store.masterdata_history(OrgScope::All.read(), KindName::Products, id, None, 9).await;
    let told: Vec<_> = history.unwrap().unwrap().into_iter().filter_map(|one| one.undoes).collect();
    let mut removed: Vec<_> = told.iter().map(|one| (one.version, one.removed)).collect();
    removed.sort_unstable();
    assert_eq!(removed, [(1, true), (before.version + 1, false)]);
    assert!(told.iter().all(|one| one.reason == Text::parse("a slip").unwrap()));
}

pub async fn a_record_that_is_removed_leaves_its_history(world: World) {
    world.scene("001").await;
    write(&world, "loader", 0, &price_list("2026-09-21")).await;
    let id = write(&world, "clerk", 1, &price("001", "2")).await;
    let of = (KindName::ProductPrices, id);
    let removed = Ok(vec![(KindName::ProductPrices, 2, true)]);
    assert_eq!(undo(&world, &OrgScope::All, of, "clerk", false).await, removed);
    assert_eq!(stored(&world, KindName::ProductPrices, id).await, None);
    let history = async |kind| {
        let found = world.store.masterdata_history(OrgScope::All.read(), kind, id, None, 9).await.unwrap();
        found.map(|changes| changes.len())
    };
    assert_eq!(history(KindName::ProductPrices).await, Some(2));
    assert_eq!(history(KindName::Taxes).await, None, "of another kind");
    let newest =
        world.store.masterdata_history(OrgScope::All.read(), KindName::ProductPrices, id, None, 1).await;
    let newest = newest.unwrap().unwrap().remove(0);
    let amount = newest.changes.iter().flatten().find(|one| one.field.name == "price").unwrap();
    assert_eq!((&amount.before, &amount.after), (&GivenValue::Decimal(number("2")), &GivenValue::Null));
    let anew = write(&world, "clerk", 2, &price("001", "2")).await;
    assert_ne!(anew, id);
    assert_eq!(
        undo(&world, &OrgScope::All, of, "clerk", false).await,
        Err(vec![ProblemCode::RecordNotFound])
    );
}

pub async fn what_something_was_built_on_is_not_taken_back(world: World) {
    let scene = world.scene("001").await;
    let list = write(&world, "list", 0, &price_list("2026-09-21")).await;
    write(&world, "version", 0, &price_list("2027-01-01")).await;
    let id = write(&world, "clerk", 0, &price("001", "2")).await;
    let of = (KindName::ProductPrices, id);
    let own = OrgScope::These(vec![scene.organisation.id]);
    // a price names the version, which for its part can go as long as none does
    let of_list = (KindName::PriceLists, list);
    let named = undo(&world, &OrgScope::All, of_list, "list", true).await.unwrap_err();
    assert!(
        named.contains(&ProblemCode::UndoRecordNamed) && named.contains(&ProblemCode::UndoRecordStays),
        "{named:?}"
    );
    assert_eq!(
        undo(&world, &own, of_list, "version", true).await,
        Err(vec![ProblemCode::RecordSharedForbidden])
    );
    let version = Ok(vec![(KindName::PriceListVersions, 2, true)]);
    assert_eq!(undo(&world, &OrgScope::All, of_list, "version", true).await, version);
    // an order whose price is of that version
    assert!(undo(&world, &own, of, "clerk", true).await.is_ok());
    let candidates = world.header(&scene, "H1", 1).await;
    let commit = world.order(&scene, &candidates);
    world.process(vec![commit]).await.unwrap();
    assert_eq!(undo(&world, &own, of, "clerk", true).await, Err(vec![ProblemCode::UndoRecordUsed]));
    let used = undo(&world, &OrgScope::All, of_list, "list", true).await.unwrap_err();
    assert!(used.contains(&ProblemCode::UndoRecordUsed), "{used:?}");
    assert_eq!(
        undo(&world, &OrgScope::All, of_list, "version", true).await,
        version,
        "no line was priced by it"
    );
    // somebody was at it
    write(&world, "other", 5, &price("001", "3")).await;
    assert_eq!(undo(&world, &own, of, "clerk", false).await, Err(vec![ProblemCode::UndoRecordChanged]));
    let restored = Ok(vec![(KindName::ProductPrices, 3, false)]);
    assert_eq!(undo(&world, &own, of, "other", false).await, restored, "the order was made before that");
    assert_eq!(undo(&world, &own, of, "nobody", false).await, Err(vec![ProblemCode::UndoRecordUnknown]));
}

pub async fn records_of_others_are_not_undone(world: World) {
    let scene = world.scene("001").await;
    world.scene("002").await;
    write(&world, "loader", 0, &price_list("2026-09-21")).await;
    let own = OrgScope::These(vec![scene.organisation.id]);
    let foreign = write(&world, "other", 1, &price("002", "2")).await;
    let shipper = record(&[("code", "DPD"), ("name", "Parcels")], None);
    let shared = write(&world, "other", 1, &[(KindName::Shippers, vec![shipper])]).await;
    for (of, code) in [
        ((KindName::ProductPrices, foreign), ProblemCode::RecordNotFound),
        ((KindName::Shippers, shared), ProblemCode::RecordSharedForbidden),
        ((KindName::Taxes, foreign), ProblemCode::RecordNotFound),
    ] {
        assert_eq!(undo(&world, &own, of, "other", false).await, Err(vec![code]));
    }
    let query = MasterdataQuery {
        kind: KindName::ProductPrices,
        language: Language::English,
        search: None,
        organisation: None,
        active: Some(true),
        parent: None,
        window: MasterdataWindow::First,
        limit: 9,
    };
    let page = world.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
    assert!(page.records.iter().any(|one| one.id == foreign), "{page:?}");
}
