//! Builds parts of orders from quotes and records. Used for complete orders and for orders of runs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{
    CandidateClaim, DatePromised, LineExplanation, LineTax, NewOrder, Order, OrderDocumentType, OrderHeader,
    OrderLine, OrderSettings, OrderStatus, OrderTax, OrderUnit, OrderValues, OrderedProduct, Party,
    RecordSnapshot,
};
use crate::candidate::OrderDocType;
use crate::ids::{OrderId, OrganisationId, ProductId, RequestId, RunId, UnitId};
use crate::import::Expectation;
use crate::masterdata::{
    DocumentType, EffectiveValues, Organisation, Product, ProductPrice, Reference, SALES_ORDER, Seller,
    own_or_shared,
};
use crate::money::{LineAmount, PriceExplanation, Quote, currency_digits, totals};
use crate::number::Decimal;
use crate::phrase::Phrase;
use crate::problem::{Problem, ProblemCode};
use crate::text::{Code, Name};

/// Prices of each product.
pub(crate) type PricesByProduct<'a> = HashMap<ProductId, Vec<&'a ProductPrice>>;

pub(crate) fn prices_by_product(prices: &[ProductPrice]) -> PricesByProduct<'_> {
    let mut by_product = PricesByProduct::new();
    for price in prices {
        by_product.entry(price.product).or_default().push(price);
    }
    by_product
}

/// Returns the active document types for sales orders of all organisations.
pub(crate) fn order_types(reference: &Reference) -> impl Iterator<Item = &DocumentType> {
    reference.document_types.iter().filter(|kind| kind.active && kind.base_type == *SALES_ORDER)
}

/// Returns the default document type of the organisation for an order type, otherwise the shared one.
pub(crate) fn default_order_type(
    reference: &Reference,
    organisation: OrganisationId,
    wanted: OrderDocType,
) -> Option<&DocumentType> {
    let defaults = order_types(reference)
        .filter(|kind| kind.is_default && kind.sub_type.as_ref().is_some_and(|of| of == wanted.sub_type()));
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
}

impl<Id> RecordSnapshot<Id> {
    pub(crate) fn new(id: Id, code: &Code, name: Option<&Name>) -> Self {
        Self { id, code: code.clone(), name: name.cloned() }
    }
}

impl Party {
    /// Returns the records that must be unchanged when the order is written.
    pub(crate) fn expectations(&self) -> impl Iterator<Item = Expectation> {
        let location = self.location.as_ref().map(Expectation::from);
        let contact = self.contact.as_ref().map(Expectation::from);
        [Expectation::from(&self.partner)].into_iter().chain(location).chain(contact)
    }
}

fn order_unit(id: UnitId, reference: &Reference) -> Result<OrderUnit, Problem> {
    let unit = reference.unit(id).ok_or_else(|| missing(Phrase::Unit, "/uomCode"))?;
    Ok(OrderUnit { id, code: unit.code.clone() })
}

/// Creates the problem of a referenced record that was not loaded.
pub(crate) fn missing(kind: Phrase, pointer: impl Into<Cow<'static, str>>) -> Problem {
    Problem::new(ProblemCode::RecordNotFound, pointer).with("kind", kind)
}

/// Creates a line without descriptions, dates and allocations.
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
        promotion_code: None,
        extended_props: None,
        qty,
        unit: order_unit(unit, reference)?,
        qty_in_price_unit: quote.quantity,
        factor: quote.factor,
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

/// Taxes and totals of an order.
pub(crate) struct OrderTotals {
    pub taxes: Vec<OrderTax>,
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    pub grand_total: Decimal,
}

impl OrderTotals {
    pub fn of<'a>(
        lines: impl Iterator<Item = LineAmount<'a>>,
        price: &PriceExplanation<'_>,
        reference: &Reference,
    ) -> Result<Self, Problem> {
        let digits = currency_digits(&price.list.currency, reference);
        let sums = totals(lines, price.tax_included(), digits)?;
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

/// An order without id, status and number.
pub(crate) struct OrderBody {
    pub document_type: OrderDocumentType,
    pub header: OrderHeader,
    pub lines: Vec<OrderLine>,
    pub figures: OrderTotals,
}

impl OrderBody {
    /// Creates the completed order to write, with its candidates. The commit assigns the number.
    pub fn made(
        self,
        id: OrderId,
        (requests, run): (Vec<RequestId>, Option<RunId>),
        claims: Vec<CandidateClaim>,
        settings: &OrderSettings,
        now: Timestamp,
    ) -> NewOrder {
        let Self { document_type, header, lines, figures } = self;
        let number = settings.number_pattern(header.organisation.id, document_type.id);
        let prepay = OrderDocType::PrepayOrder.sub_type();
        let order = Order {
            id,
            version: 1,
            status: OrderStatus::Completed,
            document_no: None,
            awaits_payment: document_type.sub_type.as_ref().is_some_and(|of| of == prepay),
            document_type,
            header,
            lines,
            taxes: figures.taxes,
            total_lines: figures.total_lines,
            total_tax: figures.total_tax,
            grand_total: figures.grand_total,
            requests,
            run,
            created_at: now,
            updated_at: now,
            handover: None,
        };
        NewOrder { order, number, claims }
    }
}

impl OrderHeader {
    /// Creates a header with the required members, in which the buyer receives goods and invoice.
    pub(crate) fn of(
        organisation: &Organisation,
        buyer: Arc<Party>,
        explanation: &PriceExplanation<'_>,
        (date_ordered, date_promised): (Date, DatePromised),
        values: &EffectiveValues<'_>,
        reference: &Reference,
    ) -> Self {
        let (system, list) = (explanation.pricing_system, explanation.list);
        Self {
            organisation: RecordSnapshot::new(organisation.id, &organisation.code, Some(&organisation.name)),
            seller: Seller::of(organisation),
            data_source: None,
            external_system: None,
            external_header_id: None,
            po_reference: None,
            promotion_code: None,
            buyer,
            bill: None,
            drop_ship: None,
            hand_over: None,
            sales_partner: None,
            currency: list.currency.clone(),
            currency_digits: currency_digits(&list.currency, reference),
            pricing_system: RecordSnapshot::new(system.id, &system.code, Some(&system.name)),
            price_list: RecordSnapshot::new(list.id, &list.code, Some(&list.name)),
            tax_included: explanation.tax_included(),
            date_ordered,
            date_promised,
            invoice_document_type: None,
            values: OrderValues::of(values, reference),
        }
    }
}
