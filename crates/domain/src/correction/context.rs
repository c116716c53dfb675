//! What a correction must know.

use jiff::Timestamp;

use super::stood::DoneByRun;
use crate::candidate::Candidate;
use crate::ids::{CandidateId, RunId};
use crate::import::Expectation;
use crate::processing::ProcessingContext;
use crate::text::Code;

/// Candidates to be corrected, with everything that they name, imported values included, and what the
/// correction names.
#[derive(Clone, Debug, Default)]
pub struct CorrectionContext {
    pub candidates: Vec<Candidate>,
    /// Its headers and settings are not looked at.
    pub records: ProcessingContext,
    /// The orders that some of the candidates are in.
    pub orders: Vec<(CandidateId, Code)>,
    /// What the run did with them that is to be undone.
    pub done: DoneByRun,
}

impl CorrectionContext {
    /// What a correction may rely on.
    pub fn expectations(&self) -> Vec<Expectation> {
        let related = &self.records.related;
        let partners = related.partners.values().map(Expectation::from);
        let locations = related.locations.values().map(Expectation::from);
        let contacts = related.contacts.values().map(Expectation::from);
        let products = related.products.values().map(Expectation::from);
        let mut expectations: Vec<_> = partners.chain(locations).chain(contacts).chain(products).collect();
        let organisations = self.candidates.iter().map(|candidate| candidate.organisation);
        expectations.extend(related.reference.expectations(organisations));
        expectations.sort_unstable();
        expectations
    }
}

/// Who changes candidates, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrectionCall {
    pub actor: String,
    pub now: Timestamp,
    /// The run that does it.
    pub run: Option<RunId>,
}

/// The candidate as its imported values alone would have it; derived values (a unit or currency that was not
/// sent) stay as they are.
pub fn imported(candidate: &Candidate) -> Candidate {
    let mut imported = candidate.clone();
    for one in &candidate.overrides {
        // what was read from a candidate can be written to one
        one.field.write(&mut imported, one.imported.as_deref());
    }
    imported.overrides.clear();
    imported
}
