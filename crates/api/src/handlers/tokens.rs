//! Handler that lists access tokens.

use axum::Json;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_app::organisations_of;
use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::Reference;
use orderdock_store::TokenRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::ReadRequest;
use crate::response::{Id, NamedResponse};

/// The access tokens, without their secrets.
#[derive(Serialize, ToSchema)]
#[schema(as = TokensAnswer)]
pub struct TokensResponse<'a> {
    items: Vec<TokenResponse<'a>>,
}

/// An access token. Its secret is not stored.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessToken)]
pub struct TokenResponse<'a> {
    id: Id,
    #[schema(example = "shop")]
    name: &'a str,
    #[schema(example = json!(["candidates:write", "candidates:read"]))]
    scopes: Vec<&'static str>,
    /// Organisations that the token can access.
    organisations: Vec<NamedResponse<'a>>,
    created_at: Timestamp,
    created_by: &'a str,
    expires_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    /// Time of the last request with the token, recorded at intervals.
    last_used_at: Option<Timestamp>,
}

/// List access tokens.
///
/// Returns the tokens without their secrets, including expired and revoked ones. Tokens that can access other organisations
/// than the caller are omitted. Tokens are created and revoked on the command line.
#[utoipa::path(get, path = "/api/tokens", tag = "tokens", operation_id = "listTokens",
    responses((status = 200, description = "The tokens.", body = TokensResponse)))]
pub async fn list_tokens(ReadRequest { api, caller, .. }: ReadRequest) -> Result<Response, ApiError> {
    let tokens = api.services.access.tokens(&caller).await?;
    let reference = api.services.reference().await?;
    let items = tokens.iter().map(|token| TokenResponse::of(token, &reference)).collect();
    Ok(Json(TokensResponse { items }).into_response())
}

impl<'a> TokenResponse<'a> {
    fn of(token: &'a TokenRecord, reference: &'a Reference) -> Self {
        let organisations = organisations_of(&token.organisations, reference);
        let organisations = organisations.iter().map(|organisation| NamedResponse {
            id: Id(organisation.id.0),
            code: Some(organisation.code.as_str()),
            name: Some(organisation.name.as_str()),
        });
        Self {
            id: Id(token.id.0),
            name: &token.name,
            scopes: token.scopes.iter().map(Scope::as_str).collect(),
            organisations: organisations.collect(),
            created_at: token.created_at,
            created_by: &token.created_by,
            expires_at: token.expires_at,
            revoked_at: token.revoked_at,
            last_used_at: token.last_used_at,
        }
    }
}
