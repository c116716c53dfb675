//! German error messages: complete sentences without English words.

use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// An invalid request and the expected parts of its messages, in order.
struct Bad {
    method: Method,
    path: String,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
    expected: &'static [&'static str],
}

fn bad(
    method: Method,
    path: impl Into<String>,
    body: impl Into<String>,
    expected: &'static [&'static str],
) -> Bad {
    let headers = vec![("Content-Type", "application/json")];
    Bad { method, path: path.into(), headers, body: body.into(), expected }
}

fn post(path: &str, body: impl Into<String>, expected: &'static [&'static str]) -> Bad {
    bad(Method::POST, format!("{CANDIDATES}{path}"), body, expected)
}

fn get(path: &str, expected: &'static [&'static str]) -> Bad {
    bad(Method::GET, path, "", expected)
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

/// Returns the row of the candidate that exists already.
fn first(change: Value) -> String {
    candidate("H", "1", change).to_string()
}

fn unreadable() -> Vec<Bad> {
    vec![
        post("", "", &["Ungültiges JSON: der Text ist leer."]),
        post("", "{\"qty\": ", &["ein Wert erwartet, das Ende des Textes gefunden."]),
        post("", "{\"qty\": 5", &["`,` oder `}`, um ein Objekt fortzusetzen oder zu schließen erwartet"]),
        post("", "{\"a\" 5}", &["`:` nach einem Feldnamen erwartet, `5` gefunden."]),
        post("", "{\"qty\": 5}}", &["unerwarteter Text nach dem Ende: `}`."]),
        post("", "{qty: 5}", &["ein Feldname in doppelten Anführungszeichen erwartet, `q` gefunden."]),
        post("", "{\"qty\": 5,5}", &["Ungültige Zahl: Dezimalkomma. Verwenden Sie einen Dezimalpunkt"]),
        post("", "[]", &["Erwartet: Objekt, erhalten: Liste."]),
        post(
            "",
            of(json!({ "qty": true })),
            &["Erwartet: Zahl, erhalten: boolescher Wert (true oder false)."],
        ),
        post("", of(json!({ "line": 1.5 })), &["Erwartet: ganze Zahl, erhalten: Zahl."]),
        post("", of(json!({ "poReference": {} })), &["Erwartet: Text, erhalten: Objekt."]),
        post("", of(json!({ "qty": null })), &["Das Pflichtfeld „qty“ fehlt."]),
        post("", of(json!({ "dateRequired": "8.12.2026" })), &["Ungültiges Datum. Format: JJJJ-MM-TT"]),
        post(
            "",
            of(json!({ "paymentRule": "Bar" })),
            &["Ungültiger Wert „Bar“. Erlaubte Werte: OnCredit, Paypal, DirectDebit."],
        ),
        post("/bulk", "{\"requests\": {}}", &["Erwartet: Liste, erhalten: Objekt."]),
        post("/bulk", bulk([]), &["Senden Sie mindestens eine Position."]),
        with(
            post(
                "",
                "x",
                &[
                    "Nicht unterstützter Content-Type „text/plain“. Senden Sie den Inhalt als application/json.",
                ],
            ),
            "Content-Type",
            "text/plain",
        ),
        with(
            post(
                "",
                of(json!({})),
                &["Ungültiger Idempotency-Key: Erlaubt sind 1 bis 255 druckbare Zeichen."],
            ),
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
            &[
                "Der Geschäftspartner code NIEMAND existiert nicht, und die Sync-Anweisung (Standard) ist FAIL.",
            ],
        ),
        post("", of(json!({ "uomCode": "KISTE" })), &["Die Einheit „KISTE“ existiert nicht."]),
        post("", of(json!({ "org": { "code": "999" } })), &["Die Organisation „999“ existiert nicht."]),
        get("/api/nirgends", &["Unter diesem Pfad gibt es keine Ressource."]),
        get(&format!("{CANDIDATES}/999"), &["Position 999 nicht gefunden."]),
        get(
            "/api/masterdata/bpartners/999999",
            &["Datensatz nicht gefunden: Geschäftspartner mit der ID 999999."],
        ),
        get("/api/masterdata/kunden", &["Unbekannte Stammdatenart „kunden“. Bekannte Arten:"]),
    ]
}

fn queries() -> Vec<Bad> {
    let list = |query: &str, expected| get(&format!("{CANDIDATES}?{query}"), expected);
    vec![
        list("limit=0", &["Ungültiger Wert „0“ für den Parameter „limit“. Erwartet: Zahl von 1 bis 500."]),
        list(
            "limit=5&limit=6",
            &["Ungültiger Wert „5, 6“ für den Parameter „limit“. Erwartet: ein einzelner Wert."],
        ),
        list("status=offen", &["Erwartet: new, error, processed oder inactive."]),
        list("sort=farbe", &["status oder bpartner, mit vorangestelltem - für absteigende Reihenfolge."]),
        list(
            "createdFrom=heute",
            &["Erwartet: Datum wie 2026-12-08 oder Zeitstempel wie 2026-12-08T13:00:00Z."],
        ),
        list("dataSource=niemand", &["Erwartet: eine vorhandene Datenquelle."]),
        list("after=x", &["Erwartet: ein Cursor einer Seite mit derselben Sortierung."]),
        list("farbe=rot", &["Unbekannter Parameter „farbe“. Bekannte Parameter:"]),
        get("/api/masterdata/products?active=ja", &["Erwartet: true oder false."]),
        get(
            "/api/requests?status=x&page=1",
            &["Unbekannter Parameter „page“.", "Erwartet: Statuscode wie 409."],
        ),
        get("/api/sales/order?runId=x", &["Erwartet: ID eines Laufs."]),
        get("/api/requests/1?x=1", &["Unbekannter Parameter „x“. Bekannte Parameter: keine."]),
        get(
            &format!("{CANDIDATES}/by-ref/{SOURCE}/M%FCller"),
            &["Der Pfad ist kein gültiges UTF-8. Schreiben Sie Nicht-ASCII-Zeichen prozentkodiert als UTF-8"],
        ),
        with(
            post(
                "?errorPolicy=some",
                of(json!({})),
                &["Unbekannter Parameter „errorPolicy“. Bekannte Parameter: dryRun, unresolved."],
            ),
            "Prefer",
            "handling=strict",
        ),
        post("/bulk?errorPolicy=some", bulk([json!({})]), &["Erwartet: all, header oder row."]),
        post("/process", "{\"selection\": {}}", &["Ungültige Auswahl: Verwenden Sie genau eine der Angaben"]),
        post(
            "/process",
            "{\"selection\": {\"filter\": {\"status\": \"offen\"}}}",
            &["Erwartet: new, error, processed oder inactive."],
        ),
    ]
}

fn masterdata() -> Vec<Bad> {
    let put = |kind: &str, record: Value, expected| {
        bad(Method::PUT, format!("/api/masterdata/{kind}"), json!([record]).to_string(), expected)
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
        bad(Method::PUT, "/api/masterdata/uoms", "{}", &["Erwartet: Liste, erhalten: Objekt."]),
        put("uoms", json!(5), &["Erwartet: Objekt, erhalten: „5“."]),
        put("uoms", json!({ "code": "X", "farbe": 1 }), &["Unbekanntes Feld „farbe“. Bekannte Felder:"]),
        put(
            "countries",
            json!({ "code": "de", "name": "x" }),
            &["Erwartet: zwei Großbuchstaben, erhalten: „de“."],
        ),
        put(
            "taxes",
            tax(json!({ "rate": 101 })),
            &[
                "Steuerkategorie „Karton“ existiert für die Organisation 001 nicht.",
                "Erwartet: Zahl von 0 bis 100, erhalten: „101“.",
            ],
        ),
        put("taxes", tax(json!({ "rate": [] })), &["Erwartet: Zahl, erhalten: eine leere Liste."]),
        put(
            "taxes",
            tax(json!({ "validTo": "2014-01-01" })),
            &["Erwartet: Datum ab dem 2015-01-01, erhalten: „2014-01-01“."],
        ),
        put(
            "organisations",
            json!({ "code": "7", "timeZone": "Mond" }),
            &["Erwartet: Zeitzone wie Europe/Berlin"],
        ),
        put("products", product(json!({ "uom": "KISTE" })), &["Einheit „KISTE“ existiert nicht."]),
        put("products", product(json!({ "conversions": 5 })), &["Erwartet: Liste, erhalten: „5“."]),
        put("products", product(json!({ "active": "ja" })), &["Erwartet: true oder false, erhalten: „ja“."]),
        put(
            "bpartners",
            json!({ "org": "001", "code": "P", "name": "P", "country": "DE" }),
            &["Unbekanntes Feld „country“. Bekannte Felder:"],
        ),
    ]
}

/// Returns invalid attachment requests for header H.
fn of_forms() -> Vec<Bad> {
    let files = &format!("/{SOURCE}/H/attachments");
    let form = |body: &'static str, expected| {
        with(post(files, body, expected), "Content-Type", "multipart/form-data; boundary=edge")
    };
    vec![
        with(
            post(files, "", &["Content-Type hat keinen Parameter boundary"]),
            "Content-Type",
            "multipart/form-data",
        ),
        form("--edge\r\nX", &["Ungültiges multipart/form-data: die schließende Begrenzung"]),
        form("--edge--\r\n", &["Das Formular hat keinen Teil mit dem Namen „file“."]),
        form(
            "--edge\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n--edge--\r\n",
            &["Die Datei ist leer."],
        ),
        post(files, "{}", &["Senden Sie den Inhalt als multipart/form-data."]),
    ]
}

