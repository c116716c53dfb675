//! Sync advice: what to do with a record that exists, or does not.

use crate::candidate::words;

words! {
    IfNotExists { Create "CREATE" Fail "FAIL" }

    IfExists {
        DontUpdate "DONT_UPDATE"
        /// Write the members that are present; an explicit null clears.
        UpdateMerge "UPDATE_MERGE"
        /// Also clear what is absent. Products only.
        UpdateRemove "UPDATE_REMOVE"
        /// Any difference is an error that names the member.
        AssertUnchanged "ASSERT_UNCHANGED"
    }
}

/// A member that is missing in an advice counts as `FAIL` / `DONT_UPDATE`; it is never filled from the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SyncAdvice {
    pub if_not_exists: IfNotExists,
    pub if_exists: IfExists,
}

impl SyncAdvice {
    /// What holds where no advice is given at all.
    pub const READ_ONLY: Self = Self { if_not_exists: IfNotExists::Fail, if_exists: IfExists::DontUpdate };
    /// What holds for partner, location and contact of a short-shape row without any advice.
    pub const CREATE: Self = Self { if_not_exists: IfNotExists::Create, if_exists: IfExists::DontUpdate };
}
