//! Reads requests: bodies and parameters become typed values, or problems with positions. Handlers use it; it
//! needs no database except reference data.

pub(crate) mod attention;
pub(crate) mod candidate_edit;
pub(crate) mod candidate_override;
pub(crate) mod candidate_patch;
pub mod candidate_request;
pub(crate) mod candidate_window;
pub(crate) mod filter;
pub(crate) mod form;
pub(crate) mod import_draft;
pub mod json;
pub(crate) mod located;
pub(crate) mod multipart;
pub(crate) mod notification_rule;
pub(crate) mod order_request;
pub(crate) mod part_encoding;
pub(crate) mod query;
pub(crate) mod record_list;
pub(crate) mod reference_mapping;
pub(crate) mod rejected_rows;
pub(crate) mod saved_view;
pub(crate) mod selection;
pub(crate) mod void_reason;
pub(crate) mod webhook_body;
