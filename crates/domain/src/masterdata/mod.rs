//! Master data: the records that planners read, and the kinds that are maintained by files and requests (`kinds`).
//!
//! [`Reference`] contains all records of the small kinds. Partners, products and prices are loaded by key.

mod cross_reference;
mod cross_reference_scope;
mod defaults;
mod external_reference;
pub mod kinds;
mod letterhead;
mod named;
mod partner;
mod product;
mod record_field;
mod reference;

pub use cross_reference::*;
pub(crate) use cross_reference_scope::*;
pub use defaults::*;
pub use external_reference::*;
pub use letterhead::*;
pub(crate) use named::*;
pub use partner::*;
pub use product::*;
pub use record_field::{NullEffect, RecordField};
pub use reference::*;

/// A two-letter country code (ISO 3166-1 alpha-2).
pub type CountryCode = crate::text::Code;
/// A three-letter currency code (ISO 4217).
pub type CurrencyCode = crate::text::Code;
