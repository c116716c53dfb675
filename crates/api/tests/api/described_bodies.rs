//! Comparison of request bodies with the OpenAPI document: closed objects reject unknown members, open objects ignore
//! them, and every described member is read.

use orderdock_domain::access::Role;
use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_testkit::{BrowserSession, HttpResponse, TestApp, send};
use reqwest::Method;
use serde_json::{Map, Value, json};

/// Name that is a member of no body.
const UNKNOWN_MEMBER: &str = "nobodyKnowsThis";

/// An object within a described body.
struct SchemaLocation {
    /// Member names from the root of the body to the object; an array is represented by its first element.
    path: Vec<String>,
    members: Vec<String>,
    /// Whether members that are not described are rejected.
    closed: bool,
}

impl SchemaLocation {
    /// Returns a body that contains only the object at its position, with these members set to null.
    fn document(&self, members: impl IntoIterator<Item = String>) -> String {
        let nulls: Map<_, _> = members.into_iter().map(|name| (name, Value::Null)).collect();
        let within = |inner, step: &String| match step.as_str() {
            "0" => json!([inner]),
            name => json!({ name: inner }),
        };
        self.path.iter().rev().fold(nulls.into(), within).to_string()
    }

    fn pointer(&self, member: &str) -> String {
        let steps = self.path.iter().map(String::as_str).chain([member]);
        steps.fold(String::new(), |pointer, step| pointer + "/" + step)
    }
}

/// Returns the pointers of the members that a response reports as unknown.
fn unknown_pointers(response: &HttpResponse) -> Vec<String> {
    // a response without a body reports nothing
    let document = if response.status == 204 { Value::Null } else { response.json() };
    let errors = document["errors"].as_array().cloned().unwrap_or_default();
    let unknown = errors
        .iter()
        .filter(|error| ["property.unknown", "member.unknown"].iter().any(|code| error["code"] == *code));
    unknown.map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
}

/// Collects all objects of a body at every depth.
fn collect_objects(document: &Value, schema: &Value, path: &[String], found: &mut Vec<SchemaLocation>) {
    let schema = resolved(document, schema);
    let step = |name: &str| [path, &[name.to_owned()]].concat();
    if let Some(items) = schema.get("items") {
        return collect_objects(document, items, &step("0"), found);
    }
    let Some(properties) = schema["properties"].as_object() else { return };
    let closed = schema.get("additionalProperties") == Some(&json!(false));
    found.push(SchemaLocation { path: path.to_vec(), members: properties.keys().cloned().collect(), closed });
    for (name, property) in properties {
        collect_objects(document, property, &step(name), found);
    }
}

fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    // an optional body is described as null or a schema
    let schema = schema["oneOf"].as_array().and_then(|either| either.first()).unwrap_or(schema);
    let reference = schema["$ref"].as_str();
    reference.map_or(schema, |name| document.pointer(name.trim_start_matches('#')).unwrap())
}

/// Returns the calls with a JSON body: method, path and schema of the body.
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

/// Returns the kinds of master data with the schema of their members.
fn kinds(document: &Value, records: &Value) -> Vec<(String, Value)> {
    let record = resolved(document, &resolved(document, records)["items"]);
    let schemas = record["anyOf"].as_array().unwrap();
    let outer = KINDS.iter().filter(|kind| kind.parent.is_none());
    let kinds: Vec<_> = outer.map(|kind| kind.member.to_owned()).zip(schemas.iter().cloned()).collect();
    assert_eq!(kinds.len(), schemas.len());
    kinds
}

/// Sends a request: to saved views with a session, to all other routes with a token.
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
        collect_objects(&document, &schema, &[], &mut all);
        assert!(!all.is_empty(), "{method} {path} has a body without members");
        for place in all {
            let unknown = vec![place.pointer(UNKNOWN_MEMBER)];
            let lenient =
                call(&app, &session, &method, &path, "lenient", place.document([UNKNOWN_MEMBER.to_owned()]))
                    .await;
            let expected = if place.closed { unknown.clone() } else { Vec::new() };
            assert_eq!(unknown_pointers(&lenient), expected, "{method} {path}: {}", lenient.text);
            // strict handling reports the unknown member, which proves that the reader reaches this object
            let strict =
                call(&app, &session, &method, &path, "strict", place.document([UNKNOWN_MEMBER.to_owned()]))
                    .await;
            assert_eq!(unknown_pointers(&strict), unknown, "{method} {path}: {}", strict.text);
            let described =
                call(&app, &session, &method, &path, "strict", place.document(place.members.clone())).await;
            assert!(unknown_pointers(&described).is_empty(), "{method} {path}: {}", described.text);
            *(if place.closed { &mut closed } else { &mut open }) += 1;
        }
    }
    assert!(closed > 20 && open > 20, "{closed} closed and {open} open ones");
}
