//! What happened, for those who follow it.

pub mod read_event_feed;
