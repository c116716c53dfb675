//! One way for values into statements and out of rows, for every type of the domain.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use orderdock_domain::access::Role;
use orderdock_domain::candidate::{Hold, OrderDocType, Override, PaymentRule, Releases, Status};
use orderdock_domain::correction::{FieldChange, HistoryEvent};
use orderdock_domain::ids;
use orderdock_domain::masterdata::{NegativePrices, ProductType};
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::OrderStatus;
use orderdock_domain::processing::{RunKind, RunOutcomeWord, RunState, RunTrigger};
use orderdock_domain::text::{Code, Name, Text};
use orderdock_store::{StoreError, StoreResult};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection, Row, Statement};

use crate::error::translate;

/// A value as it stands in a column.
pub trait Column: Sized {
    /// `None` if no version of Orderdock wrote this.
    fn read(value: ValueRef<'_>) -> Option<Self>;

    fn write(&self) -> ToSqlOutput<'_>;
}

pub fn integer(value: i64) -> ToSqlOutput<'static> {
    ToSqlOutput::Owned(Value::Integer(value))
}

pub fn text(value: &str) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(ValueRef::Text(value.as_bytes()))
}

pub fn owned(value: String) -> ToSqlOutput<'static> {
    ToSqlOutput::Owned(Value::Text(value))
}

pub const NULL: ToSqlOutput<'static> = ToSqlOutput::Owned(Value::Null);

fn as_text(value: ValueRef<'_>) -> Option<&str> {
    value.as_str().ok()
}

impl<T: Column> Column for Option<T> {
    fn read(value: ValueRef<'_>) -> Option<Self> {
        if value == ValueRef::Null { Some(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> ToSqlOutput<'_> {
        self.as_ref().map_or(NULL, Column::write)
    }
}

/// Declares how a type is read and written.
macro_rules! columns {
    ($($type:ty { $value:ident => $read:expr, $self:ident => $write:expr })*) => {$(
        impl Column for $type {
            fn read($value: ValueRef<'_>) -> Option<Self> {
                $read
            }

            fn write(&self) -> ToSqlOutput<'_> {
                let $self = self;
                $write
            }
        }
    )*};
}

columns! {
    i64 { value => value.as_i64().ok(), this => integer(*this) }
    u32 { value => value.as_i64().ok()?.try_into().ok(), this => integer(i64::from(*this)) }
    u16 { value => value.as_i64().ok()?.try_into().ok(), this => integer(i64::from(*this)) }
    bool { value => Some(value.as_i64().ok()? != 0), this => integer(i64::from(*this)) }
    String { value => as_text(value).map(str::to_owned), this => text(this) }
    Vec<u8> {
        value => value.as_blob().ok().map(<[u8]>::to_vec),
        this => ToSqlOutput::Borrowed(ValueRef::Blob(this))
    }
    [u8; 32] {
        value => value.as_blob().ok()?.try_into().ok(),
        this => ToSqlOutput::Borrowed(ValueRef::Blob(this))
    }
    Code { value => Code::stored(as_text(value)?), this => text(this.as_str()) }
    Name { value => Name::stored(as_text(value)?), this => text(this.as_str()) }
    Text { value => Text::stored(as_text(value)?), this => text(this.as_str()) }
    Decimal { value => number::exact(as_text(value)?).ok(), this => owned(number::canonical(this)) }
    Date { value => as_text(value)?.parse().ok(), this => owned(this.to_string()) }
    Timestamp {
        value => Timestamp::from_microsecond(value.as_i64().ok()?).ok(),
        this => integer(this.as_microsecond())
    }
    TimeZone {
        value => TimeZone::get(as_text(value)?).ok(),
        this => text(this.iana_name().unwrap_or("UTC"))
    }
    Role { value => Role::parse(as_text(value)?), this => text(this.as_str()) }
    Status { value => Status::parse(as_text(value)?), this => text(this.as_str()) }
    Hold { value => Hold::parse(as_text(value)?), this => owned(this.to_string()) }
    Releases { value => Releases::parse(as_text(value)?), this => owned(this.to_string()) }
    Vec<Override> { value => Override::decode(as_text(value)?), this => owned(Override::encode(this)) }
    Vec<FieldChange> {
        value => FieldChange::decode(as_text(value)?),
        this => owned(FieldChange::encode(this))
    }
    HistoryEvent { value => HistoryEvent::parse(as_text(value)?), this => text(this.as_str()) }
    OrderStatus { value => OrderStatus::parse(as_text(value)?), this => text(this.as_str()) }
    RunKind { value => RunKind::parse(as_text(value)?), this => text(this.as_str()) }
    RunTrigger { value => RunTrigger::parse(as_text(value)?), this => text(this.as_str()) }
    RunState { value => RunState::parse(as_text(value)?), this => text(this.as_str()) }
    RunOutcomeWord { value => RunOutcomeWord::parse(as_text(value)?), this => text(this.as_str()) }
    OrderDocType { value => OrderDocType::parse(as_text(value)?), this => text(this.as_str()) }
    NegativePrices { value => NegativePrices::parse(as_text(value)?), this => text(this.as_str()) }
    PaymentRule { value => PaymentRule::parse(as_text(value)?), this => text(this.as_str()) }
    ProductType {
        value => {
            let word = as_text(value)?;
            ProductType::ALL.into_iter().find(|kind| kind.as_str() == word)
        },
        this => text(this.as_str())
    }
}

macro_rules! id_columns {
    ($($id:ident)*) => {columns! {$(
        ids::$id { value => value.as_i64().ok().map(ids::$id), this => integer(this.0) }
    )*}};
}

id_columns! {
    OrganisationId DataSourceId DocumentTypeId PartnerGroupId PartnerId LocationId ContactId ProductId UnitId
    PostalCodeId PricingSystemId PriceListId PriceListVersionId ProductPriceId TaxCategoryId TaxId ShipperId
    PaymentTermId WarehouseId CandidateId RequestId TokenId UserId CallerId OrderId RunId AttachmentId
}

/// The columns of a row, read one after the other.
pub struct Fields<'r> {
    place: &'static str,
    row: &'r Row<'r>,
    next: usize,
}

