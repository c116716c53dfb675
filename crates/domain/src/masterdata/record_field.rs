//! Descriptions of the members that master data records have in requests, in their tables and in master data files.

/// Description of one member that senders send and a record keeps.
///
/// The tables of these ([`PARTNER_FIELDS`](super::PARTNER_FIELDS) and its siblings) define the members for structs,
/// request bodies, contents, columns and master data kinds. Tests next to each of these compare it with the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordField {
    /// Name in the request body of a candidate.
    pub json: &'static str,
    /// Name in master data files and operations.
    pub master_data: &'static str,
    /// Column in the table of the record.
    pub column: &'static str,
    pub null: NullEffect,
    /// Description in the schema of the request body; empty if the name is sufficient.
    pub description: &'static str,
}

/// Effect of a `null` in a request on a record that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullEffect {
    /// The value is removed.
    Clears,
    /// The row is rejected because the record requires a value.
    IsRejected,
}

/// Returns a member that `null` clears.
pub(super) const fn clearable(json: &'static str, column: &'static str) -> RecordField {
    RecordField { json, master_data: json, column, null: NullEffect::Clears, description: "" }
}

/// Returns a member that always has a value.
pub(super) const fn mandatory(json: &'static str, column: &'static str) -> RecordField {
    RecordField { json, master_data: json, column, null: NullEffect::IsRejected, description: "" }
}

impl RecordField {
    /// Returns the member with another name in master data.
    pub(super) const fn in_master_data(mut self, name: &'static str) -> Self {
        self.master_data = name;
        self
    }

    /// Returns the member with a description in the request schema.
    pub(super) const fn described(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }
}
