//! Products and their prices.

use orderdock_domain::masterdata::{Product, ProductPrice};
use orderdock_domain::text::fold;
use orderdock_store::StoreResult;

use super::{RecordStatements, SearchKey, TableRecord, key, member};
use crate::SqlValue;
use crate::sql::column::{Column, FromRow, RowReader};
use crate::sql::table::{Member, Table};

/// Columns of [`Product`], in the order of reading and writing.
static PRODUCT_TABLE: Table = Table {
    name: "product",
    key: &["id"],
    members: &[
        member(&["id"], |product: &Product| &product.id),
        member(&["version"], |product: &Product| &product.version),
        member(&["org_id"], |product: &Product| &product.organisation),
        member(&["active"], |product: &Product| &product.active),
        member(&["uom_id"], |product: &Product| &product.unit),
        member(&["tax_category_id"], |product: &Product| &product.tax_category),
        member(&["code"], |product: &Product| &product.code),
        member(&["external_id"], |product: &Product| &product.external_id),
        member(&["name"], |product: &Product| &product.name),
        member(&["type"], |product: &Product| &product.product_type),
    ],
    made: &[
        key(&["code_key"], |product: &Product| fold(product.code.as_str())),
        key(&["name_key"], |product: &Product| fold(product.name.as_str())),
    ],
    later: &[],
};

static PRODUCT_WRITES: RecordStatements = RecordStatements::to(&PRODUCT_TABLE);

impl FromRow for Product {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            unit: row.read()?,
            tax_category: row.read()?,
            code: row.read()?,
            external_id: row.read()?,
            name: row.read()?,
            product_type: row.read()?,
            // in a separate table, loaded by the caller
            conversions: Vec::new(),
        })
    }
}

impl TableRecord for Product {
    const TABLE: &'static Table = &PRODUCT_TABLE;
    const WRITES: &'static RecordStatements = &PRODUCT_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            version,
            organisation,
            active,
            unit,
            tax_category,
            code,
            external_id,
            name,
            product_type,
            conversions: _,
        } = self;
        row.extend([
            id.write(),
            version.write(),
            organisation.write(),
            active.write(),
            unit.write(),
            tax_category.write(),
            code.write(),
            external_id.write(),
            name.write(),
            product_type.write(),
        ]);
        row.extend([fold(self.code.as_str()).value(), fold(self.name.as_str()).value()]);
    }
}

/// Columns of [`ProductPrice`], in the order of reading and writing.
static PRODUCT_PRICE_TABLE: Table = Table {
    name: "product_price",
    key: &["id"],
    members: &[
        member(&["id"], |product_price: &ProductPrice| &product_price.id),
        member(&["org_id"], |product_price: &ProductPrice| &product_price.organisation),
        member(&["active"], |product_price: &ProductPrice| &product_price.active),
        member(&["price_list_version_id"], |product_price: &ProductPrice| &product_price.price_list_version),
        member(&["product_id"], |product_price: &ProductPrice| &product_price.product),
        member(&["uom_id"], |product_price: &ProductPrice| &product_price.unit),
        member(&["price"], |product_price: &ProductPrice| &product_price.price),
        member(&["tax_category_id"], |product_price: &ProductPrice| &product_price.tax_category),
    ],
    made: &[],
    later: &[Member::of::<i64>(&["version"])],
};

static PRODUCT_PRICE_WRITES: RecordStatements = RecordStatements::to(&PRODUCT_PRICE_TABLE);

impl FromRow for ProductPrice {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            active: row.read()?,
            price_list_version: row.read()?,
            product: row.read()?,
            unit: row.read()?,
            price: row.read()?,
            tax_category: row.read()?,
            // in a separate table, loaded by the caller
            scales: Vec::new(),
        })
    }
}

impl TableRecord for ProductPrice {
    const TABLE: &'static Table = &PRODUCT_PRICE_TABLE;
    const WRITES: &'static RecordStatements = &PRODUCT_PRICE_WRITES;

    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        let Self {
            id,
            organisation,
            active,
            price_list_version,
            product,
            unit,
            price,
            tax_category,
            scales: _,
        } = self;
        row.extend([
            id.write(),
            organisation.write(),
            active.write(),
            price_list_version.write(),
            product.write(),
            unit.write(),
            price.write(),
            tax_category.write(),
        ]);
    }
}
