//! GTINs of products.

use orderdock_domain::masterdata::kinds::RecordWrite;
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::sql::column::{integer, text};
use crate::sql::query::run;
use crate::sql::tables::PRODUCT_GTIN;
use crate::sql::template::Statement;

/// Expression for the GTINs of the product `t`.
pub const STORED: &str =
    "(SELECT {json_rows g.gtin by g.gtin} FROM product_gtin g WHERE g.product_id = t.id)";

/// Source for products with one of the keys `?1`: owner, GTIN.
pub const HOLDERS: &str =
    "{tuples ?1 int8 text} {join} product_gtin g ON g.gtin = {tuple 1} AND g.org_id = {tuple 0} {join} ";

/// Source for products that have a GTIN of one of the inactive products `?1`: owner, code.
pub const HOLDERS_OF_STORED: &str = "{tuples ?1 int8 text} \
     {join} product p ON p.code = {tuple 1} AND p.org_id = {tuple 0} AND NOT {is_true p.active} \
     {join} product_gtin own ON own.product_id = p.id \
     {join} product_gtin g ON g.gtin = own.gtin AND g.org_id = own.org_id {join} ";

/// Join condition of the products `t` with these sources.
pub const HELD: &str = " ON t.id = g.product_id";

static DELETE: Statement = Statement::new("DELETE FROM product_gtin WHERE product_id = ?");
static INSERT: Statement = Statement::insert(&PRODUCT_GTIN);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DELETE, &INSERT];

/// Replaces the GTINs of a product.
pub fn write(
    transaction: &dyn Transaction,
    write: &RecordWrite,
    owner: i64,
    gtins: &[Vec<String>],
) -> StoreResult<()> {
    if write.replaces.is_some() {
        run(transaction, &DELETE, [integer(write.id)])?;
    }
    for gtin in gtins.iter().flatten() {
        run(transaction, &INSERT, [text(gtin), integer(owner), integer(write.id)])?;
    }
    Ok(())
}
