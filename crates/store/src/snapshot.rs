//! Records as they were, as JSON: the form in which every backend keeps what an order must never lose.
//!
//! Members are named like the fields; absent values and flags that are not set are left out, exact numbers are
//! canonical text. What is stored must stay readable: a renamed field is written under its old name.

use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Field, PaymentRule};
use orderdock_domain::ids;
use orderdock_domain::masterdata::{Contact, Defaults, Location, Partner, ValueLevel};
use orderdock_domain::money::StepOutcome;
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::{
    DatePromised, ExplainedSource, ExplainedStep, ExplainedTax, LineExplanation, Named, OrderDocumentType,
    OrderHeader, OrderValues, Party, ValueOrigin,
};
use orderdock_domain::text::{Code, Name, Text};
use orderdock_domain::{contact_members, location_members, partner_members};
use serde_json::{Map, Value};

/// Room for most snapshots.
const USUAL_SIZE: usize = 1_024;

/// Why a text is not the snapshot that it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a snapshot of this kind")]
pub struct SnapshotFault;

/// A value that can be kept as JSON.
pub trait Snapshot: Sized {
    fn write(&self, json: &mut String);

    /// `None` if no version of Orderdock wrote this.
    fn read(value: &Value) -> Option<Self>;

    /// Whether it is written at all as a member of a record.
    fn present(&self) -> bool {
        true
    }

    /// What a member is that is not there.
    fn absent() -> Option<Self> {
        None
    }
}

pub fn encode_snapshot<T: Snapshot>(record: &T) -> String {
    let mut json = String::with_capacity(USUAL_SIZE);
    record.write(&mut json);
    json
}

pub fn decode_snapshot<T: Snapshot>(json: &str) -> Result<T, SnapshotFault> {
    // lines of a text once stood in it as they were
    let value = serde_json::from_str(json).or_else(|_| serde_json::from_str(&without_control(json)));
    T::read(&value.map_err(|_| SnapshotFault)?).ok_or(SnapshotFault)
}

fn without_control(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + 8);
    json.chars().for_each(|character| escape_control(character, &mut escaped));
    escaped
}

fn write_text(text: &str, json: &mut String) {
    json.push('"');
    if text.bytes().any(|byte| matches!(byte, b'"' | b'\\' | ..b' ')) {
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                json.push('\\');
            }
            escape_control(character, json);
        }
    } else {
        json.push_str(text);
    }
    json.push('"');
}

fn escape_control(character: char, json: &mut String) {
    if character < ' ' {
        // writing to a text cannot fail
        let _ = write!(json, "\\u{:04x}", u32::from(character));
    } else {
        json.push(character);
    }
}

fn write_member<T: Snapshot>(name: &str, value: &T, json: &mut String) {
    if !value.present() {
        return;
    }
    json.push_str(if json.ends_with('{') { "\"" } else { ",\"" });
    json.push_str(name);
    json.push_str("\":");
    value.write(json);
}

fn read_member<T: Snapshot>(members: &Map<String, Value>, name: &str) -> Option<T> {
    members.get(name).map_or_else(T::absent, T::read)
}

/// Values that are written as a text.
macro_rules! texts {
    ($($type:ty { $this:ident => $text:expr, $word:ident => $read:expr })*) => {$(
        impl Snapshot for $type {
            fn write(&self, json: &mut String) {
                let $this = self;
                write_text($text, json);
            }

            fn read(value: &Value) -> Option<Self> {
                let $word = value.as_str()?;
                $read
            }
        }
    )*};
}

texts! {
    Code { this => this.as_str(), word => Self::parse(word).ok()? }
    Name { this => this.as_str(), word => Self::parse(word).ok()? }
    Text { this => this.as_str(), word => Self::parse(word).ok()? }
    Decimal { this => &number::canonical(this), word => number::exact(word).ok() }
    Date { this => &this.to_string(), word => word.parse().ok() }
    PaymentRule { this => this.as_str(), word => Self::parse(word) }
    DatePromised { this => &promised_text(this), word => promised(word) }
    Field { this => this.as_str(), word => Self::parse(word) }
    ValueLevel { this => this.as_str(), word => Self::parse(word) }
    StepOutcome { this => this.as_str(), word => Self::parse(word) }
}

/// A day, or an instant in UTC.
pub fn promised_text(promised: &DatePromised) -> String {
    match promised {
        DatePromised::Day(day) => day.to_string(),
        DatePromised::Instant(instant) => instant.to_string(),
    }
}

/// Reads what [`promised_text`] writes.
pub fn promised(word: &str) -> Option<DatePromised> {
    if word.contains('T') {
        return word.parse::<Timestamp>().ok().map(DatePromised::Instant);
    }
    word.parse().ok().map(DatePromised::Day)
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

impl<T: Snapshot> Snapshot for Option<T> {
    fn write(&self, json: &mut String) {
        match self {
            Some(value) => value.write(json),
            None => json.push_str("null"),
        }
    }

    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Some)
    }

    fn present(&self) -> bool {
        self.is_some()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Snapshot> Snapshot for Arc<T> {
    fn write(&self, json: &mut String) {
        T::write(self, json);
    }

    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Self::new)
    }
}

