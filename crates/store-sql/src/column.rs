//! One way for values into statements and out of rows, for every type of the domain.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use orderdock_domain::access::Role;
use orderdock_domain::candidate::{
    ExtendedProps, Hold, OrderDocType, Override, PaymentRule, Releases, Status,
};
use orderdock_domain::correction::{FieldChange, HistoryEvent};
use orderdock_domain::event::EventType;
use orderdock_domain::ids;
use orderdock_domain::import::RequestKind;
use orderdock_domain::masterdata::{
    ExemptBuyers, KeyMismatch, NegativePrices, NetPrecision, ProductType, UnsupportedMembers,
};
use orderdock_domain::notification::{NotificationKind, NotificationStatus};
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::OrderStatus;
use orderdock_domain::processing::{RunKind, RunOutcomeWord, RunState, RunTrigger};
use orderdock_domain::saved_view::{ViewColumn, ViewList};
use orderdock_domain::text::{Code, Name, Text};
use orderdock_domain::webhook::{DeliveryStatus, WebhookSecret, WebhookStatus};
use orderdock_store::{StoreError, StoreResult};

use crate::holds::{read_hold, read_releases, write_hold, write_releases};
use crate::{Datum, Row, lines};

/// What a column holds.
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

/// What a column holds, and whether there may be nothing.
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

/// A value as it stands in a column.
pub trait Column: Sized {
    const HOLDS: Holds;

    /// Whether one of its values is written as nothing.
    const NULLABLE: bool = false;

    /// `None` if no version of Orderdock wrote this.
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

/// Declares how a type is read and written.
macro_rules! values {
    ($($type:ty as $holds:ident { $value:ident => $read:expr, $self:ident => $write:expr })*) => {$(
        impl Column for $type {
            const HOLDS: Holds = Holds::$holds;

            fn read($value: &Datum<'_>) -> Option<Self> {
                $read
            }

            fn write(&self) -> Datum<'_> {
                let $self = self;
                $write
            }
        }
    )*};
}

values! {
    i64 as Integer { value => value.as_integer(), this => integer(*this) }
    u32 as Integer { value => value.as_integer()?.try_into().ok(), this => integer(i64::from(*this)) }
    u16 as Integer { value => value.as_integer()?.try_into().ok(), this => integer(i64::from(*this)) }
    bool as Boolean {
        value => if let Datum::Boolean(on) = value { Some(*on) } else { Some(value.as_integer()? != 0) },
        this => Datum::Boolean(*this)
    }
    String as Text { value => value.as_text().map(str::to_owned), this => text(this) }
    Vec<u8> as Bytes {
        value => value.as_bytes().map(<[u8]>::to_vec),
        this => Datum::Bytes(Cow::Borrowed(this))
    }
    [u8; 16] as Bytes {
        value => value.as_bytes()?.try_into().ok(),
        this => Datum::Bytes(Cow::Borrowed(this))
    }
    [u8; 32] as Bytes {
        value => value.as_bytes()?.try_into().ok(),
        this => Datum::Bytes(Cow::Borrowed(this))
    }
    Code as Text { value => Code::stored(value.as_text()?), this => text(this.as_str()) }
    Name as Text { value => Name::stored(value.as_text()?), this => text(this.as_str()) }
    Text as Text { value => Text::stored(value.as_text()?), this => text(this.as_str()) }
    ExtendedProps as Text { value => ExtendedProps::stored(value.as_text()?), this => text(this.as_str()) }
    Decimal as Decimal {
        value => match value {
            Datum::Decimal(number) => Some(*number),
            _ => number::exact(value.as_text()?).ok(),
        },
        this => Datum::Decimal(*this)
    }
    Date as Date {
        value => if let Datum::Date(day) = value { Some(*day) } else { value.as_text()?.parse().ok() },
        this => Datum::Date(*this)
    }
    Timestamp as Instant {
        value => match value {
            Datum::Instant(instant) => Some(*instant),
            _ => Timestamp::from_microsecond(value.as_integer()?).ok(),
        },
        this => Datum::Instant(*this)
    }
    TimeZone as Text {
        value => TimeZone::get(value.as_text()?).ok(),
        this => text(this.iana_name().unwrap_or("UTC"))
    }
    Role as Text { value => Role::parse(value.as_text()?), this => text(this.as_str()) }
    Status as Text { value => Status::parse(value.as_text()?), this => text(this.as_str()) }
    Hold as Text { value => read_hold(value.as_text()?), this => owned(write_hold(this)) }
    Releases as Text { value => read_releases(value.as_text()?), this => owned(write_releases(*this)) }
    Vec<FieldChange> as Text {
        value => lines::decode(value.as_text()?),
        this => owned(lines::encode(this))
    }
    HistoryEvent as Text { value => HistoryEvent::parse(value.as_text()?), this => text(this.as_str()) }
    OrderStatus as Text { value => OrderStatus::parse(value.as_text()?), this => text(this.as_str()) }
    RequestKind as Text { value => RequestKind::parse(value.as_text()?), this => text(this.as_str()) }
    RunKind as Text { value => RunKind::parse(value.as_text()?), this => text(this.as_str()) }
    RunTrigger as Text { value => RunTrigger::parse(value.as_text()?), this => text(this.as_str()) }
    RunState as Text { value => RunState::parse(value.as_text()?), this => text(this.as_str()) }
    RunOutcomeWord as Text { value => RunOutcomeWord::parse(value.as_text()?), this => text(this.as_str()) }
    OrderDocType as Text { value => OrderDocType::parse(value.as_text()?), this => text(this.as_str()) }
    ExemptBuyers as Text { value => ExemptBuyers::parse(value.as_text()?), this => text(this.as_str()) }
    NetPrecision as Text { value => NetPrecision::parse(value.as_text()?), this => text(this.as_str()) }
    NegativePrices as Text { value => NegativePrices::parse(value.as_text()?), this => text(this.as_str()) }
    KeyMismatch as Text { value => KeyMismatch::parse(value.as_text()?), this => text(this.as_str()) }
    UnsupportedMembers as Text { value => UnsupportedMembers::parse(value.as_text()?), this => text(this.as_str()) }
    PaymentRule as Text { value => PaymentRule::parse(value.as_text()?), this => text(this.as_str()) }
    NotificationKind as Text {
        value => NotificationKind::parse(value.as_text()?),
        this => text(this.as_str())
    }
    NotificationStatus as Text {
        value => NotificationStatus::parse(value.as_text()?),
        this => text(this.as_str())
    }
    WebhookStatus as Text { value => WebhookStatus::parse(value.as_text()?), this => text(this.as_str()) }
    WebhookSecret as Bytes { value => Column::read(value).map(Self), this => this.0.write() }
    DeliveryStatus as Text { value => DeliveryStatus::parse(value.as_text()?), this => text(this.as_str()) }
    // types that only a later version knows are left out
    Vec<EventType> as Text {
        value => Some(value.as_text()?.split_whitespace().filter_map(EventType::parse).collect()),
        this => owned(this.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" "))
    }
    ViewList as Text { value => ViewList::parse(value.as_text()?), this => text(this.as_str()) }
    Vec<ViewColumn> as Text {
        value => lines::decode(value.as_text()?),
        this => owned(lines::encode(this))
    }
    ProductType as Text { value => ProductType::parse(value.as_text()?), this => text(this.as_str()) }
}

