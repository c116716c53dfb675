//! Words that stand inside a message, in both languages.
//!
//! A message names values, which are the same in every language, and says something about them, which is not. What
//! it says comes from here: no text of one language gets into a message of the other.

use crate::problem::{Language, Param};

macro_rules! phrases {
    ($($name:ident $english:literal $german:literal)*) => {
        /// Words inside a message. Numbers in braces stand for the values they are filled with.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Phrase {
            $(#[doc = $english] $name,)*
        }

        impl Phrase {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The words with their values still in braces.
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
    /// The words in English, which machines and documents read.
    pub const fn english(self) -> &'static str {
        self.template(Language::English)
    }

    /// The phrase with English words like these, as they are stored.
    pub fn parse(english: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|phrase| phrase.english() == english)
    }

    /// The phrase with its values.
    pub fn of<const N: usize>(self, values: [Param; N]) -> Param {
        Param::Phrase(self, values.into())
    }

    pub(crate) fn words(self, values: &[Param], language: Language) -> String {
        let mut words = self.template(language).to_owned();
        for (place, value) in values.iter().enumerate() {
            words = words.replace(&format!("{{{place}}}"), &value.words(language));
        }
        words
    }
}

impl From<Phrase> for Param {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Code;
    use std::collections::BTreeSet;

    #[test]
    fn english_words_lead_back_to_their_phrase() {
        for phrase in Phrase::ALL {
            assert_eq!(Phrase::parse(phrase.english()), Some(*phrase));
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
    fn german_words_are_german() {
        let english = ["a", "and", "be", "found", "has", "is", "it", "must", "no", "not", "of", "or", "the"];
        let templates = Phrase::ALL.iter().map(|phrase| phrase.template(Language::German));
        for template in templates.chain(Code::ALL.iter().map(|code| code.template(Language::German))) {
            // names of values in braces are no words
            let said = template.split(['{', '}']).step_by(2);
            let mut words = said.flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()));
            assert!(!words.any(|word| english.contains(&word)), "{template}");
        }
    }

    #[test]
    fn lists_of_choices_end_with_or() {
        let choice = Param::one_of(["all", "header", "row"]);
        assert_eq!(choice.words(Language::English), "all, header or row");
        assert_eq!(choice.words(Language::German), "all, header oder row");
        assert_eq!(Param::one_of(["all"]).words(Language::German), "all");
    }

    #[test]
    fn values_are_filled_in_and_said_in_the_same_language() {
        let named = Phrase::NamedRecord.of([Phrase::Partner.into(), "G0001".into()]);
        assert_eq!(named.words(Language::English), "business partner \"G0001\"");
        assert_eq!(named.words(Language::German), "Geschäftspartner „G0001“");
    }
}
