//! What somebody says about a candidate or an order.

use std::sync::Arc;

use axum::response::Response;
use jiff::Timestamp;
use orderdock_domain::text::Text;
use orderdock_store::{Comment, Commented};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::request::attention::CommentText;
use crate::request::json::{Members, members};
use crate::request::located::read_whole;

members! {
    CommentMembers("CommentBody", Strict) "A comment." {
        text: "text" CommentText, required;
    }
}

/// A comment with its time and author.
#[derive(Serialize, ToSchema)]
#[schema(as = Comment)]
pub struct CommentShape<'a> {
    at: Timestamp,
    actor: &'a str,
    text: &'a str,
}

/// Keeps a comment, and answers it.
pub async fn comment(about: Commented, call: Writing) -> Result<Response, Refusal> {
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
