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
use utoipa::openapi::{OpenApi, Paths};
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

use crate::docs::{dry_run_schemas, openapi};
use crate::http::access::Access;
use crate::http::conversation::Conversation;
use crate::http::limits::{GatePlace, InForce, who};
use crate::http::refusal::Refusal;
use crate::http::{call, credentials};
use crate::read::query;
use crate::{Api, operations as op};

/// A row of the table.
pub struct Operation {
    pub access: Access,
    /// After this time an answer begins, whatever the operation does; how long it then goes on is not limited.
    pub time: Duration,
    routes: fn() -> UtoipaMethodRouter<Api>,
}

const USUAL: Duration = Duration::from_secs(30);
/// Who follows events may wait a minute for the next one.
const WAITING: Duration = Duration::from_secs(90);
/// A bulk may come over a thin line.
const LONG: Duration = Duration::from_mins(10);

/// What reads many records, and may take long.
const LISTS: [&str; 13] = [
    "listCandidates",
    "countCandidates",
    "exportCandidates",
    "getIntake",
    "listOrders",
    "exportOrders",
    "listRuns",
    "getRunResults",
    "listMasterdata",
    "listNestedMasterdata",
    "listRequests",
    "listWebhookDeliveries",
    "listNotifications",
];
/// Candidates, one or many.
const IMPORTS: [(&str, RequestKind); 2] =
    [("importCandidate", RequestKind::Single), ("importCandidatesBulk", RequestKind::Bulk)];
