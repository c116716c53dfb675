//! The column types of numbers, texts, times and the small types of the domain.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use orderdock_domain::access::Role;
use orderdock_domain::candidate::{
    ExtendedProps, Hold, OrderDocType, Override, PaymentRule, ReferenceKey, ReferenceKind, Releases, Status,
    UnresolvedReference,
};
use orderdock_domain::correction::{FieldChange, HistoryEvent};
use orderdock_domain::event::EventType;
use orderdock_domain::ids;
use orderdock_domain::import::{RejectedRowStatus, RequestKind};
use orderdock_domain::import_draft::{ImportDraftStatus, RowCheck};
use orderdock_domain::masterdata::{
    CrossReferenceKind, ExemptBuyers, ExternalIds, KeyMismatch, MatchDifferences, NegativePrices,
    NetPrecision, ProductType, UnresolvedReferences, UnsupportedMembers,
};
use orderdock_domain::notification::{NotificationKind, NotificationStatus};
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::OrderStatus;
use orderdock_domain::processing::{RunKind, RunOutcomeKind, RunState, RunTrigger};
use orderdock_domain::saved_view::{ViewColumn, ViewList};
use orderdock_domain::text::{Code, Name, Text};
use orderdock_domain::webhook::{DeliveryStatus, WebhookSecret, WebhookStatus};
use orderdock_store::{from_json, to_json};

use super::{Column, NULL, SqlType, integer, owned, text};
use crate::{SqlValue, sql::lines};

impl Column for i64 {
    const TYPE: SqlType = SqlType::Integer;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_integer()
    }

    fn write(&self) -> SqlValue<'_> {
        integer(*self)
    }
}

impl Column for u32 {
    const TYPE: SqlType = SqlType::Integer;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_integer()?.try_into().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        integer(i64::from(*self))
    }
}

impl Column for u16 {
    const TYPE: SqlType = SqlType::Integer;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_integer()?.try_into().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        integer(i64::from(*self))
    }
}

impl Column for bool {
    const TYPE: SqlType = SqlType::Boolean;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        if let SqlValue::Boolean(on) = value { Some(*on) } else { Some(value.as_integer()? != 0) }
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Boolean(*self)
    }
}

impl Column for String {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_text().map(str::to_owned)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self)
    }
}

impl Column for Vec<u8> {
    const TYPE: SqlType = SqlType::Bytes;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_bytes().map(<[u8]>::to_vec)
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Bytes(Cow::Borrowed(self))
    }
}

impl Column for [u8; 16] {
    const TYPE: SqlType = SqlType::Bytes;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_bytes()?.try_into().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Bytes(Cow::Borrowed(self))
    }
}

impl Column for [u8; 32] {
    const TYPE: SqlType = SqlType::Bytes;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_bytes()?.try_into().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Bytes(Cow::Borrowed(self))
    }
}

impl Column for Code {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Code::stored(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}

impl Column for Name {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Name::stored(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}

impl Column for Text {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Text::stored(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}

impl Column for ExtendedProps {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        ExtendedProps::stored(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.as_str())
    }
}

impl Column for Decimal {
    const TYPE: SqlType = SqlType::Decimal;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        match value {
            SqlValue::Decimal(number) => Some(*number),
            _ => number::exact(value.as_text()?).ok(),
        }
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Decimal(*self)
    }
}

impl Column for Date {
    const TYPE: SqlType = SqlType::Date;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        if let SqlValue::Date(day) = value { Some(*day) } else { value.as_text()?.parse().ok() }
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Date(*self)
    }
}

impl Column for Timestamp {
    const TYPE: SqlType = SqlType::Instant;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        match value {
            SqlValue::Instant(instant) => Some(*instant),
            _ => Timestamp::from_microsecond(value.as_integer()?).ok(),
        }
    }

    fn write(&self) -> SqlValue<'_> {
        SqlValue::Instant(*self)
    }
}

impl Column for TimeZone {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        TimeZone::get(value.as_text()?).ok()
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.iana_name().unwrap_or("UTC"))
    }
}

impl Column for Hold {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_text()?.parse().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.to_string())
    }
}

/// Stored as words, separated by spaces.
impl Column for Releases {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_text()?.split_whitespace().try_fold(Self::NONE, Self::with_word)
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.words().collect::<Vec<_>>().join(" "))
    }
}

impl Column for Vec<FieldChange> {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        lines::decode(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        owned(lines::encode(self))
    }
}

impl Column for WebhookSecret {
    const TYPE: SqlType = SqlType::Bytes;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Column::read(value).map(Self)
    }

    fn write(&self) -> SqlValue<'_> {
        self.0.write()
    }
}

impl Column for Vec<EventType> {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Some(value.as_text()?.split_whitespace().filter_map(EventType::parse).collect())
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" "))
    }
}

