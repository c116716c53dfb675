//! Orders: creation with document numbers, lists, voiding and transfers.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{DocumentTypeId, OrderId, TokenId};
use orderdock_domain::import::Expectation;
use orderdock_domain::order::{
    Handover, HandoverFilter, HandoverOrder, HandoverReply, HandoverWrite, NumberPattern, Order, OrderKeys,
    OrderSettings, OrderStatus, OrganisationOrders, VoidOrder, ordered_candidates, void_order,
};
use orderdock_domain::text::Text;

use super::calls::RunCalls as _;
use super::calls::{RequestCalls as _, ScheduleCalls as _, SingleCalls as _};
use super::chunks::raise;
use super::fixture::{Fixture, Scene, code, everything, only};
use super::ordering::{ids, later};
use super::schedules::schedule_of;
use crate::{
    HistoryRange, OrderCommit, OrderFilter, OrderHistory, OrderQuery, OrderVoided, RequestLogEntry,
    StoreError, StoredResponse, WriteMode, WriteTransaction,
};

fn query(filter: OrderFilter) -> OrderQuery {
    OrderQuery { filter, descending: false, after: None, limit: 500, counted: true }
}

/// Imports a complete order.
pub async fn created(fixture: &Fixture, scene: &Scene) -> Order {
    let commit = fixture.order_commit(fixture.order(scene, &[])).await;
    fixture.store.create_order(commit).await.unwrap()
}

pub async fn order_context_contains_the_records_of_its_keys(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let keys = OrderKeys {
        partner_codes: [code("G0001"), code("nobody")].into(),
        product_codes: [code("P002737")].into(),
    };
    let scope = only(scene.organisation.id);
    let context = fixture.store.load_order_context(scope, keys).await.unwrap();
    assert_eq!(context.partners, [scene.partner]);
    assert_eq!(context.locations, [scene.location], "the first active one, for want of a default");
    assert_eq!(context.products, [scene.product]);
    assert_eq!(context.reference.generation(), fixture.reference().await.generation());
    assert!(!context.partners.contains(&other.partner));
}

pub async fn order_is_read_back_unchanged(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let candidates = fixture.header(&scene, "H1", 3).await;
    let new = fixture.order(&scene, &candidates);
    let planned = new.order.clone();
    fixture.process(vec![new]).await.unwrap();
    let found = fixture.store.order(everything(), planned.id).await.unwrap().unwrap();
    let document_no = Some(code("SO-0001"));
    assert_eq!(found, Order { document_no, ..planned });
    let fixture = fixture.reopened();
    assert_eq!(fixture.store.order(everything(), found.id).await.unwrap(), Some(found));
}

pub async fn order_outside_the_scope_is_not_found(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let order = created(&fixture, &scene).await;
    for (organisation, seen) in [(scene.organisation.id, true), (other.organisation.id, false)] {
        let found = fixture.store.order(only(organisation), order.id).await.unwrap();
        assert_eq!(found.is_some(), seen);
        let page =
            fixture.store.find_orders(only(organisation), query(OrderFilter::default())).await.unwrap();
        assert_eq!((page.orders.len(), page.total.value), (usize::from(seen), u64::from(seen)));
    }
}

pub async fn document_numbers_are_counted_per_organisation_and_type(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut numbers = Vec::new();
    for (scene, kind) in [(&one, 201), (&one, 202), (&other, 201), (&one, 201)] {
        let mut new = fixture.order(scene, &[]);
        new.order.document_type.id = DocumentTypeId(kind);
        let commit = fixture.order_commit(new).await;
        numbers.push(fixture.store.create_order(commit).await.unwrap().document_no.unwrap());
    }
    assert_eq!(numbers, ["SO-0001", "SO-0001", "SO-0001", "SO-0002"].map(code));
}

pub async fn failed_order_draws_no_number(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    for change in [0, 1] {
        let mut commit = fixture.order_commit(fixture.order(&scene, &[])).await;
        match change {
            0 => raise(&mut commit.write.unchanged),
            _ => commit.write.unchanged.push(Expectation::Partner(scene.partner.id, 9)),
        }
        let failed = fixture.store.create_order(commit).await;
        assert!(matches!(failed, Err(StoreError::Conflict(_))), "{failed:?}");
    }
    assert_eq!(created(&fixture, &scene).await.document_no, Some(code("SO-0001")));
}

