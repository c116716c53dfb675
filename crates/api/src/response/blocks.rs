//! Partner blocks of a response. Each is encoded once, because many candidates have the same partner, and most have the
//! same buyer and bill-to partner.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use orderdock_domain::candidate::{PartnerRole, Related};
use orderdock_domain::ids::ExternalSystemId;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::PartnerBlockResponse;

/// Related records of the candidates, and the blocks encoded so far.
#[derive(Debug)]
pub struct WrittenBlocks<'a> {
    pub related: &'a Related,
    written: RefCell<HashMap<(PartnerRole, Option<ExternalSystemId>), WrittenBlock>>,
}

/// [`PartnerBlockResponse`] as JSON.
#[derive(Clone, Debug)]
pub struct WrittenBlock(Arc<RawValue>);

impl<'a> WrittenBlocks<'a> {
    pub fn of(related: &'a Related) -> Self {
        Self { related, written: RefCell::default() }
    }

    /// Returns the records of a role, with the external ids for this system; `None` if the partner was not loaded.
    pub fn block(&self, role: PartnerRole, system: Option<ExternalSystemId>) -> Option<WrittenBlock> {
        if let Some(block) = self.written.borrow().get(&(role, system)) {
            return Some(block.clone());
        }
        let json = to_raw_value(&PartnerBlockResponse::of(role, system, self.related)?);
        let json = json.inspect_err(|fault| tracing::error!(%fault, "encoding a partner failed"));
        let block = WrittenBlock(json.ok()?.into());
        self.written.borrow_mut().insert((role, system), block.clone());
        Some(block)
    }
}

impl Serialize for WrittenBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
