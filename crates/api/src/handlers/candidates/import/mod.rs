//! Handlers that import candidates one by one or in bulk, and the replay of logged imports.

mod import_body;
mod local_rows;
mod response;

use std::sync::Arc;

use axum::http::Uri;
use axum::response::Response;
use orderdock_app::{CallCommand, Caller, EncodedResponse, ImportCommand, Services};
use orderdock_domain::import::{ErrorPolicy, ImportPolicies};
use orderdock_domain::masterdata::UnresolvedReferences;
use orderdock_domain::problem::{Language, Problem, ProblemCode};

use crate::Api;
use crate::http::error::ApiError;
use crate::http::extract::{self, BufferedRequest, CommandRequest};
use crate::http::limits::Permit;
use crate::http::{body, redaction};
use crate::request::candidate_request::{BulkBody, CandidateBody};
use crate::request::query::{
    DryRun, ErrorPolicyParameter, ImportHeaders, Parameters, UnresolvedParameter, choice,
};

pub use import_body::{ImportBody, ImportFormat};
pub use local_rows::{
    LocalRow, SheetRowDecoder, bulk_request, error_policy_name, import_local_rows, policy_query,
};
pub use response::{CandidatesResponse, encoder};

/// Import one order candidate.
///
/// Creates or matches the partner, location, contact and product according to the sync advice, and stores the
/// candidate. A candidate that cannot become an order line yet is stored with its problems (`status: "error"`). The
/// pair of external ids is unique forever: a repeated row is `unchanged`; different content is rejected with 409.
///
/// With `unresolved=store`, unknown records are problems of the stored candidate (`product.unresolved`, …).
#[utoipa::path(post, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "importCandidate",
    params(DryRun, UnresolvedParameter, ImportHeaders),
    request_body = CandidateBody,
    responses((status = 200, description = "The same row was imported before. Also the response of a dry run.",
                  body = CandidatesResponse),
        (status = 201, description = "Stored.", body = CandidatesResponse),
        (status = 409, description = "The row was imported before with different content.")))]
pub async fn import_candidate(call: CommandRequest) -> Result<Response, ApiError> {
    import(call, ImportFormat::Single).await
}

/// Import up to 10,000 order candidates.
///
/// Rows are processed in order; a row can use records that earlier rows created. By default, one faulty row rejects the
/// request. `errorPolicy=header` or `row` accepts the correct rows.
#[utoipa::path(post, path = "/api/sales/order/candidates/bulk", tag = "candidates",
    operation_id = "importCandidatesBulk", params(DryRun, ErrorPolicyParameter, UnresolvedParameter, ImportHeaders),
    request_body = BulkBody,
    responses((status = 200, description = "All rows were imported before. Also the response of a dry run.",
                  body = CandidatesResponse),
        (status = 201, description = "Stored.", body = CandidatesResponse),
        (status = 207, description = "Some rows were rejected.", body = CandidatesResponse),
        (status = 400, description = "All rows were rejected, or the request cannot be read."),
        (status = 409, description = "A row was imported before with different content.")))]
pub async fn import_candidates_bulk(call: CommandRequest) -> Result<Response, ApiError> {
    import(call, ImportFormat::Bulk).await
}

/// Path of bulk imports.
pub const BULK_PATH: &str = "/api/sales/order/candidates/bulk";

/// Imports the candidates of a request body.
pub async fn import(CommandRequest(call): CommandRequest, form: ImportFormat) -> Result<Response, ApiError> {
    let ImportOptions { policies, dry_run, warnings } =
        read_options(&call.parts.uri, form, body::is_strict(&call.parts.headers))?;
    let (call, permit) = match form {
        ImportFormat::Single => (call.with_body().await?, None),
        ImportFormat::Bulk => {
            let (call, permit) = call.with_bulk().await?;
            (call, Some(permit))
        }
    };
    let command = call.begin_or_try(dry_run).await?;
    let BufferedRequest { api, caller, language, .. } = call;
    run(api, (*caller).clone(), Task { form, policies, dry_run, warnings, command, language }, permit).await
}

