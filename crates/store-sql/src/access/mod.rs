//! Tokens, users, sessions and saved views.

#[cfg(test)]
mod last_used_tests;
pub mod saved_views;
pub mod sessions;
pub mod sign_in_failures;
pub mod tokens;
pub(crate) mod traits;
pub mod users;
