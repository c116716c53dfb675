//! Attachments of incoming orders and of orders, and their downloads.

pub mod common;
mod files;
mod targets;
