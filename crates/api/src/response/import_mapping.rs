//! Mappings of spreadsheet columns in requests and responses. The spreadsheet crate reads and writes them; the types here
//! describe their JSON for the OpenAPI document.

use std::collections::BTreeMap;

use orderdock_app::SavedMapping;
use orderdock_domain::masterdata::Reference;
use orderdock_spreadsheet::{FileSettings, MemberSource};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Id;

/// Settings of a file. Absent settings are detected.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SpreadsheetFileSettings)]
#[expect(dead_code, reason = "describes the JSON of FileSettings")]
pub struct FileSettingsSchema {
    /// Name of the sheet.
    #[schema(example = "Orders")]
    sheet: Option<String>,
    /// Row number of the column names, from 1; 0 if the sheet has none.
    header_row: Option<u32>,
    /// Row number of the first row with data.
    first_row: Option<u32>,
    /// Encoding of a text file: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.
    encoding: Option<String>,
    /// Character between the fields of a text file: `;`, `,`, a tab or `|`.
    delimiter: Option<String>,
    /// Decimal sign of numbers that are stored as text: `,` or `.`.
    decimal_sign: Option<String>,
    /// Order of day and month in dates that are stored as text: `dmy` or `mdy`.
    date_order: Option<String>,
    /// Rows that the spreadsheet program does not show: `import` or `skip`.
    hidden_rows: Option<String>,
}

/// Source of a member: one or several columns, a constant, or a number. A text is split, padded, joined and replaced, in
/// this order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpreadsheetMemberSource)]
#[expect(dead_code, reason = "describes the JSON of MemberSource")]
pub struct MemberSourceSchema {
    /// Name of the column, or its letters in brackets.
    #[schema(example = "Menge")]
    column: Option<String>,
    /// Columns whose texts are joined.
    #[schema(required = false)]
    columns: Vec<String>,
    /// Text between joined texts. Default: a space.
    join: Option<String>,
    split: Option<SplitTextSchema>,
    /// Minimum number of characters; a shorter text is padded with leading zeros.
    pad: Option<u8>,
    /// Values that are replaced. Upper and lower case are not distinguished.
    #[schema(required = false)]
    values: BTreeMap<String, String>,
    /// Value of every row.
    constant: Option<String>,
    /// Value of rows in which the columns are empty.
    default: Option<String>,
    /// The rows of each incoming order are numbered from 1. Only for `externalLineId`.
    #[schema(required = false)]
    numbered: bool,
}

/// One part of a text that contains a separator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpreadsheetTextPart)]
#[expect(dead_code, reason = "describes the JSON of SplitText")]
pub struct SplitTextSchema {
    /// Separator.
    at: String,
    /// Number of the part, from 1.
    part: u64,
}

/// Mapping of the columns of a sheet to members of order candidates.
#[derive(Serialize, ToSchema)]
#[schema(as = SpreadsheetMapping)]
pub struct MappingResponse<'a> {
    #[schema(value_type = FileSettingsSchema)]
    pub file: &'a FileSettings,
    /// Sources by path of the member, for example `bpartner.bpartner.code`.
    #[schema(value_type = BTreeMap<String, MemberSourceSchema>)]
    pub members: &'a BTreeMap<String, MemberSource>,
}

/// A mapping that is applied to files with the same column names.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportMapping)]
pub struct SavedMappingResponse<'a> {
    id: Id,
    /// Code of the organisation.
    org: &'a str,
    name: &'a str,
    mapping: MappingResponse<'a>,
    /// Internal name of the data source.
    data_source: Option<&'a str>,
    #[schema(example = "header")]
    error_policy: &'static str,
    #[schema(example = "store")]
    unresolved: &'static str,
    changed_by: &'a str,
    changed_at: jiff::Timestamp,
}

impl<'a> SavedMappingResponse<'a> {
    pub fn of(saved: &'a SavedMapping, reference: &'a Reference) -> Option<Self> {
        let SavedMapping { mapping, settings } = saved;
        Some(Self {
            id: Id(mapping.id.0),
            org: reference.organisation(mapping.organisation)?.code.as_str(),
            name: mapping.name.as_str(),
            mapping: MappingResponse { file: &settings.file, members: settings.members.as_ref()? },
            data_source: settings.data_source.as_deref(),
            error_policy: settings.error_policy.as_str(),
            unresolved: settings.unresolved.as_str(),
            changed_by: &mapping.changed_by,
            changed_at: mapping.changed_at,
        })
    }
}
