//! What holds for candidates and orders that do not say, and from where.

use serde::{Deserialize, Serialize};

use super::{Organisation, Partner, PartnerGroup, Reference};
use crate::candidate::{Candidate, Field, PaymentRule, words};
use crate::ids::{OrganisationId, PaymentTermId, PricingSystemId, SHARED, ShipperId, WarehouseId};
use crate::text::Code;

/// Values that partners, their groups and organisations keep for candidates and orders that do not say.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Defaults {
    pub pricing_system: Option<PricingSystemId>,
    pub payment_rule: Option<PaymentRule>,
    pub payment_term: Option<PaymentTermId>,
    pub shipper: Option<ShipperId>,
    pub warehouse: Option<WarehouseId>,
    pub delivery_rule: Option<Code>,
    pub delivery_via_rule: Option<Code>,
}

words! {
    /// The levels that a value can come from, each before the next.
    ValueLevel {
        Candidate "candidate"
        Partner "bpartner"
        PartnerGroup "bpartnerGroup"
        Organisation "organisation"
    }
}

/// Where a value in effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueSource<'a> {
    pub level: ValueLevel,
    /// The code of the partner or organisation, the name of the group; none of a candidate.
    pub code: Option<&'a str>,
}

/// A value and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InEffect<'a, T> {
    pub value: T,
    pub source: ValueSource<'a>,
}

/// The values that hold for a candidate or an order, its own before those of partner, group and organisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValuesInEffect<'a> {
    pub pricing_system: Option<InEffect<'a, PricingSystemId>>,
    pub payment_rule: Option<InEffect<'a, PaymentRule>>,
    pub payment_term: Option<InEffect<'a, PaymentTermId>>,
    pub shipper: Option<InEffect<'a, ShipperId>>,
    pub warehouse: Option<InEffect<'a, WarehouseId>>,
    pub delivery_rule: Option<InEffect<'a, &'a Code>>,
    pub delivery_via_rule: Option<InEffect<'a, &'a Code>>,
}

impl<'a> ValuesInEffect<'a> {
    /// The members that have a value, with where it comes from.
    pub fn sources(&self) -> impl Iterator<Item = (Field, ValueSource<'a>)> {
        let sources = [
            (Field::PricingSystemCode, self.pricing_system.map(|one| one.source)),
            (Field::PaymentRule, self.payment_rule.map(|one| one.source)),
            (Field::PaymentTerm, self.payment_term.map(|one| one.source)),
            (Field::Shipper, self.shipper.map(|one| one.source)),
            (Field::WarehouseCode, self.warehouse.map(|one| one.source)),
            (Field::DeliveryRule, self.delivery_rule.map(|one| one.source)),
            (Field::DeliveryViaRule, self.delivery_via_rule.map(|one| one.source)),
        ];
        sources.into_iter().filter_map(|(field, source)| Some((field, source?)))
    }
}

/// Whose defaults hold where a candidate or order does not say.
#[derive(Clone, Copy, Debug)]
pub struct DefaultsOf<'a> {
    pub organisation: Option<&'a Organisation>,
    /// Who gets the invoice: for prices and payment.
    pub billed: Option<&'a Partner>,
    /// Who gets the goods: for shipper, warehouse and delivery.
    pub delivered: Option<&'a Partner>,
    pub reference: &'a Reference,
}

impl<'a> DefaultsOf<'a> {
    /// The values of a candidate, or of an order that has none of its own.
    pub fn values(&self, candidate: Option<&'a Candidate>) -> ValuesInEffect<'a> {
        let reference = self.reference;
        let (billed, delivered) = (self.billed, self.delivered);
        ValuesInEffect {
            pricing_system: self.pricing_system(candidate.and_then(|own| own.pricing_system)),
            payment_rule: self
                .of(candidate.and_then(|own| own.payment_rule), billed, |known| known.payment_rule),
            payment_term: self.of(candidate.and_then(|own| own.payment_term), billed, |known| {
                let term = reference.payment_term(known.payment_term?)?;
                self.may_use(term.active, term.organisation).then_some(term.id)
            }),
            shipper: self.of(candidate.and_then(|own| own.shipper), delivered, |known| {
                let shipper = reference.shipper(known.shipper?)?;
                self.may_use(shipper.active, shipper.organisation).then_some(shipper.id)
            }),
            warehouse: self.of(candidate.and_then(|own| own.warehouse), delivered, |known| {
                let warehouse = reference.warehouse(known.warehouse?)?;
                self.may_use(warehouse.active, warehouse.organisation).then_some(warehouse.id)
            }),
            delivery_rule: self.of(
                candidate.and_then(|own| own.delivery_rule.as_ref()),
                delivered,
                |known| known.delivery_rule.as_ref(),
            ),
            delivery_via_rule: self.of(
                candidate.and_then(|own| own.delivery_via_rule.as_ref()),
                delivered,
                |known| known.delivery_via_rule.as_ref(),
            ),
        }
    }

    /// A pricing system that was taken out of use still holds: that it has no prices any more is found then, which
    /// is better than other prices.
    pub fn pricing_system(&self, own: Option<PricingSystemId>) -> Option<InEffect<'a, PricingSystemId>> {
        self.of(own, self.billed, |known| known.pricing_system)
    }

    /// A default that was taken out of use does not hold; the next one does.
    fn may_use(&self, active: bool, owner: OrganisationId) -> bool {
        active && (owner == SHARED || self.organisation.is_some_and(|organisation| organisation.id == owner))
    }

    fn of<T>(
        &self,
        own: Option<T>,
        partner: Option<&'a Partner>,
        known: impl Fn(&'a Defaults) -> Option<T>,
    ) -> Option<InEffect<'a, T>> {
        let from = |level, code| move |value| InEffect { value, source: ValueSource { level, code } };
        let of_partner = || {
            let partner = partner?;
            known(&partner.defaults).map(from(ValueLevel::Partner, Some(partner.code.as_str())))
        };
        let of_group = || {
            let group: &PartnerGroup = self.reference.partner_group(partner?.group?)?;
            known(&group.defaults).map(from(ValueLevel::PartnerGroup, Some(group.name.as_str())))
        };
        let of_organisation = || {
            let organisation = self.organisation?;
            known(&organisation.defaults)
                .map(from(ValueLevel::Organisation, Some(organisation.code.as_str())))
        };
        own.map(from(ValueLevel::Candidate, None))
            .or_else(of_partner)
            .or_else(of_group)
            .or_else(of_organisation)
    }
}
