//! The scheduler: candidates become orders by themselves.
//!
//! One instance at a time leads, by a lease that it has as long as it lives; that saves work, and nothing depends on it:
//! a run claims candidates by version, whoever started it.

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::candidate::Releases;
use orderdock_domain::ids::{OrganisationId, RunId};
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{Fence, Gather, SCHEDULER, Schedule, ScheduleState, WriteMode};

use super::settings::next_run;
use super::{Finished, RunService};
use crate::{Caller, Outcome, RunCommand, RunTask};

/// The longest pause between two looks: settings change, and other processes die.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);

/// Follows the schedules of all organisations.
pub struct Scheduler {
    service: Arc<RunService>,
}

/// What one look at the schedules came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tick {
    /// Another process follows the schedules.
    pub idle: bool,
    pub runs: Vec<RunId>,
    /// When the next run is due, if one ever is.
    pub next: Option<Timestamp>,
}

impl RunService {
    pub fn scheduler(self: &Arc<Self>) -> Scheduler {
        Scheduler { service: self.clone() }
    }
}

impl Scheduler {
    /// Follows the schedules until the stop; [`RunService::stop_runs`] ends a run that is under way then.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let mut left = self.service.instances.left_by_others();
        loop {
            let pause = match self.tick().await {
                Ok(tick) => self.pause(&tick),
                Err(failure) => {
                    tracing::error!(?failure, "scheduler failed");
                    LONGEST_PAUSE
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
        let until = until.map_or(LONGEST_PAUSE, |until| until.try_into().unwrap_or_default());
        until.clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
    }

    /// One look at all schedules: does what is due, missed runs of a schedule as one.
    pub async fn tick(&self) -> Outcome<Tick> {
        let now = self.service.clock.now();
        let own = self.service.instances.instance().await?;
        let Some(lease) = self.service.store.take_lease(SCHEDULER, own).await? else {
            return Ok(Tick { idle: true, ..Tick::default() });
        };
        self.follow_all(now, lease).await
    }

    async fn follow_all(&self, now: Timestamp, lease: Fence) -> Outcome<Tick> {
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

    /// Validates candidates in error or with changed list prices again if master data has changed, then makes orders of what is due. A run
    /// that fails is in the history; the schedule goes on.
    async fn follow(
        &self,
        schedule: &Schedule,
        now: Timestamp,
        lease: Fence,
        runs: &mut Vec<RunId>,
    ) -> Outcome<ScheduleState> {
        let ctx = context(schedule.organisation, now);
        let stamp = self.service.store.master_data_stamp().await?;
        let mut state = ScheduleState { last_run_at: Some(now), due_at: None, ..schedule.state };
        let to_validate = Gather::ToValidate { prices_since: prices_since(&schedule.state) };
        if state.validated_stamp != Some(stamp) && self.step(&ctx, to_validate, runs).await?.is_some() {
            state.validated_stamp = Some(stamp);
        }
        if let Some(ended) = self.step(&ctx, Gather::Due, runs).await? {
            state.due_at = ended.due;
        }
        let organisation = schedule.organisation;
        self.service
            .store
            .write(WriteMode::Shared, 1, move |tx| tx.note_schedule(organisation, state, lease))
            .await?;
        Ok(state)
    }

    /// `None` if the run failed.
    async fn step(
        &self,
        ctx: &Caller,
        gather: Gather,
        runs: &mut Vec<RunId>,
    ) -> Outcome<Option<super::job::EndedRun>> {
        let task = if gather == Gather::Due { RunTask::Process(Releases::NONE) } else { RunTask::Revalidate };
        let command = RunCommand { task, trigger: RunTrigger::Schedule, gather };
        let Finished { run, ended } = self.service.run_scheduled(ctx, command).await?;
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

/// How long a change of prices may take from its time until it is committed.
const LATE: SignedDuration = SignedDuration::from_mins(10);

/// Changes of prices from then on may be unknown to candidates.
fn prices_since(state: &ScheduleState) -> Timestamp {
    let validated = state.last_run_at.filter(|_| state.validated_stamp.is_some());
    validated.and_then(|last| last.checked_sub(LATE).ok()).unwrap_or(Timestamp::MIN)
}

/// Who acts for a schedule.
fn context(organisation: OrganisationId, now: Timestamp) -> Caller {
    let scopes = vec![Scope::ProcessRun, Scope::CandidatesWrite, Scope::CandidatesRead];
    Caller::own("scheduler", scopes, Some(organisation), now)
}

/// When a schedule is due: at once if it was missed or never followed, when a header only waits for its time, or
/// by its expression.
fn due(schedule: &Schedule, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
    if !schedule.active {
        return None;
    }
    let by_cron = match schedule.state.last_run_at {
        None => Some(now),
        // a clock that was put back must not keep the schedule waiting
        Some(last) => next_run(&schedule.cron, zone, last.min(now)),
    };
    let due = [by_cron, schedule.state.due_at].into_iter().flatten().min()?;
    Some(schedule.paused_until.map_or(due, |until| due.max(until)))
}
