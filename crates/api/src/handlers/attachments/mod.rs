//! Files at the candidates of a header, and at orders.

pub mod attach_file;
pub mod attach_file_by_external_id;
pub mod attach_file_to_order;
pub mod get_attachment_content;
pub mod list_order_attachments;
mod upload;
