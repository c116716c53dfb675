//! Order candidates: as they are sent, and as they are stored.

mod clerk_messages;
mod extended_props;
mod fields;
#[cfg(test)]
pub(crate) mod full_request;
mod hold;
mod missing;
mod names;
mod overrides;
mod partner_data;
mod product_data;
mod request;
mod stored;
mod transition;
mod unresolved;

pub use extended_props::ExtendedProps;
pub use fields::{CANDIDATE_FIELDS, ContentSection, FieldDescriptor, FieldGroup};
pub use hold::*;
pub use missing::{MissingRecord, MissingRecordId};
pub(crate) use names::{Names, coded, currency_named, identified, sales_partner_named, unit_named};
pub(crate) use overrides::StoredText;
pub use overrides::{Field, Override};
pub use partner_data::*;
pub use product_data::*;
pub use request::*;
pub use stored::*;
pub use transition::*;
pub use unresolved::{MappedTarget, ReferenceKey, ReferenceKind, UnresolvedReference};
