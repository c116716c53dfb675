//! Sync advice: handling of records that exist or do not exist.

use crate::candidate::words;

words! {
    IfNotExists { Create "CREATE" Fail "FAIL" }

    IfExists {
        DontUpdate "DONT_UPDATE"
        /// Writes the members that are present; an explicit null clears the value.
        UpdateMerge "UPDATE_MERGE"
        /// Also clears absent members. Products only.
        UpdateRemove "UPDATE_REMOVE"
        /// Rejects a row with any difference; the error names the member.
        AssertUnchanged "ASSERT_UNCHANGED"
    }
}

/// Sync advice of a record. A missing member counts as `FAIL` / `DONT_UPDATE` and is never inherited from the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct SyncAdvice {
    pub if_not_exists: IfNotExists,
    pub if_exists: IfExists,
}

impl SyncAdvice {
    /// Default if no advice is given.
    pub const READ_ONLY: Self = Self { if_not_exists: IfNotExists::Fail, if_exists: IfExists::DontUpdate };
    /// Default for partner, location and contact of a short-shape row without any advice.
    pub const CREATE: Self = Self { if_not_exists: IfNotExists::Create, if_exists: IfExists::DontUpdate };
}
