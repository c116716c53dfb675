//! Validation of a candidate, shared by import, runs and revalidation so that they report the same problems.

use jiff::civil::Date;

use super::differences::{ROLE_POINTERS, differences, match_differences};
use super::eligibility::is_for_orders;
use crate::candidate::{Candidate, Field, OrderDocType};
use crate::ids::{DataSourceId, DocumentTypeId};
use crate::masterdata::{
    Contact, DefaultSources, EffectiveValues, Location, MatchDifferences, Organisation, Partner, PriceList,
    Product, ProductPrice, Reference, UnsupportedMembers,
};
use crate::money::{FreeOfCharge, LineToPrice, Quote, quote};
use crate::number::{Decimal, canonical};
use crate::order::{default_order_type, missing};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};

/// Records referenced by a candidate; `None` if a record does not exist.
pub(crate) struct ReferencedRecords<'a> {
    pub organisation: Option<&'a Organisation>,
    /// Buyer, bill, drop-ship and hand-over partner, if the candidate names them.
    pub roles: [Option<RoleRecords<'a>>; 4],
    /// Invoice recipient.
    pub bill_partner: Option<&'a Partner>,
    /// Goods recipient: the drop-ship partner, otherwise the buyer.
    pub delivered: Option<&'a Partner>,
    /// Location to which the goods are shipped.
    pub ship_to: Option<&'a Location>,
    pub product: Option<&'a Product>,
    pub prices: &'a [&'a ProductPrice],
}

pub(crate) struct RoleRecords<'a> {
    pub partner: Option<&'a Partner>,
    pub location: Option<&'a Location>,
    /// Whether the candidate specifies a location.
    pub names_location: bool,
    pub contact: Option<&'a Contact>,
}

/// Result of a validation.
pub(crate) struct ValidationResult<'a> {
    pub problems: Vec<Problem>,
    pub warnings: Vec<Problem>,
    /// Effective values: those of the candidate, otherwise of partner, group and organisation.
    pub values: EffectiveValues<'a>,
    /// Input of the price, if all records for it exist.
    pub line: Option<LineToPrice<'a>>,
    pub priced: Option<(LineToPrice<'a>, Quote<'a>)>,
    /// Price list, if found, even if other problems prevent a price.
    pub list: Option<&'a PriceList>,
    /// Default document type for the requested order type; for a standard order if none was requested.
    pub document_type: Option<DocumentTypeId>,
}

impl ValidationResult<'_> {
    /// Returns the net amount of the order line.
    pub fn net(&self) -> Option<Decimal> {
        self.priced.as_ref().map(|(_, quote)| quote.net)
    }

    pub fn list_price(&self, candidate: &Candidate) -> Option<Decimal> {
        let by_list = candidate.price.is_none() && !candidate.is_free();
        let (_, quote) = self.priced.as_ref().filter(|_| by_list)?;
        Some(quote.price_entered)
    }
}

pub(crate) fn find<'a>(
    candidate: &'a Candidate,
    named: &ReferencedRecords<'a>,
    reference: &'a Reference,
) -> ValidationResult<'a> {
    let mut problems: Vec<_> = candidate.open_problems().collect();
    if candidate.qty <= Decimal::ZERO {
        problems
            .push(Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", canonical(&candidate.qty)));
    }
    check_partners(&named.roles, &mut problems);
    let (organisation, billed, delivered) = (named.organisation, named.bill_partner, named.delivered);
    let values = DefaultSources { organisation, billed, delivered, reference }.values(Some(candidate));
    let line = line(candidate, named, &values, reference, &mut problems);
    let (mut list, mut warnings) = (None, Vec::new());
    let priced = line.and_then(|line| {
        let quotation = quote(&line, reference);
        (list, warnings) = (quotation.list, quotation.warnings);
        quotation.result.map_err(|found| problems.extend(found)).ok().map(|quote| (line, quote))
    });
    let document_type = document_type(candidate, reference).map_err(|problem| problems.push(problem)).ok();
    let sent = Field::UNSUPPORTED.into_iter().filter(|field| field.read(candidate).is_some());
    match unsupported_members(candidate.data_source, reference) {
        UnsupportedMembers::Problem => problems.extend(sent.map(unsupported)),
        UnsupportedMembers::Warn => warnings.extend(sent.map(unsupported)),
    }
    if match_differences(candidate.data_source, reference) == MatchDifferences::Problem {
        let roles =
            named.roles.each_ref().map(|role| role.as_ref().map(|role| (role.partner, role.location)));
        problems.extend(differences(candidate, roles, named.product));
    }
    ValidationResult { problems, warnings, values, line, priced, list, document_type }
}

