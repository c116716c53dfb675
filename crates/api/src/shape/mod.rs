//! The JSON shapes of answers (section 3.6 of the contract).

mod attachment;
mod candidate;
mod decimal;
mod full;
mod imported;
mod item;
mod records;
mod values;

pub use attachment::*;
pub use candidate::*;
pub use decimal::*;
pub use full::*;
pub use imported::*;
pub use item::*;
pub use records::*;
pub use values::*;
