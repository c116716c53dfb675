//! A candidate as it is stored, with the records that it names.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{
    CandidateRequest, ExtendedProps, ExternalIdentity, Hold, OrderDocType, Override, PaymentRule, SentDay,
    words,
};
use crate::ids::{
    CandidateId, ContactId, DataSourceId, DocumentTypeId, LocationId, OrganisationId, PartnerId,
    PaymentTermId, PricingSystemId, ProductId, RequestId, ShipperId, TaxCategoryId, UnitId, WarehouseId,
};
use crate::import::Content;
use crate::masterdata::{
    Contact, CurrencyCode, DefaultsOf, Location, Partner, Product, Reference, ValuesInEffect,
};
use crate::number::Decimal;
use crate::problem::Problem;
use crate::text::{Code, Text};

words! {
    /// Where a candidate stands.
    Status { New "new" Error "error" Processed "processed" Inactive "inactive" }
}

/// A partner with the location and contact that a candidate names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartnerRole {
    pub partner: PartnerId,
    /// Bill, drop-ship and hand-over partners may come without.
    pub location: Option<LocationId>,
    pub contact: Option<ContactId>,
}

macro_rules! candidate {
    ([$($(#[$doc:meta])* $own:ident: $own_type:ty,)*]
        $($field:ident $sent:tt { $how:ident $kept:ident: $held:ty, $column:tt } $called:tt $words:tt;)*
    ) => {
        /// A candidate with its effective values; what was imported is in `content`.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Candidate {
            $($(#[$doc])* pub $own: $own_type,)*
            $(pub $kept: $held,)*
        }

        impl From<NewCandidate> for Candidate {
            fn from(new: NewCandidate) -> Self {
                Self {
                    $($kept: candidate!(@new $how new $kept),)*
                    id: new.id,
                    organisation: new.organisation,
                    version: 1,
                    status: Status::New,
                    problems: Vec::new(),
                    hold: None,
                    assigned_to: None,
                    identity: new.identity,
                    data_source: new.data_source,
                    data_dest: new.data_dest,
                    request: new.request,
                    request_index: new.request_index,
                    buyer: new.buyer,
                    bill: None,
                    drop_ship: None,
                    hand_over: None,
                    product: new.product,
                    list_price: None,
                    net: None,
                    tax_category: None,
                    content: Content::default(),
                    overrides: Vec::new(),
                    created_at: new.at,
                    updated_at: new.at,
                }
            }
        }

        impl Candidate {
            /// Takes over what a row says without naming a record.
            pub(crate) fn take(&mut self, request: &CandidateRequest) {
                $(candidate!(@take $how self request $field $kept);)*
            }
        }
    };
    (@new given $new:ident $kept:ident) => { $new.$kept };
    (@new $how:ident $new:ident $kept:ident) => { None };
    (@take copied $candidate:ident $request:ident $field:ident $kept:ident) => {
        $candidate.$kept.clone_from(&$request.$field)
    };
    (@take said $($way:tt)*) => { candidate!(@take copied $($way)*) };
    (@take day $candidate:ident $request:ident $field:ident $kept:ident) => {
        $candidate.$kept = $request.$field.and_then(SentDay::date)
    };
    (@take $how:ident $candidate:ident $request:ident $field:ident $kept:ident) => {};
}

candidate_members!(candidate! [
    id: CandidateId,
    organisation: OrganisationId,
    version: i64,
    status: Status,
    /// Why it stays where it is.
    problems: Vec<Problem>,
    /// Why a run passes it over although nothing is wrong with it.
    hold: Option<Hold>,
    /// The name of the user who looks after it.
    assigned_to: Option<Code>,
    identity: ExternalIdentity,
    data_source: DataSourceId,
    data_dest: DataSourceId,
    request: RequestId,
    /// Its place in the request, from 0.
    request_index: u32,
    buyer: PartnerRole,
    bill: Option<PartnerRole>,
    drop_ship: Option<PartnerRole>,
    hand_over: Option<PartnerRole>,
    product: ProductId,
    /// The list price found when the candidate was last validated; `None` with a manual price or a problem.
    list_price: Option<Decimal>,
    /// The net amount of the order line that it would become, as of the last validation; `None` where it has no price.
    net: Option<Decimal>,
    /// Set by hand only; else that of the product's price, the product, the list, the organisation holds.
    tax_category: Option<TaxCategoryId>,
    /// What was sent, normalised; never changes.
    content: Content,
    /// Members that hold another value than the imported one.
    overrides: Vec<Override>,
    created_at: Timestamp,
    updated_at: Timestamp,
]);

/// What a candidate has from its first moment.
pub struct NewCandidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    pub identity: ExternalIdentity,
    pub data_source: DataSourceId,
    pub data_dest: DataSourceId,
    pub request: RequestId,
    /// Its place in the request, from 0.
    pub request_index: u32,
    pub buyer: PartnerRole,
    pub product: ProductId,
    pub qty: Decimal,
    pub unit: UnitId,
    pub po_reference: Code,
    pub date_ordered: Date,
    pub at: Timestamp,
}

impl Candidate {
    /// Buyer, bill, drop-ship and hand-over partner.
    pub(crate) fn given_roles(&self) -> [Option<PartnerRole>; 4] {
        [Some(self.buyer), self.bill, self.drop_ship, self.hand_over]
    }

    /// The partner roles that are filled, the buyer first.
    pub fn roles(&self) -> impl Iterator<Item = PartnerRole> {
        self.given_roles().into_iter().flatten()
    }

    /// Whether it costs nothing; its price is then only kept as its value.
    pub fn is_free(&self) -> bool {
        self.is_without_charge == Some(true)
    }

    /// The manual price, otherwise the list price; 0 if it is free of charge.
    pub fn price_in_effect(&self) -> Option<Decimal> {
        self.price_with(self.list_price)
    }

    /// The same with another list price.
    pub(crate) fn price_with(&self, list_price: Option<Decimal>) -> Option<Decimal> {
        if self.is_free() { Some(Decimal::ZERO) } else { self.price.or(list_price) }
    }
}

/// The records that candidates name, by id.
#[derive(Clone, Debug, Default)]
pub struct Related {
    pub reference: Arc<Reference>,
    pub partners: HashMap<PartnerId, Partner>,
    pub locations: HashMap<LocationId, Location>,
    pub contacts: HashMap<ContactId, Contact>,
    pub products: HashMap<ProductId, Product>,
}

impl Related {
    /// The values that hold for a candidate by today's master data: its own, else those of partner, group and
    /// organisation.
    pub fn values<'a>(&'a self, candidate: &'a Candidate) -> ValuesInEffect<'a> {
        let partner = |role: Option<PartnerRole>| self.partners.get(&role.unwrap_or(candidate.buyer).partner);
        let defaults = DefaultsOf {
            organisation: self.reference.organisation(candidate.organisation),
            billed: partner(candidate.bill),
            delivered: partner(candidate.drop_ship),
            reference: &self.reference,
        };
        defaults.values(Some(candidate))
    }
}
