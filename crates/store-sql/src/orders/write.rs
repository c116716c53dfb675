//! Writing orders whole: head, lines, taxes, allocations.

use std::collections::BTreeMap;

use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::order::{NewOrder, Order, OrderLine, OrderTax};
use orderdock_domain::text::{Code, fold};
use orderdock_store::{StoreError, StoreResult};

use super::json::json;
use super::numbers;
use crate::Datum;
use crate::Transaction;
use crate::column::{Column, NULL, Rows, integer, owned, text};
use crate::template::{Statement, statement};

statement! {
    INSERT_ORDER = insert SALES_ORDER
}
statement! {
    INSERT_LINE = insert SALES_ORDER_LINE
}
statement! {
    INSERT_TAX = insert SALES_ORDER_TAX
}
statement! {
    INSERT_ALLOCATION = insert ALLOCATION
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&INSERT_ORDER, &INSERT_LINE, &INSERT_TAX, &INSERT_ALLOCATION];

/// The statements that write orders. Numbers are drawn, and heads written, when all the rest is there.
pub struct OrderRows<'c, 'o> {
    transaction: &'c dyn Transaction,
    /// By whose numbers they take; what no run made has a sender.
    headless: BTreeMap<(OrganisationId, DocumentTypeId), Vec<(&'o NewOrder, Option<&'o str>)>>,
    heads: Rows<'c>,
    lines: Rows<'c>,
    allocations: Rows<'c>,
    taxes: Rows<'c>,
}

impl<'c, 'o> OrderRows<'c, 'o> {
    pub fn prepare(transaction: &'c dyn Transaction) -> StoreResult<Self> {
        Ok(Self {
            transaction,
            headless: BTreeMap::new(),
            heads: Rows::prepare(transaction, &INSERT_ORDER)?,
            lines: Rows::prepare(transaction, &INSERT_LINE)?,
            allocations: Rows::prepare(transaction, &INSERT_ALLOCATION)?,
            taxes: Rows::prepare(transaction, &INSERT_TAX)?,
        })
    }

    /// Writes an order but for its head.
    pub fn insert(&mut self, new: &'o NewOrder, sender: Option<&'o str>) -> StoreResult<()> {
        let order = &new.order;
        for line in &order.lines {
            self.line(order, line)?;
        }
        for (tax, position) in order.taxes.iter().zip(0..) {
            self.tax(order, tax, position)?;
        }
        let numbered_by = (order.header.organisation.id, order.document_type.id);
        self.headless.entry(numbered_by).or_default().push((new, sender));
        Ok(())
    }

    /// Writes the heads under the next numbers of their kinds, in the order in which they came, and tells the number of
    /// the last one.
    pub fn finish(mut self) -> StoreResult<Option<Code>> {
        for rows in [self.lines, self.allocations, self.taxes] {
            rows.finish()?;
        }
        let mut last = None;
        for ((organisation, document_type), orders) in std::mem::take(&mut self.headless) {
            let first = numbers::draw(self.transaction, organisation, document_type, orders.len())?;
            for ((new, sender), number) in orders.into_iter().zip(first..) {
                let document_no = Code::parse(&new.number.write(number)).ok().flatten();
                let document_no = document_no.ok_or_else(|| StoreError::Inconsistent {
                    place: "number_pattern",
                    fault: format!("writes no code for {number}"),
                })?;
                head(&mut self.heads, &new.order, &document_no, number, sender)?;
                last = Some(document_no);
            }
        }
        self.heads.finish()?;
        Ok(last)
    }

    fn line(&mut self, order: &Order, line: &OrderLine) -> StoreResult<()> {
        let [tax_id, tax_code, tax_rate] = match &line.tax {
            Some(tax) => [tax.id.write(), tax.code.write(), tax.rate.write()],
            None => [NULL; 3],
        };
        self.lines.write([
            order.id.write(),
            integer(line.line),
            line.product.id.write(),
            line.product.code.write(),
            line.product.name.write(),
            line.product.description.write(),
            line.description.write(),
            line.qty.write(),
            line.unit.id.write(),
            line.unit.code.write(),
            line.qty_in_price_unit.write(),
            line.price_unit.id.write(),
            line.price_unit.code.write(),
            line.price_entered.write(),
            line.discount.write(),
            line.price.write(),
            line.net.write(),
            tax_id,
            tax_code,
            tax_rate,
            json(&line.explanation),
            line.date_required.write(),
            line.preset_date_invoiced.write(),
            line.preset_date_shipped.write(),
            line.warehouse_dest.as_ref().map_or(NULL, json),
        ])?;
        for (given, position) in line.allocations.iter().zip(0..) {
            let (line, position) = (integer(line.line), integer(position));
            let (candidate, qty) = (given.candidate.write(), given.qty.write());
            let released = if given.released.is_empty() { NULL } else { given.released.write() };
            self.allocations.write([
                order.id.write(),
                line,
                position,
                candidate,
                qty,
                released,
                Datum::Boolean(true),
            ])?;
        }
        Ok(())
    }

    fn tax(&mut self, order: &Order, tax: &OrderTax, position: i64) -> StoreResult<()> {
        self.taxes.write([
            order.id.write(),
            integer(position),
            tax.id.write(),
            tax.code.write(),
            tax.name.write(),
            tax.rate.write(),
            tax.reverse_charge.write(),
            tax.base.write(),
            tax.amount.write(),
        ])
    }
}

fn head(
    heads: &mut Rows<'_>,
    order: &Order,
    document_no: &Code,
    number: i64,
    sender: Option<&str>,
) -> StoreResult<()> {
    let header = &order.header;
    let allocations: usize = order.lines.iter().map(|line| line.allocations.len()).sum();
    let allocated = i64::try_from(allocations).unwrap_or(i64::MAX);
    heads.write([
        order.id.write(),
        header.organisation.id.write(),
        integer(order.version),
        order.status.write(),
        document_no.write(),
        order.document_type.id.write(),
        integer(number),
        json(&order.document_type),
        order.awaits_payment.write(),
        header.data_source.write(),
        header.external_header_id.write(),
        header.po_reference.write(),
        header.buyer.partner.id.write(),
        header.date_ordered.write(),
        json(header),
        order.total_lines.write(),
        order.total_tax.write(),
        order.grand_total.write(),
        json(&order.requests),
        order.run.write(),
        order.created_at.write(),
        order.updated_at.write(),
        owned(fold(document_no.as_str())),
        header.po_reference.as_ref().map_or(NULL, |reference| owned(fold(reference.as_str()))),
        integer(allocated),
        sender.map_or(NULL, text),
    ])
}
