//! Import of single candidates and bulks, and replay of logged imports.

mod answer;
mod brought;
mod sent;

use std::sync::Arc;

use axum::http::Uri;
use axum::response::Response;
use orderdock_app::{Answer, App, CallCommand, ImportCommand, OpContext};
use orderdock_domain::import::ErrorPolicy;
use orderdock_domain::problem::{Language, Problem, ProblemCode};

use crate::Api;
use crate::http::call::{self, Commanding, Written};
use crate::http::limits::GatePlace;
use crate::http::refusal::Refusal;
use crate::http::{body, kept};
use crate::request::candidate_request::{BulkMembers, CandidateMembers};
use crate::request::query::{self, DryRun, ErrorPolicyParameter, ImportHeaders, Parameters, choice};

pub use answer::CandidatesAnswer;
pub use brought::{BroughtRow, bulk_of, import_brought, policy_word};
pub use sent::{BodyForm, SentBody};

/// Import one order candidate.
///
/// Creates or matches the partner, location, contact and product according to the sync advice, and stores the
/// candidate. A candidate that cannot become an order line yet is stored with its problems (`status: "error"`). The
/// pair of external ids is unique forever: a repeated row is `unchanged`; different content is rejected with 409.
#[utoipa::path(post, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "importCandidate",
    params(DryRun, ImportHeaders),
    request_body = CandidateMembers,
    responses((status = 200, description = "The same row was imported before. Also the response of a dry run.",
                  body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 409, description = "The row was imported before with different content.")))]
pub async fn import_candidate(call: Commanding) -> Result<Response, Refusal> {
    import(call, BodyForm::Single).await
}

/// Import up to 10,000 order candidates.
///
/// Rows are processed in order; each row sees records created by earlier rows. By default, one faulty row rejects the
/// request. `errorPolicy=header` or `row` accepts the correct rows.
#[utoipa::path(post, path = "/api/sales/order/candidates/bulk", tag = "candidates",
    operation_id = "importCandidatesBulk", params(DryRun, ErrorPolicyParameter, ImportHeaders),
    request_body = BulkMembers,
    responses((status = 200, description = "All rows were imported before. Also the response of a dry run.",
                  body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 207, description = "Some rows were rejected.", body = CandidatesAnswer),
        (status = 400, description = "All rows were rejected, or the request cannot be read."),
        (status = 409, description = "A row was imported before with different content.")))]
pub async fn import_candidates_bulk(call: Commanding) -> Result<Response, Refusal> {
    import(call, BodyForm::Bulk).await
}

/// The path of bulks.
pub const BULK_PATH: &str = "/api/sales/order/candidates/bulk";

/// Imports what the body says.
pub async fn import(Commanding(call): Commanding, form: BodyForm) -> Result<Response, Refusal> {
    let Wish { policy, dry_run, warnings } =
        wish(&call.parts.uri, form, body::is_strict(&call.parts.headers))?;
    let (call, place) = match form {
        BodyForm::Single => (call.with_body().await?, None),
        BodyForm::Bulk => {
            let (call, place) = call.with_bulk().await?;
            (call, Some(place))
        }
    };
    let command = call.begin_or_try(dry_run).await?;
    let Written { api, caller, language, .. } = call;
    run(api, (*caller).clone(), Task { form, policy, dry_run, warnings, command, language }, place).await
}

/// Imports once more what a request of the log said, as its sender; it answers as the first time, rows that are
/// there by now as unchanged.
pub async fn replay(
    api: Api,
    sender: OpContext,
    language: Language,
    command: CallCommand,
    dry_run: bool,
    place: Arc<GatePlace>,
) -> Result<Response, Refusal> {
    let received = &command.received;
    let unfit = || {
        let problem = Problem::new(ProblemCode::RequestNotReplayable, "");
        Refusal::from(problem.with("method", received.method.clone()).with("path", received.path.clone()))
    };
    let form = BodyForm::of(received.kind).ok_or_else(unfit)?;
    let uri: Uri = format!("/?{}", kept::known_query(&received.query)).parse().map_err(|_| unfit())?;
    let Wish { policy, warnings, .. } = wish(&uri, form, received.strict)?;
    run(api, sender, Task { form, policy, dry_run, warnings, command, language }, Some(place)).await
}

/// What was asked for, and how.
struct Task {
    form: BodyForm,
    policy: ErrorPolicy,
    dry_run: bool,
    /// About the call itself.
    warnings: Vec<Problem>,
    command: CallCommand,
    language: Language,
}

/// Imports in a task of its own: a client that hangs up does not cut it.
async fn run(
    api: Api,
    caller: OpContext,
    task: Task,
    place: Option<Arc<GatePlace>>,
) -> Result<Response, Refusal> {
    call::detached(async move { Ok(api.in_force.counted(task.run(&api.app, caller).await?, place)) }).await
}

impl Task {
    async fn run(self, app: &App, caller: OpContext) -> Result<Answer, Refusal> {
        let Self { form, policy, dry_run, warnings, command, language } = self;
        let _room = app.room(command.received.body.len()).await?;
        match SentBody::read(app, command.received.body.clone(), form, call::handling(&command.received))
            .await
        {
            Ok((sent, rows)) => {
                let encode = answer::encoder(sent.warned(warnings), language, &caller.request_id);
                let command = ImportCommand { rows, policy, dry_run, call: command };
                Ok(app.import_candidates(caller, command, encode).await?)
            }
            Err(refusal) if dry_run => Err(refusal),
            Err(refusal) => Err(call::refuse(app, &caller, &command.received, refusal).await),
        }
    }
}

/// The query parameters of an import.
struct Wish {
    policy: ErrorPolicy,
    dry_run: bool,
    warnings: Vec<Problem>,
}

fn wish(uri: &Uri, form: BodyForm, strict: bool) -> Result<Wish, Refusal> {
    let mut parameters = match form {
        BodyForm::Bulk => Parameters::lenient::<(DryRun, query::ErrorPolicyParameter)>(uri, strict),
        BodyForm::Single => Parameters::lenient::<DryRun>(uri, strict),
    };
    // an endpoint that does not know the parameter has warned about it
    let policy = if form == BodyForm::Bulk { read_policy(&mut parameters) } else { None };
    let dry_run = parameters.flag("dryRun");
    let warnings = parameters.take_warnings();
    parameters.finish()?;
    Ok(Wish { policy: policy.unwrap_or_default(), dry_run, warnings })
}

fn read_policy(parameters: &mut Parameters) -> Option<ErrorPolicy> {
    let policies = [ErrorPolicy::All, ErrorPolicy::Header, ErrorPolicy::Row];
    parameters.one("errorPolicy", choice(&policies, policy_word), |word| {
        policies.into_iter().find(|policy| policy_word(*policy) == word)
    })
}
