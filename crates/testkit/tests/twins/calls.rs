//! Generates requests for all operations of the API, on existing and missing records.

use std::collections::BTreeMap;
use std::fmt;

use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, bulk};
use serde_json::{Value, json};

use crate::administration::{rejected_rows, requests, rules, settings, webhooks};
use crate::dice::Dice;
use crate::people::{by, feed, hand_over, session, views};
use crate::rows::{SOURCES, row, sent};

pub const ORDERS: &str = "/api/sales/order";
pub const KINDS: [&str; 15] = [
    "organisations",
    "countries",
    "uoms",
    "external-systems",
    "data-sources",
    "taxes",
    "price-lists",
    "shippers",
    "bpartner-groups",
    "postal-codes",
    "bpartners",
    "products",
    "product-prices",
    "bpartner-products",
    "cross-references",
];

/// Caller of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Admin,
    /// An access token without permission to change master data.
    Shop,
    /// An access token of one organisation.
    Branch,
    /// A clerk, possibly not signed in.
    Anna,
    /// A clerk of one organisation.
    Berta,
}

/// A request that both services receive.
#[derive(Clone, Debug)]
pub struct Call {
    pub who: Who,
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

/// Values from earlier responses that later requests refer to.
#[derive(Default)]
pub struct Known {
    pub candidates: Vec<i64>,
    pub orders: Vec<String>,
    pub runs: Vec<i64>,
    pub requests: Vec<i64>,
    pub rejected_rows: Vec<i64>,
    pub webhooks: Vec<i64>,
    pub rules: Vec<i64>,
    pub views: Vec<i64>,
    pub events: Vec<String>,
    /// Users whose session was valid in the last response.
    pub signed_in: Vec<Who>,
    pub attachments: Vec<String>,
    /// Master data records, each with its kind.
    pub records: Vec<(&'static str, i64)>,
    /// Next pages of lists: the path without its cursor, and the cursor.
    pub pages: Vec<(String, String)>,
    /// Earlier requests that change data.
    pub sent: Vec<Call>,
    /// Number of incoming orders that the next request chooses from.
    pub headers: u64,
    /// Number of responses by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Number of errors by code.
    pub faults: BTreeMap<String, u64>,
}

impl Known {
    /// Returns a known id, sometimes a missing one.
    pub fn id(dice: &mut Dice, ids: &[i64]) -> i64 {
        if ids.is_empty() || dice.one_in(25) { *dice.pick(&[0, -1, 17, i64::MAX]) } else { *dice.pick(ids) }
    }

    fn candidate(&self, dice: &mut Dice) -> i64 {
        Self::id(dice, &self.candidates)
    }

    pub fn header(&self, dice: &mut Dice) -> String {
        let name =
            if dice.one_in(20) { "no such".to_owned() } else { format!("H{}", dice.roll(self.headers)) };
        name.replace(' ', "%20")
    }

