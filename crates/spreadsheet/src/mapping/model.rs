//! The mapping as stored in JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::members::{HEADER_ID, LINE_ID, SHEET_MEMBERS, SheetMember};
use crate::settings::FileSettings;

/// Settings for converting a sheet to rows of the API. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SheetMapping {
    #[serde(default, skip_serializing_if = "FileSettings::is_default")]
    pub file: FileSettings,
    /// Sources of the members, by the path of the member.
    pub members: BTreeMap<String, MemberSource>,
}

/// Source of a member: one or several columns, a constant, or a number.
///
/// A text is split, joined, padded with zeros and replaced, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MemberSource {
    /// Name of the column, or its letters in brackets, for example `[D]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Columns whose texts are joined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Text between joined texts. Default: a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// Part of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<SplitText>,
    /// Minimum number of characters; a shorter text is padded with leading zeros.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad: Option<u8>,
    /// Values that are replaced. Upper and lower case are not distinguished.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// Value of every row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<String>,
    /// Value of rows in which the columns are empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The rows of each incoming order are numbered from 1. Only for `externalLineId`.
    #[serde(skip_serializing_if = "is_false")]
    pub numbered: bool,
}

/// Selection of one part of a text that contains a separator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitText {
    /// Separator.
    pub at: String,
    /// Number of the part, from 1.
    pub part: usize,
}

/// Reason why a mapping cannot be applied to a sheet.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    #[error("members.{path}: unknown member. Known members: {known}")]
    UnknownMember { path: String, known: String },
    #[error("members.{path}: exactly one of column, columns, constant and numbered is required")]
    Source { path: String },
    #[error("members.{path}: only {LINE_ID} can be numbered, and it requires {HEADER_ID}")]
    Numbered { path: String },
    #[error("members.{path}.split: the separator must not be empty, and parts are numbered from 1")]
    Split { path: String },
    #[error("members.{path}: the sheet has no column {column:?}. Its columns are {known}")]
    UnknownColumn { path: String, column: String, known: String },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl MemberSource {
    pub(super) fn of_column(column: impl Into<String>) -> Self {
        Self { column: Some(column.into()), ..Self::default() }
    }

    pub(super) fn column_names(&self) -> impl Iterator<Item = &str> {
        self.column.iter().chain(&self.columns).map(String::as_str)
    }
}

impl SheetMapping {
    /// Checks the members and their sources.
    pub(super) fn check(&self) -> Result<(), MappingError> {
        for (path, source) in &self.members {
            let path = path.clone();
            if SheetMember::of_path(&path).is_none() {
                let known: Vec<_> = SHEET_MEMBERS.iter().map(|member| member.path).collect();
                return Err(MappingError::UnknownMember { path, known: known.join(", ") });
            }
            let sources = [
                source.column.is_some(),
                !source.columns.is_empty(),
                source.constant.is_some(),
                source.numbered,
            ];
            if sources.into_iter().filter(|given| *given).count() != 1 {
                return Err(MappingError::Source { path });
            }
            if source.numbered && (path != LINE_ID || !self.members.contains_key(HEADER_ID)) {
                return Err(MappingError::Numbered { path });
            }
            if source.split.as_ref().is_some_and(|split| split.at.is_empty() || split.part == 0) {
                return Err(MappingError::Split { path });
            }
        }
        Ok(())
    }
}
