//! Requests of signed-in users, and requests of receivers of orders and events.

use orderdock_testkit::PASSWORD;
use orderdock_testkit::reqwest::Method;
use serde_json::{Value, json};

use crate::calls::{Call, KnownValues, ORDERS, TwinUser, call, get, post};
use crate::rng::Rng;

const SESSION: &str = "/api/session";
const VIEWS: &str = "/api/views";

fn any_clerk(rng: &mut Rng) -> TwinUser {
    rng.weighted(&[(3, TwinUser::Anna), (2, TwinUser::Berta)])
}

fn sign_in(user: TwinUser) -> Call {
    let name = if user == TwinUser::Anna { "anna" } else { "Berta" };
    Call { user, ..post(SESSION, json!({ "user": name, "password": PASSWORD })) }
}

/// Returns the request with its user. If the user is not signed in, mostly returns a sign-in request instead.
pub fn by(rng: &mut Rng, known: &KnownValues, user: TwinUser, call: Call) -> Call {
    let is_in = known.signed_in.contains(&user) || ![TwinUser::Anna, TwinUser::Berta].contains(&user);
    if is_in || rng.one_in(8) { Call { user, ..call } } else { sign_in(user) }
}

/// Returns a request that signs in, reads the session, or signs out.
pub fn session(rng: &mut Rng, _: &KnownValues) -> Call {
    let user = any_clerk(rng);
    let call = match rng.roll(12) {
        0 => call(Method::DELETE, SESSION, ""),
        1 | 2 => get(SESSION),
        3 => post(SESSION, json!({ "user": *rng.pick(&["anna", "nobody"]), "password": "wrong password" })),
        _ => sign_in(user),
    };
    Call { user, ..call }
}

fn view(rng: &mut Rng) -> Value {
    let queries = [
        json!("status=error&sort=-createdAt"),
        json!("assignedTo=me&hold=waiting"),
        json!("org=001&q=m%C3%BCl"),
        Value::Null,
        json!("status=lost"),
    ];
    let columns = json!([
        [{ "name": "qty", "width": 80, "pinned": true }, { "name": "poReference", "hidden": true }],
        [],
        [{ "name": "qty" }, { "name": "qty" }],
    ]);
    let name =
        *rng.pick(&["Spät", "SPÄT", "Late", "Fehler \"heute\"", "with \u{0}", "", "Morgens", "Abends"]);
    json!({ "name": name, "query": rng.pick(&queries).clone(), "shared": rng.one_in(3),
        "list": *rng.pick(&["candidates", "headers"]), "columns": columns[rng.below(3)] })
}

pub fn views(rng: &mut Rng, known: &KnownValues) -> Call {
    let id = KnownValues::id(rng, &known.views);
    let path = format!("{VIEWS}/{id}");
    let call = match rng.roll(10) {
        0 => call(Method::DELETE, path, ""),
        1 => get(path),
        2 | 3 => get(VIEWS),
        4 => call(Method::PUT, format!("{VIEWS}/default"), json!({ "id": id })),
        5 => call(Method::PUT, format!("{VIEWS}/default"), json!({ "id": null })),
        6 | 7 => {
            let mut change = view(rng);
            change["version"] = json!(1 + rng.roll(3));
            if rng.one_in(2) {
                change.as_object_mut().unwrap().remove("name");
            }
            call(Method::PATCH, path, change)
        }
        _ => post(VIEWS, view(rng)),
    };
    let user = any_clerk(rng);
    by(rng, known, user, call)
}

/// Returns a request that records or lists transfers of orders.
pub fn hand_over(rng: &mut Rng, known: &KnownValues) -> Call {
    if rng.one_in(4) {
        return get(format!("{ORDERS}?handedOver={}&limit=20", rng.pick(&["true", "false", "due", "lost"])));
    }
    let item = |rng: &mut Rng| {
        let receiver = *rng.pick(&["ERP", "ERP", "ERP", "ERP", "Lager \u{1f4e6}", "Lager \u{1f4e6}", ""]);
        let mut item = json!({ "salesOrderId": known.order(rng), "receiver": receiver });
        match rng.roll(4) {
            0 => {
                item["refused"] =
                    json!(*rng.pick(&["Kunde gesperrt", "Kunde gesperrt", "Kunde gesperrt", "with \u{0}"]));
            }
            1 => item["at"] = json!(*rng.pick(&["2026-11-24T08:00:00Z", "2026-11-20T08:00:00Z", "gestern"])),
            _ => item["number"] = json!(format!("E-{}", rng.roll(4))),
        }
        item
    };
    let orders: Vec<_> = (0..=rng.roll(3)).map(|_| item(rng)).collect();
    post(format!("{ORDERS}/handed-over"), json!({ "orders": orders }))
}

/// Returns a request that reads the event feed from the start, after an event, or from the current position.
pub fn feed(rng: &mut Rng, known: &KnownValues) -> Call {
    let after = match rng.roll(20) {
        0..4 => "after=now".to_owned(),
        4 => "after=never".to_owned(),
        5..8 => String::new(),
        _ => known.events.last().map(|_| format!("after={}", rng.pick(&known.events))).unwrap_or_default(),
    };
    let limit = *rng.pick(&[1, 5, 100, 100]);
    let more = *rng.pick(&[
        "",
        "",
        "types=orderdock.order.completed",
        "dataSource=int-SOURCE.shop",
        "include=record",
    ]);
    get(format!("/api/event-feed?{after}&limit={limit}&{more}"))
}
