//! Order candidates: as they are sent, and as they are stored.

mod request;
mod stored;

pub use request::*;
pub use stored::*;