/// Returns invalid requests for existing records: candidate 1 of header H, imported with an idempotency key.
fn existing_records(id: &Value) -> Vec<Bad> {
    let settings =
        |body: Value, expected| bad(Method::PUT, "/api/process-settings/001", body.to_string(), expected);
    let masterdata = |kind: &str, body: Value, expected| {
        bad(Method::PUT, format!("/api/masterdata/{kind}"), body.to_string(), expected)
    };
    let patch = |body: Value, expected| {
        with(bad(Method::PATCH, format!("{CANDIDATES}/{id}"), body.to_string(), expected), "If-Match", "*")
    };
    let uom = json!({ "code": "KIS", "name": "Kiste" });
    let partner = |code: &str| json!({ "org": "001", "code": code, "name": code, "externalId": "E-7" });
    vec![
        post("", first(json!({ "qty": 6 })), &["wurde bereits mit anderem Inhalt importiert (/qty)."]),
        with(
            post(
                "",
                first(json!({ "qty": 6 })),
                &["wurde bereits für eine andere Anfrage verwendet. Verwenden Sie"],
            ),
            "Idempotency-Key",
            "k",
        ),
        bad(
            Method::PATCH,
            format!("{CANDIDATES}/{id}"),
            "{}",
            &["Der Header If-Match fehlt. Senden Sie das ETag"],
        ),
        with(
            patch(
                json!({ "override": { "qty": 6 } }),
                &[" hat die Position am 20.11.2026 um 13:00 Uhr (Europe/Berlin) geändert;"],
            ),
            "If-Match",
            "\"0\"",
        ),
        patch(json!({ "override": { "farbe": 1 } }), &["Unbekanntes Feld „farbe“."]),
        patch(json!({ "override": { "productCode": "val-NIX" } }), &["productCode „val-NIX“ existiert für"]),
        patch(json!({ "active": 5 }), &["Erwartet: boolescher Wert (true oder false), erhalten: Zahl."]),
        patch(json!({ "clear": [null] }), &["Erwartet: Feldname, erhalten: null."]),
        settings(
            json!({ "cron": "immer" }),
            &["Ungültiger Zeitplan „immer“: die Anzahl der Felder ist 1. Verwenden Sie fünf Felder"],
        ),
        settings(json!({ "pausedUntil": 5 }), &["Erwartet: Zeitstempel, erhalten: Zahl."]),
        settings(
            json!({ "numberPatterns": [{ "docTypeName": "Auftrag", "pattern": "x" }] }),
            &["Ungültiges Nummernmuster „x“. Verwenden Sie ein Präfix und die Nummer, z. B. „SO-{n:06}“."],
        ),
        masterdata(
            "uoms",
            json!([uom, uom]),
            &["Doppelter Datensatz: Derselbe Schlüssel (Einheit) steht auch bei /0."],
        ),
        masterdata(
            "bpartners",
            json!([partner("P1"), partner("P2")]),
            &["„E-7“ wird bereits verwendet von: /0."],
        ),
        masterdata(
            "bpartners",
            json!([{ "org": "*", "code": "P", "name": "P", "externalId": "2156425" }]),
            &["„2156425“ wird bereits verwendet von: Geschäftspartner „G0001“."],
        ),
    ]
}

