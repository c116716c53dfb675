//! Reasons why a run skips a candidate that has no problem.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::string_enum;
use crate::ids::{CandidateId, OrganisationId};
use crate::masterdata::Reference;
use crate::phrase::Phrase;
use crate::problem::{Language, Param, ProblemCode};
use crate::text::Code;

string_enum! {
    /// Name of a [`Hold`] in responses and filters.
    HoldReason {
        Waiting "waiting"
        Destination "destination"
        Release "release"
        SiblingError "sibling.error"
        SiblingRejected "sibling.rejected"
        HeaderIncomplete "header.incomplete"
        HeaderSettling "header.settling"
        OrderVoided "order.voided"
    }
}

impl HoldReason {
    /// Reasons that a clerk can release.
    pub const RELEASABLE: [Self; 4] =
        [Self::Release, Self::SiblingError, Self::SiblingRejected, Self::HeaderIncomplete];

    pub fn is_releasable(self) -> bool {
        Self::RELEASABLE.contains(&self)
    }
}

/// Name of [`Releases::partial`].
const PARTIAL: &str = "partial";

/// Rules that a run ignores at the request of its caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Releases {
    holds: [bool; HoldReason::RELEASABLE.len()],
    /// Whether lines are processed without other ready lines of their incoming order. This is not a hold reason.
    pub partial: bool,
}

impl Releases {
    pub const NONE: Self = Self { holds: [false; HoldReason::RELEASABLE.len()], partial: false };
    /// Names accepted in a request.
    pub const WORDS: [&str; HoldReason::RELEASABLE.len() + 1] = [
        HoldReason::Release.as_str(),
        HoldReason::SiblingError.as_str(),
        HoldReason::SiblingRejected.as_str(),
        HoldReason::HeaderIncomplete.as_str(),
        PARTIAL,
    ];

    /// Returns the names of these releases, in the order of [`Self::WORDS`].
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let partial = self.partial.then_some(PARTIAL);
        self.reasons().map(HoldReason::as_str).chain(partial)
    }

    /// Adds the release with this name; `None` if the name is unknown.
    #[must_use]
    pub fn with_word(self, word: &str) -> Option<Self> {
        if word == PARTIAL {
            return Some(Self { partial: true, ..self });
        }
        HoldReason::parse(word).filter(|reason| reason.is_releasable()).map(|reason| self.with(reason))
    }

    pub fn contains(self, reason: HoldReason) -> bool {
        self.reasons().any(|released| released == reason)
    }

    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns the released reasons, in the order of [`HoldReason::RELEASABLE`].
    pub fn reasons(self) -> impl Iterator<Item = HoldReason> {
        HoldReason::RELEASABLE
            .into_iter()
            .zip(self.holds)
            .filter_map(|(reason, released)| released.then_some(reason))
    }

    /// Adds a reason; ignored if it cannot be released.
    #[must_use]
    pub fn with(self, reason: HoldReason) -> Self {
        self.set(reason, true)
    }

    #[must_use]
    pub fn without(self, reason: HoldReason) -> Self {
        self.set(reason, false)
    }

    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let partial = self.partial || others.partial;
        others.reasons().fold(Self { partial, ..self }, Self::with)
    }

    fn set(mut self, reason: HoldReason, released: bool) -> Self {
        for (one, place) in HoldReason::RELEASABLE.into_iter().zip(&mut self.holds) {
            if one == reason {
                *place = released;
            }
        }
        self
    }
}

impl FromIterator<HoldReason> for Releases {
    fn from_iter<I: IntoIterator<Item = HoldReason>>(reasons: I) -> Self {
        reasons.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Hold of a candidate.
///
/// Stored as text that the database can filter: name of the reason, then its values, separated by spaces
/// (`sibling.error 42 price.none`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Hold {
    /// Wait for the customer until this day begins in the time zone of the organisation.
    Waiting {
        until: Date,
        /// Other candidate of the incoming order that causes the wait; `None` if it is this one.
        sibling: Option<CandidateId>,
    },
    /// The destination is not the creation of orders.
    Destination,
    /// The data source requires manual release.
    Release,
    /// Another candidate of the incoming order has the status `error`.
    SiblingError { candidate: CandidateId, code: ProblemCode },
    /// A row of the incoming order was rejected and has not been imported since.
    SiblingRejected { line_id: Code },
    /// The incoming order has fewer lines than announced.
    HeaderIncomplete,
    /// More lines of the incoming order may follow.
    HeaderSettling,
    /// The order of the candidate was voided. The candidate is inactive.
    OrderVoided { document_no: Code },
}

impl Hold {
    pub fn reason(&self) -> HoldReason {
        match self {
            Self::Waiting { .. } => HoldReason::Waiting,
            Self::Destination => HoldReason::Destination,
            Self::Release => HoldReason::Release,
            Self::SiblingError { .. } => HoldReason::SiblingError,
            Self::SiblingRejected { .. } => HoldReason::SiblingRejected,
            Self::HeaderIncomplete => HoldReason::HeaderIncomplete,
            Self::HeaderSettling => HoldReason::HeaderSettling,
            Self::OrderVoided { .. } => HoldReason::OrderVoided,
        }
    }

