//! From quotes and records to what an order keeps of them; shared by both ways to an order.

use std::collections::HashMap;

use super::{
    LineExplanation, LineTax, Named, OrderDocumentType, OrderLine, OrderTax, OrderUnit, OrderedProduct, Party,
};
use crate::ids::{OrganisationId, ProductId, UnitId};
use crate::import::Expectation;
use crate::masterdata::{DocumentType, PriceList, Product, ProductPrice, Reference, own_or_shared};
use crate::money::{LineAmount, Quote, currency_digits, totals};
use crate::number::Decimal;
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Name};

/// The base type of sales orders.
const SALES_ORDER: &str = "SOO";
/// The sub type of what is ordered without further words.
pub(crate) const STANDARD: &str = "SO";
/// The sub type of orders that are paid before anything leaves.
pub(crate) const PREPAY: &str = "PR";

/// The prices of each product.
pub(crate) type PricesByProduct<'a> = HashMap<ProductId, Vec<&'a ProductPrice>>;

pub(crate) fn prices_by_product(prices: &[ProductPrice]) -> PricesByProduct<'_> {
    let mut by_product = PricesByProduct::new();
    for price in prices {
        by_product.entry(price.product).or_default().push(price);
    }
    by_product
}

/// The active document types for sales orders, of whatever organisation.
pub(crate) fn order_types(reference: &Reference) -> impl Iterator<Item = &DocumentType> {
    reference.document_types.iter().filter(|kind| kind.active && kind.base_type == SALES_ORDER)
}

/// The organisation's default document type of a sub type, else the shared one.
pub(crate) fn default_order_type<'a>(
    reference: &'a Reference,
    organisation: OrganisationId,
    sub_type: &str,
) -> Option<&'a DocumentType> {
    let defaults = order_types(reference)
        .filter(|kind| kind.is_default && kind.sub_type.as_ref().is_some_and(|of| of == sub_type));
    own_or_shared(defaults, organisation, |kind| kind.organisation)
}

impl OrderDocumentType {
    pub(crate) fn of(kind: &DocumentType) -> Self {
        Self {
            id: kind.id,
            name: kind.name.clone(),
            base_type: kind.base_type.clone(),
            sub_type: kind.sub_type.clone(),
        }
    }

    pub(crate) fn awaits_payment(&self) -> bool {
        self.sub_type.as_ref().is_some_and(|sub_type| sub_type == PREPAY)
    }
}

impl<Id> Named<Id> {
    pub(crate) fn new(id: Id, code: &Code, name: Option<&Name>) -> Self {
        Self { id, code: code.clone(), name: name.cloned() }
    }
}

impl Party {
    /// What must still be as it was when the order is written.
    pub(crate) fn expectations(&self) -> impl Iterator<Item = Expectation> {
        let partner = Expectation::Partner(self.partner.id, self.partner.version);
        let location = self.location.as_ref().map(|record| Expectation::Location(record.id, record.version));
        let contact = self.contact.as_ref().map(|record| Expectation::Contact(record.id, record.version));
        [Some(partner), location, contact].into_iter().flatten()
    }
}

fn order_unit(id: UnitId, reference: &Reference) -> Result<OrderUnit, Problem> {
    let unit = reference.unit(id).ok_or_else(|| missing(Phrase::Unit, "/uomCode"))?;
    Ok(OrderUnit { id, code: unit.code.clone() })
}

/// A record that is named but was not loaded.
pub(crate) fn missing(kind: Phrase, pointer: &'static str) -> Problem {
    Problem::new(ProblemCode::RecordNotFound, pointer).with("kind", kind)
}

/// A line without descriptions, days and allocations.
pub(crate) fn order_line(
    line: i64,
    product: &Product,
    (qty, unit): (Decimal, UnitId),
    quote: &Quote<'_>,
    reference: &Reference,
) -> Result<OrderLine, Problem> {
    let tax = quote.tax.map(|tax| LineTax { id: tax.id, code: tax.code.clone(), rate: tax.rate });
    Ok(OrderLine {
        line,
        product: OrderedProduct {
            id: product.id,
            code: product.code.clone(),
            name: product.name.clone(),
            description: None,
        },
        description: None,
        qty,
        unit: order_unit(unit, reference)?,
        qty_in_price_unit: quote.quantity,
        price_unit: order_unit(quote.price_unit, reference)?,
        price_entered: quote.price_entered,
        discount: quote.explanation.discount,
        price: quote.price,
        net: quote.net,
        tax,
        explanation: LineExplanation::of(&quote.explanation, reference),
        date_required: None,
        preset_date_invoiced: None,
        preset_date_shipped: None,
        warehouse_dest: None,
        allocations: Vec::new(),
    })
}

/// The sums of an order.
pub(crate) struct Figures {
    pub taxes: Vec<OrderTax>,
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    pub grand_total: Decimal,
}

impl Figures {
    pub fn of<'a>(
        lines: impl Iterator<Item = LineAmount<'a>>,
        list: &PriceList,
        reference: &Reference,
    ) -> Result<Self, Problem> {
        let sums = totals(lines, list.tax_included, currency_digits(&list.currency, reference))?;
        let taxes = sums.taxes.iter().map(|sum| OrderTax {
            id: sum.tax.id,
            code: sum.tax.code.clone(),
            name: sum.tax.name.clone(),
            rate: sum.tax.rate,
            reverse_charge: sum.tax.reverse_charge,
            base: sum.base,
            amount: sum.amount,
        });
        Ok(Self {
            taxes: taxes.collect(),
            total_lines: sums.total_lines,
            total_tax: sums.total_tax,
            grand_total: sums.grand_total,
        })
    }
}
