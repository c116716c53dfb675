//! Problem codes with HTTP status, English and German messages, and problems with a location and parameters.
//!
//! Documentation, OpenAPI and error responses are generated from the list of codes. Names in `{braces}` are parameters.

use std::borrow::Cow;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

pub use crate::language::Language;
use crate::phrase::filled;
pub use crate::phrase::{Difference, Param};

macro_rules! problems {
    ($($name:ident $code:literal $status:literal $title:literal $english:literal $german:literal)*) => {
        /// Code of a problem: `<thing>.<fault>`, with the JSON name of the thing.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum ProblemCode {
            $(#[doc = $english] #[serde(rename = $code)] $name,)*
        }

        impl ProblemCode {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Returns the HTTP status of a request that fails only because of this problem.
            pub fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            /// Returns a short English phrase for the kind of problem.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// Returns the message with its placeholders.
            pub fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::English) => $english,
                      (Self::$name, Language::German) => $german,)*
                }
            }
        }
    };
}

include!("stored_problem_list.rs");
include!("problem_list.rs");

impl std::fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl ProblemCode {
    /// Returns the message without parameter values; an ellipsis replaces each parameter.
    pub fn summary(self, language: Language) -> String {
        filled(self.template(language), |_| Some("…"))
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

/// Error, stored problem or warning with its location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    pub code: ProblemCode,
    pub params: Vec<(Cow<'static, str>, Param)>,
    /// JSON Pointer relative to the row; empty for the row itself.
    pub pointer: Cow<'static, str>,
}

impl Problem {
    pub fn new(code: ProblemCode, pointer: impl Into<Cow<'static, str>>) -> Self {
        Self { code, pointer: pointer.into(), params: Vec::new() }
    }

    /// Creates the problem of a record that does not exist or that the caller cannot see.
    pub fn not_found(code: ProblemCode, id: &(impl std::fmt::Display + ?Sized)) -> Self {
        Self::new(code, "").with("id", id.to_string())
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((Cow::Borrowed(name), value.into()));
        self
    }

    /// Returns the key by which candidates with the same cause are grouped: text parameters that do not differ between
    /// rows, and the date if fixes depend on it. `-` if there are no such parameters.
    pub fn cause(&self) -> String {
        let texts = self.params.iter().filter_map(|(name, value)| match value {
            Param::Text(text) if !ROW_PARAMS.contains(&name.as_ref()) => Some(text.clone()),
            Param::Day(day) if CODES_WITH_DATE.contains(&self.code) => Some(day.to_string()),
            _ => None,
        });
        let cause: String = texts.collect::<Vec<_>>().join("|").chars().take(MAX_CAUSE_LENGTH).collect();
        match cause.trim_end_matches(' ') {
            "" => "-".to_owned(),
            cause => cause.to_owned(),
        }
    }

    /// Returns the message with its parameters.
    pub fn message(&self, language: Language) -> String {
        debug_assert!(self.is_complete(), "{self:?}");
        filled(self.code.template(language), |name| Some(self.value(name)?.text(language)))
    }

    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|(given, _)| given == name).map(|(_, value)| value)
    }

    /// Returns a parameter for display. Decimals are stored as text and converted here.
    pub(crate) fn value(&self, name: &str) -> Option<Param> {
        let given = self.param(name)?;
        let is_decimal = matches!(
            (self.code, name),
            (_, "price" | "rounded" | "qty")
                | (ProblemCode::PriceChanged, "stored")
                | (ProblemCode::QtyNotPositive, "seen")
        );
        match given {
            Param::Text(text) if is_decimal => {
                Some(Decimal::from_str_exact(text).map_or_else(|_| given.clone(), Param::Decimal))
            }
            _ => Some(given.clone()),
        }
    }

    /// Returns whether the message has all of its parameters, and its language-specific parameters are phrases.
    fn is_complete(&self) -> bool {
        let names = self.code.template(Language::English).split('{').skip(1);
        names.filter_map(|rest| rest.split_once('}')).all(|(name, _)| {
            self.param(name)
                .is_some_and(|given| !(matches!(given, Param::Text(_)) && PHRASE_PARAMS.contains(&name)))
        })
    }
}

