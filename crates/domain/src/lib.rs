//! Rules of order intake: pure and synchronous, without I/O and without a clock.

pub mod access;
pub mod attachment;
pub mod calendar;
#[macro_use]
pub mod masterdata;
pub mod candidate;
mod cast;
pub mod correction;
pub mod event;
pub mod identifier;
pub mod ids;
pub mod import;
pub mod import_draft;
mod language;
pub mod money;
pub mod notification;
pub mod number;
pub mod order;
pub mod phrase;
pub mod problem;
pub mod processing;
pub mod saved_view;
pub mod search;
pub mod suggested_fix;
pub mod sync_advice;
pub mod text;
pub mod webhook;

pub use cast::cast;