/// English words that must not occur in a German message.
const ENGLISH: [&str; 22] = [
    "a", "and", "be", "found", "has", "is", "must", "not", "or", "the", "to", "number", "string", "boolean",
    "list", "object", "array", "value", "expected", "one", "nothing", "text of",
];

fn english_word(message: &str) -> Option<&'static str> {
    // quoted values and lists of names are the same in both languages
    let unquoted: String = message.split(['„', '“']).step_by(2).collect();
    let known = unquoted.split_once("Bekannte ").map_or(unquoted.as_str(), |(before, _)| before);
    let words: Vec<_> = known.split(|letter: char| !letter.is_alphanumeric()).collect();
    ENGLISH.into_iter().find(|english| words.contains(english))
}

#[tokio::test]
async fn errors_are_returned_in_german() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json").header("Idempotency-Key", "k");
    let id = send(request.body(first(json!({})))).await.json()["result"][0]["id"].clone();
    let tables = [unreadable(), unknown(), queries(), masterdata(), of_forms(), existing_records(&id)];
    for Bad { method, path, headers, body, expected } in tables.into_iter().flatten() {
        let request = app.request(method.clone(), &path).header("Authorization", &app.admin);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let response = send(request.header("Accept-Language", "de").body(body.clone())).await;
        let context = format!("{method} {path} {body}: {}", response.text);
        assert!(response.status >= 400 && response.header("Content-Language") == "de", "{context}");
        let document = response.json();
        let errors = document["errors"].as_array().unwrap();
        let messages: Vec<_> = errors.iter().map(|error| error["message"].as_str().unwrap()).collect();
        for message in &messages {
            println!("{method} {path}: {message}");
            assert_eq!(english_word(message), None, "{message}");
        }
        for part in expected {
            assert!(messages.iter().any(|message| message.contains(part)), "{part} in {context}");
        }
        // `body` is the message for old clients, and parameters are read by programs, so both stay English
        assert!(!document["body"].as_str().unwrap().contains(['„', 'ä', 'ü']), "{context}");
    }
}

