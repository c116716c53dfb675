//! The rules of order intake: pure, synchronous, without I/O or clock.

pub mod number;
pub mod text;
