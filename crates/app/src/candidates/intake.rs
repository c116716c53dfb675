//! Figures of received candidates over time.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};
use orderdock_domain::access::{OrgScope, Scope};
use orderdock_domain::ids::{DataSourceId, OrganisationId, SHARED};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{Intake, IntakeQuery};

use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

/// Period of the figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    /// By hour.
    Day,
    /// By day.
    Week,
    Month,
}

impl Period {
    pub const ALL: &'static [Self] = &[Self::Day, Self::Week, Self::Month];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Day => "24h",
            Self::Week => "7d",
            Self::Month => "30d",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|period| period.as_str() == word)
    }

    /// Returns the start of each hour or day, the present one last, followed by its end.
    fn bounds(self, now: &Zoned) -> Vec<Zoned> {
        let days = match self {
            Self::Day => return hours(now),
            Self::Week => 7,
            Self::Month => 30,
        };
        let begin = |ago: i32| {
            let day = now.date().checked_sub(ago.days()).ok()?;
            day.to_zoned(now.time_zone().clone()).ok()?.start_of_day().ok()
        };
        (-1..days).rev().filter_map(begin).collect()
    }
}

fn hours(now: &Zoned) -> Vec<Zoned> {
    let into_hour = SignedDuration::from_mins(i64::from(now.minute()))
        + SignedDuration::from_secs(i64::from(now.second()))
        + SignedDuration::from_nanos(i64::from(now.subsec_nanosecond()));
    let hour = |ago: i64| now.checked_sub(into_hour + SignedDuration::from_hours(ago)).ok();
    (-1..24).rev().filter_map(hour).collect()
}

/// Figures with their time spans.
#[derive(Clone, Debug)]
pub struct IntakeView {
    /// Start of each span, in the time zone of the figures.
    pub starts: Vec<Zoned>,
    /// End of the last span: now.
    pub to: Timestamp,
    pub intake: Intake,
}

impl CandidateService {
    /// Returns the figures of received candidates, in the time zone of the caller's own (or first) organisation.
    pub async fn intake(
        &self,
        caller: &Caller,
        period: Period,
        data_source: Option<DataSourceId>,
        organisation: Option<OrganisationId>,
    ) -> Outcome<IntakeView> {
        caller.require(Scope::CandidatesRead, Phrase::ReadFigures)?;
        let reference = self.store.reference().await?;
        let now = caller.now.to_zoned(zone(caller, &reference));
        let mut starts = period.bounds(&now);
        let bounds = starts.iter().map(Zoned::timestamp).collect();
        starts.pop();
        let today = now.start_of_day().map_or(caller.now, |begin| begin.timestamp());
        let query = IntakeQuery { bounds, today, data_source, organisation };
        let intake = self.store.intake(caller.organisations.write(), query).await?;
        Ok(IntakeView { starts, to: caller.now, intake })
    }
}

pub(super) fn zone(caller: &Caller, reference: &Reference) -> TimeZone {
    let first = match &caller.organisations {
        OrgScope::All => reference.organisations.iter().map(|one| one.id).find(|id| *id != SHARED),
        OrgScope::These(ids) => ids.first().copied(),
    };
    let own = caller.default_organisation.or(first).and_then(|id| reference.organisation(id));
    own.map_or(TimeZone::UTC, |organisation| organisation.time_zone.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(period: Period, now: &str) -> Vec<String> {
        let bounds = period.bounds(&now.parse().unwrap());
        bounds.iter().map(|bound| bound.strftime("%m-%d %H:%M%:z").to_string()).collect()
    }

    #[test]
    fn day_period_covers_the_last_24_hours() {
        let bounds = texts(Period::Day, "2026-11-20T17:12:30.5[Asia/Kolkata]");
        assert_eq!(bounds.len(), 25);
        assert_eq!((bounds[0].as_str(), bounds[23].as_str()), ("11-19 18:00+05:30", "11-20 17:00+05:30"));
    }

    #[test]
    fn days_begin_at_midnight_across_clock_changes() {
        let bounds = texts(Period::Week, "2026-10-28T09:00[Europe/Berlin]");
        assert_eq!(
            bounds,
            [
                "10-22 00:00+02:00",
                "10-23 00:00+02:00",
                "10-24 00:00+02:00",
                "10-25 00:00+02:00",
                "10-26 00:00+01:00",
                "10-27 00:00+01:00",
                "10-28 00:00+01:00",
                "10-29 00:00+01:00",
            ]
        );
        assert_eq!(texts(Period::Month, "2026-10-28T09:00[Europe/Berlin]").len(), 31);
    }

    #[test]
    fn period_bounds_are_multiples_of_a_quarter_hour() {
        for zone in ["Asia/Kathmandu", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe"] {
            for period in Period::ALL {
                let now = format!("2026-04-12T01:59:59[{zone}]").parse().unwrap();
                let off = |bound: &Zoned| bound.timestamp().as_microsecond() % 900_000_000 != 0;
                assert!(!period.bounds(&now).iter().any(off), "{zone} {period:?}");
            }
        }
    }
}
