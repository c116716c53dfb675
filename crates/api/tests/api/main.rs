//! The service over HTTP, one file for each thing that is tried. They are one program, which prepares a database once.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

mod attachments;
mod attention;
mod authorisation;
mod bad_input;
mod corrections;
mod described_bodies;
mod editing;
mod event_feed;
mod events;
mod export;
mod figures;
mod frame;
mod german;
mod guessing;
mod handing_over;
mod headers;
mod import;
mod limits;
mod masterdata;
mod notifications;
mod order_bad_input;
mod orders;
mod original_clients;
mod releases;
mod remedies;
mod request_log;
mod request_people;
mod saved_views;
mod sessions;
mod together;
mod two_servers;
mod undoing;
mod values;
mod webhooks;
