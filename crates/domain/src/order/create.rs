//! Planner for complete orders that are sent in one request.

use crate::cast;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;

use super::{
    DatePromised, MAX_LINES, OrderBody, OrderCall, OrderContext, OrderDocumentType, OrderHeader, OrderLine,
    OrderLineRequest, OrderPlan, OrderRequest, OrderTotals, OrderWrite, Party, PricesByProduct,
    default_order_type, missing, order_line, order_types, prices_by_product,
};
use crate::calendar;
use crate::candidate::OrderDocType;
use crate::ids::{CrossReferenceId, PartnerId};
use crate::import::Expectation;
use crate::masterdata::{
    DefaultSources, DocumentType, EffectiveValues, Location, Organisation, Partner, Product, Reference,
    own_or_shared,
};
use crate::money::{LineAmount, LineToPrice, PriceExplanation, quote};
use crate::number::{Decimal, canonical};
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

const PARTNER: &str = "/shipBPartnerCode";

/// Increment of line numbers.
const LINE_STEP: i64 = 10;

/// Plans the order of a request, or returns all problems that prevent it.
pub fn create_order(context: &OrderContext, request: &OrderRequest, call: &OrderCall) -> OrderPlan {
    let prices = prices_by_product(&context.product_prices);
    let mut case = OrderPlanning {
        context,
        request,
        call,
        prices: &prices,
        general: Vec::new(),
        errors: Vec::new(),
        warnings: Vec::new(),
        used_cross_references: BTreeMap::new(),
    };
    let write = case.decide();
    let OrderPlanning { mut general, mut errors, warnings, .. } = case;
    errors.sort_by_key(line_of);
    general.extend(errors);
    let result = match write {
        Some(write) if general.is_empty() => Ok(write),
        _ => Err(general),
    };
    OrderPlan { result, warnings }
}

/// State of a request during planning.
pub(super) struct OrderPlanning<'a> {
    pub(super) context: &'a OrderContext,
    request: &'a OrderRequest,
    call: &'a OrderCall,
    prices: &'a PricesByProduct<'a>,
    /// Problems of the order itself. A problem that several lines report occurs once.
    general: Vec<Problem>,
    /// Problems of the lines, in their order.
    errors: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
    /// Number of uses of each cross-reference.
    pub(super) used_cross_references: BTreeMap<CrossReferenceId, u64>,
}

/// Values that all lines share.
#[derive(Clone, Copy)]
struct OrderTerms<'a> {
    organisation: &'a Organisation,
    partner: &'a Partner,
    location: &'a Location,
    /// Pricing date.
    day: Date,
}

impl<'a> OrderTerms<'a> {
    /// Returns the effective values of an order whose partner receives goods and invoice.
    fn values(&self, reference: &'a Reference) -> EffectiveValues<'a> {
        let (organisation, partner) = (Some(self.organisation), Some(self.partner));
        DefaultSources { organisation, billed: partner, delivered: partner, reference }.values(None)
    }
}

/// Planned line with its contribution to the totals.
struct PlannedLine<'a> {
    record: OrderLine,
    amount: LineAmount<'a>,
    explanation: PriceExplanation<'a>,
    product: &'a Product,
}

impl<'a> OrderPlanning<'a> {
    fn decide(&mut self) -> Option<OrderWrite> {
        self.check_count();
        self.check_quantities();
        let organisation = self.organisation()?;
        let document_type = self.document_type(organisation);
        let partner = self.partner(organisation);
        let location = partner.and_then(|partner| self.location(partner, organisation));
        let products = self.products(organisation, partner.map(|partner| partner.id));
        let day = self.day(organisation);
        let terms = OrderTerms { organisation, partner: partner?, location: location?, day: day? };
        let lines: Vec<_> = products.into_iter().map(|product| self.line(terms, product?)).collect();
        let lines = lines.into_iter().collect::<Option<Vec<_>>>()?;
        self.order(terms, document_type?, lines)
    }

    /// Records the problem and returns `None`.
    fn error<T>(&mut self, problem: Problem) -> Option<T> {
        if problem.pointer.starts_with("/lines/") {
            self.errors.push(problem);
        } else if !self.general.contains(&problem) {
            self.general.push(problem);
        }
        None
    }

