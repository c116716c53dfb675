//! Snapshots of single values: texts, numbers, flags and ids.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Field, PaymentRule};
use orderdock_domain::ids;
use orderdock_domain::masterdata::ValueLevel;
use orderdock_domain::money::StepOutcome;
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::DatePromised;
use orderdock_domain::text::{Code, Name, Text};
use serde_json::Value;

use super::{Snapshot, write_text};

/// A value that is stored as a JSON string.
trait TextSnapshot: Sized {
    fn to_text(&self) -> Cow<'_, str>;

    /// `None` if no version of Orderdock wrote this.
    fn from_text(text: &str) -> Option<Self>;
}

impl<T: TextSnapshot> Snapshot for T {
    fn write(&self, json: &mut String) {
        write_text(&self.to_text(), json);
    }

    fn read(value: &Value) -> Option<Self> {
        Self::from_text(value.as_str()?)
    }
}

impl TextSnapshot for Code {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text).ok()?
    }
}

impl TextSnapshot for Name {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text).ok()?
    }
}

impl TextSnapshot for Text {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text).ok()?
    }
}

impl TextSnapshot for Decimal {
    fn to_text(&self) -> Cow<'_, str> {
        number::canonical(self).into()
    }

    fn from_text(text: &str) -> Option<Self> {
        number::exact(text).ok()
    }
}

impl TextSnapshot for Date {
    fn to_text(&self) -> Cow<'_, str> {
        self.to_string().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl TextSnapshot for PaymentRule {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl TextSnapshot for Field {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl TextSnapshot for ValueLevel {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl TextSnapshot for StepOutcome {
    fn to_text(&self) -> Cow<'_, str> {
        self.as_str().into()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl TextSnapshot for DatePromised {
    fn to_text(&self) -> Cow<'_, str> {
        promised_text(self).into()
    }

    fn from_text(text: &str) -> Option<Self> {
        promised(text)
    }
}

/// Returns a day, or an instant in UTC, as text.
pub fn promised_text(promised: &DatePromised) -> String {
    match promised {
        DatePromised::Day(day) => day.to_string(),
        DatePromised::Instant(instant) => instant.to_string(),
    }
}

/// Reads what [`promised_text`] writes.
pub fn promised(text: &str) -> Option<DatePromised> {
    if text.contains('T') {
        return text.parse::<Timestamp>().ok().map(DatePromised::Instant);
    }
    text.parse().ok().map(DatePromised::Day)
}

impl Snapshot for i64 {
    fn write(&self, json: &mut String) {
        json.push_str(&self.to_string());
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl Snapshot for u32 {
    fn write(&self, json: &mut String) {
        i64::from(*self).write(json);
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_i64()?.try_into().ok()
    }
}

impl Snapshot for bool {
    fn write(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }

    fn present(&self) -> bool {
        *self
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// Implements [`Snapshot`] for ids, which are stored as JSON numbers.
///
/// `ids! { PartnerId }` expands to an implementation for `ids::PartnerId` that writes `self.0` and reads a number.
macro_rules! ids {
    ($($id:ident)*) => {$(
        impl Snapshot for ids::$id {
            fn write(&self, json: &mut String) {
                self.0.write(json);
            }

            fn read(value: &Value) -> Option<Self> {
                value.as_i64().map(Self)
            }
        }
    )*};
}

ids! {
    OrganisationId DataSourceId DocumentTypeId PartnerGroupId PartnerId LocationId ContactId PostalCodeId
    PricingSystemId PriceListId ShipperId PaymentTermId WarehouseId RequestId
}
