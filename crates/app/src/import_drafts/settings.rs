//! Settings and results of a draft, stored as JSON.

use std::collections::BTreeMap;

use orderdock_domain::ids::RequestId;
use orderdock_domain::import::ErrorPolicy;
use orderdock_domain::masterdata::UnresolvedReferences;
use orderdock_spreadsheet::{FileSettings, MemberSource};
use serde::{Deserialize, Serialize};

/// Maximum number of unknown values that are listed.
pub const MAX_VALUES: usize = 1_000;

/// Settings of a draft. Saved mappings contain the same settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftSettings {
    /// Settings of the file that a user chose.
    #[serde(default)]
    pub file: FileSettings,
    /// Sources of the members that a user confirmed; `None` as long as the proposal applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<BTreeMap<String, MemberSource>>,
    /// Internal name of the data source; `None` for the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_source: Option<String>,
    pub error_policy: DraftErrorPolicy,
    pub unresolved: UnresolvedReferences,
    /// Saved mapping that the settings are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapping_name: Option<String>,
    /// Hash of the column names, by which saved mappings are found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub columns: String,
}

/// Rows that a faulty row keeps out of the import.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DraftErrorPolicy {
    /// All rows of its incoming order.
    Header,
    /// Only the row itself.
    Row,
    /// All further rows of the file: nothing is imported if the check rejects a row, and the import stops before the first
    /// bulk with a rejected row.
    All,
}

impl DraftErrorPolicy {
    pub const ALL: [Self; 3] = [Self::Header, Self::Row, Self::All];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Row => "row",
            Self::All => "all",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.as_str() == word)
    }

    /// Returns the policy of a bulk. A check shows the errors of all rows.
    pub(super) const fn of_bulk(self, is_import: bool) -> ErrorPolicy {
        match self {
            Self::Row => ErrorPolicy::Row,
            Self::All if is_import => ErrorPolicy::All,
            Self::Header | Self::All => ErrorPolicy::Header,
        }
    }
}

impl Default for DraftSettings {
    fn default() -> Self {
        Self {
            file: FileSettings::default(),
            members: None,
            data_source: None,
            error_policy: DraftErrorPolicy::Header,
            // records that a sheet refers to can often be created only after its import
            unresolved: UnresolvedReferences::Store,
            mapping_name: None,
            columns: String::new(),
        }
    }
}

/// Results of the last check or import of a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftResults {
    /// Rows that the last job has processed; `None` before the first check.
    pub progress: Option<DraftProgress>,
    /// Number of the last row that was imported. An import continues after it.
    pub imported_to: u32,
    /// Version of the draft at the start of the import, which a continued import keeps.
    pub import_version: i64,
    /// Kinds and numbers of the master data records that are created.
    pub created: BTreeMap<String, u64>,
    /// Values that name no record, most frequent first.
    pub values: Vec<UnknownValue>,
    /// Incoming orders of the imported rows.
    pub orders: u64,
    /// Requests that created candidates.
    pub requests: Vec<RequestId>,
    /// Reason why the last job ended early.
    pub failure: Option<String>,
}

/// Progress of a job in rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftProgress {
    pub rows: u64,
    pub total: u64,
}

/// A value of the sheet that names no record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnknownValue {
    /// Path of the member.
    pub member: String,
    /// Problem code, for example `product.unresolved`.
    pub code: String,
    /// Text of the sheet, as a mapping can replace it.
    pub value: String,
    pub rows: u64,
    /// Records that it may mean.
    #[serde(default)]
    pub suggestions: Vec<SuggestedCode>,
}

/// Code and name of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SuggestedCode {
    pub code: String,
    pub name: String,
}
