//! The OpenAPI document: general parts, and the operations of the table with security and errors.

use orderdock_domain::candidate::CANDIDATE_FIELDS;
use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, Paths};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Components, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, RefOr, ServerBuilder,
};

use crate::docs::elements::{add_component, add_schemas, operations_mut};
use crate::docs::error_responses::{self, ErrorClass};
use crate::docs::examples::{EXAMPLES, example};
use crate::docs::{
    dry_run_schemas, nested_schemas, optional_members, recorded_examples, shared_parameters,
    shared_responses, shared_scalars,
};
use crate::http::access::Access;
use crate::http::credentials;
use crate::http::error::ProblemDocument;

/// Name of the security scheme and of its header.
const SCHEME: &str = "Authorization";
/// Name of the security scheme for sessions.
const SESSION: &str = "Session";

/// Creates a document without operations.
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
    add_component::<ProblemDocument<'_>>(&mut components);
    dry_run_schemas::add_components(&mut components);
    error_responses::add_components(&mut components);
    let tag =
        |name: &str, description: &str| TagBuilder::new().name(name).description(Some(description)).build();
    let mut document = OpenApiBuilder::new()
        .info(info)
        .servers(Some([ServerBuilder::new().url("/").build()]))
        .tags(Some([
            tag("candidates", "Order candidates: import, list, correct and cancel."),
            tag("orders", "Sales orders: create, list, confirm transfers and void."),
            tag("process", "The process `C_OLCand process to C_OrderLines`: runs, schedules and settings."),
            tag("attachments", "Files attached to incoming orders and sales orders."),
            tag("master data", "Partners, products, prices and other records that orders refer to."),
            tag("spreadsheets", "Spreadsheets of order lines: upload, map, check, import and undo."),
            tag("requests", "The log of write requests, with their results. Imports can be resent."),
            tag("rejected rows", "Rows that imports rejected: list, correct, send again and dismiss."),
            tag("notifications", "Notification rules and the mail messages that they created."),
            tag("events", "The event feed and a stream of changes."),
            tag("webhooks", "Webhooks, their deliveries and attempts."),
            tag("views", "Saved views of users of the order desk. Requires a session."),
            tag("tokens", "Access tokens of clients."),
            tag("session", "Sign users of the order desk in and out."),
            tag("statistics", "Statistics of received and open candidates."),
            tag("system", "Health checks and metrics."),
        ]))
        .components(Some(components))
        .security(Some([needs(SCHEME), needs(SESSION)]))
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

/// Completes a document that has all operations.
pub fn finish(document: &mut OpenApi) {
    optional_members::disallow_null(document.components.get_or_insert_with(Components::new));
    dry_run_schemas::describe(document);
    shared_parameters::share(document);
    shared_responses::share(document);
    nested_schemas::separate(document);
    shared_scalars::share(document);
    recorded_examples::add(document);
}

/// Adds the named examples of the body of an operation.
fn add_examples(operation: &mut Operation) {
    let Some(id) = operation.operation_id.clone() else { return };
    let Some(RefOr::T(body)) = operation.request_body.as_mut() else { return };
    let Some(RefOr::T(content)) = body.content.get_mut("application/json") else { return };
    for (_, name, description, text) in EXAMPLES.iter().filter(|example| example.0 == id) {
        let example = ExampleBuilder::new().summary(*description).value(Some(example(text))).build();
        content.examples.insert((*name).to_owned(), example.into());
    }
}

fn needs(scheme: &str) -> SecurityRequirement {
    SecurityRequirement::new(scheme, Vec::<String>::new())
}

/// Adds security, examples and errors to an operation.
fn complete(operation: &mut Operation, access: Access, is_write: bool) {
    operation.security = match access {
        Access::Open => Some(Vec::new()),
        Access::Session | Access::User => Some(vec![needs(SESSION)]),
        // the default of the document applies
        Access::Token(..) => None,
    };
    if let Access::Token(scope, _) = access {
        let note = format!("Needs the scope `{}`.", scope.as_str());
        let text = operation.description.take();
        operation.description = Some(text.map_or_else(|| note.clone(), |text| format!("{text}\n\n{note}")));
    }
    add_examples(operation);
    let has_body = operation.request_body.is_some();
    error_responses::share(operation, ErrorClass::of(access, is_write, has_body));
}
