//! One candidate with the records behind it: its effective values, its price, or what stands against it.

use jiff::civil::Date;

use super::eligibility::is_for_orders;
use super::{ProcessingContext, SplitKey};
use crate::candidate::{Candidate, OrderDocType, PartnerRole, PaymentRule};
use crate::ids::DocumentTypeId;
use crate::masterdata::{CountryCode, Location, Organisation, Partner, Product, Reference};
use crate::money::{LineToPrice, Quote, quote};
use crate::number::{Decimal, canonical};
use crate::order::{PREPAY, PricesByProduct, STANDARD, default_order_type, missing};
use crate::phrase::Phrase;
use crate::problem::{Code, Problem};
use crate::text;

/// A candidate that can become an order line.
pub(super) struct Priced<'a> {
    pub candidate: &'a Candidate,
    pub key: SplitKey<'a>,
    pub line: LineToPrice<'a>,
    pub quote: Quote<'a>,
    pub warnings: Vec<Problem>,
}

/// A candidate that cannot.
pub(super) struct Failed<'a> {
    pub candidate: &'a Candidate,
    pub problems: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

/// What a run looks into.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub context: &'a ProcessingContext,
    pub prices: &'a PricesByProduct<'a>,
}

/// Where the members of each partner role stand in a candidate.
const ROLE_POINTERS: [(&str, &str); 4] = [
    ("/bpartner/bpartner", "/bpartner/location"),
    ("/billBPartner/bpartner", "/billBPartner/location"),
    ("/dropShipBPartner/bpartner", "/dropShipBPartner/location"),
    ("/handOverBPartner/bpartner", "/handOverBPartner/location"),
];

/// The effective partner of each role: without one of its own it is the buyer.
struct Roles {
    buyer: PartnerRole,
    bill: PartnerRole,
    drop_ship: PartnerRole,
    hand_over: PartnerRole,
}

impl Roles {
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

impl<'a> Desk<'a> {
    pub fn reference(&self) -> &'a Reference {
        &self.context.related.reference
    }

    /// Everything that stands against the candidate is found at once.
    pub fn examine(&self, candidate: &'a Candidate) -> Result<Priced<'a>, Failed<'a>> {
        let mut problems = Vec::new();
        let roles = Roles::of(candidate);
        check_quantity(candidate, &mut problems);
        self.check_partners(candidate, &mut problems);
        let line = self.line(candidate, &roles, &mut problems);
        let document_type = self.document_type(candidate);
        let mut warnings = Vec::new();
        let quote = line.and_then(|line| {
            let quotation = quote(&line, self.reference());
            warnings = quotation.warnings;
            quotation.result.map_err(|found| problems.extend(found)).ok().map(|quote| (line, quote))
        });
        match (quote, document_type) {
            (Some((line, quote)), Ok(document_type)) if problems.is_empty() => {
                let key = key(candidate, &roles, document_type, &line, &quote);
                Ok(Priced { candidate, key, line, quote, warnings })
            }
            (_, document_type) => {
                problems.extend(document_type.err());
                Err(Failed { candidate, problems, warnings })
            }
        }
    }

    fn check_partners(&self, candidate: &Candidate, problems: &mut Vec<Problem>) {
        let roles = [Some(candidate.buyer), candidate.bill, candidate.drop_ship, candidate.hand_over];
        for (role, (partner_at, location_at)) in roles.into_iter().zip(ROLE_POINTERS) {
            let Some(role) = role else { continue };
            match self.partner(role) {
                Some(partner) if partner.active => {}
                Some(partner) => problems.push(
                    Problem::new(Code::BpartnerInactive, partner_at).with("code", partner.code.as_str()),
                ),
                None => problems.push(missing(Phrase::Partner, partner_at)),
            }
            match role.location.map(|_| self.location(role)) {
                Some(Some(location)) if !location.active => {
                    problems.push(Problem::new(Code::LocationInactive, location_at));
                }
                Some(None) => problems.push(missing(Phrase::Location, location_at)),
                Some(Some(_)) | None => {}
            }
        }
    }

