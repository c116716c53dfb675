//! The JSON shapes of answers.

mod attachment;
mod blocks;
mod candidate;
mod decimal;
mod edit;
mod event;
mod explanation;
mod full;
mod imported;
mod item;
mod masterdata;
mod order;
mod records;
mod request;
mod run;
mod said;
mod values;

pub use attachment::*;
pub use blocks::*;
pub use candidate::*;
pub use decimal::*;
pub use edit::*;
pub use event::*;
pub use explanation::*;
pub use full::*;
pub use imported::*;
pub use item::*;
pub use masterdata::*;
pub use order::*;
pub use records::*;
pub use request::*;
pub use run::*;
pub use values::*;
