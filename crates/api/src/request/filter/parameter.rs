//! Filters as query parameters.

use orderdock_app::Caller;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, ProblemCode};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::{Filter, FilterType};
use crate::request::json::typed;
use crate::request::query::{Parameters, day, described, find_data_source, instant};

impl<Input> Filter<Input> {
    /// Reads the query parameter and stores its value; notes invalid values.
    pub fn read_parameter(
        &self,
        parameters: &mut Parameters,
        caller: &Caller,
        reference: &Reference,
        input: &mut Input,
    ) {
        let name = self.name;
        match &self.value {
            FilterType::Text(set) => {
                if let Some(text) = parameters.text(name) {
                    set(input, text);
                }
            }
            FilterType::Day(set) => {
                if let Some(day) = parameters.one(name, Phrase::Day, day) {
                    set(input, day);
                }
            }
            FilterType::PeriodStart(set) => {
                if let Some(start) = parameters.one(name, Phrase::DayOrInstant, |text| instant(text, false)) {
                    set(input, start);
                }
            }
            FilterType::PeriodEnd(set) => {
                if let Some(end) = parameters.one(name, Phrase::DayOrInstant, |text| instant(text, true)) {
                    set(input, end);
                }
            }
            FilterType::Boolean(set) => {
                if let Some(value) = parameters.boolean(name) {
                    set(input, value);
                }
            }
            FilterType::Id(expected, set) => {
                if let Some(id) = parameters.one(name, *expected, |text| text.parse().ok()) {
                    set(input, id);
                }
            }
            FilterType::Candidates(set) => {
                let ids =
                    parameters.many(name, Phrase::AWholeNumber, |text| text.parse().ok().map(CandidateId));
                set(input, ids);
            }
            FilterType::Choice(words, set) => {
                let words = words();
                let expected = Param::one_of(words.iter().copied());
                if let Some(word) = parameters.one(name, expected, |text| find_word(&words, text)) {
                    set(input, word);
                }
            }
            FilterType::Choices(words, set) => {
                let words = words();
                let expected = Param::one_of(words.iter().copied());
                set(input, &parameters.many(name, expected, |text| find_word(&words, text)));
            }
            FilterType::Problem(set) => {
                if let Some(problem) = parameters.one(name, Phrase::ProblemCode, ProblemCode::parse) {
                    set(input, problem);
                }
            }
            FilterType::DataSource(set) => {
                let find = |text: &str| find_data_source(text, caller, reference);
                if let Some(source) = parameters.one(name, Phrase::ExistingDataSource, find) {
                    set(input, source);
                }
            }
        }
    }

    /// Returns the query parameter in the form of the OpenAPI document.
    pub fn parameter(&self) -> Parameter {
        described(self.name, ParameterIn::Query, self.parameter_schema(), self.description)
    }

    fn parameter_schema(&self) -> ObjectBuilder {
        let schema = match (&self.value, self.example) {
            (FilterType::Boolean(_), _) => typed(Type::Boolean, ""),
            (FilterType::Id(..), _) => typed(Type::Integer, ""),
            (FilterType::Choice(words, _), None) => typed(Type::String, "").enum_values(Some(words())),
            _ => typed(Type::String, ""),
        };
        match self.example {
            Some(example) => schema.examples([example]),
            None => schema,
        }
    }
}

/// Finds a text among the words of a choice.
pub(super) fn find_word(words: &[&'static str], text: &str) -> Option<&'static str> {
    words.iter().copied().find(|word| *word == text)
}
