//! Findings about the file of a draft: its structure, the mapping of its columns, open questions and counts.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use orderdock_domain::attachment::ContentHash;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::problem::Problem;
use orderdock_spreadsheet::{
    DetectedSheet, FileKind, Question, SheetConverter, SheetInfo, SheetMapping, SkippedRows,
    complete_settings, detect, propose,
};
use sha2::{Digest, Sha256};

use super::settings::DraftSettings;
use super::sheet_file::{Edits, open, unreadable, unusable, visit_rows};
use crate::locked::locked;

/// Number of inspections that are kept.
const KEPT: usize = 32;
/// Name of the column with the problems in downloads of rejected rows.
pub const PROBLEM_COLUMN: &str = "Problem";
/// Member that identifies the incoming order of a row.
pub(super) const HEADER_ID: &str = "externalHeaderId";

/// Findings about the file of a draft with its current settings.
#[derive(Clone, Debug)]
pub struct Inspection {
    pub kind: FileKind,
    pub sheets: Vec<SheetInfo>,
    pub detected: DetectedSheet,
    /// The confirmed or proposed mapping, with detected settings.
    pub mapping: SheetMapping,
    /// Decisions that are left to the user. While there are some, nothing is imported.
    pub questions: Vec<Question>,
    /// Columns with values that are not imported.
    pub unused: Vec<String>,
    pub totals: SheetTotals,
}

/// Counts of a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SheetTotals {
    /// Rows to import.
    pub rows: u64,
    /// Different incoming orders.
    pub orders: u64,
    /// Rows with cells that cannot be read.
    pub unreadable: u64,
    /// Edited cells.
    pub edited: u64,
    pub skipped: SkippedRows,
}

impl Inspection {
    /// Inspects a file.
    pub(super) fn of(bytes: &Bytes, settings: &DraftSettings, edits: &Edits) -> Result<Self, Problem> {
        let mut workbook = open(bytes, &settings.file)?;
        let detected = detect(&mut workbook, &settings.file).map_err(|error| unreadable(&error))?;
        let (mapping, questions) = if let Some(members) = &settings.members {
            let mut mapping = SheetMapping { file: settings.file.clone(), members: members.clone() };
            let questions = complete_settings(&detected, &mut mapping);
            (mapping, questions)
        } else {
            let proposal = propose(&detected, &settings.file);
            (proposal.mapping, proposal.questions)
        };
        let mut converter = SheetConverter::new(&detected, &mapping).map_err(|error| unusable(&error))?;
        let mut totals = SheetTotals { edited: edits.count(), ..SheetTotals::default() };
        let mut orders = HashSet::new();
        visit_rows(&mut workbook, detected.sheet, edits, |row| {
            if let Some(row) = converter.convert(row) {
                totals.rows += 1;
                totals.unreadable += u64::from(!row.faults.is_empty());
                let header = row.json.get(HEADER_ID).and_then(serde_json::Value::as_str);
                orders.extend(header.map(str::to_owned));
            }
            ControlFlow::Continue(())
        })?;
        totals.orders = orders.len() as u64;
        totals.skipped = converter.skipped().clone();
        let (kind, sheets) = (workbook.kind(), workbook.sheets().to_vec());
        let unused = unused(&detected, &mapping);
        Ok(Self { kind, sheets, detected, mapping, questions, unused, totals })
    }

    /// Returns a hash of the column names.
    pub(super) fn columns_hash(&self) -> String {
        let mut names: Vec<_> = self.detected.columns.iter().map(|column| column.header.trim()).collect();
        // the problem column of downloaded rejected rows does not make another layout
        names.retain(|name| !name.is_empty() && *name != PROBLEM_COLUMN);
        names.sort_unstable();
        ContentHash(Sha256::digest(names.join("\n")).into()).to_string()
    }

    /// Returns the path of the member that a column is mapped to.
    pub fn member_of(&self, column: u32) -> Option<&str> {
        let is_source =
            |name: &String| self.detected.column_named(name).is_some_and(|found| found.column == column);
        let mut members = self.mapping.members.iter();
        let direct = members.find(|(_, source)| source.column.as_ref().is_some_and(is_source));
        let joined = || self.mapping.members.iter().find(|(_, source)| source.columns.iter().any(is_source));
        direct.or_else(joined).map(|(path, _)| path.as_str())
    }
}

/// Returns the columns with values that no member uses.
fn unused(detected: &DetectedSheet, mapping: &SheetMapping) -> Vec<String> {
    let sources = mapping.members.values().flat_map(|source| source.column.iter().chain(&source.columns));
    let used: HashSet<u32> =
        sources.filter_map(|name| detected.column_named(name)).map(|column| column.column).collect();
    let columns = detected.columns.iter().filter(|column| column.filled > 0);
    columns.filter(|column| !used.contains(&column.column)).map(|column| detected.name_of(column)).collect()
}

/// Inspections of the last drafts, by draft and version.
#[derive(Debug, Default)]
pub(super) struct InspectionCache(Mutex<VecDeque<(ImportDraftId, i64, Arc<Inspection>)>>);

impl InspectionCache {
    pub fn get(&self, draft: ImportDraftId, version: i64) -> Option<Arc<Inspection>> {
        let known = locked(&self.0);
        let found = known.iter().find(|(id, of, _)| (*id, *of) == (draft, version));
        found.map(|(_, _, inspection)| Arc::clone(inspection))
    }

    /// Keeps an inspection, and forgets those of other versions.
    pub fn put(&self, draft: ImportDraftId, version: i64, inspection: &Arc<Inspection>) {
        let mut known = locked(&self.0);
        known.retain(|(id, _, _)| *id != draft);
        known.push_back((draft, version, Arc::clone(inspection)));
        if known.len() > KEPT {
            known.pop_front();
        }
    }
}
