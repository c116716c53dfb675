//! Candidates in error by what is wrong with them, with what would cure each group.

use std::collections::HashMap;

use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::remedy::Remedies;
use orderdock_store::{Candidates, ProblemGroupQuery, ProblemGroups};

use crate::{App, OpContext, Outcome};

/// Groups, and of each the oldest candidate with what could help it.
#[derive(Clone, Debug)]
pub struct ProblemGroupsView {
    pub groups: ProblemGroups,
    pub oldest: Candidates,
    pub remedies: HashMap<CandidateId, Remedies>,
}

impl ProblemGroupsView {
    /// The oldest candidate of a group; absent where it has gone meanwhile.
    pub fn candidate(&self, id: CandidateId) -> Option<(&Candidate, &Remedies)> {
        let candidate = self.oldest.candidates.iter().find(|candidate| candidate.id == id)?;
        Some((candidate, self.remedies.get(&id)?))
    }
}

impl App {
    /// Candidates in error that the caller may work on, by what is wrong with them.
    pub async fn problem_groups(
        &self,
        ctx: &OpContext,
        query: ProblemGroupQuery,
    ) -> Outcome<ProblemGroupsView> {
        ctx.require(Scope::CandidatesRead, Phrase::ListCandidates)?;
        let groups = self.store.problem_groups(ctx.organisations.write(), query).await?;
        let mut ids: Vec<_> = groups.groups.iter().map(|group| group.oldest.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let oldest = self.store.candidates(ctx.organisations.read(), ids).await?;
        let found = self.remedies(ctx, &oldest.candidates).await?;
        let remedies = oldest.candidates.iter().map(|candidate| candidate.id).zip(found).collect();
        Ok(ProblemGroupsView { groups, oldest, remedies })
    }
}
