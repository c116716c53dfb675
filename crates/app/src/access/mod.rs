//! Who asks: tokens, users and their sessions.

mod attempts;
mod authenticate;
mod browser;
mod network;
mod places;
pub mod secrets;
mod session_secret;
mod sessions;
pub mod token;
mod tokens;
mod turns;
mod users;
mod wrong_credentials;

pub(crate) use attempts::Attempts;
pub(crate) use authenticate::TokenCache;
pub use browser::KnownBrowser;
pub use network::Network;
pub(crate) use places::{Places, TakenPlace};
pub use session_secret::SessionSecret;
pub(crate) use sessions::SessionCache;
pub use sessions::{Login, SignedIn, Usage};
pub use tokens::NewToken;
pub use users::{NewUser, Password};
pub(crate) use wrong_credentials::WrongCredentials;
