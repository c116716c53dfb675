//! Tests of orders, runs and the scheduler with a real store.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

mod common;
mod creating;
mod editing;
mod killing;
mod processing;
mod scheduling;
mod undoing;
mod voiding;
mod waiting;
