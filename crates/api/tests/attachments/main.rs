//! Files at the candidates of a header, files at orders, and downloading them.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

mod common;
mod files;
mod targets;
