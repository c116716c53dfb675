//! Filters as JSON members of a selection.

use orderdock_app::{Caller, LARGEST_SELECTION};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, ProblemCode};
use orderdock_domain::text::Code;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, KnownFormat, SchemaFormat, Type};

use super::parameter::find_word;
use super::{Filter, FilterType};
use crate::request::candidate_request::RecordId;
use crate::request::json::{
    Anything, Described, JsonValue, ListOf, Property, Reader, TypedMember, ValueFault, one_of, typed,
};
use crate::request::query::{day, find_data_source, instant};

impl<Input> Filter<Input> {
    /// Reads the member and stores its value; notes invalid values.
    pub fn read_member(
        &self,
        reader: &mut Reader,
        slot: TypedMember<'_, Anything>,
        caller: &Caller,
        reference: &Reference,
        input: &mut Input,
    ) {
        match &self.value {
            FilterType::Text(set) => {
                if let Some(text) = reader.read(slot.being::<Code>()) {
                    set(input, text.into_string());
                }
            }
            FilterType::Day(set) => {
                if let Some(day) = parse(reader, slot, Phrase::Day, day) {
                    set(input, day);
                }
            }
            FilterType::PeriodStart(set) => {
                if let Some(start) = parse(reader, slot, Phrase::DayOrInstant, |text| instant(text, false)) {
                    set(input, start);
                }
            }
            FilterType::PeriodEnd(set) => {
                if let Some(end) = parse(reader, slot, Phrase::DayOrInstant, |text| instant(text, true)) {
                    set(input, end);
                }
            }
            FilterType::Boolean(set) => {
                if let Some(value) = reader.read(slot.being::<bool>()) {
                    set(input, value);
                }
            }
            FilterType::Id(_, set) => {
                if let Some(id) = reader.read(slot.being::<RecordId>()) {
                    set(input, id);
                }
            }
            FilterType::Candidates(set) => {
                if let Some(ids) = read_candidate_ids(reader, slot.being()) {
                    set(input, ids);
                }
            }
            FilterType::Choice(words, set) => {
                let words = words();
                let expected = Param::one_of(words.iter().copied());
                if let Some(word) = parse(reader, slot, expected, |text| find_word(&words, text)) {
                    set(input, word);
                }
            }
            FilterType::Choices(words, set) => set(input, &read_words(reader, slot, &words())),
            FilterType::Problem(set) => {
                if let Some(problem) = parse(reader, slot, Phrase::ProblemCode, ProblemCode::parse) {
                    set(input, problem);
                }
            }
            FilterType::DataSource(set) => {
                let find = |text: &str| find_data_source(text, caller, reference);
                if let Some(source) = parse(reader, slot, Phrase::ExistingDataSource, find) {
                    set(input, source);
                }
            }
        }
    }

    /// Returns the schema of the member.
    pub fn member_schema(&self) -> Property {
        let description = self.description;
        match &self.value {
            FilterType::Text(_)
            | FilterType::PeriodStart(_)
            | FilterType::PeriodEnd(_)
            | FilterType::Problem(_)
            | FilterType::DataSource(_) => Code::described(description),
            FilterType::Day(_) => {
                let date = SchemaFormat::KnownFormat(KnownFormat::Date);
                typed(Type::String, description).format(Some(date)).into()
            }
            FilterType::Boolean(_) => bool::described(description),
            FilterType::Id(..) => RecordId::described(description),
            FilterType::Candidates(_) => ListOf::<CandidateId>::described(description),
            FilterType::Choice(words, _) => one_of(description, words()),
            FilterType::Choices(words, _) => AnyOfBuilder::new()
                .item(typed(Type::String, ""))
                .item(ArrayBuilder::new().items(one_of("", words())))
                .description(Some(description))
                .into(),
        }
    }
}

/// Reads ids of candidates, at most [`LARGEST_SELECTION`]; `None` if the member is absent or no list.
pub fn read_candidate_ids(
    reader: &mut Reader,
    slot: TypedMember<'_, ListOf<CandidateId>>,
) -> Option<Vec<CandidateId>> {
    let ids: Vec<_> = reader.list(slot)?.into_iter().flatten().collect();
    if ids.len() > LARGEST_SELECTION {
        reader.fault(slot, ValueFault::too_many(ProblemCode::RecordsTooMany, ids.len(), LARGEST_SELECTION));
    }
    Some(ids)
}

/// Reads a text of at most 255 characters and parses it; notes a text that cannot be parsed with the expected value.
fn parse<T>(
    reader: &mut Reader,
    slot: TypedMember<'_, Anything>,
    expected: impl Into<Param>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    let text = reader.read(slot.being::<Code>())?;
    let parsed = parse(text.as_str());
    if parsed.is_none() {
        reader.fault(slot, ValueFault::invalid_parameter(slot.name, text.as_str(), expected));
    }
    parsed
}

/// Reads words from a text, separated by commas, or from a list of texts. Any other value is an unknown word.
fn read_words(
    reader: &mut Reader,
    slot: TypedMember<'_, Anything>,
    allowed: &[&'static str],
) -> Vec<&'static str> {
    let Some(node) = slot.given() else { return Vec::new() };
    let given: Option<Vec<&str>> = match &node.value {
        JsonValue::Text(text) => Some(text.split(',').map(str::trim).collect()),
        JsonValue::Array(nodes) => nodes
            .iter()
            .map(|node| match &node.value {
                JsonValue::Text(text) => Some(text.trim()),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let mut words = Vec::new();
    for text in given.unwrap_or_else(|| vec!["?"]) {
        if let Some(word) = find_word(allowed, text) {
            words.push(word);
        } else {
            let expected = Param::one_of(allowed.iter().copied());
            reader.fault(slot, ValueFault::invalid_parameter(slot.name, &node.value.seen(), expected));
        }
    }
    words
}
