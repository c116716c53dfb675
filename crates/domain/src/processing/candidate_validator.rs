//! Validates one candidate with the records of a run: effective values, price and problems.

use super::finder::{ReferencedRecords, RoleRecords, ValidationResult, find};
use super::{ProcessingContext, SplitKey};
use crate::candidate::{Candidate, Field, PartnerRole, Releases, ValidatedPrice};
use crate::ids::DocumentTypeId;
use crate::masterdata::{EffectiveValues, Location, Partner, Reference};
use crate::money::{LineToPrice, Quote};
use crate::number::canonical;
use crate::order::PricesByProduct;
use crate::problem::{Problem, ProblemCode};

/// A candidate for which an order line can be created.
pub(super) struct PricedCandidate<'a> {
    pub candidate: &'a Candidate,
    pub key: SplitKey<'a>,
    pub values: EffectiveValues<'a>,
    pub line: LineToPrice<'a>,
    pub quote: Quote<'a>,
    pub warnings: Vec<Problem>,
    /// Hold reasons that were released.
    pub released: Releases,
}

impl PricedCandidate<'_> {
    /// Returns the current list price and the problem `price.changed` if another list price was stored.
    pub fn changed_price(&self) -> Option<(ValidatedPrice, Problem)> {
        let Candidate { price, list_price, currency, .. } = self.candidate;
        let stored = list_price.filter(|_| price.is_none())?;
        let current = self.quote.price_entered;
        if stored == current {
            return None;
        }
        let problem = Problem::new(ProblemCode::PriceChanged, "/price")
            .with("price", canonical(&current))
            .with("stored", canonical(&stored));
        let currency = currency.clone().or_else(|| Some(self.quote.list.currency.clone()));
        Some((
            ValidatedPrice {
                list_price: Some(current),
                net: Some(self.quote.net),
                currency,
                in_effect: Some(current),
            },
            problem,
        ))
    }
}

/// A candidate with problems.
pub(super) struct Failed<'a> {
    pub candidate: &'a Candidate,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

/// Validates candidates against the records of a run.
#[derive(Clone, Copy)]
pub(super) struct CandidateValidator<'a> {
    pub context: &'a ProcessingContext,
    pub prices: &'a PricesByProduct<'a>,
}

/// Members of buyer, bill, drop-ship and hand-over partner.
const ROLES: [Field; 4] =
    [Field::Bpartner, Field::BillBPartner, Field::DropShipBPartner, Field::HandOverBPartner];

/// Returns the effective buyer, bill, drop-ship and hand-over partner. A missing role defaults to the buyer. An unresolved
/// role is `None`.
fn effective_roles(candidate: &Candidate) -> [Option<PartnerRole>; 4] {
    let (buyer, given) = (candidate.buyer, candidate.given_roles());
    std::array::from_fn(|index| {
        let role = candidate.role_or_buyer(ROLES[index], given[index])?;
        // a role with the same partner as the buyer inherits the buyer's location and contact
        match buyer.filter(|buyer| buyer.partner == role.partner) {
            Some(buyer) => Some(PartnerRole {
                partner: role.partner,
                location: role.location.or(buyer.location),
                contact: role.contact.or(buyer.contact),
            }),
            None => Some(role),
        }
    })
}

/// Returns the roles; `None` if one of them is unresolved.
fn complete([buyer, bill, drop_ship, hand_over]: [Option<PartnerRole>; 4]) -> Option<[PartnerRole; 4]> {
    Some([buyer?, bill?, drop_ship?, hand_over?])
}

impl<'a> CandidateValidator<'a> {
    pub fn reference(&self) -> &'a Reference {
        &self.context.related.reference
    }

    /// Validates and prices a candidate. A failure contains all problems.
    pub fn examine(
        &self,
        candidate: &'a Candidate,
        released: Releases,
    ) -> Result<PricedCandidate<'a>, Failed<'a>> {
        let roles = effective_roles(candidate);
        let found = self.found(candidate, roles);
        let ValidationResult { problems, warnings, values, priced, document_type, .. } = found;
        match (priced, document_type, complete(roles)) {
            (Some((line, quote)), Some(document_type), Some(roles)) if problems.is_empty() => {
                let key = key(candidate, roles, document_type, &values, &quote);
                Ok(PricedCandidate { candidate, key, values, line, quote, warnings, released })
            }
            _ => Err(Failed { candidate, problems, warnings }),
        }
    }

    /// Returns the effective values, price and problems of a candidate.
    pub fn find(&self, candidate: &'a Candidate) -> ValidationResult<'a> {
        self.found(candidate, effective_roles(candidate))
    }

    fn found(&self, candidate: &'a Candidate, roles: [Option<PartnerRole>; 4]) -> ValidationResult<'a> {
        let [buyer, bill, drop_ship, _] = roles;
        let location = |role: PartnerRole| self.location(role);
        let named = |role: PartnerRole| RoleRecords {
            partner: self.partner(role),
            location: self.location(role),
            names_location: role.location.is_some(),
            contact: role.contact.and_then(|id| self.context.related.contacts.get(&id)),
        };
        let named = ReferencedRecords {
            organisation: self.reference().organisation(candidate.organisation),
            roles: candidate.given_roles().map(|role| role.map(named)),
            bill_partner: bill.and_then(|role| self.partner(role)),
            delivered: drop_ship.and_then(|role| self.partner(role)),
            ship_to: drop_ship.and_then(location).or_else(|| buyer.and_then(location)),
            product: candidate.product.and_then(|id| self.context.related.products.get(&id)),
            prices: candidate.product.and_then(|id| self.prices.get(&id)).map_or(&[], Vec::as_slice),
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
    [buyer, bill, drop_ship, hand_over]: [PartnerRole; 4],
    document_type: DocumentTypeId,
    values: &EffectiveValues<'a>,
    quote: &Quote<'a>,
) -> SplitKey<'a> {
    let identity = &candidate.identity;
    SplitKey {
        organisation: candidate.organisation,
        data_source: candidate.data_source,
        external_system: candidate.external_system,
        external_header_id: (!identity.flat).then(|| identity.header_id.as_str()),
        po_reference: candidate.po_reference.as_str(),
        buyer,
        bill,
        drop_ship,
        hand_over,
        currency: quote.list.currency.as_str(),
        pricing_system: quote.explanation.pricing_system.id,
        tax_included: quote.explanation.tax_included(),
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
