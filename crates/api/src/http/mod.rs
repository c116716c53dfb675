//! HTTP concerns that all operations share: authentication, limits, body encoding, idempotency, errors and
//! response headers.
//! Layers and handlers use it. It contains no rules about orders or master data.

pub mod access;
pub mod body;
pub mod caller_seen;
pub mod client_address;
pub mod coding;
pub mod compression;
pub mod context;
pub mod credentials;
pub mod cross_origin;
pub mod decompression;
pub mod error;
pub mod extract;
pub mod host;
pub mod idempotent;
pub mod incoming;
pub mod language;
pub mod limits;
pub mod minimal;
pub mod overload;
pub mod path_end;
pub mod redaction;
pub mod trace;
pub mod workers;
pub mod written;
