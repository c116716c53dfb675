//! A row's content: what was sent, normalised, as it is hashed, stored and compared.

/// The members of a row in a fixed order, one to a line: JSON Pointer, tab, a letter for the type, value.
///
/// Texts hold no control characters, so nothing needs escaping. Types: `s` text, `n` number, `b` boolean,
/// `d` date. Absent and null members are left out, numbers stand by value (`1.50` is `1.5`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    pub members: String,
    /// The version of the member list it was written with.
    pub version: u32,
    /// SHA-256 of the members that decide whether a repeated row is the same.
    pub hash: [u8; 32],
}
