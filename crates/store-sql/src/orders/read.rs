//! Reading orders back as they were written.

use jiff::Timestamp;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{
    Allocation, Handover, HandoverReply, LineTax, Order, OrderLine, OrderStatus, OrderTax, OrderUnit,
    OrderedProduct,
};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{Commented, OrderHead, OrderHistory, OrderVoided, StoreError, StoreResult};

use crate::asking::{first, rows, take};
use crate::column::{Column, Columns, Fields, NULL, Taken, columns, released, taken};
use crate::scope::OrganisationIds;
use crate::template::statements;
use crate::{Datum, Transaction};

/// The columns of [`OrderHead`].
macro_rules! head_columns {
    () => {
        "o.id, o.version, o.status, o.document_no, o.document_type, o.awaits_payment, o.header, \
         (SELECT count(*) FROM sales_order_line l WHERE l.order_id = o.id), o.total_lines, o.total_tax, \
         o.grand_total, o.requests, o.run_id, o.created_at, o.updated_at, o.receiver, o.receiver_said_at, o.handed_over, \
         o.receiver_number, o.receiver_words"
    };
}
pub(super) use head_columns;

statements! {
    /// `?1` organisations, `?2` order.
    HEAD = concat!(
        "SELECT ",
        head_columns!(),
        " FROM sales_order o WHERE o.id = ?2 AND o.org_id {in 1 int8}"
    );
    LINES = "SELECT line, product_id, product_code, product_name, product_description, description, qty, \
     uom_id, uom_code, qty_in_price_uom, price_uom_id, price_uom_code, price_entered, discount, price, net, \
     tax_id, tax_code, tax_rate, explanation, date_required, preset_date_invoiced, preset_date_shipped, \
     warehouse_dest FROM sales_order_line WHERE order_id = ? ORDER BY line";
    ALLOCATIONS = "SELECT line, candidate_id, qty, released FROM allocation WHERE order_id = ? ORDER BY line, position";
    TAXES = "SELECT tax_id, code, name, rate, reverse_charge, base, amount FROM sales_order_tax \
     WHERE order_id = ? ORDER BY position";
    /// `?1` organisations, `?2` order. Nothing changes an order after it was voided.
    HISTORY = "SELECT o.created_at, coalesce(r.actor, o.created_by), o.run_id, o.requests, o.status, \
     o.updated_at, o.voided_by, o.void_reason FROM sales_order o LEFT JOIN run r ON r.id = o.run_id \
     WHERE o.id = ?2 AND o.org_id {in 1 int8}";
}

pub fn by_id(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: OrderId,
) -> StoreResult<Option<Order>> {
    let head = first(transaction, "sales_order", &HEAD, [organisations.write(), id.write()], take)?;
    head.map(|head| whole(transaction, head)).transpose()
}

/// What happened to an order.
pub fn history(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: OrderId,
) -> StoreResult<Option<OrderHistory>> {
    let history =
        first(transaction, "sales_order", &HISTORY, [organisations.write(), id.write()], |fields| {
            let (created_at, created_by, run) = fields.take()?;
            let (requests, status, voided): (_, OrderStatus, OrderVoided) = fields.take()?;
            let voided = (status == OrderStatus::Voided).then_some(voided);
            Ok(OrderHistory { created_at, created_by, run, requests, voided, comments: Vec::new() })
        })?;
    let Some(history) = history else { return Ok(None) };
    let comments = crate::history::comments(transaction, Commented::Order(id))?;
    Ok(Some(OrderHistory { comments, ..history }))
}

fn whole(transaction: &dyn Transaction, head: OrderHead) -> StoreResult<Order> {
    let mut lines: Vec<OrderLine> = rows(transaction, "sales_order_line", &LINES, [head.id.write()], take)?;
    let given: Vec<(i64, Allocation)> =
        rows(transaction, "allocation", &ALLOCATIONS, [head.id.write()], take)?;
    let mut given = given.into_iter().peekable();
    for line in &mut lines {
        line.allocations = std::iter::from_fn(|| given.next_if(|(number, _)| *number == line.line))
            .map(|(_, one)| one)
            .collect();
    }
    Ok(Order {
        id: head.id,
        version: head.version,
        status: head.status,
        document_no: Some(head.document_no),
        document_type: head.document_type,
        awaits_payment: head.awaits_payment,
        header: head.header,
        lines,
        taxes: rows(transaction, "sales_order_tax", &TAXES, [head.id.write()], take)?,
        total_lines: head.total_lines,
        total_tax: head.total_tax,
        grand_total: head.grand_total,
        requests: head.requests,
        run: head.run,
        created_at: head.created_at,
        updated_at: head.updated_at,
        handover: head.handover,
    })
}

taken! {
    OrderHead {
        id, version, status, document_no, document_type, awaits_payment, header, line_count,
        total_lines, total_tax, grand_total, requests, run, created_at, updated_at, handover,
    }
    OrderVoided { at, by, reason }
    Allocation { candidate, qty, released by released }
}

columns! {
    OrderLine {
        line, product, description, qty, unit, qty_in_price_unit, price_unit, price_entered, discount, price, net, tax,
        explanation, date_required, preset_date_invoiced, preset_date_shipped, warehouse_dest; apart allocations
    }
    OrderedProduct { id, code, name, description }
    OrderUnit { id, code }
    OrderTax { id, code, name, rate, reverse_charge, base, amount }
}

impl Taken for Option<Handover> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let (receiver, at, taken): (Option<Code>, Option<Timestamp>, bool) = fields.take()?;
        let (number, words): (Option<Code>, Option<Text>) = fields.take()?;
        let (Some(receiver), Some(at)) = (receiver, at) else { return Ok(None) };
        let said = match (taken, words) {
            (true, _) => HandoverReply::Taken { number },
            (false, Some(words)) => HandoverReply::Refused { words },
            (false, None) => {
                let fault = "a refusal without words".to_owned();
                return Err(StoreError::Inconsistent { place: "sales_order.receiver_words", fault });
            }
        };
        Ok(Some(Handover { receiver, at, said }))
    }
}

impl Taken for Option<LineTax> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(match fields.take()? {
            (Some(id), Some(code), Some(rate)) => Some(LineTax { id, code, rate }),
            _ => None,
        })
    }
}

impl Columns for Option<LineTax> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        match self {
            Some(LineTax { id, code, rate }) => row.extend([id.write(), code.write(), rate.write()]),
            None => row.extend([NULL; 3]),
        }
    }
}
