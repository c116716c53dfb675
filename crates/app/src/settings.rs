//! Schedules and order settings of organisations.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use orderdock_domain::access::Scope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{NumberPattern, OrganisationOrders};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Code, Problem};
use orderdock_store::Schedule;

use crate::{App, OpContext, Outcome};

/// Runs that are told in advance.
const NEXT_RUNS: usize = 5;

/// A schedule, and when it is due next; nothing if it is switched off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleView {
    pub schedule: Schedule,
    pub next_runs: Vec<Timestamp>,
}

/// A change of a schedule; what is absent stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScheduleChange {
    pub active: Option<bool>,
    /// Five fields, read in the organisation's time zone.
    pub cron: Option<String>,
    /// `Some(None)` ends a pause.
    pub paused_until: Option<Option<Timestamp>>,
}

fn parse(cron: &str) -> Option<Cron> {
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    parser.parse(cron).ok()
}

/// The first instant after another that an expression names, if it ever does.
pub(crate) fn next_run(cron: &str, zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
    let after = after.to_zoned(zone.clone());
    parse(cron)?.find_next_occurrence(&after, false).ok().map(|next| next.timestamp())
}

/// Reads a number pattern as it is set.
pub fn number_pattern(text: &str, pointer: &'static str) -> Outcome<NumberPattern> {
    NumberPattern::parse(text).ok_or_else(|| {
        let problem = Problem::new(Code::NumberPatternInvalid, pointer);
        problem.with("value", text.to_owned()).with("example", "SO-{n:06}").into()
    })
}

impl App {
    /// The schedules of the caller's organisations.
    pub async fn schedules(&self, ctx: &OpContext) -> Outcome<Vec<ScheduleView>> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadSchedules)?;
        let reference = self.store.reference().await?;
        let schedules = self.store.schedules(ctx.organisations.write()).await?;
        let zone = |id| {
            reference.organisation(id).map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone())
        };
        let views = schedules.into_iter().map(|schedule| ScheduleView {
            next_runs: next_runs(&schedule, &zone(schedule.organisation), ctx.now),
            schedule,
        });
        Ok(views.collect())
    }

    pub async fn schedule(&self, ctx: &OpContext, organisation: OrganisationId) -> Outcome<ScheduleView> {
        let views = self.schedules(ctx).await?;
        let found = views.into_iter().find(|view| view.schedule.organisation == organisation);
        found.ok_or_else(|| {
            Problem::new(Code::OrgNotAllowed, "").with("code", organisation.to_string()).into()
        })
    }

    /// Switches, pauses or moves the schedule of an organisation.
    pub async fn change_schedule(
        &self,
        ctx: &OpContext,
        organisation: OrganisationId,
        change: ScheduleChange,
    ) -> Outcome<ScheduleView> {
        ctx.require(Scope::Admin, Phrase::ChangeSchedules)?;
        let mut schedule = self.schedule(ctx, organisation).await?.schedule;
        if let Some(cron) = change.cron {
            let zone = TimeZone::UTC;
            // an expression that names no instant, as for the 30th of February, is none
            if next_run(&cron, &zone, ctx.now).is_none() {
                return Err(Problem::new(Code::ScheduleInvalid, "/cron").with("value", cron).into());
            }
            schedule.cron = cron.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        schedule.active = change.active.unwrap_or(schedule.active);
        schedule.paused_until = change.paused_until.unwrap_or(schedule.paused_until);
        self.store.save_schedule(schedule).await?;
        self.schedule(ctx, organisation).await
    }

    /// What an organisation has settled about its orders.
    pub async fn order_settings(
        &self,
        ctx: &OpContext,
        organisation: OrganisationId,
    ) -> Outcome<OrganisationOrders> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadOrderSettings)?;
        check_own(ctx, organisation)?;
        let settings = self.store.order_settings().await?;
        Ok(settings.organisations.get(&organisation).cloned().unwrap_or_default())
    }

    /// Replaces what an organisation has settled about its orders.
    pub async fn save_order_settings(
        &self,
        ctx: &OpContext,
        organisation: OrganisationId,
        settings: OrganisationOrders,
    ) -> Outcome<()> {
        ctx.require(Scope::Admin, Phrase::ChangeOrderSettings)?;
        check_own(ctx, organisation)?;
        Ok(self.store.save_order_settings(organisation, settings).await?)
    }
}

fn check_own(ctx: &OpContext, organisation: OrganisationId) -> Outcome<()> {
    if ctx.organisations.contains(organisation) {
        return Ok(());
    }
    Err(Problem::new(Code::OrgNotAllowed, "").with("code", organisation.to_string()).into())
}

fn next_runs(schedule: &Schedule, zone: &TimeZone, now: Timestamp) -> Vec<Timestamp> {
    if !schedule.active {
        return Vec::new();
    }
    let from = schedule.paused_until.map_or(now, |until| until.max(now));
    let next = |after: &Timestamp| next_run(&schedule.cron, zone, *after);
    std::iter::successors(next(&from), next).take(NEXT_RUNS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_in_the_zone_of_the_organisation() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let table = [
            ("* * * * *", "2026-11-20T12:00:30Z", "2026-11-20T12:01:00Z"),
            ("0 6 * * *", "2026-11-20T12:00:00Z", "2026-11-21T05:00:00Z"),
            ("30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"), // 2:30 is skipped that night
            ("*/15 8-18 * * MON-FRI", "2026-11-20T18:00:00Z", "2026-11-23T07:00:00Z"),
        ];
        for (cron, after, next) in table {
            let [after, next] = [after, next].map(|text| text.parse::<Timestamp>().unwrap());
            assert_eq!(next_run(cron, &berlin, after), Some(next), "{cron}");
        }
    }

    #[test]
    fn what_is_no_expression_is_never_due() {
        for cron in ["", "* * * *", "* * * * * *", "61 * * * *", "0 0 30 2 *", "every minute"] {
            assert_eq!(next_run(cron, &TimeZone::UTC, Timestamp::UNIX_EPOCH), None, "{cron:?}");
        }
    }
}
