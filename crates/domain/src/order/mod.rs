//! Sales orders: what they keep, how one is made from a request, and how one is voided.

mod build;
mod create;
mod explanation;
mod numbering;
mod record;
mod request;
mod void;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod world;

pub(crate) use build::*;
pub use create::*;
pub use explanation::*;
pub use numbering::*;
pub use record::*;
pub use request::*;
pub use void::*;
