//! Runs: their kinds, states and counts.

use crate::cast;
use jiff::Timestamp;

use super::{OrdersPlan, RunCandidateResult, RunOutcome};
use crate::candidate::{Releases, string_enum};
use crate::ids::RunId;

string_enum! {
    /// Kind of a run: creates orders, validates candidates again after master data changes, edits candidates, undoes
    /// another run, or maps unresolved references to records.
    RunKind { Process "process" Revalidate "revalidate" Edit "edit" Undo "undo" Map "map" }
    /// Trigger of a run.
    RunTrigger { Schedule "schedule" Call "call" Command "command" }
    /// Lines of the incoming orders that a selection contains: all, or only the selected ones.
    SelectionScope { Order "order" Selection "selection" }
    RunState { Queued "queued" Running "running" Done "done" Stopped "stopped" Failed "failed" }
}

/// Stored run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub id: RunId,
    pub kind: RunKind,
    /// Run that this run undoes.
    pub undoes: Option<RunId>,
    pub trigger: RunTrigger,
    pub state: RunState,
    /// Name of the token, `cli`, or `scheduler`.
    pub actor: String,
    /// Hold reasons that are released.
    pub release: Releases,
    pub queued_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// Number of candidates to process. Further candidates of their incoming orders that arrive during the run are
    /// processed too.
    pub total: u64,
    /// Number of candidates that were added because they belong to the incoming orders of selected ones.
    pub added: u64,
    pub counts: RunCounts,
}

/// Treatment of a run when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    Recorded(RunState),
    /// The run is deleted because it had nothing to do.
    Deleted,
}

impl RunEnd {
    /// Returns the treatment of a run. A completed scheduled run without processed candidates and results is dropped.
    pub fn of(trigger: RunTrigger, state: RunState, processed: u64, has_results: bool) -> Self {
        let nothing = processed == 0 && !has_results;
        match (trigger, state) {
            (RunTrigger::Schedule, RunState::Done) if nothing => Self::Deleted,
            _ => Self::Recorded(state),
        }
    }

    /// Returns the state of an abandoned run. It is `Stopped` if a stop was requested, or if the run was scheduled, because
    /// the next scheduled run continues with the remaining candidates.
    pub fn of_abandoned(trigger: RunTrigger, stop_requested: bool) -> RunState {
        if stop_requested || trigger == RunTrigger::Schedule { RunState::Stopped } else { RunState::Failed }
    }
}

/// Counts of a run. `selected` is the sum of `processed`, `stayed` and `failed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunCounts {
    /// Candidates that were processed.
    pub selected: u64,
    /// Candidates in created order lines; in an edit, changed ones; in an undo run, restored ones.
    pub processed: u64,
    /// Created orders; in an undo run, voided ones.
    pub orders: u64,
    /// Candidates that are on hold, were ignored, or were not changed by an edit.
    pub skipped: u64,
    /// Candidates with problems; in an edit, candidates that could not be edited; in an undo run, skipped ones.
    pub failed: u64,
}

impl RunCounts {
    pub fn of(plan: &OrdersPlan) -> Self {
        Self { orders: cast(plan.writes.orders.len()), ..Self::of_results(&plan.results) }
    }

    /// Counts the outcomes of candidates, without orders.
    pub fn of_results(results: &[RunCandidateResult]) -> Self {
        let mut counts = Self::default();
        for result in results {
            counts.selected += 1;
            match result.outcome {
                RunOutcome::Ordered { .. } | RunOutcome::Changed(_) => counts.processed += 1,
                RunOutcome::Held(_) | RunOutcome::Passed(_) | RunOutcome::Unchanged => counts.skipped += 1,
                RunOutcome::Failed(_) => counts.failed += 1,
            }
        }
        counts
    }

    /// Adds the counts of another chunk.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }

    /// Returns the difference from earlier counts.
    #[must_use]
    pub fn less(self, earlier: Self) -> Self {
        self.with(earlier, u64::saturating_sub)
    }

    fn with(self, other: Self, figure: fn(u64, u64) -> u64) -> Self {
        Self {
            selected: figure(self.selected, other.selected),
            processed: figure(self.processed, other.processed),
            orders: figure(self.orders, other.orders),
            skipped: figure(self.skipped, other.skipped),
            failed: figure(self.failed, other.failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_scheduled_run_is_dropped() {
        for trigger in RunTrigger::ALL.iter().copied() {
            for state in RunState::ALL.iter().copied() {
                for (processed, has_results) in [(0, false), (0, true), (1, false), (1, true)] {
                    let dropped = (trigger, state, processed, has_results)
                        == (RunTrigger::Schedule, RunState::Done, 0, false);
                    let expected = if dropped { RunEnd::Deleted } else { RunEnd::Recorded(state) };
                    assert_eq!(RunEnd::of(trigger, state, processed, has_results), expected);
                }
            }
        }
    }

    #[test]
    fn abandoned_run_fails_unless_stopped_or_scheduled() {
        for trigger in RunTrigger::ALL.iter().copied() {
            assert_eq!(RunEnd::of_abandoned(trigger, true), RunState::Stopped);
            let left = RunEnd::of_abandoned(trigger, false);
            assert_eq!(left == RunState::Stopped, trigger == RunTrigger::Schedule, "{trigger:?}");
        }
    }
}
