//! Schedules and order settings of organisations.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use orderdock_domain::access::Scope;
use orderdock_domain::cast;
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::order::{NumberPattern, OrganisationOrders};
use orderdock_domain::phrase::{Param, Phrase};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{Schedule, WriteMode};

use crate::runs::RunService;
use crate::{Caller, Outcome};

/// Number of next runs that a schedule lists.
const NEXT_RUNS: usize = 5;

/// A schedule with its next runs; none if it is inactive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleView {
    pub schedule: Schedule,
    pub next_runs: Vec<Timestamp>,
}

/// Changes of a schedule; absent values stay unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScheduleChange {
    pub active: Option<bool>,
    /// Cron expression of five fields, in the time zone of the organisation.
    pub cron: Option<String>,
    /// `Some(None)` ends a pause.
    pub paused_until: Option<Option<Timestamp>>,
}

/// Changes of the settings of an organisation; absent values stay unchanged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SettingsChange {
    pub schedule: ScheduleChange,
    /// Whether candidates of equal product, unit, price, discount and date share an order line.
    pub merge_lines: Option<bool>,
    /// Whether new orders are handed over to receivers.
    pub hand_over: Option<bool>,
    /// Number patterns by document type; patterns of other types stay unchanged.
    pub number_patterns: Vec<(DocumentTypeId, NumberPattern)>,
}

impl ScheduleChange {
    fn apply(self, schedule: &mut Schedule, now: Timestamp) -> Outcome<()> {
        if let Some(cron) = self.cron {
            // an expression that never matches, such as 30 February, is invalid
            if next_run(&cron, &TimeZone::UTC, now).is_none() {
                let problem = Problem::new(ProblemCode::ScheduleInvalid, "/cron");
                return Err(problem.with("reason", invalid_part(&cron)).with("value", cron).into());
            }
            schedule.cron = cron.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        schedule.active = self.active.unwrap_or(schedule.active);
        schedule.paused_until = self.paused_until.unwrap_or(schedule.paused_until);
        Ok(())
    }
}

fn parse(cron: &str) -> Option<Cron> {
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    parser.parse(cron).ok()
}

/// Describes the first invalid part of an expression that is never due.
fn invalid_part(cron: &str) -> Param {
    const FIELDS: [Phrase; 5] =
        [Phrase::CronMinute, Phrase::CronHour, Phrase::CronDay, Phrase::CronMonth, Phrase::CronWeekday];
    let fields: Vec<_> = cron.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        return Phrase::CronFieldCount.of([cast::<i64>(fields.len()).into()]);
    }
    for (place, (field, phrase)) in fields.into_iter().zip(FIELDS).enumerate() {
        let mut alone = ["*"; FIELDS.len()];
        alone[place] = field;
        if parse(&alone.join(" ")).is_none() {
            return phrase.of([field.into()]);
        }
    }
    Phrase::CronNeverDue.into()
}

/// Returns the first instant after `after` that an expression matches; `None` if it never does.
pub(crate) fn next_run(cron: &str, zone: &TimeZone, after: Timestamp) -> Option<Timestamp> {
    let after = after.to_zoned(zone.clone());
    parse(cron)?.find_next_occurrence(&after, false).ok().map(|next| next.timestamp())
}

