//! Encoding and decoding of values in the binary format of PostgreSQL.

use std::borrow::Cow;
use std::error::Error;

use bytes::{BufMut as _, Bytes, BytesMut};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use orderdock_domain::number::{Decimal, exact};
use orderdock_store_sql::SqlValue;
use tokio_postgres::types::{FromSql, IsNull, Kind, ToSql, Type, to_sql_checked};

type BindError = Box<dyn Error + Sync + Send>;

/// Microseconds from 1970 to 2000, the epoch of PostgreSQL.
const EPOCH: i64 = 946_684_800_000_000;
const FIRST_DAY: Date = date(2000, 1, 1);
/// The earliest instant of the server, in microseconds from 2000.
const FIRST_INSTANT: i64 = -211_813_488_000_000_000;
/// `-infinity` and `infinity`.
const BEFORE_ALL_DAYS: i32 = i32::MIN;
const AFTER_ALL_DAYS: i32 = i32::MAX;
/// The first day of PostgreSQL, in 4714 BC.
const FIRST_OF_ALL_DAYS: i32 = -2_451_545;

/// A value that is bound to a parameter.
#[derive(Debug)]
pub struct BoundValue<'v>(pub SqlValue<'v>);

impl ToSql for BoundValue<'_> {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, BindError> {
        encode(&self.0, of, out)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Encodes a value as the type of its parameter. Accepts both forms of values that SQLite stores as another type.
pub fn encode(value: &SqlValue<'_>, of: &Type, out: &mut BytesMut) -> Result<IsNull, BindError> {
    if *value == SqlValue::Null {
        return Ok(IsNull::Yes);
    }
    if let Kind::Array(element) = of.kind() {
        return encode_list(value, element, out);
    }
    match *of {
        Type::BOOL => out.put_u8(u8::from(boolean(value).ok_or_else(|| unfit(value, of))?)),
        Type::INT8 => out.put_i64(value.as_integer().ok_or_else(|| unfit(value, of))?),
        Type::INT4 => out.put_i32(i32::try_from(value.as_integer().ok_or_else(|| unfit(value, of))?)?),
        Type::INT2 => out.put_i16(i16::try_from(value.as_integer().ok_or_else(|| unfit(value, of))?)?),
        Type::NUMERIC => return decimal(value, of)?.normalize().to_sql(of, out),
        Type::DATE => out.put_i32(day(value, of)?),
        Type::TIMESTAMPTZ => out.put_i64(instant(value, of)?),
        Type::BYTEA => out.put_slice(value.as_bytes().ok_or_else(|| unfit(value, of))?),
        // PostgreSQL rejects NUL. No stored text contains one, so the replacement matches no row either.
        _ => match value.as_text().ok_or_else(|| unfit(value, of))? {
            text if text.contains('\0') => out.put_slice(text.replace('\0', "\u{1}").as_bytes()),
            text => {
                if *of == Type::JSONB {
                    out.put_u8(1);
                }
                out.put_slice(text.as_bytes());
            }
        },
    }
    Ok(IsNull::No)
}

fn unfit(value: &SqlValue<'_>, of: &Type) -> BindError {
    format!("a {} where {of} is wanted", value.word()).into()
}

fn boolean(value: &SqlValue<'_>) -> Option<bool> {
    if let SqlValue::Boolean(on) = value { Some(*on) } else { value.as_integer().map(|number| number != 0) }
}

fn decimal(value: &SqlValue<'_>, of: &Type) -> Result<Decimal, BindError> {
    match value {
        SqlValue::Decimal(number) => Ok(*number),
        SqlValue::Integer(number) => Ok(Decimal::from(*number)),
        SqlValue::Text(text) => exact(text).map_err(|_| unfit(value, of)),
        _ => Err(unfit(value, of)),
    }
}

/// Converts to days since 2000. On SQLite, the days before and after all others are texts that sort before or after all
/// digits.
fn day(value: &SqlValue<'_>, of: &Type) -> Result<i32, BindError> {
    let day = match value {
        SqlValue::Date(day) => *day,
        SqlValue::Text(text) => match text.as_ref() {
            "" => return Ok(BEFORE_ALL_DAYS),
            "0" => return Ok(FIRST_OF_ALL_DAYS),
            "~" => return Ok(AFTER_ALL_DAYS),
            text => text.parse()?,
        },
        _ => return Err(unfit(value, of)),
    };
    Ok((day - FIRST_DAY).get_days())
}

/// Converts to microseconds since 2000. The extreme integers mean before and after all instants. Instants before the
/// range of the server (November 4714 BC) become `-infinity`, because a query may contain them.
fn instant(value: &SqlValue<'_>, of: &Type) -> Result<i64, BindError> {
    let microseconds = match value {
        SqlValue::Instant(instant) => instant.as_microsecond(),
        SqlValue::Integer(number) => *number,
        _ => return Err(unfit(value, of)),
    };
    Ok(match microseconds {
        i64::MIN | i64::MAX => microseconds,
        summary if summary - EPOCH < FIRST_INSTANT => i64::MIN,
        summary => summary - EPOCH,
    })
}

