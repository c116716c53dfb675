//! Decodes the bytes of a body to text.

use super::syntax::{SyntaxFault, SyntaxKind, offset};

/// Byte order mark. It is not part of the text and has no column.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns the text of a body without its byte order mark.
pub fn text_of(sent: &[u8]) -> Result<&str, SyntaxFault> {
    let bytes = sent.strip_prefix(BYTE_ORDER_MARK).unwrap_or(sent);
    let text = std::str::from_utf8(bytes).map_err(|fault| SyntaxFault {
        kind: SyntaxKind::NotUtf8,
        at: offset(fault.valid_up_to()),
        seen: None,
    })?;
    if text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        return Err(SyntaxFault { kind: SyntaxKind::Empty, at: offset(text.len()), seen: None });
    }
    Ok(text)
}
