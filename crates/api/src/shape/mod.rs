//! The JSON shapes of answers (section 3.6 of the contract).

mod attachment;
mod candidate;
mod decimal;
mod explanation;
mod full;
mod imported;
mod item;
mod order;
mod records;
mod values;
mod run;

pub use attachment::*;
pub use candidate::*;
pub use decimal::*;
pub use explanation::*;
pub use full::*;
pub use imported::*;
pub use item::*;
pub use order::*;
pub use records::*;
pub use values::*;
pub use run::*;
