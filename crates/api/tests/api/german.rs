//! What is wrong, said to those who ask for German: whole sentences, with no English left in them.

use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// A bad request, and a part of each message that is expected, in their order.
struct Bad {
    method: Method,
    path: String,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
    said: &'static [&'static str],
}

fn bad(
    method: Method,
    path: impl Into<String>,
    body: impl Into<String>,
    said: &'static [&'static str],
) -> Bad {
    let headers = vec![("Content-Type", "application/json")];
    Bad { method, path: path.into(), headers, body: body.into(), said }
}

fn post(path: &str, body: impl Into<String>, said: &'static [&'static str]) -> Bad {
    bad(Method::POST, format!("{CANDIDATES}{path}"), body, said)
}

fn get(path: &str, said: &'static [&'static str]) -> Bad {
    bad(Method::GET, path, "", said)
}

fn with(bad: Bad, name: &'static str, value: &'static str) -> Bad {
    let mut headers = bad.headers;
    headers.retain(|(other, _)| *other != name);
    headers.push((name, value));
    Bad { headers, ..bad }
}

fn of(change: Value) -> String {
    candidate("H", "2", change).to_string()
}

/// The candidate that is there already.
fn first(change: Value) -> String {
    candidate("H", "1", change).to_string()
}

fn unreadable() -> Vec<Bad> {
    vec![
        post("", "", &["Der Text ist kein gültiges JSON: er ist leer."]),
        post("", "{\"qty\": ", &["erwartet wird ein Wert, gefunden wurde das Ende des Textes."]),
        post("", "{\"qty\": 5", &["erwartet wird `,` oder `}`, der Rest eines Objekts, gefunden wurde"]),
        post("", "{\"a\" 5}", &["erwartet wird `:` nach dem Namen eines Feldes, gefunden wurde `5`."]),
        post("", "{\"qty\": 5}}", &["nach seinem Ende geht er weiter mit `}`."]),
        post("", "{qty: 5}", &["der Name eines Feldes in doppelten Anführungszeichen, gefunden wurde `q`."]),
        post("", "{\"qty\": 5,5}", &["Ein Dezimalkomma wird nicht verstanden; schreiben Sie einen Punkt"]),
        post("", "[]", &["Erwartet: Objekt, gefunden: Liste."]),
        post("", of(json!({ "qty": true })), &["Erwartet: Zahl, gefunden: Wahrheitswert (true oder false)."]),
        post("", of(json!({ "line": 1.5 })), &["Erwartet: ganze Zahl, gefunden: Zahl."]),
        post("", of(json!({ "poReference": {} })), &["Erwartet: Text, gefunden: Objekt."]),
        post("", of(json!({ "qty": null })), &["Das Feld „qty“ fehlt."]),
        post("", of(json!({ "dateRequired": "8.12.2026" })), &["Dies ist kein Datum; schreiben Sie es wie"]),
        post(
            "",
            of(json!({ "paymentRule": "Bar" })),
            &["„Bar“ ist keiner der erlaubten Werte OnCredit, Paypal, DirectDebit."],
        ),
        post("/bulk", "{\"requests\": {}}", &["Erwartet: Liste, gefunden: Objekt."]),
        post("/bulk", bulk([]), &["senden Sie mindestens einen Kandidaten."]),
        with(
            post("", "x", &["Der Inhalt muss als application/json gesendet werden, nicht als „text/plain“."]),
            "Content-Type",
            "text/plain",
        ),
        with(
            post("", of(json!({})), &["Idempotency-Key muss druckbarer Text von 1 bis 255 Zeichen sein."]),
            "Idempotency-Key",
            "ä",
        ),
    ]
}

fn unknown() -> Vec<Bad> {
    let partner = json!({ "bpartner": { "code": "NIEMAND" } });
    vec![
        post(
            "",
            of(json!({ "bpartner": partner })),
            &["Geschäftspartner code NIEMAND existiert nicht, und die Sync-Anweisung (Vorgabe) lautet FAIL."],
        ),
        post("", of(json!({ "uomCode": "KISTE" })), &["Einheit „KISTE“ ist nicht bekannt."]),
        post("", of(json!({ "org": { "code": "999" } })), &["Organisation „999“ existiert nicht."]),
        get("/api/nirgends", &["Unter diesem Pfad gibt es nichts."]),
        get(&format!("{CANDIDATES}/999"), &["Diesen Kandidaten gibt es nicht."]),
        get("/api/masterdata/bpartners/999999", &["Diesen Datensatz (Geschäftspartner) gibt es nicht."]),
        get(
            "/api/masterdata/kunden",
            &["Eine Art von Stammdaten namens „kunden“ gibt es nicht; bekannt sind"],
        ),
    ]
}

