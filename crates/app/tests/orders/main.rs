//! Tests of orders, runs and the scheduler with a real store.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;
mod creating;
mod editing;
mod killing;
mod processing;
mod scheduling;
mod undoing;
mod voiding;
mod waiting;
