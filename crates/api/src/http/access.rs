//! Who may call what.

use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Anyone, without a token.
    Open,
    /// A user's session itself: reading and ending it is neither limited nor kept.
    Session,
    /// A user's session, whatever it allows.
    User,
    /// A token or a session with this scope; the words say what it is needed for.
    Token(Scope, Phrase),
}
