//! The table of operations: from it come the router, the security in the OpenAPI document and the
//! authorisation matrix.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use orderdock_app::OpContext;
use orderdock_domain::access::Scope;
use orderdock_domain::fit;
use orderdock_domain::import::RequestKind;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

use crate::docs::{dry_run_schemas, openapi};
use crate::http::access::Access;
use crate::http::conversation::Conversation;
use crate::http::limits::{GatePlace, who};
use crate::http::refusal::Refusal;
use crate::http::{call, credentials};
use crate::read::query;
use crate::{Api, operations as op};

/// A row of the table.
pub struct Operation {
    pub access: Access,
    /// After this time an answer begins, whatever the operation does; how long it then goes on is not limited.
    pub time: Duration,
    reading: ReadingKind,
    /// What it takes in.
    kind: RequestKind,
    routes: fn() -> UtoipaMethodRouter<Api>,
}

/// With whom an operation that reads waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadingKind {
    /// With what reads many records, and may take long.
    List,
    Other,
    /// With nobody: it is open as long as its caller likes, and has a limit of its own.
    Stream,
}

const USUAL: Duration = Duration::from_secs(30);
/// Who follows events may wait a minute for the next one.
const WAITING: Duration = Duration::from_secs(90);
/// A bulk may come over a thin line.
const LONG: Duration = Duration::from_mins(10);

/// What answers soon.
const fn usual(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { access, time: USUAL, reading: ReadingKind::Other, kind: RequestKind::Call, routes }
}

/// What may take a while, or whose body may.
const fn long(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time: LONG, ..usual(access, routes) }
}

const fn list(access: Access, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { reading: ReadingKind::List, ..usual(access, routes) }
}

const fn stream(access: Access, time: Duration, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time, reading: ReadingKind::Stream, ..usual(access, routes) }
}

/// Candidates, one or many.
const fn import(kind: RequestKind, time: Duration, routes: fn() -> UtoipaMethodRouter<Api>) -> Operation {
    Operation { time, kind, ..usual(IMPORT, routes) }
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
const REVALIDATE: Access = Access::Token(Scope::CandidatesWrite, Phrase::RevalidateCandidates);
const EDIT: Access = Access::Token(Scope::CandidatesWrite, Phrase::EditCandidates);
const UNDO: Access = Access::Token(Scope::CandidatesWrite, Phrase::UndoRuns);
const READ: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadCandidates);
const HAND_OVER: Access = Access::Token(Scope::OrdersWrite, Phrase::HandOverOrders);
const FOLLOW: Access = Access::Token(Scope::CandidatesRead, Phrase::FollowEvents);
const WEBHOOKS: Access = Access::Token(Scope::Admin, Phrase::ManageWebhooks);
const NOTIFY: Access = Access::Token(Scope::Admin, Phrase::ManageNotificationRules);
const READ_REQUESTS: Access = Access::Token(Scope::CandidatesRead, Phrase::ReadRequests);