    fn reference(&self) -> &'a Reference {
        &self.context.reference
    }

    fn check_count(&mut self) {
        let count = self.request.lines.len();
        if count == 0 {
            self.error::<()>(Problem::new(ProblemCode::LinesEmpty, "/lines"));
        }
        if count > MAX_LINES {
            let number = |count: usize| cast::<i64>(count);
            let problem = Problem::new(ProblemCode::LinesTooMany, "/lines")
                .with("seen", number(count))
                .with("limit", number(MAX_LINES));
            self.error::<()>(problem);
        }
    }

    /// Returns the caller's default organisation, because requests do not contain an organisation.
    fn organisation(&mut self) -> Option<&'a Organisation> {
        let Some(id) = self.call.permissions.default_organisation else {
            return self.error(Problem::new(ProblemCode::OrgRequired, ""));
        };
        let organisation = self.reference().organisation(id);
        if organisation.is_none() {
            return self.error(missing(Phrase::Organisation, ""));
        }
        organisation
    }

    /// Returns the document type by name, own before shared. Without a name, returns the default for a standard order.
    fn document_type(&mut self, organisation: &Organisation) -> Option<&'a DocumentType> {
        let Some(name) = &self.request.doc_type_name else {
            let found = default_order_type(self.reference(), organisation.id, OrderDocType::SalesOrder);
            return found.or_else(|| self.error(Problem::new(ProblemCode::DocTypeNone, "/docTypeName")));
        };
        let named = order_types(self.reference()).filter(|kind| kind.name == *name);
        own_or_shared(named, organisation.id, |kind| kind.organisation).or_else(|| {
            let problem = Problem::new(ProblemCode::DocTypeNameUnknown, "/docTypeName");
            self.error(problem.with("name", name.as_str()))
        })
    }

    fn partner(&mut self, organisation: &Organisation) -> Option<&'a Partner> {
        let code = &self.request.ship_bpartner_code;
        let coded = |fits: fn(&Code, &Code) -> bool| {
            let coded = self.context.partners.iter().filter(|partner| fits(&partner.code, code));
            own_or_shared(coded, organisation.id, |partner| partner.organisation)
        };
        let own = coded(Code::eq).or_else(|| coded(Code::is_spelled));
        let Some(partner) = self.mapped_partner(organisation.id, code).or(own) else {
            let problem = Problem::new(ProblemCode::ShipPartnerUnknown, PARTNER);
            return self.error(problem.with("code", code.as_str()));
        };
        if !partner.active {
            let problem = Problem::new(ProblemCode::BpartnerInactive, PARTNER);
            self.error::<()>(problem.with("code", code.as_str()));
        }
        Some(partner)
    }

    /// Returns the partner's default ship-to location, otherwise the active one with the smallest id; own before shared.
    fn location(&mut self, partner: &Partner, organisation: &Organisation) -> Option<&'a Location> {
        let active = || {
            self.context.locations.iter().filter(|location| location.partner == partner.id && location.active)
        };
        let owner = |location: &Location| location.organisation;
        let default =
            own_or_shared(active().filter(|location| location.ship_to_default), organisation.id, owner);
        let mut others: Vec<_> = active().collect();
        others.sort_unstable_by_key(|location| location.id);
        default
            .or_else(|| own_or_shared(others.into_iter(), organisation.id, owner))
            .or_else(|| self.error(Problem::new(ProblemCode::LocationNone, PARTNER)))
    }

    /// Returns the promised date in the organisation's time zone. A date in the past is a warning.
    fn day(&mut self, organisation: &Organisation) -> Option<Date> {
        let zone = &organisation.time_zone;
        let Some(day) = calendar::day_of(self.request.date_promised, zone) else {
            return self.error(Problem::new(ProblemCode::DateInvalid, "/datePromised"));
        };
        if day < self.call.now.to_zoned(zone.clone()).date() {
            let warning = Problem::new(ProblemCode::DateInPast, "/datePromised");
            self.warnings.push(warning.with("date", day));
        }
        Some(day)
    }

    /// Checks the quantities, even if other problems exist.
    fn check_quantities(&mut self) {
        for (index, line) in self.request.lines.iter().enumerate() {
            if line.qty <= Decimal::ZERO {
                let problem = Problem::new(ProblemCode::QtyNotPositive, at(index, "qty"));
                self.error::<()>(problem.with("seen", canonical(&line.qty)));
            }
        }
    }

    /// Returns the product of each line.
    fn products(
        &mut self,
        organisation: &Organisation,
        buyer: Option<PartnerId>,
    ) -> Vec<Option<(usize, &'a Product)>> {
        let by_code = self.products_by_code(organisation);
        let mapped = self.mapped_products(organisation.id, buyer);
        let lines = self.request.lines.iter().enumerate();
        lines
            .map(|(index, line)| {
                let code = line.product_code.as_str();
                let known = by_code.get(&line.product_code).copied();
                let spelled = known.or_else(|| self.spelled_product(organisation, &line.product_code));
                let further = || self.product_by_further_key(organisation.id, buyer, &line.product_code);
                let own = spelled.or_else(further);
                let pointer = at(index, "productCode");
                let Some(product) = self.mapped_or_own(&mapped, own, &line.product_code, pointer) else {
                    let problem = Problem::new(ProblemCode::ProductCodeUnknown, at(index, "productCode"));
                    return self.error(problem.with("code", code));
                };
                if !product.active {
                    let problem = Problem::new(ProblemCode::ProductInactive, at(index, "productCode"));
                    self.error::<()>(problem.with("code", code));
                }
                Some((index, product))
            })
            .collect()
    }

    /// Returns the product whose code differs from the sent one only in white space.
    fn spelled_product(&self, organisation: &Organisation, code: &Code) -> Option<&'a Product> {
        let spelled = self.context.products.iter().filter(|product| product.code.is_spelled(code));
        own_or_shared(spelled, organisation.id, |product| product.organisation)
    }

    fn products_by_code(&self, organisation: &Organisation) -> HashMap<&'a Code, &'a Product> {
        let mut by_code: HashMap<&Code, &Product> = HashMap::new();
        for product in &self.context.products {
            let known = by_code.get(&product.code).copied();
            let both = known.into_iter().chain([product]);
            if let Some(seen) = own_or_shared(both, organisation.id, |product| product.organisation) {
                by_code.insert(&product.code, seen);
            }
        }
        by_code
    }

    fn line(
        &mut self,
        terms: OrderTerms<'a>,
        (index, product): (usize, &'a Product),
    ) -> Option<PlannedLine<'a>> {
        let sent = self.request.lines.get(index)?;
        let line = LineToPrice {
            organisation: terms.organisation,
            bill_partner: terms.partner,
            ship_to_country: &terms.location.country,
            warehouse: terms.values(self.reference()).warehouse.map(|warehouse| warehouse.value),
            date: terms.day,
            product,
            prices: self.prices.get(&product.id).map_or(&[], Vec::as_slice),
            quantity: sent.qty,
            unit: product.unit,
            pricing_system: None,
            price: sent.price,
            without_charge: None,
            currency: None,
            discount: None,
            tax_category: None,
            product_pointer: "/productCode",
        };
        let quotation = quote(&line, self.reference());
        self.warnings.extend(quotation.warnings.into_iter().map(|warning| in_body(warning, index, sent)));
        let quote = match quotation.result {
            Ok(quote) => quote,
            Err(problems) => {
                for problem in problems {
                    self.error::<()>(in_body(problem, index, sent));
                }
                return None;
            }
        };
        let number = cast::<i64>(index + 1).checked_mul(LINE_STEP)?;
        match order_line(number, product, (sent.qty, product.unit), &quote, self.reference()) {
            Ok(record) => {
                let amount = LineAmount { net: quote.net, tax: quote.tax };
                Some(PlannedLine { record, amount, explanation: quote.explanation, product })
            }
            Err(problem) => self.error(in_body(problem, index, sent)),
        }
    }

    fn order(
        &mut self,
        terms: OrderTerms<'a>,
        document_type: &DocumentType,
        lines: Vec<PlannedLine<'a>>,
    ) -> Option<OrderWrite> {
        let reference = self.reference();
        let explanation = lines.first()?.explanation.clone();
        if let Some(other) =
            lines.iter().position(|line| line.explanation.tax_included() != explanation.tax_included())
        {
            return self.error(Problem::new(ProblemCode::TaxIncludedMixed, at(other, "productCode")));
        }
        let amounts = lines.iter().map(|line| line.amount);
        let figures = match OrderTotals::of(amounts, &explanation, reference) {
            Ok(figures) => figures,
            Err(problem) => return self.error(problem),
        };
        let OrderTerms { organisation, partner, location, .. } = terms;
        let (partner, location) = (partner.clone(), Some(location.clone()));
        let buyer = Party { partner, location, contact: None };
        let unchanged: BTreeSet<Expectation> =
            lines.iter().map(|line| line.product.into()).chain(buyer.expectations()).collect();
        let days = (
            self.call.now.to_zoned(organisation.time_zone.clone()).date(),
            DatePromised::Instant(self.request.date_promised),
        );
        let values = terms.values(reference);
        let body = OrderBody {
            document_type: OrderDocumentType::of(document_type),
            header: OrderHeader::of(organisation, Arc::new(buyer), &explanation, days, &values, reference),
            lines: lines.into_iter().map(|line| line.record).collect(),
            figures,
        };
        let came_with = (vec![self.call.request], None);
        Some(OrderWrite {
            used_cross_references: std::mem::take(&mut self.used_cross_references),
            unchanged: unchanged.into_iter().chain(reference.expectations([organisation.id])).collect(),
            order: body.made(self.call.order, came_with, Vec::new(), &self.context.settings, self.call.now),
        })
    }
}

/// Returns the index of the line that a problem is about.
fn line_of(problem: &Problem) -> Option<usize> {
    problem.pointer.strip_prefix("/lines/")?.split('/').next()?.parse().ok()
}

fn at(index: usize, member: &str) -> String {
    format!("/lines/{index}/{member}")
}

/// Maps the pointer of a price problem to the request body. A line does not contain some members, so problems of list,
/// unit or tax point to the product, and those of the pricing system to the partner.
fn in_body(mut problem: Problem, index: usize, line: &OrderLineRequest) -> Problem {
    problem.pointer = Cow::Owned(match &*problem.pointer {
        "/qty" => at(index, "qty"),
        "/price" if line.price.is_some() => at(index, "price"),
        "/pricingSystemCode" => PARTNER.to_owned(),
        _ => at(index, "productCode"),
    });
    problem
}
