//! Localised phrases and values inside messages.
//!
//! Values are the same in every language, phrases differ. Language-specific parts of a message parameter must be phrases,
//! so that a message does not mix languages.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::cast;
use crate::language::Language;

macro_rules! phrases {
    ($($name:ident $english:literal $german:literal)*) => {
        /// Localised part of a message. Numbers in braces are placeholders of values.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Phrase {
            $(#[doc = $english] $name,)*
        }

        impl Phrase {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the text with its placeholders.
            pub const fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::English) => $english,
                      (Self::$name, Language::German) => $german,)*
                }
            }
        }
    };
}

include!("phrase_list.rs");

impl Phrase {
    /// Returns the English text, which is used for machines and documentation.
    pub const fn english(self) -> &'static str {
        self.template(Language::English)
    }

    /// Returns the phrase with this English text, either as stored or as displayed.
    pub fn parse(english: &str) -> Option<Self> {
        let same = |phrase: &Self| phrase.english().chars().map(straight).eq(english.chars().map(straight));
        Self::ALL.iter().copied().find(same)
    }

    /// Returns the English text with straight quotation marks, as older versions store and read it.
    fn stored(self) -> String {
        self.english().chars().map(straight).collect()
    }

    /// Formats the English sentence with its values, as it is stored.
    pub fn format_stored(self, values: &[&str]) -> String {
        filled(self.english(), |place| values.get(place.parse::<usize>().ok()?))
    }

    /// Translates a stored English sentence. Any other text is returned unchanged.
    pub fn translate_stored(language: Language, sentence: &str) -> String {
        let Some((phrase, values)) = Self::parse_stored(sentence) else { return sentence.to_owned() };
        filled(phrase.template(language), |place| {
            let value = *values.get(place.parse::<usize>().ok()?)?;
            Some(Self::parse(value).map_or(value, |phrase| phrase.template(language)))
        })
    }

    /// Returns whether the text is a sentence that can be translated.
    pub fn is_kept(sentence: &str) -> bool {
        Self::parse_stored(sentence).is_some()
    }

    fn parse_stored(sentence: &str) -> Option<(Self, Vec<&str>)> {
        Self::STORED_SENTENCES
            .iter()
            .find_map(|phrase| Some((*phrase, values_of(phrase.english(), sentence)?)))
    }

    /// Sentences that are stored in English with their values.
    const STORED_SENTENCES: &'static [Self] = &[
        Self::ResponseTimeout,
        Self::ConnectionRefused,
        Self::NoConnection,
        Self::HostNotFound,
        Self::ResponseInterrupted,
        Self::NotTrusted,
        Self::NotCalled,
        Self::NotCalledName,
        Self::CallsNobody,
        Self::NoMailServer,
        Self::NoMailAddress,
        Self::MailServerSilent,
        Self::MailServerSlow,
        Self::MailServerUnreachable,
        Self::MailServerNotTrusted,
        Self::MailServerNotUnderstood,
        Self::NoStarttls,
        Self::LoginRejected,
        Self::MailRejected,
        Self::NoSuchWebhook,
        Self::WebhookOfAnother,
    ];

    /// Returns a parameter of the phrase with its values.
    pub fn of<const N: usize>(self, values: [Param; N]) -> Param {
        Param::Phrase(self, values.into())
    }

    pub(crate) fn text(self, values: &[Param], language: Language) -> String {
        fill_with_params(self.template(language), values, language)
    }
}

/// Replaces a typographic quotation mark of English texts by a straight one.
const fn straight(letter: char) -> char {
    if matches!(letter, '“' | '”') { '"' } else { letter }
}

fn fill_with_params(template: &str, values: &[Param], language: Language) -> String {
    filled(template, |place| Some(values.get(place.parse::<usize>().ok()?)?.text(language)))
}

/// Replaces the placeholders of a template; placeholders without a value stay unchanged.
pub(crate) fn filled<V: AsRef<str>>(template: &str, value: impl Fn(&str) -> Option<V>) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        match value(name) {
            Some(value) => text.push_str(value.as_ref()),
            None => text.extend(["{", name, "}"]),
        }
        rest = after;
    }
    text + rest
}

/// Value of a message parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredParam", into = "StoredParam")]
pub enum Param {
    Text(String),
    Number(i64),
    /// Formatted with the decimal separator of the language.
    Decimal(Decimal),
    Texts(Vec<String>),
    /// Alternatives, formatted as `all, header or row`.
    OneOf(Vec<String>),
    /// Phrase in the language of the message, with its values.
    Phrase(Phrase, Vec<Param>),
    Numbers(Vec<i64>),
    /// Formatted as a minute in its time zone.
    Instant(Zoned),
    /// Formatted in the date format of the language.
    Day(Date),
    Differences(Vec<Difference>),
}