/// What is open as long as its caller likes, and has a limit of its own.
const STREAMS: [&str; 2] = ["streamEvents", "readEventFeed"];

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
    Operation { access: IMPORT, time: USUAL, routes: || routes!(op::import_candidate::import_candidate) },
    Operation {
        access: IMPORT,
        time: LONG,
        routes: || routes!(op::import_candidates_bulk::import_candidates_bulk),
    },
    Operation { access: READ, time: USUAL, routes: || routes!(op::list_candidates::list_candidates) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::list_headers::list_headers) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::count_candidates::count_candidates) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::problem_groups::group_problems) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::export_candidates::export_candidates) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_intake::get_intake) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_day::get_day) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_candidate::get_candidate) },
    Operation {
        access: READ,
        time: USUAL,
        routes: || routes!(op::get_candidate_request::get_candidate_request),
    },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_candidates_by_reference::get_header) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_candidates_by_reference::get_line) },
    Operation { access: ATTACH, time: LONG, routes: || routes!(op::attach_file::attach_file) },
    Operation { access: ATTACH, time: LONG, routes: || routes!(op::attach_file::attach_file_by_external_id) },
    Operation {
        access: READ,
        time: USUAL,
        routes: || routes!(op::get_attachment_content::get_attachment_content),
    },
    Operation { access: CORRECT, time: USUAL, routes: || routes!(op::correct_candidate::correct_candidate) },
    Operation {
        access: READ,
        time: USUAL,
        routes: || routes!(op::get_candidate_history::get_candidate_history),
    },
    Operation { access: ASSIGN, time: USUAL, routes: || routes!(op::list_assignees::list_assignees) },
    Operation { access: COMMENT, time: USUAL, routes: || routes!(op::comments::comment_on_candidate) },
    Operation { access: CORRECT, time: USUAL, routes: || routes!(op::cancel_candidates::cancel_header) },
    Operation { access: CORRECT, time: USUAL, routes: || routes!(op::cancel_candidates::cancel_line) },
    Operation { access: ORDER, time: LONG, routes: || routes!(op::create_order::create_order) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::orders::list_orders) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::export_orders::export_orders) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::orders::get_order) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_order_history::get_order_history) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::orders::list_order_attachments) },
    Operation { access: ATTACH, time: LONG, routes: || routes!(op::attach_file::attach_file_to_order) },
    Operation { access: COMMENT_ORDER, time: USUAL, routes: || routes!(op::comments::comment_on_order) },
    Operation { access: HAND_OVER, time: USUAL, routes: || routes!(op::hand_over::hand_over_orders) },
    Operation { access: ORDER, time: USUAL, routes: || routes!(op::void_order::void_order) },
    Operation { access: PROCESS, time: LONG, routes: || routes!(op::process_candidates::process_candidates) },
    Operation {
        access: REVALIDATE,
        time: LONG,
        routes: || routes!(op::process_candidates::revalidate_candidates),
    },
    Operation { access: EDIT, time: LONG, routes: || routes!(op::edit_candidates::edit_candidates) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::runs::list_runs) },
    Operation { access: PROCESS, time: LONG, routes: || routes!(op::runs::start_run) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::runs::get_run) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::runs::get_run_results) },
    Operation { access: PROCESS, time: USUAL, routes: || routes!(op::runs::stop_run) },
    Operation { access: UNDO, time: LONG, routes: || routes!(op::undo_run::undo_run) },
    Operation { access: INSTANCES, time: USUAL, routes: || routes!(op::instances::list_instances) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::process_settings::list_process_settings) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::process_settings::get_process_settings) },
    Operation {
        access: SETTINGS,
        time: USUAL,
        routes: || routes!(op::process_settings::put_process_settings),
    },
    Operation {
        access: READ,
        time: USUAL,
        routes: || routes!(op::get_masterdata_schema::get_masterdata_schema),
    },
    Operation { access: READ, time: USUAL, routes: || routes!(op::list_masterdata::list_masterdata) },
    Operation { access: READ, time: USUAL, routes: || routes!(op::list_masterdata::list_nested_masterdata) },
    Operation {
        access: WRITE_MASTERDATA,
        time: LONG,
        routes: || routes!(op::put_masterdata::put_masterdata),
    },
    Operation { access: READ, time: USUAL, routes: || routes!(op::get_masterdata::get_masterdata) },
    Operation {
        access: WRITE_MASTERDATA,
        time: USUAL,
        routes: || routes!(op::deactivate_masterdata::deactivate_masterdata),
    },
    Operation {
        access: WRITE_MASTERDATA,
        time: USUAL,
        routes: || routes!(op::undo_masterdata::undo_masterdata),
    },
    Operation {
        access: READ,
        time: USUAL,
        routes: || routes!(op::get_masterdata_history::get_masterdata_history),
    },
    Operation { access: READ_REQUESTS, time: USUAL, routes: || routes!(op::requests::list_requests) },
    Operation { access: READ_REQUESTS, time: USUAL, routes: || routes!(op::requests::get_request) },
    Operation { access: IMPORT, time: LONG, routes: || routes!(op::requests::replay_request) },
    Operation {
        access: NOTIFY,
        time: USUAL,
        routes: || routes!(op::notification_rules::list_notification_rules),
    },
    Operation {
        access: NOTIFY,
        time: USUAL,
        routes: || routes!(op::notification_rules::create_notification_rule),
    },
    Operation {
        access: NOTIFY,
        time: LONG,
        routes: || routes!(op::notification_rules::try_new_notification_rule),
    },
    Operation { access: NOTIFY, time: USUAL, routes: || routes!(op::notification_rules::list_notifications) },
    Operation {
        access: NOTIFY,
        time: USUAL,
        routes: || routes!(op::notification_rules::get_notification_rule),
    },
    Operation {
        access: NOTIFY,
        time: USUAL,
        routes: || routes!(op::notification_rules::change_notification_rule),
    },
    Operation {
        access: NOTIFY,
        time: USUAL,
        routes: || routes!(op::notification_rules::remove_notification_rule),
    },
    Operation {
        access: NOTIFY,
        time: LONG,
        routes: || routes!(op::notification_rules::try_notification_rule),
    },
    Operation { access: READ, time: USUAL, routes: || routes!(op::events::stream_events) },
    Operation { access: FOLLOW, time: WAITING, routes: || routes!(op::event_feed::read_event_feed) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::create_webhook) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::list_webhooks) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::get_webhook) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::change_webhook) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::test_webhook) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::rotate_webhook_secret) },
    Operation {
        access: WEBHOOKS,
        time: USUAL,
        routes: || routes!(op::webhook_deliveries::list_webhook_deliveries),
    },
    Operation {
        access: WEBHOOKS,
        time: USUAL,
        routes: || routes!(op::webhook_deliveries::get_webhook_delivery),
    },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhook_deliveries::resend_delivery) },
    Operation { access: WEBHOOKS, time: LONG, routes: || routes!(op::webhook_deliveries::resend_since) },
    Operation { access: WEBHOOKS, time: USUAL, routes: || routes!(op::webhooks::remove_webhook) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::list_views) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::create_view) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::set_default_view) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::get_view) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::change_view) },
    Operation { access: Access::User, time: USUAL, routes: || routes!(op::saved_views::remove_view) },
    Operation { access: Access::Open, time: USUAL, routes: || routes!(op::session::sign_in) },
    Operation { access: Access::Session, time: USUAL, routes: || routes!(op::session::get_session) },
    Operation { access: Access::Session, time: USUAL, routes: || routes!(op::session::sign_out) },
    Operation { access: Access::Open, time: USUAL, routes: || routes!(op::health::health) },
    Operation { access: Access::Open, time: USUAL, routes: || routes!(op::ready::ready) },
    Operation { access: Access::Open, time: USUAL, routes: || routes!(op::metrics::metrics) },
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
            for (method, _) in openapi::operations(item) {
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
        let reading = ReadingKind::of(paths);
        let (access, time, kind) = (operation.access, operation.time, kind(paths));
        let guard = Guard { api: api.clone(), access, time, reading, kind };
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
    access: Access,
    time: Duration,
    reading: Option<ReadingKind>,
    kind: RequestKind,
}

