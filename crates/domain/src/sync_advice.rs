//! Sync advice: what to do with a record that exists, or does not.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum IfNotExists {
    Create,
    Fail,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum IfExists {
    DontUpdate,
    /// Write the members that are present; an explicit null clears.
    UpdateMerge,
    /// Also clear what is absent. Products only.
    UpdateRemove,
    /// Any difference is an error that names the member.
    AssertUnchanged,
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

impl IfNotExists {
    pub const ALL: [Self; 2] = [Self::Create, Self::Fail];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Fail => "FAIL",
        }
    }
}

impl IfExists {
    pub const ALL: [Self; 4] =
        [Self::DontUpdate, Self::UpdateMerge, Self::UpdateRemove, Self::AssertUnchanged];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::DontUpdate => "DONT_UPDATE",
            Self::UpdateMerge => "UPDATE_MERGE",
            Self::UpdateRemove => "UPDATE_REMOVE",
            Self::AssertUnchanged => "ASSERT_UNCHANGED",
        }
    }
}
