//! Handlers that create and void sales orders.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::{CallCommand, EncodeOrder, OrderCommand, OrderResult};
use orderdock_domain::order::Order;
use orderdock_domain::problem::{Language, Problem};
use serde::Serialize;
use utoipa::ToSchema;

use super::order_id;
use crate::http::body::{self, ORDER_BYTES};
use crate::http::error::{ApiError, MAX_ERRORS};
use crate::http::extract::{self, BufferedRequest, CommandRequest, WriteRequest};
use crate::http::written::{encoded, written};
use crate::request::json::{Findings, Handling, SyntaxFault, text_of};
use crate::request::located::located;
use crate::request::order_request::{NewOrderBody, ReadOrder, read_order};
use crate::request::query::{CallHeaders, DryRun, ImportHeaders, Parameters};
use crate::request::void_reason::{VoidBody, read_reason};
use crate::response::{Item, LocatedProblem, OrderResponse};

/// A created sales order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedOrder<'a> {
    #[serde(flatten)]
    order: OrderResponse<'a>,
    /// Warnings about the request, at most 1,000.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings_total: Option<usize>,
}

/// Create a sales order.
///
/// Creates and completes a sales order with prices, taxes and totals, for the default organisation of the caller.
/// Every quantity must be greater than 0.
#[utoipa::path(post, path = "/api/sales/order", tag = "orders", operation_id = "createOrder",
    params(DryRun, ImportHeaders),
    request_body = NewOrderBody,
    responses((status = 200,
                  description = "The completed sales order. For a dry run: the order that would be created.",
        body = CreatedOrder)))]
pub async fn create_order(call: CommandRequest) -> Result<Response, ApiError> {
    let CommandRequest(call) = call;
    let mut parameters = Parameters::lenient::<DryRun>(&call.parts.uri, body::is_strict(&call.parts.headers));
    let dry_run = parameters.flag("dryRun");
    let warnings = parameters.take_warnings();
    parameters.finish()?;
    let call = call.with_body_up_to(ORDER_BYTES).await?;
    let command = call.begin_or_try(dry_run).await?;
    extract::detached(create(call, command, dry_run, warnings)).await
}

async fn create(
    call: BufferedRequest,
    command: CallCommand,
    dry_run: bool,
    call_warnings: Vec<Problem>,
) -> Result<Response, ApiError> {
    let BufferedRequest { api, caller, language, .. } = call;
    let sent = command.received.body.clone();
    let ReadOrder { request, warnings } = match read(&sent, extract::handling(&command.received)) {
        Ok(read) => read,
        Err(error) if dry_run => return Err(error),
        Err(error) => {
            return Err(extract::log_rejection(&api.services, &caller, &command.received, error).await);
        }
    };
    let encode = encoder(sent.clone(), call_warnings, warnings, language);
    let command = OrderCommand { request, dry_run, call: command };
    match api.services.orders.create_order((*caller).clone(), command, encode).await {
        Ok(response) => Ok(written(response)),
        Err(failure) => {
            let error = extract::with_positions(failure.into(), &sent);
            let errors = error.errors.into_iter().map(of_line).collect();
            // errors of the reader come first
            Err(ApiError { errors, logged: true, ..error })
        }
    }
}

fn read(sent: &[u8], handling: Handling) -> Result<ReadOrder, ApiError> {
    let unreadable = |fault: SyntaxFault| ApiError::of(located(sent, vec![(None, fault.finding())]));
    let text = text_of(sent).map_err(unreadable)?;
    let read = read_order(text, handling).map_err(unreadable)?;
    read.map_err(|errors| ApiError { errors_total: errors.total, ..ApiError::of(noted(sent, &errors)) })
}

fn noted(sent: &[u8], findings: &Findings) -> Vec<LocatedProblem> {
    let findings = findings.first.iter().map(|finding| (line(&finding.problem), finding.clone()));
    located(sent, findings.collect())
}

fn of_line(item: LocatedProblem) -> LocatedProblem {
    LocatedProblem { index: line(&item.problem), ..item }
}

/// Returns the line number of a problem, from 0.
fn line(problem: &Problem) -> Option<usize> {
    problem.pointer.strip_prefix("/lines/")?.split('/').next()?.parse().ok()
}

/// Returns the encoder of the order with the warnings of reader and planner.
fn encoder(sent: bytes::Bytes, of_call: Vec<Problem>, read: Findings, language: Language) -> EncodeOrder {
    Arc::new(move |result: &OrderResult<'_>| {
        let mut warnings: Vec<_> = of_call.iter().cloned().map(LocatedProblem::from).collect();
        warnings.extend(noted(&sent, &read));
        let found = extract::located_problems(result.warnings.iter().take(MAX_ERRORS), &sent);
        warnings.extend(found.into_iter().map(of_line));
        let total = of_call.len() + read.total + result.warnings.len();
        let response = CreatedOrder {
            order: OrderResponse::whole(result.order, &[], &[], result.reference, language),
            warnings: warnings.iter().take(MAX_ERRORS).map(|warning| warning.item(language)).collect(),
            warnings_total: (total > 0).then_some(total),
        };
        encoded(&response)
    })
}

/// Void a sales order.
///
/// Voids the order and excludes its candidates. Number and attachments are kept. The body may contain a reason, which
/// the history records.
#[utoipa::path(post, path = "/api/sales/order/{id}/void", tag = "orders", operation_id = "voidOrder",
    params(("id" = String, Path, description = "The `salesOrderId` of the order."), CallHeaders),
    request_body = Option<VoidBody>,
    responses((status = 200, description = "The voided order.", body = OrderResponse),
        (status = 404, description = "Sales order not found."),
        (status = 409, description = "The order is already voided, or some of its candidates are archived.")))]
pub async fn void_order(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = order_id(&id)?;
    let call = call.with_optional_body().await?;
    let language = call.language;
    call.once(|api, caller, call| async move {
        let reason = read_reason(&call.received.body)?;
        let reference = api.services.reference().await?;
        let encode = move |order: &Order| encoded(&OrderResponse::of(order, &reference, language));
        Ok(api.services.orders.void_order(&caller, id, reason, call, encode).await?)
    })
    .await
}
