//! Requests of signed-in users, and requests of receivers of orders and events.

use orderdock_testkit::PASSWORD;
use orderdock_testkit::reqwest::Method;
use serde_json::{Value, json};

use crate::calls::{Call, Known, ORDERS, Who, call, get, post};
use crate::dice::Dice;

const SESSION: &str = "/api/session";
const VIEWS: &str = "/api/views";

fn any_clerk(dice: &mut Dice) -> Who {
    dice.weighted(&[(3, Who::Anna), (2, Who::Berta)])
}

fn sign_in(who: Who) -> Call {
    let name = if who == Who::Anna { "anna" } else { "Berta" };
    Call { who, ..post(SESSION, json!({ "user": name, "password": PASSWORD })) }
}

/// Returns the request with its user. If the user is not signed in, mostly returns a sign-in request instead.
pub fn by(dice: &mut Dice, known: &Known, who: Who, call: Call) -> Call {
    let is_in = known.signed_in.contains(&who) || ![Who::Anna, Who::Berta].contains(&who);
    if is_in || dice.one_in(8) { Call { who, ..call } } else { sign_in(who) }
}

/// Returns a request that signs in, reads the session, or signs out.
pub fn session(dice: &mut Dice, _: &Known) -> Call {
    let who = any_clerk(dice);
    let call = match dice.roll(12) {
        0 => call(Method::DELETE, SESSION, ""),
        1 | 2 => get(SESSION),
        3 => post(SESSION, json!({ "user": *dice.pick(&["anna", "nobody"]), "password": "wrong password" })),
        _ => sign_in(who),
    };
    Call { who, ..call }
}

fn view(dice: &mut Dice) -> Value {
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
        *dice.pick(&["Spät", "SPÄT", "Late", "Fehler \"heute\"", "with \u{0}", "", "Morgens", "Abends"]);
    json!({ "name": name, "query": dice.pick(&queries).clone(), "shared": dice.one_in(3),
        "list": *dice.pick(&["candidates", "headers"]), "columns": columns[dice.below(3)] })
}

pub fn views(dice: &mut Dice, known: &Known) -> Call {
    let id = Known::id(dice, &known.views);
    let path = format!("{VIEWS}/{id}");
    let call = match dice.roll(10) {
        0 => call(Method::DELETE, path, ""),
        1 => get(path),
        2 | 3 => get(VIEWS),
        4 => call(Method::PUT, format!("{VIEWS}/default"), json!({ "id": id })),
        5 => call(Method::PUT, format!("{VIEWS}/default"), json!({ "id": null })),
        6 | 7 => {
            let mut change = view(dice);
            change["version"] = json!(1 + dice.roll(3));
            if dice.one_in(2) {
                change.as_object_mut().unwrap().remove("name");
            }
            call(Method::PATCH, path, change)
        }
        _ => post(VIEWS, view(dice)),
    };
    let who = any_clerk(dice);
    by(dice, known, who, call)
}

/// Returns a request that records or lists transfers of orders.
pub fn hand_over(dice: &mut Dice, known: &Known) -> Call {
    if dice.one_in(4) {
        return get(format!("{ORDERS}?handedOver={}&limit=20", dice.pick(&["true", "false", "due", "lost"])));
    }
    let item = |dice: &mut Dice| {
        let receiver = *dice.pick(&["ERP", "ERP", "ERP", "ERP", "Lager \u{1f4e6}", "Lager \u{1f4e6}", ""]);
        let mut item = json!({ "salesOrderId": known.order(dice), "receiver": receiver });
        match dice.roll(4) {
            0 => {
                item["refused"] =
                    json!(*dice.pick(&["Kunde gesperrt", "Kunde gesperrt", "Kunde gesperrt", "with \u{0}"]));
            }
            1 => item["at"] = json!(*dice.pick(&["2026-11-24T08:00:00Z", "2026-11-20T08:00:00Z", "gestern"])),
            _ => item["number"] = json!(format!("E-{}", dice.roll(4))),
        }
        item
    };
    let orders: Vec<_> = (0..=dice.roll(3)).map(|_| item(dice)).collect();
    post(format!("{ORDERS}/handed-over"), json!({ "orders": orders }))
}

/// Returns a request that reads the event feed from the start, after an event, or from the current position.
pub fn feed(dice: &mut Dice, known: &Known) -> Call {
    let after = match dice.roll(20) {
        0..4 => "after=now".to_owned(),
        4 => "after=never".to_owned(),
        5..8 => String::new(),
        _ => known.events.last().map(|_| format!("after={}", dice.pick(&known.events))).unwrap_or_default(),
    };
    let limit = *dice.pick(&[1, 5, 100, 100]);
    let more = *dice.pick(&[
        "",
        "",
        "types=orderdock.order.completed",
        "dataSource=int-SOURCE.shop",
        "include=record",
    ]);
    get(format!("/api/event-feed?{after}&limit={limit}&{more}"))
}
