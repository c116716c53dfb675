use orderdock_domain::masterdata::{Product, ProductPrice};
use orderdock_domain::text::fold;
use orderdock_store::StoreResult;

use super::{Stored, Whole, Written, columns_of};
use crate::Datum;
use crate::column::{Column, Fields, integer, owned};

impl Stored for Product {
    const TABLE: &'static str = "product";

    /// Conversions stand in their own table.
    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            code: fields.take()?,
            external_id: fields.take()?,
            name: fields.take()?,
            product_type: fields.take()?,
            unit: fields.take()?,
            tax_category: fields.take()?,
            conversions: Vec::new(),
        })
    }
}

static PRODUCT: Whole = Whole::new("product", concat!(columns_of!(product), ", code_key, name_key"));

impl Written for Product {
    const ROWS: &'static Whole = &PRODUCT;

    fn version(&self) -> i64 {
        self.version
    }

    fn values(&self, version: i64) -> impl IntoIterator<Item = Datum<'_>> {
        [
            self.id.write(),
            integer(version),
            self.organisation.write(),
            self.active.write(),
            self.code.write(),
            self.external_id.write(),
            self.name.write(),
            self.product_type.write(),
            self.unit.write(),
            self.tax_category.write(),
            owned(fold(self.code.as_str())),
            owned(fold(self.name.as_str())),
        ]
    }
}

impl Stored for ProductPrice {
    const TABLE: &'static str = "product_price";

    /// Scales stand in their own table.
    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            organisation: fields.take()?,
            active: fields.take()?,
            price_list_version: fields.take()?,
            product: fields.take()?,
            unit: fields.take()?,
            price: fields.take()?,
            tax_category: fields.take()?,
            scales: Vec::new(),
        })
    }
}
