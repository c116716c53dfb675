//! MemberOption of the columns of a sheet and of constants to the members of a kind.

use super::{
    members::{RecordMember, is_same_name, members_of},
    sheet_options::{MemberOption, SheetOptions},
};
use crate::config::nearest;
use orderdock_domain::masterdata::kinds::{FieldType, Kind, Node, NodeContent};
use orderdock_spreadsheet::{
    CellAddress, DetectedSheet, MappedKind, MappedValue, SheetColumn, ValueReader, column_letters,
};

/// A member with the source of its values.
pub struct LoadedMember {
    pub member: RecordMember,
    pub path: String,
    pub kind: MappedKind,
    pub source: MemberOrigin,
}

pub enum MemberOrigin {
    /// Number of the column, from 0.
    Column(u32),
    Constant(NodeContent),
}

/// Assigns all columns and constants, or returns all errors.
pub fn assign(
    kind: &'static Kind,
    sheet: &DetectedSheet,
    options: &SheetOptions,
) -> Result<Vec<LoadedMember>, Vec<String>> {
    let mut assignment =
        MemberAssignment { kind, sheet, members: members_of(kind), mapped: Vec::new(), faults: Vec::new() };
    assignment.add_constants(options);
    for MemberOption { member, value } in &options.columns {
        if let Some(column) = sheet.column_named(value) {
            assignment.add(member, MemberOrigin::Column(column.column));
        } else {
            let fault = format!("--column {member}={value}: the sheet has no such column");
            assignment.faults.push(fault);
        }
    }
    let ignored: Vec<u32> = options
        .ignored
        .iter()
        .filter_map(|name| sheet.column_named(name))
        .map(|column| column.column)
        .collect();
    for column in &sheet.columns {
        let is_assigned = assignment.mapped.iter().any(|mapped| mapped.is_column(column.column));
        if !is_assigned && !ignored.contains(&column.column) && column.filled > 0 {
            assignment.add_column(column);
        }
    }
    assignment.finish()
}

struct MemberAssignment<'s> {
    kind: &'static Kind,
    sheet: &'s DetectedSheet,
    members: Vec<RecordMember>,
    mapped: Vec<LoadedMember>,
    faults: Vec<String>,
}

