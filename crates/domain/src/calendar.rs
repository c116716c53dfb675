//! Range of supported dates (0001-01-01 to 9999-12-31) and conversion of instants to days.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// 0001-01-01T00:00:00Z.
pub const FIRST_INSTANT: Timestamp = Timestamp::constant(-62_135_596_800, 0);
/// Last second that can be represented in every time zone. Later instants are treated as the last day of the calendar.
pub const LAST_INSTANT: Timestamp = Timestamp::constant(253_402_207_200, 0);

const LAST_DAY: Date = Date::constant(9999, 12, 31);

/// Returns the day of an instant in a time zone; `None` before the first day of the calendar.
pub fn day_of(instant: Timestamp, zone: &TimeZone) -> Option<Date> {
    if instant >= LAST_INSTANT {
        return Some(LAST_DAY);
    }
    let day = zone.to_datetime(instant).date();
    (day.year() >= 1).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_outside_the_calendar_has_no_day() {
        let zone = TimeZone::get("America/New_York").unwrap();
        for (instant, utc, there) in [
            ("0000-12-31T23:59:59Z", None, None),
            ("0001-01-01T00:00:00Z", Some("0001-01-01"), None),
            ("2026-12-08T02:00:00Z", Some("2026-12-08"), Some("2026-12-07")),
            ("9999-12-30T22:00:00Z", Some("9999-12-31"), Some("9999-12-31")),
        ] {
            let day = |zone: &TimeZone| day_of(instant.parse().unwrap(), zone).map(|day| day.to_string());
            assert_eq!(day(&TimeZone::UTC).as_deref(), utc, "{instant}");
            assert_eq!(day(&zone).as_deref(), there, "{instant}");
        }
    }
}
