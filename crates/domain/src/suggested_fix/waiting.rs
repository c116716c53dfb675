//! Suggested fixes for valid candidates on hold.

use super::case::FixFinder;
use super::{Confidence, FixAction, RequiredInput, SuggestedFix, SuggestedFixKind};
use crate::candidate::{Hold, MaybeUndefined, Status};
use crate::correction::{Attention, CandidatePatch};
use crate::ids::CandidateId;
use crate::phrase::Phrase;

impl FixFinder<'_> {
    /// Suggests fixes that end the hold.
    pub fn waiting(&self) -> Vec<SuggestedFix> {
        let Some(hold) = &self.candidate.hold else { return Vec::new() };
        let process = |kind, text: Phrase, confidence, reason| SuggestedFix {
            kind,
            text: text.into(),
            confidence,
            fix_action: FixAction::Process(reason),
        };
        match (self.candidate.status, hold) {
            (Status::New | Status::Error, Hold::Waiting { sibling: None, .. }) => self.waiting_itself(),
            (Status::New, Hold::Waiting { sibling: Some(other), .. }) => waiting_for(*other),
            // with manual release, releasing is the expected action
            (Status::New, Hold::Release) => vec![process(
                SuggestedFixKind::Release,
                Phrase::ReleaseFix,
                Confidence::Certain,
                Some(hold.reason()),
            )],
            (Status::New, Hold::HeaderSettling) => {
                vec![process(SuggestedFixKind::Process, Phrase::ProcessFix, Confidence::Possible, None)]
            }
            (Status::New, _) if hold.reason().is_releasable() => {
                let text = match hold {
                    Hold::SiblingError { .. } => Phrase::ReleaseWithoutSiblingFix,
                    Hold::SiblingRejected { .. } => Phrase::ReleaseWithoutRejectedFix,
                    _ => Phrase::ReleaseIncompleteFix,
                };
                vec![process(SuggestedFixKind::Release, text, Confidence::Possible, Some(hold.reason()))]
            }
            (Status::Inactive, Hold::OrderVoided { .. }) => {
                let patch = CandidatePatch { active: Some(true), ..CandidatePatch::default() };
                vec![self.attention_fix(SuggestedFixKind::Restore, Phrase::TakeBackFix, patch, None)]
            }
            _ => Vec::new(),
        }
    }

    /// Suggests ending the candidate's wait for the customer, or extending it to another date.
    fn waiting_itself(&self) -> Vec<SuggestedFix> {
        let attention = Attention { waiting: MaybeUndefined::Null, ..Attention::default() };
        let patch = CandidatePatch { attention, ..CandidatePatch::default() };
        vec![
            self.attention_fix(SuggestedFixKind::EndWait, Phrase::TakeUpFix, patch, None),
            self.attention_fix(
                SuggestedFixKind::WaitUntil,
                Phrase::WaitUntilFix,
                CandidatePatch::default(),
                Some(RequiredInput::WaitingUntil),
            ),
        ]
    }

    /// Creates a correction that does not affect the problems.
    fn attention_fix(
        &self,
        kind: SuggestedFixKind,
        text: Phrase,
        patch: CandidatePatch,
        fill: Option<RequiredInput>,
    ) -> SuggestedFix {
        let fix_action =
            FixAction::Correct { patch, fill, leaves: self.current_problems(), members: Vec::new() };
        SuggestedFix { kind, text: text.into(), confidence: Confidence::Possible, fix_action }
    }
}

/// Suggests ending or extending another candidate's wait for the customer in the same incoming order.
fn waiting_for(candidate: CandidateId) -> Vec<SuggestedFix> {
    let attend = |kind, text: Phrase, another_day| SuggestedFix {
        kind,
        text: text.of([candidate.0.into()]),
        confidence: Confidence::Possible,
        fix_action: FixAction::Attend { candidate, another_day },
    };
    vec![
        attend(SuggestedFixKind::EndWait, Phrase::TakeUpOtherFix, false),
        attend(SuggestedFixKind::WaitUntil, Phrase::WaitUntilOtherFix, true),
    ]
}