/// Problems whose fixes depend on the date in their parameters.
const CODES_WITH_DATE: [ProblemCode; 2] = [ProblemCode::PricelistNoVersion, ProblemCode::TaxNone];
/// Parameters that are not part of the cause, because they differ between rows.
const ROW_PARAMS: [&str; 3] = ["seen", "price", "rounded"];
/// Maximum length of a cause in characters.
const MAX_CAUSE_LENGTH: usize = 255;

/// Parameters that must be phrases, because their text depends on the language.
const PHRASE_PARAMS: [&str; 5] = ["expected", "found", "action", "kind", "level"];

/// Formats a JSON Pointer for display: `/requests/3/qty` becomes `requests[3].qty`.
pub fn list_path(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        if step.bytes().all(|byte| byte.is_ascii_digit()) && !step.is_empty() {
            path.extend(["[", step, "]"]);
            continue;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&step.replace("~1", "/").replace("~0", "~"));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::Date;
    use std::collections::BTreeSet;

    #[test]
    fn problem_codes_are_unique_and_have_two_parts() {
        let codes: BTreeSet<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(codes.len(), ProblemCode::ALL.len());
        assert!(codes.iter().all(|code| code.split('.').count() == 2), "{codes:?}");
    }

    #[test]
    fn titles_are_short_phrases() {
        for code in ProblemCode::ALL {
            let title = code.title();
            assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{title}");
            assert!(title.chars().count() <= 40 && !title.contains(':'), "{title}");
        }
    }

    #[test]
    fn cause_omits_row_specific_parameters() {
        let day: Date = "2030-01-15".parse().unwrap();
        let none = Problem::new(ProblemCode::PriceNone, "/price").with("list", "DE-EUR").with("date", day);
        for (problem, cause) in [
            (none.clone().with("product", "A|1"), "DE-EUR|A|1".to_owned()),
            (none, "DE-EUR".to_owned()),
            (
                Problem::new(ProblemCode::PricelistNoVersion, "").with("list", "DE-EUR").with("date", day),
                "DE-EUR|2030-01-15".to_owned(),
            ),
            (Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", "-2"), "-".to_owned()),
            (Problem::new(ProblemCode::LocationNone, ""), "-".to_owned()),
            (Problem::new(ProblemCode::TaxNone, "").with("category", "ü".repeat(300)), "ü".repeat(255)),
        ] {
            assert_eq!(problem.cause(), cause);
        }
    }

    #[test]
    fn message_formats_decimals_in_its_language() {
        let rounded = Problem::new(ProblemCode::PriceRounded, "/price");
        let rounded = rounded.with("price", "17.991").with("rounded", "17.99").with("list", "A-1.5");
        let messages = Language::ALL.map(|language| rounded.message(language));
        assert!(messages[0].starts_with("The price 17.991 was rounded to 17.99 because"), "{messages:?}");
        assert!(messages[1].starts_with("Der Preis 17,991 wurde auf 17,99 gerundet,"), "{messages:?}");
        assert!(messages.iter().all(|message| message.contains("A-1.5")), "{messages:?}");
    }

    #[test]
    fn json_pointer_becomes_list_path() {
        for (pointer, path) in [
            ("", ""),
            ("/qty", "qty"),
            ("/requests/3/bpartner/location/postal", "requests[3].bpartner.location.postal"),
            ("/requests/12", "requests[12]"),
            ("/a~1b/~0", "a/b.~"),
        ] {
            assert_eq!(list_path(pointer), path);
        }
    }

    #[test]
    fn summary_has_no_placeholders() {
        let english = ProblemCode::TextTooLong.summary(Language::English);
        assert_eq!(english, "The text has … characters. The maximum is ….");
        for code in ProblemCode::ALL {
            for language in [Language::English, Language::German] {
                assert!(!code.summary(language).contains(['{', '}']), "{code}");
            }
        }
    }

    #[test]
    fn both_languages_use_the_same_parameters() {
        let names = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|part| part.split('}').next()).map(str::to_owned).collect()
        };
        for code in ProblemCode::ALL {
            let (english, german) = (code.template(Language::English), code.template(Language::German));
            assert_eq!(names(english), names(german), "{}", code.as_str());
            assert!(!english.is_empty() && !german.is_empty());
        }
    }
}