/// Returns how a data source handles unsupported members.
pub(crate) fn unsupported_members(source: DataSourceId, reference: &Reference) -> UnsupportedMembers {
    reference.data_source(source).map_or(UnsupportedMembers::Problem, |source| source.unsupported_members)
}

/// Creates the problem of an unsupported member that affects amounts.
pub(crate) fn unsupported(field: Field) -> Problem {
    let problem = Problem::new(ProblemCode::PropertyUnsupported, format!("/{}", field.as_str()));
    problem.with("name", field.as_str())
}

/// Returns the JSON Pointer to the product of a candidate.
fn product_pointer(candidate: &Candidate) -> &'static str {
    if candidate.identity.flat { "/productCode" } else { "/product" }
}

fn check_partners(roles: &[Option<RoleRecords<'_>>; 4], problems: &mut Vec<Problem>) {
    for (role, pointer) in roles.iter().zip(ROLE_POINTERS) {
        let Some(role) = role else { continue };
        let at = |member: &str| format!("{pointer}/{member}");
        match role.partner {
            Some(partner) if partner.active => {}
            Some(partner) => problems.push(
                Problem::new(ProblemCode::BpartnerInactive, at("bpartner")).with("code", partner.label()),
            ),
            None => problems.push(missing(Phrase::Partner, at("bpartner"))),
        }
        match role.location {
            Some(location) if !location.active => {
                problems.push(Problem::new(ProblemCode::LocationInactive, at("location")));
            }
            None if role.names_location => problems.push(missing(Phrase::Location, at("location"))),
            Some(_) | None => {}
        }
        if let Some(contact) = role.contact.filter(|contact| !contact.active) {
            let problem = Problem::new(ProblemCode::ContactInactive, at("contact"));
            problems.push(problem.with("name", contact.name.as_str()));
        }
    }
}

/// Returns the input of the price. If a required record is missing, records the problem and returns `None`.
fn line<'a>(
    candidate: &'a Candidate,
    named: &ReferencedRecords<'a>,
    values: &EffectiveValues<'a>,
    reference: &Reference,
    problems: &mut Vec<Problem>,
) -> Option<LineToPrice<'a>> {
    let product_pointer = product_pointer(candidate);
    match named.product {
        Some(product) if product.active => {}
        Some(product) => problems
            .push(Problem::new(ProblemCode::ProductInactive, product_pointer).with("code", product.label())),
        None if candidate.product.is_none() => {}
        None => problems.push(missing(Phrase::Product, product_pointer)),
    }
    // without problem: the price is determined when the references are resolved
    let is_open = candidate.lacks_price_terms();
    if named.ship_to.is_none() && !is_open {
        problems.push(Problem::new(ProblemCode::LocationNone, "/bpartner/location"));
    }
    let date = pricing_day(candidate, reference, problems);
    if named.organisation.is_none() {
        problems.push(missing(Phrase::Organisation, "/org"));
    }
    if is_open {
        return None;
    }
    Some(LineToPrice {
        organisation: named.organisation?,
        bill_partner: named.bill_partner?,
        ship_to_country: &named.ship_to?.country,
        warehouse: values.warehouse.map(|warehouse| warehouse.value),
        date: date?,
        product: named.product?,
        prices: named.prices,
        quantity: candidate.qty,
        unit: candidate.unit?,
        pricing_system: candidate.pricing_system,
        price: candidate.price,
        without_charge: candidate.is_free().then_some(FreeOfCharge { reason: candidate.reason.as_ref() }),
        currency: candidate.currency.as_ref(),
        discount: candidate.discount,
        tax_category: candidate.tax_category,
        product_pointer,
    })
}

/// Returns the pricing date: the required date. Only candidates that do not become orders may omit it.
fn pricing_day(candidate: &Candidate, reference: &Reference, problems: &mut Vec<Problem>) -> Option<Date> {
    let date = candidate.date_required;
    if date.is_none() && is_for_orders(candidate, reference) {
        problems
            .push(Problem::new(ProblemCode::PropertyMissing, "/dateRequired").with("name", "dateRequired"));
        return None;
    }
    date.or(Some(candidate.date_ordered))
}

fn document_type(candidate: &Candidate, reference: &Reference) -> Result<DocumentTypeId, Problem> {
    let wanted = candidate.order_doc_type.unwrap_or(OrderDocType::SalesOrder);
    let found = default_order_type(reference, candidate.organisation, wanted);
    found.map(|kind| kind.id).ok_or_else(|| {
        let problem = Problem::new(ProblemCode::OrderDocTypeUnknown, "/orderDocType");
        problem.with("sub", wanted.sub_type()).with("value", wanted.as_str())
    })
}
