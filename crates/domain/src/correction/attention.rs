//! Assignees of candidates and waits for the customer.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::history::AttentionChange;
use super::patch::{Assignee, Attention};
use super::plan::{Correction, Corrector};
use crate::candidate::{Candidate, CandidateEvent, Hold, MaybeUndefined, Status, back};
use crate::masterdata::Reference;
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// Maximum wait for the customer, in days.
pub const MAX_WAIT: i64 = 366;

impl Corrector<'_> {
    /// Applies assignee, wait and comment in addition to a correction of the same candidate.
    pub(super) fn attend(
        &self,
        before: &Candidate,
        corrected: Correction,
        attention: &Attention,
    ) -> Result<Correction, Problem> {
        let mut after = corrected.candidate.clone();
        after.hold = self.waiting(&after, attention.waiting)?;
        after.assigned_to = assignee(&after, &attention.assigned)?;
        let attention_change =
            AttentionChange { comment: attention.comment.clone(), ..AttentionChange::of(before, &after) };
        let attended = after.hold != corrected.candidate.hold || after.assigned_to != before.assigned_to;
        let Correction { entry, warnings, .. } = corrected;
        match entry {
            Some(entry) => {
                let entry = Some(super::HistoryEntry { attention_change, ..entry });
                Ok(Correction { candidate: after, entry, warnings })
            }
            None if attended => {
                let event = match &attention_change.waiting {
                    MaybeUndefined::Value(_) => CandidateEvent::WaitBegun,
                    _ if after.hold != before.hold => CandidateEvent::WaitEnded,
                    _ => CandidateEvent::Assigned,
                };
                let mut done = self.finished(before, after, event, warnings);
                if let Some(entry) = &mut done.entry {
                    entry.attention_change = attention_change;
                }
                Ok(done)
            }
            None => Ok(Correction { candidate: before.clone(), entry: None, warnings }),
        }
    }

    /// Returns the hold after a wait begins or ends. The next run determines holds caused by other lines.
    fn waiting(&self, candidate: &Candidate, waiting: MaybeUndefined<Date>) -> Result<Option<Hold>, Problem> {
        let reference = &self.context.records.related.reference;
        match waiting {
            MaybeUndefined::Absent => Ok(candidate.hold.clone()),
            MaybeUndefined::Null => {
                Ok(candidate.hold.clone().filter(|hold| !matches!(hold, Hold::Waiting { .. })))
            }
            MaybeUndefined::Value(_) if candidate.status == Status::Inactive => {
                Err(Problem::new(ProblemCode::WaitingInactive, AT_WAITING))
            }
            MaybeUndefined::Value(until) if can_wait_until(candidate, until, reference, self.call.now) => {
                Ok(Some(Hold::Waiting { until, sibling: None }))
            }
            MaybeUndefined::Value(until) => Err(Problem::new(ProblemCode::WaitingDay, AT_WAITING)
                .with("day", until)
                .with("days", MAX_WAIT)),
        }
    }
}

const AT_WAITING: &str = "/waitingUntil";

/// Returns whether the day is in the future in the organisation's time zone and within [`MAX_WAIT`].
fn can_wait_until(candidate: &Candidate, until: Date, reference: &Reference, now: Timestamp) -> bool {
    let farthest = until.checked_sub(MAX_WAIT.days());
    now < back(until, candidate.organisation, reference)
        && farthest.is_ok_and(|first| back(first, candidate.organisation, reference) <= now)
}

fn assignee(candidate: &Candidate, assigned: &MaybeUndefined<Assignee>) -> Result<Option<Code>, Problem> {
    match assigned {
        MaybeUndefined::Absent => Ok(candidate.assigned_to.clone()),
        MaybeUndefined::Null => Ok(None),
        MaybeUndefined::Value(user) if !user.organisations.contains(candidate.organisation) => {
            Err(Problem::new(ProblemCode::AssigneeUnknown, "/assignedTo").with("name", user.name.as_str()))
        }
        MaybeUndefined::Value(user) => Ok(Some(user.name.clone())),
    }
}
