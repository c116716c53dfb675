//! Access rules of operations.

use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;

/// Access rule of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Anyone, without a token.
    Open,
    /// Session of a user, for reading and ending it. Neither limited nor logged.
    Session,
    /// Session of a user with any scopes.
    User,
    /// Token or session with this scope. The phrase is the purpose in error messages.
    Token(Scope, Phrase),
}