    pub fn order(&self, dice: &mut Dice) -> String {
        if self.orders.is_empty() || dice.one_in(25) {
            "17".to_owned()
        } else {
            dice.pick(&self.orders).clone()
        }
    }
}

pub fn call(method: Method, path: impl Into<String>, body: impl fmt::Display) -> Call {
    Call { who: Who::Admin, method, path: path.into(), headers: Vec::new(), body: body.to_string() }
}

pub fn get(path: impl Into<String>) -> Call {
    call(Method::GET, path, "")
}

pub fn post(path: impl Into<String>, body: impl fmt::Display) -> Call {
    call(Method::POST, path, body)
}

impl Call {
    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Generates the next request.
pub fn next(dice: &mut Dice, known: &Known) -> Call {
    type Make = fn(&mut Dice, &Known) -> Call;
    let generators: [(u64, Make); 28] = [
        (3, comment),
        (28, single),
        (12, several),
        (6, again),
        (10, list),
        (5, headers),
        (4, next_page),
        (5, counts),
        (8, one),
        (8, patch),
        (3, cancel),
        (5, process),
        (3, edit),
        (2, undo),
        (4, order),
        (4, orders),
        (5, masterdata),
        (4, upsert),
        (3, attach),
        (3, requests),
        (5, rejected_rows),
        (2, settings),
        (3, webhooks),
        (3, rules),
        (3, session),
        (4, views),
        (3, hand_over),
        (3, feed),
    ];
    let mut call = dice.weighted(&generators)(dice, known);
    if call.method != Method::GET && dice.one_in(6) {
        let key = format!("key-{}", dice.roll(40));
        call = call.with("Idempotency-Key", key);
    }
    if dice.one_in(12) {
        call = call.with("Accept-Language", "de");
    }
    if call.who == Who::Admin {
        let who = dice.weighted(&[
            (24, Who::Admin),
            (3, Who::Shop),
            (2, Who::Branch),
            (3, Who::Anna),
            (1, Who::Berta),
        ]);
        call = by(dice, known, who, call);
    }
    call
}

/// Returns the request that reads the results of a run.
pub fn results(run: &str) -> Call {
    get(format!("{run}/results?limit=500"))
}

pub fn dry_run(dice: &mut Dice) -> &'static str {
    if dice.one_in(12) { "dryRun=true" } else { "" }
}

/// Returns the query parameter for rows that refer to unknown records.
fn unresolved(dice: &mut Dice) -> &'static str {
    dice.weighted(&[(4, ""), (4, "unresolved=store"), (1, "unresolved=reject")])
}

fn single(dice: &mut Dice, known: &Known) -> Call {
    let body = row(dice, known.headers);
    let query = format!("{}&{}", dry_run(dice), unresolved(dice));
    let call = post(format!("{CANDIDATES}?{query}"), sent(dice, &body));
    if dice.one_in(10) { call.with("Prefer", "handling=strict") } else { call }
}

fn several(dice: &mut Dice, known: &Known) -> Call {
    let policy = dice.weighted(&[(10, "all"), (10, "header"), (20, "row"), (1, "none")]);
    let rows = if dice.one_in(12) { 60 } else { 6 };
    let rows: Vec<Value> = (0..=dice.roll(rows)).map(|_| row(dice, known.headers)).collect();
    let body: Value = serde_json::from_str(&bulk(rows)).unwrap();
    let query = format!("errorPolicy={policy}&{}&{}", dry_run(dice), unresolved(dice));
    post(format!("{CANDIDATES}/bulk?{query}"), sent(dice, &body))
}

/// Repeats an earlier request.
fn again(dice: &mut Dice, known: &Known) -> Call {
    if known.sent.is_empty() { single(dice, known) } else { dice.pick(&known.sent).clone() }
}

fn filter(dice: &mut Dice, known: &Known) -> String {
    let mut filter = Vec::new();
    for _ in 0..dice.roll(4) {
        let header = known.header(dice);
        filter.push(match dice.roll(21) {
            0 => format!(
                "status={}",
                dice.pick(&["new", "error", "processed", "inactive", "new,error", "lost"])
            ),
            1 => format!("dataSource={}", dice.pick(&SOURCES)),
            2 => (*dice.pick(&["org=001", "org=test-org-03", "org=none", "externalSystem=s0"])).to_owned(),
            3 => format!("bpartner={}", dice.pick(&["G0001", "P0", "P1", "p1"])),
            4 => format!("product={}", dice.pick(&["P002737", "A0", "A001"])),
            5 => format!("poReference=PO-{}", dice.roll(known.headers)),
            6 => format!("externalHeaderId={header}"),
            7 => format!("dateRequiredFrom={}", dice.pick(&["2026-12-09", "2027-01-01", "2026-13-01"])),
            8 => "dateRequiredTo=2026-12-24".to_owned(),
            9 => "createdFrom=2026-11-20T12:30:00Z".to_owned(),
            10 => "createdTo=2026-11-20T14:00:00Z".to_owned(),
            11 => format!("q={}", dice.pick(&["h1", "po-1", "g0", "m%C3%BCl", "%25", "%00", "_", "10"])),
            12 => format!("problem={}", dice.pick(&["price.none", "qty.not_positive", "none.such"])),
            13 => format!(
                "hold={}",
                dice.pick(&["sibling.error", "header.incomplete", "header.settling", "waiting", "waiting"])
            ),
            17 => format!("waitingUntilTo={}", dice.pick(&["2026-11-30", "2026-12-31"])),
            18 => format!("assignedTo={}", dice.pick(&["none", "anna", "me"])),
            14 => format!("hasAttachment={}", dice.pick(&["true", "false"])),
            19 => format!("hasComments={}", dice.pick(&["true", "false"])),
            16 => format!("headerOf={},{}", known.candidate(dice), known.candidate(dice)),
            15 => format!("requestId={}", Known::id(dice, &known.requests)),
            _ => format!("runId={}", Known::id(dice, &known.runs)),
        });
    }
    filter.join("&")
}

fn sort(dice: &mut Dice) -> String {
    let by = ["createdAt", "dateRequired", "poReference", "qty", "price", "status", "bpartner"];
    let descending = if dice.one_in(2) { "-" } else { "" };
    format!("sort={descending}{}", if dice.one_in(60) { "colour" } else { *dice.pick(&by) })
}

fn list(dice: &mut Dice, known: &Known) -> Call {
    let (filter, sort) = (filter(dice, known), sort(dice));
    let limit = dice.weighted(&[(10, 1), (10, 3), (10, 10), (10, 50), (10, 500), (1, 501)]);
    let offset = if dice.one_in(6) { format!("&offset={}", dice.roll(40)) } else { String::new() };
    get(format!("{CANDIDATES}?{filter}&{sort}&limit={limit}{offset}"))
}

fn headers(dice: &mut Dice, known: &Known) -> Call {
    let sort = dice.pick(&["createdAt", "-createdAt", "-dateRequired", "poReference", "bpartner", "qty"]);
    let limit = dice.weighted(&[(10, 1), (10, 3), (10, 100), (1, 101)]);
    let count_all = dice.pick(&["", "&countAll=true", "&countAll=false"]);
    get(format!("{CANDIDATES}/headers?{}&sort={sort}&limit={limit}{count_all}", filter(dice, known)))
}

/// Requests the next page of a list, possibly after changes.
fn next_page(dice: &mut Dice, known: &Known) -> Call {
    if known.pages.is_empty() {
        return list(dice, known);
    }
    let (path, cursor) = dice.pick(&known.pages);
    get(format!("{path}&{cursor}"))
}

fn counts(dice: &mut Dice, known: &Known) -> Call {
    let filter = filter(dice, known);
    match dice.roll(5) {
        2 if dice.one_in(2) => get(format!("{CANDIDATES}/holds?{}", dice.pick(&["", "org=001"]))),
        0 => get(format!("{CANDIDATES}/export?{filter}&{}", sort(dice))),
        2 => get(format!("{CANDIDATES}/problems?{}", dice.pick(&["", "org=001"]))),
        1 if dice.one_in(2) => get("/api/statistics/day".to_owned()),
        1 => get(format!("/api/statistics/intake?period={}", dice.pick(&["24h", "7d", "30d", "1h"]))),
        _ => get(format!("{CANDIDATES}/counts?{filter}")),
    }
}

fn one(dice: &mut Dice, known: &Known) -> Call {
    let (id, header) = (known.candidate(dice), known.header(dice));
    let source = if dice.one_in(4) { "s0" } else { *dice.pick(&SOURCES) };
    get(match dice.roll(6) {
        0 => format!("{CANDIDATES}/{id}/history"),
        1 => format!("{CANDIDATES}/{id}/request"),
        2 => format!("{CANDIDATES}/by-ref/{source}/{header}"),
        3 => format!("{CANDIDATES}/by-ref/{source}/{header}/{}", dice.roll(5)),
        _ => format!("{CANDIDATES}/{id}"),
    })
}

fn overridden(dice: &mut Dice) -> Value {
    let values = [
        json!({ "qty": 1 + dice.roll(4) }),
        json!({ "qty": "2.50", "price": "9.990", "currencyCode": "EUR" }),
        json!({ "qty": null }),
        json!({ "description": "with \u{0}" }),
        json!({ "price": -1, "currencyCode": "EUR" }),
        json!({ "productCode": "A001" }),
        json!({ "bpartner": "val-1000106" }),
        json!({ "bpartner": "val-nobody" }),
        json!({ "dateRequired": "2026-12-24", "dateOrdered": null }),
        json!({ "billBPartner": { "bpartner": "ext-2156425" } }),
        json!({ "poReference": "PO-1", "description": "Rückfrage \"ja\"" }),
        json!({ "uomCode": "KGM" }),
        Value::Null,
    ];
    dice.pick(&values).clone()
}

pub fn patch(dice: &mut Dice, known: &Known) -> Call {
    let body = match dice.roll(8) {
        6 | 7 => attention(dice),
        0 => json!({ "active": dice.one_in(2) }),
        1 => json!({ "clear": [*dice.pick(&["dateRequired", "description", "price", "qty", "colour"])] }),
        2 => json!({ "override": overridden(dice), "active": true }),
        _ => json!({ "override": overridden(dice) }),
    };
    let tag = dice.pick(&["*", "*", "*", "\"1\"", "\"2\"", "1"]).to_owned();
    let patch = call(Method::PATCH, format!("{CANDIDATES}/{}", known.candidate(dice)), body);
    patch.with("If-Match", tag).with("Content-Type", "application/merge-patch+json")
}

fn comment(dice: &mut Dice, known: &Known) -> Call {
    let text = *dice.pick(&["ruft morgen an", "it's \"so\"\nand so", ""]);
    let path = match dice.roll(4) {
        0 => return get(format!("{CANDIDATES}/assignees")),
        1 => format!("{ORDERS}/{}/comments", known.order(dice)),
        _ => format!("{CANDIDATES}/{}/comments", known.candidate(dice)),
    };
    post(path, json!({ "text": text }))
}

/// Generates the members for waiting and assignment.
fn attention(dice: &mut Dice) -> Value {
    let day = *dice.pick(&["2026-11-25", "2026-12-01", "2026-11-20", "2028-01-01"]);
    match dice.roll(7) {
        5 => json!({ "assignedTo": "anna" }),
        6 => json!({ "assignedTo": "Berta", "comment": "du kennst sie" }),
        0 => json!({ "waitingUntil": null }),
        1 => json!({ "assignedTo": null, "waitingUntil": day }),
        2 => json!({ "assignedTo": "nobody" }),
        _ => json!({ "waitingUntil": day, "comment": "fragt nach" }),
    }
}

fn cancel(dice: &mut Dice, known: &Known) -> Call {
    let (source, header) = (*dice.pick(&[SOURCES[0], "s0"]), known.header(dice));
    let line = if dice.one_in(2) { format!("/{}", dice.roll(5)) } else { String::new() };
    post(format!("{CANDIDATES}/by-ref/{source}/{header}{line}/cancel"), "")
}

fn selection(dice: &mut Dice, known: &Known) -> Value {
    match dice.roll(6) {
        0 => {
            let ids: Vec<_> = (0..=dice.roll(6)).map(|_| known.candidate(dice)).collect();
            json!({ "ids": ids })
        }
        1 => json!({ "filter": { "status": *dice.pick(&["new", "error", "new,error"]) } }),
        2 => json!({ "filter": { "status": "new,error", "q": "po-1" }, "exclude": [known.candidate(dice)] }),
        3 => json!({ "filter": { "headerOf": [known.candidate(dice), known.candidate(dice)] } }),
        _ => json!({ "dataSource": SOURCES[0], "externalHeaderId": known.header(dice) }),
    }
}

fn process(dice: &mut Dice, known: &Known) -> Call {
    let selection = selection(dice, known);
    let releases = json!([["sibling.error"], ["header.incomplete", "sibling.rejected"], ["release"], []]);
    let release = releases[dice.below(4)].clone();
    let dry_run = dry_run(dice);
    let call = match dice.roll(5) {
        0 => post("/api/process-runs", ""),
        1 => post(format!("{CANDIDATES}/revalidate?{dry_run}"), json!({ "selection": selection })),
        2 => post(
            format!("{CANDIDATES}/process?{dry_run}"),
            json!({ "selection": selection, "release": release }),
        ),
        _ => post(format!("{CANDIDATES}/process?{dry_run}"), json!({ "selection": selection })),
    };
    call.with("Prefer", "wait=120")
}

fn edit(dice: &mut Dice, known: &Known) -> Call {
    let changes = json!([
        { "qty": { "changeBy": "+1" } },
        { "qty": { "changeBy": "-2" }, "price": { "changeBy": "+10%" } },
        { "dateRequired": { "changeBy": "+3" } },
        { "description": { "set": "geändert" }, "poReference": { "clear": true } },
        { "qty": { "set": "2.5" } },
        {},
    ]);
    let mut body = json!({ "selection": selection(dice, known), "changes": changes[dice.below(6)] });
    if dice.one_in(6) {
        body["active"] = json!(dice.one_in(2));
    }
    if dice.one_in(3) {
        body.as_object_mut().unwrap().extend(attention(dice).as_object().unwrap().clone());
    }
    post(format!("{CANDIDATES}/edit?{}", dry_run(dice)), body).with("Prefer", "wait=120")
}

/// Undoes a run of any type.
fn undo(dice: &mut Dice, known: &Known) -> Call {
    let run = Known::id(dice, &known.runs);
    let body = if dice.one_in(2) { json!({ "reason": "zu früh" }).to_string() } else { String::new() };
    post(format!("/api/process-runs/{run}/undo?{}", dry_run(dice)), body).with("Prefer", "wait=120")
}

/// Imports a complete order, or voids one.
fn order(dice: &mut Dice, known: &Known) -> Call {
    if dice.one_in(2) {
        return post(format!("{ORDERS}/{}/void", known.order(dice)), "");
    }
    let products = ["P002737", "9002737", "A001", "A0", "A999"];
    let line = |dice: &mut Dice| {
        let mut line = json!({ "productCode": *dice.pick(&products), "qty": 1 + dice.roll(5) });
        if dice.one_in(3) {
            line["price"] = json!(format!("{}.50", dice.roll(20)));
        }
        line
    };
    let lines: Vec<_> = (0..=dice.roll(3)).map(|_| line(dice)).collect();
    let buyer = *dice.pick(&["G0001", "1000106", "P0", "P1", "nobody"]);
    let document = *dice.pick(&["Auftrag", "Auftrag", "Angebot", "Brief"]);
    let body = json!({ "shipBPartnerCode": buyer, "datePromised": "2026-12-08T00:00:00.000Z",
        "docTypeName": document, "lines": lines });
    post(format!("{ORDERS}?{}", dry_run(dice)), body)
}

fn orders(dice: &mut Dice, known: &Known) -> Call {
    let order = known.order(dice);
    let run = Known::id(dice, &known.runs);
    get(match dice.roll(9) {
        0 => format!("{ORDERS}?sort=-createdAt&limit={}", dice.pick(&[1, 5, 50])),
        1 => format!("{ORDERS}?q={}&status=completed", dice.pick(&["0000", "po-", "g00", "%25"])),
        2 => format!("{ORDERS}?externalHeaderId={}", known.header(dice)),
        3 => format!("{ORDERS}/export?status=voided"),
        4 => format!("{ORDERS}/{order}/history"),
        5 => format!("/api/process-runs?limit={}", dice.pick(&[1, 5, 50])),
        6 => format!("/api/process-runs/{run}"),
        7 => format!("/api/process-runs/{run}/results?limit={}", dice.pick(&[1, 5, 500])),
        _ => format!("{ORDERS}/{order}"),
    })
}

fn masterdata(dice: &mut Dice, known: &Known) -> Call {
    let kind = *dice.pick(&KINDS);
    let base = "/api/masterdata";
    let record = (!known.records.is_empty()).then(|| *dice.pick(&known.records));
    match (dice.roll(6), record) {
        (0, Some((kind, id))) => get(format!("{base}/{kind}/{id}/history")),
        (1, Some((kind, id))) => get(format!("{base}/{kind}/{id}")),
        // without data sources and price lists, all later imports would be rejected
        (
            2,
            Some((
                kind @ ("product-prices" | "shippers" | "bpartners" | "products" | "bpartner-products"
                | "cross-references"),
                id,
            )),
        ) if dice.one_in(4) => post(format!("{base}/{kind}/{id}/deactivate"), ""),
        (2, Some((kind, id))) => post(format!("{base}/{kind}/{id}/undo"), r#"{"requestId": "none"}"#),
        (3, _) => get(format!("{base}/{kind}?q={}", dice.pick(&["p", "a0", "m%C3%BC", "de", "%25", "%00"]))),
        (4, _) if kind == "cross-references" && dice.one_in(2) => {
            let value = *dice.pick(&["a0", "A001", "l1", "%00"]);
            get(format!(
                "{base}/{kind}?value={value}&targetKind={}",
                dice.pick(&["product", "location", "none"])
            ))
        }
        (4, _) => get(format!("{base}/{kind}?org={}&active=true", dice.pick(&["001", "*", "none"]))),
        _ => get(format!("{base}/{kind}?limit={}", dice.pick(&[2, 20, 500]))),
    }
}

fn upsert(dice: &mut Dice, _: &Known) -> Call {
    let (number, org) = (dice.roll(5), *dice.pick(&["001", "001", "test-org-03", "*"]));
    let (kind, record) = match dice.roll(12) {
        0 => ("uoms", json!({ "code": format!("U{number}"), "name": "Einheit", "precision": dice.roll(7) })),
        1 => ("shippers", json!({ "org": org, "code": format!("S{number}"), "name": text_or_null(dice) })),
        2 => (
            "data-sources",
            json!({ "internalNames": ["SOURCE.shop", format!("SOURCE.{number}")],
            "settleSeconds": dice.roll(60), "partialHeaders": dice.one_in(2), "releaseByHand": dice.one_in(4) }),
        ),
        3 => (
            "bpartners",
            json!({ "org": org, "code": format!("P{number}"), "name": "Aus der Datei",
            "group": "Standard", "locations": [{ "address1": "Weg 1", "postal": "53179", "city": "Bonn",
            "country": "DE", "externalId": format!("l{number}") }] }),
        ),
        4 => (
            "products",
            json!({ "org": org, "code": format!("A{number}"), "name": "Artikel", "uom": "PCE",
            "conversions": [{ "from": "KGM", "to": "PCE", "multiplier": "2.50" }],
            "gtins": [*dice.pick(&["4006381333931", "96385074", "4006381333932"])] }),
        ),
        5 => (
            "organisations",
            json!({ "code": format!("N0{number}"), "name": "Neu", "country": "DE",
            "timeZone": "Europe/Berlin", "negativePrices": *dice.pick(&["allow", "problem"]) }),
        ),
        6 => ("postal-codes", json!({ "country": "DE", "postal": "99999", "city": "Nirgends" })),
        7 => ("uoms", json!({ "code": "", "precision": 99 })),
        8 => ("external-systems", json!({ "org": org, "code": format!("s{number}"), "active": number < 4 })),
        9 => (
            "bpartner-products",
            json!({ "org": org, "bpartner": *dice.pick(&["G0001", "P1"]), "number": format!("A{number}"),
            "product": *dice.pick(&["A001", "P002737", "A1"]), "active": !dice.one_in(5) }),
        ),
        10 => ("cross-references", cross_reference(dice, number, org)),
        _ => (
            "product-prices",
            json!({ "priceList": "DE-EUR", "validFrom": "2015-01-01",
            "product": *dice.pick(&["A001", "A0", "A1", "P002737"]), "uom": "PCE",
            "price": format!("{}.10", dice.roll(30)), "taxCategory": "standard", "active": !dice.one_in(5),
            "scales": [{ "fromQuantity": 9.5, "price": "1.10" }] }),
        ),
    };
    call(Method::PUT, format!("/api/masterdata/{kind}?{}", dry_run(dice)), json!([record]))
}

fn text_or_null(dice: &mut Dice) -> Value {
    dice.pick(&[json!("Größe"), Value::Null, json!("a\u{0}b")]).clone()
}

fn attach(dice: &mut Dice, known: &Known) -> Call {
    if !known.attachments.is_empty() && dice.one_in(3) {
        return get(dice.pick(&known.attachments).clone());
    }
    let name = *dice.pick(&["order.pdf", "Größe.txt", "a\"b.csv", ""]);
    let content = format!("%PDF-1.7\n{}\n", dice.roll(3));
    let body = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n--edge--\r\n"
    );
    let path = match dice.roll(4) {
        0 => format!("{ORDERS}/{}/attachments", known.order(dice)),
        1 => format!("{CANDIDATES}/{}/attachments", known.header(dice)),
        _ => format!("{CANDIDATES}/{}/{}/attachments?tags=a,b", SOURCES[0], known.header(dice)),
    };
    post(path, body).with("Content-Type", "multipart/form-data; boundary=edge")
}

/// Generates a cross-reference of a value that rows contain.
fn cross_reference(dice: &mut Dice, number: u64, org: &str) -> Value {
    let (kind, member, target) = *dice.pick(&[
        ("product", "targetProduct", "A001"),
        ("product", "targetProduct", "A1"),
        ("bpartner", "targetBpartner", "G0001"),
        ("bpartner", "targetBpartner", "P1"),
        ("location", "targetLocation", "l1"),
        ("uom", "targetUom", "PCE"),
        ("shipper", "targetShipper", "DPD - Classic"),
        ("warehouse", "targetProduct", "A001"),
    ]);
    let value = *dice.pick(&["a0", "A001", "G9999", "l1", "???", "\u{0}"]);
    let mut record = json!({ "org": org, "kind": kind, "value": value, "active": !dice.one_in(5) });
    record[member] = json!(target);
    if kind == "location" || dice.one_in(4) {
        record["bpartner"] = json!(format!("P{number}"));
    }
    if dice.one_in(4) {
        record["dataSource"] = json!("SOURCE.shop");
    }
    if dice.one_in(3) {
        record["member"] = json!(*dice.pick(&["any", "code", "externalId", "gln", "name"]));
    }
    record
}
