//! How values get into statements and out of rows: columns, rows that are read, rows that are written.

mod types;

use std::borrow::Cow;

use orderdock_domain::candidate::Releases;
use orderdock_store::{StoreError, StoreResult};

use crate::{Datum, Row};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    Boolean,
    Integer,
    Text,
    Bytes,
    Decimal,
    Date,
    Instant,
}

/// The type of a column, and whether it is nullable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    pub what: Holds,
    pub nullable: bool,
}

impl Held {
    pub const fn of<T: Column>() -> Self {
        Self { what: T::HOLDS, nullable: T::NULLABLE }
    }
}

/// A value of one column.
pub trait Column: Sized {
    const HOLDS: Holds;

    /// Whether one of its values is written as NULL.
    const NULLABLE: bool = false;

    /// Returns `None` for a value that no version of Orderdock writes.
    fn read(value: &Datum<'_>) -> Option<Self>;

    fn write(&self) -> Datum<'_>;
}

pub fn integer(value: i64) -> Datum<'static> {
    Datum::Integer(value)
}

pub fn text(value: &str) -> Datum<'_> {
    Datum::Text(Cow::Borrowed(value))
}

pub fn owned(value: String) -> Datum<'static> {
    Datum::Text(Cow::Owned(value))
}

pub const NULL: Datum<'static> = Datum::Null;

impl<T: Column> Column for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const NULLABLE: bool = true;

    fn read(value: &Datum<'_>) -> Option<Self> {
        if *value == NULL { Some(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> Datum<'_> {
        self.as_ref().map_or(NULL, Column::write)
    }
}

/// A value that is decoded from the next columns of a row: one column, a part of a record, or a whole record.
pub trait Taken: Sized {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self>;
}

impl<T: Column> Taken for T {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let value = fields.raw()?;
        T::read(&value).ok_or_else(|| fields.fault(value.word()))
    }
}

impl<A: Taken, B: Taken> Taken for (A, B) {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok((fields.take()?, fields.take()?))
    }
}

impl<A: Taken, B: Taken, C: Taken> Taken for (A, B, C) {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok((fields.take()?, fields.take()?, fields.take()?))
    }
}

impl<A: Taken, B: Taken, C: Taken, D: Taken> Taken for (A, B, C, D) {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok((fields.take()?, fields.take()?, fields.take()?, fields.take()?))
    }
}

/// Declares which members of a record the next columns hold, in their order; a function reads what its type alone does not
/// tell. What is read elsewhere is empty at first.
macro_rules! taken {
    ($($record:ident { $($member:ident $(by $read:path)?),+ $(,)? $(; apart $($apart:ident),+)? })+) => {$(
        impl $crate::column::Taken for $record {
            fn take(fields: &mut $crate::column::Fields<'_>) -> orderdock_store::StoreResult<Self> {
                Ok(Self {
                    $($member: $crate::column::taken!(@member fields $($read)?),)+
                    $($($apart: Default::default(),)+)?
                })
            }
        }
    )+};
    (@member $fields:ident) => { $fields.take()? };
    (@member $fields:ident $read:path) => { $read($fields)? };
}
pub(crate) use taken;

/// A value that is written to one column or to several, in the order in which it is read.
pub trait Columns: Taken {
    /// Appends the values of its columns.
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>);

    /// Returns the values of its columns.
    fn row(&self) -> Vec<Datum<'_>> {
        // no table is much wider
        let mut row = Vec::with_capacity(32);
        self.put(&mut row);
        row
    }
}

impl<T: Column> Columns for T {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        row.push(self.write());
    }
}

/// A value whose column types are known, so that a table can be described by it.
pub trait HeldColumns: Columns {
    const HELD: &'static [Held];
}

impl<T: Column> HeldColumns for T {
    const HELD: &'static [Held] = &[Held::of::<T>()];
}

/// Declares which members of a record or a part of one stand in its columns, for reading and writing.
macro_rules! columns {
    ($($part:ident { $($member:ident),+ $(,)? $(; apart $apart:ident)? })+) => {$(
        $crate::column::taken! { $part { $($member),+ $(; apart $apart)? } }

        impl $crate::column::Columns for $part {
            fn put<'r>(&'r self, row: &mut Vec<$crate::Datum<'r>>) {
                $($crate::column::Columns::put(&self.$member, row);)+
            }
        }
    )+};
}
pub(crate) use columns;

/// Both columns are NULL or neither.
impl<A: Column, B: Column> Taken for Option<(A, B)> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let (one, other): (Option<A>, Option<B>) = fields.take()?;
        Ok(one.zip(other))
    }
}

impl<A: Column, B: Column> Columns for Option<(A, B)> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        match self {
            Some((one, other)) => row.extend([one.write(), other.write()]),
            None => row.extend([NULL; 2]),
        }
    }
}

/// Decodes the releases of a candidate; NULL means none.
pub fn released(fields: &mut Fields<'_>) -> StoreResult<Releases> {
    Ok(fields.take::<Option<_>>()?.unwrap_or_default())
}

/// Reads the columns of a row one after the other, by their position.
pub struct Fields<'r> {
    place: &'static str,
    row: &'r dyn Row,
    next: usize,
}

impl<'r> Fields<'r> {
    /// Starts at the first column. Errors name `place`, the table that the statement reads.
    pub(crate) fn of(place: &'static str, row: &'r dyn Row) -> Self {
        Self { place, row, next: 0 }
    }

    /// Decodes the next column, or as many as the type has.
    pub fn take<T: Taken>(&mut self) -> StoreResult<T> {
        T::take(self)
    }

    /// Returns the next column undecoded.
    pub fn raw(&mut self) -> StoreResult<Datum<'r>> {
        let value = self.row.datum(self.next);
        self.next += 1;
        value.map_err(|held| self.fault(&held))
    }

    fn fault(&self, held: &str) -> StoreError {
        let column = self.row.column_name(self.next - 1);
        StoreError::Inconsistent { place: self.place, fault: format!("column {column} holds a {held}") }
    }
}
