//! Files at the candidates of a header, files at orders, and downloading them.

mod common;
mod files;
mod targets;
