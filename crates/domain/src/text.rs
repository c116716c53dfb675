//! Text of the domain: trimmed, normalised (NFC), without control characters, of limited length.

use std::borrow::{Borrow, Cow};
use std::fmt;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// A control character, or a line or paragraph separator, stands inside the text.
    #[error("the control character U+{code:04X} is not allowed")]
    ControlCharacter {
        /// Its code point.
        code: u32,
    },
    /// More characters than allowed remain after trimming.
    #[error("{seen} characters, at most {limit} are allowed")]
    TooLong {
        /// How many characters are allowed.
        limit: usize,
        /// How many there are.
        seen: usize,
    },
}

/// Trimmed and normalised text without control characters; `None` if nothing is left.
fn clean(text: &str, limit: usize) -> Result<Option<Cow<'_, str>>, TextFault> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    // nearly every code and name is plain ASCII: one look at its bytes settles everything
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return within(Cow::Borrowed(text), text.len(), limit);
    }
    if let Some(found) = text.chars().find(|c| breaks_text(*c)) {
        return Err(TextFault::ControlCharacter { code: u32::from(found) });
    }
    let text = match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(text.nfc().collect()),
    };
    let characters = text.chars().count();
    within(text, characters, limit)
}

fn within(text: Cow<'_, str>, characters: usize, limit: usize) -> Result<Option<Cow<'_, str>>, TextFault> {
    if characters > limit {
        return Err(TextFault::TooLong { limit, seen: characters });
    }
    Ok(Some(text))
}

/// Control characters (C0, DEL, C1), and the two separators that end a line without being one of them.
fn breaks_text(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

macro_rules! text_type {
    ($(#[$doc:meta])* $name:ident, $limit:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Box<str>);

        impl $name {
            /// Most characters it can hold.
            pub const LIMIT: usize = $limit;

            /// Trims, normalises and checks; blank text is `None`.
            pub fn parse(text: &str) -> Result<Option<Self>, TextFault> {
                Ok(clean(text, Self::LIMIT)?.map(|text| Self(text.into())))
            }

            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The text itself, owned.
            pub fn into_string(self) -> String {
                self.0.into()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, formatter)
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }
    };
}

text_type! {
    /// A code, key, reference or external id; compared exactly, case counts.
    Code, 255
}
text_type! {
    /// A name of a partner, contact, product, organisation …
    Name, 500
}
text_type! {
    /// Any other text: descriptions, addresses of web pages …
    Text, 4000
}

/// The form in which texts are compared regardless of case and spacing: lower case, NFC, runs of white space
/// collapsed to one space, none at the ends. Used for address keys and for searching.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        // letter by letter: the final sigma, which depends on its neighbours, must not tell two words apart
        folded.extend(word.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }));
    }
    match is_nfc_quick(folded.chars()) {
        IsNormalized::Yes => folded,
        IsNormalized::No | IsNormalized::Maybe => folded.nfc().collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Result<Option<String>, TextFault> {
        Code::parse(text).map(|code| code.map(Code::into_string))
    }

    #[test]
    fn trims_and_normalises() {
        let table = [
            ("G0001", Some("G0001")),
            ("  G0001\t\r\n", Some("G0001")),
            ("\u{00A0}\u{3000}G0001\u{2028}", Some("G0001")),
            ("a  b", Some("a  b")),
            ("Müller", Some("Müller")),
            ("Mu\u{0308}ller", Some("Müller")),
            ("\u{212B}", Some("Å")),
            ("x\u{0323}\u{0307}", Some("\u{1E8B}\u{0323}")),
            ("x\u{0307}\u{0323}", Some("\u{1E8B}\u{0323}")),
            ("\u{200F}שלום", Some("\u{200F}שלום")),
            ("日本", Some("日本")),
            ("", None),
            (" \n ", None),
            ("\u{2003}\u{0085}", None),
        ];
        for (given, expected) in table {
            assert_eq!(code(given), Ok(expected.map(str::to_owned)), "{given:?}");
        }
    }

    #[test]
    fn refuses_control_characters_inside() {
        for character in
            ['\0', '\u{1}', '\t', '\n', '\r', '\u{1B}', '\u{7F}', '\u{85}', '\u{9F}', '\u{2028}', '\u{2029}']
        {
            let expected = Err(TextFault::ControlCharacter { code: u32::from(character) });
            assert_eq!(code(&format!("a{character}b")), expected, "{character:?}");
            assert_eq!(code(&format!("ä{character}b")), expected, "{character:?}");
        }
    }

    #[test]
    fn counts_characters_after_trimming() {
        assert_eq!(code(&format!("  {}  ", "x".repeat(255))), Ok(Some("x".repeat(255))));
        assert_eq!(code(&"ü".repeat(255)), Ok(Some("ü".repeat(255))));
        assert_eq!(code(&"u\u{0308}".repeat(255)), Ok(Some("ü".repeat(255))));
        assert_eq!(code(&"x".repeat(256)), Err(TextFault::TooLong { limit: 255, seen: 256 }));
        assert_eq!(code(&"ü".repeat(256)), Err(TextFault::TooLong { limit: 255, seen: 256 }));
        assert!(Name::parse(&"x".repeat(500)).is_ok());
        assert_eq!(Name::parse(&"x".repeat(501)), Err(TextFault::TooLong { limit: 500, seen: 501 }));
        assert!(Text::parse(&"x".repeat(4000)).is_ok());
        assert_eq!(Text::parse(&"x".repeat(4001)), Err(TextFault::TooLong { limit: 4000, seen: 4001 }));
    }

    #[test]
    fn codes_compare_exactly() {
        assert_ne!(Code::parse("g0001"), Code::parse("G0001"));
        assert_eq!(Code::parse("Mu\u{0308}ller"), Code::parse("Müller"));
        assert!(Code::parse("G0001").unwrap().unwrap() == "G0001");
    }

    #[test]
    fn folds_case_and_spacing() {
        let table = [
            ("  Am  Nossbacher\tWeg 2 ", "am nossbacher weg 2"),
            ("KÖLN", "köln"),
            ("KO\u{0308}LN", "köln"),
            ("Straße", "straße"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("", ""),
            (" \u{00A0} ", ""),
        ];
        for (given, expected) in table {
            assert_eq!(fold(given), expected, "{given:?}");
        }
    }

    proptest! {
        #[test]
        fn parsing_again_changes_nothing(text in "\\PC{0,60}") {
            if let Ok(Some(parsed)) = Text::parse(&text) {
                prop_assert_eq!(Text::parse(parsed.as_str()), Ok(Some(parsed.clone())));
            }
        }

        #[test]
        fn folding_again_changes_nothing(text in "\\PC{0,60}|[ a-zA-ZäöüÄÖÜßİςΣ\u{308}\u{323}]{0,30}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }
    }
}
