//! Order candidates: as they are sent, and as they are stored.

mod extended_props;
#[cfg(test)]
pub(crate) mod full_request;
mod hold;
#[macro_use]
mod members;
mod names;
mod overrides;
mod request;
mod stored;
mod told;
mod transition;

pub use extended_props::ExtendedProps;
pub use hold::*;
pub use members::{MEMBER_WORDS, MemberWords};
pub(crate) use names::{Names, currency_named, sales_partner_named, unit_named};
pub(crate) use overrides::Worded;
pub use overrides::{Field, Override};
pub use request::*;
pub use stored::*;
pub use transition::*;