impl Column for Vec<ViewColumn> {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        lines::decode(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        owned(lines::encode(self))
    }
}

/// Stored as JSON; NULL for an empty list.
impl Column for Vec<UnresolvedReference> {
    const TYPE: SqlType = SqlType::Text;
    const NULLABLE: bool = true;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        if *value == NULL { Some(Self::new()) } else { from_json("unresolved", value.as_text()?).ok() }
    }

    fn write(&self) -> SqlValue<'_> {
        if self.is_empty() { NULL } else { owned(to_json(self)) }
    }
}

impl Column for Vec<Override> {
    const TYPE: SqlType = SqlType::Text;
    const NULLABLE: bool = true;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        if *value == NULL { Some(Self::new()) } else { lines::decode(value.as_text()?) }
    }

    fn write(&self) -> SqlValue<'_> {
        if self.is_empty() { NULL } else { owned(lines::encode(self)) }
    }
}

/// Implements [`Column`] for enums that are stored as the word that `as_str` returns and `parse` reads. `text_columns!
/// { Role }` expands to
///
/// ```text
/// impl Column for Role {
///     const TYPE: SqlType = SqlType::Text;
///     fn read(value: &SqlValue<'_>) -> Option<Self> { Self::parse(value.as_text()?) }
///     fn write(&self) -> SqlValue<'_> { text(self.as_str()) }
/// }
/// ```
macro_rules! text_columns {
    ($($name:ident)*) => {$(
        impl Column for $name {
            const TYPE: SqlType = SqlType::Text;

            fn read(value: &SqlValue<'_>) -> Option<Self> {
                Self::parse(value.as_text()?)
            }

            fn write(&self) -> SqlValue<'_> {
                text(self.as_str())
            }
        }
    )*};
}

text_columns! {
    Role Status HistoryEvent OrderStatus RequestKind RunKind RunTrigger RunState RunOutcomeKind
    OrderDocType ExemptBuyers NetPrecision NegativePrices KeyMismatch UnsupportedMembers ExternalIds MatchDifferences
    UnresolvedReferences ReferenceKind ReferenceKey
    PaymentRule RejectedRowStatus ImportDraftStatus RowCheck
    NotificationKind NotificationStatus WebhookStatus DeliveryStatus ViewList ProductType CrossReferenceKind
}

/// Implements [`Column`] for record ids, which are stored as numbers. `id_columns! { OrderId }` expands to
///
/// ```text
/// impl Column for ids::OrderId {
///     const TYPE: SqlType = SqlType::Integer;
///     fn read(value: &SqlValue<'_>) -> Option<Self> { value.as_integer().map(Self) }
///     fn write(&self) -> SqlValue<'_> { integer(self.0) }
/// }
/// ```
macro_rules! id_columns {
    ($($name:ident)*) => {$(
        impl Column for ids::$name {
            const TYPE: SqlType = SqlType::Integer;

            fn read(value: &SqlValue<'_>) -> Option<Self> {
                value.as_integer().map(Self)
            }

            fn write(&self) -> SqlValue<'_> {
                integer(self.0)
            }
        }
    )*};
}

id_columns! {
    OrganisationId DataSourceId ExternalSystemId DocumentTypeId PartnerGroupId PartnerId LocationId ContactId ProductId
    UnitId PostalCodeId PricingSystemId PriceListId PriceListVersionId ProductPriceId TaxCategoryId TaxId
    ShipperId PaymentTermId WarehouseId CandidateId RequestId TokenId UserId CallerId OrderId RunId
    InstanceId AttachmentId CrossReferenceId RejectedRowId WebhookId DeliveryId NotificationRuleId NotificationMessageId SavedViewId
    ImportDraftId ImportMappingId
}

#[cfg(test)]
mod tests {
    use orderdock_domain::candidate::HoldReason;

    use super::*;

    #[test]
    fn releases_are_stored_as_reason_names() {
        let some = Releases::NONE.with(HoldReason::HeaderIncomplete).with(HoldReason::Release);
        for (releases, words) in [
            (Releases::NONE, ""),
            (some, "release header.incomplete"),
            (some.without(HoldReason::Release), "header.incomplete"),
            (
                some.and(Releases::NONE.with(HoldReason::SiblingError)),
                "release sibling.error header.incomplete",
            ),
            (
                HoldReason::ALL.iter().copied().collect(),
                "release sibling.error sibling.rejected header.incomplete",
            ),
            (some.with_word("partial").unwrap(), "release header.incomplete partial"),
        ] {
            assert_eq!(releases.write(), text(words));
            assert_eq!(Releases::read(&text(words)), Some(releases));
        }
        for word in ["destination", "header.settling", "order.voided", "all", "release,sibling.error"] {
            assert_eq!(Releases::read(&text(word)), None, "{word}");
        }
    }
}
