//! Reading orders back as they were written.

use jiff::Timestamp;
use orderdock_domain::ids::OrderId;
use orderdock_domain::money::Factor;
use orderdock_domain::number::Decimal;
use orderdock_domain::order::{
    Allocation, Handover, HandoverReply, LineTax, Order, OrderLine, OrderStatus, OrderTax, OrderUnit,
    OrderedProduct,
};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{Commented, HistoryRange, OrderHistory, OrderVoided, StoreError, StoreResult};

use crate::asking::{first, rows, take};
use crate::column::{Column, Columns, Fields, NULL, Taken, released};
use crate::scope::OrganisationIds;
use crate::template::{Fragments, Statement};
use crate::{Datum, Transaction};

/// The columns that [`order`] decodes.
pub(super) const ORDER_COLUMNS: &str = r"
    o.id, o.version, o.status, o.document_no, o.document_type, o.awaits_payment, o.header,
    (SELECT count(*) FROM sales_order_line l WHERE l.order_id = o.id),
    o.total_lines, o.total_tax, o.grand_total, o.requests, o.run_id, o.created_at, o.updated_at,
    o.receiver, o.receiver_said_at, o.handed_over, o.receiver_number, o.receiver_words
    ";

const FRAGMENTS: Fragments = &[("order_columns", ORDER_COLUMNS)];

/// `?1` organisations, `?2` order.
static HEAD: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT {include order_columns}
    FROM sales_order o
    WHERE o.id = ?2 AND o.org_id {in 1 int8}
    ",
);

static LINES: Statement = Statement::new(
    r"
    SELECT
        line, product_id, product_code, product_name, product_description, description, qty,
        uom_id, uom_code, qty_in_price_uom, price_uom_id, price_uom_code, price_entered, discount,
        price, net, tax_id, tax_code, tax_rate, explanation, date_required, preset_date_invoiced,
        preset_date_shipped, warehouse_dest, multiplier, divisor, promotion_code, extended_props
    FROM sales_order_line
    WHERE order_id = ?
    ORDER BY line
    ",
);

static ALLOCATIONS: Statement = Statement::new(
    r"
    SELECT line, candidate_id, qty, released
    FROM allocation
    WHERE order_id = ?
    ORDER BY line, position
    ",
);

static TAXES: Statement = Statement::new(
    r"
    SELECT tax_id, code, name, rate, reverse_charge, base, amount
    FROM sales_order_tax
    WHERE order_id = ?
    ORDER BY position
    ",
);

/// `?1` organisations, `?2` order. A voided order does not change again.
static HISTORY: Statement = Statement::new(
    r"
    SELECT
        o.created_at, coalesce(r.actor, o.created_by), o.run_id, o.requests, o.status,
        o.updated_at, o.voided_by, o.void_reason
    FROM sales_order o
    LEFT JOIN run r ON r.id = o.run_id
    WHERE o.id = ?2 AND o.org_id {in 1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&HEAD, &LINES, &ALLOCATIONS, &TAXES, &HISTORY];

pub fn by_id(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: OrderId,
) -> StoreResult<Option<Order>> {
    let values = [organisations.write(), id.write()];
    let found = first(transaction, "sales_order", &HEAD, values, |fields| order(fields, |_| Vec::new()))?;
    found.map(|order| whole(transaction, order)).transpose()
}

/// What happened to an order.
pub fn history(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: OrderId,
    range: HistoryRange,
) -> StoreResult<Option<OrderHistory>> {
    let history =
        first(transaction, "sales_order", &HISTORY, [organisations.write(), id.write()], |fields| {
            let (created_at, created_by, run) = fields.take()?;
            let (requests, status, voided): (_, OrderStatus, OrderVoided) = fields.take()?;
            let voided = (status == OrderStatus::Voided).then_some(voided);
            Ok(OrderHistory { created_at, created_by, run, requests, voided, comments: Vec::new() })
        })?;
    let Some(history) = history else { return Ok(None) };
    let comments = crate::history::comments(transaction, Commented::Order(id), &range)?;
    Ok(Some(OrderHistory { comments, ..history }))
}

/// With its lines and taxes.
fn whole(transaction: &dyn Transaction, order: Order) -> StoreResult<Order> {
    let mut lines: Vec<OrderLine> = rows(transaction, "sales_order_line", &LINES, [order.id.write()], take)?;
    let given: Vec<(i64, Allocation)> =
        rows(transaction, "allocation", &ALLOCATIONS, [order.id.write()], take)?;
    let mut given = given.into_iter().peekable();
    for line in &mut lines {
        line.allocations = std::iter::from_fn(|| given.next_if(|(number, _)| *number == line.line))
            .map(|(_, one)| one)
            .collect();
    }
    let taxes = rows(transaction, "sales_order_tax", &TAXES, [order.id.write()], take)?;
    Ok(Order { lines, taxes, ..order })
}

/// An order without its taxes, and what is made of the number of its lines.
pub(super) fn order<L, T: Default>(
    fields: &mut Fields<'_>,
    lines: impl FnOnce(u32) -> L,
) -> StoreResult<Order<L, T>> {
    Ok(Order {
        id: fields.take()?,
        version: fields.take()?,
        status: fields.take()?,
        document_no: fields.take()?,
        document_type: fields.take()?,
        awaits_payment: fields.take()?,
        header: fields.take()?,
        lines: lines(fields.take()?),
        taxes: T::default(),
        total_lines: fields.take()?,
        total_tax: fields.take()?,
        grand_total: fields.take()?,
        requests: fields.take()?,
        run: fields.take()?,
        created_at: fields.take()?,
        updated_at: fields.take()?,
        handover: fields.take()?,
    })
}

impl Taken for OrderVoided {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { at: fields.take()?, by: fields.take()?, reason: fields.take()? })
    }
}

