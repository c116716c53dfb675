//! The HTTP interface: one file per operation; JSON shapes live only here.

pub mod candidate_request;
pub mod json;
