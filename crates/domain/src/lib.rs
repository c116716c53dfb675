//! Rules of order intake: pure and synchronous, without I/O and without a clock.

pub mod access;
pub mod attachment;
pub mod calendar;
#[macro_use]
pub mod masterdata;
pub mod candidate;
pub mod correction;
pub mod event;
mod fit;
pub mod identifier;
pub mod ids;
pub mod import;
mod language;
pub mod money;
pub mod notification;
pub mod number;
pub mod order;
pub mod phrase;
pub mod problem;
pub mod processing;
pub mod remedy;
pub mod saved_view;
pub mod search;
pub mod sync_advice;
pub mod text;
pub mod webhook;

pub use fit::fit;
