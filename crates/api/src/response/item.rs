//! Items of `errors`, `problems` and `warnings`.

use std::borrow::Cow;

use orderdock_domain::number::canonical;
use orderdock_domain::problem::{Language, Param, Problem};
use orderdock_domain::suggested_fix::RecordSuggestion;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::FixResponse;
use crate::request::json::LineColumn;

/// Problem with its position in the body as sent.
#[derive(Clone, PartialEq, Debug)]
pub struct LocatedProblem {
    /// Problem with a pointer into the whole body.
    pub problem: Problem,
    /// Index of the list entry.
    pub index: Option<usize>,
    pub position: Option<LineColumn>,
    /// Value as text.
    pub seen: Option<String>,
    /// Suggested fixes, if they were determined.
    pub fixes: Option<Vec<FixResponse>>,
    /// Existing records that an unknown code may mean, most similar first.
    pub suggestions: Vec<RecordSuggestion>,
}

impl From<Problem> for LocatedProblem {
    fn from(problem: Problem) -> Self {
        Self { problem, index: None, position: None, seen: None, fixes: None, suggestions: Vec::new() }
    }
}

impl LocatedProblem {
    pub fn item(&self, language: Language) -> Item<'_> {
        Item {
            index: self.index,
            line: self.position.map(|position| position.line),
            column: self.position.map(|position| position.column),
            seen: self.seen.as_deref(),
            fixes: self.fixes.clone(),
            suggestions: self.suggestions.iter().map(SuggestedRecord::from).collect(),
            ..Item::of(&self.problem, language)
        }
    }
}

/// A problem or a warning.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
pub struct Item<'a> {
    /// Code of the problem, in the form `<thing>.<fault>`. All codes are listed at `/docs/problems`.
    #[schema(example = "qty.not_positive")]
    pub code: &'static str,
    /// Same value as `code`, for older clients.
    #[serde(rename = "errorCode")]
    pub error_code: &'static str,
    /// Message in the requested language.
    pub message: String,
    /// Values used in the message.
    #[schema(value_type = Object)]
    pub params: Params<'a>,
    /// Values of `params` as English text, for older clients.
    #[schema(value_type = std::collections::HashMap<String, String>)]
    pub parameters: ParametersInWords<'a>,
    /// JSON Pointer to the value in the body, or to the position of a missing value. For a stored problem, the
    /// pointer is relative to the candidate.
    #[schema(example = "/requests/3/qty")]
    pub pointer: Cow<'a, str>,
    /// Index of the entry in the list, starting at 0.
    pub index: Option<usize>,
    /// Line in the body as sent, starting at 1.
    pub line: Option<u32>,
    /// Column in characters, starting at 1.
    pub column: Option<u32>,
    /// Value at this position.
    pub seen: Option<&'a str>,
    /// Suggested fixes, best first. For a problem of a candidate that is read individually, they resolve the problem.
    /// For an unknown code in a correction, they contain the codes that were probably meant.
    pub fixes: Option<Vec<FixResponse>>,
    /// Existing records that an unknown code of a rejected row may mean, most similar first, at most 3. Determined for
    /// the first 5 unknown codes of partners and products of a request, and for units, currencies, pricing systems,
    /// shippers, payment terms and warehouses. Only with scope `candidates:read`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub suggestions: Vec<SuggestedRecord<'a>>,
}

/// An existing record with a code similar to an unknown one.
#[derive(Serialize, ToSchema, Debug)]
pub struct SuggestedRecord<'a> {
    #[schema(example = "KAF-1KG")]
    pub code: &'a str,
    /// Name of the record, or its code if it has no name.
    pub name: &'a str,
}

impl<'a> From<&'a RecordSuggestion> for SuggestedRecord<'a> {
    fn from(suggestion: &'a RecordSuggestion) -> Self {
        Self { code: &suggestion.code, name: &suggestion.name }
    }
}

impl<'a> Item<'a> {
    /// Returns a problem without a position.
    pub fn of(problem: &'a Problem, language: Language) -> Self {
        Self {
            code: problem.code.as_str(),
            error_code: problem.code.as_str(),
            message: problem.message(language),
            params: Params(problem),
            parameters: ParametersInWords(problem),
            pointer: Cow::Borrowed(&problem.pointer),
            index: None,
            line: None,
            column: None,
            seen: None,
            fixes: None,
            suggestions: Vec::new(),
        }
    }
}

/// Parameters of a problem as an object.
#[derive(Debug)]
pub struct Params<'a>(&'a Problem);

impl<'a> Params<'a> {
    pub fn of(problem: &'a Problem) -> Self {
        Self(problem)
    }
}

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.params.iter().map(|(name, value)| (name, ParameterValue(value))))
    }
}

/// Parameters of a problem as an object of texts.
#[derive(Debug)]
pub struct ParametersInWords<'a>(&'a Problem);

impl Serialize for ParametersInWords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = |value: &Param| value.text(Language::English);
        serializer.collect_map(self.0.params.iter().map(|(name, value)| (name, words(value))))
    }
}

struct ParameterValue<'a>(&'a Param);

#[derive(Serialize)]
struct DifferenceResponse<'a> {
    pointer: &'a str,
    stored: Option<&'a str>,
    sent: Option<&'a str>,
}

impl Serialize for ParameterValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Param::Text(text) => text.serialize(serializer),
            Param::Number(number) => number.serialize(serializer),
            Param::Decimal(number) => canonical(number).serialize(serializer),
            Param::Texts(texts) => texts.serialize(serializer),
            Param::OneOf(_) | Param::Phrase(..) => self.0.text(Language::English).serialize(serializer),
            Param::Numbers(numbers) => numbers.serialize(serializer),
            Param::Instant(instant) => instant.timestamp().serialize(serializer),
            Param::Day(day) => day.serialize(serializer),
            Param::Differences(differences) => {
                serializer.collect_seq(differences.iter().map(|difference| DifferenceResponse {
                    pointer: &difference.pointer,
                    stored: difference.stored.as_deref(),
                    sent: difference.sent.as_deref(),
                }))
            }
        }
    }
}
