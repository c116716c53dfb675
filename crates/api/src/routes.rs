//! The table of operations. The router, the security section of the OpenAPI document and the authorisation matrix are
//! derived from it.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use orderdock_app::Caller;
use orderdock_domain::access::Scope;
use orderdock_domain::cast;
use orderdock_domain::import::RequestKind;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

use crate::docs::{elements, openapi};
use crate::http::access::Access;
use crate::http::caller_seen::CallerSeen;
use crate::http::context::RequestContext;
use crate::http::error::ApiError;
use crate::http::limits::{Permit, caller_key};
use crate::http::minimal::{self, OriginalMembers};
use crate::http::{credentials, extract, idempotent};
use crate::request::query;
use crate::{Api, handlers};

/// An operation of the table.
pub struct Operation {
    pub access: Access,
    /// Timeout until the response begins. The response body has no time limit.
    pub time: Duration,
    read_kind: ReadKind,
    /// Kind of the requests in the request log.
    kind: RequestKind,
    /// Response of the metasfresh endpoint, if it has one.
    original: Option<&'static OriginalMembers>,
    /// The idempotency key is handled by `idempotent`, because the use case does not store the response.
    keyed: bool,
    routes: fn() -> UtoipaMethodRouter<Api>,
}

/// Concurrency limit that applies to a reading operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadKind {
    /// Limit for lists, which read many records and can take long.
    List,
    Other,
    /// No limit of this kind: the stream stays open as long as the client wants and has its own limit.
    Stream,
}

const USUAL: Duration = Duration::from_secs(30);
/// Timeout of long polling, which waits up to a minute for an event.
const WAITING: Duration = Duration::from_secs(90);
/// Timeout of operations with large bodies, which can arrive over a slow connection.
const LONG: Duration = Duration::from_mins(10);

/// Operation with the default timeout.
const fn usual(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation {
        access,
        time: USUAL,
        read_kind: ReadKind::Other,
        kind: RequestKind::Call,
        original: None,
        keyed: false,
        routes,
    }
}

/// `POST` whose response is not stored together with its effect.
const fn keyed(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { keyed: true, ..usual(access, routes) }
}

/// Operation with a long timeout.
const fn long(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time: LONG, ..usual(access, routes) }
}

const fn list(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { read_kind: ReadKind::List, ..usual(access, routes) }
}

const fn stream(access: Access, time: Duration, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time, read_kind: ReadKind::Stream, ..usual(access, routes) }
}

/// Import of one or many candidates.
const fn import(kind: RequestKind, time: Duration, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time, kind, original: Some(&minimal::CANDIDATES), ..usual(IMPORT, routes) }
}

/// Endpoint that metasfresh also has.
const fn original(
    access: Access,
    shape: &'static OriginalMembers,
    routes: fn() -> UtoipaMethodRouter<Api>,
) -> Operation {
    Operation { original: Some(shape), ..long(access, routes) }
}

const IMPORT: Access = Access::Token(Scope::CandidatesWrite, Phrase::ImportCandidates);
const ATTACH: Access = Access::Token(Scope::AttachmentsWrite, Phrase::AttachFiles);
const CORRECT: Access = Access::Token(Scope::CandidatesWrite, Phrase::CorrectCandidates);
const ASSIGN: Access = Access::Token(Scope::CandidatesWrite, Phrase::ListAssignees);
const COMMENT: Access = Access::Token(Scope::CandidatesWrite, Phrase::CommentOn);
const COMMENT_ORDER: Access = Access::Token(Scope::OrdersWrite, Phrase::CommentOn);
const ORDER: Access = Access::Token(Scope::OrdersWrite, Phrase::CreateAndVoidOrders);
const PROCESS: Access = Access::Token(Scope::ProcessRun, Phrase::ProcessCandidates);
const INSTANCES: Access = Access::Token(Scope::ProcessRun, Phrase::ReadInstances);
const SETTINGS: Access = Access::Token(Scope::Admin, Phrase::ChangeProcessSettings);
const WRITE_MASTERDATA: Access = Access::Token(Scope::MasterdataWrite, Phrase::WriteMasterdata);
const MAP: Access = Access::Token(Scope::ReferencesWrite, Phrase::MapReferences);
const REVALIDATE: Access = Access::Token(Scope::CandidatesWrite, Phrase::RevalidateCandidates);
const EDIT: Access = Access::Token(Scope::CandidatesWrite, Phrase::EditCandidates);
const UNDO: Access = Access::Token(Scope::CandidatesWrite, Phrase::UndoRuns);
const READ: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadCandidates);
const HAND_OVER: Access = Access::Token(Scope::OrdersWrite, Phrase::HandOverOrders);
const FOLLOW: Access = Access::Token(Scope::CandidatesRead, Phrase::FollowEvents);
const WEBHOOKS: Access = Access::Token(Scope::Admin, Phrase::ManageWebhooks);
const NOTIFY: Access = Access::Token(Scope::Admin, Phrase::ManageNotificationRules);
const TOKENS: Access = Access::Token(Scope::Admin, Phrase::ListTokens);
const READ_REJECTED: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadRejectedRows);
const DISMISS: Access = Access::Token(Scope::CandidatesWrite, Phrase::DismissRejectedRows);
const READ_DRAFTS: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadImportDrafts);
const READ_REQUESTS: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadRequests);

