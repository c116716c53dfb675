//! Authentication: tokens, users and their sessions.

mod attempts;
mod authenticate;
mod browser;
mod network;
pub mod secrets;
mod session_secret;
mod sessions;
mod sign_in_queue;
mod slots;
pub mod token;
mod tokens;
mod users;
mod wrong_credentials;

use crate::Metrics;
use crate::clock::{Clock, Randomness};
use crate::ids::IdSource;
pub(crate) use attempts::Attempts;
pub(crate) use authenticate::TokenCache;
pub use browser::KnownBrowser;
pub use network::Network;
use orderdock_store::Store;
pub use session_secret::SessionSecret;
pub(crate) use sessions::SessionCache;
pub use sessions::{Login, SignedIn, Usage};
pub(crate) use slots::{KeyedSlot, KeyedSlots};
use std::sync::Arc;
use token::SecretHash;
pub use tokens::NewToken;
pub use users::{LastAdministrator, NewUser, Password, UserChanges};
pub(crate) use wrong_credentials::WrongCredentials;

/// Implements `Debug` for secrets, so that they do not get into logs: it prints the type only, such as `Password(…)`.
macro_rules! unprinted {
    ($($secret:ident)*) => {
        $(impl std::fmt::Debug for $secret {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($secret), "(…)"))
            }
        })*
    };
}

unprinted!(Password SessionSecret KnownBrowser SecretHash);

/// Service for tokens, users and their sessions.
pub struct AccessService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) tokens: TokenCache,
    pub(crate) sessions: SessionCache,
    pub(crate) attempts: Attempts,
    pub(crate) wrong_credentials: WrongCredentials,
}