fn queries() -> Vec<Bad> {
    let list = |query: &str, said| get(&format!("{CANDIDATES}?{query}"), said);
    vec![
        list("limit=0", &["„limit“ kann nicht „0“ sein; erwartet: Zahl von 1 bis 500."]),
        list("limit=5&limit=6", &["kann nicht „5, 6“ sein; erwartet: ein einziger Wert."]),
        list("status=offen", &["erwartet: new, error, processed oder inactive."]),
        list("sort=farbe", &["status oder bpartner, für absteigend mit - davor."]),
        list("createdFrom=heute", &["erwartet: Tag wie 2026-12-08 oder Zeitpunkt wie 2026-12-08T13:00:00Z."]),
        list("dataSource=niemand", &["erwartet: eine bestehende Datenquelle."]),
        list("after=x", &["erwartet: Marke einer Seite in derselben Sortierung."]),
        list("farbe=rot", &["Der Parameter „farbe“ ist hier nicht bekannt; bekannt sind"]),
        get("/api/masterdata/products?active=ja", &["erwartet: true oder false."]),
        get(
            "/api/requests?status=x&after=1",
            &["„after“ ist hier nicht bekannt", "erwartet: Status wie 409."],
        ),
        get("/api/sales/order?runId=x", &["erwartet: ID eines Laufs."]),
        get("/api/requests/1?x=1", &["Der Parameter „x“ ist hier nicht bekannt; bekannt sind keine."]),
        get(
            &format!("{CANDIDATES}/by-ref/{SOURCE}/M%FCller"),
            &[
                "Der Pfad ist kein gültiges UTF-8; schreiben Sie, was nicht ASCII ist, prozentkodiert als UTF-8",
            ],
        ),
        with(
            post(
                "?errorPolicy=some",
                of(json!({})),
                &["Der Parameter „errorPolicy“ ist hier nicht bekannt; bekannt sind dryRun."],
            ),
            "Prefer",
            "handling=strict",
        ),
        post("/bulk?errorPolicy=some", bulk([json!({})]), &["erwartet: all, header oder row."]),
        post("/process", "{\"selection\": {}}", &["Eine Auswahl ist genau eines von"]),
        post(
            "/process",
            "{\"selection\": {\"filter\": {\"status\": \"offen\"}}}",
            &["erwartet: new, error, processed oder inactive."],
        ),
    ]
}

fn masterdata() -> Vec<Bad> {
    let put = |kind: &str, record: Value, said| {
        bad(Method::PUT, format!("/api/masterdata/{kind}"), json!([record]).to_string(), said)
    };
    let tax = |change: Value| {
        let mut tax = json!({ "org": "001", "code": "T", "taxCategory": "Karton", "fromCountry": "DE", "rate": 19,
            "validFrom": "2015-01-01" });
        change.as_object().unwrap().iter().for_each(|(name, value)| tax[name] = value.clone());
        tax
    };
    let product = |change: Value| {
        let mut product = json!({ "org": "001", "code": "X", "name": "X", "type": "ITEM", "uom": "PCE" });
        change.as_object().unwrap().iter().for_each(|(name, value)| product[name] = value.clone());
        product
    };
    vec![
        bad(Method::PUT, "/api/masterdata/uoms", "{}", &["Erwartet: Liste, gefunden: Objekt."]),
        put("uoms", json!(5), &["Erwartet: Objekt, gefunden: „5“."]),
        put(
            "uoms",
            json!({ "code": "X", "farbe": 1 }),
            &["Ein Feld „farbe“ gibt es hier nicht; bekannt sind"],
        ),
        put(
            "countries",
            json!({ "code": "de", "name": "x" }),
            &["Erwartet: zwei Großbuchstaben, gefunden: „de“."],
        ),
        put(
            "taxes",
            tax(json!({ "rate": 101 })),
            &[
                "Steuerkategorie „Karton“ ist der Organisation 001 nicht bekannt.",
                "Erwartet: Zahl von 0 bis 100, gefunden: „101“.",
            ],
        ),
        put("taxes", tax(json!({ "rate": [] })), &["Erwartet: Zahl, gefunden: leere Liste."]),
        put(
            "taxes",
            tax(json!({ "validTo": "2014-01-01" })),
            &["Erwartet: Tag ab dem 2015-01-01, gefunden: „2014-01-01“."],
        ),
        put(
            "organisations",
            json!({ "code": "7", "timeZone": "Mond" }),
            &["Erwartet: Zeitzone wie Europe/Berlin"],
        ),
        put("products", product(json!({ "uom": "KISTE" })), &["Einheit „KISTE“ gibt es nicht."]),
        put("products", product(json!({ "conversions": 5 })), &["Erwartet: Liste, gefunden: „5“."]),
        put("products", product(json!({ "active": "ja" })), &["Erwartet: true oder false, gefunden: „ja“."]),
        put(
            "bpartners",
            json!({ "org": "001", "code": "P", "name": "P", "country": "DE" }),
            &["Ein Feld „country“ gibt es hier nicht; bekannt sind"],
        ),
    ]
}

