//! Orders: whole, with their numbers, found again, voided.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{DocumentTypeId, OrderId, TokenId};
use orderdock_domain::import::Expectation;
use orderdock_domain::order::{
    Handover, HandoverFilter, HandoverReply, HandoverWrite, NumberPattern, Order, OrderKeys, OrderSettings,
    OrderStanding, OrderStatus, OrganisationOrders, VoidOrder, ordered_candidates, void_order,
};
use orderdock_domain::text::Text;

use super::calls::{RequestCalls as _, ScheduleCalls as _, SingleCalls as _};
use super::chunks::raise;
use super::ordering::{ids, later};
use super::schedules::schedule_of;
use super::world::{Scene, World, code, everything, only};
use crate::{
    HistoryRange, KeptCall, OrderCommit, OrderFilter, OrderHistory, OrderQuery, OrderVoided, StoreError,
    StoredAnswer, WriteMode, WriteTransaction,
};

fn query(filter: OrderFilter) -> OrderQuery {
    OrderQuery { filter, descending: false, after: None, limit: 500, counted: true }
}

/// An order sent whole, written.
pub async fn created(world: &World, scene: &Scene) -> Order {
    let commit = world.order_commit(world.order(scene, &[])).await;
    world.store.create_order(commit).await.unwrap()
}

pub async fn an_order_context_holds_what_the_keys_name(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let keys = OrderKeys {
        partner_codes: [code("G0001"), code("nobody")].into(),
        product_codes: [code("P002737")].into(),
    };
    let scope = only(scene.organisation.id);
    let context = world.store.load_order_context(scope, keys).await.unwrap();
    assert_eq!(context.partners, [scene.partner]);
    assert_eq!(context.locations, [scene.location], "the first active one, for want of a default");
    assert_eq!(context.products, [scene.product]);
    assert_eq!(context.reference.generation(), world.reference().await.generation());
    assert!(!context.partners.contains(&other.partner));
}

pub async fn an_order_comes_back_as_it_was_written(world: World) {
    let scene = world.scene("001").await;
    let candidates = world.header(&scene, "H1", 3).await;
    let new = world.order(&scene, &candidates);
    let planned = new.order.clone();
    world.process(vec![new]).await.unwrap();
    let found = world.store.order(everything(), planned.id).await.unwrap().unwrap();
    let document_no = Some(code("SO-0001"));
    assert_eq!(found, Order { document_no, ..planned });
    let world = world.reopened();
    assert_eq!(world.store.order(everything(), found.id).await.unwrap(), Some(found));
}

pub async fn an_order_is_read_by_who_may(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let order = created(&world, &scene).await;
    for (organisation, seen) in [(scene.organisation.id, true), (other.organisation.id, false)] {
        let found = world.store.order(only(organisation), order.id).await.unwrap();
        assert_eq!(found.is_some(), seen);
        let page = world.store.find_orders(only(organisation), query(OrderFilter::default())).await.unwrap();
        assert_eq!((page.orders.len(), page.total.value), (usize::from(seen), u64::from(seen)));
    }
}

pub async fn numbers_count_from_one_for_each_organisation_and_type(world: World) {
    let (one, other) = (world.scene("001").await, world.scene("002").await);
    let mut numbers = Vec::new();
    for (scene, kind) in [(&one, 201), (&one, 202), (&other, 201), (&one, 201)] {
        let mut new = world.order(scene, &[]);
        new.order.document_type.id = DocumentTypeId(kind);
        let commit = world.order_commit(new).await;
        numbers.push(world.store.create_order(commit).await.unwrap().document_no.unwrap());
    }
    assert_eq!(numbers, ["SO-0001", "SO-0001", "SO-0001", "SO-0002"].map(code));
}

pub async fn a_failed_order_draws_no_number(world: World) {
    let scene = world.scene("001").await;
    for change in [0, 1] {
        let mut commit = world.order_commit(world.order(&scene, &[])).await;
        match change {
            0 => raise(&mut commit.write.unchanged),
            _ => commit.write.unchanged.push(Expectation::Partner(scene.partner.id, 9)),
        }
        let failed = world.store.create_order(commit).await;
        assert!(matches!(failed, Err(StoreError::Conflict(_))), "{failed:?}");
    }
    assert_eq!(created(&world, &scene).await.document_no, Some(code("SO-0001")));
}