    /// What prices the candidate; `None` where something it needs is missing, with the problem noted.
    fn line(
        &self,
        candidate: &'a Candidate,
        roles: &Roles,
        problems: &mut Vec<Problem>,
    ) -> Option<LineToPrice<'a>> {
        let product_pointer = if candidate.identity.flat { "/productCode" } else { "/product" };
        let product = self.product(candidate, product_pointer, problems);
        let country = self.ship_to_country(roles);
        if country.is_none() {
            problems.push(Problem::new(Code::LocationNone, "/bpartner/location"));
        }
        let date = self.pricing_day(candidate, problems);
        let organisation = self.organisation(candidate, problems)?;
        let product = product?;
        Some(LineToPrice {
            organisation,
            bill_partner: self.partner(roles.bill)?,
            ship_to_country: country?,
            warehouse: candidate.warehouse,
            date: date?,
            product,
            prices: self.prices.get(&product.id).map_or(&[], Vec::as_slice),
            quantity: candidate.qty,
            unit: candidate.unit,
            pricing_system: candidate.pricing_system,
            price: candidate.price,
            currency: candidate.currency.as_ref(),
            discount: candidate.discount,
            product_pointer,
        })
    }

    /// The required day. Only candidates that are not for orders may lack one.
    fn pricing_day(&self, candidate: &Candidate, problems: &mut Vec<Problem>) -> Option<Date> {
        let date = candidate.date_required;
        if date.is_none() && is_for_orders(candidate, self.reference()) {
            let problem = Problem::new(Code::PropertyMissing, "/dateRequired").with("name", "dateRequired");
            problems.push(problem);
            return None;
        }
        date.or(Some(candidate.date_ordered))
    }

    fn organisation(&self, candidate: &Candidate, problems: &mut Vec<Problem>) -> Option<&'a Organisation> {
        let organisation = self.reference().organisation(candidate.organisation);
        if organisation.is_none() {
            problems.push(missing(Phrase::Organisation, "/org"));
        }
        organisation
    }

    fn product(
        &self,
        candidate: &Candidate,
        pointer: &'static str,
        problems: &mut Vec<Problem>,
    ) -> Option<&'a Product> {
        let product = self.context.related.products.get(&candidate.product);
        match product {
            Some(product) if product.active => {}
            Some(product) => problems
                .push(Problem::new(Code::ProductInactive, pointer).with("code", product.code.as_str())),
            None => problems.push(missing(Phrase::Product, pointer)),
        }
        product
    }

    pub fn partner(&self, role: PartnerRole) -> Option<&'a Partner> {
        self.context.related.partners.get(&role.partner)
    }

    pub fn location(&self, role: PartnerRole) -> Option<&'a Location> {
        role.location.and_then(|id| self.context.related.locations.get(&id))
    }

    /// Where the goods go: the drop-ship location if there is one, else the buyer's.
    fn ship_to_country(&self, roles: &Roles) -> Option<&'a CountryCode> {
        self.location(roles.drop_ship)
            .or_else(|| self.location(roles.buyer))
            .map(|location| &location.country)
    }

    /// The default document type for what the sender wants: without a word, a standard order.
    fn document_type(&self, candidate: &Candidate) -> Result<DocumentTypeId, Problem> {
        let wanted = candidate.order_doc_type.unwrap_or(OrderDocType::SalesOrder);
        let sub_type = match wanted {
            OrderDocType::SalesOrder => STANDARD,
            OrderDocType::PrepayOrder => PREPAY,
        };
        default_order_type(self.reference(), candidate.organisation, sub_type).map(|kind| kind.id).ok_or_else(
            || {
                Problem::new(Code::OrderDocTypeUnknown, "/orderDocType")
                    .with("sub", sub_type)
                    .with("value", wanted.as_str())
            },
        )
    }
}

fn check_quantity(candidate: &Candidate, problems: &mut Vec<Problem>) {
    if candidate.qty <= Decimal::ZERO {
        problems.push(Problem::new(Code::QtyNotPositive, "/qty").with("seen", canonical(&candidate.qty)));
    }
}

fn key<'a>(
    candidate: &'a Candidate,
    roles: &Roles,
    document_type: DocumentTypeId,
    line: &LineToPrice<'a>,
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
        payment_rule: candidate.payment_rule.map(PaymentRule::as_str),
        payment_term: candidate.payment_term,
        shipper: candidate.shipper,
        sales_partner: candidate.sales_partner,
        warehouse: candidate.warehouse.or(line.organisation.warehouse),
        delivery_rule: candidate.delivery_rule.as_ref().map(text::Code::as_str),
        delivery_via_rule: candidate.delivery_via_rule.as_ref().map(text::Code::as_str),
    }
}