/// Every operation of the interface.
pub const OPERATIONS: &[Operation] = &[
    import(RequestKind::Single, USUAL, || routes!(op::import_candidate::import_candidate)),
    import(RequestKind::Bulk, LONG, || routes!(op::import_candidates_bulk::import_candidates_bulk)),
    list(READ, || routes!(op::list_candidates::list_candidates)),
    usual(READ, || routes!(op::list_headers::list_headers)),
    list(READ, || routes!(op::count_candidates::count_candidates)),
    usual(READ, || routes!(op::problem_groups::group_problems)),
    list(READ, || routes!(op::export_candidates::export_candidates)),
    list(READ, || routes!(op::get_intake::get_intake)),
    usual(READ, || routes!(op::get_day::get_day)),
    usual(READ, || routes!(op::get_candidate::get_candidate)),
    usual(READ, || routes!(op::get_candidate_request::get_candidate_request)),
    usual(READ, || routes!(op::get_candidates_by_reference::get_header)),
    usual(READ, || routes!(op::get_candidates_by_reference::get_line)),
    long(ATTACH, || routes!(op::attach_file::attach_file)),
    long(ATTACH, || routes!(op::attach_file::attach_file_by_external_id)),
    usual(READ, || routes!(op::get_attachment_content::get_attachment_content)),
    usual(CORRECT, || routes!(op::correct_candidate::correct_candidate)),
    usual(READ, || routes!(op::get_candidate_history::get_candidate_history)),
    usual(ASSIGN, || routes!(op::list_assignees::list_assignees)),
    usual(COMMENT, || routes!(op::comments::comment_on_candidate)),
    usual(CORRECT, || routes!(op::cancel_candidates::cancel_header)),
    usual(CORRECT, || routes!(op::cancel_candidates::cancel_line)),
    long(ORDER, || routes!(op::create_order::create_order)),
    list(READ, || routes!(op::orders::list_orders)),
    list(READ, || routes!(op::export_orders::export_orders)),
    usual(READ, || routes!(op::orders::get_order)),
    usual(READ, || routes!(op::get_order_history::get_order_history)),
    usual(READ, || routes!(op::orders::list_order_attachments)),
    long(ATTACH, || routes!(op::attach_file::attach_file_to_order)),
    usual(COMMENT_ORDER, || routes!(op::comments::comment_on_order)),
    usual(HAND_OVER, || routes!(op::hand_over::hand_over_orders)),
    usual(ORDER, || routes!(op::void_order::void_order)),
    long(PROCESS, || routes!(op::process_candidates::process_candidates)),
    long(REVALIDATE, || routes!(op::process_candidates::revalidate_candidates)),
    long(EDIT, || routes!(op::edit_candidates::edit_candidates)),
    list(READ, || routes!(op::runs::list_runs)),
    long(PROCESS, || routes!(op::runs::start_run)),
    usual(READ, || routes!(op::runs::get_run)),
    list(READ, || routes!(op::runs::get_run_results)),
    usual(PROCESS, || routes!(op::runs::stop_run)),
    long(UNDO, || routes!(op::undo_run::undo_run)),
    usual(INSTANCES, || routes!(op::instances::list_instances)),
    usual(READ, || routes!(op::process_settings::list_process_settings)),
    usual(READ, || routes!(op::process_settings::get_process_settings)),
    usual(SETTINGS, || routes!(op::process_settings::put_process_settings)),
    usual(READ, || routes!(op::get_masterdata_schema::get_masterdata_schema)),
    list(READ, || routes!(op::list_masterdata::list_masterdata)),
    list(READ, || routes!(op::list_masterdata::list_nested_masterdata)),
    long(WRITE_MASTERDATA, || routes!(op::put_masterdata::put_masterdata)),
    usual(READ, || routes!(op::get_masterdata::get_masterdata)),
    usual(WRITE_MASTERDATA, || routes!(op::deactivate_masterdata::deactivate_masterdata)),
    usual(WRITE_MASTERDATA, || routes!(op::undo_masterdata::undo_masterdata)),
    usual(READ, || routes!(op::get_masterdata_history::get_masterdata_history)),
    list(READ_REQUESTS, || routes!(op::requests::list_requests)),
    usual(READ_REQUESTS, || routes!(op::requests::get_request)),
    long(IMPORT, || routes!(op::requests::replay_request)),
    usual(NOTIFY, || routes!(op::notification_rules::list_notification_rules)),
    usual(NOTIFY, || routes!(op::notification_rules::create_notification_rule)),
    long(NOTIFY, || routes!(op::notification_rules::try_new_notification_rule)),
    list(NOTIFY, || routes!(op::notification_rules::list_notifications)),
    usual(NOTIFY, || routes!(op::notification_rules::get_notification_rule)),
    usual(NOTIFY, || routes!(op::notification_rules::change_notification_rule)),
    usual(NOTIFY, || routes!(op::notification_rules::remove_notification_rule)),
    long(NOTIFY, || routes!(op::notification_rules::try_notification_rule)),
    stream(READ, USUAL, || routes!(op::events::stream_events)),
    stream(FOLLOW, WAITING, || routes!(op::event_feed::read_event_feed)),
    usual(WEBHOOKS, || routes!(op::webhooks::create_webhook)),
    usual(WEBHOOKS, || routes!(op::webhooks::list_webhooks)),
    usual(WEBHOOKS, || routes!(op::webhooks::get_webhook)),
    usual(WEBHOOKS, || routes!(op::webhooks::change_webhook)),
    usual(WEBHOOKS, || routes!(op::webhooks::test_webhook)),
    usual(WEBHOOKS, || routes!(op::webhooks::rotate_webhook_secret)),
    list(WEBHOOKS, || routes!(op::webhook_deliveries::list_webhook_deliveries)),
    usual(WEBHOOKS, || routes!(op::webhook_deliveries::get_webhook_delivery)),
    usual(WEBHOOKS, || routes!(op::webhook_deliveries::resend_delivery)),
    long(WEBHOOKS, || routes!(op::webhook_deliveries::resend_since)),
    usual(WEBHOOKS, || routes!(op::webhooks::remove_webhook)),
    usual(Access::User, || routes!(op::saved_views::list_views)),
    usual(Access::User, || routes!(op::saved_views::create_view)),
    usual(Access::User, || routes!(op::saved_views::set_default_view)),
    usual(Access::User, || routes!(op::saved_views::get_view)),
    usual(Access::User, || routes!(op::saved_views::change_view)),
    usual(Access::User, || routes!(op::saved_views::remove_view)),
    usual(Access::Open, || routes!(op::session::sign_in)),
    usual(Access::Session, || routes!(op::session::get_session)),
    usual(Access::Session, || routes!(op::session::sign_out)),
    usual(Access::Open, || routes!(op::health::health)),
    usual(Access::Open, || routes!(op::ready::ready)),
    usual(Access::Open, || routes!(op::metrics::metrics)),
];

/// An operation as callers see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub access: Access,
}

/// Every method and path that is answered, the second prefix included.
pub fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for (operation, (_, paths, _)) in OPERATIONS.iter().zip(&*DESCRIBED) {
        for (path, item) in &paths.paths {
            for method in openapi::methods(item) {
                for path in spellings(path) {
                    calls.push(Call { method: method.to_owned(), path, access: operation.access });
                }
            }
        }
    }
    calls
}

