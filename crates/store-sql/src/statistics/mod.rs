//! Figures of the dashboard.

pub mod day;
pub mod intake;
