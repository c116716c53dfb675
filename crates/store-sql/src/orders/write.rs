//! Writes orders with lines, taxes and allocations.

use orderdock_domain::cast;
use std::collections::BTreeMap;

use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::order::{NewOrder, Order, OrderLine, OrderTax};
use orderdock_domain::text::{Code, fold};
use orderdock_store::{StoreError, StoreResult};

use super::json::json;
use super::numbers;
use crate::SqlValue;
use crate::Transaction;
use crate::sql::column::{Column, NULL, ToRow, integer, owned, text};
use crate::sql::query::RowWriter;
use crate::sql::tables::{ALLOCATION, SALES_ORDER, SALES_ORDER_LINE, SALES_ORDER_TAX};
use crate::sql::template::Statement;

static INSERT_ORDER: Statement = Statement::insert(&SALES_ORDER);
static INSERT_LINE: Statement = Statement::insert(&SALES_ORDER_LINE);
static INSERT_TAX: Statement = Statement::insert(&SALES_ORDER_TAX);
static INSERT_ALLOCATION: Statement = Statement::insert(&ALLOCATION);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT_ORDER, &INSERT_LINE, &INSERT_TAX, &INSERT_ALLOCATION];

/// Orders with their senders, grouped by number sequence.
type Numbered<'o> = BTreeMap<(OrganisationId, DocumentTypeId), Vec<(&'o NewOrder, Option<&'o str>)>>;

/// Orders that are written together.
pub struct OrderRows<'c, 'o> {
    transaction: &'c dyn Transaction,
    orders: Numbered<'o>,
}

impl<'c, 'o> OrderRows<'c, 'o> {
    pub fn new(transaction: &'c dyn Transaction) -> Self {
        Self { transaction, orders: BTreeMap::new() }
    }

    /// Adds an order. Only imported complete orders have a sender.
    pub fn insert(&mut self, new: &'o NewOrder, sender: Option<&'o str>) {
        let numbered_by = (new.order.header.organisation.id, new.order.document_type.id);
        self.orders.entry(numbered_by).or_default().push((new, sender));
    }

    /// Writes the orders with the next numbers of their sequences, in the order in which they were added. Returns the
    /// last number.
    pub fn finish(mut self) -> StoreResult<Option<Code>> {
        let orders = std::mem::take(&mut self.orders);
        // drawing a number locks its sequence until the commit, so it is the last step if references are not checked
        let heads_last = !self.transaction.checks_references();
        if heads_last {
            self.bodies(&orders)?;
        }
        let last = self.heads(&orders)?;
        if !heads_last {
            self.bodies(&orders)?;
        }
        Ok(last)
    }

    fn heads(&self, orders: &Numbered<'_>) -> StoreResult<Option<Code>> {
        let mut heads = RowWriter::prepare(self.transaction, &INSERT_ORDER)?;
        let mut last = None;
        for ((organisation, document_type), orders) in orders {
            let first = numbers::draw(self.transaction, *organisation, *document_type, orders.len())?;
            for ((new, sender), number) in orders.iter().zip(first..) {
                let document_no = Code::parse(&new.number.write(number)).ok().flatten();
                let document_no = document_no.ok_or_else(|| StoreError::Inconsistent {
                    place: "number_pattern",
                    fault: format!("writes no code for {number}"),
                })?;
                head(&mut heads, &new.order, &document_no, number, *sender)?;
                last = Some(document_no);
                let source = new.order.header.data_source;
                let kind = EventKind::of(EventType::OrderCompleted, source, new.order.version);
                self.transaction.outbox().record(new.order.created_at, *organisation, kind, new.order.id);
            }
        }
        heads.close()?;
        Ok(last)
    }

    fn bodies(&self, orders: &Numbered<'_>) -> StoreResult<()> {
        let mut rows = BodyRows::prepare(self.transaction)?;
        for (new, _) in orders.values().flatten() {
            let order = &new.order;
            for line in &order.lines {
                rows.line(order, line)?;
            }
            for (tax, position) in order.taxes.iter().zip(0..) {
                rows.tax(order, tax, position)?;
            }
        }
        for rows in [rows.lines, rows.allocations, rows.taxes] {
            rows.close()?;
        }
        Ok(())
    }
}

/// Rows of orders without their heads.
struct BodyRows<'c> {
    lines: RowWriter<'c>,
    allocations: RowWriter<'c>,
    taxes: RowWriter<'c>,
}

impl<'c> BodyRows<'c> {
    fn prepare(transaction: &'c dyn Transaction) -> StoreResult<Self> {
        Ok(Self {
            lines: RowWriter::prepare(transaction, &INSERT_LINE)?,
            allocations: RowWriter::prepare(transaction, &INSERT_ALLOCATION)?,
            taxes: RowWriter::prepare(transaction, &INSERT_TAX)?,
        })
    }

    fn line(&mut self, order: &Order, line: &OrderLine) -> StoreResult<()> {
        self.lines.write([order.id.write()].into_iter().chain(line.to_row()))?;
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
                SqlValue::Boolean(true),
            ])?;
        }
        Ok(())
    }

    fn tax(&mut self, order: &Order, tax: &OrderTax, position: i64) -> StoreResult<()> {
        self.taxes.write([order.id.write(), integer(position)].into_iter().chain(tax.to_row()))
    }
}

fn head(
    heads: &mut RowWriter<'_>,
    order: &Order,
    document_no: &Code,
    number: i64,
    sender: Option<&str>,
) -> StoreResult<()> {
    let header = &order.header;
    let allocations: usize = order.lines.iter().map(|line| line.allocations.len()).sum();
    let allocated = cast::<i64>(allocations);
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
