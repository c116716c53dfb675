//! Figures of the present day compared with the same weekday of earlier weeks.

use jiff::{ToSpan, Zoned};
use orderdock_domain::access::Scope;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::phrase::Phrase;
use orderdock_store::{ArrivalCounts, Day, DayQuery, DaySpan, SourceDays};

use super::intake::zone;
use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

/// Number of earlier weeks that determine the usual figures of a weekday.
const WEEKS: i32 = 4;
/// Minimum of usual candidates; with fewer, a source is not reported as quiet.
const TELLING: u64 = 5;

/// Returns the usual number of candidates on this weekday, up to this time of day and on the whole day. It is the
/// median of the weeks since the source first sent something on that weekday; `None` if it never did.
pub fn usual(source: &SourceDays) -> Option<ArrivalCounts> {
    let before = source.received.get(1..).unwrap_or_default();
    let known = before.iter().rposition(|(_, whole)| *whole > 0)?;
    let known = before.get(..=known)?;
    let middle = |mut counts: Vec<u64>| {
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied()
    };
    let until = middle(known.iter().map(|(until, _)| *until).collect())?;
    Some((until, middle(known.iter().map(|(_, whole)| *whole).collect())?))
}

/// Returns whether a source has sent less than half of its usual number so far.
pub fn is_quiet(source: &SourceDays) -> bool {
    let today = source.received.first().map_or(0, |(_, whole)| *whole);
    usual(source).is_some_and(|(until, _)| until >= TELLING && today.saturating_mul(2) < until)
}

impl CandidateService {
    /// Returns open work, results of the day and arrivals by data source, in the time zone of the caller's own (or
    /// first) organisation.
    pub async fn day(
        &self,
        caller: &Caller,
        data_source: Option<DataSourceId>,
        organisation: Option<OrganisationId>,
    ) -> Outcome<Day> {
        caller.require(Scope::CandidatesRead, Phrase::ReadFigures)?;
        let reference = self.store.reference().await?;
        let now = caller.now.to_zoned(zone(caller, &reference));
        let days: Vec<_> = (0..=WEEKS).filter_map(|weeks| span(&now, weeks)).collect();
        let week = now.checked_sub(7.days()).and_then(|day| day.start_of_day());
        let week = week.map_or(caller.now, |begin| begin.timestamp());
        let assigned = caller.actor.name.clone();
        let query = DayQuery { data_source, organisation, assigned, week, days };
        Ok(self.store.day(caller.organisations.write(), query).await?)
    }
}

/// Returns the span of the same weekday `weeks` weeks ago.
fn span(now: &Zoned, weeks: i32) -> Option<DaySpan> {
    const QUARTER: i64 = 15 * 60;
    let then = now.checked_sub(weeks.weeks()).ok()?;
    let begin = then.start_of_day().ok()?.timestamp();
    let end = then.tomorrow().ok()?.start_of_day().ok()?.timestamp();
    let until = then.timestamp();
    let until = if weeks == 0 {
        end
    } else {
        jiff::Timestamp::from_second(until.as_second().div_euclid(QUARTER) * QUARTER).ok()?
    };
    Some(DaySpan { begin, until, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(received: &[ArrivalCounts]) -> SourceDays {
        SourceDays { data_source: DataSourceId(1), received: received.to_vec(), last: None }
    }

    #[test]
    fn usual_count_is_the_median_of_active_weeks() {
        for (received, expected, quiet) in [
            (vec![(3, 3), (10, 40), (20, 30), (30, 20), (90, 90)], Some((30, 40)), true),
            (vec![(15, 15), (10, 40), (20, 30), (30, 20), (90, 90)], Some((30, 40)), false),
            // sends since two weeks ago
            (vec![(0, 0), (4, 9), (6, 8), (0, 0), (0, 0)], Some((6, 9)), true),
            // too few candidates
            (vec![(0, 0), (4, 9), (4, 8), (0, 0), (0, 0)], Some((4, 9)), false),
            (vec![(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], None, false),
            (vec![(7, 7), (0, 0), (0, 0), (0, 0), (0, 0)], None, false),
        ] {
            let source = source(&received);
            assert_eq!((usual(&source), is_quiet(&source)), (expected, quiet), "{received:?}");
        }
    }

    #[test]
    fn earlier_day_is_compared_up_to_the_same_local_time() {
        let now: Zoned = "2026-10-28T09:07[Europe/Berlin]".parse().unwrap();
        let bounds_of = |weeks| {
            let DaySpan { begin, until, end } = span(&now, weeks).unwrap();
            [begin, until, end].map(|bound| bound.strftime("%m-%d %H:%M").to_string())
        };
        assert_eq!(bounds_of(0), ["10-27 23:00", "10-28 23:00", "10-28 23:00"]);
        assert_eq!(bounds_of(1), ["10-20 22:00", "10-21 07:00", "10-21 22:00"]);
    }
}
