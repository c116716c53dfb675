//! Reads single JSON values as domain values. Accepts the formats that known senders use, and no others.

use orderdock_domain::cast;
use std::borrow::Cow;

use jiff::civil::{Date, DateTime};
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::calendar::{FIRST_INSTANT, LAST_INSTANT};
use orderdock_domain::candidate::DateOrInstant;
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::{Decimal, NumberFault, exact};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, ProblemCode};
use orderdock_domain::text::{Code, Name, Text, TextFault};
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, KnownFormat, SchemaFormat, SchemaType, Type};

use super::described::{Described, NamedSchemas, Property, reference, typed};
use super::tree::{JsonNode, JsonValue};

/// Problem of a single value. The reader adds its position.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueFault {
    pub code: ProblemCode,
    pub params: Vec<(&'static str, Param)>,
}

impl ValueFault {
    pub fn new(code: ProblemCode) -> Self {
        Self { code, params: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((name, value.into()));
        self
    }

    pub fn wrong_type(expected: impl Into<Param>, found: &JsonValue<'_>) -> Self {
        Self::new(ProblemCode::TypeWrong).with("expected", expected).with("found", found.kind())
    }

    /// Returns the problem of a list with too many entries.
    pub fn too_many(code: ProblemCode, seen: usize, limit: usize) -> Self {
        Self::new(code).with("seen", cast::<i64>(seen)).with("limit", cast::<i64>(limit))
    }

    /// Returns the same problem as for a query parameter of this name.
    pub fn invalid_parameter(name: &'static str, value: &str, expected: impl Into<Param>) -> Self {
        Self::new(ProblemCode::QueryInvalid)
            .with("name", name)
            .with("value", value)
            .with("expected", expected)
    }

    pub fn not_allowed(value: &str, allowed: impl Iterator<Item = &'static str>) -> Self {
        Self::new(ProblemCode::EnumUnknown)
            .with("value", value)
            .with("allowed", Param::Texts(allowed.map(str::to_owned).collect()))
    }
}

impl From<TextFault> for ValueFault {
    fn from(fault: TextFault) -> Self {
        match fault {
            TextFault::ControlCharacter { code } => {
                Self::new(ProblemCode::TextControlCharacter).with("character", format!("U+{code:04X}"))
            }
            TextFault::HiddenCharacter { code, place } => Self::new(ProblemCode::TextHiddenCharacter)
                .with("character", format!("U+{code:04X}"))
                .with("place", cast::<i64>(place)),
            TextFault::TooLong { limit, seen } => Self::new(ProblemCode::TextTooLong)
                .with("limit", cast::<i64>(limit))
                .with("seen", cast::<i64>(seen)),
        }
    }
}

impl From<NumberFault> for ValueFault {
    fn from(fault: NumberFault) -> Self {
        Self::new(match fault {
            NumberFault::DecimalComma => ProblemCode::NumberDecimalComma,
            NumberFault::NotANumber => ProblemCode::NumberInvalid,
            NumberFault::TooManyDigits => ProblemCode::NumberTooLarge,
        })
    }
}

/// Type of a single value: defines how it is read. A member can also use it only for the description.
pub trait Scalar: Described {
    /// Type of the result.
    type Read;

    /// Whether line breaks of the text are replaced by spaces, with a warning.
    const ONE_LINE: bool = false;

