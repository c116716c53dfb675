//! Order candidates: as they are sent, and as they are stored.

mod hold;
mod request;
mod stored;

pub use hold::*;
pub use request::*;
pub use stored::*;