/// Returns the route of a handler: `handler!(views::get_view)` is `|| routes!(handlers::views::get_view)`.
macro_rules! handler {
    ($($path:ident)::+) => {
        || routes!(handlers::$($path)::+)
    };
}

/// All operations, in the order of the OpenAPI document.
pub const OPERATIONS: &[Operation] = &[
    import(RequestKind::Single, USUAL, handler!(candidates::import::import_candidate)),
    import(RequestKind::Bulk, LONG, handler!(candidates::import::import_candidates_bulk)),
    list(READ, handler!(candidates::list::list_candidates)),
    usual(READ, handler!(candidates::list::list_candidate_headers)),
    list(READ, handler!(candidates::list::count_candidates)),
    usual(READ, handler!(candidates::problems::group_problems)),
    usual(READ, handler!(candidates::holds::group_holds)),
    list(READ, handler!(candidates::export::export_candidates)),
    list(READ, handler!(candidates::template::get_order_template)),
    list(READ, handler!(candidates::unresolved_references::list_unresolved_references)),
    usual(READ, handler!(candidates::unresolved_references::get_unresolved_reference)),
    long(MAP, handler!(candidates::unresolved_references::map_unresolved_reference)),
    list(READ, handler!(statistics::intake::get_intake)),
    usual(READ, handler!(statistics::day::get_day)),
    usual(READ, handler!(candidates::read::get_candidate)),
    usual(READ, handler!(candidates::read::get_candidate_request)),
    usual(READ, handler!(candidates::read::get_candidates_by_header)),
    usual(READ, handler!(candidates::read::get_candidates_by_line)),
    original(ATTACH, &minimal::ATTACHMENT, handler!(attachments::attach_file)),
    original(ATTACH, &minimal::ATTACHMENT, handler!(attachments::attach_file_by_external_id)),
    usual(READ, handler!(attachments::get_attachment_content)),
    usual(CORRECT, handler!(candidates::edit::correct_candidate)),
    usual(READ, handler!(candidates::history::get_candidate_history)),
    usual(ASSIGN, handler!(candidates::edit::list_assignees)),
    usual(COMMENT, handler!(candidates::history::comment_on_candidate)),
    usual(CORRECT, handler!(candidates::cancel::cancel_header)),
    usual(CORRECT, handler!(candidates::cancel::cancel_line)),
    original(ORDER, &minimal::ORDER, handler!(orders::create::create_order)),
    list(READ, handler!(orders::read::list_orders)),
    list(READ, handler!(orders::export::export_orders)),
    usual(READ, handler!(orders::read::get_order)),
    usual(READ, handler!(orders::read::get_order_history)),
    usual(READ, handler!(attachments::list_order_attachments)),
    long(ATTACH, handler!(attachments::attach_file_to_order)),
    usual(COMMENT_ORDER, handler!(orders::read::comment_on_order)),
    usual(HAND_OVER, handler!(orders::hand_over::hand_over_orders)),
    usual(ORDER, handler!(orders::create::void_order)),
    long(PROCESS, handler!(runs::start::process_candidates)),
    long(REVALIDATE, handler!(candidates::edit::revalidate_candidates)),
    long(EDIT, handler!(candidates::edit::edit_candidates)),
    list(READ, handler!(runs::read::list_runs)),
    long(PROCESS, handler!(runs::start::start_run)),
    usual(READ, handler!(runs::read::get_run)),
    list(READ, handler!(runs::read::get_run_results)),
    usual(PROCESS, handler!(runs::start::stop_run)),
    long(UNDO, handler!(runs::start::undo_run)),
    usual(INSTANCES, handler!(runs::read::list_instances)),
    usual(READ, handler!(runs::settings::list_process_settings)),
    usual(READ, handler!(runs::settings::get_process_settings)),
    usual(SETTINGS, handler!(runs::settings::put_process_settings)),
    usual(READ, handler!(master_data::get_masterdata_schema)),
    list(READ, handler!(master_data::list_masterdata)),
    list(READ, handler!(master_data::list_nested_masterdata)),
    long(WRITE_MASTERDATA, handler!(master_data::put_masterdata)),
    usual(READ, handler!(master_data::get_masterdata)),
    usual(WRITE_MASTERDATA, handler!(master_data::deactivate_masterdata)),
    usual(WRITE_MASTERDATA, handler!(master_data::undo_masterdata)),
    usual(READ, handler!(master_data::get_masterdata_history)),
    list(READ_REJECTED, handler!(rejected_rows::list_rejected_rows)),
    list(READ_REJECTED, handler!(rejected_rows::group_rejected_rows)),
    list(READ_REJECTED, handler!(rejected_rows::export::export_rejected_rows)),
    keyed(DISMISS, handler!(rejected_rows::dismiss_rejected_rows)),
    usual(READ_REJECTED, handler!(rejected_rows::get_rejected_row)),
    long(IMPORT, handler!(rejected_rows::send::send_rejected_row)),
    keyed(DISMISS, handler!(rejected_rows::dismiss_rejected_row)),
    keyed(DISMISS, handler!(rejected_rows::reopen_rejected_row)),
    list(READ_DRAFTS, handler!(import_drafts::list_import_drafts)),
    long(IMPORT, handler!(import_drafts::create_import_draft)),
    usual(READ_DRAFTS, handler!(import_drafts::get_import_draft)),
    long(IMPORT, handler!(import_drafts::change_import_draft)),
    usual(IMPORT, handler!(import_drafts::remove_import_draft)),
    list(READ_DRAFTS, handler!(import_drafts::rows::list_import_draft_rows)),
    list(READ_DRAFTS, handler!(import_drafts::rows::export_import_draft_rows)),
    keyed(IMPORT, handler!(import_drafts::jobs::check_import_draft)),
    keyed(IMPORT, handler!(import_drafts::jobs::commit_import_draft)),
    keyed(IMPORT, handler!(import_drafts::jobs::stop_import_draft)),
    keyed(IMPORT, handler!(import_drafts::jobs::undo_import_draft)),
    usual(READ_DRAFTS, handler!(import_drafts::mappings::list_import_mappings)),
    usual(IMPORT, handler!(import_drafts::mappings::remove_import_mapping)),
    list(READ_REQUESTS, handler!(requests::list_requests)),
    usual(READ_REQUESTS, handler!(requests::get_request)),
    long(IMPORT, handler!(requests::replay_request)),
    usual(NOTIFY, handler!(notifications::list_notification_rules)),
    keyed(NOTIFY, handler!(notifications::create_notification_rule)),
    Operation { time: LONG, ..keyed(NOTIFY, handler!(notifications::try_new_notification_rule)) },
    list(NOTIFY, handler!(notifications::list_notifications)),
    usual(NOTIFY, handler!(notifications::get_notification_rule)),
    usual(NOTIFY, handler!(notifications::change_notification_rule)),
    usual(NOTIFY, handler!(notifications::remove_notification_rule)),
    Operation { time: LONG, ..keyed(NOTIFY, handler!(notifications::try_notification_rule)) },
    stream(READ, USUAL, handler!(session::stream_events)),
    stream(FOLLOW, WAITING, handler!(events::read_event_feed)),
    keyed(WEBHOOKS, handler!(webhooks::create_webhook)),
    usual(WEBHOOKS, handler!(webhooks::list_webhooks)),
    usual(WEBHOOKS, handler!(webhooks::get_webhook)),
    usual(WEBHOOKS, handler!(webhooks::change_webhook)),
    keyed(WEBHOOKS, handler!(webhooks::test_webhook)),
    keyed(WEBHOOKS, handler!(webhooks::rotate_webhook_secret)),
    list(WEBHOOKS, handler!(webhooks::list_webhook_deliveries)),
    usual(WEBHOOKS, handler!(webhooks::get_webhook_delivery)),
    keyed(WEBHOOKS, handler!(webhooks::resend_webhook_delivery)),
    Operation { time: LONG, ..keyed(WEBHOOKS, handler!(webhooks::resend_webhook_deliveries)) },
    usual(WEBHOOKS, handler!(webhooks::remove_webhook)),
    usual(Access::User, handler!(views::list_views)),
    keyed(Access::User, handler!(views::create_view)),
    usual(Access::User, handler!(views::set_default_view)),
    usual(Access::User, handler!(views::get_view)),
    usual(Access::User, handler!(views::change_view)),
    usual(Access::User, handler!(views::remove_view)),
    usual(TOKENS, handler!(tokens::list_tokens)),
    usual(Access::Open, handler!(session::sign_in)),
    usual(Access::Session, handler!(session::get_session)),
    usual(Access::Session, handler!(session::sign_out)),
    usual(Access::Open, handler!(system::health)),
    usual(Access::Open, handler!(system::ready)),
    usual(Access::Open, handler!(system::metrics::metrics)),
];