impl Taken for Allocation {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { candidate: fields.take()?, qty: fields.take()?, released: released(fields)? })
    }
}

impl Taken for OrderLine {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            line: fields.take()?,
            product: fields.take()?,
            description: fields.take()?,
            qty: fields.take()?,
            unit: fields.take()?,
            qty_in_price_unit: fields.take()?,
            price_unit: fields.take()?,
            price_entered: fields.take()?,
            discount: fields.take()?,
            price: fields.take()?,
            net: fields.take()?,
            tax: fields.take()?,
            explanation: fields.take()?,
            date_required: fields.take()?,
            preset_date_invoiced: fields.take()?,
            preset_date_shipped: fields.take()?,
            warehouse_dest: fields.take()?,
            factor: fields.take()?,
            promotion_code: fields.take()?,
            extended_props: fields.take()?,
            allocations: Vec::new(),
        })
    }
}

impl Columns for OrderLine {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.line.put(row);
        self.product.put(row);
        self.description.put(row);
        self.qty.put(row);
        self.unit.put(row);
        self.qty_in_price_unit.put(row);
        self.price_unit.put(row);
        self.price_entered.put(row);
        self.discount.put(row);
        self.price.put(row);
        self.net.put(row);
        self.tax.put(row);
        self.explanation.put(row);
        self.date_required.put(row);
        self.preset_date_invoiced.put(row);
        self.preset_date_shipped.put(row);
        self.warehouse_dest.put(row);
        self.factor.put(row);
        self.promotion_code.put(row);
        self.extended_props.put(row);
    }
}

impl Taken for OrderedProduct {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            description: fields.take()?,
        })
    }
}

impl Columns for OrderedProduct {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.id.put(row);
        self.code.put(row);
        self.name.put(row);
        self.description.put(row);
    }
}

impl Taken for OrderUnit {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { id: fields.take()?, code: fields.take()? })
    }
}

impl Columns for OrderUnit {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.id.put(row);
        self.code.put(row);
    }
}

impl Taken for OrderTax {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            code: fields.take()?,
            name: fields.take()?,
            rate: fields.take()?,
            reverse_charge: fields.take()?,
            base: fields.take()?,
            amount: fields.take()?,
        })
    }
}

impl Columns for OrderTax {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.id.put(row);
        self.code.put(row);
        self.name.put(row);
        self.rate.put(row);
        self.reverse_charge.put(row);
        self.base.put(row);
        self.amount.put(row);
    }
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

impl Taken for Option<Factor> {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let both: Option<(Decimal, Decimal)> = fields.take()?;
        Ok(both.map(|(multiplier, divisor)| Factor { multiplier, divisor }))
    }
}

impl Columns for Option<Factor> {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        match self {
            Some(Factor { multiplier, divisor }) => row.extend([multiplier.write(), divisor.write()]),
            None => row.extend([NULL; 2]),
        }
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
