//! Record ids: integers below 2^53 from one sequence, reserved in blocks.

use serde::{Deserialize, Serialize};

/// Id of a record.
pub trait TypedId: Copy + From<i64> + Into<i64> {}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }

        impl TypedId for $name {}
    )*};
}

ids! {
    OrganisationId
    DataSourceId
    ExternalSystemId
    DocumentTypeId
    PartnerGroupId
    PartnerId
    LocationId
    ContactId
    ProductId
    UnitId
    PostalCodeId
    PricingSystemId
    PriceListId
    PriceListVersionId
    ProductPriceId
    TaxCategoryId
    TaxId
    ShipperId
    PaymentTermId
    WarehouseId
    CandidateId
    OrderId
    /// Run over candidates.
    RunId
    /// Process that uses the database.
    InstanceId
    /// Write request in the request log.
    RequestId
    TokenId
    NotificationRuleId
    NotificationMessageId
    /// User of the browser interface.
    UserId
    /// Token or user that sent a request. Ids are unique across all records, so the two cannot be confused.
    CallerId
    AttachmentId
    /// Receiver of events.
    WebhookId
    /// Delivery of an event to a webhook.
    DeliveryId
    SavedViewId
    CrossReferenceId
    RejectedRowId
    ImportDraftId
    ImportMappingId
}

impl From<TokenId> for CallerId {
    fn from(token: TokenId) -> Self {
        Self(token.0)
    }
}

impl From<UserId> for CallerId {
    fn from(user: UserId) -> Self {
        Self(user.0)
    }
}

/// Organisation `*`, whose records every organisation can read.
pub const SHARED: OrganisationId = OrganisationId(0);

/// Returns whether a record can have this id. The ids of a dry run are negative, so no record has them.
pub fn is_of_a_record(id: i64) -> bool {
    id >= 0
}

/// Allocates ids from a block that was reserved in the store.
#[derive(Debug, Clone)]
pub struct IdBlock {
    next: i64,
    end: i64,
}

impl IdBlock {
    /// Creates a block of the ids `first .. first + count`.
    pub fn new(first: i64, count: u32) -> Self {
        Self { next: first, end: first + i64::from(count) }
    }

    /// Creates a block for dry runs. Its ids are negative, so no record has them.
    pub fn imaginary() -> Self {
        Self { next: i64::MIN / 2, end: 0 }
    }

    pub fn left(&self) -> u32 {
        u32::try_from(self.end - self.next).unwrap_or(u32::MAX)
    }

    pub fn is_before(&self, other: &Self) -> bool {
        self.next < other.next
    }

    /// Returns the next id; `None` if the block is exhausted.
    #[expect(clippy::should_implement_trait, reason = "the kind of id differs from call to call")]
    pub fn next<T: From<i64>>(&mut self) -> Option<T> {
        (self.next < self.end).then(|| {
            self.next += 1;
            T::from(self.next - 1)
        })
    }

    /// Splits off the first `count` ids as a separate block; `None` if fewer are left.
    pub fn split(&mut self, count: u32) -> Option<Self> {
        (self.left() >= count).then(|| {
            let part = Self::new(self.next, count);
            self.next += i64::from(count);
            part
        })
    }
}
