//! The document tells the truth about bodies: what it closes refuses unknown members, what it leaves open does not,
//! and every member that it describes is read.

use orderdock_domain::access::Role;
use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_testkit::{BrowserSession, HttpResponse, TestApp, send};
use reqwest::Method;
use serde_json::{Map, Value, json};

/// No body has this member.
const NOBODY: &str = "nobodyKnowsThis";

/// An object somewhere in a described body.
struct Place {
    /// The way from the document to it; the first entry stands for a list.
    way: Vec<String>,
    members: Vec<String>,
    /// Whether members that are not described are refused.
    closed: bool,
}

impl Place {
    /// A document that has nothing but the object, in its place.
    fn document(&self, members: impl IntoIterator<Item = String>) -> String {
        let nulls: Map<_, _> = members.into_iter().map(|name| (name, Value::Null)).collect();
        let within = |inner, step: &String| match step.as_str() {
            "0" => json!([inner]),
            name => json!({ name: inner }),
        };
        self.way.iter().rev().fold(nulls.into(), within).to_string()
    }

    fn pointer(&self, member: &str) -> String {
        let steps = self.way.iter().map(String::as_str).chain([member]);
        steps.fold(String::new(), |pointer, step| pointer + "/" + step)
    }
}

/// The pointers of members that an answer calls unknown.
fn unknown_in(answer: &HttpResponse) -> Vec<String> {
    // what was done without words refused nothing
    let document = if answer.status == 204 { Value::Null } else { answer.json() };
    let errors = document["errors"].as_array().cloned().unwrap_or_default();
    let unknown = errors
        .iter()
        .filter(|error| ["property.unknown", "member.unknown"].iter().any(|code| error["code"] == *code));
    unknown.map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
}

/// Every object of a body, however deep.
fn places(document: &Value, schema: &Value, way: &[String], found: &mut Vec<Place>) {
    let schema = resolved(document, schema);
    let step = |name: &str| [way, &[name.to_owned()]].concat();
    if let Some(items) = schema.get("items") {
        return places(document, items, &step("0"), found);
    }
    let Some(properties) = schema["properties"].as_object() else { return };
    let closed = schema.get("additionalProperties") == Some(&json!(false));
    found.push(Place { way: way.to_vec(), members: properties.keys().cloned().collect(), closed });
    for (name, property) in properties {
        places(document, property, &step(name), found);
    }
}

fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    // a body that may be left out is null or something
    let schema = schema["oneOf"].as_array().and_then(|either| either.first()).unwrap_or(schema);
    let reference = schema["$ref"].as_str();
    reference.map_or(schema, |name| document.pointer(name.trim_start_matches('#')).unwrap())
}

/// Calls with a JSON body: method, path, and the schema of the body.
fn bodies(document: &Value) -> Vec<(Method, String, Value)> {
    let mut bodies = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            let method: Method = method.to_uppercase().parse().unwrap();
            if path.ends_with("/{kind}") {
                for (kind, record) in kinds(document, schema) {
                    bodies.push((method.clone(), path.replace("{kind}", &kind), json!({ "items": record })));
                }
                continue;
            }
            let path = path.replace("{kind}", "product-prices").replace("{id}", "1").replace("{org}", "001");
            bodies.push((method, path, schema.clone()));
        }
    }
    bodies
}

/// The kinds of master data, each with the schema that has its members.
fn kinds(document: &Value, records: &Value) -> Vec<(String, Value)> {
    let record = resolved(document, &resolved(document, records)["items"]);
    let schemas = record["anyOf"].as_array().unwrap();
    let outer = KINDS.iter().filter(|kind| kind.parent.is_none());
    let kinds: Vec<_> = outer.map(|kind| kind.member.to_owned()).zip(schemas.iter().cloned()).collect();
    assert_eq!(kinds.len(), schemas.len());
    kinds
}

/// Views belong to users; everything else takes a token.
async fn call(
    app: &TestApp,
    session: &BrowserSession,
    method: &Method,
    path: &str,
    prefer: &str,
    body: String,
) -> HttpResponse {
    let request = app.request(method.clone(), path);
    let request = if path.starts_with("/api/views") {
        session.writing(request)
    } else {
        request.header("Authorization", &app.admin)
    };
    let request = request.header("Content-Type", "application/json").header("If-Match", "*");
    send(request.header("Prefer", format!("handling={prefer}")).body(body)).await
}

#[tokio::test]
async fn unknown_members_are_rejected_where_documented() {
    let app = TestApp::start().await;
    app.create_user("root", Role::Administrator, &[]).await;
    let session = app.sign_in("root").await;
    let document = serde_json::to_value(orderdock_api::openapi()).unwrap();
    let (mut closed, mut open) = (0, 0);
    for (method, path, schema) in bodies(&document) {
        let mut all = Vec::new();
        places(&document, &schema, &[], &mut all);
        assert!(!all.is_empty(), "{method} {path} has a body without members");
        for place in all {
            let unknown = vec![place.pointer(NOBODY)];
            let lenient =
                call(&app, &session, &method, &path, "lenient", place.document([NOBODY.to_owned()])).await;
            let expected = if place.closed { unknown.clone() } else { Vec::new() };
            assert_eq!(unknown_in(&lenient), expected, "{method} {path}: {}", lenient.text);
            // also where unknown members are passed over they are seen, so the reader does come here
            let strict =
                call(&app, &session, &method, &path, "strict", place.document([NOBODY.to_owned()])).await;
            assert_eq!(unknown_in(&strict), unknown, "{method} {path}: {}", strict.text);
            let described =
                call(&app, &session, &method, &path, "strict", place.document(place.members.clone())).await;
            assert!(unknown_in(&described).is_empty(), "{method} {path}: {}", described.text);
            *(if place.closed { &mut closed } else { &mut open }) += 1;
        }
    }
    assert!(closed > 20 && open > 20, "{closed} closed and {open} open ones");
}
