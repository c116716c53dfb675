//! Handlers of the operations, one file or folder per resource; `routes` lists them. A handler decodes the
//! request, calls one use case and encodes the result. It contains no business rules.

pub mod attachments;
pub mod candidates;
mod comment;
pub mod events;
pub mod master_data;
pub mod notifications;
pub mod orders;
mod page;
pub mod rejected_rows;
pub mod requests;
pub mod runs;
pub mod session;
pub mod statistics;
pub mod system;
pub mod tokens;
pub mod views;
pub mod webhooks;