/// Method and path of an operation, with its access rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub access: Access,
}

/// Returns all methods and paths, including those with the prefix `/api/v1`.
pub fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for (operation, (_, paths, _)) in OPERATIONS.iter().zip(&*DESCRIBED) {
        for (path, item) in &paths.paths {
            for method in elements::methods(item) {
                for path in spellings(path) {
                    calls.push(Call { method: method.to_owned(), path, access: operation.access });
                }
            }
        }
    }
    calls
}

/// Routes and descriptions of the operations, in the order of the table.
static DESCRIBED: LazyLock<Vec<UtoipaMethodRouter<Api>>> =
    LazyLock::new(|| OPERATIONS.iter().map(|operation| (operation.routes)()).collect());

/// Returns the paths of an operation: `/api/…` is also served as `/api/v1/…`.
fn spellings(path: &str) -> Vec<String> {
    let versioned = path.strip_prefix("/api/").map(|rest| format!("/api/v1/{rest}"));
    [Some(path.to_owned()), versioned].into_iter().flatten().collect()
}

/// Builds the router of the table.
pub fn build(api: &Api) -> Router<Api> {
    let mut router = Router::new();
    for (operation, (_, paths, methods)) in OPERATIONS.iter().zip(&*DESCRIBED) {
        let guard = Guard { api: api.clone(), operation };
        let methods = methods.clone().route_layer(middleware::from_fn_with_state(guard, watch));
        for path in paths.paths.keys().flat_map(|path| spellings(path)) {
            router = router.route(&path, methods.clone());
        }
    }
    router
}