pub async fn the_answer_of_an_order_knows_its_number(world: World) {
    let scene = world.scene("001").await;
    let commit = async || {
        let kept = world.answer(TokenId(5), "a-1");
        OrderCommit {
            answer: Some(Arc::new(move |order: &Order| {
                let answer = order.document_no.as_ref()?.as_str().into();
                Some(StoredAnswer { answer, ..kept.clone() })
            })),
            ..world.order_commit(world.order(&scene, &[])).await
        }
    };
    world.store.create_order(commit().await).await.unwrap();
    for store in [&world.store, &world.another()] {
        let again = store.create_order(commit().await).await;
        assert!(matches!(again, Err(StoreError::AnswerTaken)), "{again:?}");
    }
    let key = world.answer(TokenId(5), "a-1").key;
    assert_eq!(world.store.answer_for(key).await.unwrap().unwrap().answer, b"SO-0001");
    let orders = world.store.find_orders(everything(), query(OrderFilter::default())).await.unwrap();
    assert_eq!(orders.orders.len(), 1);
}

pub async fn exclusive_order_is_planned_from_current_data(world: World) {
    let scene = world.scene("001").await;
    let keys = OrderKeys { partner_codes: [code("G0001")].into(), ..OrderKeys::default() };
    let (write, request) = {
        let commit = world.order_commit(world.order(&scene, &[])).await;
        (commit.write, commit.request)
    };
    let partner = scene.partner.clone();
    let work = move |tx: &dyn WriteTransaction| {
        let context = tx.load_order_context(&everything(), &keys)?;
        assert_eq!(context.partners, std::slice::from_ref(&partner));
        tx.create_order(&OrderCommit { write: write.clone(), request: request.clone(), answer: None })
    };
    let made = world.store.write(WriteMode::Exclusive, 3, work).await.unwrap();
    assert_eq!(made.document_no, Some(code("SO-0001")));
}

pub async fn every_filter_narrows_the_list(world: World) {
    let (one, other) = (world.scene("001").await, world.scene("002").await);
    let candidates = world.header(&one, "H1", 1).await;
    let (run, _) = world.process(vec![world.order(&one, &candidates)]).await.unwrap();
    let mut plain = world.order(&other, &[]);
    plain.order.header.po_reference = None;
    plain.order.header.date_ordered = plain.order.header.date_ordered.tomorrow().unwrap();
    plain.number = NumberPattern::default();
    plain.order.run = None;
    let commit = world.order_commit(plain).await;
    world.store.create_order(commit).await.unwrap();
    let today = super::world::TODAY;
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
        let page = world.store.find_orders(everything(), query(filter.clone())).await.unwrap();
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
        let page = world.store.find_orders(everything(), query(filter.clone())).await.unwrap();
        assert_eq!(page.total.value, 0, "{filter:?}");
    }
}

pub async fn the_list_goes_on_behind_an_order(world: World) {
    let scene = world.scene("001").await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(created(&world, &scene).await.id);
    }
    for descending in [false, true] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let query = OrderQuery { descending, after, limit: 2, ..query(OrderFilter::default()) };
            let page = world.store.find_orders(everything(), query).await.unwrap();
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

pub async fn candidates_know_the_order_they_are_in(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let candidates = world.header(&scene, "H1", 2).await;
    let waiting = world.header(&scene, "H2", 1).await;
    let new = world.order(&scene, &candidates);
    let id = new.order.id;
    world.process(vec![new]).await.unwrap();
    let all = [ids(&candidates), ids(&waiting)].concat();
    let found = world.store.orders_of_candidates(everything(), all.clone()).await.unwrap();
    assert_eq!(found.iter().map(|one| one.candidate).collect::<Vec<_>>(), ids(&candidates));
    assert!(found.iter().all(|one| one.order == id && one.document_no == "SO-0001"));
    assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [10, 20]);
    let hidden = world.store.orders_of_candidates(only(other.organisation.id), all).await.unwrap();
    assert_eq!(hidden, []);
}

/// An order of two candidates, as it is read, and what voids it.
pub async fn to_void(world: &World, scene: &Scene) -> (Order, VoidOrder) {
    let candidates = world.header(scene, "H1", 2).await;
    let new = world.order(scene, &candidates);
    let id = new.order.id;
    world.process(vec![new]).await.unwrap();
    let order = world.store.order(everything(), id).await.unwrap().unwrap();
    let found = world.store.candidates(everything(), ordered_candidates(&order)).await.unwrap();
    let call = CorrectionCall { actor: "kim".to_owned(), now: later(5), run: None };
    let void = void_order(&order, &found.candidates, Some("Webshop"), None, &OrderSettings::default(), &call)
        .unwrap();
    (order, void)
}