    /// Reads a value; `None` for null and blank text, which count as absent.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self::Read>, ValueFault>;
}

/// Returns the text of a value. Numbers are taken as sent.
fn text<'v>(value: &'v JsonValue<'_>) -> Result<Option<&'v str>, ValueFault> {
    match value {
        JsonValue::Null => Ok(None),
        JsonValue::Text(text) => Ok(Some(text)),
        JsonValue::Number(text) => Ok(Some(text)),
        other => Err(ValueFault::wrong_type(Phrase::String, other)),
    }
}

/// Returns a value as a code without validation.
pub(crate) fn code<'v>(value: &'v JsonValue<'_>) -> Result<Option<Cow<'v, str>>, ValueFault> {
    let Some(text) = text(value)? else { return Ok(None) };
    Ok(Code::cleaned(text)?)
}

/// Reads one of several words.
pub(crate) fn word<T, A: IntoIterator<Item = T>>(
    value: &JsonValue<'_>,
    allowed: impl Fn() -> A,
    word: impl Fn(&T) -> &'static str,
) -> Result<Option<T>, ValueFault> {
    let Some(given) = code(value)? else { return Ok(None) };
    let found = allowed().into_iter().find(|one| given == word(one));
    found.map(Some).ok_or_else(|| {
        let choices = allowed().into_iter().map(|one| word(&one));
        ValueFault::not_allowed(&given, choices)
    })
}

/// Reads a value and validates it further.
pub(crate) fn checked<T: Scalar>(
    value: &JsonValue<'_>,
    check: impl FnOnce(&T::Read) -> Result<(), ValueFault>,
) -> Result<Option<T::Read>, ValueFault> {
    let read = T::read(value)?;
    read.as_ref().map_or(Ok(()), check)?;
    Ok(read)
}

/// Checks the maximum length of a text.
pub(crate) fn no_longer(text: &str, limit: usize) -> Result<(), ValueFault> {
    let seen = text.chars().count();
    if seen > limit { Err(TextFault::TooLong { limit, seen }.into()) } else { Ok(()) }
}

/// Declares types of single values: the Rust type of the result, the description in the OpenAPI document, and the
/// function that reads the value.
macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident -> $read:ty, $described:expr, $reading:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) enum $name {}

        impl $crate::request::json::Described for $name {
            fn described(description: &str) -> $crate::request::json::Property {
                let described: fn(&str) -> $crate::request::json::Property = $described;
                described(description)
            }
        }

        impl $crate::request::json::Scalar for $name {
            type Read = $read;

            fn read(
                value: &$crate::request::json::JsonValue<'_>,
            ) -> Result<Option<$read>, $crate::request::json::ValueFault> {
                let read: fn(&$crate::request::json::JsonValue<'_>) -> _ = $reading;
                read(value)
            }
        }
    )*};
}
pub(crate) use scalars;

macro_rules! read_strings {
    ($($name:ident $one_line:literal)*) => {$(
        impl Scalar for $name {
            type Read = Self;

            const ONE_LINE: bool = $one_line;

            fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
                let Some(text) = text(value)? else { return Ok(None) };
                Ok(Self::parse(text)?)
            }
        }
    )*};
}
read_strings! { Code false Name true Text false }

impl Described for Code {
    /// Codes and external ids can be sent as numbers; their digits are kept.
    fn described(description: &str) -> Property {
        let kinds = SchemaType::from_iter([Type::String, Type::Number]);
        typed(Type::String, description).schema_type(kinds).max_length(Some(Self::LIMIT)).into()
    }
}

impl Described for Name {
    fn described(description: &str) -> Property {
        typed(Type::String, description).max_length(Some(Self::LIMIT)).into()
    }
}

impl Described for Text {
    fn described(description: &str) -> Property {
        typed(Type::String, description).max_length(Some(Self::LIMIT)).into()
    }
}

impl Described for IdentifierString {
    /// Record ids can be sent as numbers.
    fn described(description: &str) -> Property {
        let kinds = SchemaType::from_iter([Type::String, Type::Integer]);
        typed(Type::String, description).schema_type(kinds).max_length(Some(Code::LIMIT)).into()
    }
}

impl Scalar for IdentifierString {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let Some(code) = Code::read(value)? else { return Ok(None) };
        match Self::parse(&code) {
            Ok(identifier) => Ok(Some(identifier)),
            Err(_) => Err(ValueFault::new(ProblemCode::IdentifierInvalid).with("value", code.as_str())),
        }
    }
}

