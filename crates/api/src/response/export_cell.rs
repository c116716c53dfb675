//! Columns and cells of exported lists.

use std::borrow::Cow;
use std::fmt::Debug;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use orderdock_domain::masterdata::Organisation;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::{Language, ProblemCode};

use crate::http::error::ApiError;

/// Text in English and German.
pub type BilingualText = (&'static str, &'static str);

/// Column of an exported list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExportColumn {
    /// Name in the parameter `columns`.
    pub name: &'static str,
    pub title: BilingualText,
    /// Width in a workbook, in characters.
    pub width: u8,
    /// Exported unless the request chooses columns.
    pub is_default: bool,
}

impl ExportColumn {
    pub const fn new(name: &'static str, title: BilingualText, width: u8) -> Self {
        Self { name, title, width, is_default: true }
    }

    /// Column that is exported on request only.
    pub const fn on_request(name: &'static str, title: BilingualText, width: u8) -> Self {
        Self { name, title, width, is_default: false }
    }
}

/// Value of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportCell<'c> {
    Empty,
    /// A text or code, never a formula.
    Text(Cow<'c, str>),
    Number(Decimal),
    /// An amount and the number of decimals of its currency.
    Money(Decimal, u32),
    Integer(i64),
    Day(Date),
    /// Time in the time zone of the organisation.
    Time(DateTime),
}

impl<'c> ExportCell<'c> {
    pub fn text(text: impl Into<Cow<'c, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Returns the text, or an empty cell.
    pub fn optional(text: Option<impl Into<Cow<'c, str>>>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    pub fn number(number: Option<Decimal>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }

    pub fn day(day: Option<Date>) -> Self {
        day.map_or(Self::Empty, Self::Day)
    }

    /// Returns an instant in the time zone of the organisation.
    pub fn time(instant: Timestamp, organisation: Option<&Organisation>) -> Self {
        let zone = organisation.map_or(jiff::tz::TimeZone::UTC, |one| one.time_zone.clone());
        Self::Time(instant.to_zoned(zone).datetime())
    }

    /// Returns a number of records.
    pub fn count(count: impl TryInto<i64>) -> Self {
        Self::Integer(count.try_into().unwrap_or(i64::MAX))
    }
}

/// Returns the text in a language.
pub const fn word((english, german): BilingualText, language: Language) -> &'static str {
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// Reports a failed writer. Writing to memory fails only if a workbook becomes too large for its format.
pub fn export_failed(error: impl Debug) -> ApiError {
    tracing::error!(?error, "writing an export failed");
    ProblemCode::ServerFault.into()
}
