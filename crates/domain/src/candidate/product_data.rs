//! The product block of a candidate as it is sent.

use super::Sent;
use crate::masterdata::ProductType;
use crate::number::Decimal;
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name};

/// A product as it is sent, see [`Product`](crate::masterdata::Product); the flat `productCode` of the short shape sets only the
/// code.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProductData {
    /// Search key.
    pub code: Sent<Code>,
    /// Id in the sender's system.
    pub external_id: Sent<Code>,
    pub name: Sent<Name>,
    /// Item or service.
    pub product_type: Sent<ProductType>,
    /// Unit code (UN/ECE, X12 DE 355). Required to create a product.
    pub uom_code: Sent<Code>,
    /// Price for a product that the row creates.
    pub price_std: Sent<Decimal>,
    /// Whether the code was sent as the flat `productCode`.
    pub flat: bool,
    /// Advice for creating and updating the product.
    pub advice: Option<SyncAdvice>,
}
