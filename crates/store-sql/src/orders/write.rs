//! Writing orders whole: head, lines, taxes, allocations.

use orderdock_domain::order::{NewOrder, Order, OrderLine, OrderTax};
use orderdock_domain::text::{Code, fold};
use orderdock_store::{StoreError, StoreResult};

use super::Numbers;
use super::json::json;
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

/// The statements that write orders, and the numbers that they draw.
pub struct OrderRows<'c> {
    transaction: &'c dyn Transaction,
    numbers: Numbers,
    heads: Rows<'c>,
    lines: Rows<'c>,
    allocations: Rows<'c>,
    taxes: Rows<'c>,
}

impl<'c> OrderRows<'c> {
    pub fn prepare(transaction: &'c dyn Transaction) -> StoreResult<Self> {
        Ok(Self {
            transaction,
            numbers: Numbers::default(),
            heads: Rows::prepare(transaction, &INSERT_ORDER)?,
            lines: Rows::prepare(transaction, &INSERT_LINE)?,
            allocations: Rows::prepare(transaction, &INSERT_ALLOCATION)?,
            taxes: Rows::prepare(transaction, &INSERT_TAX)?,
        })
    }

    /// Writes an order under the next number of its kind, and tells which one that is. What no run made has a sender.
    pub fn insert(&mut self, new: &NewOrder, sender: Option<&str>) -> StoreResult<Code> {
        let order = &new.order;
        let (organisation, document_type) = (order.header.organisation.id, order.document_type.id);
        let number = self.numbers.next(self.transaction, organisation, document_type)?;
        let document_no = Code::parse(&new.number.write(number)).ok().flatten().ok_or_else(|| {
            StoreError::Inconsistent {
                place: "number_pattern",
                fault: format!("writes no code for {number}"),
            }
        })?;
        self.head(order, &document_no, number, sender)?;
        for line in &order.lines {
            self.line(order, line)?;
        }
        for (tax, position) in order.taxes.iter().zip(0..) {
            self.tax(order, tax, position)?;
        }
        self.numbers.take(organisation, document_type, number);
        Ok(document_no)
    }

    /// Keeps the numbers that were drawn.
    pub fn save_numbers(self) -> StoreResult<()> {
        self.numbers.save(self.transaction)
    }

    fn head(
        &mut self,
        order: &Order,
        document_no: &Code,
        number: i64,
        sender: Option<&str>,
    ) -> StoreResult<()> {
        let header = &order.header;
        let allocations: usize = order.lines.iter().map(|line| line.allocations.len()).sum();
        let allocated = i64::try_from(allocations).unwrap_or(i64::MAX);
        self.heads.write([
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
        ])?;
        Ok(())
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
        ])?;
        Ok(())
    }
}