#[tokio::test]
async fn stored_problems_are_returned_in_language_of_reader() {
    let app = TestApp::start().await;
    for (line, change, german) in [
        (
            "1",
            json!({ "qty": 0 }),
            "Die Menge muss größer als 0 sein: Die Bedingung qty > 0 ist nicht erfüllt, gesendet wurde 0.",
        ),
        ("2", json!({ "uomCode": "KGM" }), "Das Produkt hat keine Umrechnung von KGM in PCE."),
        (
            "3",
            json!({ "price": 5, "currencyCode": "CHF" }),
            "Die Position hat die Währung CHF, die Preisliste „DE-EUR“ aber EUR.",
        ),
        (
            "4",
            json!({ "dateRequired": "2014-12-31" }),
            "Die Preisliste „DE-EUR“ hat keine am 31.12.2014 gültige Version.",
        ),
    ] {
        let response = app.import(candidate("H", line, change).to_string()).await.json();
        let path = format!("{CANDIDATES}/{}", response["result"][0]["id"]);
        let read = app.request(Method::GET, &path).header("Authorization", &app.admin);
        let read = send(read.header("Accept-Language", "de-AT")).await.json();
        assert_eq!(read["problems"][0]["message"], german, "{read}");
    }
}

#[tokio::test]
async fn purpose_of_missing_scope_is_returned_in_german() {
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
        let response = send(request).await;
        assert_eq!(response.status, 403, "{}", response.text);
        let error = &response.json()["errors"][0];
        let (scope, german) = (error["params"]["scope"].as_str().unwrap(), action.template(Language::German));
        let message = format!("Zugriff verweigert: Die Berechtigung {scope} ist nötig, um {german}.");
        assert_eq!(error["message"], message);
        assert_eq!(error["params"]["action"], action.english());
    }
}
