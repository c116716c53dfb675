//! Which candidates a list, its counts or a file of them has, as it stands in a query.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use orderdock_app::{OpContext, SourceName, resolve_organisation};
use orderdock_domain::candidate::{HoldReason, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, RequestId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, ProblemCode};
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_store::{CandidateFilter, HeldFilter};

use crate::http::refusal::Refusal;
use crate::read::attention;
use crate::read::query::Parameters;

/// A filter whose organisation is not looked up yet: other parameters may be at fault.
pub struct SentFilter {
    filter: CandidateFilter,
    attention: attention::SentAttention,
    organisation: Option<String>,
}

impl SentFilter {
    pub fn read(parameters: &mut Parameters, caller: &OpContext, reference: &Reference) -> Self {
        let outcome = parameters.one(
            "outcome",
            choice(RunOutcomeWord::ALL, RunOutcomeWord::as_str),
            RunOutcomeWord::parse,
        );
        let filter = CandidateFilter {
            statuses: parameters.many("status", choice(Status::ALL, Status::as_str), Status::parse),
            data_source: data_source(parameters, caller, reference),
            organisation: None,
            bpartner: parameters.text("bpartner"),
            product: parameters.text("product"),
            external_header_id: parameters.text("externalHeaderId"),
            date_required_from: parameters.one("dateRequiredFrom", Phrase::Day, day),
            date_required_to: parameters.one("dateRequiredTo", Phrase::Day, day),
            created_from: parameters.one("createdFrom", Phrase::DayOrInstant, |text| instant(text, false)),
            created_to: parameters.one("createdTo", Phrase::DayOrInstant, |text| instant(text, true)),
            search: parameters.text("q"),
            problem: parameters.one("problem", Phrase::ProblemCode, ProblemCode::parse),
            cause: parameters.text("cause"),
            hold: parameters.one("hold", choice(HoldReason::ALL, HoldReason::as_str), HoldReason::parse),
            held: parameters.yes_or_no("held").map(|held| HeldFilter { held, today: today(caller) }),
            header_of: parameters
                .many("headerOf", Phrase::AWholeNumber, |text| text.parse().ok().map(CandidateId)),
            has_attachment: parameters.yes_or_no("hasAttachment"),
            has_comments: parameters.yes_or_no("hasComments"),
            request: parameters.one("requestId", Phrase::RequestId, |text| text.parse().ok().map(RequestId)),
            run: parameters.one("runId", Phrase::RunId, |text| text.parse().ok().map(RunId)),
            outcome,
            po_reference: parameters.text("poReference"),
            promotion_code: parameters.text("promotionCode"),
            ..CandidateFilter::default()
        };
        if let (Some(outcome), None) = (outcome, filter.run) {
            parameters.wrong("outcome", outcome.as_str(), Phrase::OnlyWithRun);
        }
        let attention = attention::SentAttention {
            from: parameters.one("waitingUntilFrom", Phrase::Day, day),
            to: parameters.one("waitingUntilTo", Phrase::Day, day),
            assigned: parameters.text("assignedTo"),
        };
        Self { filter, attention, organisation: parameters.text("org") }
    }

    /// Looks the organisation up.
    pub fn resolve(self, caller: &OpContext, reference: &Reference) -> Result<CandidateFilter, Refusal> {
        let Self { mut filter, attention, organisation } = self;
        attention.add_to(&mut filter, caller, reference);
        if let Some(code) = organisation {
            filter.organisation = Some(resolve_organisation(caller, reference, &code)?);
        }
        Ok(filter)
    }
}

/// A data source that the caller may name.
pub fn data_source(
    parameters: &mut Parameters,
    caller: &OpContext,
    reference: &Reference,
) -> Option<DataSourceId> {
    parameters.one("dataSource", Phrase::ExistingDataSource, |text| {
        SourceName(text.to_owned()).find(caller, reference).map(|source| source.id)
    })
}

/// One of the words that a parameter may be.
pub fn choice<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> Param {
    Param::one_of(all.iter().map(|one| word(*one)))
}

/// Today in UTC.
pub fn today(caller: &OpContext) -> Date {
    caller.now.to_zoned(TimeZone::UTC).date()
}

pub fn day(text: &str) -> Option<Date> {
    text.parse().ok().filter(|_| text.len() == 10)
}

/// The beginning of a day in UTC, or of the day after it where the day is included; or the instant itself.
pub fn instant(text: &str, included: bool) -> Option<Timestamp> {
    let Some(day) = day(text) else { return text.parse().ok() };
    let day = if included { day.checked_add(1.day()).ok()? } else { day };
    day.to_zoned(TimeZone::UTC).ok().map(|begin| begin.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_instants() {
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
