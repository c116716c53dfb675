//! Reading of complete files: written by a library, written by hand, damaged or malicious.

#![expect(clippy::unwrap_used, reason = "a test ends at the first unexpected value")]

mod detection;
mod files;
mod hostile;
mod mapping;
#[cfg(target_os = "linux")]
mod memory;
mod values;
mod written;
