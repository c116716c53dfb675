//! What imports of one candidate and of many have in common: reading the call, importing the rows, writing the answer.

mod answer;
mod located;
mod sent;

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, Uri, header, request::Parts};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use orderdock_app::{Answer, App, CallCommand, ImportCommand, OpContext, Received, Run};
use orderdock_domain::import::{ErrorPolicy, RequestKind};
use orderdock_domain::problem::{Code, Language, Param, Problem};

pub use answer::CandidatesAnswer;
pub use located::{located, read_partly, read_whole};
pub use sent::{Form, Sent};

use crate::Api;
use crate::body::{self, SINGLE_BYTES};
use crate::call::{self, Begun};
use crate::conversation::Conversation;
use crate::json::Handling;
use crate::limits::Place;
use crate::query::{self, DryRun, Parameters};
use crate::refusal::Refusal;

/// The path of bulks.
pub const BULK_PATH: &str = "/api/sales/order/candidates/bulk";
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
const IDEMPOTENCY_REPLAYED: &str = "idempotency-replayed";

/// How a call wants to be treated.
#[derive(Clone, Copy, Debug)]
struct Wish {
    policy: ErrorPolicy,
    dry_run: bool,
}

/// Imports what the body says. The write runs in a task of its own: a client that hangs up does not cut it.
pub async fn import(
    api: Api,
    caller: Arc<OpContext>,
    conversation: Conversation,
    form: Form,
    parts: Parts,
    body: Body,
) -> Result<Response, Refusal> {
    let wish = wish(&parts.uri, form)?;
    let (body, place) = match form {
        Form::Single => (body::read_json(&api, &parts.headers, body, SINGLE_BYTES).await?, None),
        Form::Bulk => {
            let (body, place) = body::read_bulk(&api, &caller, &parts.headers, body).await?;
            (body, Some(place))
        }
    };
    let handling = body::handling(&parts.headers);
    let received = call::received(&parts, body);
    let begun = call::begin_or_try(&api, &caller, &parts, received, wish.dry_run).await?;
    let CallCommand { received, idempotency } = match begun {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(call) => call,
    };
    let task = Task { form, handling, wish, received, idempotency };
    in_a_task(async move { Ok(counted(&api, task.run(&api.app, &caller, conversation).await?, place)) }).await
}

/// Imports once more what a request of the log said, as its sender; it answers as the first time, rows that are
/// there by now as unchanged.
pub async fn replay(
    api: Api,
    sender: OpContext,
    conversation: Conversation,
    received: Received,
    dry_run: bool,
    idempotency: Option<Run>,
    place: Arc<Place>,
) -> Result<Response, Refusal> {
    let unfit = || {
        let problem = Problem::new(Code::RequestNotReplayable, "");
        Refusal::from(problem.with("method", received.method.clone()).with("path", received.path.clone()))
    };
    let form = Form::of(received.kind).ok_or_else(unfit)?;
    let uri: Uri = format!("/?{}", received.query).parse().map_err(|_| unfit())?;
    let wish = Wish { dry_run, ..wish(&uri, form)? };
    let handling = if received.strict { Handling::Strict } else { Handling::Lenient };
    let task = Task { form, handling, wish, received, idempotency };
    in_a_task(async move { Ok(counted(&api, task.run(&api.app, &sender, conversation).await?, Some(place))) })
        .await
}

/// A client that hangs up does not cut it.
async fn in_a_task(
    work: impl Future<Output = Result<Response, Refusal>> + Send + 'static,
) -> Result<Response, Refusal> {
    tokio::spawn(work).await.unwrap_or_else(|fault| {
        tracing::error!(%fault, "an import ended in a fault");
        Err(Code::ServerFault.into())
    })
}

/// Imports a bulk that was not sent: its caller has the database in hand. Kept and answered like one that was,
/// in English.
pub async fn import_bulk(app: Arc<App>, caller: OpContext, policy: ErrorPolicy, body: Bytes) -> Answer {
    let policy_word = match policy {
        ErrorPolicy::All => "all",
        ErrorPolicy::Header => "header",
        ErrorPolicy::Row => "row",
    };
    let received = Received {
        kind: RequestKind::Bulk,
        method: "POST".to_owned(),
        path: BULK_PATH.to_owned(),
        query: format!("errorPolicy={policy_word}"),
        media_type: "application/json".to_owned(),
        body,
        strict: false,
        replay_of: None,
    };
    let wish = Wish { policy, dry_run: false };
    let task = Task { form: Form::Bulk, handling: Handling::Lenient, wish, received, idempotency: None };
    let conversation = Conversation::unheard(&caller.request_id);
    let outcome = task.run(&app, &caller, conversation).await;
    outcome.unwrap_or_else(|refusal| Answer {
        status: refusal.status,
        body: refusal.encode(Language::English, &caller.request_id),
    })
}

/// What was asked for, and how.
struct Task {
    form: Form,
    handling: Handling,
    wish: Wish,
    received: Received,
    idempotency: Option<Run>,
}

impl Task {
    async fn run(self, app: &App, caller: &OpContext, conversation: Conversation) -> Result<Answer, Refusal> {
        let Self { form, handling, wish, received, idempotency } = self;
        let _room = app.room(received.body.len()).await?;
        match Sent::read(app, received.body.clone(), form, handling).await {
            Ok((sent, rows)) => {
                let encode = answer::encoder(sent, conversation);
                let command =
                    ImportCommand { rows, policy: wish.policy, dry_run: wish.dry_run, received, idempotency };
                Ok(app.import_candidates(caller.clone(), command, encode).await?)
            }
            Err(refusal) if wish.dry_run => Err(refusal),
            Err(refusal) => Err(call::refuse(app, caller, &received, refusal).await),
        }
    }
}

fn wish(uri: &Uri, form: Form) -> Result<Wish, Refusal> {
    let mut parameters = match form {
        Form::Bulk => Parameters::of::<(DryRun, query::ErrorPolicy)>(uri),
        Form::Single => Parameters::of::<DryRun>(uri),
    };
    let policy = parameters.one("errorPolicy", Param::one_of(["all", "header", "row"]), |word| match word {
        "all" => Some(ErrorPolicy::All),
        "header" => Some(ErrorPolicy::Header),
        "row" => Some(ErrorPolicy::Row),
        _ => None,
    });
    let wish = Wish { policy: policy.unwrap_or_default(), dry_run: parameters.flag("dryRun") };
    parameters.finish()?;
    Ok(wish)
}

pub fn written(answer: Answer) -> Response {
    json(answer.status, answer.body.into())
}

/// An answer that can be large: counted, and under way until it has been taken.
pub fn counted(api: &Api, answer: Answer, place: Option<Arc<Place>>) -> Response {
    json(answer.status, api.in_force.bodies.count(answer.body, place))
}

fn json(status: u16, body: Bytes) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], body).into_response()
}

pub fn replayed(status: u16, body: Vec<u8>) -> Response {
    let mut response = written(Answer { status, body });
    response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    response
}
