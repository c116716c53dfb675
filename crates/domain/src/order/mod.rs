//! Sales orders: stored representation, creation from a request, transfer and voiding.

mod build;
mod create;
mod explanation;
mod handover;
mod mapping;
mod numbering;
mod optional_shared;
mod record;
mod request;
mod shared;
mod values;
mod void;

#[cfg(test)]
pub(crate) mod test_fixture;
#[cfg(test)]
mod tests;

pub(crate) use build::*;
pub use create::*;
pub use explanation::*;
pub use handover::*;
pub use numbering::*;
pub use record::*;
pub use request::*;
pub(crate) use values::named_warehouse;
pub use values::{OrderValues, ValueOrigin};
pub use void::*;
