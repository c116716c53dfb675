//! The HTTP interface: one file per operation; JSON shapes live only here.

pub mod json;
