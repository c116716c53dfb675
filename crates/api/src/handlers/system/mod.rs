//! Whether the service lives and works.

pub mod health;
pub mod metrics;
pub mod ready;
