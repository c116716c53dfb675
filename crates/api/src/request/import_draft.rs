//! Reads changes of import drafts and the start of jobs.

use std::collections::BTreeMap;

use orderdock_app::{CellReplacement, DraftChange, DraftErrorPolicy, ImportStart};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::ids::{ImportDraftId, ImportMappingId};
use orderdock_domain::import_draft::{EditedCell, MAX_MAPPING_NAME_LENGTH};
use orderdock_domain::masterdata::UnresolvedReferences;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::Name;
use orderdock_spreadsheet::{FileSettings, MemberSource};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::response::{FileSettingsSchema, LocatedProblem, MemberSourceSchema};

use Shape::{Leaf, List, Map, Object};

/// Maximum number of characters of a cell, as in a spreadsheet.
const MAX_CELL_CHARACTERS: usize = 32_767;
/// Maximum size of texts to find and replace in bytes.
const MAX_SEARCH_BYTES: usize = 1_000;
/// Maximum number of columns of a sheet.
const MAX_COLUMNS: u32 = 1_000;

/// A change of an import draft. Absent fields stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ImportDraftChange)]
pub struct DraftChangeBody {
    /// Version that was read.
    version: i64,
    #[serde(default)]
    mapping: Option<MappingChangeBody>,
    /// Internal name of the data source; null for the default one.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    data_source: MaybeUndefined<String>,
    /// `header`, `row` or `all`.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "header")]
    error_policy: Option<DraftErrorPolicy>,
    /// `store` or `reject`.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "store")]
    unresolved: Option<UnresolvedReferences>,
    /// Cells with new texts.
    #[serde(default)]
    #[schema(required = false)]
    edits: Vec<EditedCellBody>,
    #[serde(default)]
    replace: Option<CellReplacementBody>,
}

/// A change of the mapping.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpreadsheetMappingChange)]
pub struct MappingChangeBody {
    /// Replaces the settings of the file.
    #[serde(default)]
    #[schema(value_type = Option<FileSettingsSchema>)]
    file: Option<FileSettings>,
    /// Replaces the sources of all members, by path; null returns to the proposal.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<BTreeMap<String, MemberSourceSchema>>)]
    members: MaybeUndefined<BTreeMap<String, MemberSource>>,
}

/// A cell with a new text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EditedCell)]
pub struct EditedCellBody {
    /// Row number in the sheet, from 1.
    row: u32,
    /// Column number, from 0.
    column: u32,
    /// New text; null restores the value of the file.
    #[schema(required = true)]
    text: Option<String>,
}

/// Replaces texts in a column.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CellReplacement)]
pub struct CellReplacementBody {
    /// Column number, from 0.
    column: u32,
    find: String,
    replace: String,
    /// Whether the whole cell must equal `find`. Default: false.
    #[serde(default)]
    #[schema(required = false)]
    whole: bool,
}

/// The version of an import draft that was read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImportDraftVersion)]
pub struct DraftVersionBody {
    version: i64,
}

/// The start of an import.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ImportDraftCommit)]
pub struct DraftCommitBody {
    /// Version that was read.
    version: i64,
    /// Name under which the mapping is saved for files with the same columns, at most 60 characters. A mapping with this
    /// name is replaced.
    #[serde(default)]
    save_mapping: Option<String>,
}

/// Distinguishes null from an absent field.
fn nullable<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<MaybeUndefined<T>, D::Error> {
    let sent = Option::deserialize(deserializer)?;
    Ok(sent.map_or(MaybeUndefined::Null, MaybeUndefined::Value))
}

pub fn read_change(sent: &[u8]) -> Result<DraftChange, ApiError> {
    let body: DraftChangeBody = read(sent, &CHANGE)?;
    let (file, members) = match body.mapping {
        Some(mapping) => (mapping.file, mapping.members),
        None => (None, MaybeUndefined::Absent),
    };
    let edits: Result<Vec<_>, _> = body.edits.into_iter().enumerate().map(read_edit).collect();
    let replacement = body.replace.map(read_replacement).transpose()?;
    Ok(DraftChange {
        version: body.version,
        file,
        members,
        data_source: body.data_source,
        error_policy: body.error_policy,
        unresolved: body.unresolved,
        edits: edits?,
        replacement,
    })
}