/// Returns the OpenAPI document, built on first use.
pub fn document() -> &'static OpenApi {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(|| {
        let mut document = openapi::frame();
        for (operation, (schemas, paths, _)) in OPERATIONS.iter().zip(&*DESCRIBED) {
            openapi::add(&mut document, schemas.clone(), paths.clone(), operation.access);
        }
        openapi::finish(&mut document);
        document
    });
    &DOCUMENT
}

#[derive(Clone)]
struct Guard {
    api: Api,
    operation: &'static Operation,
}

impl Guard {
    /// Waits for a permit if the operation reads. The permit is held until the response begins.
    async fn acquire_permit(
        &self,
        caller: &Caller,
        method: &Method,
        allowed: Result<(), ApiError>,
    ) -> Result<Option<Permit>, ApiError> {
        allowed?;
        let limits = &self.api.active_limits;
        match self.operation.read_kind {
            _ if !method.is_safe() => Ok(None),
            ReadKind::List => limits.list(caller).await.map(Some),
            ReadKind::Other => limits.read(caller).await.map(Some),
            ReadKind::Stream => Ok(None),
        }
    }
}

/// Authenticates, checks the scope and applies rate limit, concurrency limit and timeout.
async fn watch(
    State(guard): State<Guard>,
    context: RequestContext,
    request: Request,
    next: Next,
) -> Response {
    let seconds = cast::<i64>(guard.operation.time.as_secs());
    let response = admit(&guard, &context, request, next);
    let Ok(response) = tokio::time::timeout(guard.operation.time, response).await else {
        let fault = Problem::new(ProblemCode::ServerTimeout, "").with("seconds", seconds);
        return ApiError::from(fault).retry_after(5).into_response();
    };
    response.unwrap_or_else(IntoResponse::into_response)
}