/// After candidate 1 of header H has been imported with a key.
fn of_what_is_there(id: &Value) -> Vec<Bad> {
    let files = &format!("/{SOURCE}/H/attachments");
    let form = |body: &'static str, said| {
        with(post(files, body, said), "Content-Type", "multipart/form-data; boundary=edge")
    };
    let settings = |body: Value, said| bad(Method::PUT, "/api/process-settings/001", body.to_string(), said);
    let masterdata = |kind: &str, body: Value, said| {
        bad(Method::PUT, format!("/api/masterdata/{kind}"), body.to_string(), said)
    };
    let patch = |body: Value, said| {
        with(bad(Method::PATCH, format!("{CANDIDATES}/{id}"), body.to_string(), said), "If-Match", "*")
    };
    let uom = json!({ "code": "KIS", "name": "Kiste" });
    let partner = |code: &str| json!({ "org": "001", "code": code, "name": code, "externalId": "E-7" });
    vec![
        post("", first(json!({ "qty": 6 })), &["wurde schon mit anderem Inhalt importiert (/qty)."]),
        with(
            post("", first(json!({ "qty": 6 })), &["wurde schon mit anderem Inhalt benutzt; verwenden Sie"]),
            "Idempotency-Key",
            "k",
        ),
        with(
            post(files, "", &["Content-Type nennt keine Begrenzung"]),
            "Content-Type",
            "multipart/form-data",
        ),
        form("--edge\r\nX", &["Der Inhalt ist nicht als multipart/form-data lesbar: er endet vor der"]),
        form("--edge--\r\n", &["Das Formular hat keinen Teil namens „file“."]),
        form(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n--edge--\r\n",
            &["Die Datei ist leer."],
        ),
        post(files, "{}", &["Der Inhalt muss als multipart/form-data gesendet werden"]),
        bad(Method::PATCH, format!("{CANDIDATES}/{id}"), "{}", &["gehört der Header If-Match mit dem ETag"]),
        with(
            patch(
                json!({ "override": { "qty": 6 } }),
                &[" hat ihn am 20.11.2026 um 13:00 Uhr (Europe/Berlin) geändert;"],
            ),
            "If-Match",
            "\"0\"",
        ),
        patch(json!({ "override": { "farbe": 1 } }), &["Das Feld „farbe“ ist hier nicht bekannt."]),
        patch(json!({ "override": { "productCode": "val-NIX" } }), &["productCode „val-NIX“ gibt es für"]),
        patch(json!({ "active": 5 }), &["Erwartet: Wahrheitswert (true oder false), gefunden: Zahl."]),
        patch(json!({ "clear": [null] }), &["Erwartet: Name eines Feldes, gefunden: null."]),
        settings(json!({ "cron": "immer" }), &["„immer“ ist kein Zeitplan: Schreiben Sie fünf Felder"]),
        settings(json!({ "pausedUntil": 5 }), &["Erwartet: Zeitpunkt, gefunden: Zahl."]),
        settings(
            json!({ "numberPatterns": [{ "docTypeName": "Auftrag", "pattern": "x" }] }),
            &["„x“ ist kein Nummernmuster: Schreiben Sie ein Präfix und die Nummer, etwa „SO-{n:06}“."],
        ),
        masterdata("uoms", json!([uom, uom]), &["Derselbe Datensatz (Einheit) steht schon bei /0."]),
        masterdata("bpartners", json!([partner("P1"), partner("P2")]), &["„E-7“ gehört schon zu /0."]),
        masterdata(
            "bpartners",
            json!([{ "org": "*", "code": "P", "name": "P", "externalId": "2156425" }]),
            &["„2156425“ gehört schon zu Geschäftspartner „G0001“."],
        ),
    ]
}

