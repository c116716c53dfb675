//! Values that are bound to statements and read from rows.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::number::Decimal;

/// A value of SQL. An engine that lacks a type stores it as another one and may return that:
/// [`Column`](crate::column::Column) reads both.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum<'v> {
    Null,
    Boolean(bool),
    Integer(i64),
    Text(Cow<'v, str>),
    Bytes(Cow<'v, [u8]>),
    Decimal(Decimal),
    Date(Date),
    Instant(Timestamp),
    Json(Cow<'v, str>),
}

impl Datum<'_> {
    pub fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(number) = self { Some(*number) } else { None }
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) | Self::Json(text) = self { Some(text) } else { None }
    }

    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }

    /// Copies borrowed text and bytes.
    pub fn into_owned(self) -> Datum<'static> {
        match self {
            Self::Text(text) => Datum::Text(Cow::Owned(text.into_owned())),
            Self::Json(text) => Datum::Json(Cow::Owned(text.into_owned())),
            Self::Bytes(bytes) => Datum::Bytes(Cow::Owned(bytes.into_owned())),
            Self::Null => Datum::Null,
            Self::Boolean(on) => Datum::Boolean(on),
            Self::Integer(number) => Datum::Integer(number),
            Self::Decimal(number) => Datum::Decimal(number),
            Self::Date(day) => Datum::Date(day),
            Self::Instant(instant) => Datum::Instant(instant),
        }
    }

    /// The name of its type, for error messages.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "boolean",
            Self::Integer(_) => "integer",
            Self::Text(_) => "text",
            Self::Bytes(_) => "string of bytes",
            Self::Decimal(_) => "decimal",
            Self::Date(_) => "date",
            Self::Instant(_) => "instant",
            Self::Json(_) => "JSON text",
        }
    }
}