fn read_replacement(body: CellReplacementBody) -> Result<CellReplacement, ApiError> {
    let CellReplacementBody { column, find, replace, whole } = body;
    if find.len().max(replace.len()) > MAX_SEARCH_BYTES {
        let problem = Problem::new(ProblemCode::BodyInvalid, "/replace");
        return Err(problem.with("reason", "texts to find and replace can have at most 1,000 bytes").into());
    }
    Ok(CellReplacement { column, find, replace, whole })
}

fn read_edit((index, edit): (usize, EditedCellBody)) -> Result<EditedCell, ApiError> {
    let EditedCellBody { row, column, text } = edit;
    let invalid = |reason: &str| {
        let problem = Problem::new(ProblemCode::BodyInvalid, format!("/edits/{index}"));
        ApiError::from(problem.with("reason", reason))
    };
    if row == 0 || column >= MAX_COLUMNS {
        return Err(invalid("rows are numbered from 1 and columns from 0 to 999"));
    }
    if text.as_ref().is_some_and(|text| text.chars().count() > MAX_CELL_CHARACTERS) {
        return Err(invalid("a cell can have at most 32,767 characters"));
    }
    Ok(EditedCell { row, column, text })
}

pub fn read_version(sent: &[u8]) -> Result<i64, ApiError> {
    read(sent, &VERSION).map(|DraftVersionBody { version }| version)
}

pub fn read_commit(sent: &[u8]) -> Result<ImportStart, ApiError> {
    let DraftCommitBody { version, save_mapping } = read(sent, &COMMIT)?;
    let name = save_mapping.filter(|name| !name.trim().is_empty());
    let too_long = || {
        let problem = Problem::new(ProblemCode::BodyInvalid, "/saveMapping");
        ApiError::from(problem.with("reason", "a name has 1 to 60 characters without control characters"))
    };
    let parse = |name: String| {
        let name = Name::parse(&name).ok().flatten();
        name.filter(|name| name.as_str().chars().count() <= MAX_MAPPING_NAME_LENGTH).ok_or_else(too_long)
    };
    Ok(ImportStart { version, save_mapping: name.map(parse).transpose()? })
}

/// Reads a body. Unknown members are reported with their pointers.
fn read<T: DeserializeOwned>(sent: &[u8], shape: &Shape) -> Result<T, ApiError> {
    let invalid = |error: serde_json::Error| {
        let code = if error.is_data() { ProblemCode::BodyInvalid } else { ProblemCode::JsonSyntax };
        ApiError::from(Problem::new(code, "").with("reason", error.to_string()))
    };
    let body: Value = serde_json::from_slice(sent).map_err(invalid)?;
    let mut unknown = Vec::new();
    shape.find_unknown(&body, "", &mut unknown);
    if !unknown.is_empty() {
        return Err(ApiError::of(unknown.into_iter().map(LocatedProblem::from).collect()));
    }
    serde_json::from_value(body).map_err(invalid)
}