pub async fn response_of_a_new_order_contains_its_number(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let commit = async || {
        let response = fixture.response(TokenId(5), "a-1");
        OrderCommit {
            response: Some(Arc::new(move |order: &Order| {
                let body = order.document_no.as_ref()?.as_str().into();
                Some(StoredResponse { body, ..response.clone() })
            })),
            ..fixture.order_commit(fixture.order(&scene, &[])).await
        }
    };
    fixture.store.create_order(commit().await).await.unwrap();
    for store in [&fixture.store, &fixture.another()] {
        let again = store.create_order(commit().await).await;
        assert!(matches!(again, Err(StoreError::ResponseExists)), "{again:?}");
    }
    let key = fixture.response(TokenId(5), "a-1").key;
    assert_eq!(fixture.store.stored_response(key).await.unwrap().unwrap().body, b"SO-0001");
    let orders = fixture.store.find_orders(everything(), query(OrderFilter::default())).await.unwrap();
    assert_eq!(orders.orders.len(), 1);
}

pub async fn exclusive_order_is_planned_from_current_data(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let keys = OrderKeys { partner_codes: [code("G0001")].into(), ..OrderKeys::default() };
    let (write, request) = {
        let commit = fixture.order_commit(fixture.order(&scene, &[])).await;
        (commit.write, commit.request)
    };
    let partner = scene.partner.clone();
    let work = move |tx: &dyn WriteTransaction| {
        let context = tx.load_order_context(&everything(), &keys)?;
        assert_eq!(context.partners, std::slice::from_ref(&partner));
        tx.create_order(&OrderCommit { write: write.clone(), request: request.clone(), response: None })
    };
    let made = fixture.store.write(WriteMode::Exclusive, 3, work).await.unwrap();
    assert_eq!(made.document_no, Some(code("SO-0001")));
}

pub async fn every_filter_narrows_the_list(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let candidates = fixture.header(&one, "H1", 1).await;
    let (run, _) = fixture.process(vec![fixture.order(&one, &candidates)]).await.unwrap();
    let mut plain = fixture.order(&other, &[]);
    plain.order.header.po_reference = None;
    plain.order.header.date_ordered = plain.order.header.date_ordered.tomorrow().unwrap();
    plain.number = NumberPattern::default();
    plain.order.run = None;
    let commit = fixture.order_commit(plain).await;
    fixture.store.create_order(commit).await.unwrap();
    let today = super::fixture::TODAY;
    let filters = [
        OrderFilter { organisation: Some(one.organisation.id), ..OrderFilter::default() },
        OrderFilter { data_source: Some(candidates[0].data_source), ..OrderFilter::default() },
        OrderFilter { external_header_id: Some("H1".to_owned()), ..OrderFilter::default() },
        OrderFilter { po_reference: Some("PO-1".to_owned()), ..OrderFilter::default() },
        OrderFilter { document_no: Some("SO-0001".to_owned()), ..OrderFilter::default() },
        OrderFilter { date_ordered_to: Some(today), ..OrderFilter::default() },
        OrderFilter { search: Some("so-00".to_owned()), ..OrderFilter::default() },
        OrderFilter { search: Some(" PO-1".to_owned()), ..OrderFilter::default() },
        OrderFilter {
            search: Some("g0001".to_owned()),
            external_header_id: Some("H1".to_owned()),
            ..OrderFilter::default()
        },
    ];
    for filter in filters {
        let page = fixture.store.find_orders(everything(), query(filter.clone())).await.unwrap();
        let found: Vec<_> =
            page.orders.iter().map(|order| order.document_no.as_ref().unwrap().as_str()).collect();
        assert_eq!(found, ["SO-0001"], "{filter:?}");
    }
    let none = [
        OrderFilter { status: Some(OrderStatus::Voided), ..OrderFilter::default() },
        OrderFilter { bpartner: Some("G0002".to_owned()), ..OrderFilter::default() },
        OrderFilter {
            date_ordered_from: Some(today.tomorrow().unwrap().tomorrow().unwrap()),
            ..OrderFilter::default()
        },
        OrderFilter { run: Some(run), ..OrderFilter::default() },
        OrderFilter { search: Some("0001".to_owned()), ..OrderFilter::default() },
        OrderFilter { search: Some("so_".to_owned()), ..OrderFilter::default() },
    ];
    for filter in none {
        let page = fixture.store.find_orders(everything(), query(filter.clone())).await.unwrap();
        assert_eq!(page.total.value, 0, "{filter:?}");
    }
}