/// Encodes a list of keys, given as a JSON array.
fn encode_list(value: &SqlValue<'_>, element: &Type, out: &mut BytesMut) -> Result<IsNull, BindError> {
    let json = value.as_text().ok_or_else(|| unfit(value, element))?;
    let mut list = ListHead::begin(element, out);
    match *element {
        Type::INT8 => {
            for number in serde_json::from_str::<Vec<i64>>(json)? {
                list.element(&SqlValue::Integer(number), element, out)?;
            }
        }
        Type::BYTEA => {
            for digits in serde_json::from_str::<Vec<&str>>(json)? {
                list.element(&SqlValue::Bytes(from_hexadecimal(digits)?.into()), element, out)?;
            }
        }
        _ => {
            for text in serde_json::from_str::<Vec<Cow<'_, str>>>(json)? {
                list.element(&SqlValue::Text(text), element, out)?;
            }
        }
    }
    list.end(out)?;
    Ok(IsNull::No)
}

fn from_hexadecimal(digits: &str) -> Result<Vec<u8>, BindError> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?));
    pairs.collect()
}

/// The header of a one-dimensional array; `end` writes its length.
struct ListHead {
    length_at: usize,
    length: i32,
}

impl ListHead {
    fn begin(element: &Type, out: &mut BytesMut) -> Self {
        // one dimension, with nulls allowed
        out.put_i32(1);
        out.put_i32(1);
        out.put_u32(element.oid());
        let length_at = out.len();
        out.put_i32(0);
        out.put_i32(1);
        Self { length_at, length: 0 }
    }

    fn element(&mut self, value: &SqlValue<'_>, of: &Type, out: &mut BytesMut) -> Result<(), BindError> {
        self.length += 1;
        field(value, of, out)
    }

    fn end(self, out: &mut BytesMut) -> Result<(), BindError> {
        let length = out.get_mut(self.length_at..self.length_at + 4).ok_or("an array without a length")?;
        length.copy_from_slice(&self.length.to_be_bytes());
        Ok(())
    }
}

/// Encodes a value with its length before it, as in arrays and in COPY rows.
pub fn field(value: &SqlValue<'_>, of: &Type, out: &mut BytesMut) -> Result<(), BindError> {
    let at = out.len();
    out.put_i32(-1);
    if let IsNull::No = encode(value, of, out)? {
        let length = i32::try_from(out.len() - at - 4)?;
        let place = out.get_mut(at..at + 4).ok_or("a field without a length")?;
        place.copy_from_slice(&length.to_be_bytes());
    }
    Ok(())
}

/// An array with already encoded elements.
#[derive(Debug)]
pub struct Encoded {
    pub length: i32,
    pub fields: Bytes,
}

impl ToSql for Encoded {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, BindError> {
        let Kind::Array(element) = of.kind() else { return Err("no array".into()) };
        let mut list = ListHead::begin(element, out);
        list.length = self.length;
        list.end(out)?;
        out.put_slice(&self.fields);
        Ok(IsNull::No)
    }

    fn accepts(of: &Type) -> bool {
        matches!(of.kind(), Kind::Array(_))
    }

    to_sql_checked!();
}

/// A value read from the server.
pub struct ReadValue<'r>(pub SqlValue<'r>);

impl<'r> FromSql<'r> for ReadValue<'r> {
    fn from_sql(of: &Type, raw: &'r [u8]) -> Result<Self, BindError> {
        Ok(Self(match *of {
            Type::BOOL => SqlValue::Boolean(raw != [0]),
            Type::INT8 => SqlValue::Integer(i64::from_sql(of, raw)?),
            Type::INT4 => SqlValue::Integer(i64::from(i32::from_sql(of, raw)?)),
            Type::INT2 => SqlValue::Integer(i64::from(i16::from_sql(of, raw)?)),
            Type::NUMERIC => SqlValue::Decimal(Decimal::from_sql(of, raw)?.normalize()),
            Type::DATE => match i32::from_be_bytes(raw.try_into()?) {
                // stored instead of NULL for an absent day
                BEFORE_ALL_DAYS => SqlValue::Text(Cow::Borrowed("")),
                days => SqlValue::Date(FIRST_DAY.checked_add(jiff::Span::new().try_days(days)?)?),
            },
            Type::TIMESTAMPTZ => {
                let microseconds = i64::from_be_bytes(raw.try_into()?);
                SqlValue::Instant(Timestamp::from_microsecond(microseconds.saturating_add(EPOCH))?)
            }
            Type::BYTEA => SqlValue::Bytes(Cow::Borrowed(raw)),
            Type::JSON => SqlValue::Json(Cow::Borrowed(str::from_utf8(raw)?)),
            Type::JSONB => SqlValue::Json(Cow::Borrowed(str::from_utf8(raw.get(1..).unwrap_or_default())?)),
            _ => SqlValue::Text(Cow::Borrowed(str::from_utf8(raw)?)),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, BindError> {
        Ok(Self(SqlValue::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