/// Members of a JSON value, without their types.
enum Shape {
    /// A value without members.
    Leaf,
    Object(&'static [(&'static str, Shape)]),
    List(&'static Shape),
    /// An object with any member names.
    Map(&'static Shape),
}

const FILE: Shape = Object(&[
    ("sheet", Leaf),
    ("headerRow", Leaf),
    ("firstRow", Leaf),
    ("encoding", Leaf),
    ("delimiter", Leaf),
    ("decimalSign", Leaf),
    ("dateOrder", Leaf),
    ("hiddenRows", Leaf),
]);
const SOURCE: Shape = Object(&[
    ("column", Leaf),
    ("columns", Leaf),
    ("join", Leaf),
    ("split", Object(&[("at", Leaf), ("part", Leaf)])),
    ("pad", Leaf),
    ("values", Leaf),
    ("constant", Leaf),
    ("default", Leaf),
    ("numbered", Leaf),
]);
const EDIT: Shape = Object(&[("row", Leaf), ("column", Leaf), ("text", Leaf)]);
const CHANGE: Shape = Object(&[
    ("version", Leaf),
    ("mapping", Object(&[("file", FILE), ("members", Map(&SOURCE))])),
    ("dataSource", Leaf),
    ("errorPolicy", Leaf),
    ("unresolved", Leaf),
    ("edits", List(&EDIT)),
    ("replace", Object(&[("column", Leaf), ("find", Leaf), ("replace", Leaf), ("whole", Leaf)])),
]);
const VERSION: Shape = Object(&[("version", Leaf)]);
const COMMIT: Shape = Object(&[("version", Leaf), ("saveMapping", Leaf)]);

impl Shape {
    /// Collects a problem for each unknown member of a value.
    fn find_unknown(&self, value: &Value, pointer: &str, found: &mut Vec<Problem>) {
        match (self, value) {
            (Object(known), Value::Object(members)) => {
                for (name, value) in members {
                    let pointer = format!("{pointer}/{}", escaped(name));
                    match known.iter().find(|(known, _)| known == name) {
                        Some((_, shape)) => shape.find_unknown(value, &pointer, found),
                        None => found.push(
                            Problem::new(ProblemCode::PropertyUnknown, pointer).with("name", name.clone()),
                        ),
                    }
                }
            }
            (Map(shape), Value::Object(members)) => {
                for (name, value) in members {
                    shape.find_unknown(value, &format!("{pointer}/{}", escaped(name)), found);
                }
            }
            (List(shape), Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    shape.find_unknown(item, &format!("{pointer}/{index}"), found);
                }
            }
            _ => {}
        }
    }
}

/// Returns a member name as a step of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

pub fn draft_id(text: &str) -> Result<ImportDraftId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0).map(ImportDraftId);
    id.ok_or_else(|| Problem::not_found(ProblemCode::ImportDraftNotFound, text).into())
}

pub fn mapping_id(text: &str) -> Result<ImportMappingId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0).map(ImportMappingId);
    id.ok_or_else(|| Problem::not_found(ProblemCode::ImportMappingNotFound, text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_differs_from_absent_member() {
        let change = |sent: &str| read_change(sent.as_bytes()).unwrap();
        assert_eq!(change(r#"{"version":1}"#).data_source, MaybeUndefined::Absent);
        assert_eq!(change(r#"{"version":1,"dataSource":null}"#).data_source, MaybeUndefined::Null);
        assert_eq!(change(r#"{"version":1,"mapping":{"members":null}}"#).members, MaybeUndefined::Null);
        assert_eq!(change(r#"{"version":1,"mapping":{}}"#).members, MaybeUndefined::Absent);
    }

    #[test]
    fn invalid_bodies_are_rejected_with_reason() {
        for (sent, code) in [
            ("{", ProblemCode::JsonSyntax),
            ("{}", ProblemCode::BodyInvalid),
            (r#"{"version":1,"surprise":1}"#, ProblemCode::PropertyUnknown),
            (r#"{"version":1,"mapping":{"file":{"x":1}}}"#, ProblemCode::PropertyUnknown),
            (r#"{"version":1,"mapping":{"members":{"qty":{"x":1}}}}"#, ProblemCode::PropertyUnknown),
            (r#"{"version":1,"errorPolicy":"none"}"#, ProblemCode::BodyInvalid),
            (r#"{"version":1,"edits":[{"row":0,"column":1,"text":"x"}]}"#, ProblemCode::BodyInvalid),
            (r#"{"version":1,"edits":[{"row":1,"column":1000,"text":"x"}]}"#, ProblemCode::BodyInvalid),
        ] {
            let error = read_change(sent.as_bytes()).unwrap_err();
            assert_eq!(error.errors[0].problem.code, code, "{sent}");
        }
    }
}
