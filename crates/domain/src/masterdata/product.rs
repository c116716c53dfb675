//! Products, their unit conversions and prices.

use super::record_field::{RecordField, clearable, mandatory};
use crate::candidate::string_enum;
use crate::ids::{OrganisationId, PriceListVersionId, ProductId, ProductPriceId, TaxCategoryId, UnitId};
use crate::number::Decimal;
use crate::text::{Code, Name};

string_enum! {
    ProductType { Item "ITEM" Service "SERVICE" }
}

/// A product or service that is sold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Product {
    pub id: ProductId,
    pub organisation: OrganisationId,
    /// Version for optimistic locking; incremented by every change.
    pub version: i64,
    /// Whether the record can be used.
    pub active: bool,
    /// Search key; unique in the organisation.
    pub code: Code,
    /// Id in the sender's system; unique in the organisation.
    pub external_id: Option<Code>,
    pub name: Name,
    /// Item or service; item for new products.
    pub product_type: ProductType,
    /// Stock unit.
    pub unit: UnitId,
    /// Tax category used if the product price has none.
    pub tax_category: Option<TaxCategoryId>,
    /// Unit conversions of the product; they take precedence over the general ones.
    pub conversions: Vec<Conversion>,
}

impl Product {
    /// Creates an active item without optional values.
    pub const fn new(
        id: ProductId,
        organisation: OrganisationId,
        code: Code,
        name: Name,
        unit: UnitId,
    ) -> Self {
        Self {
            id,
            organisation,
            version: 1,
            active: true,
            code,
            external_id: None,
            name,
            product_type: ProductType::Item,
            unit,
            tax_category: None,
            conversions: Vec::new(),
        }
    }

    /// Returns the code, or the name if no code has been generated yet.
    pub fn label(&self) -> &str {
        self.code.known().unwrap_or(self.name.as_str())
    }
}

/// Members of a product that can be sent and are stored.
///
/// The lines of a [`Content`](crate::import::Content) have this order, and its hash depends on it. Append new members at
/// the end.
pub const PRODUCT_FIELDS: &[RecordField] = &[
    mandatory("code", "code"),
    clearable("externalId", "external_id"),
    mandatory("name", "name"),
    mandatory("type", "type"),
];

/// A unit conversion: quantity in `to` = quantity in `from` × multiplier ÷ divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub from: UnitId,
    pub to: UnitId,
    pub multiplier: Decimal,
    pub divisor: Decimal,
}

/// The price of a product in a price list version, per `unit`.
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
    /// Scale prices in ascending order of quantity. Below the first quantity, `price` applies.
    pub scales: Vec<ScalePrice>,
}

/// A price that applies from a quantity on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalePrice {
    pub from_quantity: Decimal,
    pub price: Decimal,
}
