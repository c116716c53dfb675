//! The scheduler, which starts runs by the schedules of organisations.
//!
//! One instance at a time follows the schedules, by a lease that it holds while it is alive. The lease only saves work:
//! runs claim candidates by version, so two schedulers would do no harm.

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::Releases;
use orderdock_domain::ids::{OrganisationId, RunId};
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{FencingToken, RunTarget, SCHEDULER, Schedule, ScheduleState, WriteMode};

use super::settings::next_run;
use super::{RunService, ScheduledRunResult};
use crate::{Caller, Outcome, RunCommand, RunTask};

/// Limits of the pause between two checks. Settings can change and other instances can be lost at any time.
const MAX_PAUSE: Duration = Duration::from_secs(1);
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);

/// Task that follows the schedules of all organisations.
pub struct Scheduler {
    service: Arc<RunService>,
}

/// Result of one check of the schedules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tick {
    /// Whether another instance holds the lease.
    pub idle: bool,
    pub runs: Vec<RunId>,
    /// Time of the next run; `None` if there is none.
    pub next: Option<Timestamp>,
}

impl RunService {
    pub fn scheduler(self: &Arc<Self>) -> Scheduler {
        Scheduler { service: self.clone() }
    }
}

impl Scheduler {
    /// Follows the schedules until `stop` completes. [`RunService::stop_runs`] ends a run that is active at that time.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let mut left = self.service.instances.left_by_others();
        loop {
            let pause = match self.tick().await {
                Ok(tick) => self.pause(&tick),
                Err(failure) => {
                    tracing::error!(?failure, "scheduler failed");
                    MAX_PAUSE
                }
            };
            tokio::select! {
                () = &mut stop => break,
                Ok(()) = left.changed() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    fn pause(&self, tick: &Tick) -> Duration {
        let until = tick.next.map(|next| next.duration_since(self.service.clock.now()));
        let until = until.map_or(MAX_PAUSE, |until| until.try_into().unwrap_or_default());
        until.clamp(SHORTEST_PAUSE, MAX_PAUSE)
    }

    /// Checks all schedules once and executes due runs. Several missed runs of a schedule are executed as one.
    pub async fn tick(&self) -> Outcome<Tick> {
        let now = self.service.clock.now();
        let own = self.service.instances.instance().await?;
        let Some(lease) = self.service.store.take_lease(SCHEDULER, own).await? else {
            return Ok(Tick { idle: true, ..Tick::default() });
        };
        self.follow_all(now, lease).await
    }

    async fn follow_all(&self, now: Timestamp, lease: FencingToken) -> Outcome<Tick> {
        let reference = self.service.store.reference().await?;
        let mut tick = Tick::default();
        let scope = OrgScope::All.write();
        for schedule in self.service.store.read(move |tx| tx.schedules(&scope)).await? {
            let zone = reference
                .organisation(schedule.organisation)
                .map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone());
            let mut due = due(&schedule, &zone, now);
            if due.is_some_and(|due| due <= now) {
                let state = self.follow(&schedule, now, lease, &mut tick.runs).await?;
                due = self::due(&Schedule { state, ..schedule }, &zone, now);
            }
            tick.next = [tick.next, due].into_iter().flatten().min();
        }
        Ok(tick)
    }

    /// If master data has changed, first validates candidates in error or with changed list prices; then creates due
    /// orders. A failed run is in the run history; the schedule continues.
    async fn follow(
        &self,
        schedule: &Schedule,
        now: Timestamp,
        lease: FencingToken,
        runs: &mut Vec<RunId>,
    ) -> Outcome<ScheduleState> {
        let caller = context(schedule.organisation, now);
        let stamp = self.service.store.master_data_stamp().await?;
        let mut state = ScheduleState { last_run_at: Some(now), due_at: None, ..schedule.state };
        let to_validate = RunTarget::ToValidate { prices_since: prices_since(&schedule.state) };
        if state.validated_stamp != Some(stamp) && self.step(&caller, to_validate, runs).await?.is_some() {
            state.validated_stamp = Some(stamp);
        }
        if let Some(ended) = self.step(&caller, RunTarget::Due, runs).await? {
            state.due_at = ended.due;
        }
        let organisation = schedule.organisation;
        self.service
            .store
            .write(WriteMode::Shared, 1, move |tx| tx.record_schedule_state(organisation, state, lease))
            .await?;
        Ok(state)
    }

    /// Executes one run. Returns `None` if it failed.
    async fn step(
        &self,
        caller: &Caller,
        gather: RunTarget,
        runs: &mut Vec<RunId>,
    ) -> Outcome<Option<super::job::EndedRun>> {
        let task =
            if gather == RunTarget::Due { RunTask::Process(Releases::NONE) } else { RunTask::Revalidate };
        let command = RunCommand { task, trigger: RunTrigger::Schedule, gather };
        let ScheduledRunResult { run, ended } = self.service.run_scheduled(caller, command).await?;
        runs.extend(run);
        match ended {
            Ok(ended) => Ok(Some(ended)),
            Err(failure) => {
                tracing::error!(?run, ?failure, "scheduled run failed");
                Ok(None)
            }
        }
    }
}

/// Longest time between a price change and its commit.
const LATE: SignedDuration = SignedDuration::from_mins(10);

/// Returns the time since which price changes may not have been validated.
fn prices_since(state: &ScheduleState) -> Timestamp {
    let validated = state.last_run_at.filter(|_| state.validated_stamp.is_some());
    validated.and_then(|last| last.checked_sub(LATE).ok()).unwrap_or(Timestamp::MIN)
}

/// Returns the caller of scheduled runs.
fn context(organisation: OrganisationId, now: Timestamp) -> Caller {
    let scopes = vec![Scope::ProcessRun, Scope::CandidatesWrite, Scope::CandidatesRead];
    Caller::own("scheduler", scopes, Some(organisation), now)
}

/// Returns the next due time of a schedule: at once if a run was missed or none was ever made, when an incoming order
/// becomes due, or by its cron expression.
fn due(schedule: &Schedule, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
    if !schedule.active {
        return None;
    }
    let by_cron = match schedule.state.last_run_at {
        None => Some(now),
        // a clock that was set back must not delay the schedule
        Some(last) => next_run(&schedule.cron, zone, last.min(now)),
    };
    let due = [by_cron, schedule.state.due_at].into_iter().flatten().min()?;
    Some(schedule.paused_until.map_or(due, |until| due.max(until)))
}
