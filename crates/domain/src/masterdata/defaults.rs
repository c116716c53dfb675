//! Default values for candidates and orders, and the origin of each effective value.

use serde::{Deserialize, Serialize};

use super::{Organisation, Partner, PartnerGroup, Reference};
use crate::candidate::{Candidate, Field, PaymentRule, string_enum};
use crate::ids::{OrganisationId, PaymentTermId, PricingSystemId, SHARED, ShipperId, WarehouseId};
use crate::text::Code;

/// Default values for candidates and orders; stored with partners, partner groups and organisations.
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

string_enum! {
    /// Level of a value, from the highest to the lowest precedence.
    ValueLevel {
        Candidate "candidate"
        Partner "bpartner"
        PartnerGroup "bpartnerGroup"
        Organisation "organisation"
    }
}

/// Origin of an effective value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueSource<'a> {
    pub level: ValueLevel,
    /// Code of the partner or organisation, or name of the group; `None` for a candidate.
    pub code: Option<&'a str>,
}

/// An effective value with its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectiveValue<'a, T> {
    pub value: T,
    pub source: ValueSource<'a>,
}

/// Effective values of a candidate or an order. Own values take precedence over those of partner, group and organisation,
/// in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectiveValues<'a> {
    pub pricing_system: Option<EffectiveValue<'a, PricingSystemId>>,
    pub payment_rule: Option<EffectiveValue<'a, PaymentRule>>,
    pub payment_term: Option<EffectiveValue<'a, PaymentTermId>>,
    pub shipper: Option<EffectiveValue<'a, ShipperId>>,
    pub warehouse: Option<EffectiveValue<'a, WarehouseId>>,
    pub delivery_rule: Option<EffectiveValue<'a, &'a Code>>,
    pub delivery_via_rule: Option<EffectiveValue<'a, &'a Code>>,
}

impl<'a> EffectiveValues<'a> {
    /// Removes the value of a member.
    fn remove(&mut self, field: Field) {
        match field {
            Field::PricingSystemCode => self.pricing_system = None,
            Field::PaymentTerm => self.payment_term = None,
            Field::Shipper => self.shipper = None,
            Field::WarehouseCode => self.warehouse = None,
            _ => {}
        }
    }

    /// Returns the members that have a value, with its origin.
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

/// Records whose defaults apply if a candidate or order has no value of its own.
#[derive(Clone, Copy, Debug)]
pub struct DefaultSources<'a> {
    pub organisation: Option<&'a Organisation>,
    /// Partner that receives the invoice; its defaults apply to prices and payment.
    pub billed: Option<&'a Partner>,
    /// Partner that receives the goods; its defaults apply to shipper, warehouse and delivery.
    pub delivered: Option<&'a Partner>,
    pub reference: &'a Reference,
}

impl<'a> DefaultSources<'a> {
    /// Returns the effective values of a candidate, or of an order without values of its own.
    pub fn values(&self, candidate: Option<&'a Candidate>) -> EffectiveValues<'a> {
        let reference = self.reference;
        let (billed, delivered) = (self.billed, self.delivered);
        let mut values = EffectiveValues {
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
        };
        candidate.into_iter().flat_map(Candidate::open_references).for_each(|open| values.remove(open.field));
        values
    }

    /// Returns the effective pricing system, even if it is inactive. The missing prices are then reported instead of using
    /// other prices.
    pub fn pricing_system(
        &self,
        own: Option<PricingSystemId>,
    ) -> Option<EffectiveValue<'a, PricingSystemId>> {
        self.of(own, self.billed, |known| known.pricing_system)
    }

    /// Returns whether a default can be used. Otherwise the next level applies.
    fn may_use(&self, active: bool, owner: OrganisationId) -> bool {
        active && (owner == SHARED || self.organisation.is_some_and(|organisation| organisation.id == owner))
    }

    fn of<T>(
        &self,
        own: Option<T>,
        partner: Option<&'a Partner>,
        known: impl Fn(&'a Defaults) -> Option<T>,
    ) -> Option<EffectiveValue<'a, T>> {
        let from = |level, code| move |value| EffectiveValue { value, source: ValueSource { level, code } };
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
