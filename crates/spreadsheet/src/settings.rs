//! File settings of a mapping.

use serde::{Deserialize, Serialize};

use crate::read::{OpenOptions, TextDelimiter, TextEncoding};
use crate::text_value::{DateOrder, DecimalSign};

/// Settings of a file. Absent settings are detected.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FileSettings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// Row number of the column names; 0 if the sheet has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_row: Option<u32>,
    /// Row number of the first row with data. Default: the row after the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<TextEncoding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<TextDelimiter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal_sign: Option<DecimalSign>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_order: Option<DateOrder>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_rows: Option<HiddenRows>,
}

/// Handling of rows that the spreadsheet program does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HiddenRows {
    Import,
    Skip,
}

impl HiddenRows {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Skip => "skip",
        }
    }
}

impl FileSettings {
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the settings that are needed to open a file.
    pub fn open_options(&self) -> OpenOptions {
        OpenOptions { encoding: self.encoding, delimiter: self.delimiter }
    }
}
