//! Products, their unit conversions and prices.

use super::record::record;
use crate::candidate::words;
use crate::ids::{OrganisationId, PriceListVersionId, ProductId, ProductPriceId, TaxCategoryId, UnitId};
use crate::number::Decimal;
use crate::text::{Code, Name};

words! {
    ProductType { Item "ITEM" Service "SERVICE" }
}

product_members!(record! [
    /// What is sold.
    Product(ProductId) {
        /// The stock unit.
        pub unit: UnitId,
        /// Taken when the product price names none.
        pub tax_category: Option<TaxCategoryId>,
        /// Product rules, tried before the general ones.
        pub conversions: Vec<Conversion>,
    }
    /// An item with nothing but what every product has.
    new(id: ProductId, organisation: OrganisationId) given { code: Code, name: Name } (unit: UnitId)
        { id, organisation, unit, tax_category: None, conversions: Vec::new() }
]);

impl Product {
    /// How people know it: by its code, or by its name as long as the code is to come.
    pub fn label(&self) -> &str {
        self.code.known().unwrap_or(self.name.as_str())
    }
}

/// quantity in `to` = quantity in `from` × multiplier ÷ divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub from: UnitId,
    pub to: UnitId,
    pub multiplier: Decimal,
    pub divisor: Decimal,
}

/// The price of a product in a price list version, per its own unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProductPrice {
    pub id: ProductPriceId,
    pub organisation: OrganisationId,
    pub active: bool,
    pub price_list_version: PriceListVersionId,
    pub product: ProductId,
    pub unit: UnitId,
    pub price: Decimal,
    pub tax_category: Option<TaxCategoryId>,
    /// Ascending by quantity; where there are any, the base price holds for no quantity below the first.
    pub scales: Vec<ScalePrice>,
}

/// The price from this quantity on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalePrice {
    pub from_quantity: Decimal,
    pub price: Decimal,
}
