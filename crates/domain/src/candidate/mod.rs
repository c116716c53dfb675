//! Order candidates: as they are sent, and as they are stored.

mod hold;
#[macro_use]
mod members;
mod overrides;
mod request;
mod stored;
mod told;
mod transition;

pub use hold::*;
pub use members::{MEMBER_WORDS, MemberWords};
pub(crate) use overrides::Worded;
pub use overrides::{Field, Override};
pub use request::*;
pub use stored::*;
pub use transition::*;
