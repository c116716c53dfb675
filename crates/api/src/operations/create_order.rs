//! `POST /api/sales/order`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use orderdock_app::{CallCommand, EncodeOrder, OpContext, OrderCommand, OrderResult};
use orderdock_domain::problem::{Language, Problem};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::body;
use crate::http::call::{self, Begun};
use crate::http::conversation::Conversation;
use crate::http::refusal::{MOST_ERRORS, Refusal};
use crate::http::written::written;
use crate::read::json::{Findings, Handling, SyntaxFault, ValueFinding, locate, text_of};
use crate::read::located::located;
use crate::read::order_request::{OrderMembers, ReadOrder, read_order};
use crate::read::query::{DryRun, Headers, Parameters};
use crate::shape::{Item, Located, OrderShape};

/// An order that was created.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedOrder<'a> {
    #[serde(flatten)]
    order: OrderShape<'a>,
    /// About the request; the first 1,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings_total: Option<usize>,
}

/// Create a sales order.
///
/// Created and completed at once, with prices, taxes and totals, for the token's default organisation. Every
/// quantity must be greater than 0.
#[utoipa::path(post, path = "/api/sales/order", tag = "orders", operation_id = "createOrder",
    params(DryRun, Headers),
    request_body = OrderMembers,
    responses((status = 200, description = "Created and completed; or what a dry run would create.",
        body = CreatedOrder)))]
pub async fn create_order(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let mut parameters = Parameters::of::<DryRun>(&parts.uri);
    let dry_run = parameters.flag("dryRun");
    parameters.finish()?;
    let received = call::with_body(&api, &parts, body).await?;
    let call = match call::begin_or_try(&api, &caller, &parts, received, dry_run).await? {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(call) => call,
    };
    let (handling, language) = (body::handling(&parts.headers), conversation.language);
    let work = create(api.clone(), caller, call, OrderWish { dry_run, handling, language });
    call::detached(work).await
}

/// How a call wants to be treated.
#[derive(Clone, Copy)]
struct OrderWish {
    dry_run: bool,
    handling: Handling,
    language: Language,
}

async fn create(
    api: Api,
    caller: Arc<OpContext>,
    call: CallCommand,
    wish: OrderWish,
) -> Result<Response, Refusal> {
    let sent = call.received.body.clone();
    let ReadOrder { request, warnings } = match read(&sent, wish.handling) {
        Ok(read) => read,
        Err(refusal) if wish.dry_run => return Err(refusal),
        Err(refusal) => return Err(call::refuse(&api.app, &caller, &call.received, refusal).await),
    };
    let encode = encoder(sent.clone(), warnings, wish.language);
    let command = OrderCommand { request, dry_run: wish.dry_run, call };
    match api.app.create_order((*caller).clone(), command, encode).await {
        Ok(answer) => Ok(written(answer)),
        Err(failure) => {
            let refusal = call::placed(failure.into(), &sent);
            let errors = refusal.errors.into_iter().map(of_line).collect();
            // with what was wrong with it
            Err(Refusal { errors, kept: true, ..refusal })
        }
    }
}

fn read(sent: &[u8], handling: Handling) -> Result<ReadOrder, Refusal> {
    let unreadable = |fault: SyntaxFault| Refusal::of(located(sent, vec![(None, fault.finding())]));
    let text = text_of(sent).map_err(unreadable)?;
    let read = read_order(text, handling).map_err(unreadable)?;
    read.map_err(|errors| Refusal { errors_total: errors.total, ..Refusal::of(noted(sent, &errors)) })
}

fn noted(sent: &[u8], findings: &Findings) -> Vec<Located> {
    let findings = findings.first.iter().map(|finding| (line(&finding.problem), finding.clone()));
    located(sent, findings.collect())
}

fn of_line(error: Located) -> Located {
    Located { index: line(&error.problem), ..error }
}

/// Which line a problem is about, from 0.
fn line(problem: &Problem) -> Option<usize> {
    problem.pointer.strip_prefix("/lines/")?.split('/').next()?.parse().ok()
}

/// Writes the order with the warnings of reader and planner, each with its place in the body.
fn encoder(sent: bytes::Bytes, read: Findings, language: Language) -> EncodeOrder {
    Arc::new(move |result: &OrderResult<'_>| {
        let mut warnings = noted(&sent, &read);
        warnings.extend(places(&sent, result.warnings));
        let total = read.total + result.warnings.len();
        let answer = CreatedOrder {
            order: OrderShape::whole(result.order, &[], &[], result.reference, language),
            warnings: warnings.iter().take(MOST_ERRORS).map(|warning| warning.item(language)).collect(),
            warnings_total: (total > 0).then_some(total),
        };
        // the shape holds nothing that JSON cannot write
        serde_json::to_vec(&answer).unwrap_or_default()
    })
}

fn places(sent: &[u8], problems: &[Problem]) -> Vec<Located> {
    let problems = problems.get(..MOST_ERRORS.min(problems.len())).unwrap_or_default();
    let spots = locate(text_of(sent).unwrap_or_default(), problems.iter().map(|problem| &*problem.pointer));
    let findings = problems.iter().zip(spots);
    let findings = findings.map(|(problem, spot)| {
        (line(problem), ValueFinding { problem: problem.clone(), at: spot.at, seen: spot.seen })
    });
    located(sent, findings.collect())
}
