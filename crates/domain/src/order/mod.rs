//! Sales orders: what they keep, how one is made from a request, and how one is voided.

mod explanation;
mod numbering;
mod record;
mod request;
mod void;

pub use explanation::*;
pub use numbering::*;
pub use record::*;
pub use request::*;
pub use void::*;
