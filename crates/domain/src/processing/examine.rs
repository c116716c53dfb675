//! One candidate with the records behind it: its effective values, its price, or what stands against it.

use super::finder::{Found, FoundRole, NamedRecords, find};
use super::{ProcessingContext, SplitKey};
use crate::candidate::{Candidate, PartnerRole, Releases};
use crate::ids::DocumentTypeId;
use crate::masterdata::{Location, Partner, Reference, ValuesInEffect};
use crate::money::{LineToPrice, Quote};
use crate::order::PricesByProduct;
use crate::problem::Problem;

/// A candidate that can become an order line.
pub(super) struct Priced<'a> {
    pub candidate: &'a Candidate,
    pub key: SplitKey<'a>,
    pub values: ValuesInEffect<'a>,
    pub line: LineToPrice<'a>,
    pub quote: Quote<'a>,
    pub warnings: Vec<Problem>,
    /// Why it would have stayed.
    pub released: Releases,
}

/// A candidate that cannot.
pub(super) struct Failed<'a> {
    pub candidate: &'a Candidate,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

/// What a run looks into.
#[derive(Clone, Copy)]
pub(super) struct Examiner<'a> {
    pub context: &'a ProcessingContext,
    pub prices: &'a PricesByProduct<'a>,
}

/// The effective partner of each role: without one of its own it is the buyer.
struct EffectiveRoles {
    buyer: PartnerRole,
    bill: PartnerRole,
    drop_ship: PartnerRole,
    hand_over: PartnerRole,
}

impl EffectiveRoles {
    fn of(candidate: &Candidate) -> Self {
        let buyer = candidate.buyer;
        // the buyer named once more, without saying where, is the buyer
        let or_buyer = |role: Option<PartnerRole>| match role {
            Some(role) if role.partner == buyer.partner => PartnerRole {
                partner: role.partner,
                location: role.location.or(buyer.location),
                contact: role.contact.or(buyer.contact),
            },
            Some(role) => role,
            None => buyer,
        };
        Self {
            buyer,
            bill: or_buyer(candidate.bill),
            drop_ship: or_buyer(candidate.drop_ship),
            hand_over: or_buyer(candidate.hand_over),
        }
    }
}

impl<'a> Examiner<'a> {
    pub fn reference(&self) -> &'a Reference {
        &self.context.related.reference
    }

    /// Everything that stands against the candidate is found at once.
    pub fn examine(&self, candidate: &'a Candidate, released: Releases) -> Result<Priced<'a>, Failed<'a>> {
        let roles = EffectiveRoles::of(candidate);
        let found = self.found(candidate, &roles);
        let Found { problems, warnings, values, priced, document_type, .. } = found;
        match (priced, document_type) {
            (Some((line, quote)), Some(document_type)) if problems.is_empty() => {
                let key = key(candidate, &roles, document_type, &values, &quote);
                Ok(Priced { candidate, key, values, line, quote, warnings, released })
            }
            _ => Err(Failed { candidate, problems, warnings }),
        }
    }

    /// What holds of the candidate and what stands against it.
    pub fn find(&self, candidate: &'a Candidate) -> Found<'a> {
        self.found(candidate, &EffectiveRoles::of(candidate))
    }

    fn found(&self, candidate: &'a Candidate, roles: &EffectiveRoles) -> Found<'a> {
        let given = [Some(candidate.buyer), candidate.bill, candidate.drop_ship, candidate.hand_over];
        let named = |role: PartnerRole| FoundRole {
            partner: self.partner(role),
            location: self.location(role),
            names_location: role.location.is_some(),
        };
        let named = NamedRecords {
            organisation: self.reference().organisation(candidate.organisation),
            roles: given.map(|role| role.map(named)),
            bill_partner: self.partner(roles.bill),
            delivered: self.partner(roles.drop_ship),
            ship_to: self.location(roles.drop_ship).or_else(|| self.location(roles.buyer)),
            product: self.context.related.products.get(&candidate.product),
            prices: self.prices.get(&candidate.product).map_or(&[], Vec::as_slice),
        };
        find(candidate, &named, self.reference())
    }

    pub fn partner(&self, role: PartnerRole) -> Option<&'a Partner> {
        self.context.related.partners.get(&role.partner)
    }

    pub fn location(&self, role: PartnerRole) -> Option<&'a Location> {
        role.location.and_then(|id| self.context.related.locations.get(&id))
    }
}

fn key<'a>(
    candidate: &'a Candidate,
    roles: &EffectiveRoles,
    document_type: DocumentTypeId,
    values: &ValuesInEffect<'a>,
    quote: &Quote<'a>,
) -> SplitKey<'a> {
    let identity = &candidate.identity;
    SplitKey {
        organisation: candidate.organisation,
        data_source: candidate.data_source,
        external_header_id: (!identity.flat).then(|| identity.header_id.as_str()),
        po_reference: candidate.po_reference.as_str(),
        buyer: roles.buyer,
        bill: roles.bill,
        drop_ship: roles.drop_ship,
        hand_over: roles.hand_over,
        currency: quote.list.currency.as_str(),
        pricing_system: quote.explanation.pricing_system.id,
        date_ordered: candidate.date_ordered,
        document_type,
        invoice_document_type: candidate.invoice_doc_type,
        payment_rule: values.payment_rule.map(|rule| rule.value.as_str()),
        payment_term: values.payment_term.map(|term| term.value),
        shipper: values.shipper.map(|shipper| shipper.value),
        sales_partner: candidate.sales_partner,
        warehouse: values.warehouse.map(|warehouse| warehouse.value),
        delivery_rule: values.delivery_rule.map(|rule| rule.value.as_str()),
        delivery_via_rule: values.delivery_via_rule.map(|rule| rule.value.as_str()),
    }
}
