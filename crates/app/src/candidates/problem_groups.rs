//! Candidates in error grouped by problem, with suggested fixes for each group.

use std::collections::HashMap;

use jiff::{SignedDuration, ToSpan};
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::suggested_fix::SuggestedFixes;
use orderdock_store::{Candidates, ProblemGroupQuery, ProblemGroups};

use super::intake::zone;
use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

/// Days over which causes are counted, and as many before them; one day more is kept.
const WEEK: i32 = 7;
const KEPT: SignedDuration = SignedDuration::from_hours(15 * 24);

/// Problem groups, each with its oldest candidate and suggested fixes for it.
#[derive(Clone, Debug)]
pub struct ProblemGroupsView {
    pub groups: ProblemGroups,
    pub oldest: Candidates,
    pub suggested_fixes: HashMap<CandidateId, SuggestedFixes>,
}

impl ProblemGroupsView {
    /// Returns the oldest candidate of a group; `None` if it was deleted since.
    pub fn candidate(&self, id: CandidateId) -> Option<(&Candidate, &SuggestedFixes)> {
        let candidate = self.oldest.candidates.iter().find(|candidate| candidate.id == id)?;
        Some((candidate, self.suggested_fixes.get(&id)?))
    }
}

impl CandidateService {
    /// Returns candidates in error that the caller may change, grouped by problem.
    pub async fn problem_groups(
        &self,
        caller: &Caller,
        data_source: Option<DataSourceId>,
        organisation: Option<OrganisationId>,
        offset: u32,
    ) -> Outcome<ProblemGroupsView> {
        caller.require(Scope::CandidatesRead, Phrase::ListCandidates)?;
        let reference = self.store.reference().await?;
        let now = caller.now.to_zoned(zone(caller, &reference));
        // both periods end at the same local time of day, so that they are equally long
        let since = |days: i32| now.checked_sub(days.days()).map_or(caller.now, |then| then.timestamp());
        let (recent, earlier) = (since(WEEK), since(2 * WEEK));
        let query = ProblemGroupQuery { data_source, organisation, recent, earlier, offset };
        let groups = self.store.problem_groups(caller.organisations.write(), query).await?;
        let mut ids: Vec<_> = groups.groups.iter().map(|group| group.oldest.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let scope = caller.organisations.read();
        let oldest = self.store.read(move |tx| tx.candidates(&scope, &ids)).await?;
        let found = self.suggested_fixes(caller, &oldest.candidates).await?;
        let suggested_fixes = oldest.candidates.iter().map(|candidate| candidate.id).zip(found).collect();
        Ok(ProblemGroupsView { groups, oldest, suggested_fixes })
    }

    /// Deletes recorded causes that are too old to be counted. The server calls it periodically.
    pub async fn sweep_causes(&self) -> Outcome<u64> {
        Ok(self.store.sweep_causes(self.clock.ago(KEPT)).await?)
    }
}
