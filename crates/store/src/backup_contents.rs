//! Contents of a backup file.

/// Counted tables of a backup, each with its label.
pub const COUNTED_TABLES: [(&str, &str); 7] = [
    ("organisations with the shared one", "organisation"),
    ("users", "user"),
    ("partners", "bpartner"),
    ("products", "product"),
    ("candidates", "candidate"),
    ("sales orders", "sales_order"),
    ("attachments", "attachment"),
];

/// Schema, numbers of records and faults of a backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupContents {
    /// Applied migration steps.
    pub steps: usize,
    /// Migration steps that this program knows.
    pub known_steps: usize,
    /// Rows of [`COUNTED_TABLES`] by label, without tables that the schema lacks.
    pub rows: Vec<(&'static str, u64)>,
    /// Hashes (hexadecimal) and sizes of the attached contents, sorted by hash.
    pub attachments: Vec<(String, i64)>,
    pub faults: Vec<String>,
}
