//! Reads the reason for voiding an order.

use orderdock_domain::text::Text;

use crate::http::error::ApiError;
use crate::request::json::{JsonValue, Members, members};
use crate::request::located::read_whole;

members! {
    VoidBody("VoidBody", Strict) "The reason for voiding a sales order." {
        reason: "reason" Text, "Reason as free text.";
    }
}

/// Returns the reason. Both reason and body are optional.
pub fn read_reason(sent: &[u8]) -> Result<Option<Text>, ApiError> {
    if sent.is_empty() {
        return Ok(None);
    }
    read_whole(sent, 10, |reader, node| {
        if node.value == JsonValue::Null {
            return Some(None);
        }
        let members = VoidBody::open(reader, node)?;
        Some(reader.read(members.reason))
    })
}
