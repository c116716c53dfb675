//! Generates requests for all operations of the API, on existing and missing records.

use std::collections::BTreeMap;
use std::fmt;

use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, bulk};
use serde_json::{Value, json};

use crate::administration::{rejected_rows, requests, rules, settings, webhooks};
use crate::people::{by, feed, hand_over, session, views};
use crate::references::references;
use crate::rng::Rng;
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
pub enum TwinUser {
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
    pub user: TwinUser,
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

/// Values from earlier responses that later requests refer to.
#[derive(Default)]
pub struct KnownValues {
    pub candidates: Vec<i64>,
    pub orders: Vec<String>,
    pub runs: Vec<i64>,
    pub requests: Vec<i64>,
    pub rejected_rows: Vec<i64>,
    /// Ids of unresolved references.
    pub references: Vec<String>,
    pub webhooks: Vec<i64>,
    pub rules: Vec<i64>,
    pub views: Vec<i64>,
    pub events: Vec<String>,
    /// Users whose session was valid in the last response.
    pub signed_in: Vec<TwinUser>,
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

impl KnownValues {
    /// Returns a known id, sometimes a missing one.
    pub fn id(rng: &mut Rng, ids: &[i64]) -> i64 {
        if ids.is_empty() || rng.one_in(25) { *rng.pick(&[0, -1, 17, i64::MAX]) } else { *rng.pick(ids) }
    }

    fn candidate(&self, rng: &mut Rng) -> i64 {
        Self::id(rng, &self.candidates)
    }

    pub fn header(&self, rng: &mut Rng) -> String {
        let name = if rng.one_in(20) { "no such".to_owned() } else { format!("H{}", rng.roll(self.headers)) };
        name.replace(' ', "%20")
    }

