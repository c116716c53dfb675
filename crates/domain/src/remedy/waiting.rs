//! Suggested fixes for valid candidates on hold.

use super::case::Case;
use super::{Cure, Fill, Remedy, RemedyKind, Sureness};
use crate::candidate::{Hold, Sent, Status};
use crate::correction::{Attention, CandidatePatch};
use crate::ids::CandidateId;
use crate::phrase::Phrase;

impl Case<'_> {
    /// Suggests fixes that end the hold.
    pub fn waiting(&self) -> Vec<Remedy> {
        let Some(hold) = &self.candidate.hold else { return Vec::new() };
        let process = |kind, words: Phrase, sureness, reason| Remedy {
            kind,
            words: words.into(),
            sureness,
            cure: Cure::Process(reason),
        };
        match (self.candidate.status, hold) {
            (Status::New | Status::Error, Hold::Waiting { sibling: None, .. }) => self.waiting_itself(),
            (Status::New, Hold::Waiting { sibling: Some(other), .. }) => waiting_for(*other),
            // on manual release, releasing is the expected action
            (Status::New, Hold::Release) => vec![process(
                RemedyKind::Release,
                Phrase::ReleaseRemedy,
                Sureness::Certain,
                Some(hold.reason()),
            )],
            (Status::New, Hold::HeaderSettling) => {
                vec![process(RemedyKind::Process, Phrase::ProcessRemedy, Sureness::Possible, None)]
            }
            (Status::New, _) if hold.reason().is_releasable() => {
                let words = match hold {
                    Hold::SiblingError { .. } => Phrase::ReleaseWithoutSiblingRemedy,
                    Hold::SiblingRejected { .. } => Phrase::ReleaseWithoutRejectedRemedy,
                    _ => Phrase::ReleaseIncompleteRemedy,
                };
                vec![process(RemedyKind::Release, words, Sureness::Possible, Some(hold.reason()))]
            }
            (Status::Inactive, Hold::OrderVoided { .. }) => {
                let patch = CandidatePatch { active: Some(true), ..CandidatePatch::default() };
                vec![self.standing_still(RemedyKind::TakeBack, Phrase::TakeBackRemedy, patch, None)]
            }
            _ => Vec::new(),
        }
    }

    /// Suggests ending the candidate's wait for the customer, or extending it to another date.
    fn waiting_itself(&self) -> Vec<Remedy> {
        let attention = Attention { waiting: Sent::Null, ..Attention::default() };
        let patch = CandidatePatch { attention, ..CandidatePatch::default() };
        vec![
            self.standing_still(RemedyKind::TakeUp, Phrase::TakeUpRemedy, patch, None),
            self.standing_still(
                RemedyKind::WaitUntil,
                Phrase::WaitUntilRemedy,
                CandidatePatch::default(),
                Some(Fill::WaitingUntil),
            ),
        ]
    }

    /// Creates a correction that does not affect the problems.
    fn standing_still(
        &self,
        kind: RemedyKind,
        words: Phrase,
        patch: CandidatePatch,
        fill: Option<Fill>,
    ) -> Remedy {
        let cure = Cure::Correct { patch, fill, leaves: self.standing(), members: Vec::new() };
        Remedy { kind, words: words.into(), sureness: Sureness::Possible, cure }
    }
}

/// Suggests ending or extending another candidate's wait for the customer in the same incoming order.
fn waiting_for(candidate: CandidateId) -> Vec<Remedy> {
    let attend = |kind, words: Phrase, another_day| Remedy {
        kind,
        words: words.of([candidate.0.into()]),
        sureness: Sureness::Possible,
        cure: Cure::Attend { candidate, another_day },
    };
    vec![
        attend(RemedyKind::TakeUp, Phrase::TakeUpOtherRemedy, false),
        attend(RemedyKind::WaitUntil, Phrase::WaitUntilOtherRemedy, true),
    ]
}