    /// Parses the stored text; `None` if the text is not a stored hold.
    fn from_stored(text: &str) -> Option<Self> {
        let (word, values) = text.split_once(' ').unwrap_or((text, ""));
        let code = || Code::stored(values);
        Some(match HoldReason::parse(word)? {
            HoldReason::Waiting => {
                let (until, sibling) = values.split_once(' ').unzip();
                let sibling = sibling.map(str::parse).transpose().ok()?.map(CandidateId);
                Self::Waiting { until: until.unwrap_or(values).parse().ok()?, sibling }
            }
            HoldReason::Destination => Self::Destination,
            HoldReason::Release => Self::Release,
            HoldReason::SiblingError => {
                let (candidate, code) = values.split_once(' ')?;
                let candidate = CandidateId(candidate.parse().ok()?);
                Self::SiblingError { candidate, code: ProblemCode::parse(code)? }
            }
            HoldReason::SiblingRejected => Self::SiblingRejected { line_id: code()? },
            HoldReason::HeaderIncomplete => Self::HeaderIncomplete,
            HoldReason::HeaderSettling => Self::HeaderSettling,
            HoldReason::OrderVoided => Self::OrderVoided { document_no: code()? },
        })
    }

    /// Returns the day until which this candidate itself waits for the customer.
    pub fn own_wait(&self) -> Option<Date> {
        match self {
            Self::Waiting { until, sibling: None } => Some(*until),
            _ => None,
        }
    }

    /// Returns the day until which this candidate or another one of its incoming order waits for the customer.
    pub fn waits_until(&self) -> Option<Date> {
        match self {
            Self::Waiting { until, .. } => Some(*until),
            _ => None,
        }
    }

    /// Returns whether the wait has ended.
    pub fn is_over(&self, organisation: OrganisationId, reference: &Reference, now: Timestamp) -> bool {
        self.waits_until().is_some_and(|until| back(until, organisation, reference) <= now)
    }

    /// Returns the reason as a message.
    pub fn message(&self, language: Language) -> String {
        let message: Param = match self {
            Self::Waiting { until, .. } => Phrase::WaitingHold.of([(*until).into()]),
            Self::Destination => Phrase::DestinationHold.into(),
            Self::Release => Phrase::ReleaseHold.into(),
            Self::SiblingError { code, .. } => {
                return format!("{} ({code}).", self.for_clerks(language).trim_end_matches('.'));
            }
            Self::SiblingRejected { line_id } => Phrase::SiblingRejectedHold.of([line_id.as_str().into()]),
            Self::HeaderIncomplete => Phrase::IncompleteHold.into(),
            Self::HeaderSettling => Phrase::SettlingHold.into(),
            Self::OrderVoided { document_no } => Phrase::VoidedHold.of([document_no.as_str().into()]),
        };
        message.text(language)
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.reason().as_str())?;
        match self {
            Self::Waiting { until, sibling: None } => write!(formatter, " {until}"),
            Self::Waiting { until, sibling: Some(sibling) } => write!(formatter, " {until} {sibling}"),
            Self::SiblingError { candidate, code } => write!(formatter, " {candidate} {code}"),
            Self::SiblingRejected { line_id } => write!(formatter, " {line_id}"),
            Self::OrderVoided { document_no } => write!(formatter, " {document_no}"),
            Self::Destination | Self::Release | Self::HeaderIncomplete | Self::HeaderSettling => Ok(()),
        }
    }
}

/// Error of a text that is not a stored hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a hold")]
pub struct UnknownHold;

impl FromStr for Hold {
    type Err = UnknownHold;

    fn from_str(text: &str) -> Result<Self, UnknownHold> {
        Self::from_stored(text).ok_or(UnknownHold)
    }
}

impl TryFrom<String> for Hold {
    type Error = UnknownHold;

    fn try_from(text: String) -> Result<Self, UnknownHold> {
        text.parse()
    }
}

impl From<Hold> for String {
    fn from(hold: Hold) -> Self {
        hold.to_string()
    }
}

/// Returns the instant at which a day begins in the time zone of an organisation.
pub fn back(day: Date, organisation: OrganisationId, reference: &Reference) -> Timestamp {
    let zone = reference.organisation(organisation).map_or(TimeZone::UTC, |found| found.time_zone.clone());
    day.to_zoned(zone).map_or(Timestamp::MAX, |begin| begin.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_hold_is_rejected() {
        for text in
            ["", "held", "sibling.error", "sibling.error 42", "sibling.error x price.none", "order.voided"]
        {
            assert_eq!(text.parse::<Hold>(), Err(UnknownHold), "{text:?}");
        }
    }

    #[test]
    fn sibling_hold_message_names_candidate_and_problem() {
        let hold = Hold::SiblingError { candidate: CandidateId(42), code: ProblemCode::PriceNone };
        for language in [Language::English, Language::German] {
            let message = hold.message(language);
            assert!(message.contains("42") && message.contains("price.none"), "{message}");
        }
    }
}
