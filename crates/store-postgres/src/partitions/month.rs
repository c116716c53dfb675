//! Months as ranges of ids.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Number of ids of a month. If a month uses more, the next month begins after these.
const IDS: i64 = 1_000_000_000;

/// A month of a partition. Its ids begin with year and month, for example 202611000000000 for November 2026. They have
/// fifteen digits, so they are exact in JSON numbers and spreadsheets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Month(i64);

impl Month {
    /// Returns the month of an instant in UTC, like all days in the database.
    pub fn of(now: Timestamp) -> Self {
        let day = now.to_zoned(TimeZone::UTC).date();
        Self(i64::from(day.year()) * 12 + i64::from(day.month()) - 1)
    }

    /// Returns the month whose range contains an id. Ids beyond the range of December belong to December.
    fn of_id(id: i64) -> Self {
        let (year, month) = (id / IDS / 100, id / IDS % 100);
        Self(year * 12 + month.min(12) - 1)
    }

    /// Returns the first month whose ids are all higher than an id.
    pub fn after(id: i64) -> Self {
        Self::of_id(id).plus(1)
    }

    pub fn plus(self, months: i64) -> Self {
        Self(self.0 + months)
    }

    fn year_and_month(self) -> (i64, i64) {
        (self.0.div_euclid(12), self.0.rem_euclid(12) + 1)
    }

    /// Returns the first id of the month.
    pub fn first_id(self) -> i64 {
        let (year, month) = self.year_and_month();
        (year * 100 + month) * IDS
    }

    /// Returns the suffix of the names of its partitions, for example `2026_11`.
    pub fn name(self) -> String {
        let (year, month) = self.year_and_month();
        format!("{year:04}_{month:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(year: i64, month: i64) -> Month {
        Month(year * 12 + month - 1)
    }

    #[test]
    fn month_maps_to_its_id_range() {
        let now: Timestamp = "2026-11-30T23:59:59Z".parse().unwrap();
        assert_eq!(Month::of(now), month(2026, 11));
        assert_eq!(Month::of(now).first_id(), 202_611_000_000_000);
        assert_eq!(Month::of(now).plus(2).first_id(), 202_701_000_000_000);
        assert_eq!(
            (month(2026, 12).name(), month(2026, 12).plus(1).name()),
            ("2026_12".into(), "2027_01".into())
        );
        let last = month(9_999, 12).plus(1).first_id();
        assert!(last < 1 << 53, "a number of JSON is exact up to there");
    }

    #[test]
    fn month_after_an_id_is_the_next_range() {
        for (id, after) in [
            (1_000_775, month(0, 1)),
            (202_610_999_999_999, month(2026, 11)),
            (202_611_000_000_000, month(2026, 12)),
            (202_612_999_999_999, month(2027, 1)),
            // December used more ids than its range, so the next month is January
            (202_613_000_000_000, month(2027, 1)),
            (202_699_999_999_999, month(2027, 1)),
            (202_700_000_000_005, month(2027, 1)),
            (202_701_000_000_000, month(2027, 2)),
        ] {
            assert_eq!(Month::after(id), after, "{id}");
            assert!(Month::after(id).first_id() > id && Month::after(id).plus(-1).first_id() <= id, "{id}");
        }
    }
}