    pub fn order(&self, rng: &mut Rng) -> String {
        if self.orders.is_empty() || rng.one_in(25) {
            "17".to_owned()
        } else {
            rng.pick(&self.orders).clone()
        }
    }
}

pub fn call(method: Method, path: impl Into<String>, body: impl fmt::Display) -> Call {
    Call { user: TwinUser::Admin, method, path: path.into(), headers: Vec::new(), body: body.to_string() }
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
pub fn next(rng: &mut Rng, known: &KnownValues) -> Call {
    type Make = fn(&mut Rng, &KnownValues) -> Call;
    let generators: [(u64, Make); 29] = [
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
        (6, references),
        (2, settings),
        (3, webhooks),
        (3, rules),
        (3, session),
        (4, views),
        (3, hand_over),
        (3, feed),
    ];
    let mut call = rng.weighted(&generators)(rng, known);
    if call.method != Method::GET && rng.one_in(6) {
        let key = format!("key-{}", rng.roll(40));
        call = call.with("Idempotency-Key", key);
    }
    if rng.one_in(12) {
        call = call.with("Accept-Language", "de");
    }
    if call.user == TwinUser::Admin {
        let user = rng.weighted(&[
            (24, TwinUser::Admin),
            (3, TwinUser::Shop),
            (2, TwinUser::Branch),
            (3, TwinUser::Anna),
            (1, TwinUser::Berta),
        ]);
        call = by(rng, known, user, call);
    }
    call
}

/// Returns the request that reads the results of a run.
pub fn results(run: &str) -> Call {
    get(format!("{run}/results?limit=500"))
}

pub fn dry_run(rng: &mut Rng) -> &'static str {
    if rng.one_in(12) { "dryRun=true" } else { "" }
}

/// Returns the query parameter for rows that refer to unknown records.
fn unresolved(rng: &mut Rng) -> &'static str {
    rng.weighted(&[(4, ""), (4, "unresolved=store"), (1, "unresolved=reject")])
}

fn single(rng: &mut Rng, known: &KnownValues) -> Call {
    let body = row(rng, known.headers);
    let query = format!("{}&{}", dry_run(rng), unresolved(rng));
    let call = post(format!("{CANDIDATES}?{query}"), sent(rng, &body));
    if rng.one_in(10) { call.with("Prefer", "handling=strict") } else { call }
}

fn several(rng: &mut Rng, known: &KnownValues) -> Call {
    let policy = rng.weighted(&[(10, "all"), (10, "header"), (20, "row"), (1, "none")]);
    let rows = if rng.one_in(12) { 60 } else { 6 };
    let rows: Vec<Value> = (0..=rng.roll(rows)).map(|_| row(rng, known.headers)).collect();
    let body: Value = serde_json::from_str(&bulk(rows)).unwrap();
    let query = format!("errorPolicy={policy}&{}&{}", dry_run(rng), unresolved(rng));
    post(format!("{CANDIDATES}/bulk?{query}"), sent(rng, &body))
}

/// Repeats an earlier request.
fn again(rng: &mut Rng, known: &KnownValues) -> Call {
    if known.sent.is_empty() { single(rng, known) } else { rng.pick(&known.sent).clone() }
}

fn filter(rng: &mut Rng, known: &KnownValues) -> String {
    let mut filter = Vec::new();
    for _ in 0..rng.roll(4) {
        let header = known.header(rng);
        filter.push(match rng.roll(21) {
            0 => format!(
                "status={}",
                rng.pick(&["new", "error", "processed", "inactive", "new,error", "lost"])
            ),
            1 => format!("dataSource={}", rng.pick(&SOURCES)),
            2 => (*rng.pick(&["org=001", "org=test-org-03", "org=none", "externalSystem=s0"])).to_owned(),
            3 => format!("bpartner={}", rng.pick(&["G0001", "P0", "P1", "p1"])),
            4 => format!("product={}", rng.pick(&["P002737", "A0", "A001"])),
            5 => format!("poReference=PO-{}", rng.roll(known.headers)),
            6 => format!("externalHeaderId={header}"),
            7 => format!("dateRequiredFrom={}", rng.pick(&["2026-12-09", "2027-01-01", "2026-13-01"])),
            8 => "dateRequiredTo=2026-12-24".to_owned(),
            9 => "createdFrom=2026-11-20T12:30:00Z".to_owned(),
            10 => "createdTo=2026-11-20T14:00:00Z".to_owned(),
            11 => format!("q={}", rng.pick(&["h1", "po-1", "g0", "m%C3%BCl", "%25", "%00", "_", "10"])),
            12 => format!("problem={}", rng.pick(&["price.none", "qty.not_positive", "none.such"])),
            13 => format!(
                "hold={}",
                rng.pick(&["sibling.error", "header.incomplete", "header.settling", "waiting", "waiting"])
            ),
            17 => format!("waitingUntilTo={}", rng.pick(&["2026-11-30", "2026-12-31"])),
            18 => format!("assignedTo={}", rng.pick(&["none", "anna", "me"])),
            14 => format!("hasAttachment={}", rng.pick(&["true", "false"])),
            19 => format!("hasComments={}", rng.pick(&["true", "false"])),
            16 => format!("headerOf={},{}", known.candidate(rng), known.candidate(rng)),
            15 => format!("requestId={}", KnownValues::id(rng, &known.requests)),
            _ => format!("runId={}", KnownValues::id(rng, &known.runs)),
        });
    }
    filter.join("&")
}

fn sort(rng: &mut Rng) -> String {
    let by = ["createdAt", "dateRequired", "poReference", "qty", "price", "status", "bpartner"];
    let descending = if rng.one_in(2) { "-" } else { "" };
    format!("sort={descending}{}", if rng.one_in(60) { "colour" } else { *rng.pick(&by) })
}

fn list(rng: &mut Rng, known: &KnownValues) -> Call {
    let (filter, sort) = (filter(rng, known), sort(rng));
    let limit = rng.weighted(&[(10, 1), (10, 3), (10, 10), (10, 50), (10, 500), (1, 501)]);
    let offset = if rng.one_in(6) { format!("&offset={}", rng.roll(40)) } else { String::new() };
    get(format!("{CANDIDATES}?{filter}&{sort}&limit={limit}{offset}"))
}

fn headers(rng: &mut Rng, known: &KnownValues) -> Call {
    let sort = rng.pick(&["createdAt", "-createdAt", "-dateRequired", "poReference", "bpartner", "qty"]);
    let limit = rng.weighted(&[(10, 1), (10, 3), (10, 100), (1, 101)]);
    let count_all = rng.pick(&["", "&countAll=true", "&countAll=false"]);
    get(format!("{CANDIDATES}/headers?{}&sort={sort}&limit={limit}{count_all}", filter(rng, known)))
}

/// Requests the next page of a list, possibly after changes.
fn next_page(rng: &mut Rng, known: &KnownValues) -> Call {
    if known.pages.is_empty() {
        return list(rng, known);
    }
    let (path, cursor) = rng.pick(&known.pages);
    get(format!("{path}&{cursor}"))
}

fn counts(rng: &mut Rng, known: &KnownValues) -> Call {
    let filter = filter(rng, known);
    match rng.roll(5) {
        2 if rng.one_in(2) => get(format!("{CANDIDATES}/holds?{}", rng.pick(&["", "org=001"]))),
        0 if rng.one_in(4) => get("/api/import-templates/orders.xlsx?language=de".to_owned()),
        0 if rng.one_in(4) => {
            get(format!("{CANDIDATES}/export?{filter}&format=xlsx&columns=poReference,qty,shipTo,comments"))
        }
        0 => get(format!("{CANDIDATES}/export?{filter}&{}", sort(rng))),
        2 => get(format!("{CANDIDATES}/problems?{}", rng.pick(&["", "org=001"]))),
        1 if rng.one_in(2) => get("/api/statistics/day".to_owned()),
        1 => get(format!("/api/statistics/intake?period={}", rng.pick(&["24h", "7d", "30d", "1h"]))),
        _ => get(format!("{CANDIDATES}/counts?{filter}")),
    }
}

fn one(rng: &mut Rng, known: &KnownValues) -> Call {
    let (id, header) = (known.candidate(rng), known.header(rng));
    let source = if rng.one_in(4) { "s0" } else { *rng.pick(&SOURCES) };
    get(match rng.roll(6) {
        0 => format!("{CANDIDATES}/{id}/history"),
        1 => format!("{CANDIDATES}/{id}/request"),
        2 => format!("{CANDIDATES}/by-ref/{source}/{header}"),
        3 => format!("{CANDIDATES}/by-ref/{source}/{header}/{}", rng.roll(5)),
        _ => format!("{CANDIDATES}/{id}"),
    })
}

fn overridden(rng: &mut Rng) -> Value {
    let values = [
        json!({ "qty": 1 + rng.roll(4) }),
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
    rng.pick(&values).clone()
}

pub fn patch(rng: &mut Rng, known: &KnownValues) -> Call {
    let body = match rng.roll(8) {
        6 | 7 => attention(rng),
        0 => json!({ "active": rng.one_in(2) }),
        1 => json!({ "clear": [*rng.pick(&["dateRequired", "description", "price", "qty", "colour"])] }),
        2 => json!({ "override": overridden(rng), "active": true }),
        _ => json!({ "override": overridden(rng) }),
    };
    let tag = rng.pick(&["*", "*", "*", "\"1\"", "\"2\"", "1"]).to_owned();
    let patch = call(Method::PATCH, format!("{CANDIDATES}/{}", known.candidate(rng)), body);
    patch.with("If-Match", tag).with("Content-Type", "application/merge-patch+json")
}

fn comment(rng: &mut Rng, known: &KnownValues) -> Call {
    let text = *rng.pick(&["ruft morgen an", "it's \"so\"\nand so", ""]);
    let path = match rng.roll(4) {
        0 => return get(format!("{CANDIDATES}/assignees")),
        1 => format!("{ORDERS}/{}/comments", known.order(rng)),
        _ => format!("{CANDIDATES}/{}/comments", known.candidate(rng)),
    };
    post(path, json!({ "text": text }))
}

/// Generates the members for waiting and assignment.
fn attention(rng: &mut Rng) -> Value {
    let day = *rng.pick(&["2026-11-25", "2026-12-01", "2026-11-20", "2028-01-01"]);
    match rng.roll(7) {
        5 => json!({ "assignedTo": "anna" }),
        6 => json!({ "assignedTo": "Berta", "comment": "du kennst sie" }),
        0 => json!({ "waitingUntil": null }),
        1 => json!({ "assignedTo": null, "waitingUntil": day }),
        2 => json!({ "assignedTo": "nobody" }),
        _ => json!({ "waitingUntil": day, "comment": "fragt nach" }),
    }
}

fn cancel(rng: &mut Rng, known: &KnownValues) -> Call {
    let (source, header) = (*rng.pick(&[SOURCES[0], "s0"]), known.header(rng));
    let line = if rng.one_in(2) { format!("/{}", rng.roll(5)) } else { String::new() };
    post(format!("{CANDIDATES}/by-ref/{source}/{header}{line}/cancel"), "")
}

fn selection(rng: &mut Rng, known: &KnownValues) -> Value {
    match rng.roll(6) {
        0 => {
            let ids: Vec<_> = (0..=rng.roll(6)).map(|_| known.candidate(rng)).collect();
            json!({ "ids": ids })
        }
        1 => json!({ "filter": { "status": *rng.pick(&["new", "error", "new,error"]) } }),
        2 => json!({ "filter": { "status": "new,error", "q": "po-1" }, "exclude": [known.candidate(rng)] }),
        3 => json!({ "filter": { "headerOf": [known.candidate(rng), known.candidate(rng)] } }),
        _ => json!({ "dataSource": SOURCES[0], "externalHeaderId": known.header(rng) }),
    }
}

fn process(rng: &mut Rng, known: &KnownValues) -> Call {
    let selection = selection(rng, known);
    let releases = json!([["sibling.error"], ["header.incomplete", "sibling.rejected"], ["release"], []]);
    let release = releases[rng.below(4)].clone();
    let dry_run = dry_run(rng);
    let call = match rng.roll(5) {
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

fn edit(rng: &mut Rng, known: &KnownValues) -> Call {
    let changes = json!([
        { "qty": { "changeBy": "+1" } },
        { "qty": { "changeBy": "-2" }, "price": { "changeBy": "+10%" } },
        { "dateRequired": { "changeBy": "+3" } },
        { "description": { "set": "geändert" }, "poReference": { "clear": true } },
        { "qty": { "set": "2.5" } },
        {},
    ]);
    let mut body = json!({ "selection": selection(rng, known), "changes": changes[rng.below(6)] });
    if rng.one_in(6) {
        body["active"] = json!(rng.one_in(2));
    }
    if rng.one_in(3) {
        body.as_object_mut().unwrap().extend(attention(rng).as_object().unwrap().clone());
    }
    post(format!("{CANDIDATES}/edit?{}", dry_run(rng)), body).with("Prefer", "wait=120")
}

/// Undoes a run of any type.
fn undo(rng: &mut Rng, known: &KnownValues) -> Call {
    let run = KnownValues::id(rng, &known.runs);
    let body = if rng.one_in(2) { json!({ "reason": "zu früh" }).to_string() } else { String::new() };
    post(format!("/api/process-runs/{run}/undo?{}", dry_run(rng)), body).with("Prefer", "wait=120")
}

/// Imports a complete order, or voids one.
fn order(rng: &mut Rng, known: &KnownValues) -> Call {
    if rng.one_in(2) {
        return post(format!("{ORDERS}/{}/void", known.order(rng)), "");
    }
    let products = ["P002737", "9002737", "A001", "A0", "A999"];
    let line = |rng: &mut Rng| {
        let mut line = json!({ "productCode": *rng.pick(&products), "qty": 1 + rng.roll(5) });
        if rng.one_in(3) {
            line["price"] = json!(format!("{}.50", rng.roll(20)));
        }
        line
    };
    let lines: Vec<_> = (0..=rng.roll(3)).map(|_| line(rng)).collect();
    let buyer = *rng.pick(&["G0001", "1000106", "P0", "P1", "nobody"]);
    let document = *rng.pick(&["Auftrag", "Auftrag", "Angebot", "Brief"]);
    let body = json!({ "shipBPartnerCode": buyer, "datePromised": "2026-12-08T00:00:00.000Z",
        "docTypeName": document, "lines": lines });
    post(format!("{ORDERS}?{}", dry_run(rng)), body)
}

fn orders(rng: &mut Rng, known: &KnownValues) -> Call {
    let order = known.order(rng);
    let run = KnownValues::id(rng, &known.runs);
    get(match rng.roll(9) {
        0 => format!("{ORDERS}?sort=-createdAt&limit={}", rng.pick(&[1, 5, 50])),
        1 => format!("{ORDERS}?q={}&status=completed", rng.pick(&["0000", "po-", "g00", "%25"])),
        2 => format!("{ORDERS}?externalHeaderId={}", known.header(rng)),
        3 => format!("{ORDERS}/export?status=voided"),
        4 => format!("{ORDERS}/{order}/history"),
        5 => format!("/api/process-runs?limit={}", rng.pick(&[1, 5, 50])),
        6 => format!("/api/process-runs/{run}"),
        7 => format!("/api/process-runs/{run}/results?limit={}", rng.pick(&[1, 5, 500])),
        _ => format!("{ORDERS}/{order}"),
    })
}

fn masterdata(rng: &mut Rng, known: &KnownValues) -> Call {
    let kind = *rng.pick(&KINDS);
    let base = "/api/masterdata";
    let record = (!known.records.is_empty()).then(|| *rng.pick(&known.records));
    match (rng.roll(6), record) {
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
        ) if rng.one_in(4) => post(format!("{base}/{kind}/{id}/deactivate"), ""),
        (2, Some((kind, id))) => post(format!("{base}/{kind}/{id}/undo"), r#"{"requestId": "none"}"#),
        (3, _) => get(format!("{base}/{kind}?q={}", rng.pick(&["p", "a0", "m%C3%BC", "de", "%25", "%00"]))),
        (4, _) if kind == "cross-references" && rng.one_in(2) => {
            let value = *rng.pick(&["a0", "A001", "l1", "%00"]);
            get(format!(
                "{base}/{kind}?value={value}&targetKind={}",
                rng.pick(&["product", "location", "none"])
            ))
        }
        (4, _) => get(format!("{base}/{kind}?org={}&active=true", rng.pick(&["001", "*", "none"]))),
        _ => get(format!("{base}/{kind}?limit={}", rng.pick(&[2, 20, 500]))),
    }
}

fn upsert(rng: &mut Rng, _: &KnownValues) -> Call {
    let (number, org) = (rng.roll(5), *rng.pick(&["001", "001", "test-org-03", "*"]));
    let (kind, record) = match rng.roll(12) {
        0 => ("uoms", json!({ "code": format!("U{number}"), "name": "Einheit", "precision": rng.roll(7) })),
        1 => ("shippers", json!({ "org": org, "code": format!("S{number}"), "name": text_or_null(rng) })),
        2 => (
            "data-sources",
            json!({ "internalNames": ["SOURCE.shop", format!("SOURCE.{number}")],
            "settleSeconds": rng.roll(60), "partialHeaders": rng.one_in(2), "releaseByHand": rng.one_in(4) }),
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
            "gtins": [*rng.pick(&["4006381333931", "96385074", "4006381333932"])] }),
        ),
        5 => (
            "organisations",
            json!({ "code": format!("N0{number}"), "name": "Neu", "country": "DE",
            "timeZone": "Europe/Berlin", "negativePrices": *rng.pick(&["allow", "problem"]) }),
        ),
        6 => ("postal-codes", json!({ "country": "DE", "postal": "99999", "city": "Nirgends" })),
        7 => ("uoms", json!({ "code": "", "precision": 99 })),
        8 => ("external-systems", json!({ "org": org, "code": format!("s{number}"), "active": number < 4 })),
        9 => (
            "bpartner-products",
            json!({ "org": org, "bpartner": *rng.pick(&["G0001", "P1"]), "number": format!("A{number}"),
            "product": *rng.pick(&["A001", "P002737", "A1"]), "active": !rng.one_in(5) }),
        ),
        10 => ("cross-references", cross_reference(rng, number, org)),
        _ => (
            "product-prices",
            json!({ "priceList": "DE-EUR", "validFrom": "2015-01-01",
            "product": *rng.pick(&["A001", "A0", "A1", "P002737"]), "uom": "PCE",
            "price": format!("{}.10", rng.roll(30)), "taxCategory": "standard", "active": !rng.one_in(5),
            "scales": [{ "fromQuantity": 9.5, "price": "1.10" }] }),
        ),
    };
    call(Method::PUT, format!("/api/masterdata/{kind}?{}", dry_run(rng)), json!([record]))
}

fn text_or_null(rng: &mut Rng) -> Value {
    rng.pick(&[json!("Größe"), Value::Null, json!("a\u{0}b")]).clone()
}

fn attach(rng: &mut Rng, known: &KnownValues) -> Call {
    if !known.attachments.is_empty() && rng.one_in(3) {
        return get(rng.pick(&known.attachments).clone());
    }
    let name = *rng.pick(&["order.pdf", "Größe.txt", "a\"b.csv", ""]);
    let content = format!("%PDF-1.7\n{}\n", rng.roll(3));
    let body = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n--edge--\r\n"
    );
    let path = match rng.roll(4) {
        0 => format!("{ORDERS}/{}/attachments", known.order(rng)),
        1 => format!("{CANDIDATES}/{}/attachments", known.header(rng)),
        _ => format!("{CANDIDATES}/{}/{}/attachments?tags=a,b", SOURCES[0], known.header(rng)),
    };
    post(path, body).with("Content-Type", "multipart/form-data; boundary=edge")
}

/// Generates a cross-reference of a value that rows contain.
fn cross_reference(rng: &mut Rng, number: u64, org: &str) -> Value {
    let (kind, member, target) = *rng.pick(&[
        ("product", "targetProduct", "A001"),
        ("product", "targetProduct", "A1"),
        ("bpartner", "targetBpartner", "G0001"),
        ("bpartner", "targetBpartner", "P1"),
        ("location", "targetLocation", "l1"),
        ("uom", "targetUom", "PCE"),
        ("shipper", "targetShipper", "DPD - Classic"),
        ("warehouse", "targetProduct", "A001"),
    ]);
    let value = *rng.pick(&["a0", "A001", "G9999", "l1", "???", "\u{0}"]);
    let mut record = json!({ "org": org, "kind": kind, "value": value, "active": !rng.one_in(5) });
    record[member] = json!(target);
    if kind == "location" || rng.one_in(4) {
        record["bpartner"] = json!(format!("P{number}"));
    }
    if rng.one_in(4) {
        record["dataSource"] = json!("SOURCE.shop");
    }
    if rng.one_in(3) {
        record["member"] = json!(*rng.pick(&["any", "code", "externalId", "gln", "name"]));
    }
    record
}
