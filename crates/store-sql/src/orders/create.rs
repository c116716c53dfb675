//! Writes imported complete orders.

use std::sync::Arc;

use orderdock_domain::access::ReadScope;
use orderdock_domain::import::ImportKeys;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{Order, OrderContext, OrderKeys};
use orderdock_store::{OrderCommit, StoreResult};

use super::{OrderRows, settings};
use crate::Transaction;
use crate::imports::commit::check_relied;
use crate::{imports::context, imports::cross_references, requests};

/// Loads the context in the transaction's snapshot, to which `reference` belongs.
pub fn context(
    transaction: &dyn Transaction,
    scope: &ReadScope,
    keys: &OrderKeys,
    reference: Arc<Reference>,
) -> StoreResult<OrderContext> {
    let keys = ImportKeys {
        partner_codes: keys.partner_codes.clone(),
        product_codes: keys.product_codes.clone(),
        ..ImportKeys::default()
    };
    let found = context::load(transaction, scope, &keys, reference)?.context;
    Ok(OrderContext {
        reference: found.reference,
        settings: Arc::new(settings(transaction)?),
        partners: found.partners,
        locations: found.locations,
        products: found.products,
        product_prices: found.product_prices,
        cross_references: found.cross_references,
        gtins: found.gtins,
        partner_products: found.partner_products,
    })
}

/// Writes the order with its number, the request, and the response.
pub fn create(transaction: &dyn Transaction, commit: &OrderCommit) -> StoreResult<Order> {
    let OrderCommit { write, request, response } = commit;
    check_relied(transaction, &write.unchanged)?;
    requests::store_request(transaction, request)?;
    let mut rows = OrderRows::new(transaction);
    rows.insert(&write.order, Some(&request.actor));
    let document_no = rows.finish()?;
    let uses = (request.received_at, &write.used_cross_references);
    cross_references::count_uses(transaction, std::iter::once(uses))?;
    let order = Order { document_no, ..write.order.order.clone() };
    if let Some(response) = response.as_ref().and_then(|response| response(&order)) {
        requests::store_response(transaction, &response)?;
    }
    Ok(order)
}