pub async fn next_page_continues_after_the_last_order(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(created(&fixture, &scene).await.id);
    }
    for descending in [false, true] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let query = OrderQuery { descending, after, limit: 2, ..query(OrderFilter::default()) };
            let page = fixture.store.find_orders(everything(), query).await.unwrap();
            assert_eq!(page.total.value, 5);
            seen.extend(page.orders.iter().map(|order| order.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        if descending {
            seen.reverse();
        }
        assert_eq!(seen, made);
    }
}

pub async fn candidates_are_read_with_their_order(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let candidates = fixture.header(&scene, "H1", 2).await;
    let waiting = fixture.header(&scene, "H2", 1).await;
    let new = fixture.order(&scene, &candidates);
    let id = new.order.id;
    fixture.process(vec![new]).await.unwrap();
    let all = [ids(&candidates), ids(&waiting)].concat();
    let found = fixture.store.orders_of_candidates(everything(), all.clone()).await.unwrap();
    assert_eq!(found.iter().map(|one| one.candidate).collect::<Vec<_>>(), ids(&candidates));
    assert!(found.iter().all(|one| one.order == id && one.document_no == "SO-0001"));
    assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [10, 20]);
    let hidden = fixture.store.orders_of_candidates(only(other.organisation.id), all).await.unwrap();
    assert_eq!(hidden, []);
}

/// Creates an order of two candidates. Returns it with the write that voids it.
pub async fn to_void(fixture: &Fixture, scene: &Scene) -> (Order, VoidOrder) {
    let candidates = fixture.header(scene, "H1", 2).await;
    let new = fixture.order(scene, &candidates);
    let id = new.order.id;
    fixture.process(vec![new]).await.unwrap();
    let order = fixture.store.order(everything(), id).await.unwrap().unwrap();
    let found = fixture.store.candidates(everything(), ordered_candidates(&order)).await.unwrap();
    let call = CorrectionCall { actor: "kim".to_owned(), now: later(5), run: None };
    let void = void_order(&order, &found.candidates, Some("Webshop"), None, &OrderSettings::default(), &call)
        .unwrap();
    (order, void)
}

pub async fn voided_order_releases_its_candidates_only(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (order, void) = to_void(&fixture, &scene).await;
    let call =
        RequestLogEntry { request: fixture.request(), response: Some(fixture.response(TokenId(5), "v")) };
    fixture.store.void_order(OrgScope::All.write(), void.clone(), Some(call)).await.unwrap();
    let voided = fixture.store.order(everything(), order.id).await.unwrap().unwrap();
    let expected = Order { status: OrderStatus::Voided, version: 2, updated_at: later(5), ..order };
    assert_eq!(voided, expected);
    let freed = fixture.store.candidates(everything(), ordered_candidates(&voided)).await.unwrap().candidates;
    let hold = Some(Hold::OrderVoided { document_no: code("SO-0001") });
    assert!(freed.iter().all(|one| one.status == Status::Inactive && one.hold == hold && one.version == 3));
    assert_eq!(
        fixture.store.orders_of_candidates(everything(), ordered_candidates(&voided)).await.unwrap(),
        []
    );
    let key = fixture.response(TokenId(5), "v").key;
    assert!(fixture.store.stored_response(key).await.unwrap().is_some());
}

pub async fn changed_order_is_not_voided(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (order, void) = to_void(&fixture, &scene).await;
    let foreign = OrgScope::These(vec![other.organisation.id]).write();
    let late = VoidOrder { version: 7, ..void.clone() };
    for (scope, void) in [(foreign, void.clone()), (OrgScope::All.write(), late)] {
        let failed = fixture.store.void_order(scope, void, None).await;
        assert!(matches!(failed, Err(StoreError::Conflict(_))), "{failed:?}");
    }
    assert_eq!(fixture.store.order(everything(), order.id).await.unwrap().unwrap(), order);
    fixture.store.void_order(OrgScope::All.write(), void.clone(), None).await.unwrap();
    assert!(fixture.store.void_order(OrgScope::All.write(), void, None).await.is_err());
}