async fn admit(
    guard: &Guard,
    context: &RequestContext,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let Guard { api, operation } = guard;
    let request_id = &context.request_id;
    match operation.access {
        Access::Open => {}
        Access::Session => {
            let signed_in = credentials::session(api, &parts, request_id).await?;
            CallerSeen::set_in(&parts.extensions);
            parts.extensions.insert(Arc::new(signed_in));
        }
        Access::User | Access::Token(..) => {
            let caller = match operation.access {
                Access::User => credentials::session(api, &parts, request_id).await?.context,
                _ => credentials::caller(api, &parts, request_id).await?,
            };
            CallerSeen::set_in(&parts.extensions);
            let caller = Arc::new(caller);
            let (allowance, within) = api.active_limits.rates.count(caller_key(&caller)).unzip();
            let allowed = within.unwrap_or(Ok(())).and_then(|()| match operation.access {
                Access::Token(scope, action) => Ok(caller.require(scope, action)?),
                _ => Ok(()),
            });
            parts.extensions.insert(caller.clone());
            parts.extensions.insert(operation.kind);
            let unkept = parts.method.is_safe() || query::is_dry_run(&parts.uri);
            let received = (!unkept).then(|| extract::without_body(&parts));
            let minimal = operation.original.filter(|_| minimal::is_wanted(&parts.headers, &caller));
            let mut response = match guard.acquire_permit(&caller, &parts.method, allowed).await {
                Ok(_permit) if operation.keyed => idempotent::run(api, &caller, parts, body, next)
                    .await
                    .unwrap_or_else(IntoResponse::into_response),
                Ok(_permit) => next.run(Request::from_parts(parts, body)).await,
                Err(error) => error.into_response(),
            };
            if let Some(allowance) = allowance {
                allowance.write_headers(response.headers_mut());
            }
            if let Some(received) = received {
                // rejected before the body was read
                let error = response.extensions().get::<Arc<ApiError>>().cloned();
                extract::log_request(&api.services, &caller, &received, error.as_deref()).await;
            }
            return match minimal {
                Some(shape) => minimal::reduced(response, shape).await,
                None => Ok(response),
            };
        }
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Modules whose name differs from their tag.
    const MODULES: [(&str, &str); 4] = [
        ("masterdata", "master_data"),
        ("process", "runs"),
        ("rejectedrows", "rejected_rows"),
        ("spreadsheets", "import_drafts"),
    ];

    #[test]
    fn handler_is_named_like_its_operation_and_in_the_module_of_its_tag() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/handlers");
        for (_, paths, _) in &*DESCRIBED {
            for mut item in paths.paths.values().cloned() {
                for operation in elements::operations_mut(&mut item) {
                    let tag = operation.tags.take().unwrap().concat().replace(' ', "");
                    let module =
                        MODULES.iter().find(|(name, _)| *name == tag).map_or(&*tag, |(_, name)| name);
                    let mut name = operation.operation_id.take().unwrap();
                    for capital in 'A'..='Z' {
                        name = name.replace(capital, &format!("_{}", capital.to_ascii_lowercase()));
                    }
                    let source = source_of(&folder.join(module));
                    assert!(source.contains(&format!("pub async fn {name}(")), "{module}/{name}");
                }
            }
        }
    }

    /// Returns the source of a module: its file, or all files of its folder.
    fn source_of(module: &Path) -> String {
        if module.is_dir() {
            let entries = std::fs::read_dir(module).unwrap().map(|entry| entry.unwrap().path());
            return entries.map(|path| source_of(&path.with_extension(""))).collect();
        }
        std::fs::read_to_string(module.with_extension("rs")).unwrap()
    }

    #[test]
    fn posts_except_sign_in_document_idempotency_key() {
        let document = serde_json::to_value(document()).unwrap();
        for (path, item) in document["paths"].as_object().unwrap() {
            let Some(post) = item.get("post").filter(|_| path != "/api/session") else { continue };
            let parameters = post["parameters"].as_array().into_iter().flatten();
            let mut names = parameters.filter_map(|parameter| {
                let reference = parameter["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
                let parameter = reference.map_or(Some(parameter), |pointer| document.pointer(pointer));
                parameter?["name"].as_str()
            });
            assert!(names.any(|name| name == "Idempotency-Key"), "{path}");
        }
    }

    #[test]
    fn imports_are_single_and_bulk() {
        let kinds = OPERATIONS.iter().map(|operation| operation.kind);
        let imports: Vec<_> = kinds.filter(|kind| kind.is_import()).collect();
        assert_eq!(imports, [RequestKind::Single, RequestKind::Bulk]);
    }

    #[test]
    fn lists_and_streams_are_read_operations() {
        let of = |kind| OPERATIONS.iter().zip(&*DESCRIBED).filter(move |(row, _)| row.read_kind == kind);
        for kind in [ReadKind::List, ReadKind::Stream] {
            assert!(of(kind).count() > 0, "{kind:?}");
            for (_, (_, paths, _)) in of(kind) {
                assert!(paths.paths.values().all(|item| item.get.is_some()), "{:?}", paths.paths.keys());
            }
        }
        let reads = |(_, (_, paths, _)): &(_, &UtoipaMethodRouter<Api>)| {
            paths.paths.values().any(|item| item.get.is_some())
        };
        assert!(of(ReadKind::Other).any(|row| reads(&row)));
    }
}
