//! Assignees, holds and comments of candidates.

use std::collections::HashMap;

use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::{Candidate, MaybeUndefined, Related};
use orderdock_domain::correction::{Assignee, Attention};
use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{
    Candidates, Comment, CommentCommit, CommentOutcome, CommentTarget, MAX_COMMENTS, UserRecord, WriteMode,
    WriteTransaction,
};

use crate::candidates::CandidateService;
use crate::{CallCommand, Caller, EncodeBody, EncodedResponse, Outcome};

/// Assignee name that denotes the caller.
pub const ME: &str = "me";

impl CandidateService {
    /// Returns the names of active users with access to an organisation, or to any organisation that the caller may
    /// write.
    pub async fn assignees(
        &self,
        caller: &Caller,
        organisation: Option<OrganisationId>,
    ) -> Outcome<Vec<Code>> {
        caller.require(Scope::CandidatesWrite, Phrase::ListAssignees)?;
        let sees = |user: &UserRecord| match (organisation, &caller.organisations, &user.organisations) {
            (Some(one), _, of_user) => of_user.contains(one),
            (None, OrgScope::All, _) | (None, _, OrgScope::All) => true,
            (None, OrgScope::These(own), of_user) => own.iter().any(|one| of_user.contains(*one)),
        };
        let users = self.store.read(move |tx| tx.users()).await?.into_iter();
        let mut names: Vec<_> =
            users.filter(|user| user.disabled.is_none() && sees(user)).map(|user| user.name).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Resolves the assignee of a change. Fails with `assignee.unknown` unless the user exists and is active.
    pub(crate) async fn resolve_assignee(&self, caller: &Caller, attention: Attention) -> Outcome<Attention> {
        let MaybeUndefined::Value(named) = &attention.assigned else { return Ok(attention) };
        let me = named.name.as_str() == ME;
        let name = if me { caller.actor.name.clone() } else { named.name.to_string() };
        let wanted = name.clone();
        let user = self.store.read(move |tx| tx.user_by_name(&wanted)).await?;
        let user = user
            .filter(|user| user.disabled.is_none() && (!me || caller.actor.caller == Some(user.id.into())));
        let unknown =
            || Problem::new(ProblemCode::AssigneeUnknown, "/assignedTo").with("name", name.as_str());
        let UserRecord { name, organisations, .. } = user.ok_or_else(unknown)?;
        Ok(Attention { assigned: MaybeUndefined::Value(Assignee { name, organisations }), ..attention })
    }

    /// Stores a comment on a candidate or an order of the caller's organisations.
    pub async fn comment(
        &self,
        caller: &Caller,
        about: CommentTarget,
        text: Text,
        call: CallCommand,
        encode: EncodeBody<Comment>,
    ) -> Outcome<EncodedResponse> {
        let (scope, missing) = match &about {
            CommentTarget::Candidate(id) => {
                (Scope::CandidatesWrite, Problem::not_found(ProblemCode::CandidateNotFound, id))
            }
            CommentTarget::Order(id) => {
                (Scope::OrdersWrite, Problem::not_found(ProblemCode::OrderNotFound, id))
            }
        };
        caller.require(scope, Phrase::CommentOn)?;
        let comment = Comment { at: caller.now, actor: caller.actor.name.clone(), text };
        let response = EncodedResponse { status: 201, body: encode(&comment) };
        let log_entry = self.requests.log_entry(caller, &call, &response).await?;
        let (scope, commit) = (caller.organisations.write(), CommentCommit { about, comment, log_entry });
        // checked within the transaction, so it needs no plan
        let work = move |tx: &dyn WriteTransaction| tx.comment(&scope, &commit);
        let written = self.store.write(WriteMode::Records, CommentCommit::ROWS, work).await;
        match self.idempotency.or_replay(call.idempotency.as_ref(), written).await? {
            CommentOutcome::Written => Ok(response),
            CommentOutcome::NotFound => Err(missing.into()),
            CommentOutcome::TooMany => {
                let limit = i64::from(MAX_COMMENTS);
                Err(Problem::new(ProblemCode::CommentsTooMany, "").with("limit", limit).into())
            }
        }
    }

    /// Returns the number of comments by candidate, for candidates that the caller may read and that have comments.
    pub async fn count_comments(
        &self,
        caller: &Caller,
        candidates: Vec<CandidateId>,
    ) -> Outcome<HashMap<CandidateId, u64>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        if candidates.is_empty() {
            return Ok(HashMap::new());
        }
        let scope = caller.organisations.read();
        Ok(self.store.read(move |tx| tx.count_comments(&scope, &candidates)).await?)
    }
}

/// Removes holds that are over at the time of the call.
pub(crate) fn remove_expired_holds(caller: &Caller, candidates: &mut [Candidate], related: &Related) {
    for candidate in candidates {
        let organisation = candidate.organisation;
        candidate.hold =
            candidate.hold.take().filter(|hold| !hold.is_over(organisation, &related.reference, caller.now));
    }
}

/// Removes holds that are over from the candidates of a result.
pub(crate) fn without_expired_holds(caller: &Caller, mut found: Candidates) -> Candidates {
    remove_expired_holds(caller, &mut found.candidates, &found.related);
    found
}
