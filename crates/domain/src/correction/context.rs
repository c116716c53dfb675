//! Input of a correction: loaded records and the caller.

use jiff::Timestamp;

use super::mappings::CorrectionMappings;
use super::previous_state::RunChanges;
use crate::candidate::Candidate;
use crate::ids::{CandidateId, RunId};
use crate::import::Expectation;
use crate::processing::ProcessingContext;
use crate::text::Code;

/// Candidates to correct, with all records that their current values, imported values and the correction refer to.
#[derive(Clone, Debug, Default)]
pub struct CorrectionContext {
    pub candidates: Vec<Candidate>,
    /// Candidates and records. Headers and settings are not used.
    pub records: ProcessingContext,
    /// Cross-references, GTINs and product numbers by which the correction can name records.
    pub mappings: CorrectionMappings,
    /// Orders that contain some of the candidates.
    pub orders: Vec<(CandidateId, Code)>,
    /// Changes of the run to undo.
    pub done: RunChanges,
}

impl CorrectionContext {
    /// Returns the expectations that must still hold at the commit.
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

/// Caller and time of a correction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrectionCall {
    pub actor: String,
    pub now: Timestamp,
    /// Run that makes the correction.
    pub run: Option<RunId>,
}