/// Stored form of a parameter: a text (also for decimals), a number, or an object with the name of the kind and a list.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredParam {
    Texts(Vec<String>),
    OneOf(Vec<String>),
    /// English text of the phrase, followed by its values.
    Phrase(Vec<Param>),
    Numbers(Vec<i64>),
    Instant([Zoned; 1]),
    Day([Date; 1]),
    /// Pointer, stored value and sent value of each difference.
    Differences(Vec<(String, Option<String>, Option<String>)>),
    #[serde(untagged)]
    Text(String),
    #[serde(untagged)]
    Number(i64),
}

/// Member whose stored value differs from the sent one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// JSON Pointer, relative to the candidate.
    pub pointer: String,
    pub stored: Option<String>,
    pub sent: Option<String>,
}

macro_rules! params {
    ($($type:ty, $value:ident => $param:expr;)*) => {$(
        impl From<$type> for Param {
            fn from($value: $type) -> Self {
                $param
            }
        }
    )*};
}

params! {
    &str, text => Self::Text(text.to_owned());
    String, text => Self::Text(text);
    i32, number => Self::Number(number.into());
    i64, number => Self::Number(number);
    usize, count => Self::Number(cast(count));
    Decimal, number => Self::Decimal(number);
    Phrase, phrase => Self::Phrase(phrase, Vec::new());
    Zoned, instant => Self::Instant(instant);
    Timestamp, instant => Self::Instant(instant.to_zoned(TimeZone::UTC));
    Date, day => Self::Day(day);
}

impl From<Param> for StoredParam {
    fn from(param: Param) -> Self {
        match param {
            Param::Text(text) => Self::Text(text),
            Param::Number(number) => Self::Number(number),
            Param::Decimal(number) => Self::Text(number.normalize().to_string()),
            Param::Texts(texts) => Self::Texts(texts),
            Param::OneOf(words) => Self::OneOf(words),
            Param::Phrase(phrase, mut values) => {
                values.insert(0, phrase.stored().into());
                Self::Phrase(values)
            }
            Param::Numbers(numbers) => Self::Numbers(numbers),
            Param::Instant(instant) => Self::Instant([instant]),
            Param::Day(day) => Self::Day([day]),
            Param::Differences(differences) => Self::Differences(
                differences.into_iter().map(|one| (one.pointer, one.stored, one.sent)).collect(),
            ),
        }
    }
}

/// Restores a parameter. A phrase of an earlier version that no longer exists becomes a text.
impl TryFrom<StoredParam> for Param {
    type Error = &'static str;

    fn try_from(stored: StoredParam) -> Result<Self, Self::Error> {
        Ok(match stored {
            StoredParam::Text(text) => Self::Text(text),
            StoredParam::Number(number) => Self::Number(number),
            StoredParam::Texts(texts) => Self::Texts(texts),
            StoredParam::OneOf(words) => Self::OneOf(words),
            StoredParam::Phrase(mut list) => {
                let values = list.split_off(list.len().min(1));
                let Some(Self::Text(words)) = list.pop() else { return Err("a phrase without words") };
                match Phrase::parse(&words) {
                    Some(phrase) => Self::Phrase(phrase, values),
                    None => Self::Text(fill_with_params(&words, &values, Language::English)),
                }
            }
            StoredParam::Numbers(numbers) => Self::Numbers(numbers),
            StoredParam::Instant([instant]) => Self::Instant(instant),
            StoredParam::Day([day]) => Self::Day(day),
            StoredParam::Differences(list) => Self::Differences(
                list.into_iter()
                    .map(|(pointer, stored, sent)| Difference { pointer, stored, sent })
                    .collect(),
            ),
        })
    }
}

