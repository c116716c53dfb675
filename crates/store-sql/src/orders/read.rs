//! Reads stored orders.

use jiff::Timestamp;
use orderdock_domain::ids::OrderId;
use orderdock_domain::money::Factor;
use orderdock_domain::number::Decimal;
use orderdock_domain::order::{
    Allocation, Handover, HandoverReply, LineTax, Order, OrderLine, OrderStatus, OrderTax, OrderUnit,
    OrderedProduct,
};
use orderdock_domain::text::{Code, Text};
use orderdock_store::{CommentTarget, HistoryRange, OrderHistory, OrderVoided, StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, NULL, RowReader, ToRow, released};
use crate::sql::query::{decode_row, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::{Fragments, Statement};
use crate::{SqlValue, Transaction};

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
    WHERE o.id = ?2 AND o.org_id {in ?1 int8}
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

/// `?1` organisations, `?2` order. A voided order never changes.
static HISTORY: Statement = Statement::new(
    r"
    SELECT
        o.created_at, coalesce(r.actor, o.created_by), o.run_id, o.requests, o.status,
        o.updated_at, o.voided_by, o.void_reason
    FROM sales_order o
    LEFT JOIN run r ON r.id = o.run_id
    WHERE o.id = ?2 AND o.org_id {in ?1 int8}
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
    let found = first(transaction, "sales_order", &HEAD, values, |row| order(row, |_| Vec::new()))?;
    found.map(|order| whole(transaction, order)).transpose()
}

/// Returns the history of an order.
pub fn history(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    id: OrderId,
    range: HistoryRange,
) -> StoreResult<Option<OrderHistory>> {
    let history = first(transaction, "sales_order", &HISTORY, [organisations.write(), id.write()], |row| {
        let (created_at, created_by, run) = row.read()?;
        let (requests, status, voided): (_, OrderStatus, OrderVoided) = row.read()?;
        let voided = (status == OrderStatus::Voided).then_some(voided);
        Ok(OrderHistory { created_at, created_by, run, requests, voided, comments: Vec::new() })
    })?;
    let Some(history) = history else { return Ok(None) };
    let comments = crate::candidates::history::comments(transaction, CommentTarget::Order(id), &range)?;
    Ok(Some(OrderHistory { comments, ..history }))
}

/// Adds lines and taxes to an order.
fn whole(transaction: &dyn Transaction, order: Order) -> StoreResult<Order> {
    let mut lines: Vec<OrderLine> =
        rows(transaction, "sales_order_line", &LINES, [order.id.write()], decode_row)?;
    let given: Vec<(i64, Allocation)> =
        rows(transaction, "allocation", &ALLOCATIONS, [order.id.write()], decode_row)?;
    let mut given = given.into_iter().peekable();
    for line in &mut lines {
        line.allocations = std::iter::from_fn(|| given.next_if(|(number, _)| *number == line.line))
            .map(|(_, one)| one)
            .collect();
    }
    let taxes = rows(transaction, "sales_order_tax", &TAXES, [order.id.write()], decode_row)?;
    Ok(Order { lines, taxes, ..order })
}

/// Decodes an order without its taxes. `lines` converts the number of lines.
pub(super) fn order<L, T: Default>(
    row: &mut RowReader<'_>,
    lines: impl FnOnce(u32) -> L,
) -> StoreResult<Order<L, T>> {
    Ok(Order {
        id: row.read()?,
        version: row.read()?,
        status: row.read()?,
        document_no: row.read()?,
        document_type: row.read()?,
        awaits_payment: row.read()?,
        header: row.read()?,
        lines: lines(row.read()?),
        taxes: T::default(),
        total_lines: row.read()?,
        total_tax: row.read()?,
        grand_total: row.read()?,
        requests: row.read()?,
        run: row.read()?,
        created_at: row.read()?,
        updated_at: row.read()?,
        handover: row.read()?,
    })
}

impl FromRow for OrderVoided {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { at: row.read()?, by: row.read()?, reason: row.read()? })
    }
}

