//! Who asks: tokens, users and their sessions.

mod attempts;
mod authenticate;
mod session_secret;
mod sessions;
pub mod token;
mod tokens;
mod users;

pub(crate) use attempts::Attempts;
pub(crate) use authenticate::TokenCache;
pub use session_secret::SessionSecret;
pub(crate) use sessions::SessionCache;
pub use sessions::{SignedIn, Usage};
pub use tokens::NewToken;
pub use users::{NewUser, Password};
