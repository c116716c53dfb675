//! One file per operation: its request, its answer, its errors, its documentation.

pub mod health;
pub mod metrics;
pub mod ready;
