//! The product block of a candidate as sent.

use super::MaybeUndefined;
use crate::masterdata::ProductType;
use crate::number::Decimal;
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name};

/// A product as sent; see [`Product`](crate::masterdata::Product). The flat `productCode` of the short shape sets only the
/// code.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProductData {
    /// Search key.
    pub code: MaybeUndefined<Code>,
    /// Id in the sender's system.
    pub external_id: MaybeUndefined<Code>,
    pub name: MaybeUndefined<Name>,
    /// Item or service.
    pub product_type: MaybeUndefined<ProductType>,
    /// Unit code (UN/ECE, X12 DE 355). Required to create a product.
    pub uom_code: MaybeUndefined<Code>,
    /// Price for a product that the row creates.
    pub price_std: MaybeUndefined<Decimal>,
    /// Whether the code was sent as the flat `productCode`.
    pub flat: bool,
    /// Sync advice of the product.
    pub advice: Option<SyncAdvice>,
}
