//! Creation, list and revocation of access tokens.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope, Scopes};
use orderdock_domain::ids::{OrganisationId, SHARED, TokenId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text;
use orderdock_store::{TokenRecord, WriteMode};

use super::token::{self, ParsedToken};
use crate::access::AccessService;
use crate::{Caller, Outcome};

/// Parameters of a new token.
#[derive(Clone, Debug)]
pub struct NewToken {
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Codes of its organisations; empty for all.
    pub organisations: Vec<String>,
    pub default_organisation: Option<String>,
    pub expires_in: Option<SignedDuration>,
    /// Whether responses to imports have only the members of the original interface.
    pub minimal_responses: bool,
}

impl AccessService {
    /// Creates a token. The result contains the secret, which is not stored and can be shown only once.
    pub async fn create_token(&self, caller: &Caller, new: NewToken) -> Outcome<ParsedToken> {
        caller.require(Scope::Admin, Phrase::CreateTokens)?;
        let name = name(&new.name)?;
        let reference = self.store.reference().await?;
        let organisations = organisations(&reference, &new.organisations)?;
        let mut default_organisation =
            new.default_organisation.as_ref().map(|code| organisation(&reference, code)).transpose()?;
        if let (None, OrgScope::These(ids)) = (default_organisation, &organisations)
            && let [only] = ids.as_slice()
        {
            default_organisation = Some(*only);
        }
        if let Some(id) = default_organisation
            && !organisations.contains(id)
        {
            let code = new.default_organisation.unwrap_or_default();
            return Err(Problem::new(ProblemCode::OrgNotAllowed, "").with("code", code).into());
        }
        let expires_at = new.expires_in.map(|duration| expiry(caller.now, duration)).transpose()?;
        let token = token::generate(self.randomness.token_bytes());
        let record = TokenRecord {
            id: self.ids.take_one().await?,
            public_id: token.id().to_owned(),
            secret_hash: *token.hash().as_bytes(),
            name,
            scopes: Scopes::new(new.scopes),
            organisations,
            default_organisation,
            created_at: caller.now,
            created_by: caller.actor.name.clone(),
            expires_at,
            revoked_at: None,
            last_used_at: None,
            minimal_responses: new.minimal_responses,
        };
        self.store.write(WriteMode::Shared, 1, move |tx| tx.create_token(&record)).await?;
        Ok(token)
    }

    /// Returns the tokens that can access no other organisations than the caller.
    pub async fn tokens(&self, caller: &Caller) -> Outcome<Vec<TokenRecord>> {
        caller.require(Scope::Admin, Phrase::ListTokens)?;
        let mut tokens = self.store.read(move |tx| tx.tokens()).await?;
        tokens.retain(|token| caller.organisations.includes(&token.organisations));
        Ok(tokens)
    }

    /// Revokes a token, in all processes within one second.
    pub async fn revoke_token(&self, caller: &Caller, id: TokenId) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::RevokeTokens)?;
        let at = caller.now;
        if self.store.write(WriteMode::Shared, 1, move |tx| tx.revoke_token(id, at)).await? {
            self.forget_tokens();
            return Ok(());
        }
        Err(Problem::new(ProblemCode::RecordNotFound, "").with("kind", Phrase::UnrevokedToken).into())
    }
}

/// Validates the name of a token, which lists and histories show on one line.
fn name(text: &str) -> Outcome<String> {
    let name = text::Code::parse(text).ok().flatten().map(text::Code::into_string);
    name.ok_or_else(|| {
        let problem = Problem::new(ProblemCode::QueryInvalid, "").with("name", "name").with("value", text);
        problem.with("expected", Phrase::TextUpTo.of([255.into()])).into()
    })
}

/// Returns the organisations of the codes; all if there are no codes.
pub(crate) fn organisations(reference: &Reference, codes: &[String]) -> Outcome<OrgScope> {
    let found = codes.iter().map(|code| organisation(reference, code)).collect::<Outcome<Vec<_>>>()?;
    Ok(if found.is_empty() { OrgScope::All } else { OrgScope::These(found) })
}

/// Returns the organisation of a code. Fails for the organisation of shared records.
fn organisation(reference: &Reference, code: &str) -> Outcome<OrganisationId> {
    let known = text::Code::parse(code).ok().flatten();
    let organisation = known.and_then(|known| reference.organisation_by_code(&known));
    let own = organisation.map(|organisation| organisation.id).filter(|id| *id != SHARED);
    own.ok_or_else(|| Problem::new(ProblemCode::OrgUnknown, "").with("code", code).into())
}

fn expiry(now: Timestamp, duration: SignedDuration) -> Outcome<Timestamp> {
    now.checked_add(duration).map_err(|_| {
        let problem = Problem::new(ProblemCode::QueryInvalid, "").with("name", "expires-in");
        problem.with("value", duration.to_string()).with("expected", Phrase::Duration).into()
    })
}