macro_rules! id_columns {
    ($($id:ident)*) => {values! {$(
        ids::$id as Integer { value => value.as_integer().map(ids::$id), this => integer(this.0) }
    )*}};
}

id_columns! {
    OrganisationId DataSourceId DocumentTypeId PartnerGroupId PartnerId LocationId ContactId ProductId UnitId
    PostalCodeId PricingSystemId PriceListId PriceListVersionId ProductPriceId TaxCategoryId TaxId ShipperId
    PaymentTermId WarehouseId CandidateId RequestId TokenId UserId CallerId OrderId RunId InstanceId AttachmentId
    WebhookId DeliveryId
    NotificationRuleId NotificationMessageId SavedViewId
}

/// None are written as nothing.
impl Column for Vec<Override> {
    const HOLDS: Holds = Holds::Text;
    const NULLABLE: bool = true;

    fn read(value: &Datum<'_>) -> Option<Self> {
        if *value == NULL { Some(Self::new()) } else { lines::decode(value.as_text()?) }
    }

    fn write(&self) -> Datum<'_> {
        if self.is_empty() { NULL } else { owned(lines::encode(self)) }
    }
}

/// What is read from the next columns of a row: a value, a part of a record, or all of it.
pub trait Taken: Sized {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self>;
}

impl<T: Column> Taken for T {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let value = fields.raw()?;
        T::read(&value).ok_or_else(|| fields.fault(value.word()))
    }
}

macro_rules! taken_tuples {
    ($(($($part:ident)+))+) => {$(
        impl<$($part: Taken),+> Taken for ($($part,)+) {
            fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
                Ok(($($part::take(fields)?,)+))
            }
        }
    )+};
}

taken_tuples! { (A B) (A B C) (A B C D) }

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

/// A record or a member of one, which stands in one column or in several.
pub trait Columns: Taken {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>);

    /// What it stands in by itself.
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

/// A member of which it is known what its columns hold.
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

/// Both or none.
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

/// What was released, where nothing stands if nothing was.
pub fn released(fields: &mut Fields<'_>) -> StoreResult<Releases> {
    Ok(fields.take::<Option<_>>()?.unwrap_or_default())
}

/// The columns of a row, read one after the other.
pub struct Fields<'r> {
    place: &'static str,
    row: &'r dyn Row,
    next: usize,
}

impl<'r> Fields<'r> {
    /// Those of a row that was read at this place of the code.
    pub(crate) fn of(place: &'static str, row: &'r dyn Row) -> Self {
        Self { place, row, next: 0 }
    }

    pub fn take<T: Taken>(&mut self) -> StoreResult<T> {
        T::take(self)
    }

    /// The next column as it is.
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