impl Param {
    pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Texts(texts.into_iter().map(str::to_owned).collect())
    }

    pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        Self::OneOf(words.into_iter().map(str::to_owned).collect())
    }

    /// Formats the value for a message.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Decimal(number) => language.decimal(number.normalize().to_string()),
            Self::Texts(texts) => texts.join(", "),
            Self::OneOf(words) => choice(words, language),
            Self::Phrase(phrase, values) => phrase.text(values, language),
            Self::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Self::Instant(instant) => minute(instant, language),
            Self::Day(day) => written(*day, language),
            Self::Differences(differences) => {
                differences.iter().map(|one| one.pointer.as_str()).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// Formats `a, b or c`.
fn choice(words: &[String], language: Language) -> String {
    let or = match language {
        Language::English => " or ",
        Language::German => " oder ",
    };
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{or}{last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Formats `13:05 on 20 November 2026 (Europe/Berlin)`.
fn minute(instant: &Zoned, language: Language) -> String {
    let form = match language {
        Language::English => "%-H:%M on %-d %B %Y (%Q)",
        Language::German => "%d.%m.%Y um %H:%M Uhr (%Q)",
    };
    instant.strftime(form).to_string()
}

/// Formats `15 January 2030`, in German `15.01.2030`.
fn written(day: Date, language: Language) -> String {
    match language {
        Language::English => day.strftime("%-d %B %Y").to_string(),
        Language::German => day.strftime("%d.%m.%Y").to_string(),
    }
}

/// Returns the text before the next placeholder of a template, its number, and the text after it.
fn next_value(template: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    Some((before, place.parse().ok()?, after))
}

/// Returns the values with which a template results in this text; `None` if there are none. Earlier values are as short
/// as possible.
fn values_of<'t>(template: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let Some((before, _, after)) = next_value(template) else { return (template == text).then(Vec::new) };
    let text = text.strip_prefix(before)?;
    let between = next_value(after).map_or(after, |(between, ..)| between);
    if after == between {
        return Some(vec![text.strip_suffix(between)?]);
    }
    let (value, _) = text.split_once(between)?;
    let rest = values_of(after, text.get(value.len()..)?)?;
    Some([vec![value], rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemCode;
    use std::collections::BTreeSet;

    #[test]
    fn english_text_parses_to_its_phrase() {
        for phrase in Phrase::ALL {
            assert_eq!(Phrase::parse(phrase.english()), Some(*phrase));
            assert_eq!(Phrase::parse(&phrase.stored()), Some(*phrase));
        }
    }

    #[test]
    fn both_languages_name_the_same_values() {
        let places = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|part| part.split('}').next()).map(str::to_owned).collect()
        };
        for phrase in Phrase::ALL {
            let [english, german] = [Language::English, Language::German].map(|it| phrase.template(it));
            assert_eq!(places(english), places(german), "{english}");
            assert!(!english.is_empty() && !german.is_empty());
        }
    }

    #[test]
    fn stored_english_text_is_translated_to_german() {
        let german = |sentence: &str| Phrase::translate_stored(Language::German, sentence);
        for phrase in Phrase::STORED_SENTENCES {
            let values = ["mail.example:25", "30"];
            let sentence = phrase.format_stored(&values);
            let translated =
                phrase.template(Language::German).replace("{0}", values[0]).replace("{1}", values[1]);
            assert_eq!(german(&sentence), translated);
            assert_eq!(Phrase::translate_stored(Language::English, &sentence), sentence);
        }
        let inner = Phrase::NotCalled.format_stored(&[Phrase::PrivateAddress.english()]);
        assert_eq!(german(&inner), "Aufruf blockiert: eine private Netzwerkadresse");
        let translated = Phrase::LoginRejected.format_stored(&["h:25", "535 refused the login: {0} no"]);
        assert_eq!(german(&translated), "h:25 hat die Anmeldung abgelehnt: 535 refused the login: {0} no");
        for others in ["", "550 nobody", "no whole answer", "timeout: no complete response!"] {
            assert_eq!(german(others), others);
        }
    }

    #[test]
    fn german_templates_contain_no_english_words() {
        let english = ["a", "and", "be", "found", "has", "is", "it", "must", "no", "not", "of", "or", "the"];
        let templates = Phrase::ALL.iter().map(|phrase| phrase.template(Language::German));
        for template in templates.chain(ProblemCode::ALL.iter().map(|code| code.template(Language::German))) {
            // names of placeholders are not words
            let texts = template.split(['{', '}']).step_by(2);
            let mut words = texts.flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()));
            assert!(!words.any(|word| english.contains(&word)), "{template}");
        }
    }

    #[test]
    fn instant_is_formatted_by_language() {
        let instant: Timestamp = "2026-03-09T08:05:59.123456789Z".parse().unwrap();
        let there = instant.to_zoned(TimeZone::get("Europe/Berlin").unwrap());
        for (instant, english, german) in [
            (
                Param::from(there),
                "9:05 on 9 March 2026 (Europe/Berlin)",
                "09.03.2026 um 09:05 Uhr (Europe/Berlin)",
            ),
            (Param::from(instant), "8:05 on 9 March 2026 (UTC)", "09.03.2026 um 08:05 Uhr (UTC)"),
        ] {
            assert_eq!(instant.text(Language::English), english);
            assert_eq!(instant.text(Language::German), german);
        }
    }

    #[test]
    fn decimal_separator_follows_the_language() {
        let price = Param::from(Decimal::new(-12_500, 3));
        assert_eq!(Language::ALL.map(|language| price.text(language)), ["-12.5", "-12,5"]);
    }

    #[test]
    fn lists_of_choices_end_with_or() {
        let choice = Param::one_of(["all", "header", "row"]);
        assert_eq!(choice.text(Language::English), "all, header or row");
        assert_eq!(choice.text(Language::German), "all, header oder row");
        assert_eq!(Param::one_of(["all"]).text(Language::German), "all");
    }

    #[test]
    fn nested_phrase_is_translated_with_its_parent() {
        let named = Phrase::NamedRecord.of([Phrase::Partner.into(), "G0001".into()]);
        assert_eq!(named.text(Language::English), "business partner “G0001”");
        assert_eq!(named.text(Language::German), "Geschäftspartner „G0001“");
    }
}
