//! Text types of the domain: trimmed, NFC-normalised, limited in length, without control characters. Codes also have no
//! invisible characters, and no text changes its direction.

mod fold;
mod gtin;
mod similar;

pub use fold::{duplicate_key, duplicate_keys, fold, folded_spellings, legacy_fold, stored_keys};
pub use gtin::gtin;
pub use similar::{name_differs, name_similarity, value_differs};

use std::borrow::{Borrow, Cow};
use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::problem::{Problem, ProblemCode};

/// Reason why a text is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// The text contains a control character, or a line or paragraph separator.
    #[error("the control character U+{code:04X} is not allowed")]
    ControlCharacter {
        /// Code point of the character.
        code: u32,
    },
    /// A code contains an invisible character, or a name one that changes the text direction.
    #[error("the invisible character U+{code:04X} at position {place} is not allowed")]
    HiddenCharacter {
        /// Code point of the character.
        code: u32,
        /// Position of the character in the text, from 1.
        place: usize,
    },
    /// The trimmed text has too many characters.
    #[error("{seen} characters, at most {limit} are allowed")]
    TooLong {
        /// Maximum number of characters.
        limit: usize,
        /// Actual number of characters.
        seen: usize,
    },
}

impl TextFault {
    /// Returns the problem at a JSON Pointer.
    pub fn problem(self, pointer: impl Into<Cow<'static, str>>) -> Problem {
        let at = |code| Problem::new(code, pointer);
        match self {
            Self::ControlCharacter { code } => {
                at(ProblemCode::TextControlCharacter).with("character", format!("U+{code:04X}"))
            }
            Self::HiddenCharacter { code, place } => at(ProblemCode::TextHiddenCharacter)
                .with("character", format!("U+{code:04X}"))
                .with("place", place),
            Self::TooLong { limit, seen } => {
                at(ProblemCode::TextTooLong).with("limit", limit).with("seen", seen)
            }
        }
    }
}

/// Error of a stored text that is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text is blank")]
pub struct BlankText;

/// Kind of text, which determines the allowed characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextKind {
    /// No invisible characters, so that different codes look different.
    Code,
    /// No characters that change the text direction. Joiners and marks are allowed, because languages need them.
    Name,
    /// Like a name, with line breaks and tabs.
    Lines,
}

/// Line breaks and tabs that senders use: tab, line feed, carriage return, line and paragraph separator.
const LINE_BREAKS: [char; 5] = ['\t', '\n', '\r', '\u{2028}', '\u{2029}'];

/// Returns whether a trimmed text contains a line break or a tab.
pub fn has_line_break(text: &str) -> bool {
    text.trim().contains(LINE_BREAKS)
}

/// Returns whether a character is white space. Control characters other than line breaks and tabs are not.
fn is_space(character: char) -> bool {
    LINE_BREAKS.contains(&character) || (character.is_whitespace() && !character.is_control())
}

/// Joins the lines of a text: each run of white space with a line break or a tab becomes one space.
pub fn joined_lines(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if !trimmed.contains(LINE_BREAKS) {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(trimmed.len());
    let mut rest = trimmed;
    while let Some(start) = rest.find(is_space) {
        let (word, spaced) = rest.split_at(start);
        let after = spaced.trim_start_matches(is_space);
        let space = &spaced[..spaced.len() - after.len()];
        joined.push_str(word);
        joined.push_str(if space.contains(LINE_BREAKS) { " " } else { space });
        rest = after;
    }
    joined.push_str(rest);
    Cow::Owned(joined)
}

/// Trims, validates and normalises a text; `None` if it is blank.
fn clean(text: &str, limit: usize, kind: TextKind) -> Result<Option<Cow<'_, str>>, TextFault> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(None);
    }
    // fast path: nearly all codes and names are printable ASCII
    if trimmed.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return within(Cow::Borrowed(trimmed), trimmed.len(), limit);
    }
    let lines = kind.lines(trimmed);
    let trimmed = &*lines;
    for (index, character) in text.chars().enumerate() {
        let code = u32::from(character);
        if kind.hides(character) {
            return Err(TextFault::HiddenCharacter { code, place: index + 1 });
        }
    }
    if let Some(found) = trimmed.chars().find(|character| kind.breaks(*character)) {
        return Err(TextFault::ControlCharacter { code: u32::from(found) });
    }
    let spaced = match plain_spaces(trimmed) {
        Cow::Borrowed(_) => lines,
        Cow::Owned(spaced) => Cow::Owned(spaced),
    };
    let text = match is_nfc_quick(spaced.chars()) {
        IsNormalized::Yes => spaced,
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(spaced.nfc().collect()),
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

/// Returns whether a character is a Unicode space separator (Zs) other than the ASCII space.
fn is_other_space(character: char) -> bool {
    matches!(
        character,
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

/// Replaces other space separators by ASCII spaces, which texts of older versions may contain.
pub fn plain_spaces(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_other_space) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(is_other_space, " "))
}

impl TextKind {
    /// Returns the text with allowed line breaks only: names become one line, and Unicode separators become line feeds in
    /// other texts.
    fn lines(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Name => joined_lines(text),
            Self::Lines if text.contains(['\u{2028}', '\u{2029}']) => {
                Cow::Owned(text.replace(['\u{2028}', '\u{2029}'], "\n"))
            }
            Self::Code | Self::Lines => Cow::Borrowed(text),
        }
    }

    /// Returns whether a character is rejected as a control character (C0, DEL, C1) or a line or paragraph separator.
    fn breaks(self, character: char) -> bool {
        match character {
            '\t' | '\n' | '\r' => self != Self::Lines,
            '\u{2028}' | '\u{2029}' => true,
            other => other.is_control(),
        }
    }

    fn hides(self, character: char) -> bool {
        match self {
            Self::Code => is_unseen(character),
            Self::Name | Self::Lines => turns_direction(character),
        }
    }
}

