//! Syntax errors of JSON texts.

use jiter::{JiterError, JiterErrorType, JsonErrorType};
use orderdock_domain::cast;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use super::finding::ValueFinding;

/// Maximum nesting of objects and lists, including the document.
pub const MAX_NESTING: usize = 32;

/// Maximum number of values of a tree: the number of one-byte values with commas that fit into 1 MiB.
pub const MAX_VALUES: u32 = 512 * 1024;

/// Syntax error with its position and the unexpected character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxFault {
    pub kind: SyntaxKind,
    /// Offset of the unexpected character in bytes; the end of the text if it is truncated.
    pub at: u32,
    /// Unexpected character; `None` at the end of the text.
    pub seen: Option<char>,
}

/// Kinds of syntax errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyntaxKind {
    NotUtf8,
    Empty,
    TooDeep,
    TooManyValues,
    /// Decimal comma as in `"qty": 5,5`, for which the parser reports a missing member name.
    DecimalComma,
    NumberTooLong,
    Surrogate,
    ControlCharacter,
    TrailingText,
    /// Another token was expected.
    Expected(Phrase),
}

impl From<Box<Self>> for SyntaxFault {
    fn from(fault: Box<Self>) -> Self {
        *fault
    }
}

impl SyntaxFault {
    pub(super) fn new(text: &str, kind: SyntaxKind, index: usize) -> Self {
        let at = text.floor_char_boundary(index);
        Self { kind, at: offset(at), seen: text[at..].chars().next() }
    }

    /// Converts an error of the parser.
    pub(super) fn of(text: &str, error: &JiterError) -> Self {
        use JsonErrorType as E;
        let JiterErrorType::JsonError(found) = &error.error_type else {
            return Self::new(text, SyntaxKind::Expected(Phrase::AValue), error.index);
        };
        let kind = match found {
            E::EofWhileParsingList => SyntaxKind::Expected(Phrase::RestOfList),
            E::EofWhileParsingObject => SyntaxKind::Expected(Phrase::RestOfObject),
            E::EofWhileParsingString => SyntaxKind::Expected(Phrase::EndOfString),
            E::ExpectedColon => SyntaxKind::Expected(Phrase::Colon),
            E::ExpectedListCommaOrEnd => SyntaxKind::Expected(Phrase::CommaOrEndOfList),
            E::ExpectedObjectCommaOrEnd => SyntaxKind::Expected(Phrase::CommaOrEndOfObject),
            E::ExpectedSomeIdent => SyntaxKind::Expected(Phrase::Literal),
            E::InvalidNumber => SyntaxKind::Expected(Phrase::Digit),
            E::NumberOutOfRange => SyntaxKind::NumberTooLong,
            E::InvalidEscape => SyntaxKind::Expected(Phrase::Escape),
            E::InvalidUnicodeCodePoint | E::LoneLeadingSurrogateInHexEscape | E::UnexpectedEndOfHexEscape => {
                SyntaxKind::Surrogate
            }
            E::ControlCharacterWhileParsingString => SyntaxKind::ControlCharacter,
            E::KeyMustBeAString if after_number_and_comma(text, error.index) => SyntaxKind::DecimalComma,
            E::KeyMustBeAString => SyntaxKind::Expected(Phrase::QuotedMemberName),
            E::TrailingComma => SyntaxKind::Expected(Phrase::AnotherEntry),
            E::TrailingCharacters => SyntaxKind::TrailingText,
            E::RecursionLimitExceeded => SyntaxKind::TooDeep,
            E::EofWhileParsingValue
            | E::FloatExpectingInt
            | E::DuplicateKey(_)
            | E::InternalError(_)
            | E::ExpectedSomeValue => SyntaxKind::Expected(Phrase::AValue),
        };
        let ended = matches!(
            found,
            E::EofWhileParsingList
                | E::EofWhileParsingObject
                | E::EofWhileParsingString
                | E::EofWhileParsingValue
        );
        Self::new(text, kind, if ended { text.len() } else { error.index })
    }

    /// Returns the reason as a message parameter.
    pub fn reason(&self) -> Param {
        match self.kind {
            SyntaxKind::NotUtf8 => Phrase::NotUtf8.into(),
            SyntaxKind::Empty => Phrase::TextEmpty.into(),
            SyntaxKind::TooDeep => Phrase::NestedTooDeep.of([max_depth()]),
            SyntaxKind::TooManyValues => Phrase::TooManyValues.of([i64::from(MAX_VALUES).into()]),
            SyntaxKind::DecimalComma => Phrase::NoDecimalComma.into(),
            SyntaxKind::NumberTooLong => Phrase::NumberTooLong.into(),
            SyntaxKind::Surrogate => Phrase::LoneSurrogate.into(),
            SyntaxKind::ControlCharacter => Phrase::ControlCharacter.into(),
            SyntaxKind::TrailingText => Phrase::TrailingText.of([self.seen()]),
            SyntaxKind::Expected(expected) => Phrase::ExpectedFound.of([expected.into(), self.seen()]),
        }
    }

    fn seen(&self) -> Param {
        match self.seen {
            Some(character) => format!("`{}`", character.escape_debug()).into(),
            None => Phrase::EndOfText.into(),
        }
    }

    /// Returns the error as a finding.
    pub fn finding(&self) -> ValueFinding {
        let problem = match self.kind {
            SyntaxKind::NotUtf8 => Problem::new(ProblemCode::JsonNotUtf8, ""),
            SyntaxKind::TooDeep => Problem::new(ProblemCode::JsonTooDeep, "").with("limit", max_depth()),
            SyntaxKind::DecimalComma => Problem::new(ProblemCode::NumberDecimalComma, ""),
            _ => Problem::new(ProblemCode::JsonSyntax, "").with("reason", self.reason()),
        };
        ValueFinding { problem, at: self.at, seen: self.seen.map(String::from) }
    }
}

/// Converts an index to a 32-bit offset. Accepted bodies are far smaller.
pub fn offset(index: usize) -> u32 {
    cast::<u32>(index)
}

fn max_depth() -> Param {
    cast::<i64>(MAX_NESTING).into()
}

/// Whether digits and a comma precede the index and a digit is at it.
fn after_number_and_comma(text: &str, index: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    let comma = index.checked_sub(1).and_then(|at| text.as_bytes().get(at)) == Some(&b',');
    comma && digit(Some(index)) && digit(index.checked_sub(2))
}