impl FromRow for Allocation {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { candidate: row.read()?, qty: row.read()?, released: released(row)? })
    }
}

impl FromRow for OrderLine {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            line: row.read()?,
            product: row.read()?,
            description: row.read()?,
            qty: row.read()?,
            unit: row.read()?,
            qty_in_price_unit: row.read()?,
            price_unit: row.read()?,
            price_entered: row.read()?,
            discount: row.read()?,
            price: row.read()?,
            net: row.read()?,
            tax: row.read()?,
            explanation: row.read()?,
            date_required: row.read()?,
            preset_date_invoiced: row.read()?,
            preset_date_shipped: row.read()?,
            warehouse_dest: row.read()?,
            factor: row.read()?,
            promotion_code: row.read()?,
            extended_props: row.read()?,
            allocations: Vec::new(),
        })
    }
}

impl ToRow for OrderLine {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.line.append_to(row);
        self.product.append_to(row);
        self.description.append_to(row);
        self.qty.append_to(row);
        self.unit.append_to(row);
        self.qty_in_price_unit.append_to(row);
        self.price_unit.append_to(row);
        self.price_entered.append_to(row);
        self.discount.append_to(row);
        self.price.append_to(row);
        self.net.append_to(row);
        self.tax.append_to(row);
        self.explanation.append_to(row);
        self.date_required.append_to(row);
        self.preset_date_invoiced.append_to(row);
        self.preset_date_shipped.append_to(row);
        self.warehouse_dest.append_to(row);
        self.factor.append_to(row);
        self.promotion_code.append_to(row);
        self.extended_props.append_to(row);
    }
}

impl FromRow for OrderedProduct {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.read()?, code: row.read()?, name: row.read()?, description: row.read()? })
    }
}

impl ToRow for OrderedProduct {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.code.append_to(row);
        self.name.append_to(row);
        self.description.append_to(row);
    }
}

impl FromRow for OrderUnit {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.read()?, code: row.read()? })
    }
}

impl ToRow for OrderUnit {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.code.append_to(row);
    }
}

impl FromRow for OrderTax {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            code: row.read()?,
            name: row.read()?,
            rate: row.read()?,
            reverse_charge: row.read()?,
            base: row.read()?,
            amount: row.read()?,
        })
    }
}

impl ToRow for OrderTax {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.code.append_to(row);
        self.name.append_to(row);
        self.rate.append_to(row);
        self.reverse_charge.append_to(row);
        self.base.append_to(row);
        self.amount.append_to(row);
    }
}

impl FromRow for Option<Handover> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (receiver, at, taken): (Option<Code>, Option<Timestamp>, bool) = row.read()?;
        let (number, reason): (Option<Code>, Option<Text>) = row.read()?;
        let (Some(receiver), Some(at)) = (receiver, at) else { return Ok(None) };
        let reply = match (taken, reason) {
            (true, _) => HandoverReply::Accepted { number },
            (false, Some(reason)) => HandoverReply::Rejected { reason },
            (false, None) => {
                let fault = "a refusal without words".to_owned();
                return Err(StoreError::Inconsistent { place: "sales_order.receiver_words", fault });
            }
        };
        Ok(Some(Handover { receiver, at, reply }))
    }
}

impl FromRow for Option<LineTax> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(match row.read()? {
            (Some(id), Some(code), Some(rate)) => Some(LineTax { id, code, rate }),
            _ => None,
        })
    }
}

impl FromRow for Option<Factor> {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let both: Option<(Decimal, Decimal)> = row.read()?;
        Ok(both.map(|(multiplier, divisor)| Factor { multiplier, divisor }))
    }
}

impl ToRow for Option<Factor> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        match self {
            Some(Factor { multiplier, divisor }) => row.extend([multiplier.write(), divisor.write()]),
            None => row.extend([NULL; 2]),
        }
    }
}

impl ToRow for Option<LineTax> {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        match self {
            Some(LineTax { id, code, rate }) => row.extend([id.write(), code.write(), rate.write()]),
            None => row.extend([NULL; 3]),
        }
    }
}
