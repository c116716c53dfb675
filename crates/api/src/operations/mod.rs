//! One file per operation: its request, its answer, its errors, its documentation.

pub mod attach_file;
pub mod cancel_candidates;
pub mod correct_candidate;
pub mod create_order;
pub mod deactivate_masterdata;
pub mod get_attachment_content;
pub mod get_candidate;
pub mod get_candidate_history;
pub mod get_candidate_request;
pub mod get_candidates_by_reference;
pub mod get_masterdata;
pub mod get_masterdata_history;
pub mod get_masterdata_schema;
pub mod health;
pub mod import_candidate;
pub mod import_candidates_bulk;
pub mod list_candidates;
pub mod list_masterdata;
pub mod metrics;
pub mod orders;
mod parameters;
pub mod process_candidates;
pub mod process_settings;
pub mod put_masterdata;
pub mod ready;
pub mod requests;
pub mod runs;
