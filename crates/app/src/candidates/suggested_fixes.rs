//! Suggested fixes for the problems of candidates, by the current master data.

use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::{CorrectionCall, RecordKeys};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::suggested_fix::{SuggestedFix, SuggestedFixes, suggested_fixes};
use orderdock_store::{CorrectionKeys, CorrectionTarget, RunScope};

use crate::candidates::CandidateService;
use crate::{Caller, Effort, Outcome};

impl CandidateService {
    /// Returns suggested fixes for candidates that the caller has read or corrected, in their order. Only candidates
    /// with problems or on hold are loaded.
    pub async fn suggested_fixes(
        &self,
        caller: &Caller,
        candidates: &[Candidate],
    ) -> Outcome<Vec<SuggestedFixes>> {
        if !caller.scopes.allow(Scope::CandidatesRead) {
            caller.require(Scope::CandidatesWrite, Phrase::CorrectCandidates)?;
        }
        let needs_fixes = |candidate: &&Candidate| !candidate.problems.is_empty() || candidate.hold.is_some();
        let ids: Vec<_> = candidates.iter().filter(needs_fixes).map(|candidate| candidate.id).collect();
        if ids.is_empty() {
            return Ok(vec![SuggestedFixes::default(); candidates.len()]);
        }
        let effort = Effort::of_rows(ids.len());
        let records = RecordKeys { places: true, ..RecordKeys::default() };
        let keys = CorrectionKeys { candidates: CorrectionTarget::These(ids), records };
        let scope = RunScope::of(&caller.organisations);
        let context = self.store.read(move |tx| tx.load_correction(&scope, &keys)).await?;
        let call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let candidates = candidates.to_vec();
        let look = move || candidates.iter().map(|one| suggested_fixes(&context, &call, one)).collect();
        self.workers.compute(effort, look).await
    }
}

impl Caller {
    /// Returns whether the caller may apply a suggested fix.
    pub fn allows(&self, suggested_fix: &SuggestedFix) -> bool {
        self.scopes.allow(suggested_fix.scope())
            && (!suggested_fix.is_shared() || self.organisations == OrgScope::All)
    }
}
