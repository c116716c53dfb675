//! A sales order sent whole: what was sent, what must be known, what was decided.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::{NewOrder, OrderSettings};
use crate::access::Permissions;
use crate::ids::{OrderId, RequestId};
use crate::import::Expectation;
use crate::masterdata::{Location, Partner, Product, ProductPrice, Reference};
use crate::number::Decimal;
use crate::problem::Problem;
use crate::text::{Code, Name};

/// Lines that one order may have.
pub const MAX_LINES: usize = 10_000;

/// An order sent whole. It belongs to the caller's default organisation.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderRequest {
    pub ship_bpartner_code: Code,
    pub date_promised: Timestamp,
    /// Without one the organisation's default order type holds.
    pub doc_type_name: Option<Name>,
    pub lines: Vec<OrderLineRequest>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderLineRequest {
    pub product_code: Code,
    /// In the product's stock unit. One that is not positive is refused by [`create_order`](super::create_order).
    pub qty: Decimal,
    /// Replaces the list price; 0 is a price, and so is one below 0 where the organisation allows it.
    pub price: Option<Decimal>,
}

/// What must be loaded before an order can be made, each key once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrderKeys {
    pub partner_codes: BTreeSet<Code>,
    pub product_codes: BTreeSet<Code>,
}

impl OrderRequest {
    pub fn keys(&self) -> OrderKeys {
        OrderKeys {
            partner_codes: BTreeSet::from([self.ship_bpartner_code.clone()]),
            product_codes: self.lines.iter().map(|line| line.product_code.clone()).collect(),
        }
    }
}

/// What one read snapshot knows about those keys: the caller's organisations' records and shared ones.
#[derive(Clone, Debug, Default)]
pub struct OrderContext {
    pub reference: Arc<Reference>,
    pub settings: Arc<OrderSettings>,
    /// Found by code.
    pub partners: Vec<Partner>,
    /// Of those partners: the default ship-tos and, where a partner has no active one, its active location
    /// with the smallest id.
    pub locations: Vec<Location>,
    /// Found by code, conversions included.
    pub products: Vec<Product>,
    /// Every active price of those products.
    pub product_prices: Vec<ProductPrice>,
}

/// Everything the planner must know besides the request and the context.
#[derive(Clone, Debug)]
pub struct OrderCall {
    pub now: Timestamp,
    /// The order's id; imaginary in a dry run.
    pub order: OrderId,
    pub request: RequestId,
    pub permissions: Permissions,
}

/// An order, or everything that stands against it; pointers are into the body.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderPlan {
    pub result: Result<OrderWrite, Vec<Problem>>,
    pub warnings: Vec<Problem>,
}

/// What the commit writes, and what must hold then.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderWrite {
    /// What must still be what it was, else Conflict. Each once.
    pub unchanged: Vec<Expectation>,
    pub order: NewOrder,
}
