//! Master data by description: upserts, queries, history and undo.

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::CrossReferenceKind;
use orderdock_domain::masterdata::kinds::{
    Batch, Counts, KindName, MemberChange, StoredRecord, UpsertedRecord,
};
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::text::{Code, Text};
use serde::{Deserialize, Serialize};

use crate::{RequestLogEntry, Total};

/// Author of a change of master data, for its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeAuthor {
    /// The token's name, or `cli`.
    pub actor: String,
    /// The request id in responses and logs.
    pub request_id: String,
    pub at: Timestamp,
}

/// Records to create and change, in one transaction.
pub struct MasterdataUpsert {
    pub scope: WriteScope,
    pub batch: Arc<Batch>,
    pub by: ChangeAuthor,
    /// Validates and decides, but writes nothing.
    pub dry_run: bool,
    /// Builds the stored call, if the call is stored. Ids and versions are known only inside the transaction.
    pub build_log_entry: Option<BuildLogEntry<UpsertResult>>,
}

/// Builds the stored call from its result.
pub type BuildLogEntry<T> = Arc<dyn Fn(&T) -> RequestLogEntry + Send + Sync>;

/// The result of an upsert.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UpsertResult {
    /// Counts for each kind in the batch.
    pub counts: Vec<(KindName, Counts)>,
    /// By kind, in the given order, without nested records.
    pub records: Vec<UpsertedRecord>,
    pub warnings: Vec<Problem>,
}

/// The result of an upsert, or all problems of the batch; then nothing is written.
pub type MasterdataOutcome = Result<UpsertResult, Vec<Problem>>;

/// A record to deactivate.
pub struct Deactivation {
    /// Scope in which the record is looked up.
    pub read: ReadScope,
    pub write: WriteScope,
    pub kind: KindName,
    pub id: i64,
    pub by: ChangeAuthor,
    /// Builds the stored call from the record after the change.
    pub build_log_entry: BuildLogEntry<StoredRecord>,
}

/// A query for records of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MasterdataQuery {
    pub kind: KindName,
    /// Search text, compared without case: the beginning of a code, name or other part of a key, or any part of at
    /// least 3 characters. Prices are found by their product, partners also by town and postal code.
    pub search: Option<String>,
    /// Language of the names of units and currencies in `search`.
    pub language: Language,
    pub organisation: Option<OrganisationId>,
    pub active: Option<bool>,
    /// For cross-references only.
    pub cross_references: CrossReferenceFilter,
    /// For a nested kind: the record that contains the nested records.
    pub parent: Option<i64>,
    pub window: MasterdataWindow,
    pub limit: u32,
}

/// Filter of cross-references.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrossReferenceFilter {
    pub kind: Option<CrossReferenceKind>,
    pub value: Option<Code>,
    /// Id of the target record.
    pub target: Option<i64>,
}

/// Position of a page in a list ascending by id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MasterdataWindow {
    #[default]
    First,
    After(i64),
    Before(i64),
}

/// Records with their nested records, ascending by id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MasterdataPage {
    pub records: Vec<StoredRecord>,
    /// Present if records follow or precede the page.
    pub next: Option<i64>,
    pub previous: Option<i64>,
    /// Exact up to 100,000, for a search up to 1,000. The total of a search without an index is exact if there are at
    /// most 1,000 records to scan.
    pub total: Total,
}

/// An entry in the history of a record: the record or one of its nested records was created or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordChange {
    pub kind: KindName,
    pub id: i64,
    /// The version that the change created.
    pub version: i64,
    pub by: ChangeAuthor,
    /// `None` if the record was created.
    pub changes: Option<Vec<MemberChange>>,
    /// Present if the change undid another change.
    pub undoes: Option<UndoneChange>,
}

/// The change that was undone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UndoneChange {
    /// The version that was undone.
    pub version: i64,
    /// Whether the undo removed the record, because the undone change had created it.
    pub removed: bool,
    pub reason: Option<Text>,
}

/// A call whose changes of a record and its nested records are to be undone.
pub struct MasterdataUndo {
    /// Scope in which the record is looked up.
    pub read: ReadScope,
    pub write: WriteScope,
    pub kind: KindName,
    /// Id of the record itself, not of a nested record.
    pub id: i64,
    /// The request id of the call, as in the history.
    pub request_id: String,
    pub reason: Option<Text>,
    pub by: ChangeAuthor,
    /// Validates and decides, but writes nothing.
    pub dry_run: bool,
    /// Builds the stored call, if the call is stored.
    pub build_log_entry: Option<BuildLogEntry<UndoResult>>,
}

/// The result of an undo.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoResult {
    pub records: Vec<UndoneRecord>,
}

/// A record whose previous state was restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoneRecord {
    pub kind: KindName,
    pub id: i64,
    /// The version of the undo in the history of the record.
    pub version: i64,
    /// Whether the record was removed, because the undone call had created it.
    pub removed: bool,
    pub changes: Vec<MemberChange>,
}

/// The result of an undo, or a problem for each later change that depends on the undone ones; then nothing is written.
pub type UndoOutcome = Result<UndoResult, Vec<Problem>>;

/// A position in a history, which is ordered from newest to oldest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangePosition {
    pub at: Timestamp,
    pub id: i64,
    pub version: i64,
}

impl RecordChange {
    pub fn position(&self) -> ChangePosition {
        ChangePosition { at: self.by.at, id: self.id, version: self.version }
    }
}
