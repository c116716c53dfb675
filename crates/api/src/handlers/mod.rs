//! What is called: a folder for each tag of the OpenAPI document, in it a file for each operation, which is named like it.
//! A file holds its request, its answer, its errors and its documentation; what several share stands beside them.

pub mod attachments;
pub mod candidates;
mod comment;
pub mod events;
mod history_page;
pub mod masterdata;
pub mod notifications;
pub mod orders;
mod page;
pub mod process;
pub mod requests;
pub mod session;
pub mod statistics;
pub mod system;
pub mod views;
pub mod webhooks;