/// What an operation takes in.
fn kind(paths: &Paths) -> RequestKind {
    let posts = paths.paths.values().filter_map(|item| item.post.as_ref()?.operation_id.as_deref());
    let kinds = posts.filter_map(|id| IMPORTS.iter().find(|(import, _)| *import == id));
    kinds.map(|(_, kind)| *kind).next().unwrap_or(RequestKind::Call)
}

/// What is read by an operation with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadingKind {
    List,
    Other,
}

impl ReadingKind {
    fn of(paths: &Paths) -> Option<Self> {
        let get = paths.paths.values().find_map(|item| item.get.as_ref())?;
        match get.operation_id.as_deref() {
            Some(id) if STREAMS.contains(&id) => None,
            Some(id) if LISTS.contains(&id) => Some(Self::List),
            _ => Some(Self::Other),
        }
    }

    /// Waits for its turn.
    async fn place(self, limits: &InForce, caller: &OpContext) -> Result<GatePlace, Refusal> {
        match self {
            Self::List => limits.list(caller).await,
            Self::Other => limits.read(caller).await,
        }
    }
}

impl Guard {
    /// What reads waits for its turn; the place is held until the answer begins.
    async fn turn(
        &self,
        caller: &OpContext,
        allowed: Result<(), Refusal>,
    ) -> Result<Option<GatePlace>, Refusal> {
        allowed?;
        match self.reading {
            Some(reading) => reading.place(&self.api.in_force, caller).await.map(Some),
            None => Ok(None),
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
    let seconds = fit::<i64>(guard.time.as_secs());
    let answer = admit(&guard, &conversation, request, next);
    let Ok(answer) = tokio::time::timeout(guard.time, answer).await else {
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
    let (app, request_id) = (&guard.api.app, &conversation.request_id);
    match guard.access {
        Access::Open => {}
        Access::Session => {
            let signed_in = credentials::session(&guard.api, &parts, request_id).await?;
            parts.extensions.insert(Arc::new(signed_in));
        }
        Access::User | Access::Token(..) => {
            let caller = match guard.access {
                Access::User => credentials::session(&guard.api, &parts, request_id).await?.context,
                _ => credentials::caller(&guard.api, &parts, request_id).await?,
            };
            let caller = Arc::new(caller);
            let (allowance, within) = guard.api.in_force.rates.count(who(&caller)).unzip();
            let allowed = within.unwrap_or(Ok(())).and_then(|()| match guard.access {
                Access::Token(scope, action) => Ok(caller.require(scope, action)?),
                _ => Ok(()),
            });
            parts.extensions.insert(caller.clone());
            parts.extensions.insert(guard.kind);
            let reads = matches!(parts.method, Method::GET | Method::HEAD) || query::is_dry_run(&parts.uri);
            let received = (!reads).then(|| call::without_body(&parts));
            let mut answer = match guard.turn(&caller, allowed).await {
                Ok(_place) => next.run(Request::from_parts(parts, body)).await,
                Err(refusal) => refusal.into_response(),
            };
            if let Some(allowance) = allowance {
                allowance.tell(answer.headers_mut());
            }
            if let Some(received) = received {
                // refused before its body was taken in
                let refusal = answer.extensions().get::<Arc<Refusal>>().cloned();
                call::keep(app, &caller, &received, refusal.as_deref()).await;
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
        let kinds = DESCRIBED.iter().map(|(_, paths, _)| kind(paths));
        let imports: Vec<_> = kinds.filter(|kind| kind.is_import()).collect();
        assert_eq!(imports, [RequestKind::Single, RequestKind::Bulk]);
    }

    #[test]
    fn every_list_is_an_operation_that_reads() {
        let readings = |wanted: Option<ReadingKind>| {
            let readings = DESCRIBED.iter().map(|(_, paths, _)| ReadingKind::of(paths));
            readings.filter(|reading| *reading == wanted).count()
        };
        assert_eq!(readings(Some(ReadingKind::List)), LISTS.len());
        assert!(readings(Some(ReadingKind::Other)) > 0);
        let stream = DESCRIBED.iter().find(|(_, paths, _)| {
            let mut items = paths.paths.values().filter_map(|item| item.get.as_ref());
            items.any(|get| get.operation_id.as_deref().is_some_and(|id| STREAMS.contains(&id)))
        });
        assert!(stream.is_some(), "the one that is not limited here is still called so");
    }
}
