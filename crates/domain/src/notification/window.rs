//! Weekdays and hours of a notification rule.

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

/// Set of weekdays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekdays(u8);

/// Names of the weekdays, starting with Monday.
const WEEK: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

impl Weekdays {
    pub const ALL: Self = Self(0b111_1111);

    /// Returns the names of all weekdays, starting with Monday.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WEEK.into_iter()
    }

    /// Parses the names of weekdays; `None` if one is unknown or there are none.
    pub fn of<'w>(words: impl IntoIterator<Item = &'w str>) -> Option<Self> {
        let mut days = 0;
        for word in words {
            days |= 1 << WEEK.iter().position(|day| *day == word)?;
        }
        (days != 0).then_some(Self(days))
    }

    /// Returns the names of the weekdays in the set, starting with Monday.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        Self::words().enumerate().filter(move |(day, _)| self.0 & (1 << day) != 0).map(|(_, word)| word)
    }

    fn contains(self, day: Weekday) -> bool {
        self.0 & (1 << day.to_monday_zero_offset()) != 0
    }
}

/// Weekdays and hours in which a rule sends messages. Hours belong to the weekday on which they start. An end before the
/// start is on the next day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationWindow {
    pub weekdays: Weekdays,
    /// Start and end; `None` for the whole day.
    pub hours: Option<(Time, Time)>,
    pub zone: TimeZone,
}

/// Maximum number of days to search. A window that does not open within this time counts as never open.
const MAX_DAYS: usize = 500;

impl NotificationWindow {
    /// Creates a window that is always open.
    pub fn always(zone: TimeZone) -> Self {
        Self { weekdays: Weekdays::ALL, hours: None, zone }
    }

    fn is_always(&self) -> bool {
        self.weekdays == Weekdays::ALL && self.hours.is_none()
    }

    /// Returns the first time in the window at or after `from`.
    pub fn next(&self, from: Timestamp) -> Option<Timestamp> {
        if self.is_always() {
            return Some(from);
        }
        self.spans(from).find(|(_, end)| *end > from).map(|(begin, _)| begin.max(from))
    }

    /// Returns the time at which the window has been open for the duration `lasts`, counted from `since`.
    pub fn after(&self, since: Timestamp, lasts: SignedDuration) -> Option<Timestamp> {
        if self.is_always() {
            return since.checked_add(lasts).ok();
        }
        let mut left = lasts;
        for (begin, end) in self.spans(since) {
            let begin = begin.max(since);
            let open = end.duration_since(begin);
            if open >= left && open > SignedDuration::ZERO {
                return begin.checked_add(left).ok();
            }
            left -= open.max(SignedDuration::ZERO);
        }
        None
    }

    /// Returns the open spans in order. The first one may have ended before `from`.
    fn spans(&self, from: Timestamp) -> impl Iterator<Item = (Timestamp, Timestamp)> + '_ {
        let today = from.to_zoned(self.zone.clone()).date();
        let first = today.checked_sub(1.day()).unwrap_or(today);
        let days = std::iter::successors(Some(first), |day| day.tomorrow().ok()).take(MAX_DAYS);
        days.filter(|day| self.weekdays.contains(day.weekday())).filter_map(|day| self.span(day))
    }

    fn span(&self, day: Date) -> Option<(Timestamp, Timestamp)> {
        let at =
            |day: Date, time: Time| self.zone.to_ambiguous_timestamp(day.to_datetime(time)).compatible().ok();
        let (begin, end) = self.hours.unwrap_or((Time::midnight(), Time::midnight()));
        let last = if end <= begin { day.tomorrow().ok()? } else { day };
        Some((at(day, begin)?, at(last, end)?))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn window(days: &[&str], hours: Option<(i8, i8)>, zone: &str) -> NotificationWindow {
        NotificationWindow {
            weekdays: Weekdays::of(days.iter().copied()).unwrap_or(Weekdays::ALL),
            hours: hours.map(|(from, to)| (time(from, 0, 0, 0), time(to, 0, 0, 0))),
            zone: TimeZone::get(zone).unwrap(),
        }
    }

    const WORKDAYS: [&str; 5] = ["mon", "tue", "wed", "thu", "fri"];

    #[test]
    fn weekdays_parse_from_their_words() {
        let days = Weekdays::of(["fri", "mon", "mon"]).unwrap();
        assert_eq!(days.iter().collect::<Vec<_>>(), ["mon", "fri"]);
        assert_eq!(Weekdays::of(Weekdays::words()), Some(Weekdays::ALL));
        assert_eq!(Weekdays::of([]), None);
        assert_eq!(Weekdays::of(["mon", "monday"]), None);
    }

    #[test]
    fn next_instant_is_inside_the_window() {
        let office = window(&WORKDAYS, Some((7, 18)), "Europe/Berlin");
        let night = window(&["fri"], Some((22, 6)), "Europe/Berlin");
        let sundays = window(&["sun"], None, "America/New_York");
        for (window, from, next) in [
            // 2026-11-20 is a Friday; Berlin is an hour ahead of UTC
            (&office, "2026-11-20T05:00:00Z", "2026-11-20T06:00:00Z"),
            (&office, "2026-11-20T06:00:00Z", "2026-11-20T06:00:00Z"),
            (&office, "2026-11-20T16:59:59Z", "2026-11-20T16:59:59Z"),
            (&office, "2026-11-20T17:00:00Z", "2026-11-23T06:00:00Z"),
            // daylight saving time begins on the weekend in between
            (&office, "2026-03-27T17:00:00Z", "2026-03-30T05:00:00Z"),
            (&night, "2026-11-20T12:00:00Z", "2026-11-20T21:00:00Z"),
            (&night, "2026-11-21T04:59:00Z", "2026-11-21T04:59:00Z"),
            (&night, "2026-11-21T05:00:00Z", "2026-11-27T21:00:00Z"),
            (&sundays, "2026-11-22T04:00:00Z", "2026-11-22T05:00:00Z"),
        ] {
            assert_eq!(window.next(at(from)), Some(at(next)), "{from}");
        }
        let always = NotificationWindow::always(TimeZone::UTC);
        assert_eq!(always.next(at("2026-11-20T05:00:00Z")), Some(at("2026-11-20T05:00:00Z")));
    }

    #[test]
    fn duration_counts_only_time_inside_the_window() {
        let office = window(&WORKDAYS, Some((7, 18)), "Europe/Berlin");
        let whole_days = window(&WORKDAYS, None, "UTC");
        for (window, since, hours, after) in [
            (&office, "2026-11-20T08:00:00Z", 4, "2026-11-20T12:00:00Z"),
            (&office, "2026-11-20T15:00:00Z", 4, "2026-11-23T08:00:00Z"),
            (&office, "2026-11-21T15:00:00Z", 4, "2026-11-23T10:00:00Z"),
            (&office, "2026-11-20T15:00:00Z", 2, "2026-11-20T17:00:00Z"),
            (&whole_days, "2026-11-20T12:00:00Z", 24, "2026-11-23T12:00:00Z"),
        ] {
            let lasts = SignedDuration::from_hours(hours);
            assert_eq!(window.after(at(since), lasts), Some(at(after)), "{since} {hours}");
        }
        let always = NotificationWindow::always(TimeZone::UTC);
        let hour = SignedDuration::from_hours(1);
        assert_eq!(always.after(at("2026-11-21T15:00:00Z"), hour), Some(at("2026-11-21T16:00:00Z")));
    }
}