pub async fn order_history_contains_its_creation(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let candidates = fixture.header(&scene, "H1", 2).await;
    let run = fixture.running(OrgScope::All).await;
    let mut new = fixture.order(&scene, &candidates);
    new.order.run = Some(run);
    let planned = new.order.clone();
    fixture.store.commit_chunk(fixture.chunk(run, vec![new]).await).await.unwrap();
    let of_run =
        fixture.store.order_history(everything(), planned.id, HistoryRange::WHOLE).await.unwrap().unwrap();
    let expected = OrderHistory {
        created_at: planned.created_at,
        created_by: Some("Webshop".to_owned()),
        run: Some(run),
        requests: planned.requests,
        comments: Vec::new(),
        voided: None,
    };
    assert_eq!(of_run, expected);

    let mut commit = fixture.order_commit(fixture.order(&scene, &[])).await;
    commit.write.order.order.run = None;
    "shop".clone_into(&mut commit.request.actor);
    let whole = fixture.store.create_order(commit).await.unwrap();
    let of_whole = fixture
        .store
        .order_history(only(scene.organisation.id), whole.id, HistoryRange::WHOLE)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((of_whole.created_by, of_whole.run), (Some("shop".to_owned()), None));
    assert_eq!(
        fixture
            .store
            .order_history(only(other.organisation.id), whole.id, HistoryRange::WHOLE)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        fixture.store.order_history(everything(), OrderId(1), HistoryRange::WHOLE).await.unwrap(),
        None
    );
}

pub async fn order_history_contains_voiding_and_reason(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (order, void) = to_void(&fixture, &scene).await;
    let reason = Text::parse("ordered twice, by phone").unwrap();
    let void = VoidOrder { reason: reason.clone(), ..void };
    let call = RequestLogEntry { request: fixture.request(), response: None };
    fixture.store.void_order(OrgScope::All.write(), void, Some(call)).await.unwrap();
    let history =
        fixture.store.order_history(everything(), order.id, HistoryRange::WHOLE).await.unwrap().unwrap();
    let voided = OrderVoided { at: later(5), by: Some("kim".to_owned()), reason };
    assert_eq!(history.voided, Some(voided));
    assert_eq!(history.created_at, order.created_at);
}

fn settings(merge_lines: bool, patterns: &[(i64, &str)]) -> OrganisationOrders {
    let read = |(id, text): &(i64, &str)| (DocumentTypeId(*id), NumberPattern::parse(text).unwrap());
    let hand_over_since = merge_lines.then(|| later(7));
    OrganisationOrders { merge_lines, number_patterns: patterns.iter().map(read).collect(), hand_over_since }
}

pub async fn order_settings_are_replaced_whole(fixture: Fixture) {
    let organisation = fixture.scene("001").await.organisation.id;
    assert!(fixture.store.order_settings().await.unwrap().organisations.is_empty());
    for one in [settings(true, &[(201, "A-{n:03}"), (202, "P{n:01}")]), settings(false, &[(201, "B-{n:03}")])]
    {
        fixture
            .store
            .save_process_settings(OrgScope::All.write(), schedule_of(organisation), one.clone())
            .await
            .unwrap();
        assert_eq!(fixture.store.order_settings().await.unwrap().organisations[&organisation], one);
    }
}

pub async fn order_settings_of_others_stay(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let own = settings(true, &[(201, "A-{n:03}")]);
    fixture
        .store
        .save_process_settings(OrgScope::All.write(), schedule_of(one.organisation.id), own.clone())
        .await
        .unwrap();
    fixture
        .store
        .save_process_settings(
            OrgScope::All.write(),
            schedule_of(other.organisation.id),
            settings(false, &[]),
        )
        .await
        .unwrap();
    let found = fixture.store.order_settings().await.unwrap();
    assert_eq!(found.organisations[&one.organisation.id], own);
}

fn handover_of(receiver: &str, reply: HandoverReply) -> Handover {
    Handover { receiver: code(receiver), at: later(3), reply }
}

async fn order_to_hand_over(fixture: &Fixture, order: OrderId) -> HandoverOrder {
    let found = fixture.store.orders_to_hand_over(OrgScope::All.write(), vec![order]).await.unwrap();
    found.into_iter().next().unwrap()
}