impl<'r> Fields<'r> {
    pub fn take<T: Column>(&mut self) -> StoreResult<T> {
        let value = self.raw()?;
        T::read(value).ok_or_else(|| self.fault(value))
    }

    /// The next column as it is.
    pub fn raw(&mut self) -> StoreResult<ValueRef<'r>> {
        let value = self.row.get_ref(self.next).map_err(translate)?;
        self.next += 1;
        Ok(value)
    }

    fn fault(&self, value: ValueRef<'_>) -> StoreError {
        let column = self.row.as_ref().column_name(self.next - 1).unwrap_or("?").to_owned();
        StoreError::Inconsistent {
            place: self.place,
            fault: format!("column {column} holds a {}", value.data_type()),
        }
    }
}

fn bind<'v>(
    statement: &mut Statement<'_>,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
) -> StoreResult<()> {
    let mut bound = 0;
    for value in values {
        bound += 1;
        statement.raw_bind_parameter(bound, value).map_err(translate)?;
    }
    if bound == statement.parameter_count() {
        return Ok(());
    }
    Err(StoreError::Statement(format!("{bound} values for {} places", statement.parameter_count())))
}

/// Runs a statement that writes, and tells how many rows it touched.
pub fn run<'v>(
    connection: &Connection,
    sql: &str,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
) -> StoreResult<usize> {
    Rows::prepare(connection, sql)?.write(values)
}

/// A statement that writes, for any number of rows.
pub struct Rows<'c>(CachedStatement<'c>);

impl<'c> Rows<'c> {
    pub fn prepare(connection: &'c Connection, sql: &str) -> StoreResult<Self> {
        connection.prepare_cached(sql).map(Self).map_err(translate)
    }

    /// Writes one row, and tells how many it touched.
    pub fn write<'v>(&mut self, values: impl IntoIterator<Item = ToSqlOutput<'v>>) -> StoreResult<usize> {
        bind(&mut self.0, values)?;
        self.0.raw_execute().map_err(translate)
    }
}

/// Runs a statement that reads, and makes a record of each row.
pub fn rows<'v, T>(
    connection: &Connection,
    place: &'static str,
    sql: &str,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
    read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    many_rows(connection, place, sql, values, 0, read)
}

/// The same where it is known about how many there will be, and that they are many.
pub fn many_rows<'v, T>(
    connection: &Connection,
    place: &'static str,
    sql: &str,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
    expected: usize,
    mut read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    let mut statement = connection.prepare_cached(sql).map_err(translate)?;
    bind(&mut statement, values)?;
    let mut found = Vec::with_capacity(expected);
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next().map_err(translate)? {
        found.push(read(&mut Fields { place, row, next: 0 })?);
    }
    Ok(found)
}

/// The first row of a statement that reads, if there is one.
pub fn first<'v, T>(
    connection: &Connection,
    place: &'static str,
    sql: &str,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
    read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Option<T>> {
    Ok(rows(connection, place, sql, values, read)?.into_iter().next())
}

/// The one value that a statement answers, if it answers any.
pub fn value<'v, T: Column>(
    connection: &Connection,
    place: &'static str,
    sql: &str,
    values: impl IntoIterator<Item = ToSqlOutput<'v>>,
) -> StoreResult<Option<T>> {
    first(connection, place, sql, values, take)
}

/// A row of one column.
pub fn take<T: Column>(fields: &mut Fields<'_>) -> StoreResult<T> {
    fields.take()
}