impl RunService {
    /// Returns the schedules of the caller's organisations.
    pub async fn schedules(&self, caller: &Caller) -> Outcome<Vec<ScheduleView>> {
        caller.require(Scope::CandidatesRead, Phrase::ReadSchedules)?;
        let reference = self.store.reference().await?;
        let scope = caller.organisations.write();
        let schedules = self.store.read(move |tx| tx.schedules(&scope)).await?;
        let zone = |id| {
            reference.organisation(id).map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone())
        };
        let views = schedules.into_iter().map(|schedule| ScheduleView {
            next_runs: next_runs(&schedule, &zone(schedule.organisation), caller.now),
            schedule,
        });
        Ok(views.collect())
    }

    pub async fn schedule(&self, caller: &Caller, organisation: OrganisationId) -> Outcome<ScheduleView> {
        let views = self.schedules(caller).await?;
        let found = views.into_iter().find(|view| view.schedule.organisation == organisation);
        Ok(found.ok_or_else(|| not_allowed(organisation))?)
    }

    /// Changes the schedule and the order settings of an organisation.
    pub async fn change_process_settings(
        &self,
        caller: &Caller,
        organisation: OrganisationId,
        change: SettingsChange,
    ) -> Outcome<()> {
        caller.require(Scope::Admin, Phrase::ChangeProcessSettings)?;
        let mut schedule = self.schedule(caller, organisation).await?.schedule;
        change.schedule.apply(&mut schedule, caller.now)?;
        let mut orders = self.order_settings(caller, organisation).await?;
        orders.merge_lines = change.merge_lines.unwrap_or(orders.merge_lines);
        orders.hand_over_since = match change.hand_over {
            None => orders.hand_over_since,
            Some(false) => None,
            // switching it on again keeps the first time
            Some(true) => orders.hand_over_since.or(Some(caller.now)),
        };
        orders.number_patterns.extend(change.number_patterns);
        let scope = caller.organisations.write();
        Ok(self
            .store
            .write(WriteMode::Shared, 2, move |tx| tx.save_process_settings(&scope, &schedule, &orders))
            .await?)
    }

    /// Returns the order settings of an organisation.
    pub async fn order_settings(
        &self,
        caller: &Caller,
        organisation: OrganisationId,
    ) -> Outcome<OrganisationOrders> {
        caller.require(Scope::CandidatesRead, Phrase::ReadOrderSettings)?;
        if !caller.organisations.contains(organisation) {
            return Err(not_allowed(organisation).into());
        }
        let settings = self.store.read(move |tx| tx.order_settings()).await?;
        Ok(settings.organisations.get(&organisation).cloned().unwrap_or_default())
    }
}

fn not_allowed(organisation: OrganisationId) -> Problem {
    Problem::new(ProblemCode::OrgNotAllowed, "").with("code", organisation.to_string())
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
    use orderdock_domain::problem::Language;
    use orderdock_store::{DEFAULT_CRON, ScheduleState};

    #[test]
    fn cron_expression_uses_the_time_zone_of_the_organisation() {
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
    fn invalid_cron_expression_is_reported_with_its_field() {
        let now = Timestamp::UNIX_EPOCH;
        for (cron, expected) in [
            ("61 * * * *", "the minute “61” is not valid, allowed are 0 to 59"),
            ("0 24 * * *", "the hour “24” is not valid, allowed are 0 to 23"),
            ("0 0 0 * *", "the day “0” is not valid, allowed are 1 to 31"),
            ("0 0 1 13 *", "the month “13” is not valid, allowed are 1 to 12 and JAN to DEC"),
            ("0 0 1 * 8", "the weekday “8” is not valid, allowed are 0 to 7 and SUN to SAT"),
            ("* * * *", "the number of fields is 4"),
            ("0 0 30 2 *", "no date matches it"),
        ] {
            let change = ScheduleChange { cron: Some(cron.to_owned()), ..ScheduleChange::default() };
            let mut schedule = Schedule {
                organisation: OrganisationId(1),
                active: true,
                cron: DEFAULT_CRON.to_owned(),
                paused_until: None,
                state: ScheduleState::default(),
            };
            let rejected = change.apply(&mut schedule, now).unwrap_err();
            let message = rejected.problems[0].message(Language::English);
            let start = format!("Invalid schedule “{cron}”: {expected}. Use five fields ");
            assert!(message.starts_with(&start), "{message}");
        }
    }

    #[test]
    fn invalid_cron_expression_is_never_due() {
        for cron in ["", "* * * *", "* * * * * *", "61 * * * *", "0 0 30 2 *", "every minute"] {
            assert_eq!(next_run(cron, &TimeZone::UTC, Timestamp::UNIX_EPOCH), None, "{cron:?}");
        }
    }
}
