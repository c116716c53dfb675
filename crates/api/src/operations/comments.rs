//! `POST /api/sales/order/candidates/{id}/comments`, `POST /api/sales/order/{id}/comments`.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use jiff::Timestamp;
use orderdock_domain::text::Text;
use orderdock_store::{Comment, Commented};
use serde::Serialize;
use utoipa::ToSchema;

use super::get_candidate::candidate_id;
use super::orders::order_id;
use crate::http::call::Writing;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::encoded;
use crate::read::attention::CommentText;
use crate::read::json::{Members, members};
use crate::read::located::read_whole;
use crate::read::query::CallHeaders;

members! {
    CommentMembers("CommentBody", Strict) "What is to be said." {
        text: "text" CommentText, required;
    }
}

/// What somebody said.
#[derive(Serialize, ToSchema)]
#[schema(as = Comment)]
pub struct CommentShape<'a> {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    actor: &'a str,
    text: &'a str,
}

/// Comment on a candidate.
///
/// Its history tells the comment, which never changes; the candidate and its version stay as they are. Whatever its status
/// is, it can be commented on.
#[utoipa::path(post, path = "/api/sales/order/candidates/{id}/comments", tag = "candidates",
    operation_id = "commentOnCandidate",
    params(("id" = i64, Path, description = "The candidate's record id."), CallHeaders), request_body = CommentMembers,
    responses((status = 201, description = "The comment.", body = CommentShape),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument)))]
pub async fn comment_on_candidate(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    comment(Commented::Candidate(candidate_id(&id)?), call).await
}

/// Comment on an order.
///
/// Its history tells the comment, which never changes.
#[utoipa::path(post, path = "/api/sales/order/{id}/comments", tag = "orders", operation_id = "commentOnOrder",
    params(("id" = String, Path, description = "Its `salesOrderId`."), CallHeaders), request_body = CommentMembers,
    responses((status = 201, description = "The comment.", body = CommentShape),
        (status = 404, description = "There is no such order.", body = ProblemDocument)))]
pub async fn comment_on_order(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    comment(Commented::Order(order_id(&id)?), call).await
}

async fn comment(about: Commented, call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body().await?;
    call.once(move |api, caller, call| async move {
        let text = read(&call.received.body)?;
        Ok(api.app.comment(&caller, about, text, call, Arc::new(encode)).await?)
    })
    .await
}

fn read(sent: &[u8]) -> Result<Text, Refusal> {
    read_whole(sent, 10, |reader, node| {
        let members = CommentMembers::open(reader, node)?;
        reader.required(members.text)
    })
}

fn encode(comment: &Comment) -> Vec<u8> {
    let Comment { at, actor, text } = comment;
    encoded(&CommentShape { at: *at, actor, text: text.as_str() })
}
