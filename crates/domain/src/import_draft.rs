//! Import drafts: uploaded spreadsheets that are mapped, checked and then imported, and saved mappings.

use jiff::{SignedDuration, Timestamp};

use crate::attachment::{ContentHash, FileName};
use crate::candidate::string_enum;
use crate::ids::{ImportDraftId, ImportMappingId, OrganisationId, RunId};
use crate::text::Name;

/// Days after its last change at which a draft is deleted.
pub const DRAFT_DAYS: i64 = 30;
/// Returns the instant at which a draft is deleted that is changed now.
pub fn expiry(now: Timestamp) -> Timestamp {
    now.saturating_add(SignedDuration::from_hours(24 * DRAFT_DAYS)).unwrap_or(Timestamp::MAX)
}

/// Maximum number of drafts per organisation.
pub const MAX_DRAFTS: u32 = 200;
/// Maximum number of edited cells per draft.
pub const MAX_EDITS: u32 = 100_000;
/// Maximum number of saved mappings per organisation.
pub const MAX_MAPPINGS: u32 = 500;
/// Maximum length of the name of a mapping in characters.
pub const MAX_MAPPING_NAME_LENGTH: usize = 60;

string_enum! {
    /// State of a draft.
    ImportDraftStatus {
        /// Its settings or cells changed since the last check.
        Open "open"
        Checking "checking"
        /// The results of the check are current.
        Checked "checked"
        Importing "importing"
        /// The import was stopped between two incoming orders, or failed. It can be continued.
        Stopped "stopped"
        Imported "imported"
        /// The imported candidates were excluded.
        Undone "undone"
    }
}

impl ImportDraftStatus {
    /// Returns whether a job is working on the draft.
    pub const fn is_working(self) -> bool {
        matches!(self, Self::Checking | Self::Importing)
    }

    /// Returns whether settings and cells can be changed. After an import, rejected rows can be corrected and imported.
    pub const fn is_editable(self) -> bool {
        matches!(self, Self::Open | Self::Checked | Self::Stopped | Self::Imported)
    }
}

string_enum! {
    /// Result of a row: of the last check, or of the import once the row was imported.
    RowCheck {
        /// The row becomes a candidate without problems.
        Ready "ready"
        /// The row becomes a candidate with problems.
        Problems "problems"
        Rejected "rejected"
        /// The same row was imported before.
        Unchanged "unchanged"
        /// A row with the same ids and different content was imported before.
        Conflict "conflict"
    }
}

/// An uploaded spreadsheet and its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportDraft {
    pub id: ImportDraftId,
    /// Incremented by each change of settings, cells or status, but not by progress.
    pub version: i64,
    pub organisation: OrganisationId,
    pub file_name: FileName,
    /// Size of the file in bytes.
    pub size: i64,
    /// The file in the attachment storage.
    pub content: ContentHash,
    pub status: ImportDraftStatus,
    /// Settings as JSON.
    pub settings: String,
    /// Results of check and import as JSON.
    pub results: String,
    /// Run that excluded the imported candidates.
    pub undo_run: Option<RunId>,
    pub created_by: String,
    pub created_at: Timestamp,
    pub changed_by: String,
    pub changed_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A cell whose text was changed in a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditedCell {
    pub row: u32,
    /// Column number, from 0.
    pub column: u32,
    /// `None` restores the value of the file.
    pub text: Option<String>,
}

/// Result of a row of a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedRow {
    pub row: u32,
    pub check: RowCheck,
    /// Id of the incoming order.
    pub header_id: Option<String>,
    /// Errors, problems and warnings as a JSON array; `None` if there are none.
    pub problems: Option<String>,
}

/// Numbers of rows of a draft by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCheckCounts {
    pub ready: u64,
    pub problems: u64,
    pub rejected: u64,
    pub unchanged: u64,
    pub conflict: u64,
}

/// A mapping that is used again for files with the same columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportMapping {
    pub id: ImportMappingId,
    pub organisation: OrganisationId,
    /// Unique per organisation, ignoring case.
    pub name: Name,
    /// Hash of the column names.
    pub columns: String,
    /// Settings of the drafts that use the mapping, as JSON.
    pub settings: String,
    pub changed_by: String,
    pub changed_at: Timestamp,
}