impl<T: Snapshot> Snapshot for Vec<T> {
    fn write(&self, json: &mut String) {
        json.push('[');
        for (place, item) in self.iter().enumerate() {
            if place > 0 {
                json.push(',');
            }
            item.write(json);
        }
        json.push(']');
    }

    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::read).collect()
    }

    fn present(&self) -> bool {
        !self.is_empty()
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// Declares the members of records; those of a part of one stand among them, behind the others.
macro_rules! records {
    ($($record:ty
        $(, absent as $absent:expr;)?
        $(, with $part:ident $of:ident { $($inner:ident)* };)?
        { $($field:ident)* }
    )*) => {$(
        impl Snapshot for $record {
            fn write(&self, json: &mut String) {
                json.push('{');
                $(write_member(stringify!($field), &self.$field, json);)*
                $($(write_member(stringify!($inner), &self.$part.$inner, json);)*)?
                json.push('}');
            }

            fn read(value: &Value) -> Option<Self> {
                let members = value.as_object()?;
                Some(Self {
                    $($field: read_member(members, stringify!($field))?,)*
                    $($part: $of { $($inner: read_member(members, stringify!($inner))?,)* },)?
                })
            }
            $(
                fn absent() -> Option<Self> {
                    Some($absent)
                }
            )?
        }
    )*};
}

macro_rules! table_record {
    ([$record:ident { $($before:ident)* } { $($behind:ident)* }]
        $($field:ident $sent:tt { $how:ident $kept:ident: $($held:tt)* } $answered:tt $words:tt;)*
    ) => {
        records! { $record { $($before)* $($kept)* $($behind)* } }
    };
}

partner_members!(
    table_record![Partner { id organisation version active } { sales_code tax_exempt defaults }]
);
location_members!(table_record![Location { id partner organisation version active } { postal_code }]);
contact_members!(table_record![Contact { id partner organisation version active } {}]);

records! {
    // what was kept before there were any had a pricing system at most, which no order shows of a partner
    Defaults, absent as Defaults::default(); { pricing_system payment_rule payment_term shipper warehouse delivery_rule delivery_via_rule }
    Party { partner location contact }
    Named<ids::OrganisationId> { id code name }
    Named<ids::PartnerId> { id code name }
    Named<ids::PricingSystemId> { id code name }
    Named<ids::PriceListId> { id code name }
    Named<ids::PaymentTermId> { id code name }
    Named<ids::ShipperId> { id code name }
    Named<ids::WarehouseId> { id code name }
    OrderDocumentType { id name base_type sub_type }
    OrderHeader, with values OrderValues {
        payment_rule payment_term shipper warehouse delivery_rule delivery_via_rule origins
    };
    {
        organisation data_source external_header_id po_reference buyer bill drop_ship hand_over sales_partner
        currency currency_digits pricing_system price_list tax_included date_ordered date_promised
        invoice_document_type promotion_code
    }
    ValueOrigin { field level code }
    LineExplanation { pricing_system list precision source removed_tax discount unrounded }
    ExplainedTax { code rate }
    ExplainedStep { list valid_from found }
}

/// `{"manual": "5.555"}`, `{"without_charge": "35.70", "reason": "P"}` (the value may be null), or `{"steps": […], "price": "1.99", "scale_from": "10"}`.
impl Snapshot for ExplainedSource {
    fn write(&self, json: &mut String) {
        json.push('{');
        match self {
            Self::Manual { sent } => write_member("manual", sent, json),
            Self::WithoutCharge { reason, value } => {
                json.push_str("\"without_charge\":");
                match value {
                    Some(value) => value.write(json),
                    None => json.push_str("null"),
                }
                write_member("reason", reason, json);
            }
            Self::List { steps, price, scale_from } => {
                write_member("steps", steps, json);
                write_member("price", price, json);
                write_member("scale_from", scale_from, json);
            }
        }
        json.push('}');
    }

    fn read(value: &Value) -> Option<Self> {
        let members = value.as_object()?;
        if let Some(sent) = members.get("manual") {
            return Some(Self::Manual { sent: Decimal::read(sent)? });
        }
        if let Some(value) = members.get("without_charge") {
            let value = if value.is_null() { None } else { Some(Decimal::read(value)?) };
            return Some(Self::WithoutCharge { reason: read_member(members, "reason")?, value });
        }
        Some(Self::List {
            steps: read_member(members, "steps")?,
            price: read_member(members, "price")?,
            scale_from: read_member(members, "scale_from")?,
        })
    }
}

#[cfg(test)]
mod stored_form;
#[cfg(test)]
mod tests;
