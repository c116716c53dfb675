//! Runs of the process `C_OLCand process to C_OrderLines`.

use crate::fit;
use jiff::Timestamp;

use super::{OrdersPlan, RunCandidateResult, RunOutcome};
use crate::candidate::{Releases, words};
use crate::ids::RunId;

words! {
    /// What a run does: makes orders of candidates, validates candidates again whose master data may have changed,
    /// edits many at once, or undoes what another run did.
    RunKind { Process "process" Revalidate "revalidate" Edit "edit" Undo "undo" }
    /// What started a run.
    RunTrigger { Schedule "schedule" Call "call" Command "command" }
    /// Which lines of the incoming orders a selection means: all, or only those selected.
    SelectionScope { Order "order" Selection "selection" }
    RunState { Queued "queued" Running "running" Done "done" Stopped "stopped" Failed "failed" }
}

/// A run, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub id: RunId,
    pub kind: RunKind,
    /// The run that it undoes.
    pub undoes: Option<RunId>,
    pub trigger: RunTrigger,
    pub state: RunState,
    /// Who: the token's name, `cli`, or `scheduler`.
    pub actor: String,
    /// What it takes although it waits.
    pub release: Releases,
    pub queued_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// How many candidates it is to look at. Those of a header that come in meanwhile are looked at, too.
    pub total: u64,
    /// How many of them were not selected themselves but belong to the same incoming orders.
    pub added: u64,
    pub counts: RunCounts,
}

/// What becomes of a run that ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    Kept(RunState),
    /// It is not worth telling of.
    Dropped,
}

impl RunEnd {
    /// A run that the schedule started and that came to its end without anything to look at is no news.
    pub fn of(trigger: RunTrigger, state: RunState, processed: u64, has_results: bool) -> Self {
        let nothing = processed == 0 && !has_results;
        match (trigger, state) {
            (RunTrigger::Schedule, RunState::Done) if nothing => Self::Dropped,
            _ => Self::Kept(state),
        }
    }

    /// A run that nobody works on any more: who asked for its end has it. What a schedule left undone is due at once, and
    /// the next run of it goes on with that.
    pub fn given_up(trigger: RunTrigger, stop_requested: bool) -> RunState {
        if stop_requested || trigger == RunTrigger::Schedule { RunState::Stopped } else { RunState::Failed }
    }
}

/// The figures of a run. `selected` is the sum of `processed`, `stayed` and `failed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunCounts {
    /// Candidates that were looked at.
    pub selected: u64,
    /// Candidates that are in an order now; of an edit, those that it changed; of an undoing, those that came back.
    pub processed: u64,
    /// Orders that were made; of an undoing, those that were voided.
    pub orders: u64,
    /// Candidates that wait, were not for this run, or that an edit left as they were.
    pub stayed: u64,
    /// Candidates that cannot become an order; of an edit, those that it could not be made to; of an undoing, those that
    /// were left alone.
    pub failed: u64,
}

impl RunCounts {
    pub fn of(plan: &OrdersPlan) -> Self {
        Self { orders: fit(plan.writes.orders.len()), ..Self::of_results(&plan.results) }
    }

    /// The figures of what became of candidates, without orders.
    pub fn of_results(results: &[RunCandidateResult]) -> Self {
        let mut counts = Self::default();
        for result in results {
            counts.selected += 1;
            match result.outcome {
                RunOutcome::Ordered { .. } | RunOutcome::Changed(_) => counts.processed += 1,
                RunOutcome::Held(_) | RunOutcome::Passed(_) | RunOutcome::Unchanged => counts.stayed += 1,
                RunOutcome::Failed(_) => counts.failed += 1,
            }
        }
        counts
    }

    /// The figures of several chunks together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }

    /// What was added to earlier figures.
    #[must_use]
    pub fn less(self, earlier: Self) -> Self {
        self.with(earlier, u64::saturating_sub)
    }

    fn with(self, other: Self, figure: fn(u64, u64) -> u64) -> Self {
        Self {
            selected: figure(self.selected, other.selected),
            processed: figure(self.processed, other.processed),
            orders: figure(self.orders, other.orders),
            stayed: figure(self.stayed, other.stayed),
            failed: figure(self.failed, other.failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_scheduled_run_that_found_nothing_is_dropped() {
        for trigger in RunTrigger::ALL.iter().copied() {
            for state in RunState::ALL.iter().copied() {
                for (processed, has_results) in [(0, false), (0, true), (1, false), (1, true)] {
                    let dropped = (trigger, state, processed, has_results)
                        == (RunTrigger::Schedule, RunState::Done, 0, false);
                    let expected = if dropped { RunEnd::Dropped } else { RunEnd::Kept(state) };
                    assert_eq!(RunEnd::of(trigger, state, processed, has_results), expected);
                }
            }
        }
    }

    #[test]
    fn a_run_that_nobody_works_on_has_failed_unless_its_end_is_wanted_or_the_schedule_goes_on() {
        for trigger in RunTrigger::ALL.iter().copied() {
            assert_eq!(RunEnd::given_up(trigger, true), RunState::Stopped);
            let left = RunEnd::given_up(trigger, false);
            assert_eq!(left == RunState::Stopped, trigger == RunTrigger::Schedule, "{trigger:?}");
        }
    }
}