/// Returns whether a character embeds, overrides or isolates the text direction, which can disguise a text.
fn turns_direction(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{206A}'..='\u{206F}')
}

/// Returns whether a character is invisible: `Default_Ignorable_Code_Point` of Unicode, or an annotation mark. Codes
/// that differ only in such characters look equal.
pub(crate) fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

macro_rules! text_type {
    ($(#[$doc:meta])* $name:ident, $limit:literal, $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "Box<str>")]
        pub struct $name(Box<str>);

        impl $name {
            /// Maximum number of characters.
            pub const LIMIT: usize = $limit;

            /// Trims, normalises and validates a text; `None` if it is blank.
            pub fn parse(text: &str) -> Result<Option<Self>, TextFault> {
                Ok(Self::cleaned(text)?.map(|text| Self(text.into())))
            }

            /// Returns the text of [`Self::parse`] without creating a value.
            pub fn cleaned(text: &str) -> Result<Option<Cow<'_, str>>, TextFault> {
                clean(text, Self::LIMIT, TextKind::$kind)
            }

            /// Creates a value from a stored text without validation, because the rules may have changed; `None` if empty.
            pub fn stored(text: &str) -> Option<Self> {
                (!text.is_empty()).then(|| Self(text.into()))
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Replaces other space separators by ASCII spaces.
            pub fn space_plainly(&mut self) {
                if let Cow::Owned(plain) = plain_spaces(&self.0) {
                    self.0 = plain.into();
                }
            }

            /// Returns the owned text.
            pub fn into_string(self) -> String {
                self.0.into()
            }
        }

        /// Accepts a stored text, which may follow the rules of an older version; see [`Self::stored`].
        impl TryFrom<Box<str>> for $name {
            type Error = BlankText;

            fn try_from(text: Box<str>) -> Result<Self, BlankText> {
                if text.trim().is_empty() { Err(BlankText) } else { Ok(Self(text)) }
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
    /// A code, key, reference or external id. Comparison is exact and case-sensitive.
    Code, 255, Code
}

impl Code {
    /// Creates the empty code of a record whose code is generated when the record is written. Parsed codes are never empty.
    pub fn to_come() -> Self {
        Self(Box::default())
    }

    /// Returns whether this code equals the sent one, ignoring the kind of its spaces.
    pub fn is_spelled(&self, sent: &Self) -> bool {
        plain_spaces(&self.0) == *sent.0
    }

    /// Returns the code, or `None` if it is not generated yet.
    pub fn known(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&self.0)
    }
}

text_type! {
    /// A name, for example of a partner, contact, product or organisation.
    Name, 500, Name
}
text_type! {
    /// Any other text with one or more lines, for example a description or a reason.
    Text, 4000, Lines
}

/// Line breaks and tabs, with the control characters that replace them when texts are stored as columns of lines. Texts do
/// not contain these control characters.
const LINE_ESCAPES: [(char, char); 3] = [('\n', '\u{1E}'), ('\r', '\u{1D}'), ('\t', '\u{1F}')];

/// Encodes a text as one column of a line. Only line breaks and tabs are replaced.
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    replace_chars(text, LINE_ESCAPES)
}

/// Decodes a text from a column of a line.
pub fn from_one_line(encoded: &str) -> Cow<'_, str> {
    replace_chars(encoded, LINE_ESCAPES.map(|(sent, encoded)| (encoded, sent)))
}

fn replace_chars(text: &str, pairs: [(char, char); 3]) -> Cow<'_, str> {
    if !text.contains(pairs.map(|(from, _)| from)) {
        return Cow::Borrowed(text);
    }
    let swap = |character| pairs.iter().find(|(from, _)| *from == character).map_or(character, |(_, to)| *to);
    Cow::Owned(text.chars().map(swap).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Result<Option<String>, TextFault> {
        Code::parse(text).map(|code| code.map(Code::into_string))
    }

    #[test]
    fn code_is_trimmed_and_normalised() {
        let table = [
            ("G0001", Some("G0001")),
            ("  G0001\t\r\n", Some("G0001")),
            ("\u{00A0}\u{3000}G0001\u{2028}", Some("G0001")),
            ("a  b", Some("a  b")),
            ("a\u{A0}b\u{2003}c\u{202F}d\u{3000}e\u{1680}f", Some("a b c d e f")),
            ("\u{2000}a\u{2001}b", Some("a b")),
            ("Müller", Some("Müller")),
            ("Mu\u{0308}ller", Some("Müller")),
            ("\u{212B}", Some("Å")),
            ("x\u{0323}\u{0307}", Some("\u{1E8B}\u{0323}")),
            ("x\u{0307}\u{0323}", Some("\u{1E8B}\u{0323}")),
            ("שלום", Some("שלום")),
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
    fn control_characters_are_rejected() {
        for character in
            ['\0', '\u{1}', '\t', '\n', '\r', '\u{1B}', '\u{7F}', '\u{85}', '\u{9F}', '\u{2028}', '\u{2029}']
        {
            let expected = Err(TextFault::ControlCharacter { code: u32::from(character) });
            assert_eq!(code(&format!("a{character}b")), expected, "{character:?}");
            assert_eq!(code(&format!("ä{character}b")), expected, "{character:?}");
        }
    }

    #[test]
    fn description_keeps_line_breaks_and_tabs() {
        let lines = "Palette 1:\r\n\t12 Kartons\nPalette 2:\n\t7 Kartons";
        let parsed = |text: &str| Text::parse(text).map(|text| text.map(Text::into_string));
        assert_eq!(parsed(&format!("\n {lines}\n\t")), Ok(Some(lines.to_owned())));
        for character in ['\0', '\u{B}', '\u{C}', '\u{1B}', '\u{1D}', '\u{1E}', '\u{7F}', '\u{85}'] {
            let expected = Err(TextFault::ControlCharacter { code: u32::from(character) });
            assert_eq!(parsed(&format!("a\n{character}b")), expected, "{character:?}");
        }
    }

    #[test]
    fn unicode_separators_become_line_breaks() {
        for (given, expected) in
            [("a\u{2028}b", "a\nb"), ("a\u{2029}\u{2028}b", "a\n\nb"), ("\u{2028}ü\u{2028}", "ü")]
        {
            assert_eq!(Text::parse(given).unwrap().unwrap(), expected, "{given:?}");
        }
    }

    #[test]
    fn line_breaks_in_name_become_one_space() {
        for (given, expected, broken) in [
            ("a\nb", "a b", true),
            ("a\tb", "a b", true),
            ("a \r\n\t b  c", "a b  c", true),
            ("Müller\u{2028}\u{2029}GmbH", "Müller GmbH", true),
            ("\n a  b \n", "a  b", false),
            ("a\u{A0}b", "a b", false),
        ] {
            assert_eq!(Name::parse(given).unwrap().unwrap(), expected, "{given:?}");
            assert_eq!(has_line_break(given), broken, "{given:?}");
        }
        assert_eq!(Name::parse("a\n\u{B}b"), Err(TextFault::ControlCharacter { code: 0xB }));
        assert_eq!(Code::parse("a\nb"), Err(TextFault::ControlCharacter { code: 10 }));
    }

    #[test]
    fn invisible_and_bidirectional_characters_are_rejected() {
        // character and whether a code, a name and a text that contain it are rejected
        let table = [
            ('\u{AD}', [true, false, false]),
            ('\u{200B}', [true, false, false]),
            ('\u{200C}', [true, false, false]),
            ('\u{200D}', [true, false, false]),
            ('\u{200E}', [true, false, false]),
            ('\u{200F}', [true, false, false]),
            ('\u{61C}', [true, false, false]),
            ('\u{2060}', [true, false, false]),
            ('\u{FE0F}', [true, false, false]),
            ('\u{FEFF}', [true, false, false]),
            ('\u{E0041}', [true, false, false]),
            ('\u{202A}', [true, true, true]),
            ('\u{202E}', [true, true, true]),
            ('\u{2066}', [true, true, true]),
            ('\u{2069}', [true, true, true]),
            ('ש', [false, false, false]),
            ('é', [false, false, false]),
        ];
        for (character, rejected) in table {
            for (text, place) in [(format!("G{character}1"), 2), (format!(" {character}G1"), 2)] {
                let fault = TextFault::HiddenCharacter { code: u32::from(character), place };
                let found = [Code::parse(&text).err(), Name::parse(&text).err(), Text::parse(&text).err()];
                assert_eq!(found, rejected.map(|rejected| rejected.then_some(fault)), "{text:?}");
            }
        }
        // stored texts are accepted without validation
        assert_eq!(Code::stored("G\u{200B}1").unwrap(), "G\u{200B}1");
        assert_eq!(Name::stored(""), None);
    }

    #[test]
    fn length_limit_counts_characters_after_trimming() {
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

    proptest! {
        #[test]
        fn text_parsing_is_idempotent(text in "\\PC{0,60}") {
            if let Ok(Some(parsed)) = Text::parse(&text) {
                prop_assert_eq!(Text::parse(parsed.as_str()), Ok(Some(parsed.clone())));
            }
        }

        #[test]
        fn escaped_line_breaks_are_restored(text in "[a\u{e4}\\n\\r\\t =]{0,20}") {
            let escaped = on_one_line(&text).into_owned();
            prop_assert!(!escaped.contains(['\n', '\r', '\t']));
            prop_assert_eq!(from_one_line(&escaped), text);
        }
    }
}
