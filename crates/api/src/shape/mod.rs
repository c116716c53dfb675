//! The JSON shapes of answers (section 3.6 of the contract).

mod candidate;
mod decimal;
mod item;
mod records;

pub use candidate::*;
pub use decimal::*;
pub use item::*;
pub use records::*;
