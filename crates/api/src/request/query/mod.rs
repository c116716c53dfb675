//! Reads query parameters: each operation accepts a closed set.

mod exports;
mod groups;
mod import_drafts;
mod parameter;
mod rejected_rows;
mod unknown;
mod values;

use axum::http::Uri;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};
use orderdock_domain::text;

use crate::http::error::ApiError;
pub use exports::*;
pub use groups::*;
pub use import_drafts::*;
pub use parameter::{KnownParameters, ParameterType, RequestParameter, described};
pub use rejected_rows::*;
pub use values::{choice, data_source, day, find_data_source, instant};

const DRY_RUN: &str = "dryRun";

/// Query parameters of a request.
#[derive(Debug)]
pub struct Parameters {
    pairs: Vec<(String, String)>,
    faults: Vec<Problem>,
    warnings: Vec<Problem>,
}

/// Whether a request is a dry run. Does not require valid parameters.
pub fn is_dry_run(uri: &Uri) -> bool {
    Parameters::of::<DryRun>(uri).flag(DRY_RUN)
}

impl Parameters {
    /// Reads the parameters of the groups of an operation.
    pub fn of<K: KnownParameters>(uri: &Uri) -> Self {
        Self::read(uri, &K::names())
    }

    /// Reads the parameters of a metasfresh endpoint. Unknown parameters are warnings, unless they are
    /// probably misspelled or could contain credentials.
    pub fn lenient<K: KnownParameters>(uri: &Uri, strict: bool) -> Self {
        let known = K::names();
        let mut parameters = Self::read(uri, &known);
        if !strict {
            let is_harmless = |fault: &mut Problem| matches!(fault.param("name"), Some(Param::Text(name)) if unknown::is_harmless(name, &known));
            parameters.warnings = parameters.faults.extract_if(.., is_harmless).collect();
        }
        parameters
    }

    /// Returns the warnings about unknown parameters.
    pub fn take_warnings(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.warnings)
    }

    /// Reports unknown parameters.
    pub fn read(uri: &Uri, known: &[&str]) -> Self {
        let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
        let pairs = pairs.map(|query| query.0).unwrap_or_default();
        let strangers = pairs.iter().filter(|(name, _)| !known.contains(&name.as_str()));
        let names = match known {
            [] => Phrase::NoParameter.into(),
            known => Param::Texts(known.iter().map(|name| (*name).to_owned()).collect()),
        };
        let faults = strangers.map(|(name, _)| {
            Problem::new(ProblemCode::QueryUnknown, "")
                .with("name", name.clone())
                .with("known", names.clone())
        });
        let faults = faults.collect();
        Self { pairs, faults, warnings: Vec::new() }
    }

    /// Returns the value of a parameter that can occur once. Blank values are absent. `expected` is part of
    /// the error.
    pub fn one<T>(
        &mut self,
        name: &str,
        expected: impl Into<Param>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let values = self.values(name);
        match values.as_slice() {
            [] => None,
            [value] => {
                let parsed = parse(value);
                if parsed.is_none() {
                    self.wrong(name, value, expected);
                }
                parsed
            }
            more => {
                self.wrong(name, &more.join(", "), Phrase::OneValue);
                None
            }
        }
    }

    /// Returns a text, normalised like stored texts.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.one(name, Phrase::TextUpTo.of([255.into()]), |text| {
            text::Code::parse(text).ok().flatten().map(text::Code::into_string)
        })
    }

    /// Returns a boolean; false if absent.
    pub fn flag(&mut self, name: &str) -> bool {
        self.boolean(name).unwrap_or(false)
    }

    /// Returns a boolean, if present.
    pub fn boolean(&mut self, name: &str) -> Option<bool> {
        self.one(name, Phrase::TrueOrFalse, |text| text.parse().ok())
    }

    /// Returns the values of a parameter that can be repeated or contain values separated by commas.
    pub fn many<T>(
        &mut self,
        name: &str,
        expected: impl Into<Param>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let expected = expected.into();
        let values = self.values(name);
        let mut parsed = Vec::new();
        for value in values.iter().flat_map(|value| value.split(',')).map(str::trim) {
            match parse(value) {
                Some(value) => parsed.push(value),
                None => self.wrong(name, value, expected.clone()),
            }
        }
        parsed
    }

    /// Reports an invalid value.
    pub fn wrong(&mut self, name: &str, value: &str, expected: impl Into<Param>) {
        let fault = Problem::new(ProblemCode::QueryInvalid, "").with("name", name).with("value", value);
        self.faults.push(fault.with("expected", expected));
    }

    /// Reports two parameters that exclude each other.
    pub fn conflict(&mut self, name: &str, other: &str) {
        let fault = Problem::new(ProblemCode::PropertyConflict, "");
        self.faults.push(fault.with("name", name).with("other", other));
    }

    /// Returns an error with all problems, if any.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        Err(ApiError::of(self.faults.into_iter().map(Into::into).collect()))
    }

    fn values(&self, name: &str) -> Vec<String> {
        let named = self.pairs.iter().filter(|(given, value)| given == name && !value.trim().is_empty());
        named.map(|(_, value)| value.trim().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Parameters {
        Parameters::read(&format!("/x?{query}").parse().unwrap(), &["dryRun", "status", "q"])
    }

    fn codes(parameters: Parameters) -> Vec<&'static str> {
        let rejected = parameters.finish().err();
        rejected
            .map(|error| error.errors.iter().map(|e| e.problem.code.as_str()).collect())
            .unwrap_or_default()
    }

    #[test]
    fn unknown_parameters_are_reported_together() {
        let parameters = read("dryrun=true&dryRun=true&token=x");
        assert_eq!(codes(parameters), ["query.unknown", "query.unknown"]);
    }

    #[test]
    fn unknown_parameters_of_the_original_interface_are_warnings() {
        let uri: Uri = "/x?shop=1&dry_run=true&Tags=a&tokn=1".parse().unwrap();
        let mut parameters = Parameters::lenient::<(DryRun, AttachmentParameters)>(&uri, false);
        let warned: Vec<_> = parameters.take_warnings().iter().map(|one| one.code.as_str()).collect();
        assert_eq!(warned, ["query.unknown", "query.unknown"], "shop and tokn");
        assert_eq!(codes(parameters), ["query.unknown", "query.unknown"], "dry_run and Tags");
        let mut strict = Parameters::lenient::<DryRun>(&uri, true);
        assert!(strict.take_warnings().is_empty());
        assert_eq!(codes(strict).len(), 4);
    }

    #[test]
    fn flag_other_than_true_or_false_is_rejected() {
        for (query, value, fault) in [
            ("dryRun=true", true, None),
            ("dryRun=false", false, None),
            ("", false, None),
            ("dryRun=", false, None),
            ("dryRun=1", false, Some("query.invalid")),
            ("dryRun=True", false, Some("query.invalid")),
            ("dryRun=true&dryRun=false", false, Some("query.invalid")),
        ] {
            let mut parameters = read(query);
            assert_eq!(parameters.flag("dryRun"), value, "{query}");
            assert_eq!(codes(parameters), fault.into_iter().collect::<Vec<_>>(), "{query}");
        }
    }

    #[test]
    fn lists_are_read_repeated_or_separated() {
        let mut parameters = read("status=new&status=error,%20inactive&q=M%C3%BCller+%26+Co");
        let words = parameters.many("status", Phrase::AWord, |word| Some(word.to_owned()));
        assert_eq!(words, ["new", "error", "inactive"]);
        assert_eq!(parameters.text("q").as_deref(), Some("Müller & Co"));
        assert!(parameters.finish().is_ok());
    }
}
