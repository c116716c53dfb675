//! Order candidates: as they are sent, and as they are stored.

mod clerk_messages;
mod extended_props;
mod fields;
#[cfg(test)]
pub(crate) mod full_request;
mod hold;
mod names;
mod overrides;
mod partner_data;
mod product_data;
mod request;
mod stored;
mod transition;

pub use extended_props::ExtendedProps;
pub use fields::{CANDIDATE_FIELDS, ContentSection, FieldDescriptor, FieldGroup};
pub use hold::*;
pub(crate) use names::{Names, currency_named, sales_partner_named, unit_named};
pub(crate) use overrides::StoredText;
pub use overrides::{Field, Override};
pub use partner_data::*;
pub use product_data::*;
pub use request::*;
pub use stored::*;
pub use transition::*;