impl MemberAssignment<'_> {
    fn add_constants(&mut self, options: &SheetOptions) {
        for MemberOption { member, value } in &options.constants {
            self.add_constant(member, value);
        }
        if let Some(code) = &options.organisation {
            self.add_constant("org", code);
        }
    }

    /// Adds a constant. Numbers and dates are parsed like those of a YAML file, so they cannot be ambiguous.
    fn add_constant(&mut self, member: &str, text: &str) {
        let found = self.members.iter().find(|known| known.path() == member);
        let value = match found.and_then(RecordMember::mapped_kind) {
            Some(MappedKind::Boolean) => ValueReader::canonical(MappedKind::Boolean, text),
            _ => MappedValue::Value(text.into()),
        };
        match value {
            MappedValue::Value(json) => {
                let content = content_of(found.map(|member| member.field.field_type), json);
                self.add(member, MemberOrigin::Constant(content));
            }
            MappedValue::Fault { message, .. } => {
                self.faults.push(format!("--set {member}: {message} Seen: {text:?}."));
            }
            MappedValue::Absent | MappedValue::Price(..) => {}
        }
    }

    fn add(&mut self, member: &str, source: MemberOrigin) {
        let Some(found) = self.members.iter().find(|known| known.path() == member) else {
            let paths: Vec<_> = self.members.iter().map(RecordMember::path).collect();
            let nearest = nearest(member, paths.iter().map(String::as_str));
            let advice = nearest.map_or(String::new(), |nearest| format!(" Did you mean {nearest}?"));
            self.faults.push(format!("{} have no member {member:?}.{advice}", self.kind.member));
            return;
        };
        self.add_member(*found, source);
    }

    fn add_member(&mut self, member: RecordMember, source: MemberOrigin) {
        let path = member.path();
        let Some(kind) = member.mapped_kind() else {
            self.faults.push(format!(
                "the member {path} cannot be read from a spreadsheet. Load it from a YAML file, and skip the column with \
                 --ignore"
            ));
            return;
        };
        if let Some(other) = self.mapped.iter().find(|mapped| mapped.path == path) {
            let sources = [&other.source, &source].map(|source| self.describe(source));
            self.faults
                .push(format!("the member {path} has two sources: {}. Use --ignore", sources.join(" and ")));
            return;
        }
        self.mapped.push(LoadedMember { member, path, kind, source });
    }

    fn describe(&self, source: &MemberOrigin) -> String {
        match source {
            MemberOrigin::Constant(_) => "--set or --org".to_owned(),
            MemberOrigin::Column(number) => {
                match self.sheet.columns.iter().find(|column| column.column == *number) {
                    Some(column) => format!("column {:?}", self.sheet.name_of(column)),
                    None => format!("column {}", column_letters(*number)),
                }
            }
        }
    }

    fn add_column(&mut self, column: &SheetColumn) {
        let exact = self.members.iter().find(|member| is_same_name(&member.path(), &column.header));
        let is_synonym = |member: &&RecordMember| member.is_named(self.kind.name, &column.header);
        if let Some(member) = exact.or_else(|| self.members.iter().find(is_synonym)).copied() {
            self.add_member(member, MemberOrigin::Column(column.column));
            return;
        }
        let name = self.sheet.name_of(column);
        let cell = CellAddress { row: self.sheet.header_row, column: column.column };
        let names: Vec<(String, String)> = self
            .members
            .iter()
            .flat_map(|member| member.names(self.kind.name).into_iter().map(|name| (name, member.path())))
            .collect();
        let nearest = nearest(&column.header, names.iter().map(|(name, _)| name.as_str()));
        let nearest = nearest.and_then(|nearest| names.iter().find(|(name, _)| name == nearest));
        let (member, advice) = match nearest {
            Some((_, path)) => (path.as_str(), format!("The nearest member is {path}.")),
            None => ("MEMBER", format!("The members are {}.", paths(&self.members))),
        };
        self.faults.push(format!(
            "cell {cell}: unknown column {name:?}. {advice} Use --column {member}={name:?} or --ignore {name:?}"
        ));
    }

    /// Returns the mapping, or all errors. Each required member needs a source.
    fn finish(mut self) -> Result<Vec<LoadedMember>, Vec<String>> {
        for member in &self.members {
            let path = member.path();
            let is_needed = match member.nested {
                None => true,
                Some(nested) => self
                    .mapped
                    .iter()
                    .any(|mapped| mapped.member.nested.is_some_and(|other| other.name == nested.name)),
            };
            let has_source = self.mapped.iter().any(|mapped| mapped.path == path);
            if member.field.required && is_needed && !has_source {
                self.faults.push(format!(
                    "no column for the required member {path}. Use --column {path}=COLUMN or --set {path}=VALUE"
                ));
            }
        }
        if self.faults.is_empty() { Ok(self.mapped) } else { Err(self.faults) }
    }
}

/// Returns the paths of the members that a column can contain.
fn paths(members: &[RecordMember]) -> String {
    let readable = members.iter().filter(|member| member.mapped_kind().is_some());
    readable.map(RecordMember::path).collect::<Vec<_>>().join(", ")
}

/// Returns a value as the content of a document node. The texts of a list are separated by commas, semicolons or line
/// breaks.
pub fn content_of(field_type: Option<FieldType>, value: serde_json::Value) -> NodeContent {
    match (value, field_type) {
        (serde_json::Value::Bool(on), _) => NodeContent::Boolean(on),
        (serde_json::Value::String(text), Some(field_type)) if field_type.is_list() => {
            let entries = text.split([',', ';', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
            NodeContent::List(entries.map(|entry| node(NodeContent::Scalar(entry.to_owned()))).collect())
        }
        (serde_json::Value::String(text), _) => NodeContent::Scalar(text),
        (value, _) => NodeContent::Scalar(value.to_string()),
    }
}

/// Returns a node without a position. Errors are located by the pointer to their member.
pub fn node(content: NodeContent) -> Node {
    Node { line: 0, column: 0, content }
}

impl LoadedMember {
    pub fn is_column(&self, number: u32) -> bool {
        matches!(self.source, MemberOrigin::Column(column) if column == number)
    }

    /// Returns the column, unless the member is a constant.
    pub fn column(&self) -> Option<u32> {
        match self.source {
            MemberOrigin::Column(column) => Some(column),
            MemberOrigin::Constant(_) => None,
        }
    }
}