impl Described for Decimal {
    fn described(description: &str) -> Property {
        typed(Type::Number, description).format(Some(SchemaFormat::Custom("decimal".into()))).into()
    }
}

impl Scalar for Decimal {
    type Read = Self;

    /// Reads a number. Numeric strings are accepted.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        match value {
            JsonValue::Null => Ok(None),
            JsonValue::Number(text) => Ok(Some(exact(text)?)),
            JsonValue::Text(text) => match text.trim() {
                "" => Ok(None),
                text => Ok(Some(exact(without_plus(text))?)),
            },
            other => Err(ValueFault::wrong_type(Phrase::Number, other)),
        }
    }
}

/// Removes the plus sign, which is allowed in texts but not in JSON numbers.
fn without_plus(text: &str) -> &str {
    text.strip_prefix('+').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(text)
}

impl Described for i64 {
    fn described(description: &str) -> Property {
        typed(Type::Integer, description).into()
    }
}

impl Scalar for i64 {
    type Read = Self;

    /// Reads an integer, also written `5.0` or `"5"`.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let Some(number) = Decimal::read(value)? else { return Ok(None) };
        if number.scale() != 0 {
            return Err(ValueFault::wrong_type(Phrase::WholeNumber, value));
        }
        match i64::try_from(number) {
            Ok(whole) => Ok(Some(whole)),
            Err(_) => Err(ValueFault::new(ProblemCode::NumberTooLarge)),
        }
    }
}

impl Described for bool {
    fn described(description: &str) -> Property {
        typed(Type::Boolean, description).into()
    }
}

impl Scalar for bool {
    type Read = Self;

    /// Reads a boolean: also `"true"` and `"false"` in any case, 0 and 1.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        match value {
            JsonValue::Null => Ok(None),
            JsonValue::Bool(value) => Ok(Some(*value)),
            JsonValue::Number("0") => Ok(Some(false)),
            JsonValue::Number("1") => Ok(Some(true)),
            JsonValue::Text(text) => match text.trim() {
                "" => Ok(None),
                text if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
                text if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
                _ => Err(ValueFault::wrong_type(Phrase::Boolean, value)),
            },
            other => Err(ValueFault::wrong_type(Phrase::Boolean, other)),
        }
    }
}

/// Last days of the calendar, on which timestamps can exceed the range of the library.
const LAST_DAYS: Date = Date::constant(9999, 12, 30);
/// Maximum UTC offset.
const MAX_UTC_OFFSET: SignedDuration = SignedDuration::from_hours(24);

/// Name of the schema of [`DateOrInstant`].
const DATE_OR_INSTANT: &str = "DateOrInstant";

impl Described for DateOrInstant {
    fn described(description: &str) -> Property {
        reference(DATE_OR_INSTANT, description)
    }

    fn parts(parts: &mut NamedSchemas) {
        if parts.iter().any(|(name, _)| name == DATE_OR_INSTANT) {
            return;
        }
        let text = |format| typed(Type::String, "").format(Some(SchemaFormat::KnownFormat(format)));
        let list = ArrayBuilder::new().items(typed(Type::Integer, "")).min_items(Some(3)).max_items(Some(3));
        let schema = AnyOfBuilder::new()
            .item(text(KnownFormat::Date))
            .item(text(KnownFormat::DateTime))
            .item(list.description(Some("Date as a list of year, month and day.")));
        parts.push((DATE_OR_INSTANT.to_owned(), schema.into()));
    }
}

impl Scalar for DateOrInstant {
    type Read = Self;

