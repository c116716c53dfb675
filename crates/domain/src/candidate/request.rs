//! A candidate as its sender wrote it: typed, not yet looked up.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{ExtendedProps, Field, PartnerBlock, ProductData};
use crate::calendar;
use crate::identifier::IdentifierString;
use crate::number::Decimal;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name, Text};

/// A member of a record: a null that was sent is not the same as a member that was not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sent<T> {
    #[default]
    Absent,
    /// An explicit null (or blank text): under `UPDATE_MERGE` it clears.
    Null,
    Value(T),
}

impl<T> Sent<T> {
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Sent<U> {
        match self {
            Self::Absent => Sent::Absent,
            Self::Null => Sent::Null,
            Self::Value(value) => Sent::Value(change(value)),
        }
    }
}

/// A day as it was sent: by its date, or as an instant, of which the organisation's zone says which day it is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentDay {
    Date(Date),
    Instant(Timestamp),
}

impl SentDay {
    pub fn date(self) -> Option<Date> {
        match self {
            Self::Date(date) => Some(date),
            Self::Instant(_) => None,
        }
    }
}

/// A percentage, at most 100; below 0 a surcharge.
type Discount = Decimal;
/// A number of things, from 0.
type Count = i64;
/// A code that some senders write as a number, of which the digits count.
type CodeOrNumber = Code;
/// A code that names no record.
type PlainCode = Code;

macro_rules! candidate_request {
    ([$($(#[$doc:meta])* $own:ident: $own_type:ty,)*]
        $($field:ident { $need:ident $sent:ty, $($way:tt)* } $kept:tt $called:tt $words:tt;)*
    ) => {
        /// One row, in either shape and variant; what each member means, the table says.
        #[derive(Clone, PartialEq, Debug)]
        pub struct CandidateRequest {
            $($(#[$doc])* pub $own: $own_type,)*
            $(pub $field: candidate_request!(@$need $sent),)*
        }

        impl CandidateRequest {
            /// A row that says no more than it must.
            pub fn of(row: LeastRow) -> Self {
                Self {
                    identity: row.identity,
                    org: None,
                    data_source: None,
                    data_dest: None,
                    bpartner: row.bpartner,
                    bill_bpartner: None,
                    drop_ship_bpartner: None,
                    hand_over_bpartner: None,
                    product: row.product,
                    unsupported: Vec::new(),
                    $($field: candidate_request!(@least $need row $field),)*
                }
            }
        }
    };
    (@required $sent:ty) => { $sent };
    (@optional $sent:ty) => { Option<$sent> };
    (@least required $row:ident $field:ident) => { $row.$field };
    (@least optional $row:ident $field:ident) => { None };
}

candidate_members!(candidate_request! [
    identity: ExternalIdentity,
    org: Option<OrgData>,
    data_source: Option<SourceReference>,
    data_dest: Option<SourceReference>,
    bpartner: PartnerBlock,
    // most rows have none of these, which are large
    bill_bpartner: Option<Box<PartnerBlock>>,
    drop_ship_bpartner: Option<Box<PartnerBlock>>,
    hand_over_bpartner: Option<Box<PartnerBlock>>,
    product: ProductData,
    /// Members that touch money and are not supported, with their values as JSON.
    unsupported: Vec<(Field, Text)>,
]);

/// What a row cannot be without.
pub struct LeastRow {
    pub identity: ExternalIdentity,
    pub bpartner: PartnerBlock,
    pub product: ProductData,
    pub qty: Decimal,
    pub po_reference: Code,
}

impl CandidateRequest {
    fn days(&mut self) -> [(&'static str, &mut Option<SentDay>); 4] {
        [
            ("/dateOrdered", &mut self.date_ordered),
            ("/dateRequired", &mut self.date_required),
            ("/presetDateInvoiced", &mut self.preset_date_invoiced),
            ("/presetDateShipped", &mut self.preset_date_shipped),
        ]
    }

    /// The row with its instants as days of a zone, or those whose day is before the calendar begins.
    pub fn in_zone(&self, zone: impl FnOnce() -> TimeZone) -> Result<Cow<'_, Self>, Vec<Problem>> {
        let given =
            [self.date_ordered, self.date_required, self.preset_date_invoiced, self.preset_date_shipped];
        if given.into_iter().flatten().all(|day| matches!(day, SentDay::Date(_))) {
            return Ok(Cow::Borrowed(self));
        }
        let (zone, mut row) = (zone(), self.clone());
        let mut faults = Vec::new();
        for (pointer, day) in row.days() {
            if let Some(SentDay::Instant(instant)) = *day {
                *day = calendar::day_of(instant, &zone).map(SentDay::Date);
                if day.is_none() {
                    faults.push(Problem::new(ProblemCode::DateInvalid, pointer));
                }
            }
        }
        if faults.is_empty() { Ok(Cow::Owned(row)) } else { Err(faults) }
    }
}

/// The sender's own ids of a row; unique per organisation and data source, for ever.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExternalIdentity {
    pub header_id: Code,
    pub line_id: Code,
    /// Short shape: both ids stand for one flat `externalId`.
    pub flat: bool,
}

/// How a data source or destination is named.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceReference {
    /// Variant A: an identifier string; `int-` is the internal name.
    Identifier(IdentifierString),
    /// Variant B (`…InternalName`): the bare internal name.
    InternalName(Code),
    /// `externalSystemCode`, understood as the source's name where no source is given.
    ExternalSystem(Code),
}

impl std::fmt::Display for SourceReference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Identifier(identifier) => identifier.fmt(f),
            Self::InternalName(name) | Self::ExternalSystem(name) => name.fmt(f),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrgData {
    pub code: Code,
    pub name: Sent<Name>,
    pub advice: Option<SyncAdvice>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvoiceDocType {
    pub doc_base_type: Code,
    pub doc_sub_type: Option<Code>,
}

#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of_variant:meta])* $variant:ident $word:literal)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[$of_variant])* $variant,)*
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }
    )*};
}
pub(crate) use words;

words! {
    /// A key by which a partner is looked up, as `bpartnerLookupAdvise` names it.
    PartnerLookup { ExternalId "ExternalId" Gln "GLN" Code "Code" }
    OrderDocType { SalesOrder "SalesOrder" PrepayOrder "PrepayOrder" }
    PaymentRule { OnCredit "OnCredit" Paypal "Paypal" DirectDebit "DirectDebit" }
}
