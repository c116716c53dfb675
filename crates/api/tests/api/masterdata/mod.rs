//! Master data over HTTP: lists, records, upserts, deactivation, history, schema.

mod history;
mod letterhead;
mod product_keys;
mod undoing;

use orderdock_domain::access::Scope;
use orderdock_testkit::{HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

fn path(kind: &str) -> String {
    format!("/api/masterdata/{kind}")
}

async fn put(app: &TestApp, token: &str, kind: &str, body: impl Into<String>) -> HttpResponse {
    let request = app.request(Method::PUT, &path(kind)).header("Authorization", token);
    send(request.header("Content-Type", "application/json").body(body.into())).await
}

/// Upserts as admin and returns id and outcome of the first record.
async fn upsert(app: &TestApp, kind: &str, records: Value) -> (i64, String) {
    let response = put(app, &app.admin, kind, records.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let row = &response.json()["result"][0];
    (row["id"].as_i64().unwrap(), row["outcome"].as_str().unwrap().to_owned())
}

async fn record(app: &TestApp, kind: &str, id: i64) -> Value {
    let response = app.get(&app.admin, &format!("{}/{id}", path(kind))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn history(app: &TestApp, token: &str, kind: &str, id: i64) -> Vec<Value> {
    let response = app.get(token, &format!("{}/{id}/history", path(kind))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()["items"].as_array().unwrap().clone()
}

/// Returns the values of a member of a list.
async fn listed(app: &TestApp, token: &str, query: &str, member: &str) -> Vec<String> {
    let response = app.get(token, &path(query)).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let items = response.json()["items"].as_array().unwrap().clone();
    items.iter().map(|item| item[member].as_str().unwrap_or_default().to_owned()).collect()
}

fn codes(response: &HttpResponse) -> Vec<String> {
    let errors = response.json()["errors"].as_array().unwrap().clone();
    errors.iter().map(|error| error["code"].as_str().unwrap().to_owned()).collect()
}

fn partner(more: &Value) -> Value {
    let mut partner = json!({ "code": "C1", "name": "Müller", "org": "001" });
    partner.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!([partner])
}

#[tokio::test]
async fn record_is_returned_as_sent() {
    let app = TestApp::start().await;
    let sent = json!({
        "org": "001", "code": "C1", "externalId": "77", "name": "Müller & Söhne", "group": "Standard",
        "vatId": "DE1", "pricingSystem": "Testpreise Kunden", "taxExempt": true, "parent": "G0001",
        "locations": [{ "address1": "Am Nossbacher Weg 2", "postal": "53179", "city": "Bonn", "country": "DE" }],
        "contacts": [{ "name": "Eva", "email": "eva@example.com" }],
    });
    let (id, outcome) = upsert(&app, "bpartners", json!([sent])).await;
    assert_eq!(outcome, "created");
    let response = app.get(&app.admin, &format!("{}/{id}", path("bpartners"))).await;
    assert_eq!(response.header("etag"), "\"1\"");
    let found = response.json();
    for member in ["org", "code", "externalId", "name", "group", "vatId", "pricingSystem", "parent"] {
        assert_eq!(found[member], sent[member], "{member}");
    }
    assert_eq!((&found["id"], &found["version"]), (&json!(id), &json!(1)));
    assert_eq!(
        (&found["active"], &found["customer"], &found["taxExempt"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(found.get("phone"), None, "absent values are left out");
    let location = &found["locations"][0];
    assert_eq!((&location["org"], &location["shipToDefault"]), (&json!("001"), &json!(true)));
    assert_eq!(found["contacts"][0]["email"], "eva@example.com");
    // without id and version, the record is a valid upsert
    let mut again = found;
    let members = again.as_object_mut().unwrap();
    members.retain(|name, _| !matches!(name.as_str(), "id" | "version"));
    for nested in ["locations", "contacts"] {
        for record in members[nested].as_array_mut().unwrap() {
            record.as_object_mut().unwrap().retain(|name, _| !matches!(name.as_str(), "id" | "version"));
        }
    }
    assert_eq!(upsert(&app, "bpartners", json!([again])).await, (id, "unchanged".to_owned()));
}

#[tokio::test]
async fn values_have_format_of_load_file() {
    let app = TestApp::start().await;
    let price = json!([{
        "priceList": "DE-EUR", "validFrom": "2015-01-01", "product": "P002737", "uom": "CT", "price": 119.50,
        "taxCategory": "reduced", "scales": [{ "fromQuantity": 100, "price": 99 }, { "fromQuantity": 9.5, "price": 110.125 }],
    }]);
    let (id, _) = upsert(&app, "product-prices", price).await;
    let response = app.get(&app.admin, &format!("{}/{id}", path("product-prices"))).await;
    assert!(response.text.contains(r#""price":119.5,"#), "{}", response.text);
    assert!(
        response
            .text
            .contains(r#""scales":[{"fromQuantity":9.5,"price":110.125},{"fromQuantity":100,"price":99}]"#),
        "{}",
        response.text
    );
    let found = response.json();
    for (member, value) in
        [("priceList", "DE-EUR"), ("validFrom", "2015-01-01"), ("product", "P002737"), ("uom", "CT")]
    {
        assert_eq!(found[member], value);
    }
    let (source, _) =
        upsert(&app, "data-sources", json!([{ "internalNames": ["SOURCE.a", "SOURCE.b"] }])).await;
    assert_eq!(record(&app, "data-sources", source).await["internalNames"], json!(["SOURCE.a", "SOURCE.b"]));
    let lists = app.get(&app.admin, &path("price-lists")).await.json();
    assert_eq!(lists["items"][0]["versions"][0]["validFrom"], "2015-01-01");
    assert_eq!(lists["items"][0]["precision"], 2);
}

#[tokio::test]
async fn every_kind_can_be_listed_and_read() {
    let app = TestApp::start().await;
    for kind in orderdock_domain::masterdata::kinds::Kind::members() {
        let response = app.get(&app.admin, &format!("{}?limit=2", path(kind))).await;
        assert_eq!(response.status, 200, "{kind}: {}", response.text);
        if let Some(first) = response.json()["items"].get(0) {
            assert_eq!(record(&app, kind, first["id"].as_i64().unwrap()).await, *first, "{kind}");
        }
    }
}

#[tokio::test]
async fn master_data_lists_are_filtered_and_paged() {
    let app = TestApp::start().await;
    let admin = &app.admin;
    let shippers = json!([
        { "org": "001", "code": "Äther", "name": "Post" }, { "org": "test-org-03", "code": "B" },
        { "code": "äTNA", "active": false },
    ]);
    upsert(&app, "shippers", shippers).await;
    upsert(&app, "bpartners", partner(&json!({}))).await;
    for (query, member, expected) in [
        ("shippers?q=ät", "code", vec!["Äther", "äTNA"]),
        ("shippers?q=POST", "code", vec!["Äther"]),
        ("shippers?q=ther", "code", vec!["Äther"]),
        ("shippers?q=%25", "code", vec![]),
        ("shippers?org=001", "code", vec!["Äther"]),
        ("shippers?active=false", "code", vec!["äTNA"]),
        ("shippers?org=*&active=true", "code", vec!["DPD - Classic"]),
        ("bpartners?q=mül", "code", vec!["C1"]),
        ("bpartners?q=c1", "code", vec!["C1"]),
        ("products?q=p0027", "code", vec!["P002737"]),
        ("product-prices?q=A001", "product", vec!["A001"]),
        ("postal-codes?q=bonn", "city", vec!["Bonn"]),
        ("countries?q=germ", "code", vec!["DE"]),
        ("organisations", "code", vec!["001", "test-org-03"]),
    ] {
        let mut found = listed(&app, admin, query, member).await;
        found.dedup();
        assert_eq!(found, expected, "{query}");
    }
    let (mut after, mut all) = (String::new(), Vec::new());
    loop {
        let page = app.get(admin, &format!("{}?limit=100{after}", path("countries"))).await.json();
        all.extend(page["items"].as_array().unwrap().iter().map(|item| item["code"].to_string()));
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(all.len(), 249);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 249, "each once");
}

#[tokio::test]
async fn nested_records_above_limit_are_listed() {
    let app = TestApp::start().await;
    let conversion = |number: usize| json!({ "from": format!("U{number}"), "to": "PCE", "multiplier": 2 });
    let uoms: Vec<_> = (0..101).map(|number| json!({ "code": format!("U{number}"), "name": "x" })).collect();
    let put = async |kind: &str, records: Value| {
        let request = app.request(Method::PUT, &path(kind)).header("Authorization", &app.admin);
        let response =
            send(request.header("Content-Type", "application/json").body(records.to_string())).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()["result"][0]["id"].clone()
    };
    put("uoms", json!(uoms)).await;
    for (count, total) in [(100, Value::Null), (101, json!(101))] {
        let conversions: Vec<_> = (0..count).map(conversion).collect();
        let product = json!([{ "org": "001", "code": "MANY", "name": "Many", "type": "ITEM", "uom": "PCE",
            "conversions": conversions }]);
        let product = format!("products/{}", put("products", product).await);
        let whole = app.get(&app.admin, &path(&product)).await.json();
        let shown = whole["conversions"].as_array().map(Vec::len);
        assert_eq!((shown, &whole["conversionsTotal"]), (Some(100), &total));
        let page = app.get(&app.admin, &path(&format!("{product}/conversions?limit=60"))).await.json();
        assert_eq!((&page["total"]["value"], &page["previous"]), (&json!(count), &Value::Null));
        let after = format!("{product}/conversions?limit=60&after={}", page["next"].as_str().unwrap());
        let page = app.get(&app.admin, &path(&after)).await.json();
        assert_eq!(page["items"].as_array().map(Vec::len), Some(count - 60));
        let before = format!("{product}/conversions?limit=7&before={}", page["previous"].as_str().unwrap());
        let page = app.get(&app.admin, &path(&before)).await.json();
        assert_eq!(page["items"][6]["from"], "U59");
    }
}

#[tokio::test]
async fn invalid_list_parameters_are_rejected() {
    let app = TestApp::start().await;
    for (query, status, code) in [
        ("shippers?limit=0", 400, "query.invalid"),
        ("shippers?limit=501", 400, "query.invalid"),
        ("shippers?after=x", 400, "query.invalid"),
        ("shippers?active=yes", 400, "query.invalid"),
        ("shippers?org=nowhere", 400, "org.unknown"),
        ("shippers?offset=1", 400, "query.unknown"),
        ("countries?org=001", 400, "query.unknown"),
        ("unicorns", 404, "kind.not_found"),
        ("locations", 404, "kind.not_found"),
        ("shippers?after=1&before=2", 400, "property.conflict"),
        ("bpartners/1/locations", 404, "record.not_found"),
        ("bpartners/1/conversions", 404, "kind.not_found"),
        ("shippers/0", 404, "record.not_found"),
        ("shippers/x", 404, "record.not_found"),
        ("shippers/1001", 404, "record.not_found"),
        ("organisations/0", 404, "record.not_found"),
        ("unicorns/1/history", 404, "kind.not_found"),
        ("shippers/1/history", 404, "record.not_found"),
        ("schema?x=1", 400, "query.unknown"),
    ] {
        let response = app.get(&app.admin, &path(query)).await;
        assert_eq!((response.status, codes(&response)), (status, vec![code.to_owned()]), "{query}");
    }
    let german = app.request(Method::GET, &path("unicorns")).header("Authorization", &app.admin);
    let response = send(german.header("Accept-Language", "de")).await;
    assert!(
        response.json()["detail"].as_str().unwrap().starts_with("Unbekannte Stammdatenart"),
        "{}",
        response.text
    );
}

#[tokio::test]
async fn all_faults_are_reported_and_nothing_written() {
    let app = TestApp::start().await;
    let body = "[\n  {\"code\": \"A\"},\n  {\"code\": \"B\", \"colour\": 1, \"name\": [1]},\n  {\"code\": \"A\"},\n  7,\n  {\"name\": \"x\", \"org\": \"nowhere\"}\n]";
    let response = put(&app, &app.admin, "shippers", body).await;
    assert_eq!(response.status, 400);
    let errors = response.json()["errors"].as_array().unwrap().clone();
    let codes: Vec<_> = errors
        .iter()
        .map(|error| {
            let text = |name: &str| error[name].as_str().unwrap().to_owned();
            (
                text("code"),
                text("pointer"),
                error["line"].as_i64().unwrap(),
                error["column"].as_i64().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("member.unknown", "/1/colour", 3, 27),
        ("type.wrong", "/1/name", 3, 38),
        ("record.duplicate", "/2", 4, 3),
        ("type.wrong", "/3", 5, 3),
        ("property.missing", "/4/code", 6, 3),
        ("org.unknown", "/4/org", 6, 24),
    ];
    let expected: Vec<_> = expected
        .map(|(code, pointer, line, column)| (code.to_owned(), pointer.to_owned(), line, column))
        .into();
    assert_eq!(codes, expected, "{}", response.text);
    assert_eq!(errors[2]["params"]["other"], "/0");
    assert_eq!(errors[0]["index"], 1);
    assert_eq!(listed(&app, &app.admin, "shippers", "code").await, ["DPD - Classic"]);
}

#[tokio::test]
async fn rules_between_records_are_enforced() {
    let app = TestApp::start().await;
    let tax = |code: &str| json!({ "code": code, "taxCategory": "standard", "fromCountry": "FR", "rate": 20, "validFrom": "2020-01-01" });
    let version = |day: &str, base: &str| json!({ "validFrom": day, "baseValidFrom": base });
    let list = json!({
        "code": "L", "name": "L", "pricingSystem": "Testpreise Kunden", "currency": "EUR",
        "versions": [version("2020-01-01", "2021-01-01"), version("2021-01-01", "2020-01-01")],
    });
    let own =
        json!({ "org": "001", "code": "X", "name": "x", "externalId": "2156425", "group": "No such group" });
    for (kind, records, code, pointer) in [
        ("taxes", json!([tax("FR-1"), tax("FR-2")]), "tax.equal", "/1"),
        ("price-lists", json!([list]), "base.cycle", "/0/versions/0/baseValidFrom"),
        ("bpartners", json!([own]), "record.reference_unknown", "/0/group"),
        ("bpartners", json!([{ "code": "X" }]), "property.missing", "/0/name"),
        (
            "bpartners",
            json!([{ "code": "X", "name": "x", "locations": [{ "city": "Bonn" }] }]),
            "property.missing",
            "/0/locations/0/country",
        ),
        (
            "document-types",
            json!([{ "name": "New", "baseType": "SOO", "subType": "SO", "default": true }]),
            "default.duplicate",
            "/0/default",
        ),
        ("currencies", json!([{ "code": "eur", "name": "x" }]), "type.wrong", "/0/code"),
        (
            "organisations",
            json!([{ "code": "*", "name": "x", "active": false }]),
            "property.reserved",
            "/0/code",
        ),
        (
            "data-sources",
            json!([{ "internalNames": ["shop", "by-ref"] }]),
            "property.reserved",
            "/0/internalNames/1",
        ),
    ] {
        let response = put(&app, &app.admin, kind, records.to_string()).await;
        let first = response.json()["errors"][0].clone();
        assert_eq!(
            (response.status, &first["code"], &first["pointer"]),
            (400, &json!(code), &json!(pointer)),
            "{}",
            response.text
        );
        assert!(first["line"].is_i64() && first["column"].is_i64(), "{first}");
    }
}

#[tokio::test]
async fn bodies_other_than_lists_are_rejected() {
    let app = TestApp::start().await;
    let many = |count: usize| {
        let records: Vec<_> = (0..count).map(|number| json!({ "code": format!("S{number}") })).collect();
        Value::Array(records).to_string()
    };
    for (body, status, code) in [
        (String::new(), 400, "json.syntax"),
        ("{\"shippers\": []}".to_owned(), 400, "type.wrong"),
        ("[{\"code\": \"A\"}".to_owned(), 400, "json.syntax"),
        ("[{\"code\": \"A\",}]".to_owned(), 400, "json.syntax"),
        ("- code: A".to_owned(), 400, "json.syntax"),
        (format!("[{}1{}]", "[".repeat(32), "]".repeat(32)), 400, "json.too_deep"),
        (many(10_001), 413, "records.too_many"),
    ] {
        let shown = body.chars().take(30).collect::<String>();
        let response = put(&app, &app.admin, "shippers", body).await;
        assert_eq!(
            (response.status, codes(&response)[0].as_str()),
            (status, code),
            "{shown}: {}",
            response.text
        );
    }
    let request = app.request(Method::PUT, &path("shippers")).header("Authorization", &app.admin);
    let response = send(request.header("Content-Type", "application/yaml").body("[]")).await;
    assert_eq!((response.status, codes(&response)[0].as_str()), (415, "body.media_type"));
    let response = put(&app, &app.admin, "shippers?dryrun=true", "[]").await;
    assert_eq!((response.status, codes(&response)[0].as_str()), (400, "query.unknown"));
    assert_eq!(put(&app, &app.admin, "unicorns", "[]").await.status, 404);
    let empty = put(&app, &app.admin, "shippers", "[]").await;
    assert_eq!((empty.status, &empty.json()["result"]), (200, &json!([])));
    let response = put(&app, &app.admin, "shippers", many(10_000)).await;
    assert_eq!(
        response.json()["counts"],
        json!({ "shippers": { "created": 10_000, "changed": 0, "unchanged": 0 } })
    );
}

#[tokio::test]
async fn dry_run_of_upsert_writes_nothing() {
    let app = TestApp::start().await;
    let records = json!([{ "code": "DPD - Classic", "name": "Parcels" }, { "code": "New" }]).to_string();
    let response = put(&app, &app.admin, "shippers?dryRun=true", records).await;
    let rows = response.json()["result"].clone();
    assert_eq!((&rows[0]["outcome"], &rows[0]["version"]), (&json!("changed"), &json!(2)));
    assert_eq!((&rows[1]["outcome"], &rows[1]["id"]), (&json!("created"), &Value::Null));
    assert_eq!(listed(&app, &app.admin, "shippers", "code").await, ["DPD - Classic"]);
    let faulty = put(&app, &app.admin, "shippers?dryRun=true", "[{}]").await;
    assert_eq!(faulty.status, 400);
}

#[tokio::test]
async fn shared_records_and_organisations_require_more_access() {
    let app = TestApp::start().await;
    let clerk = app.token_of("001", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    let everywhere = app.token(&[Scope::MasterdataWrite]).await;
    let organisations = json!([{ "code": "002", "name": "New" }]).to_string();
    for (token, kind, body, status, code) in [
        (&clerk, "shippers", json!([{ "code": "S" }]).to_string(), 403, Some("record.shared_forbidden")),
        (
            &clerk,
            "shippers",
            json!([{ "code": "S", "org": "test-org-03" }]).to_string(),
            403,
            Some("org.not_allowed"),
        ),
        // an unknown organisation has the same error as one without access
        (
            &clerk,
            "shippers",
            json!([{ "code": "S", "org": "nowhere" }]).to_string(),
            403,
            Some("org.not_allowed"),
        ),
        (&clerk, "shippers", json!([{ "code": "S", "org": "001" }]).to_string(), 200, None),
        (
            &clerk,
            "uoms",
            json!([{ "code": "S", "name": "S" }]).to_string(),
            403,
            Some("record.shared_forbidden"),
        ),
        (&everywhere, "shippers", json!([{ "code": "S" }]).to_string(), 200, None),
        (&everywhere, "organisations", organisations.clone(), 403, Some("scope.missing")),
        (&app.admin, "organisations", organisations, 200, None),
    ] {
        let response = put(&app, token, kind, body).await;
        let found = if response.status == 200 { None } else { Some(codes(&response)[0].clone()) };
        assert_eq!((response.status, found.as_deref()), (status, code), "{kind}: {}", response.text);
    }
    let shared = listed_id(&app, "shippers?org=*&q=dpd").await;
    let response = app.post(&clerk, &format!("{}/{shared}/deactivate", path("shippers")), "").await;
    assert_eq!((response.status, codes(&response)[0].as_str()), (403, "record.shared_forbidden"));
    let organisation = listed_id(&app, "organisations").await;
    let response =
        app.post(&everywhere, &format!("{}/{organisation}/deactivate", path("organisations")), "").await;
    assert_eq!((response.status, codes(&response)[0].as_str()), (403, "scope.missing"));
    assert_eq!(listed(&app, &clerk, "organisations", "code").await, ["001"]);
}

async fn listed_id(app: &TestApp, query: &str) -> i64 {
    app.get(&app.admin, &path(query)).await.json()["items"][0]["id"].as_i64().unwrap()
}

#[tokio::test]
async fn deactivated_record_is_unchanged_when_repeated() {
    let app = TestApp::start().await;
    let id = listed_id(&app, "products?q=A001").await;
    let deactivate = format!("{}/{id}/deactivate", path("products"));
    let first = app.post(&app.admin, &deactivate, "").await;
    assert_eq!(
        (first.status, &first.json()["active"], &first.json()["version"]),
        (200, &json!(false), &json!(2))
    );
    assert_eq!(app.post(&app.admin, &deactivate, "").await.json(), first.json());
    let sent = candidate("H", "1", json!({ "product": { "code": "A001" } })).to_string();
    let row = app.import(sent).await.json()["result"][0].clone();
    assert_eq!(row["problems"][0]["code"], "product.inactive", "{row}");
    let products = json!([{ "code": "A001", "name": "A001", "uom": "PCE", "active": true }]);
    assert_eq!(upsert(&app, "products", products).await.1, "changed");
    let events = history(&app, &app.admin, "products", id).await;
    let active: Vec<_> = events.iter().filter(|event| event["event"] == "changed").collect();
    assert_eq!(active[1]["changes"], json!([{ "member": "active", "before": true, "after": false }]));
    assert_eq!((active.len(), &active[1]["actor"]), (2, &json!("admin")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn same_idempotency_key_repeats_response() {
    let app = TestApp::start().await;
    let send_with = async |method: Method, path: String, key: &str, body: &str| {
        let request = app.request(method, &path).header("Authorization", &app.admin);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", key);
        send(request.body(body.to_owned())).await
    };
    let body = r#"[{"code": "S"}]"#;
    let first = send_with(Method::PUT, path("shippers"), "k1", body).await;
    let again = send_with(Method::PUT, path("shippers"), "k1", body).await;
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    assert_eq!(first.json()["result"][0]["outcome"], "created");
    let other = send_with(Method::PUT, path("shippers"), "k1", "[]").await;
    assert_eq!((other.status, codes(&other)[0].as_str()), (422, "idempotency.reused"));
    let deactivate = format!("{}/{}/deactivate", path("shippers"), first.json()["result"][0]["id"]);
    let first = send_with(Method::POST, deactivate.clone(), "k1", "").await;
    let again = send_with(Method::POST, deactivate.clone(), "k1", "").await;
    assert_eq!((first.status, again.header("idempotency-replayed"), &again.text), (200, "true", &first.text));
    for (method, path, body) in [(Method::POST, &deactivate, ""), (Method::PUT, &path("shippers"), body)] {
        for key in 2..22 {
            let key = format!("k{key}");
            let at_once = (0..8).map(|_| send_with(method.clone(), path.clone(), &key, body));
            for response in futures_util::future::join_all(at_once).await {
                assert!(
                    matches!(response.status, 200 | 409),
                    "one request succeeds, the others conflict: {}",
                    response.text
                );
            }
        }
    }
}

#[tokio::test]
async fn nested_records_of_other_organisations_are_hidden() {
    let app = TestApp::start().await;
    let own = json!([{ "code": "G0001", "name": "G0001", "locations": [{ "org": "001", "externalId": "own", "country": "DE" }] }]);
    let (id, _) = upsert(&app, "bpartners", own).await;
    for (organisation, locations, events) in [("001", 2, 1), ("test-org-03", 1, 0)] {
        let token = app.token_of(organisation, &[Scope::CandidatesRead]).await;
        let found = app.get(&token, &format!("{}/{id}", path("bpartners"))).await.json();
        assert_eq!(found["locations"].as_array().unwrap().len(), locations, "{organisation}");
        let events_of_own = history(&app, &token, "bpartners", id).await;
        let of_own =
            events_of_own.iter().filter(|event| event["actor"] == "admin" && event["event"] == "created");
        assert_eq!(of_own.count(), events, "{organisation}");
    }
}

#[tokio::test]
async fn schema_describes_every_kind() {
    let app = TestApp::start().await;
    let response = app.get(&app.admin, &path("schema")).await;
    assert_eq!((response.status, response.header("content-type")), (200, "application/schema+json"));
    let schema = response.json();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for kind in orderdock_domain::masterdata::kinds::Kind::members() {
        assert_eq!(schema["properties"][kind]["type"], "array", "{kind}");
    }
    let document = serde_json::to_value(orderdock_api::openapi()).unwrap();
    let partner = &document["components"]["schemas"]["BusinessPartnerRecord"]["properties"];
    let properties = &schema["properties"]["bpartners"]["items"]["properties"];
    // equal types are one component of the document
    assert_eq!(partner["vatId"]["$ref"], "#/components/schemas/NullableCode");
    let mut described = document["components"]["schemas"]["NullableCode"].clone();
    described["description"] = partner["vatId"]["description"].clone();
    assert_eq!(described, properties["vatId"]);
}

#[tokio::test]
async fn boolean_is_not_accepted_as_code() {
    let app = TestApp::start().await;
    let response =
        put(&app, &app.admin, "uoms", r#"[{"code": true, "name": "Stück", "active": true}]"#).await;
    let error = response.json()["errors"][0].clone();
    assert_eq!((response.status, &error["code"]), (400, &json!("type.wrong")), "{}", response.text);
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(11)), "{error}");
    let quoted =
        put(&app, &app.admin, "uoms", r#"[{"code": "true", "name": "Stück", "active": true}]"#).await;
    assert_eq!(quoted.status, 200, "{}", quoted.text);
}
