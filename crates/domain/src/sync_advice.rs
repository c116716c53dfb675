//! Sync advice: whether an import creates missing records and updates existing ones.

use crate::candidate::string_enum;

string_enum! {
    IfNotExists { Create "CREATE" Fail "FAIL" }

    IfExists {
        DontUpdate "DONT_UPDATE"
        /// Updates the sent members. An explicit null clears a value.
        UpdateMerge "UPDATE_MERGE"
        /// Like `UPDATE_MERGE`, and clears absent members. Products only.
        UpdateRemove "UPDATE_REMOVE"
        /// Rejects a row that differs from the record. The error names the members.
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
