//! The OpenAPI document: a frame, and the operations of the table with their security and errors.

use orderdock_domain::candidate::CANDIDATE_FIELDS;
use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, PathItem, Paths};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Components, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
    ResponseBuilder, ServerBuilder,
};

use crate::docs::examples::{EXAMPLES, example};
use crate::http::access::Access;
use crate::http::credentials;

/// The name of the security scheme, and of the header.
const SCHEME: &str = "Authorization";
/// The name of the other one.
const SESSION: &str = "Session";

/// A document without operations.
pub fn frame() -> OpenApi {
    let license =
        LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build();
    let info = InfoBuilder::new()
        .title("Orderdock")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(include_str!("description.md")))
        .license(Some(license))
        .build();
    let mut components = Components::new();
    let token = ApiKeyValue::with_description(
        SCHEME,
        "Authorization token without a prefix. `Bearer <token>`, `Token <token>` and `Basic base64(x:<token>)` are \
         also accepted.",
    );
    components.add_security_scheme(SCHEME, SecurityScheme::ApiKey(ApiKey::Header(token)));
    let session = ApiKeyValue::with_description(
        credentials::COOKIE,
        "Session of a user, set by `POST /api/session`. Behind TLS the cookie is named `__Host-orderdock_session`. \
         Used if the request has no `Authorization` header. Methods other than GET also require the header \
         `X-CSRF-Token` with the `csrfToken` of the session.",
    );
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    let tag = |name: &str, words: &str| TagBuilder::new().name(name).description(Some(words)).build();
    let mut document = OpenApiBuilder::new()
        .info(info)
        .servers(Some([ServerBuilder::new().url("/").build()]))
        .tags(Some([
            tag("candidates", "Order candidates: import, list, correct and cancel."),
            tag("orders", "Sales orders: create, list, confirm transfers and void."),
            tag("process", "The process `C_OLCand process to C_OrderLines`: runs, schedules and settings."),
            tag("attachments", "Files attached to incoming orders and sales orders."),
            tag("master data", "Partners, products, prices and other records that orders refer to."),
            tag("requests", "The log of write requests, with their results. Imports can be resent."),
            tag("notifications", "Notification rules and the mail messages that they created."),
            tag("events", "The event feed and a stream of changes."),
            tag("webhooks", "Webhooks, their deliveries and attempts."),
            tag("views", "Saved views of users of the browser interface. Requires a session."),
            tag("session", "Sign users of the browser interface in and out."),
            tag("statistics", "Statistics of received and open candidates."),
            tag("system", "Health checks and metrics."),
        ]))
        .components(Some(components))
        .build();
    document.extensions = Some(ExtensionsBuilder::new().add(MEMBERS, members()).build());
    document
}

/// Extension with the members of a candidate and their labels.
const MEMBERS: &str = "x-candidate-members";

fn members() -> Value {
    let members = CANDIDATE_FIELDS.iter().map(|field| {
        let [english, german] = field.label;
        json!({
            "member": field.json, "en": english, "de": german, "group": field.group.as_str(),
            "overridable": field.overridden_as.is_some(), "filtered": field.filter_key.is_some(),
        })
    });
    members.collect()
}

/// Adds an operation of the table.
pub fn add(document: &mut OpenApi, schemas: Vec<(String, RefOr<Schema>)>, mut paths: Paths, access: Access) {
    for item in paths.paths.values_mut() {
        let writes = item.get.is_none();
        for operation in operations_mut(item) {
            complete(operation, access, writes);
        }
    }
    for (path, item) in paths.paths {
        match document.paths.paths.get_mut(&path) {
            Some(known) => known.merge_operations(item),
            None => drop(document.paths.paths.insert(path, item)),
        }
    }
    add_schemas(document.components.get_or_insert_with(Components::new), schemas);
}

/// Adds what shapes say of themselves.
pub fn add_schemas(components: &mut Components, schemas: Vec<(String, RefOr<Schema>)>) {
    components.schemas.extend(schemas.into_iter().map(|(name, schema)| (name, in_one(schema))));
}

