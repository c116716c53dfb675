//! Where nothing is wrong, but the candidate waits.

use super::case::Case;
use super::{Cure, Remedy, RemedyKind, Sureness};
use crate::candidate::{Hold, Status};
use crate::correction::CandidatePatch;
use crate::phrase::Phrase;

impl Case<'_> {
    /// What lets it wait no longer.
    pub fn waiting(&self) -> Vec<Remedy> {
        let Some(hold) = &self.candidate.hold else { return Vec::new() };
        let process = |kind, words: Phrase, sureness, reason| Remedy {
            kind,
            words: words.into(),
            sureness,
            cure: Cure::Process(reason),
        };
        match (self.candidate.status, hold) {
            // whoever releases by hand is meant to
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
            (Status::Inactive, Hold::OrderVoided { .. }) => vec![Remedy {
                kind: RemedyKind::TakeBack,
                words: Phrase::TakeBackRemedy.into(),
                sureness: Sureness::Possible,
                cure: Cure::Correct {
                    patch: CandidatePatch { active: Some(true), ..CandidatePatch::default() },
                    fill: None,
                    leaves: self.standing(),
                },
            }],
            _ => Vec::new(),
        }
    }
}
