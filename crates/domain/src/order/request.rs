//! Complete sales order sent in one request: request, required records and plan.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;

use super::{NewOrder, OrderSettings};
use crate::access::Permissions;
use crate::ids::{CrossReferenceId, OrderId, RequestId};
use crate::import::Expectation;
use crate::masterdata::{
    CrossReference, Location, Partner, PartnerProduct, Product, ProductGtin, ProductPrice, Reference,
};
use crate::number::Decimal;
use crate::problem::Problem;
use crate::text::{Code, Name};

/// Maximum number of lines of an order.
pub const MAX_LINES: usize = 10_000;

/// Complete sales order. It belongs to the caller's default organisation.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderRequest {
    pub ship_bpartner_code: Code,
    pub date_promised: Timestamp,
    /// Name of the document type; the organisation's default order type if absent.
    pub doc_type_name: Option<Name>,
    pub lines: Vec<OrderLineRequest>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderLineRequest {
    pub product_code: Code,
    /// Quantity in the stock unit of the product. [`create_order`](super::create_order) rejects it unless it is greater
    /// than 0.
    pub qty: Decimal,
    /// Manual price, which replaces the list price. 0 is valid; a negative price is valid if the organisation allows it.
    pub price: Option<Decimal>,
}

/// Keys of the records to load before an order can be created, without duplicates.
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

/// Input of the planner: records of one read snapshot for these keys, shared ones and those of the caller's organisations.
#[derive(Clone, Debug, Default)]
pub struct OrderContext {
    pub reference: Arc<Reference>,
    pub settings: Arc<OrderSettings>,
    /// Partners found by code.
    pub partners: Vec<Partner>,
    /// Locations of these partners: the default ship-to locations; for a partner without an active one, its active location
    /// with the smallest id.
    pub locations: Vec<Location>,
    /// Products found by code, with their conversions.
    pub products: Vec<Product>,
    /// All active prices of these products.
    pub product_prices: Vec<ProductPrice>,
    /// Active cross-references of the codes. Their partners and products are loaded too.
    pub cross_references: Vec<CrossReference>,
    /// GTINs among the codes. Their products are loaded too.
    pub gtins: Vec<ProductGtin>,
    /// Codes that these partners use as numbers of products, which are loaded too.
    pub partner_products: Vec<PartnerProduct>,
}

/// Parameters of the planner besides the request and the context.
#[derive(Clone, Debug)]
pub struct OrderCall {
    pub now: Timestamp,
    /// Id of the order; a placeholder in a dry run.
    pub order: OrderId,
    pub request: RequestId,
    pub permissions: Permissions,
}

/// Planned order, or all problems that prevent it. Pointers refer to the request body.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderPlan {
    pub result: Result<OrderWrite, Vec<Problem>>,
    pub warnings: Vec<Problem>,
}

/// Writes and preconditions of the commit.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderWrite {
    /// Records that must be unchanged, otherwise the commit returns Conflict. Without duplicates.
    pub unchanged: Vec<Expectation>,
    /// Number of uses of each cross-reference.
    pub used_cross_references: BTreeMap<CrossReferenceId, u64>,
    pub order: NewOrder,
}
