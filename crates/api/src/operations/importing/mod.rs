//! What imports of one candidate and of many have in common: reading the call, importing the rows, writing the answer.

mod answer;
mod brought;
mod sent;

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Uri, request::Parts};
use axum::response::Response;
use orderdock_app::{Answer, App, CallCommand, FirstAnswer, ImportCommand, OpContext, Received};
use orderdock_domain::import::ErrorPolicy;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

pub use answer::CandidatesAnswer;
pub use brought::{BroughtRow, bulk_of, import_brought, policy_word};
pub use sent::{BodyForm, SentBody};

use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::call::{self, Begun};
use crate::http::conversation::Conversation;
use crate::http::limits::GatePlace;
use crate::http::refusal::Refusal;
use crate::read::json::Handling;
use crate::read::query::{self, DryRun, Parameters};

/// The path of bulks.
pub const BULK_PATH: &str = "/api/sales/order/candidates/bulk";

/// How a call wants to be treated.
#[derive(Clone, Copy, Debug)]
struct ImportWish {
    policy: ErrorPolicy,
    dry_run: bool,
}

/// Imports what the body says. The write runs in a task of its own: a client that hangs up does not cut it.
pub async fn import(
    api: Api,
    caller: Arc<OpContext>,
    conversation: Conversation,
    form: BodyForm,
    parts: Parts,
    body: Body,
) -> Result<Response, Refusal> {
    let wish = wish(&parts.uri, form)?;
    let (body, place) = match form {
        BodyForm::Single => (body::read_json(&api, &parts.headers, body, SINGLE_BYTES).await?, None),
        BodyForm::Bulk => {
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
    in_a_task(async move {
        let answer = task.run(&api.app, &caller, conversation).await?;
        Ok(api.in_force.counted(answer, place))
    })
    .await
}

/// Imports once more what a request of the log said, as its sender; it answers as the first time, rows that are
/// there by now as unchanged.
pub async fn replay(
    api: Api,
    sender: OpContext,
    conversation: Conversation,
    received: Received,
    dry_run: bool,
    idempotency: Option<FirstAnswer>,
    place: Arc<GatePlace>,
) -> Result<Response, Refusal> {
    let unfit = || {
        let problem = Problem::new(ProblemCode::RequestNotReplayable, "");
        Refusal::from(problem.with("method", received.method.clone()).with("path", received.path.clone()))
    };
    let form = BodyForm::of(received.kind).ok_or_else(unfit)?;
    let uri: Uri = format!("/?{}", received.query).parse().map_err(|_| unfit())?;
    let wish = ImportWish { dry_run, ..wish(&uri, form)? };
    let handling = if received.strict { Handling::Strict } else { Handling::Lenient };
    let task = Task { form, handling, wish, received, idempotency };
    in_a_task(async move {
        let answer = task.run(&api.app, &sender, conversation).await?;
        Ok(api.in_force.counted(answer, Some(place)))
    })
    .await
}

/// A client that hangs up does not cut it.
async fn in_a_task(
    work: impl Future<Output = Result<Response, Refusal>> + Send + 'static,
) -> Result<Response, Refusal> {
    tokio::spawn(work).await.unwrap_or_else(|fault| {
        tracing::error!(%fault, "an import ended in a fault");
        Err(ProblemCode::ServerFault.into())
    })
}

/// What was asked for, and how.
struct Task {
    form: BodyForm,
    handling: Handling,
    wish: ImportWish,
    received: Received,
    idempotency: Option<FirstAnswer>,
}

impl Task {
    async fn run(self, app: &App, caller: &OpContext, conversation: Conversation) -> Result<Answer, Refusal> {
        let Self { form, handling, wish, received, idempotency } = self;
        let _room = app.room(received.body.len()).await?;
        match SentBody::read(app, received.body.clone(), form, handling).await {
            Ok((sent, rows)) => {
                let encode = answer::encoder(sent, conversation);
                let call = CallCommand { received, idempotency };
                let command = ImportCommand { rows, policy: wish.policy, dry_run: wish.dry_run, call };
                Ok(app.import_candidates(caller.clone(), command, encode).await?)
            }
            Err(refusal) if wish.dry_run => Err(refusal),
            Err(refusal) => Err(call::refuse(app, caller, &received, refusal).await),
        }
    }
}

fn wish(uri: &Uri, form: BodyForm) -> Result<ImportWish, Refusal> {
    let mut parameters = match form {
        BodyForm::Bulk => Parameters::of::<(DryRun, query::ErrorPolicy)>(uri),
        BodyForm::Single => Parameters::of::<DryRun>(uri),
    };
    let policy = parameters.one("errorPolicy", Param::one_of(["all", "header", "row"]), |word| match word {
        "all" => Some(ErrorPolicy::All),
        "header" => Some(ErrorPolicy::Header),
        "row" => Some(ErrorPolicy::Row),
        _ => None,
    });
    let wish = ImportWish { policy: policy.unwrap_or_default(), dry_run: parameters.flag("dryRun") };
    parameters.finish()?;
    Ok(wish)
}
