//! Conversion between Rust values and the columns of rows.

mod types;

use std::borrow::Cow;

use orderdock_domain::candidate::Releases;
use orderdock_store::{StoreError, StoreResult};

use crate::{Row, SqlValue};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SqlType {
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
pub struct ColumnType {
    pub sql_type: SqlType,
    pub nullable: bool,
}

impl ColumnType {
    pub const fn of<T: Column>() -> Self {
        Self { sql_type: T::TYPE, nullable: T::NULLABLE }
    }
}

/// A value of one column.
pub trait Column: Sized {
    const TYPE: SqlType;

    /// Whether some value is written as NULL.
    const NULLABLE: bool = false;

    /// Decodes a value; `None` if no version of Orderdock writes it.
    fn read(value: &SqlValue<'_>) -> Option<Self>;

    fn write(&self) -> SqlValue<'_>;
}

pub fn integer(value: i64) -> SqlValue<'static> {
    SqlValue::Integer(value)
}

pub fn text(value: &str) -> SqlValue<'_> {
    SqlValue::Text(Cow::Borrowed(value))
}

pub fn owned(value: String) -> SqlValue<'static> {
    SqlValue::Text(Cow::Owned(value))
}

pub const NULL: SqlValue<'static> = SqlValue::Null;

impl<T: Column> Column for Option<T> {
    const TYPE: SqlType = T::TYPE;
    const NULLABLE: bool = true;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        if *value == NULL { Some(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> SqlValue<'_> {
        self.as_ref().map_or(NULL, Column::write)
    }
}

/// A value that is decoded from one or several columns of a row: a part of a record, or a whole record.
pub trait FromRow: Sized {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self>;
}

impl<T: Column> FromRow for T {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let value = row.read_value()?;
        T::read(&value).ok_or_else(|| row.fault(value.word()))
    }
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok((row.read()?, row.read()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok((row.read()?, row.read()?, row.read()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow, D: FromRow> FromRow for (A, B, C, D) {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok((row.read()?, row.read()?, row.read()?, row.read()?))
    }
}

/// A value that is written to one or several columns, in the order in which it is read.
pub trait ToRow: FromRow {
    /// Appends the values of its columns.
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>);

    /// Returns the values of its columns.
    fn to_row(&self) -> Vec<SqlValue<'_>> {
        // few tables have more columns
        let mut row = Vec::with_capacity(32);
        self.append_to(&mut row);
        row
    }
}

impl<T: Column> ToRow for T {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        row.push(self.write());
    }
}

/// A value with known column types, which can describe a table.
pub trait TypedColumns: ToRow {
    const TYPES: &'static [ColumnType];
}

impl<T: Column> TypedColumns for T {
    const TYPES: &'static [ColumnType] = &[ColumnType::of::<T>()];
}

/// Either both columns are NULL or none is.
impl<A: Column, B: Column> FromRow for Option<(A, B)> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (one, other): (Option<A>, Option<B>) = row.read()?;
        Ok(one.zip(other))
    }
}

impl<A: Column, B: Column> ToRow for Option<(A, B)> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        match self {
            Some((one, other)) => row.extend([one.write(), other.write()]),
            None => row.extend([NULL; 2]),
        }
    }
}

/// Decodes the releases of a candidate; NULL means none.
pub fn released(row: &mut RowReader<'_>) -> StoreResult<Releases> {
    Ok(row.read::<Option<_>>()?.unwrap_or_default())
}

/// Reads the columns of a row in order.
pub struct RowReader<'r> {
    place: &'static str,
    row: &'r dyn Row,
    next: usize,
}

impl<'r> RowReader<'r> {
    /// Creates a reader at the first column. `place` is the table of the statement, for errors.
    pub(crate) fn of(place: &'static str, row: &'r dyn Row) -> Self {
        Self { place, row, next: 0 }
    }

    /// Decodes the next columns, as many as the type has.
    pub fn read<T: FromRow>(&mut self) -> StoreResult<T> {
        T::from_row(self)
    }

    /// Returns the next column undecoded.
    pub fn read_value(&mut self) -> StoreResult<SqlValue<'r>> {
        let value = self.row.value(self.next);
        self.next += 1;
        value.map_err(|held| self.fault(&held))
    }

    fn fault(&self, held: &str) -> StoreError {
        let column = self.row.column_name(self.next - 1);
        StoreError::Inconsistent { place: self.place, fault: format!("column {column} holds a {held}") }
    }
}
