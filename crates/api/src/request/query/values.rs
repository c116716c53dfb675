//! Query parameter values that several lists share.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use orderdock_app::{Caller, SourceName};
use orderdock_domain::ids::DataSourceId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;

use super::Parameters;

/// Reads `dataSource`: a data source that the caller may see.
pub fn data_source(
    parameters: &mut Parameters,
    caller: &Caller,
    reference: &Reference,
) -> Option<DataSourceId> {
    parameters.one("dataSource", Phrase::ExistingDataSource, |text| find_data_source(text, caller, reference))
}

/// Finds a data source that the caller may see by internal name, record id or identifier string.
pub fn find_data_source(text: &str, caller: &Caller, reference: &Reference) -> Option<DataSourceId> {
    SourceName(text.to_owned()).find(caller, reference).map(|source| source.id)
}

/// Returns the expectation of an error about a value that is none of some words.
pub fn choice<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> Param {
    Param::one_of(all.iter().map(|one| word(*one)))
}

/// Parses a date as in `2026-12-08`.
pub fn day(text: &str) -> Option<Date> {
    text.parse().ok().filter(|_| text.len() == 10)
}

/// Parses a date or a timestamp. A date is read as its start in UTC or, with `is_end`, as its end.
pub fn instant(text: &str, is_end: bool) -> Option<Timestamp> {
    let Some(day) = day(text) else { return text.parse().ok() };
    let day = if is_end { day.checked_add(1.day()).ok()? } else { day };
    day.to_zoned(TimeZone::UTC).ok().map(|begin| begin.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_timestamps_are_parsed() {
        let text = |instant: Option<Timestamp>| instant.map(|instant| instant.to_string());
        for (given, from, to) in [
            ("2026-12-08", Some("2026-12-08T00:00:00Z"), Some("2026-12-09T00:00:00Z")),
            ("2026-12-08T13:00:00+01:00", Some("2026-12-08T12:00:00Z"), Some("2026-12-08T12:00:00Z")),
            ("8.12.2026", None, None),
            ("2026-13-01", None, None),
        ] {
            assert_eq!(text(instant(given, false)).as_deref(), from, "{given}");
            assert_eq!(text(instant(given, true)).as_deref(), to, "{given}");
        }
    }
}
