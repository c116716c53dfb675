//! Reading orders back as they were written.

use jiff::Timestamp;
use orderdock_domain::ids::OrderId;
use orderdock_domain::order::{
    Allocation, Handover, HandoverReply, LineTax, Order, OrderLine, OrderStatus, OrderTax, OrderUnit,
    OrderedProduct,
};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{Commented, OrderHead, OrderHistory, OrderVoided, StoreError, StoreResult};

use super::json::{optional, snapshot};
use crate::Transaction;
use crate::asking::{first, rows};
use crate::column::{Column, Fields};
use crate::scope::OrganisationIds;
use crate::template::statements;

/// The columns of [`head`].
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
    let head = first(transaction, "sales_order", &HEAD, [organisations.write(), id.write()], head)?;
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
            let (created_at, created_by, run) = (fields.take()?, fields.take()?, fields.take()?);
            let requests = snapshot("sales_order.requests", fields)?;
            let status: OrderStatus = fields.take()?;
            let voided = OrderVoided { at: fields.take()?, by: fields.take()?, reason: fields.take()? };
            let voided = (status == OrderStatus::Voided).then_some(voided);
            Ok(OrderHistory { created_at, created_by, run, requests, voided, comments: Vec::new() })
        })?;
    let Some(history) = history else { return Ok(None) };
    let comments = crate::history::comments(transaction, Commented::Order(id))?;
    Ok(Some(OrderHistory { comments, ..history }))
}

fn whole(transaction: &dyn Transaction, head: OrderHead) -> StoreResult<Order> {
    let mut lines = rows(transaction, "sales_order_line", &LINES, [head.id.write()], line)?;
    let mut given = rows(transaction, "allocation", &ALLOCATIONS, [head.id.write()], |fields| {
        let line = fields.take::<i64>()?;
        let (candidate, qty) = (fields.take()?, fields.take()?);
        let released = fields.take::<Option<_>>()?.unwrap_or_default();
        Ok((line, Allocation { candidate, qty, released }))
    })?
    .into_iter()
    .peekable();
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
        taxes: rows(transaction, "sales_order_tax", &TAXES, [head.id.write()], tax)?,
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

pub(super) fn head(fields: &mut Fields<'_>) -> StoreResult<OrderHead> {
    Ok(OrderHead {
        id: fields.take()?,
        version: fields.take()?,
        status: fields.take()?,
        document_no: fields.take()?,
        document_type: snapshot("sales_order.document_type", fields)?,
        awaits_payment: fields.take()?,
        header: snapshot("sales_order.header", fields)?,
        line_count: fields.take()?,
        total_lines: fields.take()?,
        total_tax: fields.take()?,
        grand_total: fields.take()?,
        requests: snapshot("sales_order.requests", fields)?,
        run: fields.take()?,
        created_at: fields.take()?,
        updated_at: fields.take()?,
        handover: handover(fields)?,
    })
}

/// The next five columns.
pub(crate) fn handover(fields: &mut Fields<'_>) -> StoreResult<Option<Handover>> {
    let (receiver, at): (Option<Code>, Option<Timestamp>) = (fields.take()?, fields.take()?);
    let taken: bool = fields.take()?;
    let (number, words): (Option<Code>, Option<Text>) = (fields.take()?, fields.take()?);
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

/// Without its allocations.
fn line(fields: &mut Fields<'_>) -> StoreResult<OrderLine> {
    Ok(OrderLine {
        line: fields.take()?,
        product: OrderedProduct {
            id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            description: fields.take()?,
        },
        description: fields.take()?,
        qty: fields.take()?,
        unit: OrderUnit { id: fields.take()?, code: fields.take()? },
        qty_in_price_unit: fields.take()?,
        price_unit: OrderUnit { id: fields.take()?, code: fields.take()? },
        price_entered: fields.take()?,
        discount: fields.take()?,
        price: fields.take()?,
        net: fields.take()?,
        tax: line_tax(fields)?,
        explanation: snapshot("sales_order_line.explanation", fields)?,
        date_required: fields.take()?,
        preset_date_invoiced: fields.take()?,
        preset_date_shipped: fields.take()?,
        warehouse_dest: optional("sales_order_line.warehouse_dest", fields)?,
        allocations: Vec::new(),
    })
}

fn line_tax(fields: &mut Fields<'_>) -> StoreResult<Option<LineTax>> {
    let (id, code, rate) =
        (fields.take::<Option<_>>()?, fields.take::<Option<_>>()?, fields.take::<Option<_>>()?);
    Ok(match (id, code, rate) {
        (Some(id), Some(code), Some(rate)) => Some(LineTax { id, code, rate }),
        _ => None,
    })
}

fn tax(fields: &mut Fields<'_>) -> StoreResult<OrderTax> {
    Ok(OrderTax {
        id: fields.take()?,
        code: fields.take()?,
        name: fields.take()?,
        rate: fields.take()?,
        reverse_charge: fields.take()?,
        base: fields.take()?,
        amount: fields.take()?,
    })
}