/// An object whose parts have no names of their own, as one object: that they are kept apart is nobody's matter.
fn in_one(schema: RefOr<Schema>) -> RefOr<Schema> {
    let RefOr::T(Schema::AllOf(all)) = &schema else { return schema };
    let mut whole = Object::builder().description(all.description.clone()).build();
    for part in &all.items {
        let RefOr::T(Schema::Object(part)) = part else { return schema };
        whole.properties.extend(part.properties.clone());
        whole.required.extend(part.required.clone());
    }
    RefOr::T(Schema::Object(whole))
}

/// The examples of an operation's body.
fn add_examples(operation: &mut Operation) {
    let Some(id) = operation.operation_id.clone() else { return };
    let Some(RefOr::T(body)) = operation.request_body.as_mut() else { return };
    let Some(RefOr::T(content)) = body.content.get_mut("application/json") else { return };
    for (_, name, words, text) in EXAMPLES.iter().filter(|example| example.0 == id) {
        let example = ExampleBuilder::new().summary(*words).value(Some(example(text))).build();
        content.examples.insert((*name).to_owned(), example.into());
    }
}

/// Security, and the errors that an operation can answer for reasons that are not its own.
fn complete(operation: &mut Operation, access: Access, writes: bool) {
    let needs = |scheme| SecurityRequirement::new(scheme, Vec::<String>::new());
    let has_body = operation.request_body.is_some();
    let mut statuses: Vec<(&str, &str)> = Vec::new();
    operation.security = Some(match access {
        Access::Open => Vec::new(),
        Access::Session => {
            statuses.push(("401", "The session is missing, unknown or expired."));
            vec![needs(SESSION)]
        }
        Access::User => {
            statuses.extend(WITH_TOKEN);
            vec![needs(SESSION)]
        }
        Access::Token(scope, _) => {
            statuses.extend(WITH_TOKEN);
            let words = format!("Needs the scope `{}`.", scope.as_str());
            let text = operation.description.take();
            operation.description =
                Some(text.map_or_else(|| words.clone(), |text| format!("{text}\n\n{words}")));
            vec![needs(SCHEME), needs(SESSION)]
        }
    });
    if has_body {
        statuses.extend(WITH_BODY);
    }
    if writes && matches!(access, Access::User | Access::Token(..)) {
        statuses.extend(WRITING);
    }
    if has_body || access != Access::Open {
        statuses.extend(WORKING);
    }
    add_examples(operation);
    let responses = &mut operation.responses.responses;
    for (status, words) in statuses {
        responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(problem_response(words)));
    }
}

const WITH_TOKEN: [(&str, &str); 4] = [
    ("400", "The request is invalid."),
    ("401", "The access token or the session is missing, malformed, unknown, expired or revoked."),
    (
        "403",
        "The caller lacks the scope or the organisation, or the CSRF token of the session is missing or invalid.",
    ),
    (
        "429",
        "Too many concurrent bulk imports of the caller, or the request rate limit is exceeded. Retry after \
         `Retry-After`.",
    ),
];

const WITH_BODY: [(&str, &str); 3] = [
    ("408", "Timeout while reading the body."),
    ("413", "The body is too large or has too many rows."),
    ("415", "The body is not JSON, or its `Content-Encoding` is not supported."),
];

const WRITING: [(&str, &str); 3] = [
    ("409", "The row was imported with different content, or the idempotency key is in use."),
    ("422", "The idempotency key was used with a different body."),
    ("507", "No space left on the server."),
];

const WORKING: [(&str, &str); 3] = [
    ("429", "Too many concurrent requests of the caller. Retry after `Retry-After`."),
    ("500", "Internal error. The log contains details under the `requestId`."),
    ("503", "The server is overloaded, or the outcome is unknown. Retry after `Retry-After`."),
];

fn problem_response(words: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    ResponseBuilder::new()
        .description(words)
        .content("application/json", content.clone())
        .content("application/problem+json", content)
        .build()
}

/// The methods of a path.
pub fn methods(item: &PathItem) -> impl Iterator<Item = &'static str> {
    let all = [
        ("GET", &item.get),
        ("PUT", &item.put),
        ("POST", &item.post),
        ("DELETE", &item.delete),
        ("PATCH", &item.patch),
    ];
    all.into_iter().filter_map(|(method, operation)| operation.as_ref().map(|_| method))
}

pub fn operations_mut(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten()
}
