//! Files at the candidates of a header, files at orders, and downloading them.

pub mod common;
mod files;
mod targets;