/// Repeats an import of the request log as its sender. Rows that exist by now are unchanged.
pub async fn replay(
    api: Api,
    sender: Caller,
    language: Language,
    command: CallCommand,
    dry_run: bool,
    permit: Arc<Permit>,
) -> Result<Response, ApiError> {
    let received = &command.received;
    let unfit = || {
        let problem = Problem::new(ProblemCode::RequestNotReplayable, "");
        ApiError::from(problem.with("method", received.method.clone()).with("path", received.path.clone()))
    };
    let form = ImportFormat::of(received.kind).ok_or_else(unfit)?;
    let uri: Uri = format!("/?{}", redaction::known_query(&received.query)).parse().map_err(|_| unfit())?;
    let ImportOptions { policies, warnings, .. } = read_options(&uri, form, received.strict)?;
    run(api, sender, Task { form, policies, dry_run, warnings, command, language }, Some(permit)).await
}

/// Parameters of an import.
struct Task {
    form: ImportFormat,
    policies: ImportPolicies,
    dry_run: bool,
    /// Warnings about the query parameters.
    warnings: Vec<Problem>,
    command: CallCommand,
    language: Language,
}

/// Imports in its own task, so that a disconnecting client does not interrupt it.
async fn run(
    api: Api,
    caller: Caller,
    task: Task,
    permit: Option<Arc<Permit>>,
) -> Result<Response, ApiError> {
    extract::detached(
        async move { Ok(api.active_limits.counted(task.run(&api.services, caller).await?, permit)) },
    )
    .await
}

impl Task {
    async fn run(self, services: &Services, caller: Caller) -> Result<EncodedResponse, ApiError> {
        let Self { form, policies, dry_run, warnings, command, language } = self;
        let _memory = services.workers.reserve_memory(command.received.body.len()).await?;
        match ImportBody::read(
            services,
            command.received.body.clone(),
            form,
            extract::handling(&command.received),
        )
        .await
        {
            Ok((sent, rows)) => {
                let sent = Arc::new(sent.warned(warnings));
                let encode = response::encoder(Arc::clone(&sent), language, &caller.request_id);
                let command =
                    ImportCommand { rows, policies, dry_run, call: command, texts: sent, resend: None };
                Ok(services.imports.import_candidates(caller, command, encode).await?)
            }
            Err(error) if dry_run => Err(error),
            Err(error) => {
                Err(extract::log_unreadable_import(services, &caller, &command.received, error).await)
            }
        }
    }
}

/// Query parameters of an import.
struct ImportOptions {
    policies: ImportPolicies,
    dry_run: bool,
    warnings: Vec<Problem>,
}

fn read_options(uri: &Uri, form: ImportFormat, strict: bool) -> Result<ImportOptions, ApiError> {
    let mut parameters = match form {
        ImportFormat::Bulk => {
            Parameters::lenient::<(DryRun, (ErrorPolicyParameter, UnresolvedParameter))>(uri, strict)
        }
        ImportFormat::Single => Parameters::lenient::<(DryRun, UnresolvedParameter)>(uri, strict),
    };
    // for single imports the unknown parameter was already reported as a warning
    let policy = if form == ImportFormat::Bulk { read_policy(&mut parameters) } else { None };
    let unresolved = read_unresolved(&mut parameters);
    let dry_run = parameters.flag("dryRun");
    let warnings = parameters.take_warnings();
    parameters.finish()?;
    let policies = ImportPolicies { errors: policy.unwrap_or_default(), unresolved };
    Ok(ImportOptions { policies, dry_run, warnings })
}

fn read_policy(parameters: &mut Parameters) -> Option<ErrorPolicy> {
    let policies = [ErrorPolicy::All, ErrorPolicy::Header, ErrorPolicy::Row];
    parameters.one("errorPolicy", choice(&policies, error_policy_name), |word| {
        policies.into_iter().find(|policy| error_policy_name(*policy) == word)
    })
}

fn read_unresolved(parameters: &mut Parameters) -> Option<UnresolvedReferences> {
    let words = choice(UnresolvedReferences::ALL, UnresolvedReferences::as_str);
    parameters.one("unresolved", words, UnresolvedReferences::parse)
}