pub async fn voiding_frees_the_candidates_and_keeps_the_rest(world: World) {
    let scene = world.scene("001").await;
    let (order, void) = to_void(&world, &scene).await;
    let call = KeptCall { request: world.request(), answer: Some(world.answer(TokenId(5), "v")) };
    world.store.void_order(OrgScope::All.write(), void.clone(), Some(call)).await.unwrap();
    let voided = world.store.order(everything(), order.id).await.unwrap().unwrap();
    let expected = Order { status: OrderStatus::Voided, version: 2, updated_at: later(5), ..order };
    assert_eq!(voided, expected);
    let freed = world.store.candidates(everything(), ordered_candidates(&voided)).await.unwrap().candidates;
    let hold = Some(Hold::OrderVoided { document_no: code("SO-0001") });
    assert!(freed.iter().all(|one| one.status == Status::Inactive && one.hold == hold && one.version == 3));
    assert_eq!(
        world.store.orders_of_candidates(everything(), ordered_candidates(&voided)).await.unwrap(),
        []
    );
    let key = world.answer(TokenId(5), "v").key;
    assert!(world.store.answer_for(key).await.unwrap().is_some());
}

pub async fn what_changed_meanwhile_is_not_voided(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let (order, void) = to_void(&world, &scene).await;
    let foreign = OrgScope::These(vec![other.organisation.id]).write();
    let late = VoidOrder { version: 7, ..void.clone() };
    for (scope, void) in [(foreign, void.clone()), (OrgScope::All.write(), late)] {
        let failed = world.store.void_order(scope, void, None).await;
        assert!(matches!(failed, Err(StoreError::Conflict(_))), "{failed:?}");
    }
    assert_eq!(world.store.order(everything(), order.id).await.unwrap().unwrap(), order);
    world.store.void_order(OrgScope::All.write(), void.clone(), None).await.unwrap();
    assert!(world.store.void_order(OrgScope::All.write(), void, None).await.is_err());
}

pub async fn an_order_knows_who_made_it_of_what(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let candidates = world.header(&scene, "H1", 2).await;
    let run = world.running(OrgScope::All).await;
    let mut new = world.order(&scene, &candidates);
    new.order.run = Some(run);
    let planned = new.order.clone();
    world.store.commit_chunk(world.chunk(run, vec![new]).await).await.unwrap();
    let of_run =
        world.store.order_history(everything(), planned.id, HistoryRange::WHOLE).await.unwrap().unwrap();
    let expected = OrderHistory {
        created_at: planned.created_at,
        created_by: Some("Webshop".to_owned()),
        run: Some(run),
        requests: planned.requests,
        comments: Vec::new(),
        voided: None,
    };
    assert_eq!(of_run, expected);

    let mut commit = world.order_commit(world.order(&scene, &[])).await;
    commit.write.order.order.run = None;
    "shop".clone_into(&mut commit.request.actor);
    let whole = world.store.create_order(commit).await.unwrap();
    let of_whole = world
        .store
        .order_history(only(scene.organisation.id), whole.id, HistoryRange::WHOLE)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((of_whole.created_by, of_whole.run), (Some("shop".to_owned()), None));
    assert_eq!(
        world.store.order_history(only(other.organisation.id), whole.id, HistoryRange::WHOLE).await.unwrap(),
        None
    );
    assert_eq!(world.store.order_history(everything(), OrderId(1), HistoryRange::WHOLE).await.unwrap(), None);
}

pub async fn an_order_knows_who_voided_it_and_why(world: World) {
    let scene = world.scene("001").await;
    let (order, void) = to_void(&world, &scene).await;
    let reason = Text::parse("ordered twice, by phone").unwrap();
    let void = VoidOrder { reason: reason.clone(), ..void };
    let call = KeptCall { request: world.request(), answer: None };
    world.store.void_order(OrgScope::All.write(), void, Some(call)).await.unwrap();
    let history =
        world.store.order_history(everything(), order.id, HistoryRange::WHOLE).await.unwrap().unwrap();
    let voided = OrderVoided { at: later(5), by: Some("kim".to_owned()), reason };
    assert_eq!(history.voided, Some(voided));
    assert_eq!(history.created_at, order.created_at);
}

fn settings(merge_lines: bool, patterns: &[(i64, &str)]) -> OrganisationOrders {
    let read = |(id, text): &(i64, &str)| (DocumentTypeId(*id), NumberPattern::parse(text).unwrap());
    let hand_over_since = merge_lines.then(|| later(7));
    OrganisationOrders { merge_lines, number_patterns: patterns.iter().map(read).collect(), hand_over_since }
}

pub async fn order_settings_are_replaced_whole(world: World) {
    let organisation = world.scene("001").await.organisation.id;
    assert!(world.store.order_settings().await.unwrap().organisations.is_empty());
    for one in [settings(true, &[(201, "A-{n:03}"), (202, "P{n:01}")]), settings(false, &[(201, "B-{n:03}")])]
    {
        world
            .store
            .save_process_settings(OrgScope::All.write(), schedule_of(organisation), one.clone())
            .await
            .unwrap();
        assert_eq!(world.store.order_settings().await.unwrap().organisations[&organisation], one);
    }
}