/// What leads to each operation and describes it, in the order of the table.
static DESCRIBED: LazyLock<Vec<UtoipaMethodRouter<Api>>> =
    LazyLock::new(|| OPERATIONS.iter().map(|operation| (operation.routes)()).collect());

/// Everything under `/api` is there again under `/api/v1`.
fn spellings(path: &str) -> Vec<String> {
    let versioned = path.strip_prefix("/api/").map(|rest| format!("/api/v1/{rest}"));
    [Some(path.to_owned()), versioned].into_iter().flatten().collect()
}

/// The routes of the table.
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

/// The document that describes the table; long, and needed by few.
pub fn document() -> &'static OpenApi {
    static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(|| {
        let mut document = openapi::frame();
        for (operation, (schemas, paths, _)) in OPERATIONS.iter().zip(&*DESCRIBED) {
            openapi::add(&mut document, schemas.clone(), paths.clone(), operation.access);
        }
        dry_run_schemas::add(&mut document);
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
    /// What reads waits for its turn; the place is held until the answer begins.
    async fn turn(
        &self,
        caller: &OpContext,
        method: &Method,
        allowed: Result<(), Refusal>,
    ) -> Result<Option<GatePlace>, Refusal> {
        allowed?;
        let limits = &self.api.in_force;
        match self.operation.reading {
            _ if !method.is_safe() => Ok(None),
            ReadingKind::List => limits.list(caller).await.map(Some),
            ReadingKind::Other => limits.read(caller).await.map(Some),
            ReadingKind::Stream => Ok(None),
        }
    }
}

/// Lets nothing in without a token or a session that allows it, and answers in time.
async fn watch(
    State(guard): State<Guard>,
    conversation: Conversation,
    request: Request,
    next: Next,
) -> Response {
    let seconds = fit::<i64>(guard.operation.time.as_secs());
    let answer = admit(&guard, &conversation, request, next);
    let Ok(answer) = tokio::time::timeout(guard.operation.time, answer).await else {
        let fault = Problem::new(ProblemCode::ServerTimeout, "").with("seconds", seconds);
        return Refusal::from(fault).retry_after(5).into_response();
    };
    answer.unwrap_or_else(IntoResponse::into_response)
}

async fn admit(
    guard: &Guard,
    conversation: &Conversation,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let (mut parts, body) = request.into_parts();
    let Guard { api, operation } = guard;
    let request_id = &conversation.request_id;
    match operation.access {
        Access::Open => {}
        Access::Session => {
            let signed_in = credentials::session(api, &parts, request_id).await?;
            parts.extensions.insert(Arc::new(signed_in));
        }
        Access::User | Access::Token(..) => {
            let caller = match operation.access {
                Access::User => credentials::session(api, &parts, request_id).await?.context,
                _ => credentials::caller(api, &parts, request_id).await?,
            };
            let caller = Arc::new(caller);
            let (allowance, within) = api.in_force.rates.count(who(&caller)).unzip();
            let allowed = within.unwrap_or(Ok(())).and_then(|()| match operation.access {
                Access::Token(scope, action) => Ok(caller.require(scope, action)?),
                _ => Ok(()),
            });
            parts.extensions.insert(caller.clone());
            parts.extensions.insert(operation.kind);
            let unkept = parts.method.is_safe() || query::is_dry_run(&parts.uri);
            let received = (!unkept).then(|| call::without_body(&parts));
            let mut answer = match guard.turn(&caller, &parts.method, allowed).await {
                Ok(_place) => next.run(Request::from_parts(parts, body)).await,
                Err(refusal) => refusal.into_response(),
            };
            if let Some(allowance) = allowance {
                allowance.tell(answer.headers_mut());
            }
            if let Some(received) = received {
                // refused before its body was taken in
                let refusal = answer.extensions().get::<Arc<Refusal>>().cloned();
                call::keep(&api.app, &caller, &received, refusal.as_deref()).await;
            }
            return Ok(answer);
        }
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_import_is_an_operation() {
        let kinds = OPERATIONS.iter().map(|operation| operation.kind);
        let imports: Vec<_> = kinds.filter(|kind| kind.is_import()).collect();
        assert_eq!(imports, [RequestKind::Single, RequestKind::Bulk]);
    }

    #[test]
    fn every_list_and_every_stream_is_an_operation_that_reads() {
        let of = |kind| OPERATIONS.iter().zip(&*DESCRIBED).filter(move |(row, _)| row.reading == kind);
        for kind in [ReadingKind::List, ReadingKind::Stream] {
            assert!(of(kind).count() > 0, "{kind:?}");
            for (_, (_, paths, _)) in of(kind) {
                assert!(paths.paths.values().all(|item| item.get.is_some()), "{:?}", paths.paths.keys());
            }
        }
        let reads = |(_, (_, paths, _)): &(_, &UtoipaMethodRouter<Api>)| {
            paths.paths.values().any(|item| item.get.is_some())
        };
        assert!(of(ReadingKind::Other).any(|row| reads(&row)));
    }
}