/// English words that no German message has.
const ENGLISH: [&str; 22] = [
    "a", "and", "be", "found", "has", "is", "must", "not", "or", "the", "to", "number", "string", "boolean",
    "list", "object", "array", "value", "expected", "one", "nothing", "text of",
];

fn english_word(message: &str) -> Option<&'static str> {
    // what is quoted or a name of the interface is the same in both languages
    let said: String = message.split(['„', '“']).step_by(2).collect();
    let known = said.split_once("bekannt sind").map_or(said.as_str(), |(before, _)| before);
    let words: Vec<_> = known.split(|letter: char| !letter.is_alphanumeric()).collect();
    ENGLISH.into_iter().find(|english| words.contains(english))
}

#[tokio::test]
async fn bad_requests_are_answered_in_german() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json").header("Idempotency-Key", "k");
    let id = send(request.body(first(json!({})))).await.json()["result"][0]["id"].clone();
    let tables = [unreadable(), unknown(), queries(), masterdata(), of_what_is_there(&id)];
    for Bad { method, path, headers, body, said } in tables.into_iter().flatten() {
        let request = app.request(method.clone(), &path).header("Authorization", &app.admin);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let answer = send(request.header("Accept-Language", "de").body(body.clone())).await;
        let context = format!("{method} {path} {body}: {}", answer.text);
        assert!(answer.status >= 400 && answer.header("Content-Language") == "de", "{context}");
        let document = answer.json();
        let errors = document["errors"].as_array().unwrap();
        let messages: Vec<_> = errors.iter().map(|error| error["message"].as_str().unwrap()).collect();
        for message in &messages {
            println!("{method} {path}: {message}");
            assert_eq!(english_word(message), None, "{message}");
        }
        for part in said {
            assert!(messages.iter().any(|message| message.contains(part)), "{part} in {context}");
        }
        // old clients read English, and machines read parameters
        assert!(!document["body"].as_str().unwrap().contains(['„', 'ä', 'ü']), "{context}");
    }
}

#[tokio::test]
async fn problems_of_a_stored_candidate_are_told_in_the_language_of_who_reads_them() {
    let app = TestApp::start().await;
    for (line, change, german) in [
        (
            "1",
            json!({ "qty": 0 }),
            "Menge muss größer als 0 sein: die Annahme qty > 0 gilt nicht, sie war 0.",
        ),
        ("2", json!({ "uomCode": "KGM" }), "Keine Umrechnung von KGM nach PCE für dieses Produkt."),
        (
            "3",
            json!({ "price": 5, "currencyCode": "CHF" }),
            "Die Position ist in CHF, Preisliste „DE-EUR“ in EUR.",
        ),
        (
            "4",
            json!({ "dateRequired": "2014-12-31" }),
            "Preisliste „DE-EUR“ hat keine am 31.12.2014 gültige Version.",
        ),
    ] {
        let answer = app.import(candidate("H", line, change).to_string()).await.json();
        let path = format!("{CANDIDATES}/{}", answer["result"][0]["id"]);
        let read = app.request(Method::GET, &path).header("Authorization", &app.admin);
        let read = send(read.header("Accept-Language", "de-AT")).await.json();
        assert_eq!(read["problems"][0]["message"], german, "{read}");
    }
}

#[tokio::test]
async fn what_a_scope_is_needed_for_is_said_in_german() {
    let app = TestApp::start().await;
    let token = app.token(&[Scope::ProcessRun]).await;
    for (method, path, action) in [
        (Method::POST, CANDIDATES.to_owned(), Phrase::ImportCandidates),
        (Method::GET, CANDIDATES.to_owned(), Phrase::ReadCandidates),
        (Method::GET, "/api/requests".to_owned(), Phrase::ReadRequests),
        (Method::PUT, "/api/masterdata/uoms".to_owned(), Phrase::WriteMasterdata),
        (Method::POST, "/api/sales/order".to_owned(), Phrase::CreateAndVoidOrders),
        (Method::POST, format!("{CANDIDATES}/H/attachments"), Phrase::AttachFiles),
    ] {
        let request =
            app.request(method, &path).header("Authorization", &token).header("Accept-Language", "de");
        let answer = send(request).await;
        assert_eq!(answer.status, 403, "{}", answer.text);
        let error = &answer.json()["errors"][0];
        let (scope, german) = (error["params"]["scope"].as_str().unwrap(), action.template(Language::German));
        let message =
            format!("Dem Zugriffstoken fehlt die Berechtigung {scope}, die nötig ist, um {german}.");
        assert_eq!(error["message"], message);
        assert_eq!(error["params"]["action"], action.english());
    }
}