pub async fn order_settings_of_others_stay(world: World) {
    let (one, other) = (world.scene("001").await, world.scene("002").await);
    let kept = settings(true, &[(201, "A-{n:03}")]);
    world
        .store
        .save_process_settings(OrgScope::All.write(), schedule_of(one.organisation.id), kept.clone())
        .await
        .unwrap();
    world
        .store
        .save_process_settings(
            OrgScope::All.write(),
            schedule_of(other.organisation.id),
            settings(false, &[]),
        )
        .await
        .unwrap();
    let found = world.store.order_settings().await.unwrap();
    assert_eq!(found.organisations[&one.organisation.id], kept);
}

fn said(receiver: &str, said: HandoverReply) -> Handover {
    Handover { receiver: code(receiver), at: later(3), said }
}

async fn standing(world: &World, order: OrderId) -> OrderStanding {
    let found = world.store.orders_to_hand_over(OrgScope::All.write(), vec![order]).await.unwrap();
    found.into_iter().next().unwrap()
}

pub async fn an_order_that_was_handed_over_says_so(world: World) {
    let scene = world.scene("001").await;
    let order = created(&world, &scene).await;
    let before = standing(&world, order.id).await;
    assert_eq!(
        before,
        OrderStanding {
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
    let refused =
        said("ERP", HandoverReply::Refused { words: Text::parse("Kunde „gesperrt“").unwrap().unwrap() });
    let taken = said("WMS", HandoverReply::Taken { number: Some(code("4711")) });
    for (version, handover) in [(2, refused), (3, taken)] {
        let of = standing(&world, order.id).await;
        let write = HandoverWrite { order: of.clone(), handover: handover.clone(), now: later(9) };
        let call = KeptCall {
            request: world.request(),
            answer: Some(world.answer(TokenId(5), &version.to_string())),
        };
        world.store.hand_over(vec![write.clone()], Some(call)).await.unwrap();
        assert_eq!(
            standing(&world, order.id).await,
            OrderStanding { version, handover: Some(handover.clone()), ..of }
        );
        let whole = world.store.order(everything(), order.id).await.unwrap().unwrap();
        let expected =
            Order { version, updated_at: later(9), handover: Some(handover.clone()), ..order.clone() };
        assert_eq!(whole, expected);
        let again = world.store.hand_over(vec![write], None).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    }
    let world = world.reopened();
    assert_eq!(standing(&world, order.id).await.version, 3);
}

pub async fn orders_are_handed_over_by_who_may_write_them(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let (one, another) = (created(&world, &scene).await, created(&world, &other).await);
    let theirs = OrgScope::These(vec![other.organisation.id]).write();
    let wanted = vec![another.id, one.id, OrderId(7)];
    let found = world.store.orders_to_hand_over(theirs, wanted.clone()).await.unwrap();
    assert_eq!(found.iter().map(|order| order.id).collect::<Vec<_>>(), [another.id]);
    let found = world.store.orders_to_hand_over(OrgScope::All.write(), wanted).await.unwrap();
    assert_eq!(found.iter().map(|order| order.id).collect::<Vec<_>>(), [one.id, another.id]);
}

pub async fn what_nobody_has_is_listed(world: World) {
    let scene = world.scene("001").await;
    let (taken, waiting, voided) =
        (created(&world, &scene).await, created(&world, &scene).await, to_void(&world, &scene).await);
    world.store.void_order(OrgScope::All.write(), voided.1, None).await.unwrap();
    let of = standing(&world, taken.id).await;
    let handover = said("ERP", HandoverReply::Taken { number: None });
    let (store, now) = (&world.store, later(9));
    store.hand_over(vec![HandoverWrite { order: of, handover: handover.clone(), now }], None).await.unwrap();
    let listed = async |handed_over| {
        let filter = OrderFilter { handed_over: Some(handed_over), ..OrderFilter::default() };
        store.find_orders(everything(), query(filter)).await.unwrap().orders
    };
    let of = async |handed_over| listed(handed_over).await.iter().map(|order| order.id).collect::<Vec<_>>();
    assert_eq!(of(HandoverFilter::Nobodys).await, [waiting.id]);
    assert_eq!(of(HandoverFilter::Due).await, [], "nobody hands over");
    for (since, due) in [(waiting.created_at, vec![waiting.id]), (later(3_600), Vec::new())] {
        let orders = OrganisationOrders { hand_over_since: Some(since), ..OrganisationOrders::default() };
        let schedule = schedule_of(scene.organisation.id);
        store.save_process_settings(OrgScope::All.write(), schedule, orders).await.unwrap();
        assert_eq!(of(HandoverFilter::Due).await, due);
    }
    let handed_over = listed(HandoverFilter::Taken).await;
    assert_eq!(handed_over.iter().map(|order| order.id).collect::<Vec<_>>(), [taken.id]);
    assert_eq!(handed_over[0].handover, Some(handover));
}