pub async fn transferred_order_contains_its_transfers(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let order = created(&fixture, &scene).await;
    let before = order_to_hand_over(&fixture, order.id).await;
    assert_eq!(
        before,
        HandoverOrder {
            id: order.id,
            version: 1,
            organisation: scene.organisation.id,
            data_source: order.header.data_source,
            status: OrderStatus::Completed,
            document_no: code("SO-0001"),
            void_reason: None,
            handover: None,
        }
    );
    let rejected = handover_of(
        "ERP",
        HandoverReply::Rejected { reason: Text::parse("Kunde „gesperrt“").unwrap().unwrap() },
    );
    let taken = handover_of("WMS", HandoverReply::Accepted { number: Some(code("4711")) });
    for (version, handover) in [(2, rejected), (3, taken)] {
        let of = order_to_hand_over(&fixture, order.id).await;
        let write = HandoverWrite { order: of.clone(), handover: handover.clone(), now: later(9) };
        let call = RequestLogEntry {
            request: fixture.request(),
            response: Some(fixture.response(TokenId(5), &version.to_string())),
        };
        fixture.store.hand_over(vec![write.clone()], Some(call)).await.unwrap();
        assert_eq!(
            order_to_hand_over(&fixture, order.id).await,
            HandoverOrder { version, handover: Some(handover.clone()), ..of }
        );
        let whole = fixture.store.order(everything(), order.id).await.unwrap().unwrap();
        let expected =
            Order { version, updated_at: later(9), handover: Some(handover.clone()), ..order.clone() };
        assert_eq!(whole, expected);
        let again = fixture.store.hand_over(vec![write], None).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    }
    let fixture = fixture.reopened();
    assert_eq!(order_to_hand_over(&fixture, order.id).await.version, 3);
}

pub async fn transfer_requires_write_scope(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (one, another) = (created(&fixture, &scene).await, created(&fixture, &other).await);
    let other_scope = OrgScope::These(vec![other.organisation.id]).write();
    let wanted = vec![another.id, one.id, OrderId(7)];
    let found = fixture.store.orders_to_hand_over(other_scope, wanted.clone()).await.unwrap();
    assert_eq!(found.iter().map(|order| order.id).collect::<Vec<_>>(), [another.id]);
    let found = fixture.store.orders_to_hand_over(OrgScope::All.write(), wanted).await.unwrap();
    assert_eq!(found.iter().map(|order| order.id).collect::<Vec<_>>(), [one.id, another.id]);
}

pub async fn unconfirmed_orders_are_listed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (taken, waiting, voided) =
        (created(&fixture, &scene).await, created(&fixture, &scene).await, to_void(&fixture, &scene).await);
    fixture.store.void_order(OrgScope::All.write(), voided.1, None).await.unwrap();
    let of = order_to_hand_over(&fixture, taken.id).await;
    let handover = handover_of("ERP", HandoverReply::Accepted { number: None });
    let (store, now) = (&fixture.store, later(9));
    store.hand_over(vec![HandoverWrite { order: of, handover: handover.clone(), now }], None).await.unwrap();
    let listed = async |handed_over| {
        let filter = OrderFilter { handed_over: Some(handed_over), ..OrderFilter::default() };
        store.find_orders(everything(), query(filter)).await.unwrap().orders
    };
    let of = async |handed_over| listed(handed_over).await.iter().map(|order| order.id).collect::<Vec<_>>();
    assert_eq!(of(HandoverFilter::Unconfirmed).await, [waiting.id]);
    assert_eq!(of(HandoverFilter::Due).await, [], "no organisation has enabled transfers");
    for (since, due) in [(waiting.created_at, vec![waiting.id]), (later(3_600), Vec::new())] {
        let orders = OrganisationOrders { hand_over_since: Some(since), ..OrganisationOrders::default() };
        let schedule = schedule_of(scene.organisation.id);
        store.save_process_settings(OrgScope::All.write(), schedule, orders).await.unwrap();
        assert_eq!(of(HandoverFilter::Due).await, due);
    }
    let handed_over = listed(HandoverFilter::Confirmed).await;
    assert_eq!(handed_over.iter().map(|order| order.id).collect::<Vec<_>>(), [taken.id]);
    assert_eq!(handed_over[0].handover, Some(handover));
}
