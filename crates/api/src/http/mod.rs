//! Talking HTTP: who calls, within which limits, and what every answer has.

pub mod access;
pub mod body;
pub mod call;
pub mod caller_seen;
pub mod client_address;
pub mod coding;
pub mod compression;
pub mod conversation;
pub mod credentials;
pub mod cross_origin;
pub mod crowded;
pub mod decompression;
pub mod host;
pub mod idempotent;
pub mod incoming;
pub mod kept;
pub mod language;
pub mod limits;
pub mod minimal;
pub mod path_end;
pub mod refusal;
pub mod trace;
pub mod workers;
pub mod written;
