//! Comments on candidates and orders.

use std::sync::Arc;

use axum::response::Response;
use jiff::Timestamp;
use orderdock_domain::text::Text;
use orderdock_store::{Comment, CommentTarget};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::WriteRequest;
use crate::http::written::encoded;
use crate::request::attention::CommentText;
use crate::request::json::{Members, members};
use crate::request::located::read_whole;

members! {
    CommentBody("CommentBody", Strict) "A comment." {
        text: "text" CommentText, required;
    }
}

/// A comment with its time and author.
#[derive(Serialize, ToSchema)]
#[schema(as = Comment)]
pub struct CommentResponse<'a> {
    at: Timestamp,
    actor: &'a str,
    text: &'a str,
}

/// Stores a comment and returns it.
pub async fn comment(about: CommentTarget, call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body().await?;
    call.once(move |api, caller, call| async move {
        let text = read(&call.received.body)?;
        Ok(api.services.candidates.comment(&caller, about, text, call, Arc::new(encode)).await?)
    })
    .await
}

fn read(sent: &[u8]) -> Result<Text, ApiError> {
    read_whole(sent, 10, |reader, node| {
        let members = CommentBody::open(reader, node)?;
        reader.required(members.text)
    })
}

fn encode(comment: &Comment) -> Vec<u8> {
    let Comment { at, actor, text } = comment;
    encoded(&CommentResponse { at: *at, actor, text: text.as_str() })
}
