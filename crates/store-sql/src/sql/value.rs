//! Values that are bound to statements and read from rows.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::number::Decimal;

/// A value of SQL. An engine without one of these types stores and returns another one;
/// [`Column`](crate::sql::column::Column) decodes both.
#[derive(Clone, PartialEq, Debug)]
pub enum SqlValue<'v> {
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

impl SqlValue<'_> {
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
    pub fn into_owned(self) -> SqlValue<'static> {
        match self {
            Self::Text(text) => SqlValue::Text(Cow::Owned(text.into_owned())),
            Self::Json(text) => SqlValue::Json(Cow::Owned(text.into_owned())),
            Self::Bytes(bytes) => SqlValue::Bytes(Cow::Owned(bytes.into_owned())),
            Self::Null => SqlValue::Null,
            Self::Boolean(on) => SqlValue::Boolean(on),
            Self::Integer(number) => SqlValue::Integer(number),
            Self::Decimal(number) => SqlValue::Decimal(number),
            Self::Date(day) => SqlValue::Date(day),
            Self::Instant(instant) => SqlValue::Instant(instant),
        }
    }

    /// Returns the name of its type for error messages.
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