    /// Reads `"2013-03-20"` or `[2013,3,20]`, or a timestamp, see [`Timestamp`].
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let date = match value {
            JsonValue::Null => return Ok(None),
            JsonValue::Text(text) if text.trim().is_empty() => return Ok(None),
            JsonValue::Text(text) if has_time(text.trim()) => {
                return match (instant_of_text(text.trim())?, local_day(text.trim())) {
                    // the offset is ignored: the library cannot shift the last hours of the calendar
                    (instant, Some(day)) if instant == LAST_INSTANT => Ok(Some(Self::Date(day))),
                    (instant, _) => Ok(Some(Self::Instant(instant))),
                };
            }
            JsonValue::Text(text) => day_of_text(text.trim()),
            JsonValue::Array(parts) => day_of_list(parts),
            other => return Err(ValueFault::wrong_type(Phrase::Date, other)),
        };
        date.map(|date| Some(Self::Date(date))).ok_or_else(|| ValueFault::new(ProblemCode::DateInvalid))
    }
}

/// Whether a time follows the ten characters of a date.
fn has_time(text: &str) -> bool {
    matches!(text.as_bytes().get(10), Some(b'T' | b't'))
}

fn day_of_text(text: &str) -> Option<Date> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else { return None };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0i16, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + i16::from(digit - b'0'))
        })
    };
    day(number(&[*y1, *y2, *y3, *y4])?, number(&[*m1, *m2])?, number(&[*d1, *d2])?)
}

fn day_of_list(parts: &[JsonNode<'_>]) -> Option<Date> {
    let [year, month, day_of_month] = parts else { return None };
    let number = |node: &JsonNode<'_>| match node.value {
        JsonValue::Number(text) => text.parse::<i16>().ok(),
        _ => None,
    };
    day(number(year)?, number(month)?, number(day_of_month)?)
}

fn day(year: i16, month: i16, day: i16) -> Option<Date> {
    if year < 1 {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

impl Described for Timestamp {
    fn described(description: &str) -> Property {
        typed(Type::String, description).format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))).into()
    }
}

impl Scalar for Timestamp {
    type Read = Self;

    /// Reads ISO 8601 with an offset or `Z`.
    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let text = match value {
            JsonValue::Null => return Ok(None),
            JsonValue::Text(text) => text.trim(),
            other => return Err(ValueFault::wrong_type(Phrase::DateTime, other)),
        };
        if text.is_empty() {
            return Ok(None);
        }
        instant_of_text(text).map(Some)
    }
}

/// Returns the timestamp of a text with an offset, at most [`LAST_INSTANT`].
fn instant_of_text(text: &str) -> Result<Timestamp, ValueFault> {
    let invalid = || ValueFault::new(ProblemCode::DateTimeInvalid);
    if !has_time(text) || text.contains('[') || !offset_is_within_a_day(text) {
        return Err(invalid());
    }
    let instant = match text.parse::<Timestamp>() {
        Ok(instant) => instant,
        Err(_) if local_day(text).is_some_and(|day| day >= LAST_DAYS) => LAST_INSTANT,
        Err(_) => return Err(invalid()),
    };
    // before the first date in every time zone
    if instant < FIRST_INSTANT - MAX_UTC_OFFSET {
        return Err(ValueFault::new(ProblemCode::DateInvalid));
    }
    Ok(instant.min(LAST_INSTANT))
}

/// Whether an offset is at most 23:59 hours. The library accepts more.
fn offset_is_within_a_day(text: &str) -> bool {
    let offset = offset_of(text).trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let hours = offset.get(..2).unwrap_or_default();
    offset.is_empty() || hours.parse::<u8>().is_ok_and(|hours| hours < 24)
}

/// Returns `Z` or the offset of a timestamp; empty if there is none.
fn offset_of(text: &str) -> &str {
    let time = text.get(11..).unwrap_or_default();
    time.find(['+', '-', '\u{2212}', 'Z', 'z']).map_or("", |begin| &time[begin..])
}

/// Returns the date as written, without applying the offset.
fn local_day(text: &str) -> Option<Date> {
    text.strip_suffix(offset_of(text))?.parse::<DateTime>().ok().map(DateTime::date)
}
