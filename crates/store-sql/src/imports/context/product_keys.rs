//! Loads further keys of products: GTINs, and partners' product numbers.

use std::collections::BTreeSet;

use orderdock_domain::ids::{PartnerId, ProductId};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::{PartnerProduct, ProductGtin, ProductKeys};
use orderdock_domain::text::{Code, gtin};
use orderdock_store::StoreResult;

use super::{codes, execute, sql};
use crate::sql::column::{FromRow, RowReader};
use crate::sql::query::{Pipeline, decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` organisations, `?2` GTINs. Inactive products are not found by their GTINs.
static GTINS: Statement = Statement::new(
    r"
    SELECT g.product_id, g.org_id, g.gtin
    FROM {array ?2 text}
    {join} product_gtin g ON g.gtin = k.value
    {join} product p ON p.id = g.product_id
    WHERE {no_index g.org_id} {in ?1 int8}
      AND {is_true p.active}
    ORDER BY g.gtin, g.product_id
    ",
);

/// `?1` organisations, `?2` numbers, `?3` partners.
static NUMBERS: Statement = Statement::new(
    r"
    SELECT b.org_id, b.bpartner_id, b.product_id, b.number
    FROM {array ?2 text}
    {join} bpartner_product b ON b.number = k.value
    WHERE {no_index b.bpartner_id} {in ?3 int8}
      AND {no_index b.org_id} {in ?1 int8}
      AND {is_true b.active}
    ORDER BY b.id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&GTINS, &NUMBERS];

/// GTINs and partners' product numbers among the values of a request, and the number of statements that loaded them.
#[derive(Debug, Default)]
pub struct FoundProductKeys {
    pub gtins: Vec<ProductGtin>,
    pub partner_products: Vec<PartnerProduct>,
    pub statements: u64,
}

impl FoundProductKeys {
    /// Returns the products of these keys, in ascending order.
    pub fn products(&self) -> BTreeSet<ProductId> {
        let by_gtin = self.gtins.iter().map(|one| one.product);
        by_gtin.chain(self.partner_products.iter().map(|one| one.product)).collect()
    }
}

/// Loads the GTINs and the partners' product numbers that are among the values.
pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    stored: ProductKeys,
    values: &BTreeSet<&Code>,
    partners: impl ExactSizeIterator<Item = PartnerId>,
) -> StoreResult<FoundProductKeys> {
    let mut found = FoundProductKeys::default();
    let mut pipeline = Pipeline::of(transaction);
    if stored.gtins {
        let gtins: BTreeSet<_> = values.iter().filter_map(|code| gtin(code.as_str())).collect();
        if !gtins.is_empty() {
            let keys = [organisations.write(), codes(&gtins)];
            pipeline.push("product_gtin", &GTINS, keys, decode_row, &mut found.gtins)?;
        }
    }
    if stored.partner_numbers && partners.len() > 0 && !values.is_empty() {
        let partners = keys::numbers(partners.map(|partner| partner.0));
        let keys = [organisations.write(), codes(values.iter().copied()), partners];
        pipeline.push("bpartner_product", &NUMBERS, keys, decode_row, &mut found.partner_products)?;
    }
    found.statements = execute(pipeline)?;
    Ok(found)
}

/// Loads GTINs, and product numbers of the loaded partners, that rows sent as product code or external id. Also loads
/// the products of these keys and the targets of cross-references. Returns the number of statements.
pub fn add(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    keys: &ImportKeys,
    targets: &[i64],
    context: &mut ImportContext,
) -> StoreResult<u64> {
    let sent: BTreeSet<_> = keys.product_codes.iter().chain(&keys.product_external_ids).collect();
    let partners = context.partners.iter().map(|partner| partner.id);
    let found = find(transaction, organisations, context.reference.product_keys, &sent, partners)?;
    let loaded: BTreeSet<_> = context.products.iter().map(|product| product.id).collect();
    let targets = targets.iter().map(|product| ProductId(*product));
    let wanted: BTreeSet<_> = found.products().into_iter().chain(targets).collect();
    let missing: Vec<_> = wanted.difference(&loaded).copied().collect();
    (context.gtins, context.partner_products) = (found.gtins, found.partner_products);
    if missing.is_empty() {
        return Ok(found.statements);
    }
    let missing = keys::numbers(missing.into_iter().map(|product| product.0));
    let values = [organisations.write(), codes([]), codes([]), missing];
    context.products.extend(rows(transaction, "product", &sql::PRODUCTS, values, decode_row)?);
    context.products.sort_by_key(|product| product.id);
    Ok(found.statements + 1)
}

impl FromRow for ProductGtin {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { product: row.read()?, organisation: row.read()?, gtin: row.read()? })
    }
}

impl FromRow for PartnerProduct {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            partner: row.read()?,
            product: row.read()?,
            number: row.read()?,
        })
    }
}
