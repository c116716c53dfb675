//! Sync advice: how to handle records that exist or are missing.

use orderdock_domain::problem::ProblemCode;
use orderdock_domain::sync_advice::{IfExists, IfNotExists, SyncAdvice};

use crate::request::json::{Reader, TypedMember, ValueFault, members};

members! {
    SyncAdviceMembers("SyncAdvice", Lenient)
    "Sync advice. The advice of a record takes precedence over the advice of its partner block. Default, also of \
     absent fields: `FAIL` and `DONT_UPDATE`." {
        if_not_exists: "ifNotExists" IfNotExists;
        if_exists: "ifExists" IfExists;
    }
}

/// Values of the sync advice that a kind of record supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Understands {
    /// Products also support `UPDATE_REMOVE`.
    Everything,
    NoRemoval,
}

/// Reads a sync advice. A missing member has its default value; it is not inherited from another advice.
pub(super) fn read<'t>(
    reader: &mut Reader,
    slot: TypedMember<'t, SyncAdviceMembers<'t>>,
    understands: Understands,
) -> Option<SyncAdvice> {
    reader.object(slot, |reader, members| {
        let default = SyncAdvice::READ_ONLY;
        let if_not_exists = reader.read(members.if_not_exists);
        let if_exists = reader.read(members.if_exists);
        if (if_exists, understands) == (Some(IfExists::UpdateRemove), Understands::NoRemoval) {
            let fault = ValueFault::new(ProblemCode::AdviceNotAllowed)
                .with("advice", IfExists::UpdateRemove.as_str());
            reader.fault(members.if_exists, fault);
        }
        SyncAdvice {
            if_not_exists: if_not_exists.unwrap_or(default.if_not_exists),
            if_exists: if_exists.unwrap_or(default.if_exists),
        }
    })
}
